"""Bounds: the tuples that each relation must have, and those that it may have.

What the lower bounds say is the partial instance of a problem: it is not searched for and costs no variables.
"""

from __future__ import annotations

from collections.abc import Iterable

from maymust.relational.errors import BoundsError
from maymust.relational.logic import Relation
from maymust.relational.universe import Atom, Tuple, TupleSet, Universe

Tuples = TupleSet | Iterable[Tuple] | Iterable[Atom]


class Bounds:
    """The bounds of the relations of a problem, and atoms that stand for integers. Filled step by step."""

    def __init__(self, universe: Universe | Iterable[Atom]) -> None:
        self.universe = universe if isinstance(universe, Universe) else Universe(universe)
        self.lower: dict[Relation, TupleSet] = {}
        self.upper: dict[Relation, TupleSet] = {}
        self.integers: dict[int, int] = {}  # from integers to the positions of their atoms

    def bound(self, relation: Relation, upper: Tuples, lower: Tuples = ()) -> None:
        """The relation has all tuples of `lower` and none that is not in `upper`."""
        must, may = self._tuples(relation, lower), self._tuples(relation, upper)
        if not must.indices <= may.indices:
            missing = next(iter(must - may))
            raise BoundsError(
                f"relation {relation.name}: {'->'.join(map(str, missing))} is in the lower bound,"
                " but not in the upper one"
            )
        self.lower[relation] = must
        self.upper[relation] = may

    def bound_exactly(self, relation: Relation, tuples: Tuples) -> None:
        """The relation has these tuples, and no others."""
        exact = self._tuples(relation, tuples)
        self.lower[relation] = self.upper[relation] = exact

    def bound_integer(self, integer: int, atom: Atom) -> None:
        """The atom stands for the integer, which no other atom does."""
        position = self.universe.position(atom)
        if self.integers.get(integer, position) != position:
            raise BoundsError(f"integer {integer} has two atoms")
        other = next(
            (one for one, place in self.integers.items() if place == position and one != integer), None
        )
        if other is not None:
            raise BoundsError(f"atom {atom!r} stands for two integers, {other} and {integer}")
        self.integers[integer] = position

    def copy(self) -> Bounds:
        """Bounds that can be changed without changing these."""
        made = Bounds(self.universe)
        made.lower, made.upper, made.integers = dict(self.lower), dict(self.upper), dict(self.integers)
        return made

    def _tuples(self, relation: Relation, given: Tuples) -> TupleSet:
        if not isinstance(given, TupleSet):
            try:
                return self.universe.tuples(relation.arity, given)  # type: ignore[arg-type]
            except BoundsError as error:
                raise BoundsError(f"relation {relation.name}: {error}") from None
        if given.universe is not self.universe:
            raise BoundsError(f"relation {relation.name}: its tuples are of another universe")
        if given.arity != relation.arity:
            raise BoundsError(
                f"relation {relation.name} has arity {relation.arity}, its bound has {given.arity}"
            )
        return given


class Instance:
    """A value for each relation of the bounds. `skolems` has those of existential variables.

    A variable that is found for each value of others has the tuples of both: the others' atoms, then its own.
    """

    def __init__(
        self,
        universe: Universe,
        tuples: dict[Relation, TupleSet],
        integers: dict[int, int],
        skolems: dict[str, TupleSet] | None = None,
    ) -> None:
        self.universe = universe
        self.tuples = tuples
        self.integers = integers
        self.skolems = skolems or {}

    def __getitem__(self, relation: Relation) -> TupleSet:
        return self.tuples[relation]

    def __str__(self) -> str:
        """One line for each relation, and for each variable found on the way."""
        lines = [f"{relation.name} = {tuples!r}" for relation, tuples in self.tuples.items()]
        lines.extend(f"${name} = {tuples!r}" for name, tuples in self.skolems.items())
        return "\n".join(lines)
