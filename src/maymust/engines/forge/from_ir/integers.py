"""Numbers of the IR as FIR's integers, of a smaller width.

A number of n bits is the integer that its bits are in two's complement. With n > `width` only those
executions count in which all numbers fit: each operator says for which operands its result does, or, of
operators on unsigned numbers, for which they do. (Of a product, or of what is shifted to the left, that is
the result as a number, before n bits cut it off.) Within these everything is exact. Where n ≤ `width`,
results wrap around as they do in n bits; where it is smaller, nothing is left out.
"""

from __future__ import annotations

from collections.abc import Callable

from maymust.engines.forge.from_ir import expressions as e
from maymust.engines.forge.from_ir.unsupported import Unsupported
from maymust.fir.tree import BooleanLiteral, Expression
from maymust.ir.source import Span
from maymust.terms import to_signed

Number = int | Expression
"""A known integer, whatever its size, or an expression."""

_ZERO = e.number(0)


class Integers:
    """Arithmetic with integers of `width` bits. `fits` collects what has to hold for it to be exact."""

    def __init__(self, width: int, span: Span) -> None:
        self.width = width
        self._span = span
        self.fits: list[Expression] = []
        self._lowest, self._highest = -(1 << (width - 1)), (1 << (width - 1)) - 1

    def value(self, number: Number) -> Expression:
        """The number as an expression; it has to fit."""
        if not isinstance(number, int):
            return number
        if not self._lowest <= number <= self._highest:
            bits = (number if number >= 0 else ~number).bit_length() + 1
            what = f"the number {number} in {self.width} bits (it takes a bit width of {bits})"
            raise Unsupported(what, self._span)
        return e.number(number)

    # ------------------------------------------------------------------------------------------ comparisons
    def equal(self, left: Number, right: Number) -> Expression:
        """left = right."""
        if isinstance(left, int) and isinstance(right, int):
            return BooleanLiteral(left == right)
        for known in (left, right):
            if isinstance(known, int) and not self._lowest <= known <= self._highest:
                return e.FALSE
        return e.equal(self.value(left), self.value(right))

    def less(self, left: Number, right: Number) -> Expression:
        """left < right, signed."""
        if isinstance(left, int) and isinstance(right, int):
            return BooleanLiteral(left < right)
        if isinstance(left, int) and not self._lowest <= left < self._highest:
            return BooleanLiteral(left < self._lowest)
        if isinstance(right, int) and not self._lowest < right <= self._highest:
            return BooleanLiteral(right > self._highest)
        return e.binary("less", self.value(left), self.value(right))

    def below(self, left: Number, right: Number) -> Expression:
        """left < right, unsigned: negative numbers are the large ones."""
        low, high = self.is_negative(left), self.is_negative(right)
        same = e.disjunction([e.conjunction([low, high]), e.conjunction([e.negation(low), e.negation(high)])])
        apart = e.conjunction([e.negation(low), high])
        return e.disjunction([apart, e.conjunction([same, self.less(left, right)])])

    def is_negative(self, number: Number) -> Expression:
        """number < 0."""
        return self.less(number, 0)

    # ------------------------------------------------------------------------------------------- arithmetic
    def plus(self, left: Number, right: Number, bits: int) -> Number:
        """The sum, in `bits` bits."""
        a, b = self.value(left), self.value(right)
        total = e.binary("plus", a, b)
        if bits > self.width:
            low, high, sign = self.is_negative(left), self.is_negative(right), self.is_negative(total)
            self.fits.append(e.implication(e.conjunction([low, high]), sign))
            self.fits.append(
                e.implication(e.conjunction([e.negation(low), e.negation(high)]), e.negation(sign))
            )
        return self._wrapped(total, bits)

    def minus(self, left: Number, right: Number, bits: int) -> Number:
        """The difference."""
        a, b = self.value(left), self.value(right)
        rest = e.binary("minus", a, b)
        if bits > self.width:
            low, high, sign = self.is_negative(left), self.is_negative(right), self.is_negative(rest)
            self.fits.append(e.implication(e.conjunction([low, e.negation(high)]), sign))
            self.fits.append(e.implication(e.conjunction([e.negation(low), high]), e.negation(sign)))
        return self._wrapped(rest, bits)

    def times(self, left: Number, right: Number, bits: int) -> Number:
        """The product."""
        a, b = self.value(left), self.value(right)
        result = e.binary("times", a, b)
        if bits > self.width:
            back = e.equal(e.binary("divide", result, b), a)
            self.fits.append(e.disjunction([e.equal(b, _ZERO), back]))
            self._not_lowest_by_minus_one(a, b)
        return self._wrapped(result, bits)

    def quotient(self, left: Number, right: Number, bits: int) -> Number:
        """Signed division."""
        a, b = self.value(left), self.value(right)
        if bits > self.width:
            self._not_lowest_by_minus_one(a, b)
        return self._wrapped(e.binary("divide", a, b), bits)

    def remainder(self, left: Number, right: Number, _bits: int) -> Number:
        """Signed remainder."""
        return e.binary("modulo", self.value(left), self.value(right))

    def unsigned_quotient(self, left: Number, right: Number, bits: int) -> Number:
        """Unsigned division; by zero, all bits are set."""
        a, b = self._unsigned(left, bits), self._unsigned(right, bits)
        divided = self._wrapped(e.binary("divide", a, b), bits)
        return e.choice(self.equal(b, 0), e.number(-1), self.value(divided))

    def unsigned_remainder(self, left: Number, right: Number, bits: int) -> Number:
        """Unsigned remainder; by zero, the dividend."""
        a, b = self._unsigned(left, bits), self._unsigned(right, bits)
        return self._wrapped(e.binary("modulo", a, b), bits)

    def _not_lowest_by_minus_one(self, a: Expression, b: Expression) -> None:
        lowest, minus_one = e.equal(a, e.number(self._lowest)), e.equal(b, e.number(-1))
        self.fits.append(e.negation(e.conjunction([lowest, minus_one])))

    # ------------------------------------------------------------------------------------------------- bits
    def bitwise(self, operator: str) -> Callable[[Number, Number, int], Number]:
        """`bit_and`, `bit_or` or `bit_xor`."""
        return lambda left, right, _: e.binary(operator, self.value(left), self.value(right))

    def shifted_left(self, left: Number, right: Number, bits: int) -> Number:
        """Shifted to the left; by the width or more, zero."""
        a, b = self.value(left), self.value(right)
        moved = e.binary("shift_left", a, b)
        if bits > self.width:
            back = e.equal(e.binary("shift_right", moved, b), a)
            self.fits.append(e.disjunction([self.is_negative(right), back]))
            return moved
        inside = e.conjunction([e.negation(self.is_negative(right)), self.less(right, bits)])
        return e.choice(inside, self.value(self._wrapped(moved, bits)), _ZERO)

    def shifted_right(self, left: Number, right: Number, _bits: int) -> Number:
        """Arithmetic shift."""
        return e.binary("shift_right", self.value(left), self.value(right))

    def shifted_right_unsigned(self, left: Number, right: Number, bits: int) -> Number:
        """Logical shift."""
        moved = e.binary("shift_right", self._unsigned(left, bits), self.value(right))
        return self._wrapped(moved, bits)

    def zero_extended(self, number: Number, bits: int) -> Number:
        """A number of `bits` bits as an unsigned one, in more bits."""
        if isinstance(number, int):
            return number & ((1 << bits) - 1)
        return self._unsigned(number, bits)

    def extracted(self, number: Number, low: int, bits: int) -> Number:
        """The bits from `low` on, so many."""
        if isinstance(number, int):
            return to_signed((number >> low) & ((1 << bits) - 1), bits)
        if low:
            number = e.binary("shift_right", self.value(number), e.number(min(low, self.width - 1)))
        return self._wrapped(self.value(number), bits)

    def _unsigned(self, number: Number, bits: int) -> Expression:
        """The number as an unsigned one, which has to fit."""
        found = self.value(number)
        if bits < self.width:
            return e.binary("bit_and", found, e.number((1 << bits) - 1))
        self.fits.append(e.negation(self.is_negative(number)))
        return found

    def _wrapped(self, result: Expression, bits: int) -> Expression:
        """The integer that the last `bits` bits are."""
        if bits >= self.width:
            return result
        away = e.number(self.width - bits)
        return e.binary("shift_right", e.binary("shift_left", result, away), away)
