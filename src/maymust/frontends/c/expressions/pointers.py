"""Computes with pointers, whose values are pairs of object and offset: moves, converts and tests them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.expressions import pointer_checks
from maymust.frontends.c.expressions.watching import watch
from maymust.frontends.c.memory.targets import Pointer
from maymust.frontends.c.tree.constants import constant_value
from maymust.frontends.c.tree.expressions import Binary, Cast, Expression, Step
from maymust.frontends.c.types import IntType, PointerType, size_of
from maymust.ir.memory import OBJECT_WIDTH, UNINITIALISED
from maymust.terms import Term, add, constant, eq, make, ne, or_, resize, sub
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value


def null(low: Lowering) -> Pointer:
    """The null pointer."""
    return constant(0, OBJECT_WIDTH), constant(0, low.program.memory.word)


def from_integer(low: Lowering, number: Term, type_: IntType) -> Pointer:
    """An integer as a pointer: to no object."""
    return constant(0, OBJECT_WIDTH), resize(number, low.program.memory.word, signed=type_.signed)


def to_integer(low: Lowering, expression: Cast, type_: IntType) -> Term | None:
    """A pointer as an integer: known only where the pointer was made from one."""
    value = low.pointer(expression.operand)
    if value is None:
        return None
    object_, offset = value
    low.refuse(ne(object_, constant(0, OBJECT_WIDTH)), "address as an integer", expression.place)
    return resize(offset, type_.width, signed=False)


def arithmetic(low: Lowering, expression: Binary) -> Pointer | None:
    """`pointer + integer`, `integer + pointer`, `pointer - integer`."""
    left, right = expression.left, expression.right
    base, index = (left, right) if isinstance(left.type, PointerType) else (right, left)
    with watch(low, low.effects.clashes.among((left, right)), expression.place):
        if base is left:
            start = low.pointer(base)
            number = None if start is None else low.value(index)
        else:
            number = low.value(index)
            start = low.pointer(base)
    if start is None or number is None or low.dead:
        return None
    assert isinstance(base.type, PointerType) and isinstance(index.type, IntType)
    return moved(low, expression, base, start, expression.op, number, index.type)


def moved(
    low: Lowering,
    expression: Expression,
    base: Expression,
    start: Pointer,
    op: str,
    number: Term,
    of: IntType,
) -> Pointer:
    """The pointer `base`, whose value is `start`, moved by a number of that type in an expression."""
    assert isinstance(base.type, PointerType)
    end = shifted(low, start[1], op, number, of, base.type)
    if "pointer" in low.program.checks.asked and pointer_checks.is_pointer_in_text(expression.place):
        ref, size = low.program.memory.points.value(base)[0], size_of(base.type.target) or 1
        pointer_checks.check_moved(low, expression.place, ref, start, end, number, of, size)
    return start[0], end


def shifted(low: Lowering, offset: Term, op: str, number: Term, of: IntType, type_: PointerType) -> Term:
    """An offset moved by a number of that type."""
    word = low.program.memory.word
    size = constant(size_of(type_.target) or 1, word)
    distance = make(ops.MUL, (resize(number, word, signed=of.signed), size))
    return add(offset, distance) if op == "+" else sub(offset, distance)


def stepped(low: Lowering, expression: Step, value: Pointer) -> Pointer:
    """`++` and `--` of a pointer that has this value."""
    one = constant(expression.delta, low.program.memory.word)
    number = IntType(low.program.memory.word, signed=True)
    return moved(low, expression, expression.target, value, "+", one, number)


def is_not_null(low: Lowering, expression: Expression, value: Value) -> Term:
    """Whether the value of a pointer is not null."""
    object_, offset = value
    refuse_unset(low, expression, object_)
    is_object = ne(object_, constant(0, OBJECT_WIDTH))
    if not may_have_offset(low, expression):
        return is_object
    return or_(is_object, ne(offset, constant(0, offset.width)))


def refuse_unset(low: Lowering, expression: Expression, object_: Term) -> None:
    """The path may end where a pointer was never set: it may be null, or equal to any other, by chance. It
    may as well differ from all."""
    if has_unset(low, expression):
        unset = eq(object_, constant(UNINITIALISED, OBJECT_WIDTH))
        construct = "comparison of an uninitialised pointer"
        low.refuse_perhaps(unset, "uninitialised pointer is equal", construct, expression.place)


def has_unset(low: Lowering, expression: Expression) -> bool:
    """Whether a pointer may never have been set."""
    memory = low.program.memory
    return any(memory.region(ref).has_unset for ref in memory.points.value(expression))


def may_have_offset(low: Lowering, expression: Expression) -> bool:
    """Whether a pointer to no object may differ from null: made from an integer, or null that was moved."""
    if isinstance(expression.type, IntType):
        return constant_value(expression) != 0
    memory = low.program.memory
    refs = memory.points.value(expression)
    return any(memory.may_be_number(ref) for ref in refs)
