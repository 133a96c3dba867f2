"""Alias questions: where the value of a term depends on whether a read is of what was stored before.

Questions are found from the inside out, as an address may itself be read after stores (p->next->next). The
condition of a choice (`ite`) that gives an address or the memory that is read is a question like others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frozen import frozen
from maymust.terms import FALSE, TRUE, Term, conjunction, disjunction, eq, make, negation, postorder
from maymust.terms import operators as ops
from maymust.terms import select as read

if TYPE_CHECKING:
    from collections.abc import Callable, Set

NO_INPUTS: frozenset[Term] = frozenset()


@frozen
class Question:
    """A choice within a term: `place` equals `yes` where `condition` holds, and `no` elsewhere."""

    condition: Term
    place: Term
    yes: Term
    no: Term

    def cases(self, term: Term) -> tuple[Term, Term]:
        """The term where the answer is yes, and where it is no."""
        return replace(term, self.place, self.yes), replace(term, self.place, self.no)

    def literal(self, *, answer: bool) -> Term:
        """What the answer says."""
        return self.condition if answer else negation(self.condition)


def map_atoms(term: Term, change: Callable[[Term], Term], done: dict[Term, Term]) -> Term:
    """The term with its atoms changed; `done` keeps what was changed, for other terms. Terms are in negation
    normal form: a literal is an atom here, and weaker atoms make a weaker term."""
    stack = [term]
    while stack:
        top = stack[-1]
        if top in done:
            stack.pop()
        elif top.op not in (ops.AND, ops.OR):
            done[top] = change(top)
        else:
            missing = [argument for argument in top.args if argument not in done]
            if missing:
                stack += missing
            else:
                joined = conjunction if top.op is ops.AND else disjunction
                done[top] = joined([done[argument] for argument in top.args])
    return done[term]


def decide_reads(term: Term, done: dict[Term, Term]) -> Term:
    """An equivalent term with fewer reads after stores: where one answer to a question makes an atom true or
    false, the question itself takes the place of that case. *q = 1 after *p = 0 is p ≠ q ∧ *q = 1 before, and
    nothing gets larger. This spares the prover most of its work on memory."""
    return map_atoms(term, _decided_atom, done)


def _decided_atom(atom: Term) -> Term:
    around: list[tuple[bool, Term]] = []  # from the outside in: whether it is a conjunct, and the literal
    rest = atom
    question = innermost_question(rest, NO_INPUTS)
    while question is not None:
        yes, no = question.cases(rest)
        if yes.value is not None:
            around.append((yes is FALSE, question.literal(answer=yes is TRUE)))
            rest = no
        elif no.value is not None:
            around.append((no is FALSE, question.literal(answer=no is FALSE)))
            rest = yes
        elif yes is no:
            rest = yes
        else:
            break
        question = innermost_question(rest, NO_INPUTS)
    for conjunct, literal in reversed(around):
        rest = conjunction((literal, rest)) if conjunct else disjunction((literal, rest))
    return rest


def depends(term: Term, inputs: Set[Term]) -> bool:
    """Whether the term speaks of some of the inputs."""
    return not term.free.isdisjoint(inputs)


def innermost_question(term: Term, inputs: Set[Term]) -> Question | None:
    """A question that a state answers and whose own parts have none; None where there is no such question."""
    seen: set[tuple[Term, bool]] = set()
    stack = [(term, False, False)]  # with: whether it is part of an address, whether its parts are done
    while stack:
        part, in_address, parts_are_done = stack.pop()
        if parts_are_done:
            question = _question_at(part, in_address=in_address)
            if question is not None and not depends(question.condition, inputs):
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


def replace(term: Term, old: Term, new: Term) -> Term:
    """The term with a subterm replaced everywhere, and simplified."""
    done = {old: new}
    for part in postorder((term,), done):
        if part.op is None:
            done[part] = part
            continue
        arguments = tuple([done[argument] for argument in part.args])
        done[part] = part if arguments == part.args else make(part.op, arguments, part.indices)
    return done[term]
