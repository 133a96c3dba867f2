"""∃ input . conjunction, without the quantifier.

A transition that reads inputs has a preimage in which they are bound by ∃. Region predicates are
evaluated on states, so they must be free of inputs: an input goes by an equality that defines it, or by
finitely many values that stand for all others. What does not yield to this gives None.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.solvers.base import Sat, Unsat
from maymust.solvers.prover import Prover, Purpose
from maymust.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    conjunction,
    constant,
    disjunction,
    eq,
    negation,
    postorder,
    substitute,
)
from maymust.terms import operators as ops
from maymust.terms.literals import Literals, simplify_conjunction

if TYPE_CHECKING:
    from collections.abc import Iterable

_MOST_TERMS = 4  # terms that an input is compared with
_MOST_ATOMS = 5  # other conditions on an input alone
_MOST_CASES = 20
_MOST_SIZE = 3000


def project(literals: Literals, inputs: Iterable[Term], prover: Prover) -> Literals | None:
    """∃ inputs . literals, exactly; None where it is not found. (FALSE,) where it is false."""
    current = literals
    for symbol in sorted(inputs, key=lambda v: v.name or ""):
        about = [literal for literal in current if symbol in literal.free]
        if not about:
            continue
        others = [literal for literal in current if symbol not in literal.free]
        without = _eliminate(symbol, about, prover)
        if without is None:
            return None
        simplified = simplify_conjunction((*others, without))
        if simplified is None:
            return (FALSE,)
        current = simplified
    return current


def _eliminate(symbol: Term, about: list[Term], prover: Prover) -> Term | None:
    """∃ symbol . about."""
    for literal in about:
        defined_as = _definition(symbol, literal)
        if defined_as is not None:
            return conjunction(substitute(other, {symbol: defined_as}) for other in about)
    if all(literal.free == {symbol} for literal in about):
        answer = prover.check(about, Purpose.GENERALISATION)
        return TRUE if isinstance(answer, Sat) else FALSE if isinstance(answer, Unsat) else None
    cases = _representatives(symbol, about, prover)
    if cases is None or len(cases) * sum(literal.size for literal in about) > _MOST_SIZE:
        return None
    return disjunction(
        conjunction(substitute(literal, {symbol: case}) for literal in about) for case in cases
    )


def _definition(symbol: Term, literal: Term) -> Term | None:
    if literal.op is ops.EQ:
        for this, other in (literal.args, literal.args[::-1]):
            if this is symbol and symbol not in other.free:
                return other
    return None


def _representatives(symbol: Term, about: list[Term], prover: Prover) -> list[Term] | None:
    """Terms such that any value of the symbol agrees with one of them on every atom of `about`."""
    atoms = [
        part
        for part in postorder(about)
        if symbol in part.free and part.width == 0 and part.op not in (ops.AND, ops.OR, ops.NOT)
    ]
    compared: dict[Term, None] = {}
    for atom in atoms:
        other = _compared_with(symbol, atom)
        if other is None:
            return _by_enumeration(symbol, atoms, prover)
        compared[other] = None
    if len(compared) > _MOST_TERMS:
        return None
    # On the circle of values, `s = t`, `s < t` and `t < s` change their truth only at 0 (unsigned order),
    # at the lowest value (signed order), at t and at t + 1: an arc between changes is met at its start.
    width = symbol.width
    found = [constant(0, width), constant(1 << (width - 1), width)]
    for term in compared:
        found += [term, add(term, constant(1, width))]
    return list(dict.fromkeys(found))


def _compared_with(symbol: Term, atom: Term) -> Term | None:
    if atom.op in (ops.EQ, ops.ULT, ops.SLT):
        for this, other in (atom.args, atom.args[::-1]):
            if this is symbol and symbol not in other.free:
                return other
    return None


def _by_enumeration(symbol: Term, atoms: list[Term], prover: Prover) -> list[Term] | None:
    """One value for each combination of truth values of atoms that speak of the symbol alone."""
    if len(atoms) > _MOST_ATOMS or any(atom.free != {symbol} for atom in atoms):
        return None
    found: list[Term] = []
    new: list[Term] = []
    while len(found) <= _MOST_CASES:
        answer = prover.check(new, Purpose.GENERALISATION) if new else Sat({symbol: 0})
        if isinstance(answer, Unsat):
            return found
        if not isinstance(answer, Sat):
            return None
        value = constant(answer.model[symbol], symbol.width)
        found.append(value)
        truths = [(atom, substitute(atom, {symbol: value}) is TRUE) for atom in atoms]
        new.append(disjunction(negation(atom) if truth else atom for atom, truth in truths))
    return None


def excluding_cube(
    literals: Literals, values: dict[Term, int], inputs: set[Term], prover: Prover
) -> Literals | None:
    """A weaker predicate that the state `values` violates: not all of those values that matter at once.

    Requires: no inputs satisfy the literals for this state. Ensures: ∃ inputs . literals implies the result.
    """
    free = frozenset().union(*[literal.free for literal in literals]) - inputs
    equalities = [eq(v, constant(values[v], v.width)) for v in sorted(free)]
    answer = prover.check((*literals, *equalities), Purpose.GENERALISATION, core=True)
    if not isinstance(answer, Unsat) or answer.core is None:
        return None
    return (disjunction(negation(e) for e in equalities if e in answer.core),)
