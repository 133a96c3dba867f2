"""Program → transition system: calls are expanded, one transition an edge.

Before                                        After (node names abbreviated)
    procedure main: 0 -> 1: x := call inc 5       main@0 -> 1/inc@0 : 1/inc::a := 5
    procedure inc:  0 -> 1: return (add a 1)      1/inc@0 -> main@1 : main::x := 1/inc::a + 1

A call of a procedure that is already active is recursion; it becomes a blocked location that names it,
and so does a call that would make the system larger than the limit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from maymust.frozen import frozen
from maymust.ir.program import (
    Assign,
    Assume,
    Call,
    Edge,
    Error,
    Havoc,
    Procedure,
    Program,
    Return,
    Unmodelled,
    inner_context,
    node_name,
)
from maymust.ir.transitions import Blocked, Input, Transition, TransitionSystem
from maymust.terms import Term, conjuncts, substitute, variable

if TYPE_CHECKING:
    from maymust.ir.source import Span

LOCATION_LIMIT = 100_000


@frozen
class _Activation:
    """A procedure in a context; `back` says where its return goes and what takes the values."""

    procedure: Procedure
    context: str
    active: frozenset[str]
    names: dict[Term, Term]
    back: tuple[int, tuple[Term, ...]] | None


def flatten(program: Program, limit: int = LOCATION_LIMIT) -> TransitionSystem:
    """The whole program as one transition system, with every property's error in it."""
    return _Flattener(program, limit).run()


class _Flattener:
    def __init__(self, program: Program, limit: int) -> None:
        self.program = program
        self.limit = limit
        self.globals = {v.term for v in program.globals}
        self.variables: dict[Term, None] = dict.fromkeys(v.term for v in program.globals)
        self.numbers: dict[str, int] = {}
        self.transitions: list[Transition] = []
        self.errors: dict[int, str] = {}
        self.blocked: dict[int, Blocked] = {}
        self.work: list[_Activation] = []

    def run(self) -> TransitionSystem:
        start = self.program.procedures[self.program.start]
        initial = self._location("", start, start.entry)
        self._activate(start, "", frozenset(), None)
        while self.work:
            activation = self.work.pop()
            for edge in activation.procedure.edges:
                self._edge(activation, edge)
        return TransitionSystem(
            initial=initial,
            errors=self.errors,
            blocked=self.blocked,
            transitions=tuple(self.transitions),
            variables=tuple(self.variables),
            nodes={number: node for node, number in self.numbers.items()},
        )

    def _activate(
        self,
        procedure: Procedure,
        context: str,
        active: frozenset[str],
        back: tuple[int, tuple[Term, ...]] | None,
    ) -> _Activation:
        names = {}
        for v in (*procedure.parameters, *procedure.locals):
            names[v.term] = variable(context + v.name, v.term.sort) if context else v.term
        self.variables |= dict.fromkeys(names.values())
        activation = _Activation(procedure, context, active | {procedure.name}, names, back)
        self.work.append(activation)
        return activation

    def _location(self, context: str, procedure: Procedure, location: int) -> int:
        return self.numbers.setdefault(node_name(context, procedure.name, location), len(self.numbers))

    def _edge(self, at: _Activation, edge: Edge) -> None:
        source = self._location(at.context, at.procedure, edge.source)
        statement = edge.statement
        match statement:
            case Error(property_id):
                target = self.numbers.setdefault(f"!{property_id}", len(self.numbers))
                self.errors[target] = property_id
                self._emit(source, target)
                return
            case Unmodelled(construct, hides):
                self._block(source, construct, edge.span, hides)
                return
            case Call():
                self._call(at, edge, statement, source)
                return
            case Return(values):
                self._return(at, values, source)
                return
            case _:
                pass
        target = self._location(at.context, at.procedure, edge.target)
        match statement:
            case Assign(to, value):
                self._emit(source, target, updates={at.names.get(to, to): substitute(value, at.names)})
            case Assume(condition):
                self._emit(source, target, guard=conjuncts(substitute(condition, at.names)))
            case Havoc(to, _, _):
                node = node_name(at.context, at.procedure.name, edge.source)
                value = variable(f"?{node}", to.sort)
                self._emit(
                    source, target, updates={at.names.get(to, to): value}, inputs=(Input(value, node),)
                )
            case _:
                assert_never(statement)

    def _call(self, at: _Activation, edge: Edge, call: Call, source: int) -> None:
        callee, called = self.program.procedures[call.callee], self.program.function(call.callee)
        if call.callee in at.active:
            construct = f"recursive call of `{called}`"
            self._block(source, construct, edge.span)
            return
        if len(self.numbers) > self.limit:
            self._block(
                source,
                f"call of `{called}`: more than {self.limit} locations after expansion",
                edge.span,
            )
            return
        results = tuple(at.names.get(result, result) for result in call.results)
        back = (self._location(at.context, at.procedure, edge.target), results)
        inner = self._activate(callee, inner_context(at.context, edge), at.active, back)
        updates = {
            inner.names[parameter.term]: substitute(argument, at.names)
            for parameter, argument in zip(callee.parameters, call.arguments, strict=True)
        }
        self._emit(source, self._location(inner.context, callee, callee.entry), updates=updates)

    def _return(self, at: _Activation, values: tuple[Term, ...], source: int) -> None:
        if at.back is None:
            self._emit(source, self._location(at.context, at.procedure, at.procedure.exit))
            return
        target, results = at.back
        taken = zip(results, values, strict=True) if results else ()
        updates = {result: substitute(value, at.names) for result, value in taken}
        self._emit(source, target, updates=updates)

    def _block(self, source: int, construct: str, span: Span, hides: frozenset[str] | None = None) -> None:
        target = self.numbers.setdefault(f"!{len(self.blocked)}!{construct}", len(self.numbers))
        self.blocked[target] = Blocked(construct, span, hides)
        self._emit(source, target)

    def _emit(
        self,
        source: int,
        target: int,
        guard: tuple[Term, ...] = (),
        updates: dict[Term, Term] | None = None,
        inputs: tuple[Input, ...] = (),
    ) -> None:
        self.transitions.append(
            Transition(len(self.transitions), source, target, guard, updates or {}, inputs)
        )
