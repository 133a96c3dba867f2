"""WP_α: weakest preconditions that ask about aliases only what a test answers (article §4.2.1).

A store turns a later read into a choice: `M[b]` after `M[a] := v` is v where a = b, and as before elsewhere.
WP itself has both cases of every such question. WP_α takes the answers of the frontier's state; α collects
the literals that say so, and with WP↓α, the precondition under those answers, ρ = ¬(α ∧ ¬WP↓α).

Theorem 3 of the article says that ρ is suitable: the state satisfies α and violates WP, hence violates ρ; and
WP implies ρ, as WP and WP↓α agree under α. A question needs no literal in α where the other answer
makes the atom false: then the atom implies its other case whatever the aliases are. So *q = 1 before `*p = 0`
is *q = 1, not p ≠ q ∧ *q = 1, if the state violates that, too.

What depends on inputs that the transition reads no state answers: those reads stay as they are.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from maymust.engines.maymust.may.questions import Question, depends, innermost_question, map_atoms, replace
from maymust.frozen import frozen
from maymust.terms import FALSE, TRUE, Term, Value, conjunction, conjuncts, disjunction, negation
from maymust.terms.evaluate import evaluate_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Set

    from maymust.terms.literals import Literals


@frozen
class Specialised:
    """`literals` are implied by α and the conjunction that was specialised; the state satisfies α, and its
    truth values of the conjunction and of the literals are the same."""

    alpha: Literals
    literals: Literals

    def unless_otherwise(self, literals: Literals) -> Literals:
        """¬(α ∧ ¬literals), which is ρ of these literals or of ones that they imply."""
        if not self.alpha:
            return literals
        return conjuncts(disjunction((*map(negation, self.alpha), conjunction(literals))))


def specialise(literals: Iterable[Term], state: Mapping[Term, Value], inputs: Set[Term]) -> Specialised:
    """WP↓α and α, from the literals of WP and the values of the variables at the frontier."""
    values = _Values(state)
    alpha: dict[Term, None] = {}
    done: dict[Term, Term] = {}

    def special(atom: Term) -> Term:
        return _specialise_atom(atom, values, inputs, alpha)

    result = tuple([map_atoms(literal, special, done) for literal in literals])
    return Specialised(tuple(alpha), result)


def all_cases(literals: Iterable[Term], inputs: Set[Term]) -> Literals:
    """The conjunction with a disjunct for each combination of answers: 2ᵏ for k questions. This is the
    weakest precondition that the article compares WP_α with."""
    pending, finished = [(conjunction(literals), TRUE)], []
    while pending:
        term, answers = pending.pop()
        questions = _all_questions(term, inputs)
        if not questions:
            finished.append(conjunction((answers, term)))
            continue
        for combination in itertools.product((True, False), repeat=len(questions)):
            chosen, said = term, [answers]
            for question, answer in zip(questions, combination, strict=True):
                chosen = replace(chosen, question.place, question.yes if answer else question.no)
                said.append(question.literal(answer=answer))
            pending.append((chosen, conjunction(said)))
    return (disjunction(finished),)


class _Values:
    """Values of terms at one state; what terms share is evaluated once."""

    def __init__(self, state: Mapping[Term, Value]) -> None:
        self._state = state
        self._known: dict[Term, Value] = {}

    def of(self, term: Term) -> Value:
        value: Value = evaluate_all((term,), self._state, self._known)[0]
        return value


def _specialise_atom(atom: Term, values: _Values, inputs: Set[Term], alpha: dict[Term, None]) -> Term:
    question = innermost_question(atom, inputs)
    while question is not None:
        yes, no = question.cases(atom)
        answer = bool(values.of(question.condition))
        chosen, other = (yes, no) if answer else (no, yes)
        if chosen is FALSE and not depends(other, inputs) and not values.of(other):
            chosen, other = other, FALSE  # the atom implies it, and the state violates it, too
        if chosen is not TRUE and other is not FALSE and chosen is not other:
            alpha[question.literal(answer=answer)] = None
        atom = chosen
        question = innermost_question(atom, inputs)
    return atom


def _all_questions(term: Term, inputs: Set[Term]) -> list[Question]:
    """The questions of a term whose own parts have none, without duplicates."""
    found = []
    rest = term
    question = innermost_question(rest, inputs)
    while question is not None:
        found.append(question)
        rest = replace(rest, question.place, question.no)
        question = innermost_question(rest, inputs)
    return found
