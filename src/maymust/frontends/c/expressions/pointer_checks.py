"""Checks that pointer arithmetic stays within its object (C11 6.5.6p8): a pointer may be moved to any byte of
its object and to its end, null may not be moved at all, and only pointers to one object can be subtracted and
ordered.

The object is the whole variable or what one call has allocated; an array within it counts where its index is
written (`p->a[i]`). Where an element is accessed and `bounds` is asked for, that check says more. How large
an object from outside is, nobody knows. Sums of addresses that are integers in the text are none of this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.emitting.checks import check
from maymust.frontends.c.emitting.gaps import check_perhaps
from maymust.ir.memory import OBJECT_WIDTH, UNINITIALISED
from maymust.terms import FALSE, and_, constant, eq, less, less_equal, ne, negation, or_, resize

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.points_to.graph import Ref
    from maymust.frontends.c.tree.places import Place
    from maymust.frontends.c.types import IntType
    from maymust.terms import Term

_POINTERS = frozenset({"POINTER", "CONSTANTARRAY", "INCOMPLETEARRAY", "VARIABLEARRAY"})
_LEAVES = "pointer arithmetic that leaves its object"
_OUTSIDE = "pointer beyond what is known of memory from outside"


def are_asked(low: Lowering, place: Place) -> bool:
    """Whether arithmetic at a place is checked."""
    return "pointer" in low.program.checks.asked and place.unit.is_users(place.cursor)


def is_pointer_in_text(place: Place) -> bool:
    """Whether the expression at a place is a pointer there, and not an integer that holds an address."""
    unit = place.unit
    return unit.type_kind(unit.canonical(unit.type_of(place.cursor))) in _POINTERS


def check_moved(
    low: Lowering,
    place: Place,
    ref: Ref,
    start: tuple[Term, Term],
    end: Term,
    number: Term,
    of: IntType,
    size: int,
    *,
    accessed: bool = False,
    is_array: bool = False,
) -> None:
    """A pointer is moved from `start` to the offset `end`, by a number of elements of that size; if it is
    `accessed`, what it points to then is. It may be that of an array, which has its place if the object that
    it is in has one."""
    if low.dead or not are_asked(low, place):
        return
    (object_, offset), asked, memory = start, low.program.checks.asked, low.program.memory
    validity, zero = memory.validity, constant(0, OBJECT_WIDTH)
    is_object = and_(ne(object_, zero), ne(object_, constant(UNINITIALISED, OBJECT_WIDTH)))
    bad, outside = [and_(is_object, _is_far(number, of, size, memory.word))], FALSE
    if not is_array and not (accessed and "null" in asked):
        is_null = and_(eq(object_, zero), eq(offset, constant(0, offset.width)))
        bad.append(and_(is_null, ne(number, constant(0, number.width))))
    if not (accessed and "bounds" in asked):
        bad.append(negation(validity.reaches(ref, object_, end)))
        outside = negation(validity.reaches_outside(ref, object_, end))
    check(low, "pointer", or_(*bad), _LEAVES, place)
    check_perhaps(low, "pointer", outside, _LEAVES, _OUTSIDE, place)


def check_index(low: Lowering, place: Place, number: Term, count: int, *, accessed: bool) -> None:
    """An array of so many elements, which is a part of an object or a variable, has an index."""
    if low.dead or not are_asked(low, place) or (accessed and "bounds" in low.program.checks.asked):
        return
    inside = less_equal(number, constant(count, number.width), signed=False)
    check(low, "pointer", negation(inside), _LEAVES, place)


def check_same_object(low: Lowering, first: Term, second: Term, what: str, place: Place) -> None:
    """Two pointers, to these objects, are subtracted or ordered."""
    if are_asked(low, place):
        check(low, "pointer", ne(first, second), f"{what} of pointers to different objects", place)


def _is_far(number: Term, of: IntType, size: int, word: int) -> Term:
    """Whether so many elements are more than any object has: then the offset may wrap around."""
    if of.width + size.bit_length() < word:
        return FALSE
    wide = resize(number, max(word, of.width), signed=of.signed)
    most = ((1 << (word - 1)) - 1) // size
    above = less(constant(most, wide.width), wide, signed=of.signed)
    if not of.signed:
        return above
    return or_(above, less(wide, constant(-most, wide.width), signed=True))
