"""Makes failing tests smaller: inputs and elements of memory become zero, if the test still fails."""

from __future__ import annotations

from collections.abc import Callable

from maymust.interp.replay import InputValue, Run, replay
from maymust.ir.program import Program
from maymust.terms import ArrayValue, Value, array_value

_MOST_RUNS = 300
_MOST_ELEMENTS = 20

Change = Callable[[Value], Value]


def smaller_run(program: Program, run: Run, most_steps: int) -> Run:
    """A run that violates the same property, with inputs as small as a few hundred attempts make them.

    Requires a run that violates one. It is no longer than that.
    """
    wanted, attempts = run.end, 0
    position = 0
    while position < len(run.inputs):
        for change in _changes(run.inputs[position][1].value):
            test = [given for _, given in run.inputs]
            value = change(test[position].value)
            if value == test[position].value or attempts >= _MOST_RUNS:
                continue
            attempts += 1
            test[position] = InputValue(test[position].node, value)
            found = replay(program, test, most_steps)
            if found.end == wanted and found.step_count <= run.step_count:
                run = found
                if not isinstance(value, ArrayValue):
                    break
        position += 1
    return run


def _changes(value: Value) -> list[Change]:
    """What to try, in this order: small numbers; of memory all of it, the rest of it, single elements."""
    if not isinstance(value, ArrayValue):
        return [_constant(number) for number in range(min(value, 3))]
    elements = sorted(index for index, _ in value.items())[:_MOST_ELEMENTS]
    return [_cleared, _cleared_elsewhere, *map(_cleared_at, elements)]


def _constant(number: int) -> Change:
    return lambda _: number


def _cleared(value: Value) -> Value:
    assert isinstance(value, ArrayValue)
    return array_value(value.index_width, 0, ())


def _cleared_elsewhere(value: Value) -> Value:
    assert isinstance(value, ArrayValue)
    return array_value(value.index_width, 0, value.items())


def _cleared_at(index: int) -> Change:
    def change(value: Value) -> Value:
        assert isinstance(value, ArrayValue)
        return value.store(index, 0)

    return change
