"""The values that tests give to inputs: what kinds there are, and the moods that mix them.

A test is in one mood from its beginning to its end, since many errors want inputs that agree with each other:
all zero, all one, all small. Python draws values here; `native.program` writes the same into C.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from maymust.engines.auto.suppliers.testing.input_constants import constants_by_node
from maymust.frozen import frozen
from maymust.terms import ArraySort, BitVecSort, array_value, filled

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Mapping

    from maymust.engines.auto.problem import Problem
    from maymust.terms import Sort, Value


class Kind(IntEnum):
    """Where a value comes from. `REPEAT` is the value drawn before, `KEEP` what this node has read first."""

    ZERO = 0
    ONE = 1
    BIT = 2
    FEW = 3
    SMALL = 4
    THOUSANDS = 5
    CONSTANT = 6
    ALL_ONES = 7
    EXTREME = 8
    WILD = 9
    REPEAT = 10
    KEEP = 11


_ELEMENTS = 12  # of an array that differ from the others

BOUNDS = {Kind.BIT: 2, Kind.FEW: 9, Kind.SMALL: 61, Kind.THOUSANDS: 4096}
MOOD_LENGTH = 16

_MIXED = (
    *(Kind.ZERO,) * 4,
    *(Kind.ONE,) * 3,
    *(Kind.FEW,) * 2,
    *(Kind.SMALL,) * 2,
    *(Kind.CONSTANT,) * 2,
    Kind.THOUSANDS,
    Kind.ALL_ONES,
    Kind.WILD,
)


def _mostly(kind: Kind, other: Kind = Kind.CONSTANT) -> tuple[Kind, ...]:
    return (*(kind,) * 12, *(other,) * 2, Kind.FEW, Kind.EXTREME)


# The first one also gives the values that a node keeps.
MOODS: tuple[tuple[Kind, ...], ...] = (
    _MIXED,
    _MIXED,
    _MIXED,
    _MIXED,
    (Kind.ZERO,) * MOOD_LENGTH,
    (Kind.ONE,) * MOOD_LENGTH,
    (Kind.BIT,) * MOOD_LENGTH,
    (Kind.FEW,) * MOOD_LENGTH,
    (*(Kind.SMALL,) * 12, *(Kind.THOUSANDS,) * 4),
    (*(Kind.CONSTANT,) * 12, *(Kind.BIT,) * 4),
    (*(Kind.WILD,) * 8, *(Kind.EXTREME,) * 4, *(Kind.THOUSANDS,) * 4),
    (*(Kind.KEEP,) * MOOD_LENGTH,),
    (*(Kind.KEEP,) * 14, Kind.CONSTANT, Kind.BIT),
    _mostly(Kind.REPEAT),
    _mostly(Kind.ZERO),
    _mostly(Kind.ONE),
)
NODEWISE = len(MOODS)  # from here on, each node has a mood of its own
NODEWISE_SHARE = 4


def around(constants: Iterable[int]) -> tuple[int, ...]:
    """What to try because the program speaks of these constants: an input is often compared after some
    arithmetic, so also what is beside them, twice and half as large, and their negations."""
    values: dict[int, None] = {}
    for constant in constants:
        for value in (constant, constant + 1, constant - 1, 2 * constant, constant // 2, -constant):
            values[value & (2**64 - 1)] = None
    return tuple(values)


@frozen
class Palette:
    """Values to choose from: `own` are for one node, what it is compared with and what is beside that;
    `shared` are the constants of the program and what is around them."""

    own: Mapping[str, tuple[int, ...]]
    shared: tuple[int, ...]

    @classmethod
    def of(cls, problem: Problem) -> Palette:
        """That of a problem."""
        own = {}
        for node, met in constants_by_node(problem.system).items():
            near = (*met, *met, *[c + 1 for c in met], *[c - 1 for c in met])
            own[node] = tuple([value & (2**64 - 1) for value in near])
        return cls(own, around(problem.constants) or (0,))

    def choices(self, node: str) -> tuple[int, ...]:
        """The node's own values."""
        return self.own.get(node, ())


class Drawer:
    """Draws the inputs of one test."""

    def __init__(self, rng: random.Random, palette: Palette) -> None:
        self._random = rng
        self._palette = palette
        self._mood = rng.randrange(NODEWISE + NODEWISE_SHARE)
        self._moods: dict[str, tuple[Kind, ...]] = {}
        self._kept: dict[str, int] = {}
        self._last = 0

    def draw(self, node: str, sort: Sort) -> Value:
        """The value that the node reads next. An array is the same everywhere, or zero but for a few
        elements, most of them at small indices."""
        if not isinstance(sort, ArraySort):
            return self._number(node, _mask(sort.width if isinstance(sort, BitVecSort) else 1))
        mask, most = _mask(sort.element), _mask(sort.index)
        if not self._random.randrange(3):
            return filled(sort.index, self._number(node, mask))
        count = self._random.randrange(_ELEMENTS)
        shared = self._palette.shared
        indices = [self._random.choice((n, n, self._random.choice(shared))) for n in range(count)]
        return array_value(sort.index, 0, {i & most: self._number(node, mask) for i in indices}.items())

    def _number(self, node: str, mask: int) -> int:
        if self._mood < NODEWISE:
            mood = MOODS[self._mood]
        else:
            mood = self._moods.get(node) or self._moods.setdefault(node, self._random.choice(MOODS))
        kind = self._random.choice(mood)
        if kind is Kind.KEEP:
            if node not in self._kept:
                self._kept[node] = self._value(self._random.choice(_MIXED), node, mask)
            self._last = self._kept[node]
        else:
            self._last = self._value(kind, node, mask)
        return self._last & mask

    def _value(self, kind: Kind, node: str, mask: int) -> int:
        rng = self._random
        match kind:
            case Kind.ZERO:
                return 0
            case Kind.ONE:
                return 1
            case Kind.BIT | Kind.FEW | Kind.SMALL | Kind.THOUSANDS:
                return rng.randrange(BOUNDS[kind])
            case Kind.CONSTANT:
                own = self._palette.choices(node)
                return rng.choice(own if own and rng.randrange(4) else self._palette.shared)
            case Kind.ALL_ONES:
                return mask
            case Kind.EXTREME:
                return rng.choice((mask, mask - 1, mask >> 1, (mask >> 1) + 1))
            case Kind.WILD:
                return rng.getrandbits(64)
            case Kind.REPEAT | Kind.KEEP:
                return self._last


def _mask(width: int) -> int:
    return (1 << width) - 1
