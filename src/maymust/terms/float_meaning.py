"""What the float operators do to bits: IEEE 754 single and double precision, rounding to nearest, ties even.

A float is the bit-vector of its IEEE bits. A NaN that an operator returns is always the canonical quiet one
(0x7fc00000, 0x7ff8000000000000). Machines may return another, with another sign or payload: who models them
must not let a program look at the bits of a NaN.

Doubles are computed with Python's floats. Singles are computed as doubles and rounded once more, which gives
the single result for + - * / and the square root, as 53 >= 2·24 + 2 (S. Figueroa: When is double rounding
innocuous?, SIGNUM 1995). Where that does not help (`fma`, integers), numbers are exact: n·2**e.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from typing import Any

from maymust.frozen import frozen
from maymust.terms.sorts import to_signed


@frozen
class FloatFormat:
    """An IEEE binary format; `precision` counts the significand's bits with the hidden one."""

    width: int
    precision: int

    @property
    def exponent_bits(self) -> int:
        """How many bits the exponent has."""
        return self.width - self.precision

    @property
    def sign(self) -> int:
        """The sign bit, which is also -0."""
        return 1 << (self.width - 1)

    @property
    def infinity(self) -> int:
        """The bits of +∞."""
        return ((1 << self.exponent_bits) - 1) << (self.precision - 1)

    @property
    def nan(self) -> int:
        """The canonical NaN."""
        return self.infinity | 1 << (self.precision - 2)

    @property
    def least_exponent(self) -> int:
        """The exponent of the least positive number, a power of two."""
        return 3 - (1 << (self.exponent_bits - 1)) - self.precision


FORMATS = {32: FloatFormat(32, 24), 64: FloatFormat(64, 53)}

_PACKED = {
    32: (struct.Struct("<f"), struct.Struct("<I")),
    64: (struct.Struct("<d"), struct.Struct("<Q")),
}


def _reader(width: int) -> Callable[[int], float]:
    number, raw = _PACKED[width]
    pack, unpack = raw.pack, number.unpack
    return lambda bits: unpack(pack(bits))[0]


def _writer(width: int) -> Callable[[float], int]:
    number, raw = _PACKED[width]
    pack, unpack, form = number.pack, raw.unpack, FORMATS[width]
    nan, infinity, minus_infinity = form.nan, form.infinity, form.sign | form.infinity

    def write(value: float) -> int:
        if math.isnan(value):
            return nan
        try:
            return unpack(pack(value))[0]  # type: ignore[no-any-return]
        except OverflowError:  # it is too large for a single
            return infinity if value > 0 else minus_infinity

    return write


_READERS = {width: _reader(width) for width in FORMATS}
_WRITERS = {width: _writer(width) for width in FORMATS}


def is_nan(bits: int, width: int) -> bool:
    """Whether these are the bits of a NaN."""
    form = FORMATS[width]
    return bits & ~form.sign > form.infinity


def value_of_float(bits: int, width: int) -> float:
    """The number that the bits are. Every single is a double, so nothing is rounded."""
    return _READERS[width](bits)


def float_bits(value: float, width: int) -> int:
    """The bits of the float that is nearest to a double."""
    return _WRITERS[width](value)


def exact(bits: int, width: int) -> tuple[int, int]:
    """n and e such that the float is n·2**e. Requires: it is finite."""
    form = FORMATS[width]
    stored = form.precision - 1
    exponent, fraction = (bits & ~form.sign) >> stored, bits & ((1 << stored) - 1)
    if exponent:
        fraction |= 1 << stored
        exponent -= 1
    return (-fraction if bits & form.sign else fraction), exponent + form.least_exponent


def rounded(number: int, exponent: int, width: int) -> int:
    """The bits of the float nearest to number·2**exponent; +0 where that is zero."""
    if number == 0:
        return 0
    form = FORMATS[width]
    sign, size = (form.sign if number < 0 else 0), abs(number)
    last = max(size.bit_length() + exponent - form.precision, form.least_exponent)
    shift = last - exponent
    if shift <= 0:
        kept = size << -shift
    else:
        kept, rest, half = size >> shift, size & ((1 << shift) - 1), 1 << (shift - 1)
        kept += rest > half or (rest == half and kept & 1 == 1)
    # The hidden bit adds one to the exponent's field, and so does a carry out of the significand.
    return sign | min(kept + ((last - form.least_exponent) << (form.precision - 1)), form.infinity)


# -- operators on doubles ----------------------------------------------------------------------------------


def _divide(a: float, b: float) -> float:
    if b:
        return a / b
    if a == 0 or math.isnan(a):
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def _remainder(a: float, b: float) -> float:
    """C's fmod."""
    if math.isinf(a) or b == 0:
        return math.nan
    return math.fmod(a, b)


def _square_root(a: float) -> float:
    return math.nan if a < 0 else math.sqrt(a)


def _nearest_away(a: float) -> int:
    whole = math.trunc(a)
    return whole + int(math.copysign(abs(a - whole) >= 0.5, a))


def _integral(to_integer: Callable[[float], int]) -> Callable[[float], float]:
    """Rounding to an integer, as an operation on floats: the sign of zero stays."""

    def rounding(a: float) -> float:
        return math.copysign(float(to_integer(a)), a) if math.isfinite(a) else a

    return rounding


_BINARY: dict[str, Callable[[float, float], float]] = {
    "fadd": lambda a, b: a + b,
    "fsub": lambda a, b: a - b,
    "fmul": lambda a, b: a * b,
    "fdiv": _divide,
    "frem": _remainder,
}
_UNARY: dict[str, Callable[[float], float]] = {
    "fsqrt": _square_root,
    "ffloor": _integral(math.floor),
    "fceil": _integral(math.ceil),
    "ftrunc": _integral(math.trunc),
    "frint": _integral(round),
    "fround": _integral(_nearest_away),
}
_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "feq": lambda a, b: a == b,
    "flt": lambda a, b: a < b,
    "fle": lambda a, b: a <= b,
}


# -- operators on bits -------------------------------------------------------------------------------------


def _fused(a: int, b: int, c: int, width: int) -> int:
    """a·b + c, rounded once."""
    x, y, z = (value_of_float(bits, width) for bits in (a, b, c))
    if not (math.isfinite(x) and math.isfinite(y) and math.isfinite(z)):
        if math.isfinite(x) and math.isfinite(y):
            return float_bits(z, width)  # a product that overflows is finite yet
        return float_bits(x * y + z, width)
    (m, d), (n, e), (k, f) = (exact(bits, width) for bits in (a, b, c))
    least = min(d + e, f)
    total = (m * n << (d + e - least)) + (k << (f - least))
    # An exact zero: of two zeros of one sign it has that sign, else it is positive.
    return rounded(total, least, width) if total else float_bits(x * y + z if not m * n else 0.0, width)


def _to_integer(bits: int, width: int, result: int, *, signed: bool) -> int:
    """The float without its fraction, as a bit-vector; 0 where it does not fit."""
    value = value_of_float(bits, width)
    if not math.isfinite(value):
        return 0
    whole = math.trunc(value)
    low, high = (-(1 << (result - 1)), 1 << (result - 1)) if signed else (0, 1 << result)
    return whole & ((1 << result) - 1) if low <= whole < high else 0


def _helpers(width: int) -> dict[str, Any]:
    """What the Python column of the table calls, for floats of one width."""
    value, bits = _READERS[width], _WRITERS[width]
    found: dict[str, Any] = {}
    for name, two in _BINARY.items():
        found[name] = lambda a, b, f=two: bits(f(value(a), value(b)))
    for name, one in _UNARY.items():
        found[name] = lambda a, f=one: bits(f(value(a)))
    for name, test in _COMPARISONS.items():
        found[name] = lambda a, b, f=test: f(value(a), value(b))
    found["fma"] = lambda a, b, c: _fused(a, b, c, width)
    found["fconvert"] = lambda a: float_bits(value(a), 96 - width)
    found["float_from_signed"] = lambda a, source: rounded(to_signed(a, source), 0, width)
    found["float_from_unsigned"] = lambda a, _: rounded(a, 0, width)
    found["float_to_signed"] = lambda a, result: _to_integer(a, width, result, signed=True)
    found["float_to_unsigned"] = lambda a, result: _to_integer(a, width, result, signed=False)
    return {f"_{name}{width}": function for name, function in found.items()}


FLOAT_HELPERS: dict[str, Any] = _helpers(32) | _helpers(64)
