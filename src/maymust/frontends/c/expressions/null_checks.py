"""Checks that there are no null pointers where the declaration of a function forbids them: as arguments, and
as what it returns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.emitting.checks import check
from maymust.frontends.c.tree.expressions import Cast
from maymust.frontends.c.types import PointerType
from maymust.ir.memory import OBJECT_WIDTH
from maymust.terms import and_, constant, eq

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value
    from maymust.frontends.c.tree.expressions import Expression
    from maymust.frontends.c.tree.statements import Return
    from maymust.terms import Term


def is_watched(low: Lowering, argument: Expression) -> bool:
    """Whether an argument, perhaps converted, must not be null."""
    while isinstance(argument, Cast) and isinstance(argument.operand.type, PointerType):
        argument = argument.operand
    return low.program.checks.guards.function("nonnull", argument) is not None


def check_given(low: Lowering, argument: Expression, value: Value) -> None:
    """An argument has this value, and is given to a function."""
    function = low.program.checks.guards.function("nonnull", argument)
    if function is not None:
        message = f"null pointer given to `{function}`, which forbids it"
        check(low, "nonnull", _is_null(value), message, argument.place)


def check_returned(low: Lowering, statement: Return, value: Value) -> None:
    """A function returns this value."""
    function = low.program.checks.guards.function("nonnull", statement)
    if function is not None:
        message = f"null pointer returned by `{function}`, which promises another"
        check(low, "nonnull", _is_null(value), message, statement.place)


def _is_null(value: Value) -> Term:
    object_, offset = value
    return and_(eq(object_, constant(0, OBJECT_WIDTH)), eq(offset, constant(0, offset.width)))
