"""Universes of atoms, and sets of tuples over them."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator
from itertools import product

from maymust.relational.errors import BoundsError, TooLarge

Atom = Hashable
Tuple = tuple[Atom, ...]

MOST_TUPLES = 5_000_000  # no set of tuples is made larger than this


class Universe:
    """The atoms of a problem, in an order. Any hashable values will do; all are different."""

    __slots__ = ("_positions", "atoms")

    def __init__(self, atoms: Iterable[Atom]) -> None:
        self.atoms: tuple[Atom, ...] = tuple(atoms)
        if not self.atoms:
            raise BoundsError("a universe needs at least one atom")
        self._positions = {atom: position for position, atom in enumerate(self.atoms)}
        if len(self._positions) < len(self.atoms):
            twice = next(atom for atom in self.atoms if self.atoms.count(atom) > 1)
            raise BoundsError(f"atom {twice!r} is in the universe twice")

    def __len__(self) -> int:
        return len(self.atoms)

    def position(self, atom: Atom) -> int:
        """Where the atom is in the order."""
        try:
            return self._positions[atom]
        except KeyError:
            raise BoundsError(f"atom {atom!r} is not in the universe") from None

    # --- sets of tuples

    def set_of(self, *atoms: Atom) -> TupleSet:
        """The set of these atoms, as tuples of one."""
        return TupleSet(self, 1, frozenset(self.position(atom) for atom in atoms))

    def tuples(self, arity: int, tuples: Iterable[Tuple]) -> TupleSet:
        """The set of these tuples of atoms; of arity 1, an atom may stand for its tuple."""
        size, indices = len(self), set()
        for given in tuples:
            atoms = given if isinstance(given, tuple) and (arity > 1 or len(given) == 1) else (given,)
            if len(atoms) != arity:
                raise BoundsError(f"{given!r} is not a tuple of {arity} atoms")
            index = 0
            for atom in atoms:
                index = index * size + self.position(atom)
            indices.add(index)
        return TupleSet(self, arity, frozenset(indices))

    def none(self, arity: int) -> TupleSet:
        """The empty set."""
        return TupleSet(self, arity, frozenset())

    def all(self, arity: int) -> TupleSet:
        """All tuples of this arity."""
        count = len(self) ** arity
        if count > MOST_TUPLES:
            raise TooLarge(f"all tuples of {arity} of {len(self)} atoms are {count}: more than {MOST_TUPLES}")
        return TupleSet(self, arity, frozenset(range(count)))


class TupleSet(Collection[Tuple]):
    """A set of tuples of one arity; `indices` are numbers in base `len(universe)`, first atom first."""

    __slots__ = ("arity", "indices", "universe")

    def __init__(self, universe: Universe, arity: int, indices: frozenset[int]) -> None:
        self.universe = universe
        self.arity = arity
        self.indices = indices

    def __len__(self) -> int:
        return len(self.indices)

    def __iter__(self) -> Iterator[Tuple]:
        """The tuples, in the order of the universe."""
        atoms, size = self.universe.atoms, len(self.universe)
        for index in sorted(self.indices):
            yield tuple(atoms[position] for position in positions(index, size, self.arity))

    def __contains__(self, given: object) -> bool:
        return given in set(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TupleSet):
            return NotImplemented
        return (self.universe, self.arity, self.indices) == (other.universe, other.arity, other.indices)

    def __hash__(self) -> int:
        return hash((self.arity, self.indices))

    def __repr__(self) -> str:
        return "{" + ", ".join("->".join(map(str, one)) for one in self) + "}"

    def __or__(self, other: TupleSet) -> TupleSet:
        return TupleSet(self.universe, self.arity, self.indices | self._like(other))

    def __and__(self, other: TupleSet) -> TupleSet:
        return TupleSet(self.universe, self.arity, self.indices & self._like(other))

    def __sub__(self, other: TupleSet) -> TupleSet:
        return TupleSet(self.universe, self.arity, self.indices - self._like(other))

    def __mul__(self, other: TupleSet) -> TupleSet:
        """The product."""
        if len(self) * len(other) > MOST_TUPLES:
            raise TooLarge(f"a product of {len(self)} and {len(other)} tuples: more than {MOST_TUPLES}")
        shift = len(self.universe) ** other.arity
        indices = frozenset(left * shift + right for left, right in product(self.indices, other.indices))
        return TupleSet(self.universe, self.arity + other.arity, indices)

    def _like(self, other: TupleSet) -> frozenset[int]:
        if other.universe is not self.universe:
            raise BoundsError("sets of tuples of different universes cannot be combined")
        if other.arity != self.arity:
            raise BoundsError(f"sets of tuples of arities {self.arity} and {other.arity} cannot be combined")
        return other.indices


def positions(index: int, size: int, arity: int) -> tuple[int, ...]:
    """The atoms' positions of the tuple with this index."""
    found = []
    for _ in range(arity):
        index, position = divmod(index, size)
        found.append(position)
    return tuple(reversed(found))
