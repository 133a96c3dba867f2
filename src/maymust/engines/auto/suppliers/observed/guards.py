"""Guesses that the program itself contains: its comparisons, and that errors are not reached in one step."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from maymust.terms import Term, conjunction, disjunction, negation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from maymust.engines.auto.suppliers.observed.sample import Sample
    from maymust.ir.transitions import Transition

LARGEST_GUARD = 200
LARGEST_ATOM = 40
PAIRED_ATOMS = 16
MOST_DISJUNCTIONS = 80


def guards(sample: Sample, leading_to_targets: Iterable[Transition]) -> Iterator[Term]:
    """Atoms that are always true or always false; that no target is next; alternatives of two literals.
    Requires that there are states."""
    everywhere = (1 << len(sample.states)) - 1
    literals: list[tuple[Term, int]] = []
    for atom in sample.atoms:
        holds = _bits(sample.truth(atom))
        if holds == everywhere:
            yield atom
        elif not holds:
            yield negation(atom)
        elif atom.size <= LARGEST_ATOM:
            literals.append((atom, holds))
    yield from _safety(sample, leading_to_targets)
    yield from _alternatives(literals[:PAIRED_ATOMS], everywhere)


def _bits(truth: list[int]) -> int:
    return int("".join(["1" if value else "0" for value in truth]), 2)


def _safety(sample: Sample, transitions: Iterable[Transition]) -> Iterator[Term]:
    for transition in transitions:
        safe = negation(conjunction(transition.guard))
        if safe.free <= sample.live and safe.size <= LARGEST_GUARD:
            yield safe


def _alternatives(atoms: list[tuple[Term, int]], everywhere: int) -> Iterator[Term]:
    """Two literals, one of which holds in every state, the smallest first."""
    literals = [
        literal for atom, holds in atoms for literal in ((atom, holds), (negation(atom), everywhere ^ holds))
    ]
    found = [
        disjunction((first, second))
        for (first, in_these), (second, in_those) in combinations(literals, 2)
        if in_these | in_those == everywhere
    ]
    yield from sorted(found, key=lambda term: term.size)[:MOST_DISJUNCTIONS]
