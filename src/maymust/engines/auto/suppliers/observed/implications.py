"""Guesses that hold under a condition: in one phase of the program, or on one side of one of its guards."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from maymust.engines.auto.suppliers.observed.affine import linear
from maymust.engines.auto.suppliers.observed.pairs import pairs
from maymust.engines.auto.suppliers.observed.sample import Sample, distinct
from maymust.engines.auto.suppliers.observed.unary import FEW_VALUES, at_least, at_most, one_of, unary
from maymust.terms import Term, constant, eq, implies, negation

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from maymust.engines.auto.problem import Valuation

FEW_ALTERNATIVES = 6  # in a conclusion
LONGEST_TABLE = 64  # of a function that is listed
FEW_PHASES = 8  # of a variable that bounds are conditional on
FEWEST_STATES = 3
MOST_IMPLICATIONS = 600
MOST_CONDITIONAL = 250
MOST_CONDITIONS = 4
LARGEST_CONDITION = 12
LARGEST_CONCLUSION = 40
CONCLUSIONS = 60  # on each side of a condition,
MOST_CONCLUSIONS = 200  # chosen from so many
STATES_INSIDE, STATES_OUTSIDE = 300, 100  # that are looked at


def implications(sample: Sample) -> Iterator[Term]:
    """s = c → v = d, v ∈ {d, …} or bounds of v, for variables s that have few values; the first also where
    they have some more, if s decides v."""
    few = {v: values for v, values in sample.values.items() if 2 <= len(values) <= FEW_VALUES}
    phases = [
        (switch, value, [i for i, x in enumerate(sample.columns[switch]) if x == value])
        for switch, values in sorted(few.items(), key=lambda item: len(item[1]))
        for value in values
    ]
    for switch, value, rows in phases:
        premise = eq(switch, constant(value, switch.width))
        for v in sample.variables:
            seen = {sample.columns[v][row] for row in rows} if v is not switch else set()
            several = v in few and len(seen) < len(few[v]) and len(seen) <= FEW_ALTERNATIVES
            if seen and len(sample.values[v]) > 1 and (len(seen) == 1 or several):
                yield implies(premise, one_of(v, sorted(seen)))
    yield from _tables(sample)
    for switch, value, rows in phases:
        if len(few[switch]) <= FEW_PHASES and len(rows) >= FEWEST_STATES:
            premise = eq(switch, constant(value, switch.width))
            for v in sample.variables:
                if v is not switch and v not in few:
                    yield from (implies(premise, bound) for bound in _tighter(sample.signed[v], rows, v))


def _tables(sample: Sample) -> Iterator[Term]:
    """All values of a function, as a program without inputs may show them."""
    for switch, values in sample.values.items():
        if not FEW_VALUES < len(values) <= LONGEST_TABLE:
            continue
        for v in sample.variables:
            seen = set(zip(sample.columns[switch], sample.columns[v], strict=True))
            if v is not switch and len(seen) == len(values):
                for value, result in sorted(seen):
                    premise = eq(switch, constant(value, switch.width))
                    yield implies(premise, eq(v, constant(result, v.width)))


def _tighter(column: Sequence[int], rows: list[int], variable: Term) -> Iterator[Term]:
    """Bounds in some of the rows that do not hold in all."""
    some = [column[row] for row in rows]
    if max(some) < max(column):
        yield at_most(variable, max(some), signed=True)
    if min(some) > min(column):
        yield at_least(min(some), variable, signed=True)


def conditional(sample: Sample, changing: frozenset[Term], known: Container[Term]) -> Iterator[Term]:
    """The other families' guesses on either side of an atom that splits the states.

    Atoms over variables that no loop changes come first: `changing` are the others. What is `known` to hold
    needs no condition."""
    sides: list[tuple[bool, Term, list[Valuation], list[Valuation]]] = []
    for atom in sample.atoms:
        if atom.size < LARGEST_CONDITION:
            truth = sample.truth(atom)
            yes = [state for state, holds in zip(sample.states, truth, strict=True) if holds]
            no = [state for state, holds in zip(sample.states, truth, strict=True) if not holds]
            if yes and no:
                sides.append((not atom.free.isdisjoint(changing), atom, yes, no))
    sides.sort(key=lambda side: (side[0], side[1].size))
    for changes, atom, yes, no in sides[:MOST_CONDITIONS]:
        variables = [v for v in sample.variables if changes or v not in atom.free]
        for premise, here, there in ((atom, yes, no), (negation(atom), no, yes)):
            if variables and len(here) >= FEWEST_STATES:
                inside = sample.part(here, variables).thinned(STATES_INSIDE)
                outside = sample.part(there, variables).thinned(STATES_OUTSIDE)
                found = [c for c in _conclusions(inside) if c not in known]
                everywhere = set(outside.holding(found))
                found.sort(key=everywhere.__contains__)  # what the condition makes true goes first
                yield from (implies(premise, c) for c in found[:CONCLUSIONS])


def _conclusions(sample: Sample) -> list[Term]:
    guesses = chain(linear(sample), unary(sample), pairs(sample))
    return distinct((guess for guess in guesses if guess.size <= LARGEST_CONCLUSION), MOST_CONCLUSIONS)
