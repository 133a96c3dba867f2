"""Tries tests that have answered a question to a callee where it is asked again.

A test is tried as it is, by running the call: with the inputs that it read, and begun where it began, as far
as the caller's inputs are passed down unchanged, or else where a test of the caller begins the call. The
prover is not asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from maymust.engines.maymust.must.called import run_call
from maymust.engines.maymust.must.extend import Extension, related
from maymust.engines.maymust.must.symbolic import binding_at, execute_symbolic, position_of
from maymust.frozen import frozen
from maymust.interp.calls import OutOfSteps
from maymust.interp.values import fitting, zero
from maymust.terms import conjunction
from maymust.terms.evaluate import evaluate_all

if TYPE_CHECKING:
    from maymust.engines.maymust.calls.query import Query
    from maymust.engines.maymust.loop import MayMustSearch
    from maymust.engines.maymust.may.frontier import Frontier
    from maymust.interp.machine import Machine
    from maymust.ir.transitions import End
    from maymust.terms import Sort, Term, Value

_TRIED = 4  # the newest ones
_MOST_STEPS = 5000


@frozen(eq=False)
class CachedTest:
    """What a test of a callee began with, and read."""

    begin: Mapping[Term, Value]
    read: tuple[Value, ...]


_NOTHING = CachedTest({}, ())


class CachedTests:
    """The tests by which queries were answered, by procedure and end."""

    def __init__(self) -> None:
        self._tests: dict[tuple[str, End], list[CachedTest]] = {}

    def add(self, query: Query, inner: MayMustSearch) -> None:
        """A query has been answered by yes."""
        failed, count = inner.failed, len(query.inputs)
        assert failed is not None
        values = dict(zip(inner.machine.layout.variables, failed.trace()[1].valuation(), strict=True))
        begin = {v: values[v] for v in query.entry if v not in query.ghosts}
        read = tuple([value for position, value in sorted(failed.inputs().items()) if position >= count])
        self._tests.setdefault((query.module.name, query.end), []).append(CachedTest(begin, read))

    def crossing(
        self,
        search: MayMustSearch,
        frontier: Frontier,
        inputs: Mapping[int, Value],
        meant: Mapping[Term, Term],
    ) -> Extension | None:
        """A test that crosses a frontier, which is a call, if one is known. `meant` are the values that the
        callee begins with, over the caller's variables; a test with these inputs takes the frontier's path.
        """
        call = frontier.transition.call
        assert call is not None
        known = self._tests.get((call.callee, call.end), [])
        for test in (_NOTHING, *known[: -_TRIED - 1 : -1]):
            for own in _ways_to_begin(test, frontier, search.machine, inputs, meant):
                extension = _tried(test, own, frontier, search)
                if extension is not None:
                    return extension
        return None


def _ways_to_begin(
    test: CachedTest,
    frontier: Frontier,
    machine: Machine,
    inputs: Mapping[int, Value],
    meant: Mapping[Term, Term],
) -> list[dict[int, Value]]:
    """Inputs of the caller along the frontier's path with which to try a test."""
    state = frontier.state
    symbolic, binding, own = execute_symbolic(state, machine), binding_at(state, machine), dict(inputs)
    wanted = {binding.value(meant[v]): value for v, value in test.begin.items()}
    passed_down = {term: value for term, value in wanted.items() if term.name is not None}
    like_it = own | {position_of(symbol): value for symbol, value in passed_down.items()}
    if like_it == own:
        return [own]
    path = related(symbolic.path_constraint(), passed_down)
    holds = all(evaluate_all(path, _by_symbol(path, like_it)))
    return [like_it, own] if holds else [own]


def _by_symbol(terms: list[Term], inputs: Mapping[int, Value]) -> dict[Term, Value]:
    return {symbol: inputs[position_of(symbol)] for term in terms for symbol in term.free}


def _tried(
    test: CachedTest, inputs: dict[int, Value], frontier: Frontier, search: MayMustSearch
) -> Extension | None:
    state, machine = frontier.state, search.machine
    read: list[Value] = []

    def next_input(_: str, sort: Sort) -> Value:
        known = len(read) < len(test.read)
        read.append(fitting(test.read[len(read)], sort) if known else zero(sort))
        return read[-1]

    values = list(state.valuation())
    symbolic = execute_symbolic(state, machine).values
    terms = list(symbolic.values())
    for v, value in zip(symbolic, evaluate_all(terms, _by_symbol(terms, inputs)), strict=True):
        values[machine.layout.slots[v]] = value
    most = min(_MOST_STEPS, search.options.steps_in_calls)
    try:
        step = run_call(machine, state.location, values, next_input, most, search.budget)
    except OutOfSteps:
        return None
    if step is None or step.transition is not frontier.transition:
        return None
    for slot, value in zip(step.slots, step.delta, strict=True):
        values[slot] = value
    if not machine.layout.value(conjunction(frontier.target.literals), values):
        return None
    return Extension(inputs | {state.inputs_before + k: value for k, value in enumerate(read)})
