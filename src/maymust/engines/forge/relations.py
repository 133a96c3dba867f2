"""The relations that a symbolic execution declares, and their bounds: one universe for all of them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from maymust import relational as logic
from maymust.engines.forge.bound import Bound, all_atoms, atoms_of
from maymust.engines.forge.translation import Constants
from maymust.fir.tree import BOOLEAN, INTEGER, Program
from maymust.fir.types import Type
from maymust.fir.values import integers
from maymust.frozen import frozen

MOST_TUPLES = 1_000_000  # what a search is about: beyond that, it would take too long to begin


@frozen
class Order:
    """The order in which atoms of a domain are allocated (§3.4.2): from each to the next, and the first."""

    following: logic.Relation
    first: logic.Relation


class Declarations:
    """The relational declaration D: relations are added to it, each with its bounds."""

    def __init__(self, program: Program, bound: Bound) -> None:
        self.bounds = logic.Bounds(all_atoms(program, bound))
        self._program = program
        self._tuples = 0
        self._atoms = atoms_of(program, bound)
        for number in integers(bound.width):
            self.bounds.bound_integer(number, number)
        self._sets = {
            BOOLEAN: self._set("true", "false"),
            INTEGER: self._set(*integers(bound.width)),
            **{name: self._set(*atoms) for name, atoms in self._atoms.items()},
        }
        self.constants = Constants(
            self._exactly("true", ["true"]),
            self._exactly("false", ["false"]),
            self._exactly(INTEGER, integers(bound.width)),
            {name: self._exactly(name, [name]) for name in program.literals},
        )

    def _set(self, *atoms: object) -> logic.TupleSet:
        return self.bounds.universe.set_of(*atoms)

    def _exactly(self, name: str, atoms: Iterable[object]) -> logic.Relation:
        relation = logic.Relation(name, 1)
        self.bounds.bound_exactly(relation, self._set(*atoms))
        return relation

    def domain(self, name: str, subscript: int, domain: str) -> logic.Relation:
        """A relation for atoms of a domain, allocated or not yet."""
        relation = logic.Relation(f"{name}_{subscript}", 1)
        self.bounds.bound(relation, self._sets[domain])
        return relation

    def order(self, domain: str) -> Order:
        """Exactly the order of the names."""
        atoms = self._atoms[domain]
        following = logic.Relation(f"{domain}_order", 2)
        self.bounds.bound_exactly(following, self.bounds.universe.tuples(2, pairwise(atoms)))
        return Order(following, self._exactly(f"{domain}_first", atoms[:1]))

    def variable(self, name: str, subscript: int, type_: Type) -> logic.Relation:
        """A relation for a value of this type."""
        relation = logic.Relation(f"{name}_{subscript}", type_.arity or 1)
        upper = self.bounds.universe.none(relation.arity)
        for product in sorted(type_.products):
            upper |= self._product(product)
        self.bounds.bound(relation, upper)
        self._tuples += len(upper)
        if self._tuples > MOST_TUPLES:
            raise logic.TooLarge(f"there are more than {MOST_TUPLES} tuples to decide about")
        return relation

    def _product(self, names: tuple[str, ...]) -> logic.TupleSet:
        sets = [self._sets[name] | self._literals(name) for name in names]
        whole = sets[0]
        for each in sets[1:]:
            whole = whole * each
        return whole

    def _literals(self, domain: str) -> logic.TupleSet:
        found = [each.name for each in self._program.literals.values() if each.domain == domain]
        return self._set(*found)
