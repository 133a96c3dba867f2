"""The operators of clauses, on values."""

from __future__ import annotations

from maymust.certificates.c.clauses import numbers
from maymust.certificates.c.clauses.values import (
    NULL,
    UNSET,
    ClauseValue,
    NotSeen,
    Pointer,
    as_int,
    elements,
    pointers,
    set_of,
)
from maymust.errors import InternalError
from maymust.frontends.acsl.typed import Apply
from maymust.frontends.c.types import IntType

_COMPARISONS = frozenset({"equal", "unequal", "less", "at_most"})


def of_truths(operator: str, first: bool, others: list[ClauseValue]) -> bool:
    """`not` or `iff`; others are judged before their right sides have values."""
    if operator == "not":
        return not first
    assert operator == "iff"
    return first == others[0]


def of_numbers(term: Apply, first: int, others: list[ClauseValue]) -> ClauseValue:
    """An operator whose first operand is a number."""
    operator, type_ = term.operator, term.operands[0].type
    assert isinstance(type_, IntType)
    if operator == "union":
        return set_of([first])
    if operator == "in":
        assert isinstance(others[0], frozenset | range)
        return first in others[0]
    if not others:
        return numbers.negated(operator, first, type_)
    second, other = others[0], term.operands[1].type
    assert isinstance(second, int) and isinstance(other, IntType)
    if operator in _COMPARISONS:
        return numbers.compared(operator, first, second, (type_, other))
    return numbers.computed(operator, first, second, (type_, other))


def of_pointers(operator: str, first: Pointer, others: list[ClauseValue]) -> ClauseValue:
    """An operator whose first operand is a pointer; not those that ask what it leads to."""
    match operator, others:
        case "union", []:
            return set_of([first])
        case "in", [frozenset() as second]:
            return first != NULL and any(_are_equal(first, each) for each in pointers(second))
        case "equal", [Pointer() as second]:
            return _are_equal(first, second)
        case "unequal", [Pointer() as second]:
            return not _are_equal(first, second)
    raise InternalError(f"no operator on pointers: {operator}")


def of_sets(operator: str, first: ClauseValue, others: list[ClauseValue]) -> ClauseValue:
    """An operator whose first operand is a set."""
    if operator == "card":
        assert isinstance(first, frozenset | range)
        return as_int(len(first))
    found = elements(first)
    for other in map(elements, others):
        match operator:
            case "equal":
                return found == other
            case "unequal":
                return found != other
            case "subset":
                return found <= other
            case "union":
                found |= other
            case "intersection":
                found &= other
            case "difference":
                found -= other
            case _:
                raise InternalError(f"no operator on sets: {operator}")
    return found


def _are_equal(left: Pointer, right: Pointer) -> bool:
    """Whether two pointers are equal; one that was never set may be equal to others by chance."""
    if UNSET in (left, right) and NULL not in (left, right):
        raise NotSeen("a pointer that was never set is compared")
    return left == right
