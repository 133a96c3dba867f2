"""Strings that functions of the C library print: where checks of memory are asked for, the first character is
checked as if it were read. Whether all of the string is there is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import discarding, pointers, print_formats
from maymust.frontends.c.storage import MemoryPlace, check_access, check_present
from maymust.terms import constant, eq

if TYPE_CHECKING:
    from maymust.frontends.c.context import Lowering
    from maymust.frontends.c.tree import CallExpression, Expression

_ASKED = ("null", "deref", "bounds")


def evaluate(low: Lowering, call: CallExpression, argument: Expression) -> None:
    """Evaluates an argument of a function without a body, and checks it if it is printed. For null, the C
    library prints something if there is a format."""
    if low.program.checks.asked.isdisjoint(_ASKED) or argument not in print_formats.printed_texts(call):
        discarding.use(low, argument)
        return
    value = pointers.pointer(low, argument)
    if value is None or low.dead:
        return
    ref, place, graph = low.program.memory.points.value(argument)[0], argument.place, low.graph
    target = MemoryPlace(ref, *value, pointer=place, access=place)
    if print_formats.takes_no_null(call):
        check_access(low, target, 1, place)
        return
    something, behind = graph.location(), graph.location()
    graph.split(eq(value[0], constant(0, value[0].width)), behind, something, place.span)
    graph.at(something)
    check_present(low, target, 1, place)
    graph.jump(behind)
    graph.at(behind)
