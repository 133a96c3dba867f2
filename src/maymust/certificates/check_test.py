"""The check of a test: it is run on the program, statement by statement, and must violate the property."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.certificates.check_proof import Refused, Unchecked
from maymust.interp.replay import InputValue, OutOfSteps, Run, Violated, replay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maymust.ir.program import Program

STEP_LIMIT = 20_000_000


def check_test(
    program: Program, test: Sequence[InputValue], property_id: str, deadline: float
) -> Run | Refused | Unchecked:
    """The run of the test if it violates the property; else why it does not, or why that is not known."""
    run = replay(program, test, STEP_LIMIT, deadline)
    match run.end:
        case Violated(violated) if violated == property_id:
            return run
        case Violated(violated):
            return Refused(f"it violates {violated}, not {property_id}")
        case OutOfSteps():
            return Unchecked(f"it did not end within {run.step_count} steps")
        case _:
            return Refused(f"it does not violate {property_id}")
