"""Splits transitions by choices: what sets a variable to one value or another becomes two transitions.

Before   [x < 9] s := (a == 0 ? 1 : 2)
After    [x < 9 & a == 0] s := 1      [x < 9 & !(a == 0)] s := 2
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.terms import Term, conjuncts, make, negation, postorder
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from maymust.ir.transitions import Transition, TransitionSystem

MOST_CASES = 16  # of one transition; further choices are left as they are


def split_choices(system: TransitionSystem) -> TransitionSystem:
    """The system with its transitions split by the conditions of choices in their updates."""
    parts = [part for transition in system.transitions for part in _split(transition)]
    return replace(system, transitions=tuple(replace(part, number=n) for n, part in enumerate(parts)))


def _split(transition: Transition) -> list[Transition]:
    open_ = [transition]
    done: list[Transition] = []
    while open_:
        part = open_.pop()
        condition = _condition(part)
        if condition is None or len(open_) + len(done) + 2 > MOST_CASES:
            done.append(part)
        else:
            open_ += [_decided(part, condition, truth) for truth in (False, True)]
    return done


def _condition(transition: Transition) -> Term | None:
    """The condition of a choice that has none inside, if there is a choice."""
    return next((x.args[0] for x in postorder(transition.updates.values()) if x.op is ops.ITE), None)


def _decided(transition: Transition, condition: Term, truth: bool) -> Transition:
    """The part of a transition where a condition has that truth."""
    terms: dict[Term, Term] = {}
    for term in postorder(transition.updates.values()):
        if term.op is ops.ITE and term.args[0] is condition:
            terms[term] = terms[term.args[1 if truth else 2]]
        elif term.op is None:
            terms[term] = term
        else:
            terms[term] = make(term.op, tuple([terms[argument] for argument in term.args]), term.indices)
    guard = conjuncts(condition if truth else negation(condition))
    return replace(
        transition,
        guard=tuple(dict.fromkeys((*transition.guard, *guard))),
        updates={variable: terms[value] for variable, value in transition.updates.items()},
    )
