"""The IR's invariants. Run after the front end and after every pass: a violation is a defect of ours."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from maymust.errors import InternalError
from maymust.ir.program import (
    ENDS,
    Assign,
    Assume,
    Call,
    Edge,
    Error,
    Havoc,
    Procedure,
    Program,
    Return,
    Statement,
    Unmodelled,
    Variable,
)
from maymust.terms import BOOL, ArraySort, BitVecSort, Term, negation

if TYPE_CHECKING:
    from collections.abc import Iterable


_RESERVED = frozenset("/!?@|")


class InvalidProgram(InternalError):  # noqa: N818 - it reads as what it says
    """A program that breaks an invariant of the IR."""


def validate(program: Program) -> None:
    """Raises InvalidProgram unless the program keeps every invariant stated in `ir.program`."""
    if program.start not in program.procedures:
        raise InvalidProgram(f"there is no procedure {program.start}")
    if program.procedures[program.start].parameters:
        raise InvalidProgram("the start procedure has parameters")
    names: set[str] = set()
    for variable in _declared(program):
        if variable.name in names:
            raise InvalidProgram(f"{variable.name} is declared twice")
        names.add(variable.name)
        if not isinstance(variable.term.sort, BitVecSort | ArraySort):
            raise InvalidProgram(f"{variable.name} is neither a bit-vector nor an array")
    known_properties = {p.id for p in program.properties}
    if len(known_properties) != len(program.properties):
        raise InvalidProgram("two properties have the same identity")
    for name in (*names, *program.procedures, *known_properties):
        if not _RESERVED.isdisjoint(name):
            raise InvalidProgram(f"the name {name!r} has a character with a meaning in nodes")
    for name, procedure in program.procedures.items():
        if procedure.name != name:
            raise InvalidProgram(f"procedure {procedure.name} is filed as {name}")
        _Checker(program, procedure, known_properties).check()


def _declared(program: Program) -> Iterable[Variable]:
    yield from program.globals
    for procedure in program.procedures.values():
        yield from procedure.parameters
        yield from procedure.locals


class _Checker:
    """Checks one procedure."""

    def __init__(self, program: Program, procedure: Procedure, properties: set[str]) -> None:
        self.program = program
        self.procedure = procedure
        self.properties = properties
        own = (*procedure.parameters, *procedure.locals)
        self.visible = {v.term for v in program.globals} | {v.term for v in own}

    def check(self) -> None:
        entry = self.procedure.entry if self.procedure.name == self.program.start else None
        for edge in self.procedure.edges:
            if edge.target == entry:
                self._refuse("an edge enters the entry of the start procedure")
            self._edge(edge)
        for location, edges in self.procedure.outgoing().items():
            if location == self.procedure.exit:
                self._refuse("an edge leaves the exit")
            if len(edges) > 1 and not _exclusive(edges):
                self._refuse(f"the edges that leave {location} are not two exclusive assumptions")
        self._assigned_before_read()

    def _refuse(self, why: str) -> None:
        raise InvalidProgram(f"{self.procedure.name}: {why}")

    def _edge(self, edge: Edge) -> None:
        statement = edge.statement
        if isinstance(statement, ENDS) and edge.target != self.procedure.exit:
            self._refuse(f"{statement} does not go to the exit")
        for variable in (*reads(statement), *writes(statement)):
            if variable not in self.visible:
                self._refuse(f"{variable} is not declared")
        match statement:
            case Assign(target, value):
                if target.sort is not value.sort:
                    self._refuse(f"{target} of sort {target.sort} is assigned a value of sort {value.sort}")
            case Assume(condition):
                if condition.sort is not BOOL:
                    self._refuse("the condition of an assumption is not Bool")
            case Call():
                self._call(statement)
            case Return(values):
                sorts, declared = tuple(v.sort for v in values), self.procedure.returns
                if sorts != declared:
                    self._refuse(f"{_listed(sorts)} is returned, {_listed(declared)} is declared")
            case Error(property_id):
                self._properties((property_id,))
            case Unmodelled(_, hides):
                self._properties(hides or ())
            case Havoc():
                pass
            case _:
                assert_never(statement)

    def _properties(self, named: Iterable[str]) -> None:
        for property_id in named:
            if property_id not in self.properties:
                self._refuse(f"property {property_id} is not declared")

    def _call(self, call: Call) -> None:
        callee = self.program.procedures.get(call.callee)
        if callee is None:
            self._refuse(f"{call.callee} is called and has no procedure")
            return
        if [a.sort for a in call.arguments] != [p.term.sort for p in callee.parameters]:
            self._refuse(f"the arguments do not fit the parameters of {call.callee}")
        if call.results and tuple(r.sort for r in call.results) != callee.returns:
            self._refuse(f"what {call.callee} returns does not fit {_listed(call.results)}")
        if len(set(call.results)) != len(call.results):
            self._refuse(f"the call of {call.callee} sets a variable twice")

    def _assigned_before_read(self) -> None:
        """Definite assignment, forwards over the graph; sets of variables are bit masks."""
        procedure, is_start = self.procedure, self.procedure.name == self.program.start
        tracked = [v.term for v in procedure.locals]
        if is_start:
            tracked += [v.term for v in self.program.globals]
        bit = {term: 1 << i for i, term in enumerate(tracked)}
        global_mask = sum(bit.get(v.term, 0) for v in self.program.globals)
        outgoing = procedure.outgoing()
        assigned = {procedure.entry: 0}
        work = [procedure.entry]
        while work:
            location = work.pop()
            before = assigned[location]
            for edge in outgoing.get(location, ()):
                after = before
                for term in writes(edge.statement):
                    after |= bit.get(term, 0)
                known = assigned.get(edge.target)
                merged = after if known is None else known & after
                if merged != known:
                    assigned[edge.target] = merged
                    work.append(edge.target)
        for edge in procedure.edges:
            if edge.source not in assigned:
                continue
            before = assigned[edge.source]
            for term in reads(edge.statement):
                if term in bit and not before & bit[term]:
                    self._refuse(f"{term} is read before it is assigned, at location {edge.source}")
            if isinstance(edge.statement, Call) and before & global_mask != global_mask:
                self._refuse("a call is made before every global is set")


def reads(statement: Statement) -> frozenset[Term]:
    """The variables that a statement reads itself (not what a callee reads)."""
    match statement:
        case Assign(_, value) | Assume(value):
            return value.free
        case Call(_, _, arguments):
            return frozenset().union(*[a.free for a in arguments])
        case Return(values):
            return frozenset().union(*[v.free for v in values])
        case Havoc() | Error() | Unmodelled():
            return frozenset()
        case _:
            assert_never(statement)


def writes(statement: Statement) -> tuple[Term, ...]:
    """The variables that a statement sets itself (not what a callee sets)."""
    match statement:
        case Assign(target, _) | Havoc(target, _, _):
            return (target,)
        case Call(results, _, _):
            return results
        case Assume() | Return() | Error() | Unmodelled():
            return ()
        case _:
            assert_never(statement)


def _listed(things: Iterable[object]) -> str:
    return ", ".join(map(str, things)) or "nothing"


def _exclusive(edges: list[Edge]) -> bool:
    conditions = [e.statement.condition for e in edges if isinstance(e.statement, Assume)]
    return len(conditions) == len(edges) == 2 and conditions[1] is negation(conditions[0])
