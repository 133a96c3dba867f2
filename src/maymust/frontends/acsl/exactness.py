"""Whether what violates a contract within a bound violates it in full width, too.

Quantifiers go over the numbers of the bound. What violates `\\forall int i; P` is a number, which is there in
full width, too; what does not satisfy `\\exists int i; P` may be too small a world. So, of what is ensured,
quantifiers over numbers must say "all", and of what is required, "some"; under a negation, the other way
round. Objects are all there, and the elements of a range. Counts must not wrap around.
"""

from __future__ import annotations

from maymust.frontends.acsl.typed import (
    TRUTH,
    Apply,
    Clause,
    Constant,
    Contract,
    Frame,
    Old,
    Quantified,
    Range,
    Term,
    parts_of,
    subterms,
)
from maymust.frontends.c.types import IntType


def is_exactly_required(contract: Contract, objects: int, width: int) -> bool:
    """Whether what is required within a bound, of so many objects and bits, is required in full width."""
    return all(
        _is_exact(each.term, "exists") and _counts(each.term, objects, width) for each in contract.requires
    )


def is_exactly_ensured(term: Term, objects: int, width: int) -> bool:
    """Whether what violates the term within a bound does in full width."""
    return _is_exact(term, "forall") and _counts(term, objects, width)


def is_exact(promised: Clause | Frame, objects: int, width: int) -> bool:
    """Whether what violates a clause, or a frame, within a bound does in full width."""
    size = objects, width
    if isinstance(promised, Clause):
        return is_exactly_ensured(promised.term, *size)
    if promised.assumes is not None:
        nothing = Apply("implies", (promised.assumes, Constant("true", TRUTH)), TRUTH)
        if not is_exactly_ensured(nothing, *size):
            return False
    return all(is_exactly_ensured(each, *size) for each in promised.locations)


def _is_exact(term: Term, allowed: str) -> bool:
    """Whether quantifiers over numbers, where they are not under a negation, are of the allowed kind."""
    other = "exists" if allowed == "forall" else "forall" if allowed else ""
    match term:
        case Quantified(kind, variables, body):
            over_numbers = any(isinstance(each.type, IntType) for each in variables)
            return _is_exact(body, allowed) and (not over_numbers or kind == allowed)
        case Apply("not", (operand,)):
            return _is_exact(operand, other)
        case Apply("implies", (left, right)):
            return _is_exact(left, other) and _is_exact(right, allowed)
        case Apply("and" | "or", operands):
            return all(_is_exact(each, allowed) for each in operands)
        case Old(operand):
            return _is_exact(operand, allowed)
        case _:
            return all(_is_exact(each, "") for each in parts_of(term))


def _counts(term: Term, objects: int, width: int) -> bool:
    """Whether no count can wrap around."""
    counted = [
        each.operands[0] for each in subterms(term) if isinstance(each, Apply) and each.operator == "card"
    ]
    if any(isinstance(part, Range) for each in counted for part in subterms(each)):
        return False
    return not counted or objects < 1 << (width - 1)
