"""Float operators in SMT-LIB's theory of floating point: one encoding for all solvers that have the theory.

A term is bits, and some terms have a `value` beside them, a float of the theory: results of float operators
are made as values, and users that want a value take it without the way through the bits, which is costly. So
it is with choices between values, their negation and their absolute value, which are operations on bits.

The bits of a value are unique: those of a NaN are the canonical ones. A value is made of any bits, and then
all NaNs are one; this is sound because nothing looks at the payload of an operand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from maymust.terms import operators as ops
from maymust.terms.float_build import float_fits_int
from maymust.terms.float_meaning import FORMATS, is_nan
from maymust.terms.float_operators import (
    FCONVERT,
    FLOAT_COMPARISONS,
    FLOAT_FROM_SIGNED,
    FLOAT_FROM_UNSIGNED,
    FLOAT_ROWS,
    FLOAT_TO_SIGNED,
    FLOAT_VALUED,
    FREM,
    TO_INTEGER,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from maymust.terms import Term


class FloatTheory(Protocol):
    """What a solver gives: SMT-LIB's functions by name, on its own objects."""

    def apply(self, name: str, *args: Any, width: int = 0) -> Any:
        """A function of the theory. Conversions are `to_fp` (from bits), `to_fp_float`, `to_fp_signed`,
        `to_fp_unsigned`, `fp.to_sbv` and `fp.to_ubv`; `width` is that of their result."""
        ...

    def rounding(self, mode: str) -> Any:
        """A rounding mode: RNE, RNA, RTP, RTN or RTZ."""
        ...

    def zero(self, width: int) -> Any:
        """The bit-vector 0."""
        ...

    def bits(self, value: Any, width: int) -> Any:
        """The bits of a value, the canonical ones of a NaN."""
        ...


def beside(term: Term) -> tuple[Term, ...]:
    """What is to be translated beside the arguments of a term: for a conversion to an integer, whether it
    fits."""
    if term.op not in TO_INTEGER:
        return ()
    return (float_fits_int(term.args[0], term.width, signed=term.op is FLOAT_TO_SIGNED),)


def compares_values(term: Term) -> bool:
    """Whether the term is an equality of bits that is one of values: both sides have canonical bits, and one
    has a value."""
    if term.op is not ops.EQ or term.args[0].width not in FORMATS:
        return False
    a, b = term.args
    return (a.op in FLOAT_VALUED or b.op in FLOAT_VALUED) and _is_canonical(a) and _is_canonical(b)


def _is_canonical(term: Term) -> bool:
    if term.value is None:
        return term.op in FLOAT_VALUED
    number = int(term.value)
    return not is_nan(number, term.width) or number == FORMATS[term.width].nan


class FloatEncoder:
    """Encodes terms in a theory; `translated` has the translations of all terms, as far as they are made."""

    def __init__(self, theory: FloatTheory, translated: Mapping[Term, Any]) -> None:
        self._theory = theory
        self._translated = translated
        self._values: dict[Term, Any] = {}  # of results, and of what is made of them
        self._read: dict[Term, Any] = {}  # of other bits

    def has_value(self, term: Term) -> bool:
        """Whether the term has a value that does not come from its bits."""
        return term in self._values

    def translate(self, term: Term) -> Any | None:
        """The translation of a float operator or of an equality of values; None for other terms, which may
        get a value here. Requires: the arguments are translated, and what is `beside` the term."""
        if term.op in FLOAT_ROWS:
            return self._row(term)
        if compares_values(term):
            return self._theory.apply("=", *[self._value(a) for a in term.args])
        if term.width in FORMATS and any(a in self._values for a in term.args):
            value = self._transparent(term)
            if value is not None:
                self._values[term] = value
        return None

    def _transparent(self, term: Term) -> Any | None:
        """The value of a choice, of a negation or of an absolute value."""
        if term.op is ops.ITE:
            condition, then, otherwise = term.args
            return self._theory.apply(
                "ite", self._translated[condition], self._value(then), self._value(otherwise)
            )
        sign = FORMATS[term.width].sign
        if term.op is ops.XOR and term.args[1].value == sign:
            return self._theory.apply("fp.neg", self._value(term.args[0]))
        if term.op is ops.BAND and term.args[1].value == sign - 1:
            return self._theory.apply("fp.abs", self._value(term.args[0]))
        return None

    def _value(self, term: Term) -> Any:
        known = self._values.get(term)
        if known is None:
            known = self._read.get(term)
        if known is None:
            known = self._read[term] = self._theory.apply("to_fp", self._translated[term], width=term.width)
        return known

    def _row(self, term: Term) -> Any:
        theory = self._theory
        if term.op in FLOAT_COMPARISONS:
            return theory.apply(term.op.smtlib, *[self._value(a) for a in term.args])
        if term.op in TO_INTEGER:
            (fits,) = beside(term)
            whole = theory.apply(
                term.op.smtlib, theory.rounding("RTZ"), self._value(term.args[0]), width=term.width
            )
            return theory.apply("ite", self._translated[fits], whole, theory.zero(term.width))
        self._values[term] = self._result(term)
        return theory.bits(self._values[term], term.width)

    def _result(self, term: Term) -> Any:
        theory, op = self._theory, term.op
        assert op is not None
        nearest = theory.rounding("RNE")
        if op is FLOAT_FROM_SIGNED or op is FLOAT_FROM_UNSIGNED:
            name = "to_fp_signed" if op is FLOAT_FROM_SIGNED else "to_fp_unsigned"
            return theory.apply(name, nearest, self._translated[term.args[0]], width=term.width)
        args = [self._value(a) for a in term.args]
        if op is FCONVERT:
            return theory.apply("to_fp_float", nearest, *args, width=term.width)
        if op is FREM:
            return self._remainder(args)
        name, _, mode = op.smtlib.partition(" ")
        return theory.apply(name, theory.rounding(mode) if mode else nearest, *args)

    def _remainder(self, args: Sequence[Any]) -> Any:
        """C's fmod by IEEE's remainder, whose quotient is the nearest: of absolute values, the two differ by
        the divisor where the latter is negative. Their sum is exact, as fmod always is."""
        theory = self._theory
        a, b = args
        divisor = theory.apply("fp.abs", b)
        rest = theory.apply("fp.rem", theory.apply("fp.abs", a), divisor)
        more = theory.apply("fp.add", theory.rounding("RNE"), rest, divisor)
        absolute = theory.apply("ite", theory.apply("fp.isNegative", rest), more, rest)
        negated = theory.apply("fp.neg", absolute)
        return theory.apply("ite", theory.apply("fp.isNegative", a), negated, absolute)
