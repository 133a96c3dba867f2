"""Terms over ranges: their values where those of variables are known, and what a guard says of the variables.

An environment gives variables ranges; one that is not in it may be anything.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from maymust.engines.auto.suppliers.intervals.domain import (
    Range,
    anything,
    exactly,
    from_signed,
    from_unsigned,
    join,
    meet,
    reduced,
)
from maymust.engines.auto.suppliers.intervals.operators import Truth, apply, choose, compare
from maymust.terms import BOOL, ArraySort, Term, negation, postorder
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Environment = dict[Term, Range]

_ROUNDS = 2  # a guard's conjuncts sharpen each other
_MOST_OPTIONS = 8  # of a disjunction that is gone through
_DEEPEST = 3  # disjunctions in disjunctions


class Values:
    """The ranges and truths of terms, each computed once. They stay right, if not sharp, when the environment
    gets smaller."""

    def __init__(self, environment: Mapping[Term, Range]) -> None:
        self._ranges: dict[Term, Range] = dict(environment)
        self._truths: dict[Term, Truth] = {}

    def compute(self, terms: Iterable[Term]) -> None:
        """Computes these terms and their parts."""
        ranges, truths = self._ranges, self._truths
        for term in postorder(terms):
            if term in ranges or term in truths:
                continue
            if isinstance(term.sort, ArraySort):
                continue
            if term.sort is BOOL:
                truths[term] = self._truth_of(term)
            elif term.value is not None:
                ranges[term] = exactly(term.value, term.width)
            elif term.op is None or term.op is ops.SELECT:
                ranges[term] = anything(term.width)
            elif term.op is ops.ITE:
                condition, then, otherwise = term.args
                ranges[term] = choose(truths[condition], ranges[then], ranges[otherwise])
            else:
                arguments = tuple([ranges[argument] for argument in term.args])
                ranges[term] = apply(term.op, term.width, term.indices, arguments)

    def _truth_of(self, term: Term) -> Truth:
        if term.value is not None:
            return bool(term.value)
        if term.op is ops.NOT:
            inner = self._truths[term.args[0]]
            return None if inner is None else not inner
        if term.op in (ops.AND, ops.OR):
            found = {self._truths[argument] for argument in term.args}
            absorbing = term.op is ops.OR
            return absorbing if absorbing in found else None if None in found else not absorbing
        if term.op in (ops.EQ, ops.ULT, ops.SLT) and term.args[0].width:
            return compare(term.op, *[self._ranges[argument] for argument in term.args])
        return None

    def truth(self, term: Term) -> Truth:
        """The truth of a term that was computed."""
        return self._truths[term]

    def range(self, term: Term) -> Range:
        """The range of a term that was computed."""
        return self._ranges[term]

    def sharpen(self, term: Term, found: Range) -> None:
        """It is known to be in this range."""
        self._ranges[term] = found


def ranges_of(terms: Iterable[Term], environment: Mapping[Term, Range]) -> list[Range]:
    """The ranges of terms that are numbers."""
    wanted = list(terms)
    values = Values(environment)
    values.compute(wanted)
    return [values.range(term) for term in wanted]


def assume(conditions: Iterable[Term], environment: Environment, depth: int = 0) -> Environment | None:
    """The environment where the conditions hold; None where they cannot."""
    wanted = list(conditions)
    found: Environment | None = environment
    for _ in range(_ROUNDS if wanted else 0):
        before = found
        found = _Assumption(found or {}, wanted, depth).result()
        if found is None or found == before:
            return found
    return found


class _Impossible(Exception):  # noqa: N818 - it is an answer
    """The conditions cannot hold."""


class _Assumption:
    """One round through conditions. What is to be narrowed or assumed yet is on two stacks."""

    def __init__(self, environment: Mapping[Term, Range], conditions: list[Term], depth: int) -> None:
        self._environment: Environment = dict(environment)
        self._depth = depth
        self._values = Values(environment)
        self._values.compute(conditions)
        self._to_hold: list[tuple[Term, bool]] = [(c, True) for c in reversed(conditions)]
        self._to_narrow: list[tuple[Term, Range | None]] = []

    def result(self) -> Environment | None:
        try:
            while self._to_hold or self._to_narrow:
                if self._to_narrow:
                    self._narrow(*self._to_narrow.pop())
                else:
                    self._hold(*self._to_hold.pop())
        except _Impossible:
            return None
        return self._environment

    def _hold(self, term: Term, wanted: bool) -> None:
        if self._values.truth(term) is (not wanted):
            raise _Impossible
        if term.op is ops.NOT:
            self._to_hold.append((term.args[0], not wanted))
        elif term.op is (ops.AND if wanted else ops.OR):
            self._to_hold += [(argument, wanted) for argument in reversed(term.args)]
        elif term.op in (ops.AND, ops.OR):
            self._hold_one_of(term, wanted)
        elif term.op is ops.EQ and term.args[0].width:
            self._hold_equality(term.args[0], term.args[1], wanted)
        elif term.op in (ops.ULT, ops.SLT):
            first, second = term.args if wanted else term.args[::-1]
            self._hold_order(first, second, strict=int(wanted), signed=term.op is ops.SLT)

    def _hold_one_of(self, term: Term, wanted: bool) -> None:
        options = [argument for argument in term.args if self._values.truth(argument) is not (not wanted)]
        if len(options) == 1:
            self._to_hold.append((options[0], wanted))
        elif len(options) <= _MOST_OPTIONS and self._depth < _DEEPEST:
            found = [
                assume([x if wanted else negation(x)], self._environment, self._depth + 1) for x in options
            ]
            either = joined([environment for environment in found if environment is not None])
            if either is None:
                raise _Impossible
            self._environment = either
            for variable, known in either.items():
                self._values.sharpen(variable, known)

    def _hold_equality(self, a: Term, b: Term, wanted: bool) -> None:
        left, right = self._values.range(a), self._values.range(b)
        if wanted:
            both = meet(left, right)
            self._to_narrow += [(a, both), (b, both)]
        if not wanted and right.value is not None:
            self._to_narrow.append((a, _without(left, right.value)))
        if not wanted and left.value is not None:
            self._to_narrow.append((b, _without(right, left.value)))

    def _hold_order(self, a: Term, b: Term, *, strict: int, signed: bool) -> None:
        """a < b, or a <= b."""
        left, right = self._values.range(a), self._values.range(b)
        if signed:
            self._to_narrow.append((a, from_signed(left.low, right.high - strict, a.width)))
            self._to_narrow.append((b, from_signed(left.low + strict, right.high, b.width)))
        else:
            self._to_narrow.append((a, from_unsigned(left.bottom, right.top - strict, a.width)))
            self._to_narrow.append((b, from_unsigned(left.bottom + strict, right.top, b.width)))

    def _narrow(self, term: Term, wanted: Range | None) -> None:
        """The term is in that range: so are, in others, its parts."""
        old = self._values.range(term)
        new = meet(old, wanted)
        if new is None:
            raise _Impossible
        if new == old:
            return
        self._values.sharpen(term, new)
        if term.name is not None:
            self._environment[term] = new
        elif term.op is ops.ITE:
            self._narrow_choice(term, new)
        elif term.op in (ops.ADD, ops.SUB, ops.XOR):
            self._narrow_sum(term, new)
        elif term.op is not ops.SELECT and term.args:
            self._to_narrow += _conversion_before(term, new, self._values.range(term.args[0]))

    def _narrow_choice(self, term: Term, new: Range) -> None:
        condition, then, otherwise = term.args
        for branch, other, truth in ((then, otherwise, False), (otherwise, then, True)):
            if meet(self._values.range(branch), new) is None:
                self._to_hold.append((condition, truth))
                self._to_narrow.append((other, new))

    def _narrow_sum(self, term: Term, new: Range) -> None:
        a, b = term.args
        left, right = self._values.range(a), self._values.range(b)
        if term.op is ops.XOR:
            if right.value is not None:
                self._to_narrow.append((a, apply(ops.XOR, a.width, (), (new, right))))
            return
        minus, plus = (ops.SUB, ops.ADD) if term.op is ops.ADD else (ops.ADD, ops.SUB)
        self._to_narrow.append((a, apply(minus, a.width, (), (new, right))))
        first, second = (new, left) if plus is ops.ADD else (left, new)
        self._to_narrow.append((b, apply(ops.SUB, b.width, (), (first, second))))


def _conversion_before(term: Term, new: Range, old: Range) -> list[tuple[Term, Range | None]]:
    """What the first argument of a term of one argument, or with a constant for the second, must be."""
    inner = term.args[0]
    width = inner.width
    if term.op is ops.ZEXT:
        return [(inner, from_unsigned(new.bottom, new.top, width, new.modulus, new.remainder))]
    if term.op is ops.SEXT:
        return [(inner, from_signed(new.low, new.high, width))]
    if term.op is ops.EXTRACT and term.indices[1] == 0:
        half = 1 << (term.width - 1)
        if old.top < 2 * half:
            return [(inner, from_unsigned(new.bottom, new.top, width))]
        if -half <= old.low and old.high < half:
            return [(inner, from_signed(new.low, new.high, width))]
        low_bits = gcd(new.modulus, 2 * half)
        return [(inner, from_unsigned(0, 1 << width, width, low_bits, new.remainder % low_bits))]
    by = term.args[1].value if len(term.args) == 2 else None
    if by and new.value is not None:
        modulus = _modulus_told(term, by, old)
        if modulus:
            return [(inner, from_unsigned(0, 1 << width, width, modulus, new.value % modulus))]
    return []


def _modulus_told(term: Term, by: int, old: Range) -> int:
    """Modulo what this term is congruent to its first argument, the second being `by`; 0 if unknown."""
    if term.op is ops.UREM or (term.op is ops.SREM and old.low >= 0 and by >> (term.width - 1) == 0):
        return by
    if term.op is ops.SREM:  # whatever the sign
        return gcd(by, 1 << term.width)
    return by + 1 if term.op is ops.BAND and by & (by + 1) == 0 else 0


def _without(found: Range, value: int) -> Range | None:
    """The range without a value, as far as it is at an end."""
    if not found.contains(value):
        return found
    signed = exactly(value, found.width).low
    return reduced(
        found.width,
        found.low + (found.low == signed),
        found.high - (found.high == signed),
        found.bottom + (found.bottom == value),
        found.top - (found.top == value),
        found.modulus,
        found.remainder,
    )


def joined(environments: list[Environment]) -> Environment | None:
    """An environment that has the states of all; None where there is none."""
    if not environments:
        return None
    result = environments[0]
    for other in environments[1:]:
        both: Environment = {}
        for variable, known in result.items():
            also = other.get(variable)
            either = None if also is None else join(known, also)
            if either is not None and either != anything(variable.width):
                both[variable] = either
        result = both
    return result
