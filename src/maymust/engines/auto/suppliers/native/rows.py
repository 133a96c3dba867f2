"""States and inputs as the C program hands them out: as words of 64 bits."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from maymust.interp.replay import InputValue
from maymust.terms import ArraySort, BitVecSort, array_value

if TYPE_CHECKING:
    import ctypes
    from collections.abc import Iterator, Sequence

    from maymust.engines.auto.problem import Valuation
    from maymust.terms import ArrayValue, Sort

    Words = Sequence[int] | ctypes.Array[ctypes.c_uint64]


class Rows:
    """How states of variables of these sorts are laid out: a number has its words, lowest first; an array has
    one, which says where in the pool it is spelled: rest, number of elements, and for each of them the
    index in two words, highest first, and the value."""

    def __init__(self, sorts: Sequence[Sort]) -> None:
        self.sorts = tuple(sorts)
        counts = [2 if isinstance(sort, BitVecSort) and sort.width > 64 else 1 for sort in self.sorts]
        *self.starts, self.words = accumulate(counts, initial=0)

    @property
    def arrays(self) -> int:
        """How many arrays there are."""
        return sum(isinstance(sort, ArraySort) for sort in self.sorts)

    def words_of(self, variable: int) -> range:
        """Where the words of a variable are."""
        end = self.starts[variable + 1] if variable + 1 < len(self.starts) else self.words
        return range(self.starts[variable], end)

    def state(self, row: Sequence[int], pool: Words) -> Valuation:
        """The state in a row."""
        if self.words == len(self.sorts) and not self.arrays:
            return tuple(row)
        values: list[int | ArrayValue] = []
        for sort, at in zip(self.sorts, self.starts, strict=True):
            if isinstance(sort, ArraySort):
                values.append(spelled_array(sort, pool, row[at])[0])
            elif isinstance(sort, BitVecSort) and sort.width > 64:
                values.append(row[at] | row[at + 1] << 64)
            else:
                values.append(row[at])
        return tuple(values)


def spelled_array(sort: ArraySort, words: Words, at: int) -> tuple[ArrayValue, int]:
    """The array that is spelled there, and where that ends."""
    rest, count = words[at], words[at + 1]
    end = at + 2 + 3 * count
    elements = [(words[i] << 64 | words[i + 1], words[i + 2]) for i in range(at + 2, end, 3)]
    return array_value(sort.index, rest, elements), end


def inputs_of(
    recorded: Sequence[tuple[int, int]], nodes: Sequence[str], sorts: Sequence[Sort]
) -> Iterator[InputValue]:
    """The inputs of a test, recorded as positions of nodes, whose `sorts` are known, and words."""
    words = [word for _, word in recorded]
    at = 0
    while at < len(words):
        node = recorded[at][0]
        sort = sorts[node]
        if isinstance(sort, ArraySort):
            value, at = spelled_array(sort, words, at)
            yield InputValue(nodes[node], value)
        else:
            yield InputValue(nodes[node], words[at])
            at += 1
