"""The check of a test: it is run on the program, statement by statement, and must violate the property.

What padding holds, and the bytes beside a member of a union, is an input, for C leaves it open; but no test
can choose it when it is run. So a test has to violate the property with zero there, as compilers mostly do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.certificates.check_proof import Refused, Unchecked
from maymust.interp.replay import InputValue, OutOfSteps, Run, Violated, replay
from maymust.ir.program import Edge, Havoc

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
            return _with_zero_padding(program, run, property_id, deadline)
        case Violated(violated):
            return Refused(f"it violates {violated}, not {property_id}")
        case OutOfSteps():
            return Unchecked(f"it did not end within {run.step_count} steps")
        case _:
            return Refused(f"it does not violate {property_id}")


def _with_zero_padding(program: Program, run: Run, property_id: str, deadline: float) -> Run | Unchecked:
    """The same run, or one that violates the property with zero for all that no test can choose."""
    if not any(_is_padding(edge) and given.value for edge, given in run.inputs):
        return run
    test = [InputValue(given.node, 0) if _is_padding(edge) else given for edge, given in run.inputs]
    again = replay(program, test, STEP_LIMIT, deadline)
    if again.end == Violated(property_id):
        return again
    return Unchecked("it rests on bytes that C leaves open: padding, or those beside a member of a union")


def _is_padding(edge: Edge) -> bool:
    return isinstance(edge.statement, Havoc) and edge.statement.kind == "padding"
