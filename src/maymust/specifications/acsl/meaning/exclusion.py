"""Whether executions may be left out because a clause is false within a bound.

Quantifiers go over the numbers of the bound: what makes `\\forall int i; P` false is a number, which is there
in full width, too; what does not satisfy `\\exists int i; P` may be too small a world. So quantifiers over
numbers must say "all"; under a negation, "some". Objects are all there, and the elements of a range. Counts
must not wrap around. No verdict that something holds may rest on the absence of executions that a clause
leaves out without that. (That something fails never rests on this: `certificates.c.clauses` sees it.)
"""

from __future__ import annotations

from maymust.frontends.acsl.typed import (
    TRUTH,
    Apply,
    Clause,
    Constant,
    Frame,
    Old,
    Quantified,
    Range,
    Term,
    parts_of,
    subterms,
)
from maymust.frontends.c.types import IntType


def may_leave_out(promised: Clause | Frame, objects: int, width: int) -> bool:
    """Whether what makes a clause, or a frame, false within a bound of so many objects and bits does so in
    full width."""
    size = objects, width
    if isinstance(promised, Clause):
        return _is_false_too(promised.term, *size)
    if promised.assumes is not None:
        nothing = Apply("implies", (promised.assumes, Constant("true", TRUTH)), TRUTH)
        if not _is_false_too(nothing, *size):
            return False
    return all(_is_false_too(each, *size) for each in promised.locations)


def _is_false_too(term: Term, objects: int, width: int) -> bool:
    return _says(term, "forall") and _counts(term, objects, width)


def _says(term: Term, allowed: str) -> bool:
    """Whether quantifiers over numbers, where they are not under a negation, are of the allowed kind."""
    other = "exists" if allowed == "forall" else "forall" if allowed else ""
    match term:
        case Quantified(kind, variables, body):
            over_numbers = any(isinstance(each.type, IntType) for each in variables)
            return _says(body, allowed) and (not over_numbers or kind == allowed)
        case Apply("not", (operand,)):
            return _says(operand, other)
        case Apply("implies", (left, right)):
            return _says(left, other) and _says(right, allowed)
        case Apply("and" | "or", operands):
            return all(_says(each, allowed) for each in operands)
        case Old(operand):
            return _says(operand, allowed)
        case _:
            return all(_says(each, "") for each in parts_of(term))


def _counts(term: Term, objects: int, width: int) -> bool:
    """Whether no count can wrap around."""
    counted = [
        each.operands[0] for each in subterms(term) if isinstance(each, Apply) and each.operator == "card"
    ]
    if any(isinstance(part, Range) for each in counted for part in subterms(each)):
        return False
    return not counted or objects < 1 << (width - 1)
