"""Pointers: their values as pairs of object and offset, arithmetic, comparison, conversion."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.frontends.c.emitting.arithmetic import compare as compare_terms
from maymust.frontends.c.lowering import discarding, lvalues, pointer_checks, values, whole
from maymust.frontends.c.lowering.watching import watch
from maymust.frontends.c.memory.numbers import SMALLEST_ADDRESS, UNINITIALISED
from maymust.frontends.c.tree.constants import constant_value
from maymust.frontends.c.tree.leaves import OBJECT_WIDTH
from maymust.frontends.c.tree.nodes import (
    Binary,
    Cast,
    CompoundLiteral,
    Constant,
    Expression,
    FunctionName,
    Step,
    Text,
    Unary,
)
from maymust.frontends.c.types import ArrayType, FunctionType, IntType, PointerType, size_of
from maymust.terms import Term, add, and_, constant, eq, ite, less_equal, make, ne, negation, or_, resize, sub
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maymust.frontends.c.emitting.context import Lowering
    from maymust.frontends.c.storage.access import Value

Pointer = tuple[Term, Term]


def pointer(low: Lowering, expression: Expression) -> Pointer | None:
    """The value of an expression of pointer type; None where the path has ended."""
    value = whole.value_of(low, expression)
    if value is None or low.dead:
        return None
    object_, offset = value
    return object_, offset


def null(low: Lowering) -> Pointer:
    """The null pointer."""
    return constant(0, OBJECT_WIDTH), constant(0, low.program.memory.word)


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
        return pointer(low, operand.operand)
    return lvalues.address(low, operand)


def cast(low: Lowering, expression: Cast) -> Pointer | None:
    """A conversion to a pointer."""
    operand = expression.operand
    match operand.type:
        case ArrayType() | FunctionType():
            return address_of(low, operand)
        case PointerType():
            return pointer(low, operand)
        case IntType() as type_:
            return from_integer(low, values.value(low, operand), type_)
    discarding.give_up(low, expression, "conversion to a pointer", operand)
    return None


def from_integer(low: Lowering, number: Term, type_: IntType) -> Pointer:
    """An integer as a pointer: to no object."""
    return constant(0, OBJECT_WIDTH), resize(number, low.program.memory.word, signed=type_.signed)


def to_integer(low: Lowering, expression: Cast, type_: IntType) -> Term | None:
    """A pointer as an integer: known only where the pointer was made from one."""
    value = pointer(low, expression.operand)
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
            start = pointer(low, base)
            number = None if start is None else values.value(low, index)
        else:
            number = values.value(low, index)
            start = pointer(low, base)
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


def difference(low: Lowering, expression: Binary, type_: IntType) -> Term | None:
    """`pointer - pointer`: elements between them. Requires of the program that they are in one object."""
    pair = _both(low, expression)
    if pair is None:
        return None
    (object_, offset), (other, behind) = pair
    pointer_checks.check_same_object(low, object_, other, "difference", expression.place)
    low.refuse(ne(object_, other), "difference of pointers to different objects", expression.place)
    assert isinstance(expression.left.type, PointerType)
    size = size_of(expression.left.type.target) or 1
    distance = sub(offset, behind)
    if size != 1:
        distance = make(ops.SDIV, (distance, constant(size, distance.width)))
    return resize(distance, type_.width, signed=True)


def compare(low: Lowering, expression: Binary, *, as_numbers: bool = False) -> Term | None:
    """The truth of a comparison. If the pointers are compared `as_numbers`, they may point to anything."""
    pair = _both(low, expression)
    if pair is None:
        return None
    (object_, offset), (other, behind) = pair
    _refuse_unset(low, expression.left, object_)
    _refuse_unset(low, expression.right, other)
    _refuse_guessed(low, expression, *pair)
    if expression.op in ("==", "!="):
        if _offsets_agree(low, expression):
            same = eq(object_, other)
        else:
            same = and_(eq(object_, other), eq(offset, behind))
        if all(_has_unset(low, side) for side in (expression.left, expression.right)):
            same = and_(same, ne(object_, constant(UNINITIALISED, OBJECT_WIDTH)))
        for kind, shared in _shared_literals(low, expression, object_, other):
            low.refuse(shared, f"comparison of {kind} that compilers may share", expression.place)
        beside = _may_be_neighbours(low, expression, (object_, offset), (other, behind))
        low.refuse(
            beside, "comparison of a pointer to no part of its object with one to another", expression.place
        )
        return same if expression.op == "==" else negation(same)
    sides = (expression.left, expression.right)
    if not as_numbers and any(pointer_checks.is_pointer_in_text(side.place) for side in sides):
        pointer_checks.check_same_object(low, object_, other, "order", expression.place)
    low.refuse(ne(object_, other), "order of pointers to different objects", expression.place)
    numbers = eq(object_, constant(0, OBJECT_WIDTH))
    return ite(
        numbers,
        compare_terms(expression.op, offset, behind, signed=False),
        compare_terms(expression.op, offset, behind, signed=True),  # one may be before the object
    )


def _may_be_neighbours(low: Lowering, expression: Binary, first: Pointer, second: Pointer) -> Term:
    """Whether two pointers are to different objects, and one is not inside of its own, or that is gone: it
    may be equal to the other by chance (C11 6.5.9p6)."""
    memory, null = low.program.memory, constant(0, OBJECT_WIDTH)
    sides = ((expression.left, first), (expression.right, second))
    inside = [
        part
        for side, value in sides
        if isinstance(side.type, PointerType)
        for ref in memory.points.value(side)
        for part in (
            memory.validity.perhaps_inside(ref, *value, 1),
            memory.validity.not_freed(ref, value[0]),
            memory.validity.in_scope(ref, value[0]),
        )
    ]
    objects = [ne(object_, null) for _, (object_, _) in sides]
    return and_(*objects, ne(first[0], second[0]), negation(and_(*inside)))


def _shared_literals(
    low: Lowering, expression: Binary, object_: Term, other: Term
) -> Iterator[tuple[str, Term]]:
    """What two pointers may be to that may, but need not, be in one place, and whether they are: string
    literals of which one ends as the other does (C11 6.4.5p7); a constant compound literal and another, or a
    string literal (6.5.2.5p7), whatever they hold."""
    first, second = (_literals(low, side) for side in (expression.left, expression.right))
    texts, others = list[Term](), list[Term]()
    for a, text in first.items():
        for b, end in second.items():
            both = and_(eq(object_, constant(a, OBJECT_WIDTH)), eq(other, constant(b, OBJECT_WIDTH)))
            if a == b:
                continue
            if text is None or end is None:
                others.append(both)
            elif text.endswith(end) or end.endswith(text):
                texts.append(both)
    yield "string literals", or_(*texts)
    yield "constant literals", or_(*others)


def _literals(low: Lowering, expression: Expression) -> dict[int, bytes | None]:
    """The string literals that a pointer may point to, by the number of their object, and the constant
    compound literals, with None."""
    memory, found = low.program.memory, dict[int, bytes | None]()
    for ref in memory.points.value(expression):
        for key, number in memory.region(ref).named.items():
            match key.what:
                case Text(data=data):
                    found[number] = data
                case CompoundLiteral(const=True):
                    found[number] = None
    return found


def is_not_null(low: Lowering, expression: Expression, value: Value) -> Term:
    """Whether the value of a pointer is not null."""
    object_, offset = value
    _refuse_unset(low, expression, object_)
    is_object = ne(object_, constant(0, OBJECT_WIDTH))
    if not _may_have_offset(low, expression):
        return is_object
    return or_(is_object, ne(offset, constant(0, offset.width)))


def _refuse_unset(low: Lowering, expression: Expression, object_: Term) -> None:
    """The path may end where a pointer was never set: it may be null, or equal to any other, by chance. It
    may as well differ from all."""
    if _has_unset(low, expression):
        unset = eq(object_, constant(UNINITIALISED, OBJECT_WIDTH))
        construct = "comparison of an uninitialised pointer"
        low.refuse_perhaps(unset, "uninitialised pointer is equal", construct, expression.place)


def _has_unset(low: Lowering, expression: Expression) -> bool:
    memory = low.program.memory
    return any(memory.region(ref).has_unset for ref in memory.points.value(expression))


def _refuse_guessed(low: Lowering, expression: Binary, first: Pointer, second: Pointer) -> None:
    """The path may end where an integer as a pointer is compared with a pointer to an object: it may be its
    address by chance."""
    memory = low.program.memory
    refs = [ref for side in (expression.left, expression.right) for ref in memory.points.value(side)]
    if memory.shortcuts and not any(memory.region(ref).has_integers for ref in refs):
        return
    null, page = constant(0, OBJECT_WIDTH), constant(SMALLEST_ADDRESS, memory.word)
    sides = ((first, second), (second, first))
    guessed = [
        and_(eq(number[0], null), less_equal(page, number[1], signed=False), ne(other[0], null))
        for number, other in sides
    ]
    construct = "comparison of a pointer made from an integer with one to an object"
    low.refuse_perhaps(or_(*guessed), "integer is the address", construct, expression.place)


def addresses_compared(expression: Binary) -> Binary | None:
    """The comparison of pointers that a comparison of their addresses as integers is; None if it is none."""
    left, right = (_converted_pointer(side) for side in (expression.left, expression.right))
    if left is None or right is None or (is_null(left) and is_null(right)):
        return None
    types = (expression.left.type, expression.right.type)
    unsigned = all(isinstance(type_, IntType) and not type_.signed for type_ in types)
    if expression.op not in ("==", "!=") and not unsigned:
        return None
    return replace(expression, left=left, right=right)


def _converted_pointer(expression: Expression) -> Expression | None:
    """The pointer that is converted to an integer without losing bits, or zero; None for other things."""
    if is_null(expression):
        return expression
    if not isinstance(expression, Cast) or not isinstance(expression.type, IntType):
        return None
    operand = expression.operand
    if isinstance(operand.type, IntType) and expression.type.width == operand.type.width:
        return _converted_pointer(operand)
    wide = isinstance(operand.type, PointerType) and expression.type.width >= operand.type.width
    return operand if wide and not expression.type.boolean else None


def _both(low: Lowering, expression: Binary) -> tuple[Pointer, Pointer] | None:
    first = _as_pointer(low, expression.left)
    second = None if first is None else _as_pointer(low, expression.right)
    return None if first is None or second is None or low.dead else (first, second)


def _as_pointer(low: Lowering, expression: Expression) -> Pointer | None:
    """A side of a comparison; a null pointer constant may be an integer."""
    if isinstance(expression.type, IntType):
        number = values.value(low, expression)
        return None if low.dead else from_integer(low, number, expression.type)
    return pointer(low, expression)


def _offsets_agree(low: Lowering, expression: Binary) -> bool:
    """Whether two pointers are equal if their objects are: by what the analysis knows, both point to the same
    place of an object, or to none."""
    sides = [side for side in (expression.left, expression.right) if not is_null(side)]
    if any(_may_have_offset(low, side) for side in sides):
        return False
    points = low.program.memory.points
    refs = {points.graph.resolve(ref) for side in sides for ref in points.value(side)}
    nodes = {ref.node for ref in refs}
    if len(refs) == len(nodes) == len(sides) and len(nodes) > 1:
        return True  # different regions have no object in common
    return len(sides) < 2 or (len(refs) <= 1 and all(low.program.memory.exact(ref) for ref in refs))


def _may_have_offset(low: Lowering, expression: Expression) -> bool:
    """Whether a pointer to no object may differ from null: made from an integer, or null that was moved."""
    if isinstance(expression.type, IntType):
        return constant_value(expression) != 0
    memory = low.program.memory
    refs = memory.points.value(expression)
    return any(memory.may_be_number(ref) for ref in refs)


def is_null(expression: Expression) -> bool:
    """Whether an expression is the null pointer, written as a constant."""
    while isinstance(expression, Cast):
        expression = expression.operand
    return isinstance(expression, Constant) and expression.value == 0
