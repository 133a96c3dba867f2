"""Sorts of terms: Bool, bit-vectors and arrays of these. Sorts are interned, so `is` compares them."""

from __future__ import annotations

import re
from functools import cache

from maymust.frozen import frozen


@frozen(eq=False)
class BoolSort:
    """The two truth values."""

    def __repr__(self) -> str:
        return "bool"


@frozen(eq=False)
class BitVecSort:
    """Bit-vectors of `width` bits; a value is its unsigned reading, 0 <= value < 2**width."""

    width: int

    def __repr__(self) -> str:
        return f"bv{self.width}"


@frozen(eq=False)
class ArraySort:
    """Total maps from bit-vectors of `index` bits to bit-vectors of `element` bits."""

    index: int
    element: int

    def __repr__(self) -> str:
        return f"bv{self.index}->bv{self.element}"


Sort = BoolSort | BitVecSort | ArraySort

BOOL = BoolSort()
MAX_WIDTH = 1 << 16  # wider than any machine's integers; guards the readers against absurd numbers
_VECTORS = re.compile(r"bv([0-9]{1,6})(?:->bv([0-9]{1,6}))?")


@cache
def bitvec(width: int) -> BitVecSort:
    """The sort of bit-vectors of `width` bits; raises ValueError unless 1 <= width <= MAX_WIDTH."""
    if not 1 <= width <= MAX_WIDTH:
        raise ValueError(f"a bit-vector has from 1 to {MAX_WIDTH} bits, not {width}")
    return BitVecSort(width)


@cache
def array_sort(index: int, element: int) -> ArraySort:
    """The sort of arrays with indices and elements of these widths; raises ValueError where `bitvec` does."""
    return ArraySort(bitvec(index).width, bitvec(element).width)


def sort_named(name: str) -> Sort:
    """The sort that prints as `name`; raises ValueError for any other text."""
    if name == "bool":
        return BOOL
    match = _VECTORS.fullmatch(name)
    if match is None:
        raise ValueError(f"no sort is called {name!r}")
    width, element = match.groups()
    return bitvec(int(width)) if element is None else array_sort(int(width), int(element))


def to_signed(value: int, width: int) -> int:
    """The two's complement reading of an unsigned value of `width` bits."""
    return value - (1 << width) if value >> (width - 1) else value
