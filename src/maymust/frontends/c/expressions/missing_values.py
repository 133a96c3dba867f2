"""Checks that no value is used of a function that returned none (C11 6.9.1p12): a variable tells whether the
last function to return, of those that may do so without a value, had one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.emitting.checks import check
from maymust.terms import constant, eq

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.tree.expressions import CallExpression
    from maymust.ir.source import Span

_USED = "use of the value of a function that returned none"


def is_watched(low: Lowering) -> bool:
    """Whether who uses a value that the function that is being lowered does not return is seen to do so."""
    return low.program.returned is not None and low.name in low.program.checks.guards.valueless


def note_return(low: Lowering, span: Span, *, has_value: bool) -> None:
    """The function that is being lowered returns here."""
    returned = low.program.returned
    if returned is not None and is_watched(low) and not low.dead:
        low.assign(returned.term, constant(int(has_value), 1), span)


def check_used(low: Lowering, call: CallExpression, function: str) -> None:
    """The value of a call, which has just come back from that function, is used. What rules weave around a
    function passes its value on, whether anybody uses it or not."""
    returned = low.program.returned
    if returned is None or function not in low.program.checks.guards.valueless:
        return
    missing = eq(returned.term, constant(0, 1))
    if call.place.unit.is_woven(call.place.cursor):
        low.refuse(missing, f"{_USED}, by a rule", call.place)
    else:
        check(low, "return", missing, _USED, call.place)
