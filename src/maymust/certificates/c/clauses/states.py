"""The states in which the entry was called, and in which it returned, from the steps of a replay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from maymust.certificates.c.clauses.values import NotSeen
from maymust.frontends.c.source import Allocation, AllocationFails, Source
from maymust.frozen import frozen
from maymust.interp.replay import Run, TraceStep
from maymust.interp.values import zero
from maymust.ir.memory import Role
from maymust.ir.program import Call, Part, Program, Return
from maymust.terms import Value
from maymust.terms.evaluate import evaluate


@frozen
class State:
    """The values of the global variables, memory among them, by their names in the IR; of those that the
    source can name, by `parts`; and the number of the object that is allocated next."""

    values: Mapping[str, Value]
    parts: Mapping[Part, Value]
    next_object: int = 1


@frozen
class Execution:
    """What a contract of the entry is about: the arguments, by the parameters' parts, the states of the call
    and of the return, what is returned, and what was allocated, by its number."""

    arguments: Mapping[Part, Value]
    called: State
    returned: State | None
    result: tuple[Value, ...]
    allocations: Mapping[int, Allocation]


def execution_of(program: Program, source: Source, run: Run) -> Execution:
    """The states of a run. Raises `NotSeen` if the run does not tell them."""
    if run.step_count != len(run.steps):
        raise NotSeen("the execution is too long to be looked at once more")
    return _Steps(program, source).execution(run)


def call_in(program: Program, source: Source, run: Run) -> tuple[Execution, Execution]:
    """What is known of a call of another function, which a run ends with: of the entry, as if it returned
    nothing there, and of that function. Raises `NotSeen`."""
    last = run.steps[-1]
    assert isinstance(last.edge.statement, Call) and run.step_count == len(run.steps)
    steps = _Steps(program, source)
    found, here = steps.execution(run), steps.state()
    called = Execution(steps.arguments(last), here, None, (), found.allocations)
    return replace(found, returned=here), called


class _Steps:
    """Follows the values of global variables and of the entry's own: it is called once, so they have names of
    their own."""

    def __init__(self, program: Program, source: Source) -> None:
        self._program, self._source = program, source
        self._parts = {part: each.name for part, each in program.global_parts().items()}
        entered = program.procedures.get(program.entry)
        own = (*entered.parameters, *entered.locals) if entered else ()
        self._own = {each.name for each in own}
        self._variables = program.variables()
        self._next = program.the(Role.NEXT)
        self._values = {each.name: zero(each.term.sort) for each in program.globals}
        self._allocations: dict[int, Allocation] = {}

    def execution(self, run: Run) -> Execution:
        arguments: dict[Part, Value] | None = None
        called = returned = State({}, {})
        result: tuple[Value, ...] = ()
        is_back = False
        for step in run.steps:
            statement = step.edge.statement
            if isinstance(statement, Call) and statement.callee == self._program.entry:
                if arguments is not None:
                    raise NotSeen("the function is called more than once from outside")
                arguments = self.arguments(step)
                called = self.state()
            elif isinstance(statement, Return) and step.procedure == self._program.entry:
                result = self._result(statement)
                returned, is_back = self.state(), True
            self._follow(step)
        if arguments is None:
            raise NotSeen("the function is not called")
        return Execution(arguments, called, returned if is_back else None, result, self._allocations)

    def state(self) -> State:
        """The state behind the steps that were followed."""
        values = {each.name: self._values[each.name] for each in self._program.globals}
        parts = {part: values[name] for part, name in self._parts.items()}
        return State(values, parts, self._next_object())

    def arguments(self, step: TraceStep) -> dict[Part, Value]:
        """The values of the parameters' parts in a call."""
        return {self._variables[term.name or ""].part: value for term, value in step.changes}

    def _next_object(self) -> int:
        found = 1 if self._next is None else self._values[self._next.name]
        assert isinstance(found, int)
        return found

    def _result(self, statement: Return) -> tuple[Value, ...]:
        known = {each.term: self._values.get(name) for name, each in self._variables.items()}
        valuation = {term: value for term, value in known.items() if value is not None}
        return tuple([evaluate(term, valuation) for term in statement.values])

    def _follow(self, step: TraceStep) -> None:
        for term, value in step.changes:
            name = term.name or ""
            if name in self._values or name in self._own:
                self._values[name] = value
        place = step.procedure, step.edge.source
        if place in self._source.allocations:
            self._allocations[self._next_object() - 1] = self._source.allocations[place]
        if isinstance(self._source.origins.get(place), AllocationFails) and step.changes[0][1]:
            self._allocations.popitem()
