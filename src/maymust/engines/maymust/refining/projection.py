"""∃ input . conjunction, without the quantifier.

A transition that reads inputs has a preimage in which they are bound by ∃. Region predicates are
evaluated on states, so they must be free of inputs: an input goes by an equality that defines it, or by
finitely many values that stand for all others; an array by its elements, where nothing but those is read.
What does not yield to this gives None.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from maymust.solvers.base import Sat, Unsat
from maymust.solvers.prover import Prover, Purpose
from maymust.terms import (
    BOOL,
    FALSE,
    TRUE,
    ArraySort,
    Term,
    Value,
    add,
    conjunction,
    constant,
    disjunction,
    eq,
    implies,
    make,
    negation,
    postorder,
    substitute,
    variable,
)
from maymust.terms import literal as literal_of
from maymust.terms import operators as ops
from maymust.terms.evaluate import evaluate_all
from maymust.terms.literals import Literals, simplify_conjunction

if TYPE_CHECKING:
    from collections.abc import Iterable

_MOST_TERMS = 4  # terms that an input is compared with
_MOST_ATOMS = 5  # other conditions on an input alone
_MOST_CASES = 20
_MOST_SIZE = 3000
_MOST_ELEMENTS = 3  # of an array that are read


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
    if isinstance(symbol.sort, ArraySort):
        return _eliminate_array(symbol, about, prover)
    cases = _representatives(symbol, about, prover)
    if cases is None or len(cases) * sum(literal.size for literal in about) > _MOST_SIZE:
        return None
    return disjunction(
        conjunction(substitute(literal, {symbol: case}) for literal in about) for case in cases
    )


def _eliminate_array(symbol: Term, about: list[Term], prover: Prover) -> Term | None:
    """∃ symbol . about, where the symbol is an array of which only elements are read: they may be anything,
    but are equal where their indices are (W. Ackermann's reduction)."""
    elements: dict[Term, Term] = {}  # by index
    replaced: dict[Term, Term] = {}
    for part in postorder(about):
        if symbol not in part.free or part is symbol:
            replaced[part] = part
            continue
        assert part.op is not None
        if symbol in part.args and part.op is not ops.SELECT:
            return None
        arguments = tuple([replaced[argument] for argument in part.args])
        if part.args[0] is symbol:
            element = variable(f"{symbol.name}[{len(elements)}]", part.sort)
            replaced[part] = elements.setdefault(arguments[1], element)
        else:
            replaced[part] = make(part.op, arguments, part.indices)
        if len(elements) > _MOST_ELEMENTS:
            return None
    agreeing = [
        implies(eq(i, j), eq(elements[i], elements[j])) for i, j in itertools.combinations(elements, 2)
    ]
    literals = simplify_conjunction((*[replaced[literal] for literal in about], *agreeing))
    if literals is None:
        return FALSE
    without = project(literals, elements.values(), prover)
    return None if without is None else conjunction(without)


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
        if symbol in part.free and part.sort is BOOL and part.op not in (ops.AND, ops.OR, ops.NOT)
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
        value = literal_of(answer.model[symbol], symbol.sort)
        found.append(value)
        truths = [(atom, substitute(atom, {symbol: value}) is TRUE) for atom in atoms]
        new.append(disjunction(negation(atom) if truth else atom for atom, truth in truths))
    return None


def excluding_cube(
    literals: Literals, values: dict[Term, Value], inputs: set[Term], prover: Prover
) -> Literals | None:
    """A weaker predicate that the state `values` violates: not all of those values that matter at once. Of an
    array, those are the elements that are read, if they suffice.

    Requires: no inputs satisfy the literals for this state. Ensures: ∃ inputs . literals implies the result.
    """
    free = frozenset().union(*[literal.free for literal in literals]) - inputs
    arrays = [v for v in sorted(free) if isinstance(v.sort, ArraySort)]
    numbers = [v for v in sorted(free) if v not in arrays]
    if arrays:
        read = [p for p in postorder(literals) if p.op is ops.SELECT and p.free.isdisjoint(inputs)]
        cube = _excluding([*numbers, *read], literals, values, prover)
        if cube is not None:
            return cube
    return _excluding([*numbers, *arrays], literals, values, prover)


def _excluding(
    quantities: list[Term], literals: Literals, values: dict[Term, Value], prover: Prover
) -> Literals | None:
    known = evaluate_all(quantities, values)
    equalities = [
        eq(quantity, literal_of(value, quantity.sort))
        for quantity, value in zip(quantities, known, strict=True)
    ]
    answer = prover.check((*literals, *equalities), Purpose.GENERALISATION, core=True)
    if not isinstance(answer, Unsat) or answer.core is None:
        return None
    return (disjunction(negation(e) for e in equalities if e in answer.core),)
