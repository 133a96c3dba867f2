"""Floats for tests: values that matter, and a second meaning of every float operator, by rational numbers.

It is written without a look at `terms.float_meaning`: a float is a sign, an exponent and a fraction, a result
is the nearest float, found by bisection, as the bits of positive floats are in the order of their values.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

STORED = {32: 23, 64: 52}  # bits of the fraction
BIAS = {32: 127, 64: 1023}
NAN = {32: 0x7FC00000, 64: 0x7FF8000000000000}
INFINITY = {32: 0x7F800000, 64: 0x7FF0000000000000}
SIGN = {32: 1 << 31, 64: 1 << 63}


def special_floats(width: int) -> list[int]:
    """Zeros, ones, infinities, NaNs, the ends of the ranges of normal and subnormal floats, halves, large
    integers and their neighbours."""
    stored, infinity = STORED[width], INFINITY[width]
    one, ulp = BIAS[width] << stored, 1
    half, two, three_halves = one - (1 << stored), one + (1 << stored), one + (1 << (stored - 1))
    whole = (BIAS[width] + stored) << stored  # from here on, all floats are integers
    powers = [(BIAS[width] + n) << stored for n in (7, 8, 15, 31, 32, 63, 64)]
    positive = [
        0, 1, 2, (1 << stored) - 1, 1 << stored, (1 << stored) + 1, one - ulp, one, one + ulp,
        half, two, three_halves, three_halves + (1 << stored), whole - 1, whole, whole + 1,
        infinity - 1, infinity, infinity + 1, NAN[width], *powers,
        powers[3] - 1, powers[5] - 1, powers[6] - 1,
    ]  # fmt: skip
    return [bits | sign for bits in positive for sign in (0, SIGN[width])]


def random_float(rng: random.Random, width: int) -> int:
    """Any bits, or a float of everyday size, or a special one."""
    kind = rng.random()
    if kind < 0.4:
        return rng.getrandbits(width)
    if kind < 0.8:
        exponent = BIAS[width] + rng.randint(-5, 40)
        fraction = rng.getrandbits(STORED[width]) & -1 << rng.randint(0, STORED[width])
        return rng.getrandbits(1) << (width - 1) | exponent << STORED[width] | fraction
    return rng.choice(special_floats(width))


def is_nan(bits: int, width: int) -> bool:
    return bits & ~SIGN[width] > INFINITY[width]


def is_infinite(bits: int, width: int) -> bool:
    return bits & ~SIGN[width] == INFINITY[width]


def value(bits: int, width: int) -> Fraction:
    """The number. An infinity is the power of two that follows the finite floats."""
    exponent, fraction = divmod(bits & ~SIGN[width], 1 << STORED[width])
    size = Fraction(fraction + (1 << STORED[width] if exponent else 0))
    size *= Fraction(2) ** (max(exponent, 1) - BIAS[width] - STORED[width])
    return -size if bits & SIGN[width] else size


def nearest(number: Fraction, width: int, zero: int = 0) -> int:
    """The bits of the float nearest to a number, of two the even one; `zero` where it is 0."""
    if number == 0:
        return zero
    size, sign = abs(number), (SIGN[width] if number < 0 else 0)
    low, high = 0, INFINITY[width]
    if size >= value(high, width):
        return sign | high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if value(middle, width) <= size else (low, middle)
    below, above = size - value(low, width), value(high, width) - size
    up = above < below or (above == below and low % 2 == 1)
    return sign | (high if up else low)


def _add(width: int, a: int, b: int) -> int:
    if is_infinite(a, width) or is_infinite(b, width):
        if is_infinite(a, width) and is_infinite(b, width):
            return a if a == b else NAN[width]
        return a if is_infinite(a, width) else b
    zero = a if a == b == SIGN[width] else 0
    return nearest(value(a, width) + value(b, width), width, zero)


def _multiply(width: int, a: int, b: int) -> int:
    sign = (a ^ b) & SIGN[width]
    infinite = is_infinite(a, width) or is_infinite(b, width)
    if value(a, width) == 0 or value(b, width) == 0:
        return NAN[width] if infinite else sign
    return sign | INFINITY[width] if infinite else nearest(value(a, width) * value(b, width), width, sign)


def _divide(width: int, a: int, b: int) -> int:
    sign = (a ^ b) & SIGN[width]
    if is_infinite(a, width):
        return NAN[width] if is_infinite(b, width) else sign | INFINITY[width]
    if is_infinite(b, width):
        return sign
    if value(b, width) == 0:
        return NAN[width] if value(a, width) == 0 else sign | INFINITY[width]
    return nearest(value(a, width) / value(b, width), width, sign)


def _remainder(width: int, a: int, b: int) -> int:
    if is_infinite(a, width) or value(b, width) == 0:
        return NAN[width]
    if is_infinite(b, width):
        return a
    x, y = value(a, width), value(b, width)
    return nearest(x - y * math.trunc(x / y), width, a & SIGN[width])


def _fused(width: int, a: int, b: int, c: int) -> int:
    if any(is_infinite(x, width) for x in (a, b)):
        return _add(width, _multiply(width, a, b), c) if _multiply(width, a, b) != NAN[width] else NAN[width]
    if is_infinite(c, width):
        return c
    product = value(a, width) * value(b, width)
    negative_zero = product == 0 and value(c, width) == 0 and (a ^ b) & c & SIGN[width]
    return nearest(product + value(c, width), width, SIGN[width] if negative_zero else 0)


def _root(width: int, a: int) -> int:
    number = value(a, width)
    if number == 0 or (is_infinite(a, width) and number > 0):
        return a
    if number < 0:
        return NAN[width]
    scale = 4**600  # the number times scale² is an integer
    root = math.isqrt(int(number * scale**2))
    is_exact = root * root == number * scale**2  # else it lies between two numbers, and no float does
    return nearest(Fraction(2 * root + (0 if is_exact else 1), 2 * scale), width)


def _whole(to_integer: Callable[[Fraction], int]) -> Callable[..., int]:
    def rounding(width: int, a: int) -> int:
        if is_infinite(a, width):
            return a
        return nearest(Fraction(to_integer(value(a, width))), width, a & SIGN[width])

    return rounding


def _half_up(number: Fraction) -> int:
    size = math.floor(abs(number) + Fraction(1, 2))
    return -size if number < 0 else size


_ARITHMETIC: dict[str, Callable[..., int]] = {
    "fadd": _add,
    "fsub": lambda w, a, b: _add(w, a, b ^ SIGN[w]),
    "fmul": _multiply,
    "fdiv": _divide,
    "frem": _remainder,
    "fma": _fused,
    "fsqrt": _root,
    "ffloor": _whole(math.floor),
    "fceil": _whole(math.ceil),
    "ftrunc": _whole(math.trunc),
    "frint": _whole(round),
    "fround": _whole(_half_up),
}
_RELATIONS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "feq": lambda a, b: a == b,
    "flt": lambda a, b: a < b,
    "fle": lambda a, b: a <= b,
}


def reference(name: str, width: int, indices: tuple[int, ...], args: Sequence[int]) -> int:
    """The meaning of a float operator, whose first argument has that width."""
    if name in ("float_from_signed", "float_from_unsigned"):
        number = args[0] - (1 << width) if name.endswith("_signed") and args[0] >> (width - 1) else args[0]
        return nearest(Fraction(number), indices[0])
    a_nan = any(is_nan(a, width) for a in args)
    if name in _RELATIONS:
        return not a_nan and _RELATIONS[name](value(args[0], width), value(args[1], width))
    if name == "fconvert":
        if a_nan:
            return NAN[indices[0]]
        sign = SIGN[indices[0]] if args[0] & SIGN[width] else 0
        if is_infinite(args[0], width):
            return sign | INFINITY[indices[0]]
        return nearest(value(args[0], width), indices[0], sign)
    if name in ("float_to_signed", "float_to_unsigned"):
        if a_nan or is_infinite(args[0], width):
            return 0
        whole, bits = math.trunc(value(args[0], width)), indices[0]
        low = -(2 ** (bits - 1)) if name.endswith("_signed") else 0
        return whole % 2**bits if low <= whole < low + 2**bits else 0
    return NAN[width] if a_nan else _ARITHMETIC[name](width, *args)
