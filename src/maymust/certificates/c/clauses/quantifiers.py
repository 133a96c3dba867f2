"""Over which numbers a quantifier has to go.

All numbers of a type are too many. But `\\forall int i; 0 <= i < n ==> P` says nothing of others than those
from 0 to n - 1, and `\\exists int i; i \\in S && P` is about elements of `S`: guards that come first, and are
defined whatever the number is, tell which numbers matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from maymust.certificates.c.clauses.numbers import as_type, limits
from maymust.certificates.c.clauses.values import ClauseValue, NotSeen, Undefined, elements
from maymust.frontends.acsl.typed import (
    Apply,
    Element,
    Field,
    Quantified,
    Reach,
    Term,
    Variable,
    subterms,
)
from maymust.frontends.c.types import IntType, common_type
from maymust.frozen import frozen

Evaluate = Callable[[Term], ClauseValue]
_MOST = 4096  # numbers that are looked at one by one


@frozen
class Considered:
    """What a variable is tried with, and what may be missing, for the user; nothing, if that is all that
    matters."""

    values: Sequence[ClauseValue]
    missing: str = ""


def outer(term: Quantified) -> tuple[Variable, Term]:
    """The first variable, and what is said of it."""
    first, *others = term.variables
    return first, replace(term, variables=tuple(others)) if others else term.body


def is_always_defined(term: Term) -> bool:
    """Whether a term is defined whatever its variables are: it follows no pointer, has no index, and
    divides nothing. (If a number overflows, its value is not seen, but it has one.)"""
    return not any(
        isinstance(each, Element | Field | Reach)
        or (isinstance(each, Apply) and each.operator in ("divide", "modulo"))
        for each in subterms(term)
    )


def considered_numbers(
    term: Quantified, bound: frozenset[str], evaluate: Evaluate, tried: range
) -> Considered:
    """The numbers that the first variable has to be, for which `bound` are known; some, if they are too many:
    those that are to be `tried`, and the ends."""
    variable, inner = outer(term)
    assert isinstance(variable.type, IntType)
    found = _Interval(variable, bound, evaluate)
    for guard in _guards(inner, term.kind, variable.name):
        if not found.narrowed(guard):
            break
    low, high = found.low, found.high
    if found.members is not None:
        return Considered([each for each in sorted(found.members) if low <= each <= high])
    if high - low < _MOST:
        return Considered(range(low, high + 1))
    typed = [as_type(each, variable.type) for each in sorted(tried, key=abs)]
    inside = [each for each in dict.fromkeys(typed) if low < each < high]
    return Considered([*inside, low, high], "a quantifier goes over too many numbers")


def _guards(term: Term, kind: str, name: str) -> Iterator[Term]:
    """What has to be true before the rest matters, in the order in which it is judged."""
    match term:
        case Quantified(same, variables, body) if same == kind:
            if name not in [each.name for each in variables]:
                yield from _guards(body, kind, name)
        case Apply("implies", (left, right)) if kind == "forall":
            yield from _conjuncts(left)
            yield from _guards(right, kind, name)
        case _ if kind != "forall":
            yield from _conjuncts(term)


def _conjuncts(term: Term) -> Iterator[Term]:
    if isinstance(term, Apply) and term.operator == "and":
        for operand in term.operands:
            yield from _conjuncts(operand)
    else:
        yield term


class _Interval:
    """What is known of a number: its limits, and what it is one of."""

    def __init__(self, variable: Variable, bound: frozenset[str], evaluate: Evaluate) -> None:
        assert isinstance(variable.type, IntType)
        self._name, self._type = variable.name, variable.type
        self._bound, self._evaluate = bound - {variable.name}, evaluate
        self.low, self.high = limits(variable.type)
        self.members: frozenset[int] | None = None

    def narrowed(self, guard: Term) -> bool:
        """Takes a guard into account; False if later ones may not be."""
        try:
            if self._is_known(guard):
                if not self._evaluate(guard):
                    self.members = frozenset()
                return True
            return self._compared(guard) or is_always_defined(guard)
        except (Undefined, NotSeen):
            return False

    def _is_known(self, term: Term) -> bool:
        """Whether a term speaks of nothing that is not known yet."""
        uses = [each.name for each in subterms(term) if isinstance(each, Variable) and each.kind == "bound"]
        inside = {v.name for each in subterms(term) if isinstance(each, Quantified) for v in each.variables}
        return not inside and self._bound.issuperset(uses)

    def _compared(self, guard: Term) -> bool:
        """Whether the guard compares the variable with something known, which is then taken into account."""
        if not isinstance(guard, Apply) or len(guard.operands) != 2:
            return False
        left, right = guard.operands
        if guard.operator == "in":
            return self._is_variable(left) and self._is_known(right) and self._in(right)
        for this, other, is_left in ((left, right, True), (right, left, False)):
            if self._is_variable(this) and self._is_known(other) and self._keeps_value(other):
                return self._at(guard.operator, other, is_left=is_left)
        return False

    def _is_variable(self, term: Term) -> bool:
        return isinstance(term, Variable) and term.kind == "bound" and term.name == self._name

    def _keeps_value(self, other: Term) -> bool:
        """Whether the variable does not change its value where it is compared with the other term."""
        if not isinstance(other.type, IntType):
            return False
        low, high = limits(common_type(self._type, other.type))
        return low <= limits(self._type)[0] and limits(self._type)[1] <= high

    def _in(self, members: Term) -> bool:
        found = self._evaluate(members)
        assert isinstance(found, frozenset | range)
        numbers = {each for each in elements(found) if isinstance(each, int)}
        self.members = frozenset(numbers if self.members is None else self.members & numbers)
        return True

    def _at(self, operator: str, other: Term, *, is_left: bool) -> bool:
        assert isinstance(other.type, IntType)
        value = self._evaluate(other)
        assert isinstance(value, int)
        limit = as_type(value, common_type(self._type, other.type))
        match operator, is_left:
            case "equal", _:
                self.low, self.high = max(self.low, limit), min(self.high, limit)
            case "less", True:
                self.high = min(self.high, limit - 1)
            case "at_most", True:
                self.high = min(self.high, limit)
            case "less", False:
                self.low = max(self.low, limit + 1)
            case "at_most", False:
                self.low = max(self.low, limit)
            case _:
                return False
        return True
