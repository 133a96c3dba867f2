"""Floats in Bitwuzla, which has SMT-LIB's theory but no function from a float to its bits.

The bits of a result are a fresh bit-vector, whose condition says that the result is made of them, and that
they are the canonical ones if it is a NaN: there is exactly one such bit-vector.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import bitwuzla

from maymust.solvers.floats import FloatEncoder, beside, compares_values
from maymust.solvers.needs import Definition, Needs, definitions, join
from maymust.terms.float_meaning import FORMATS
from maymust.terms.float_operators import FLOAT_ROWS, FLOAT_VALUED, FROM_INTEGER

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from maymust.terms import Term

_KINDS = {
    "=": "EQUAL", "ite": "ITE", "fp.eq": "FP_EQUAL", "fp.lt": "FP_LT", "fp.leq": "FP_LEQ",
    "fp.add": "FP_ADD", "fp.sub": "FP_SUB", "fp.mul": "FP_MUL", "fp.div": "FP_DIV", "fp.fma": "FP_FMA",
    "fp.sqrt": "FP_SQRT", "fp.rem": "FP_REM", "fp.roundToIntegral": "FP_RTI", "fp.neg": "FP_NEG",
    "fp.abs": "FP_ABS", "fp.isNegative": "FP_IS_NEG", "fp.isNaN": "FP_IS_NAN",
    "to_fp": "FP_TO_FP_FROM_BV", "to_fp_float": "FP_TO_FP_FROM_FP", "to_fp_signed": "FP_TO_FP_FROM_SBV",
    "to_fp_unsigned": "FP_TO_FP_FROM_UBV", "fp.to_sbv": "FP_TO_SBV", "fp.to_ubv": "FP_TO_UBV",
}  # fmt: skip


class BitwuzlaFloats:
    """The float operators of one solver's terms, and what formulas with them need. See `FloatTheory`."""

    def __init__(self, manager: Any, translated: Mapping[Term, Any]) -> None:
        self._manager = manager
        self._encoder = FloatEncoder(self, translated)
        self._defined: Definition | None = None  # what the last bits were defined by
        self._needs: dict[Term, Needs] = {}  # by term, where it needs something
        self._value_needs: dict[Term, Needs | None] = {}  # by term with a value, for users of that

    def translate(self, term: Term) -> Any | None:
        """The translation of a term that floats have to do with; None for others, which are to be noted, too:
        they may have parts that need something. Requires: the arguments are translated, and what is `beside`
        the term."""
        if not self._needs and term.op not in FLOAT_ROWS:
            return None
        translation = self._encoder.translate(term)
        self._note(term)
        return translation

    def needed_by(self, terms: Iterable[Term]) -> list[Any]:
        """The conditions to assert with these terms. Requires: they are translated."""
        return [definition.condition for definition in definitions(self._needs.get(term) for term in terms)]

    def _note(self, term: Term) -> None:
        of_bits = join(*[self._needs.get(a) for a in term.args])
        of_values = join(*[self._of_value(a) for a in term.args])
        wants_values = (term.op in FLOAT_ROWS and term.op not in FROM_INTEGER) or compares_values(term)
        needs = of_values if wants_values else of_bits
        if self._encoder.has_value(term):
            self._value_needs[term] = of_bits if term.op in FROM_INTEGER else of_values
        if term.op in FLOAT_VALUED:
            assert self._defined is not None
            needs = Needs(self._defined, (needs,) if needs else ())
        for other in beside(term):
            needs = join(needs, self._needs.get(other))
        if needs is not None:
            self._needs[term] = needs

    def _of_value(self, term: Term) -> Needs | None:
        return self._value_needs[term] if term in self._value_needs else self._needs.get(term)

    # -- the theory

    def apply(self, name: str, *args: Any, width: int = 0) -> Any:
        """A function of the theory."""
        indices = []
        if name.startswith("to_fp"):
            indices = [FORMATS[width].exponent_bits, FORMATS[width].precision]
        elif width:
            indices = [width]
        return self._manager.mk_term(getattr(bitwuzla.Kind, _KINDS[name]), list(args), indices)

    def rounding(self, mode: str) -> Any:
        """A rounding mode."""
        return self._manager.mk_rm_value(getattr(bitwuzla.RoundingMode, mode))

    def zero(self, width: int) -> Any:
        """The bit-vector 0."""
        return self._manager.mk_bv_value(self._manager.mk_bv_sort(width), 0)

    def bits(self, value: Any, width: int) -> Any:
        """A fresh bit-vector, defined to be the bits of the value."""
        sort = self._manager.mk_bv_sort(width)
        fresh = self._manager.mk_const(sort)
        of_fresh = self.apply("=", self.apply("to_fp", fresh, width=width), value)
        canonical = self.apply("=", fresh, self._manager.mk_bv_value(sort, FORMATS[width].nan))
        of_nan = self.apply("ite", self.apply("fp.isNaN", value), canonical, self._manager.mk_true())
        condition = self._manager.mk_term(bitwuzla.Kind.AND, [of_fresh, of_nan])
        self._defined = Definition(fresh, condition, exact=True)
        return fresh
