"""Guesses that are equations: linear ones between variables of one width, and polynomial ones."""

from __future__ import annotations

from itertools import chain, combinations_with_replacement
from math import prod
from typing import TYPE_CHECKING

from maymust.engines.auto.suppliers.observed.relations import (
    Vector,
    echelon,
    integer_relations,
    modular_relations,
)
from maymust.terms import Term, add, constant, eq, make
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from maymust.engines.auto.suppliers.observed.sample import Sample

LARGEST_COEFFICIENT = 4096
MOST_VARIABLES = 16
FEWEST_STATES = 3
SMALL_STATES = MODULAR_STATES = 400  # are enough to find relations
VARIABLES_BY_DEGREE = {2: 6, 3: 3}  # how many may be multiplied with each other
STATES_BEYOND_COLUMNS = 3  # fewer satisfy polynomial equations by accident

Monomial = tuple[Term, ...]  # a product; the empty one is 1


def affine(sample: Sample) -> Iterator[Term]:
    """Equations that the states satisfy, linear ones first. Requires that there are states."""
    independent: dict[int, list[Term]] = {}
    yield from linear(sample, independent)
    for width, variables in independent.items():
        yield from _polynomials(sample, variables, width)


def linear(sample: Sample, independent: dict[int, list[Term]] | None = None) -> Iterator[Term]:
    """Linear equations. Variables that depend on no others are added to `independent`, by width."""
    if len(sample.states) < FEWEST_STATES:
        return
    for width, variables in sample.by_width.items():
        chosen = _chosen(sample, variables)
        monomials: list[Monomial] = [(), *((v,) for v in chosen)]
        relations = _relations(sample, monomials, width)
        if independent is not None:
            dependent = {_last(vector) for bits, vector in relations if bits == width}
            independent[width] = [v for i, v in enumerate(chosen, 1) if i not in dependent]
        yield from _equations(monomials, relations, width)


def _chosen(sample: Sample, variables: Sequence[Term]) -> list[Term]:
    """Not too many variables, in their order; those that change go first."""
    changing = sorted(variables, key=lambda v: len(sample.values[v]) == 1)
    chosen = set(changing[:MOST_VARIABLES])
    return [v for v in variables if v in chosen]


def _polynomials(sample: Sample, variables: list[Term], width: int) -> Iterator[Term]:
    """Equations of the least degree, above one, in variables between which there is no linear equation."""
    for degree, most in VARIABLES_BY_DEGREE.items():
        monomials = [m for d in range(degree + 1) for m in combinations_with_replacement(variables, d)]
        if not 1 <= len(variables) <= most or len(sample.states) < len(monomials) + STATES_BEYOND_COLUMNS:
            return
        found = list(_equations(monomials, _relations(sample, monomials, width), width))
        yield from found
        if found:
            return


def _relations(sample: Sample, monomials: list[Monomial], width: int) -> list[tuple[int, Vector]]:
    """Relations between monomials, as (j, coefficients): modulo 2^j. First those that states with small
    values satisfy as integers."""
    variables = list(dict.fromkeys(chain.from_iterable(monomials)))
    rows = list(zip(*[sample.signed[v] for v in variables], strict=True))
    small = 1 << min(16, width - 2) if width > 2 else 2
    near = [row for row in rows if all(-small < x < small for x in row)][:SMALL_STATES]
    indices = [[variables.index(v) for v in monomial] for monomial in monomials]
    relations: list[Vector] = []
    if len(near) >= FEWEST_STATES:
        relations = integer_relations(_products(near, indices), len(monomials))
        relations += echelon(relations, range(len(monomials)))
    return [
        *((width, vector) for vector in relations),
        *modular_relations(
            _products(rows[:MODULAR_STATES], indices),
            len(monomials),
            width,
            weaker=len(monomials) == len(variables) + 1,  # x * x + x is always even
        ),
    ]


def _products(rows: list[tuple[int, ...]], indices: list[list[int]]) -> Iterator[Sequence[int]]:
    """The values of monomials, row by row. Requires: the first monomial is 1."""
    if all(len(places) < 2 for places in indices):
        return ((1, *row) for row in rows)
    return ([prod([row[i] for i in places]) for places in indices] for row in rows)


def _equations(monomials: list[Monomial], relations: list[tuple[int, Vector]], width: int) -> Iterator[Term]:
    """The relations as terms: those with small coefficients, on more than one monomial beside 1."""
    for bits, vector in relations:
        coefficients = [(c, m) for c, m in zip(vector, monomials, strict=True) if c and m]
        if len(coefficients) < 2 or any(abs(c) > LARGEST_COEFFICIENT for c, _ in coefficients):
            continue
        if coefficients[-1][0] < 0:
            coefficients, vector = [(-c, m) for c, m in coefficients], [-c for c in vector]
        left = _sum([(c, m) for c, m in coefficients if c > 0], width)
        right = _sum([(-c, m) for c, m in coefficients if c < 0], width)
        right = add(right, constant(-vector[0], width))
        if bits < width:
            mask = constant((1 << bits) - 1, width)
            left, right = make(ops.BAND, (left, mask)), make(ops.BAND, (right, mask))
        yield eq(left, right)


def _sum(parts: list[tuple[int, Monomial]], width: int) -> Term:
    total = constant(0, width)
    for coefficient, monomial in parts:
        product = constant(coefficient, width)
        for factor in monomial:
            product = make(ops.MUL, (product, factor))
        total = add(total, product)
    return total


def _last(vector: Vector) -> int:
    return max([i for i, entry in enumerate(vector) if entry])
