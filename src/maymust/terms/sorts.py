"""Sorts of terms: Bool and fixed-width bit-vectors. Sorts are interned, so `is` compares them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True, eq=False)
class BoolSort:
    """The two truth values."""

    def __repr__(self) -> str:
        return "bool"


@dataclass(frozen=True, slots=True, eq=False)
class BitVecSort:
    """Bit-vectors of `width` bits; a value is its unsigned reading, 0 <= value < 2**width."""

    width: int

    def __repr__(self) -> str:
        return f"bv{self.width}"


Sort = BoolSort | BitVecSort

BOOL = BoolSort()
MAX_WIDTH = 1 << 16  # wider than any machine's integers; guards the readers against absurd numbers


@cache
def bitvec(width: int) -> BitVecSort:
    """The sort of bit-vectors of `width` bits; raises ValueError unless 1 <= width <= MAX_WIDTH."""
    if not 1 <= width <= MAX_WIDTH:
        raise ValueError(f"a bit-vector has from 1 to {MAX_WIDTH} bits, not {width}")
    return BitVecSort(width)


def sort_named(name: str) -> Sort:
    """The sort that prints as `name`; raises ValueError for any other text."""
    if name == "bool":
        return BOOL
    if name.startswith("bv") and name[2:].isdecimal():
        return bitvec(int(name[2:]))
    raise ValueError(f"no sort is called {name!r}")


def to_signed(value: int, width: int) -> int:
    """The two's complement reading of an unsigned value of `width` bits."""
    return value - (1 << width) if value >> (width - 1) else value
