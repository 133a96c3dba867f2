"""The values of clauses, and the two ways in which a term has none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from maymust.frontends.c.memory.numbers import UNINITIALISED
from maymust.frozen import frozen
from maymust.terms import Value


class Undefined(Exception):  # noqa: N818 - no error: a clause that is not defined is violated
    """A pointer is followed that is null or leads nowhere, an index is out of bounds, a divisor is zero."""


class NotSeen(Exception):  # noqa: N818 - no error: the judge's third answer
    """The value cannot be told from what is known of the execution; the reason is for the user."""


@frozen
class Pointer:
    """The number of an object, and how many bytes behind its start. Object 0 is none, as in
    `frontends.c.memory.regions`."""

    object: int
    offset: int = 0


NULL = Pointer(0)
UNSET = Pointer(UNINITIALISED)
Set: TypeAlias = frozenset[int | Pointer] | range
ClauseValue: TypeAlias = bool | int | Pointer | Set

_LARGEST = 1 << 16


def pointer_of(object_: Value | None, offset: Value | None) -> Pointer:
    """The pointer of two numbers of the program."""
    if not isinstance(object_, int) or not isinstance(offset, int):
        raise NotSeen("a pointer is not kept as one value")
    if object_ == UNINITIALISED:
        return UNSET
    if object_ == 0 and offset:
        raise NotSeen("a pointer is made from a number")
    return Pointer(object_, offset)


def elements(found: ClauseValue) -> frozenset[int | Pointer]:
    """All elements of a set, if they can be counted up."""
    assert isinstance(found, frozenset | range)
    if len(found) > _LARGEST:
        raise NotSeen("a set has too many numbers to count them up")
    return frozenset(found)


def set_of(values: Iterable[ClauseValue]) -> Set:
    """The set of numbers or pointers, without null."""
    found = frozenset(each for each in values if isinstance(each, int | Pointer) and each != NULL)
    if UNSET in found:
        raise NotSeen("a pointer that was never set is in a set")
    return found


def pointers(value: ClauseValue) -> list[Pointer]:
    """A pointer, or all of a set, in order."""
    if isinstance(value, Pointer):
        return [value]
    found = [each for each in elements(value) if isinstance(each, Pointer)]
    return sorted(found, key=lambda each: (each.object, each.offset))


def numbers_in(index: ClauseValue, count: int) -> list[int]:
    """An index, or all of a set, in order; `Undefined` if one of them is out of bounds of so many."""
    found = [index] if isinstance(index, int) else index
    assert isinstance(found, list | frozenset | range)
    if len(found) > count:
        raise Undefined
    indices = sorted(each for each in found if isinstance(each, int))
    if any(not 0 <= each < count for each in indices):
        raise Undefined
    return indices


def as_int(value: ClauseValue) -> int:
    """A number that has to be one of C's `int`."""
    assert isinstance(value, int)
    if not -(1 << 31) <= value < 1 << 31:
        raise NotSeen("a number does not fit into an `int`")
    return value
