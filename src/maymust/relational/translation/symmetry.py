"""Symmetries of bounds, and predicates that break them.

Formulas cannot name atoms. So if swapping two atoms changes no bound, it turns solutions into solutions: the
two are interchangeable, and only one of the two solutions has to be looked at (Torlak's thesis, chapter 3).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from maymust.relational.bounds import Bounds
from maymust.relational.circuits.circuit import FALSE, TRUE, Circuit
from maymust.relational.circuits.matrices import Matrix
from maymust.relational.logic import Formula, Relation
from maymust.relational.logic.declarations import Predicate
from maymust.relational.logic.operators import PredicateKind
from maymust.relational.universe import TupleSet, positions


def interchangeable(bounds: Bounds, with_integers: bool) -> list[list[int]]:
    """The classes of two or more atoms that can be swapped without changing any bound.

    Swaps that change nothing are closed under composition, so one atom of a class speaks for all.
    """
    size = len(bounds.universe)
    sets = _different(bounds)
    incidence = [_incidence(one, size) for one in sets]
    named = {position: value for value, position in bounds.integers.items()} if with_integers else {}
    classes: dict[object, list[list[int]]] = {}
    for atom in range(size):
        signature = (named.get(atom), *(_signature(found.get(atom, ()), atom) for found in incidence))
        alike = classes.setdefault(signature, [])
        for members in alike:
            if all(_swappable(found, atom, members[0]) for found in incidence):
                members.append(atom)
                break
        else:
            alike.append([atom])
    return sorted(members for alike in classes.values() for members in alike if len(members) > 1)


def _different(bounds: Bounds) -> list[TupleSet]:
    """The sets of tuples in the bounds that may tell atoms apart, each once."""
    found: dict[tuple[int, frozenset[int]], TupleSet] = {}
    for relation, upper in bounds.upper.items():
        for tuples in (bounds.lower[relation], upper):
            if 0 < len(tuples) < len(bounds.universe) ** tuples.arity:
                found.setdefault((tuples.arity, tuples.indices), tuples)
    return list(found.values())


Incidence = dict[int, list[tuple[int, ...]]]


def _incidence(tuples: TupleSet, size: int) -> Incidence:
    """For each atom the tuples that it occurs in."""
    found: Incidence = {}
    for index in tuples.indices:
        one = positions(index, size, tuples.arity)
        for atom in set(one):
            found.setdefault(atom, []).append(one)
    return found


def _signature(tuples: Iterable[tuple[int, ...]], atom: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """How often the atom occurs in which columns: equal for atoms that can be swapped."""
    counts: dict[tuple[int, ...], int] = {}
    for one in tuples:
        columns = tuple(place for place, other in enumerate(one) if other == atom)
        counts[columns] = counts.get(columns, 0) + 1
    return tuple(sorted(counts.items()))


def _swappable(incidence: Incidence, a: int, b: int) -> bool:
    swap = {a: b, b: a}
    there = {tuple(swap.get(atom, atom) for atom in one) for one in incidence.get(a, ())}
    return there == set(incidence.get(b, ()))


# ------------------------------------------------------------------- lex-leader predicates


def lex_leader(
    circuit: Circuit, size: int, classes: list[list[int]], matrices: list[Matrix], length: int
) -> list[int]:
    """Literals that allow, of solutions that swaps of neighbours in a class lead to each other, the smallest.

    Solutions are compared by the cells of the matrices, as far as `length` of them that the swap moves.
    """
    found: list[int] = []
    places = [_places(matrix, size) for matrix in matrices]
    for members in classes:
        for a, b in pairwise(members):
            pairs: dict[tuple[int, int], None] = {}
            for matrix, of_atom in zip(matrices, places, strict=True):
                _moved(matrix, sorted({*of_atom.get(a, ()), *of_atom.get(b, ())}), size, a, b, pairs, length)
            found.extend(_at_most(circuit, list(pairs)))
    return found


def _places(matrix: Matrix, size: int) -> dict[int, list[int]]:
    """For each atom the indices of the tuples in which it occurs."""
    found: dict[int, list[int]] = {}
    for index in matrix.cells:
        for atom in set(positions(index, size, matrix.arity)):
            found.setdefault(atom, []).append(index)
    return found


def _moved(
    matrix: Matrix,
    indices: list[int],
    size: int,
    a: int,
    b: int,
    pairs: dict[tuple[int, int], None],
    length: int,
) -> None:
    """Adds cells, with those that the swap puts in their place; no pair twice, neither way round."""
    arity, cells = matrix.arity, matrix.cells
    for index in indices:
        if len(pairs) >= length:
            return
        image = _image(index, size, arity, a, b)
        literal, other = cells[index], cells.get(image, FALSE)
        if image != index and other != literal and (other, literal) not in pairs:
            pairs[literal, other] = None


def _image(index: int, size: int, arity: int, a: int, b: int) -> int:
    image, weight = 0, 1
    for _ in range(arity):
        index, atom = divmod(index, size)
        image += weight * (b if atom == a else a if atom == b else atom)
        weight *= size
    return image


def _at_most(circuit: Circuit, pairs: list[tuple[int, int]]) -> list[int]:
    """Literals that say that the first components, as a number, are at most the second ones."""
    found, equal = [], TRUE
    for first, second in pairs:
        smaller = circuit.either(-first, second)
        found.append(circuit.either(-equal, smaller))
        # Where all before are equal, the first is at most the second already: equality is the other
        # direction.
        equal = circuit.both(equal, circuit.either(first, -second))
    return found


# ------------------------------------------------------------------- predicates


Fixed = dict[Relation, TupleSet]


def fixed_by_symmetry(
    formulas: Iterable[Formula], bounds: Bounds, with_integers: bool
) -> dict[Predicate, Fixed]:
    """Upper bounds that can replace predicates of relations, since atoms can be renamed until they fit.

    For a total order these bounds are exact. The returned bounds are put into `bounds`: what they tell apart
    is not interchangeable any more.
    """
    found: dict[Predicate, Fixed] = {}
    for formula in formulas:
        if not isinstance(formula, Predicate) or formula in found:
            continue
        if formula.kind is PredicateKind.TOTAL_ORDER:
            fixed = _fixed_order(formula, bounds, interchangeable(bounds, with_integers))
        elif formula.kind is PredicateKind.ACYCLIC:
            fixed = _fixed_acyclic(formula, bounds, interchangeable(bounds, with_integers))
        else:
            continue
        if fixed is not None:
            found[formula] = fixed
            for relation, tuples in fixed.items():
                bounds.upper[relation] = tuples
                if formula.kind is PredicateKind.TOTAL_ORDER:
                    bounds.lower[relation] = tuples
    return found


def _fixed_order(predicate: Predicate, bounds: Bounds, classes: list[list[int]]) -> Fixed | None:
    """The atoms in the order of the universe, if the ordered ones are known and can be swapped."""
    relation, ordered, first, last = predicate.relations
    universe, size = bounds.universe, len(bounds.universe)
    atoms = sorted(bounds.upper[ordered].indices)
    if (
        not atoms
        or bounds.lower[ordered] != bounds.upper[ordered]
        or len({relation, ordered, first, last}) < 4
    ):
        return None
    if not any(set(atoms) <= set(members) for members in classes):
        return None
    following = frozenset(a * size + b for a, b in pairwise(atoms))
    fixed = {
        relation: TupleSet(universe, 2, following),
        first: TupleSet(universe, 1, frozenset(atoms[:1])),
        last: TupleSet(universe, 1, frozenset(atoms[-1:])),
    }
    for one, tuples in fixed.items():
        if not bounds.lower[one].indices <= tuples.indices <= bounds.upper[one].indices:
            return None
    return fixed


def _fixed_acyclic(predicate: Predicate, bounds: Bounds, classes: list[list[int]]) -> Fixed | None:
    """Pairs that go upwards only, if all atoms of the relation can be swapped."""
    (relation,) = predicate.relations
    size, pairs = len(bounds.universe), bounds.upper[relation].indices
    atoms = {atom for pair in pairs for atom in divmod(pair, size)}
    if bounds.lower[relation].indices or not any(atoms <= set(members) for members in classes):
        return None
    upwards = frozenset(pair for pair in pairs if pair // size < pair % size)
    return {relation: TupleSet(bounds.universe, 2, upwards)}
