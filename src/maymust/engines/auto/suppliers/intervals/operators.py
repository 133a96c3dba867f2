"""What the operators of terms do to ranges. A row that is not in the table gives anything.

A function gets the width of the result, the indices and the ranges of the arguments, and gives a range that
has every value that the operator may have on values of those. Truth values are True, False, or None for both.
"""

from __future__ import annotations

from collections.abc import Callable
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
    wrapped,
)
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from maymust.terms.operators import Operator

Indices = tuple[int, ...]
Transfer = Callable[[int, Indices, Range, Range], Range | None]
Truth = bool | None


def apply(op: Operator, width: int, indices: Indices, args: tuple[Range, ...]) -> Range:
    """The range of an operator that gives a number, on numbers."""
    values = [a.value for a in args]
    if None not in values:
        given = tuple([v for v in values if v is not None])
        return exactly(op.evaluate((args[0].width, width), indices, given), width)
    transfer = _TRANSFERS.get(op)
    found = transfer(width, indices, args[0], args[-1]) if transfer else None
    return found or anything(width)


def compare(op: Operator, a: Range, b: Range) -> Truth:
    """Whether `eq`, `ult` or `slt` holds of all values, or of none."""
    if op is ops.EQ:
        if a.value is not None and a.value == b.value:
            return True
        return False if meet(a, b) is None else None
    if op is ops.ULT:
        return True if a.top < b.bottom else False if a.bottom >= b.top else None
    return True if a.high < b.low else False if a.low >= b.high else None


# -- arithmetic ------------------------------------------------------------------------------------------


def _add(width: int, _: Indices, a: Range, b: Range) -> Range | None:
    modulus = gcd(a.modulus, b.modulus)
    signed = wrapped(a.low + b.low, a.high + b.high, width)
    unsigned = wrapped(a.bottom + b.bottom, a.top + b.top, width, modulus, a.remainder + b.remainder)
    return meet(unsigned, signed)


def _sub(width: int, _: Indices, a: Range, b: Range) -> Range | None:
    modulus = gcd(a.modulus, b.modulus)
    signed = wrapped(a.low - b.high, a.high - b.low, width)
    unsigned = wrapped(a.bottom - b.top, a.top - b.bottom, width, modulus, a.remainder - b.remainder)
    return meet(unsigned, signed)


def _mul(width: int, _: Indices, a: Range, b: Range) -> Range | None:
    # (m·i + r)·(n·j + s) = mn·ij + ms·i + rn·j + rs
    modulus = gcd(a.modulus * b.modulus, a.modulus * b.remainder, b.modulus * a.remainder)
    corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    unsigned = wrapped(a.bottom * b.bottom, a.top * b.top, width, modulus, a.remainder * b.remainder)
    return meet(unsigned, wrapped(min(corners), max(corners), width))


def _udiv(width: int, _: Indices, a: Range, b: Range) -> Range | None:
    most = (1 << width) - 1
    if b.top == 0:
        return exactly(most, width)
    return from_unsigned(a.bottom // b.top, a.top // b.bottom if b.bottom else most, width)


def _urem(width: int, _: Indices, a: Range, b: Range) -> Range | None:
    if a.top < b.bottom or b.top == 0:
        return a
    by = b.value
    if by is not None:
        if a.bottom // by == a.top // by:
            return from_unsigned(a.bottom % by, a.top % by, width)
        common = gcd(a.modulus, by)
        return from_unsigned(0, by - 1, width, common, a.remainder % common)
    return from_unsigned(0, min(a.top, b.top - 1) if b.bottom else a.top, width)


def _sdiv(width: int, _: Indices, a: Range, b: Range) -> Range | None:
    divisors = {d for d in (b.low, b.high, -1, 1) if d and b.low <= d <= b.high}
    quotients = [_truncated(x, d) for x in (a.low, a.high) for d in divisors]
    if b.bottom == 0:
        quotients += [1] * (a.low < 0) + [-1] * (a.high >= 0)
    return wrapped(min(quotients), max(quotients), width)


def _truncated(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _srem(width: int, _: Indices, a: Range, b: Range) -> Range | None:
    least, most = min(abs(b.low), abs(b.high)), max(abs(b.low), abs(b.high))
    if b.low <= 0 <= b.high:
        least = 0
    if max(abs(a.low), abs(a.high)) < least:
        return a
    if b.bottom == 0:  # by zero it is the dividend
        most = 1 << width
    return from_signed(max(min(a.low, 0), 1 - most), min(max(a.high, 0), most - 1), width)


# -- bits ------------------------------------------------------------------------------------------------


def _ones(value: int) -> int:
    """The least number of ones only that is not below."""
    return (1 << value.bit_length()) - 1


def _band(width: int, _: Indices, a: Range, b: Range) -> Range | None:
    modulus = 1
    for x, mask in ((a, b.value), (b, a.value)):
        if mask is None:
            continue
        if mask < gcd(x.modulus, 1 << width):  # it takes bits that the congruence tells
            return exactly(x.remainder & mask, width)
        if mask & (mask + 1) == 0 and x.top <= mask:
            return x
        modulus = mask & -mask
    unsigned = from_unsigned(0, min(a.top, b.top), width, modulus)
    both_negative = a.high < 0 and b.high < 0
    highest = min(a.high, b.high) if both_negative else max(a.high, b.high)
    return meet(unsigned, from_signed(-(1 << width), highest, width))


def _bor(width: int, _: Indices, a: Range, b: Range) -> Range | None:
    unsigned = from_unsigned(max(a.bottom, b.bottom), _ones(max(a.top, b.top)), width)
    negative = a.high < 0 or b.high < 0
    return meet(unsigned, from_signed(min(a.low, b.low), -1 if negative else 1 << width, width))


def _xor(width: int, _: Indices, a: Range, b: Range) -> Range | None:
    whole = (1 << width) - 1
    for x, mask in ((a, b.value), (b, a.value)):
        if mask == whole:  # the complement is -1 - x
            return _sub(width, (), exactly(whole, width), x)
    return from_unsigned(0, _ones(max(a.top, b.top)), width)


def _shl(width: int, _: Indices, a: Range, b: Range) -> Range | None:
    if b.bottom >= width:
        return exactly(0, width)
    if b.top >= width:
        return None
    factor = from_unsigned(1 << b.bottom, 1 << b.top, width, 1 << b.bottom)
    return None if factor is None else _mul(width, (), a, factor)


def _lshr(width: int, _: Indices, a: Range, b: Range) -> Range | None:
    return from_unsigned(a.bottom >> min(b.top, width), a.top >> min(b.bottom, width), width)


def _ashr(width: int, _: Indices, a: Range, b: Range) -> Range | None:
    corners = [x >> min(y, width) for x in (a.low, a.high) for y in (b.bottom, b.top)]
    return from_signed(min(corners), max(corners), width)


def _zext(width: int, _: Indices, a: Range, __: Range) -> Range | None:
    return from_unsigned(a.bottom, a.top, width, a.modulus, a.remainder)


def _sext(width: int, _: Indices, a: Range, __: Range) -> Range | None:
    if a.low >= 0:
        return _zext(width, (), a, a)
    signed = from_signed(a.low, a.high, width)
    low_bits = gcd(a.modulus, 1 << a.width)
    return meet(signed, from_unsigned(0, 1 << width, width, low_bits, a.remainder % low_bits))


def _extract(width: int, indices: Indices, a: Range, _: Range) -> Range | None:
    low = indices[1]
    if low == 0:
        signed = wrapped(a.low, a.high, width)
        return meet(wrapped(a.bottom, a.top, width, a.modulus, a.remainder), signed)
    return wrapped(a.bottom >> low, a.top >> low, width)


_TRANSFERS: dict[Operator, Transfer] = {
    ops.ADD: _add, ops.SUB: _sub, ops.MUL: _mul,
    ops.UDIV: _udiv, ops.UREM: _urem, ops.SDIV: _sdiv, ops.SREM: _srem,
    ops.BAND: _band, ops.BOR: _bor, ops.XOR: _xor,
    ops.SHL: _shl, ops.LSHR: _lshr, ops.ASHR: _ashr,
    ops.ZEXT: _zext, ops.SEXT: _sext, ops.EXTRACT: _extract,
}  # fmt: skip


def choose(condition: Truth, then: Range, otherwise: Range) -> Range:
    """The range of an `ite`."""
    if condition is None:
        return join(then, otherwise) or then
    return then if condition else otherwise
