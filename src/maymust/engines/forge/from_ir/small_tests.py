"""Failing tests with smaller inputs: each input, and each element of memory, is zero if the test still fails."""

from __future__ import annotations

from collections.abc import Iterator

from maymust.interp.replay import InputValue, Run, Violated, replay
from maymust.ir.program import Program
from maymust.terms import ArrayValue, Value, array_value

_MOST_RUNS = 300


def smaller_run(program: Program, run: Run, most_steps: int) -> Run:
    """A run that violates the same property, with inputs as small as a few hundred attempts make them."""
    wanted, attempts = run.end, 0
    assert isinstance(wanted, Violated)
    for position in range(len(run.inputs)):
        if position >= len(run.inputs):
            break
        for value in _smaller(run.inputs[position][1].value):
            attempts += 1
            if attempts > _MOST_RUNS:
                return run
            test = [given for _, given in run.inputs]
            test[position] = InputValue(test[position].node, value)
            found = replay(program, test, most_steps)
            if found.end == wanted and found.step_count <= run.step_count:
                run = found
                break
    return run


def _smaller(value: Value) -> Iterator[Value]:
    """Values to try, the smallest first."""
    if not isinstance(value, ArrayValue):
        yield from range(min(value, 3))
        return
    yield array_value(value.index_width, 0, ())
    entries = dict(value.items())
    yield array_value(value.index_width, 0, entries.items())
