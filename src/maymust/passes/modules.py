"""Program → modules: one transition system for each procedure that can be called, for one property.

Before                                        After
    procedure main: 0 -> 1: x := call inc 5       main: 0 -> 1 call inc(5), x
    procedure inc:  0 -> 1: return (add a 1)      inc:  0 -> 1 inc!0 := a + 1

A call is a transition for each of its ends that the graph allows: it returns, the property is violated in it,
or it reaches something that is not modelled and may hide the property.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, assert_never

from maymust.ir.modules import Module, Modules, result_variable
from maymust.ir.program import Assign, Assume, Call, Error, Havoc, Return, Unmodelled, node_name
from maymust.ir.transitions import Blocked, CallEnd, End, Input, Transition, TransitionSystem
from maymust.ir.validate import reads, validate, writes
from maymust.ir.validate_transitions import validate_transitions
from maymust.passes.merge import merge_straight_lines
from maymust.terms import Term, conjuncts, variable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from maymust.ir.program import Edge, Procedure, Program

Item = TypeVar("Item")


def make_modules(program: Program, property_id: str, *, straight_line: bool = True) -> Modules:
    """The modules of the procedures that calls can reach."""
    validate(program)
    procedures = _reachable(program)
    calls = {name: _callees(p) for name, p in procedures.items()}
    known = {v.term for v in program.globals}

    def in_calls(of: Mapping[str, Iterable[Item]]) -> dict[str, set[Item]]:
        return _with_callees(of, calls)

    edges = {name: [e.statement for e in p.edges] for name, p in procedures.items()}
    changes = in_calls({n: [v for s in found for v in writes(s) if v in known] for n, found in edges.items()})
    read = in_calls({n: [v for s in found for v in reads(s) if v in known] for n, found in edges.items()})
    bad = in_calls({n: [_bad_end(s, property_id) for s in found] for n, found in edges.items()})
    ends = {
        name: {end for end in bad[name] if end} | {End.RETURN for s in edges[name] if isinstance(s, Return)}
        for name in procedures
    }
    made = {}
    for name, procedure in procedures.items():
        parameters = tuple([v.term for v in procedure.parameters])
        own = {v for statement in edges[name] for v in reads(statement)}
        system = _Maker(program, procedure, property_id, ends).run()
        if straight_line:
            system = merge_straight_lines(system, procedure.exit)
        validate_transitions(system, of_module=True)
        made[name] = Module(
            name,
            parameters,
            _results(procedure),
            system,
            procedure.exit if procedure.exit in system.nodes else None,
            frozenset(changes[name]),
            frozenset(read[name]) | own.intersection(parameters),
            frozenset(ends[name]),
            tuple([node_name("", name, e.source) for e in procedure.edges if isinstance(e.statement, Call)]),
        )
    return Modules(program.start, tuple([v.term for v in program.globals]), made)


def _reachable(program: Program) -> dict[str, Procedure]:
    found: dict[str, Procedure] = {}
    work = [program.start]
    while work:
        name = work.pop()
        if name not in found:
            found[name] = program.procedures[name]
            work += sorted(_callees(found[name]))
    return found


def _callees(procedure: Procedure) -> set[str]:
    return {edge.statement.callee for edge in procedure.edges if isinstance(edge.statement, Call)}


def _with_callees(
    own: Mapping[str, Iterable[Item]], calls: Mapping[str, Iterable[str]]
) -> dict[str, set[Item]]:
    """What procedures have themselves, or those that they call."""
    found = {name: set(items) for name, items in own.items()}
    grown = True
    while grown:
        grown = False
        for name, callees in calls.items():
            for callee in callees:
                grown = grown or not found[callee] <= found[name]
                found[name] |= found[callee]
    return found


def _bad_end(statement: object, property_id: str) -> End | None:
    match statement:
        case Error(violated) if violated == property_id:
            return End.ERROR
        case Unmodelled() if statement.may_hide(property_id):
            return End.BLOCKED
    return None


def _results(procedure: Procedure) -> tuple[Term, ...]:
    return tuple([result_variable(procedure.name, k, sort) for k, sort in enumerate(procedure.returns)])


class _Maker:
    """Makes the system of one procedure. Its own locations keep their numbers."""

    def __init__(
        self, program: Program, procedure: Procedure, property_id: str, ends: Mapping[str, set[End]]
    ) -> None:
        self.program = program
        self.procedure = procedure
        self.property_id = property_id
        self.ends = ends
        self.nodes = {at: node_name("", procedure.name, at) for at in sorted(procedure.locations())}
        self.transitions: list[Transition] = []
        self.errors: dict[int, str] = {}
        self.blocked: dict[int, Blocked] = {}

    def run(self) -> TransitionSystem:
        own = [v.term for v in (*self.program.globals, *self.procedure.parameters, *self.procedure.locals)]
        for edge in self.procedure.edges:
            self._edge(edge)
        return TransitionSystem(
            initial=self.procedure.entry,
            errors=self.errors,
            blocked=self.blocked,
            transitions=tuple(self.transitions),
            variables=(*own, *_results(self.procedure)),
            nodes=self.nodes,
        )

    def _edge(self, edge: Edge) -> None:
        statement = edge.statement
        match statement:
            case Error(property_id):
                if property_id == self.property_id:
                    self._emit(edge, self._error())
            case Unmodelled(construct):
                if statement.may_hide(self.property_id):
                    self._emit(edge, self._block(construct, edge))
            case Call():
                self._call(edge, statement)
            case Return(values):
                self._emit(
                    edge, edge.target, updates=dict(zip(_results(self.procedure), values, strict=True))
                )
            case Assign(to, value):
                self._emit(edge, edge.target, updates={to: value})
            case Assume(condition):
                self._emit(edge, edge.target, guard=conjuncts(condition))
            case Havoc(to, _, _):
                node = self.nodes[edge.source]
                value = variable(f"?{node}", to.sort)
                self._emit(edge, edge.target, updates={to: value}, inputs=(Input(value, node),))
            case _:
                assert_never(statement)

    def _call(self, edge: Edge, call: Call) -> None:
        for end in End:
            if end not in self.ends[call.callee]:
                continue
            match end:
                case End.RETURN:
                    target = edge.target
                case End.ERROR:
                    target = self._error()
                case End.BLOCKED:
                    target = self._block(f"something in `{call.callee}`", edge)
            self._emit(edge, target, call=CallEnd(call.callee, call.arguments, call.results, end))

    def _error(self) -> int:
        found = next(iter(self.errors), None)
        if found is None:
            found = self._new(f"!{self.property_id}")
            self.errors[found] = self.property_id
        return found

    def _block(self, construct: str, edge: Edge) -> int:
        made = self._new(f"!{len(self.blocked)}!{construct}")
        self.blocked[made] = Blocked(construct, edge.span)
        return made

    def _new(self, node: str) -> int:
        number = max(self.nodes) + 1
        self.nodes[number] = node
        return number

    def _emit(
        self,
        edge: Edge,
        target: int,
        guard: tuple[Term, ...] = (),
        updates: dict[Term, Term] | None = None,
        inputs: tuple[Input, ...] = (),
        call: CallEnd | None = None,
    ) -> None:
        number = len(self.transitions)
        self.transitions.append(Transition(number, edge.source, target, guard, updates or {}, inputs, call))
