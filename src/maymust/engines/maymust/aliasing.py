"""WP_α: weakest preconditions that ask about aliases only what a test answers (article §4.2.1).

A store turns a later read into a choice: `M[b]` after `M[a] := v` is v where a = b, and as before elsewhere.
WP itself has both cases of every such question. WP_α takes the answers of the frontier's state; α collects
the literals that say so, and with WP↓α, the precondition under those answers, ρ = ¬(α ∧ ¬WP↓α).

Theorem 3 of the article says that ρ is suitable: the state satisfies α and violates WP, hence violates ρ; and
WP implies ρ, as WP and WP↓α agree under α. A question needs no literal in α where the other answer
makes the atom false: then the atom implies its other case whatever the aliases are. So *q = 1 before `*p = 0`
is *q = 1, not p ≠ q ∧ *q = 1, if the state violates that, too.

Questions are asked from the inside out, as an address may itself be read after stores (p->next->next). The
condition of a choice (`ite`) that gives an address or the memory that is read is a question like others. What
depends on inputs that the transition reads no state answers: those reads stay as they are.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from maymust.terms import (
    FALSE,
    TRUE,
    Term,
    Value,
    conjunction,
    conjuncts,
    disjunction,
    eq,
    make,
    negation,
    postorder,
)
from maymust.terms import operators as ops
from maymust.terms import select as read
from maymust.terms.evaluate import evaluate_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Set

    from maymust.terms.literals import Literals


@dataclass(frozen=True, slots=True)
class Question:
    """A choice within a term: `place` equals `yes` where `condition` holds, and `no` elsewhere."""

    condition: Term
    place: Term
    yes: Term
    no: Term


@dataclass(frozen=True, slots=True)
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
    result = tuple([_specialise_skeleton(literal, values, inputs, alpha, done) for literal in literals])
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
                chosen = _replace(chosen, question.place, question.yes if answer else question.no)
                said.append(question.condition if answer else negation(question.condition))
            pending.append((chosen, conjunction(said)))
    return (disjunction(finished),)


class _Values:
    """Values of terms at one state; what terms share is evaluated once."""

    def __init__(self, state: Mapping[Term, Value]) -> None:
        self._state = state
        self._known: dict[Term, Value] = {}

    def of(self, term: Term) -> Value:
        return evaluate_all((term,), self._state, self._known)[0]


def _specialise_skeleton(
    term: Term, values: _Values, inputs: Set[Term], alpha: dict[Term, None], done: dict[Term, Term]
) -> Term:
    """A term in negation normal form is monotone in its atoms: each may be weakened on its own."""
    stack = [term]
    while stack:
        top = stack[-1]
        if top in done:
            stack.pop()
        elif top.op not in (ops.AND, ops.OR):
            done[top] = _specialise_atom(top, values, inputs, alpha)
        else:
            missing = [argument for argument in top.args if argument not in done]
            if missing:
                stack += missing
            else:
                joined = conjunction if top.op is ops.AND else disjunction
                done[top] = joined([done[argument] for argument in top.args])
    return done[term]


def _specialise_atom(atom: Term, values: _Values, inputs: Set[Term], alpha: dict[Term, None]) -> Term:
    question = _innermost_question(atom, inputs)
    while question is not None:
        yes = _replace(atom, question.place, question.yes)
        no = _replace(atom, question.place, question.no)
        answer = bool(values.of(question.condition))
        chosen, other = (yes, no) if answer else (no, yes)
        if chosen is FALSE and not _depends(other, inputs) and not values.of(other):
            chosen, other = other, FALSE  # the atom implies it, and the state violates it, too
        if chosen is not TRUE and other is not FALSE and chosen is not other:
            alpha[question.condition if answer else negation(question.condition)] = None
        atom = chosen
        question = _innermost_question(atom, inputs)
    return atom


def _depends(term: Term, inputs: Set[Term]) -> bool:
    return not term.free.isdisjoint(inputs)


def _innermost_question(term: Term, inputs: Set[Term]) -> Question | None:
    """A question that a state answers and whose own parts have none; None where there is no such question."""
    seen: set[tuple[Term, bool]] = set()
    stack = [(term, False, False)]  # with: whether it is part of an address, whether its parts are done
    while stack:
        part, in_address, parts_are_done = stack.pop()
        if parts_are_done:
            question = _question_at(part, in_address=in_address)
            if question is not None and not _depends(question.condition, inputs):
                return question
            # No question here: now for the parts that did not matter to it.
            stack += [(argument, in_address, False) for argument in reversed(part.args)]
            continue
        if part.op is None or (part, in_address) in seen:
            continue
        seen.add((part, in_address))
        stack.append((part, in_address, True))
        stack += [(argument, within, False) for argument, within in _asked_first(part, in_address=in_address)]
    return None


def _asked_first(part: Term, *, in_address: bool) -> list[tuple[Term, bool]]:
    """What has to be free of questions before there is one at this part; addresses among it are marked."""
    if part.op is ops.SELECT:
        array, index = part.args
        if array.op is ops.STORE:
            return [(array.args[1], True), (index, True)]
        return [(array.args[0], False), (index, True)] if array.op is ops.ITE else [(index, True)]
    if part.op is ops.STORE:
        return [(part.args[1], True)]
    if part.op is ops.ITE and in_address:
        return [(part.args[0], False)]
    return []


def _question_at(part: Term, *, in_address: bool) -> Question | None:
    if part.op is ops.SELECT:
        array, index = part.args
        if array.op is ops.STORE:
            before, at, element = array.args
            return Question(eq(at, index), part, element, read(before, index))
        if array.op is ops.ITE:
            condition, then, otherwise = array.args
            return Question(condition, part, read(then, index), read(otherwise, index))
    if part.op is ops.ITE and in_address:
        condition, then, otherwise = part.args
        return Question(condition, part, then, otherwise)
    return None


def _all_questions(term: Term, inputs: Set[Term]) -> list[Question]:
    """The questions of a term whose own parts have none, without duplicates."""
    found = []
    rest = term
    question = _innermost_question(rest, inputs)
    while question is not None:
        found.append(question)
        rest = _replace(rest, question.place, question.no)
        question = _innermost_question(rest, inputs)
    return found


def _replace(term: Term, old: Term, new: Term) -> Term:
    """The term with a subterm replaced everywhere, and simplified."""
    done = {old: new}
    for part in postorder((term,), done):
        if part.op is None:
            done[part] = part
            continue
        arguments = tuple([done[argument] for argument in part.args])
        done[part] = part if arguments == part.args else make(part.op, arguments, part.indices)
    return done[term]
