"""Takes addresses, and converts to pointers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.expressions import giving_up, lvalues
from maymust.frontends.c.expressions.pointers import from_integer
from maymust.frontends.c.memory.targets import Pointer
from maymust.frontends.c.tree.expressions import Cast, Expression, FunctionName, Unary
from maymust.frontends.c.types import ArrayType, FunctionType, IntType, PointerType
from maymust.ir.memory import OBJECT_WIDTH
from maymust.terms import constant

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering


def address_of(low: Lowering, operand: Expression) -> Pointer | None:
    """`&operand`, and what arrays and functions become where pointers are expected."""
    if isinstance(operand, FunctionName):
        obstacle = low.program.declarations.call_obstacle(operand.name)
        if obstacle is not None:
            low.unmodelled(f"address of {obstacle}", operand.place)
            return None
        number = low.program.memory.code(operand.name)
        return constant(number, OBJECT_WIDTH), constant(0, low.program.memory.word)
    if isinstance(operand, Unary) and operand.op == "*":
        return low.pointer(operand.operand)
    return lvalues.address(low, operand)


def cast(low: Lowering, expression: Cast) -> Pointer | None:
    """A conversion to a pointer."""
    operand = expression.operand
    match operand.type:
        case ArrayType() | FunctionType():
            return address_of(low, operand)
        case PointerType():
            return low.pointer(operand)
        case IntType() as type_:
            return from_integer(low, low.value(operand), type_)
    giving_up.give_up(low, expression, "conversion to a pointer", operand)
    return None
