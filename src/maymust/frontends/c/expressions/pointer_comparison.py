"""Compares and subtracts pointers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.emitting.arithmetic import compare as compare_terms
from maymust.frontends.c.expressions import pointer_checks
from maymust.frontends.c.expressions.pointers import from_integer, has_unset, may_have_offset, refuse_unset
from maymust.frontends.c.memory.numbers import SMALLEST_ADDRESS
from maymust.frontends.c.memory.targets import Pointer
from maymust.frontends.c.tree.addresses import is_null
from maymust.frontends.c.tree.expressions import Binary, CompoundLiteral, Expression, Text
from maymust.frontends.c.types import IntType, PointerType, size_of
from maymust.ir.memory import OBJECT_WIDTH, UNINITIALISED
from maymust.terms import Term, and_, constant, eq, ite, less_equal, make, ne, negation, or_, resize, sub
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maymust.frontends.c.emitting.lowering import Lowering


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
    refuse_unset(low, expression.left, object_)
    refuse_unset(low, expression.right, other)
    _refuse_guessed(low, expression, *pair)
    if expression.op in ("==", "!="):
        if _offsets_agree(low, expression):
            same = eq(object_, other)
        else:
            same = and_(eq(object_, other), eq(offset, behind))
        if all(has_unset(low, side) for side in (expression.left, expression.right)):
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


def _both(low: Lowering, expression: Binary) -> tuple[Pointer, Pointer] | None:
    first = _as_pointer(low, expression.left)
    second = None if first is None else _as_pointer(low, expression.right)
    return None if first is None or second is None or low.dead else (first, second)


def _as_pointer(low: Lowering, expression: Expression) -> Pointer | None:
    """A side of a comparison; a null pointer constant may be an integer."""
    if isinstance(expression.type, IntType):
        number = low.value(expression)
        return None if low.dead else from_integer(low, number, expression.type)
    return low.pointer(expression)


def _offsets_agree(low: Lowering, expression: Binary) -> bool:
    """Whether two pointers are equal if their objects are: by what the analysis knows, both point to the same
    place of an object, or to none."""
    sides = [side for side in (expression.left, expression.right) if not is_null(side)]
    if any(may_have_offset(low, side) for side in sides):
        return False
    points = low.program.memory.points
    refs = {points.graph.resolve(ref) for side in sides for ref in points.value(side)}
    nodes = {ref.node for ref in refs}
    if len(refs) == len(nodes) == len(sides) and len(nodes) > 1:
        return True  # different regions have no object in common
    return len(sides) < 2 or (len(refs) <= 1 and all(low.program.memory.exact(ref) for ref in refs))
