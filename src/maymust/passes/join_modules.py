"""Modules as one system: a call leads into the callee, and comes back with something that its end allows.

Before   main: 3 -> 4 call inc(x), y              inc: 0 -> 1 inc!0 := a + 1
After    main@3 -> inc@0    a := x                (the call begins)
         main@3 -> main@4   y := ?                (it has returned)
         inc@0 -> inc@1     inc!0 := a + 1

Every execution of the program is one of this system, which has more: what a call returns is any input. What
is known at the callee's end, said of the values in question, is known of it (`Returned`). So facts about all
procedures can be proved together: what holds at an entry holds in every call, and what holds at an end holds
behind every call. An end may speak of what a call began with: a parameter that is never set tells it, else a
ghost.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import TYPE_CHECKING

from maymust.frozen import frozen
from maymust.ir.modules import GHOST
from maymust.ir.transitions import End, Input, Transition, TransitionSystem
from maymust.ir.validate_transitions import validate_transitions
from maymust.terms import Term, variable

if TYPE_CHECKING:
    from maymust.ir.modules import Module, Modules
    from maymust.ir.transitions import Blocked, CallEnd


@frozen(eq=False)
class Returned:
    """A call has returned to `target`: what holds at the callee's `end`, of these values for the variables
    there, holds now. They are over the caller's variables before the call, and the transition's inputs."""

    target: int
    end: int
    values: Mapping[Term, Term]


@frozen(eq=False)
class Part:
    """What a procedure is in the joint system. Its calls begin at a location of their own, `entry`. `began`
    gives for a variable what tells, at the end, the value with which a call began: itself, or a ghost."""

    module: Module
    entry: int
    began: Mapping[Term, Term]

    def at(self, location: int) -> int:
        """Where a location of the procedure is in the joint system."""
        return self.entry + 1 + location

    @property
    def end(self) -> int | None:
        """Where its calls have returned."""
        return None if self.module.exit is None else self.at(self.module.exit)

    @property
    def ghosts(self) -> dict[Term, Term]:
        """The ghosts that are set where calls begin."""
        return {v: at_end for v, at_end in self.began.items() if at_end is not v}

    def ghost(self, of: Term) -> Term:
        """What stands for the value of a variable when a call begins."""
        return _ghost(self.module, of)


@frozen(eq=False)
class Joint:
    """The system, the locations of its calls, what is known of those that have returned, and the parts by
    procedure. (Of the transitions that leave a call, both can be crossed: it begins, and it has returned.)"""

    modules: Modules
    system: TransitionSystem
    calls: Set[int]
    returns: Mapping[int, Returned]
    parts: Mapping[str, Part]

    def cut_points(self) -> set[int]:
        """Where procedures begin and end, and calls are."""
        found = {at for part in self.parts.values() for at in (part.entry, part.end) if at is not None}
        return found | self.calls | {returned.target for returned in self.returns.values()}

    def read_at(self) -> dict[int, set[Term]]:
        """The variables that matter besides those that transitions read: at ends, and in calls."""
        called = [part for part in self.parts.values() if part.entry != self.system.initial]
        found = {part.end: _at_end(part) for part in called if part.end is not None}
        variables = frozenset(self.system.variables)
        for call, returned in self.returns.items():
            read = frozenset().union(*[value.free for value in returned.values.values()])
            found.setdefault(call, set()).update(read & variables)
        return found


def join_modules(modules: Modules, without: frozenset[int] = frozenset()) -> Joint:
    """The joint system of modules; `without` are locations that nothing leads to any more."""
    parts, entry = {}, 0
    for name, module in modules.by_name.items():
        parts[name] = Part(module, entry, {} if name == modules.start else _began(module))
        entry += max(module.system.nodes) + 2
    maker = _Maker(modules, parts, without)
    system = maker.run()
    validate_transitions(system)
    return Joint(modules, system, maker.calls, maker.returns, parts)


def _began(module: Module) -> dict[Term, Term]:
    """What tells the beginning of a call: of its parameters, and of the globals that it may change."""
    set_here = {v for t in module.system.transitions for v in t.updates}
    set_here |= {v for t in module.system.transitions if t.call for v in t.call.results}
    read = [v for v in module.parameters if v in module.reads]
    found = {v: _ghost(module, v) if v in set_here else v for v in read}
    return found | {v: _ghost(module, v) for v in sorted(module.changes)}


def _ghost(module: Module, of: Term) -> Term:
    return variable(f"{GHOST}{module.name}!{of.name}", of.sort)


def _at_end(part: Part) -> set[Term]:
    return {*part.module.results, *part.module.changes, *part.began.values()}


class _Maker:
    def __init__(self, modules: Modules, parts: Mapping[str, Part], without: frozenset[int]) -> None:
        self.modules = modules
        self.parts = parts
        self.without = without
        self.calls: set[int] = set()
        self.returns: dict[int, Returned] = {}
        self.transitions: list[Transition] = []
        self.nodes: dict[int, str] = {}
        self.errors: dict[int, str] = {}
        self.blocked: dict[int, Blocked] = {}
        self.variables = dict.fromkeys(modules.globals)

    def run(self) -> TransitionSystem:
        for part in self.parts.values():
            self._add(part)
        reached = {t.target for t in self.transitions} | {t.source for t in self.transitions}
        return TransitionSystem(
            initial=self.parts[self.modules.start].entry,
            errors={at: p for at, p in self.errors.items() if at in reached},
            blocked={at: b for at, b in self.blocked.items() if at in reached},
            transitions=tuple(self.transitions),
            variables=tuple(self.variables),
            nodes={at: node for at, node in self.nodes.items() if at in reached},
        )

    def _add(self, part: Part) -> None:
        system, at = part.module.system, part.at
        self.variables |= dict.fromkeys((*system.variables, *part.ghosts.values()))
        self.nodes[part.entry] = f"!{part.module.name}"
        self.nodes |= {at(location): node for location, node in system.nodes.items()}
        self.errors |= {at(location): p for location, p in system.errors.items()}
        self.blocked |= {at(location): b for location, b in system.blocked.items()}
        self._emit(part.entry, at(system.initial))
        for t in system.transitions:
            if t.call is None:
                self._emit(at(t.source), at(t.target), t.guard, t.updates, t.inputs)
            else:
                self._call(t.call, at(t.source), at(t.target))

    def _call(self, call: CallEnd, source: int, target: int) -> None:
        callee = self.parts[call.callee]
        if source not in self.calls:
            self.calls.add(source)
            self._emit(source, callee.entry, updates=self._begin(call.callee, call.arguments))
        if call.end is End.RETURN and callee.end is not None:
            self._return(callee, callee.end, call, source, target)

    def _begin(self, name: str, arguments: tuple[Term, ...]) -> dict[Term, Term]:
        part = self.parts[name]
        given = dict(zip(part.module.parameters, arguments, strict=True))
        return given | {ghost: given.get(v, v) for v, ghost in part.ghosts.items()}

    def _return(self, callee: Part, end: int, call: CallEnd, source: int, target: int) -> None:
        module, node = callee.module, self.nodes[source]
        changed = sorted(module.changes)
        anything = {v: variable(f"?{node}!{v.name}", v.sort) for v in (*changed, *module.results)}
        given = dict(zip(module.parameters, call.arguments, strict=True))
        began = {at_end: given.get(v, v) for v, at_end in callee.began.items()}
        self.returns[source] = Returned(target, end, began | anything)
        updates = {v: anything[v] for v in changed}
        updates |= {v: anything[r] for v, r in zip(call.results, module.results, strict=False)}
        inputs = tuple([Input(value, f"!{node}") for value in anything.values()])
        self._emit(source, target, updates=updates, inputs=inputs)

    def _emit(
        self,
        source: int,
        target: int,
        guard: tuple[Term, ...] = (),
        updates: Mapping[Term, Term] | None = None,
        inputs: tuple[Input, ...] = (),
    ) -> None:
        if target not in self.without:
            number = len(self.transitions)
            self.transitions.append(Transition(number, source, target, guard, updates or {}, inputs))
