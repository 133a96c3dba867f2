"""Constructors of float terms, and tests of floats: readable names for calls of `make`.

A float is the bit-vector of its IEEE bits (`float_operators`). Tests that need no arithmetic (`float_is_nan`,
…) are built from operators on bits, which every solver and every abstract domain understands.
"""

from __future__ import annotations

from maymust.terms import operators as ops
from maymust.terms.build import and_, eq, less, less_equal, make
from maymust.terms.float_meaning import (
    FORMATS,
    FloatFormat,
    exact,
    float_bits,
    is_nan,
    rounded,
    value_of_float,
)
from maymust.terms.float_operators import (
    FCONVERT,
    FLE,
    FLOAT_FROM_SIGNED,
    FLOAT_FROM_UNSIGNED,
    FLOAT_OPERATORS,
    FLOAT_TO_SIGNED,
    FLOAT_TO_UNSIGNED,
    FLT,
)
from maymust.terms.term import Term, constant


def float_constant(value: float, width: int) -> Term:
    """The float of `width` bits nearest to a double; for a constant of a program that is the double itself,
    or a single that was rounded to one before."""
    return constant(float_bits(value, width), width)


def float_unary(name: str, a: Term) -> Term:
    """One of `fsqrt ffloor fceil ftrunc frint fround` of a float."""
    return make(FLOAT_OPERATORS[name], (a,))


def float_binary(name: str, a: Term, b: Term) -> Term:
    """One of `fadd fsub fmul fdiv frem` (C's fmod) of two floats of one width."""
    return make(FLOAT_OPERATORS[name], (a, b))


def float_fused(a: Term, b: Term, c: Term) -> Term:
    """a·b + c, rounded once."""
    return make(FLOAT_OPERATORS["fma"], (a, b, c))


def float_compare(name: str, a: Term, b: Term) -> Term:
    """One of `feq flt fle` of two floats of one width: false where one is a NaN, so `a > b` is `flt` of
    (b, a), not the negation of `fle`; `a != b` is the negation of `feq`."""
    return make(FLOAT_OPERATORS[name], (a, b))


def float_convert(a: Term, width: int) -> Term:
    """A float as a float of `width` bits."""
    return a if a.width == width else make(FCONVERT, (a,), (width,))


def float_from_int(a: Term, width: int, *, signed: bool) -> Term:
    """The float of `width` bits nearest to an integer."""
    return make(FLOAT_FROM_SIGNED if signed else FLOAT_FROM_UNSIGNED, (a,), (width,))


def float_to_int(a: Term, width: int, *, signed: bool) -> Term:
    """A float without its fraction as an integer of `width` bits; 0 where `float_fits_int` does not hold."""
    return make(FLOAT_TO_SIGNED if signed else FLOAT_TO_UNSIGNED, (a,), (width,))


def float_fits_int(a: Term, width: int, *, signed: bool) -> Term:
    """Whether a float without its fraction is an integer of `width` bits. C leaves other conversions open."""
    low, high = (-(1 << (width - 1)), 1 << (width - 1)) if signed else (0, 1 << width)
    above = constant(rounded(high, 0, a.width), a.width)
    below = rounded(low - 1, 0, a.width)
    if _is_exactly(below, a.width, low - 1):
        fits = make(FLT, (constant(below, a.width), a))
    else:  # so large that there is no float between the two
        fits = make(FLE, (constant(rounded(low, 0, a.width), a.width), a))
    return and_(fits, make(FLT, (a, above)))


def _is_exactly(bits: int, width: int, number: int) -> bool:
    significand, exponent = exact(bits, width)
    return significand << exponent == number if exponent >= 0 else significand == number << -exponent


def float_negate(a: Term) -> Term:
    """The float with the other sign, a NaN's as well."""
    return make(ops.XOR, (a, constant(_form(a).sign, a.width)))


def float_absolute(a: Term) -> Term:
    """The float without its sign."""
    return make(ops.BAND, (a, constant(_form(a).sign - 1, a.width)))


def float_copy_sign(a: Term, b: Term) -> Term:
    """The float `a` with the sign of `b`."""
    return make(ops.BOR, (float_absolute(a), make(ops.BAND, (b, constant(_form(a).sign, a.width)))))


def float_sign_bit(a: Term) -> Term:
    """Whether the sign bit is set: of a negative number, of -0, of some NaNs."""
    return less(a, constant(0, a.width), signed=True)


def float_is_nan(a: Term) -> Term:
    """Whether it is a NaN."""
    return less(constant(_form(a).infinity, a.width), float_absolute(a), signed=False)


def float_is_infinite(a: Term) -> Term:
    """Whether it is one of the two infinities."""
    return eq(float_absolute(a), constant(_form(a).infinity, a.width))


def float_is_finite(a: Term) -> Term:
    """Whether it is neither infinite nor a NaN."""
    return less(float_absolute(a), constant(_form(a).infinity, a.width), signed=False)


def float_is_zero(a: Term) -> Term:
    """Whether it is +0 or -0."""
    return eq(float_absolute(a), constant(0, a.width))


def float_is_normal(a: Term) -> Term:
    """Whether it is finite, not zero and not subnormal."""
    least = constant(1 << (_form(a).precision - 1), a.width)
    return and_(less_equal(least, float_absolute(a), signed=False), float_is_finite(a))


def float_text(bits: int, width: int) -> str:
    """A float for people: the shortest decimal that is read back as the same float."""
    if is_nan(bits, width):
        return "NaN"
    value = value_of_float(bits, width)
    if width == 64:
        return repr(value)
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        if float_bits(float(text), width) == bits:
            return repr(float(text))
    return repr(value)


def _form(a: Term) -> FloatFormat:
    return FORMATS[a.width]
