"""The check of a test: it is run on the program, statement by statement, and must violate the property."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.interp.replay import InputValue, OutOfSteps, Run, Violated, replay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maymust.ir.program import Program

STEP_LIMIT = 2_000_000


def check_test(program: Program, test: Sequence[InputValue], property_id: str) -> Run | str:
    """The run of the test if it violates the property; else why it does not."""
    run = replay(program, test, STEP_LIMIT)
    match run.end:
        case Violated(violated) if violated == property_id:
            return run
        case Violated(violated):
            return f"the test violates {violated}, not {property_id}"
        case OutOfSteps():
            return f"the test did not end within {STEP_LIMIT} steps"
        case _:
            return f"the test does not violate {property_id}"
