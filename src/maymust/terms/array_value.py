"""Concrete arrays: immutable values whose `store` costs O(1) in the usual order of use.

H. G. Baker: Shallow Binding Makes Functional Arrays Fast (SIGPLAN Notices 26(8), 1991). The versions of an
array share one table. The version that was used last owns it; another holds the single element in which it
differs from a neighbour that is nearer to the owner. Using a version makes it the owner: the differences on
the way are turned round. A version that is far from the owner gets a table of its own instead, so that two
distant versions which are read in turns do not pass one table back and forth.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_FAR = 32  # differences
_PRIME = (1 << 61) - 1
_WORD = (1 << 64) - 1


class ArrayValue:
    """A map from all bit-vectors of `index_width` bits to integers: `default` but for finitely many indices.

    Values are equal if they are the same map, whatever their defaults are. Not thread-safe.
    """

    __slots__ = ("_count", "_hash", "_index", "_nearer", "_old", "_table", "default", "index_width")

    default: int
    index_width: int
    _count: int  # of what differs from the default
    _hash: int
    _table: dict[int, int] | None  # the owner's: what differs from the default; None in other versions, where
    _nearer: ArrayValue | None  # this version is like that one, but
    _index: int  # at this index
    _old: int  # it has this element

    # -- reading

    def select(self, index: int) -> int:
        """The element at an index."""
        table = self._table
        return (self._owned() if table is None else table).get(index, self.default)

    def items(self) -> list[tuple[int, int]]:
        """The elements that differ from the default, with their indices, in the order of these."""
        return sorted(self._owned().items())

    def __len__(self) -> int:
        """How many elements differ from the default."""
        return self._count

    # -- making

    def store(self, index: int, element: int) -> ArrayValue:
        """This array with another element at an index."""
        table = self._owned()
        default = self.default
        old = table.get(index, default)
        if old == element:
            return self
        change = _weight(index, self.index_width) * (_scrambled(element) - _scrambled(old))
        hashed = (self._hash + change) % _PRIME
        if (
            not table
        ):  # it stays as it is, for `filled` keeps such values: they should not keep their successors
            return _new(default, self.index_width, {index: element}, hashed)
        if element == default:
            del table[index]
        else:
            table[index] = element
        new = _new(default, self.index_width, table, hashed)
        self._table, self._nearer, self._index, self._old = None, new, index, old
        return new

    # -- comparing

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, ArrayValue):
            return NotImplemented
        if self._hash != other._hash or self.index_width != other.index_width:
            return False
        mine = dict(self._owned())  # a copy: the other one may own this table next
        theirs = other._owned()
        if self.default == other.default:
            return mine == theirs
        if len(mine) + len(theirs) < 1 << self.index_width:
            return False  # somewhere both have their defaults
        return all(
            mine.get(index, self.default) == theirs.get(index, other.default)
            for index in range(1 << self.index_width)
        )

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        elements = "".join(f"{index}: {element}, " for index, element in self.items())
        return f"[{elements}else {self.default}]"

    def __reduce__(self) -> tuple[object, ...]:
        return array_value, (self.index_width, self.default, self.items())

    # -- versions

    def _owned(self) -> dict[int, int]:
        """The table, as it is for this version, which owns it from now on."""
        if self._table is not None:
            return self._table
        path: list[ArrayValue] = []
        owner = self
        while owner._nearer is not None:
            path.append(owner)
            owner = owner._nearer
        table = owner._table
        assert table is not None
        if len(path) > _FAR:
            table = dict(table)
            for version in reversed(path):
                version._put(table)
        else:
            for version in reversed(path):
                index = version._index
                owner._nearer, owner._index, owner._old = version, index, table.get(index, owner.default)
                owner._table = None
                version._put(table)
                owner = version
        self._table, self._nearer = table, None
        return table

    def _put(self, table: dict[int, int]) -> None:
        """Makes the table of the nearer version this one's."""
        if self._old == self.default:
            table.pop(self._index, None)
        else:
            table[self._index] = self._old


@lru_cache(maxsize=1024)
def filled(index_width: int, default: int) -> ArrayValue:
    """The array with the same element everywhere."""
    pairs = pow(2, index_width - 1, _PRIME)
    return _new(default, index_width, {}, pairs * _scrambled(default) % _PRIME)


def array_value(index_width: int, default: int, elements: Iterable[tuple[int, int]]) -> ArrayValue:
    """The array with these elements at these indices, and the default elsewhere."""
    empty = filled(index_width, default)
    table = {index: element for index, element in elements if element != default}
    base = _scrambled(default)
    total = empty._hash
    for index, element in table.items():
        total += _weight(index, index_width) * (_scrambled(element) - base)
    return _new(default, index_width, table, total % _PRIME) if table else empty


def _new(default: int, index_width: int, table: dict[int, int], hashed: int) -> ArrayValue:
    value = ArrayValue.__new__(ArrayValue)
    value.default = default
    value.index_width = index_width
    value._count = len(table)
    value._hash = hashed
    value._table = table
    value._nearer = None
    return value


# The hash of an array is the sum, over all its indices, of the index's weight times the scrambled element,
# modulo a prime. So it does not depend on the default, and a store changes one summand. The sum for a default
# is known because an index and its complement have weights that add up to 1.


def _weight(index: int, index_width: int) -> int:
    opposite = index ^ ((1 << index_width) - 1)
    return _scrambled(index) if index < opposite else 1 - _scrambled(opposite)


@lru_cache(maxsize=1 << 14)
def _scrambled(number: int) -> int:
    """Bits of the number that depend on all its bits, and not in a linear way (like SplitMix64)."""
    number = (hash(number) + 1) * 0x9E3779B97F4A7C15 & _WORD
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    return number ^ number >> 27
