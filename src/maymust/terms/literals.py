"""Conjunctions of literals as tuples: flattening, unit propagation, equalities; cheap conflicts.

Regions are conjunctions that are built, negated and met millions of times; what a glance decides here
saves a solver call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.terms import operators as ops
from maymust.terms.build import conjunction, disjunction, negation
from maymust.terms.term import FALSE, TRUE, Term
from maymust.terms.traverse import substitute

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Literals = tuple[Term, ...]


def simplify_conjunction(terms: Iterable[Term]) -> Literals | None:
    """An equivalent conjunction, simplified by its own units and equalities; None if they show it false."""
    literals = _flat(terms)
    while literals is not None:
        again = _propagate(literals)
        if again is None or again == literals:
            return again
        literals = again
    return None


def with_literal(literals: Literals, term: Term) -> Literals | None:
    """`literals` and one more, simplified. Requires: the literals are simplified already.

    A clause that stays one teaches the others nothing, so they are not gone through again.
    """
    if term.op is ops.OR:
        units, refuted = _units(literals)
        reduced = _reduce_clause(term, units, refuted)
        if reduced is TRUE or reduced in literals:
            return literals
        values = constants_of(literals)
        if reduced.op is ops.OR and (not values or reduced.free.isdisjoint(values)):
            return (*literals, reduced)
    return simplify_conjunction((*literals, term))


def _flat(terms: Iterable[Term]) -> Literals | None:
    whole = conjunction(terms)
    if whole is FALSE:
        return None
    if whole is TRUE:
        return ()
    return whole.args if whole.op is ops.AND else (whole,)


def _propagate(literals: Literals) -> Literals | None:
    """One round: clauses lose what the unit literals decide, variables equal to constants are replaced."""
    units, refuted = _units(literals)
    values = constants_of(literals)
    result: list[Term] = []
    for literal in literals:
        new = literal
        if literal.op is ops.OR:
            new = _reduce_clause(literal, units, refuted)
        if values and not new.free.isdisjoint(values) and not _defines(new, values):
            new = substitute(new, values)
        if new is FALSE:
            return None
        if new is not TRUE:
            result.append(new)
    return _flat(result)


def _units(literals: Literals) -> tuple[set[Term], set[Term]]:
    """The literals that are no clauses, and their negations."""
    units = {literal for literal in literals if literal.op is not ops.OR}
    return units, {negation(unit) for unit in units}


def _defines(literal: Term, values: Mapping[Term, Term]) -> bool:
    return literal.op is ops.EQ and values.get(literal.args[0]) is literal.args[1]


def _reduce_clause(clause: Term, units: set[Term], refuted: set[Term]) -> Term:
    """The clause without what the units refute; TRUE where they imply it. `refuted` has their negations."""
    kept: list[Term] = []
    for option in clause.args:
        parts = option.args if option.op is ops.AND else (option,)
        if not refuted.isdisjoint(parts):
            continue
        if units.issuperset(parts):
            return TRUE
        kept.append(option)
    return clause if len(kept) == len(clause.args) else disjunction(kept)


def constants_of(literals: Iterable[Term]) -> dict[Term, Term]:
    """The variables that the literals equate with a constant, with that constant."""
    values: dict[Term, Term] = {}
    for literal in literals:
        if literal.op is ops.EQ and literal.args[1].value is not None and literal.args[0].name is not None:
            values.setdefault(literal.args[0], literal.args[1])
    return values


def plainly_conflict(left: Iterable[Term], negated_right: frozenset[Term], left_values: Mapping[Term, Term],
                     right_values: Mapping[Term, Term]) -> bool:  # fmt: skip
    """Whether two conjunctions contradict each other at a glance.

    That is where a literal of one is negated in the other (`negated_right` holds the negations of the right
    one's literals), or they equate a variable with two constants.
    """
    if not negated_right.isdisjoint(left):
        return True
    if len(right_values) > len(left_values):
        left_values, right_values = right_values, left_values
    for variable, value in right_values.items():
        other = left_values.get(variable)
        if other is not None and other is not value:
            return True
    return False
