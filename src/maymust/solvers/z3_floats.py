"""Floats in Z3, by its low-level API, and a solver for queries with them.

Z3's incremental solver knows floats but is slow, and the one for bit-vectors takes them for uninterpreted. So
a query with floats goes to a fresh solver that turns it into bit-vectors first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import z3
from z3 import z3core as core_api

from maymust.solvers.floats import FloatEncoder
from maymust.terms.float_meaning import FORMATS
from maymust.terms.float_operators import FLOAT_ROWS, FREM

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from maymust.terms import Term

_FUNCTIONS = {
    "=": "Z3_mk_eq", "ite": "Z3_mk_ite", "fp.isNaN": "Z3_mk_fpa_is_nan",
    "fp.isNegative": "Z3_mk_fpa_is_negative", "fp.roundToIntegral": "Z3_mk_fpa_round_to_integral",
    **{f"fp.{name}": f"Z3_mk_fpa_{name}" for name in (
        "eq", "lt", "leq", "add", "sub", "mul", "div", "fma", "sqrt", "rem", "neg", "abs",
    )},
}  # fmt: skip
_TO_FLOAT = {
    "to_fp": "Z3_mk_fpa_to_fp_bv", "to_fp_float": "Z3_mk_fpa_to_fp_float",
    "to_fp_signed": "Z3_mk_fpa_to_fp_signed", "to_fp_unsigned": "Z3_mk_fpa_to_fp_unsigned",
}  # fmt: skip
_TO_INTEGER = {"fp.to_sbv": "Z3_mk_fpa_to_sbv", "fp.to_ubv": "Z3_mk_fpa_to_ubv"}


def float_solver(context: Any, *, core: bool) -> Any:
    """A solver for queries with floats. Where it is not told that a core is wanted, it gives an empty one."""
    solver = z3.Then("simplify", "fpa2bv", "qfbv", ctx=context).solver()
    solver.set("unsat_core", core)
    return solver


class Z3Floats:
    """The float operators of one solver's terms. See `FloatTheory`. What is made is `kept`."""

    def __init__(self, context: Any, translated: Mapping[Term, Any], kept: list[Any]) -> None:
        self._c = context
        self._kept = kept
        self._encoder = FloatEncoder(self, translated)
        self._with_floats: set[Term] = set()
        self._too_large: set[Term] = set()
        self._sorts: dict[int, Any] = {}
        self._modes: dict[str, Any] = {}

    def translate(self, term: Term) -> Any | None:
        """The translation of a term that floats have to do with; None for others, which are to be noted, too.
        Requires: the arguments are translated, and what is `beside`."""
        if term.op in FLOAT_ROWS or not self._with_floats.isdisjoint(term.args):
            self._with_floats.add(term)
            if (term.op is FREM and term.width == 64) or not self._too_large.isdisjoint(term.args):
                self._too_large.add(term)
            return self._encoder.translate(term)
        return None

    def are_in(self, terms: Iterable[Term]) -> bool:
        """Whether some of the terms have floats in them. Requires: they are translated."""
        return bool(self._with_floats) and not self._with_floats.isdisjoint(terms)

    def are_too_large_in(self, terms: Iterable[Term]) -> bool:
        """Whether Z3 would need gigabytes, and longer than it is told: for the remainder of doubles."""
        return not self._too_large.isdisjoint(terms)

    # -- the theory

    def apply(self, name: str, *args: Any, width: int = 0) -> Any:
        """A function of the theory."""
        if name in _TO_FLOAT:
            return self._call(_TO_FLOAT[name], *args, self._sort(width))
        if name in _TO_INTEGER:
            return self._call(_TO_INTEGER[name], *args, width)
        return self._call(_FUNCTIONS[name], *args)

    def rounding(self, mode: str) -> Any:
        """A rounding mode."""
        if mode not in self._modes:
            self._modes[mode] = self._call(f"Z3_mk_fpa_{mode.lower()}")
        return self._modes[mode]

    def zero(self, width: int) -> Any:
        """The bit-vector 0."""
        return self._number(0, width)

    def bits(self, value: Any, width: int) -> Any:
        """The bits of a value; Z3 leaves open what those of a NaN are."""
        bits = self._call("Z3_mk_fpa_to_ieee_bv", value)
        return self.apply("ite", self.apply("fp.isNaN", value), self._number(FORMATS[width].nan, width), bits)

    def _call(self, name: str, *args: Any) -> Any:
        return self._keep(getattr(core_api, name)(self._c, *args))

    def _keep(self, ast: Any) -> Any:
        core_api.Z3_inc_ref(self._c, ast)
        self._kept.append(ast)
        return ast

    def _number(self, value: int, width: int) -> Any:
        sort = core_api.Z3_mk_bv_sort(self._c, width)
        self._keep(core_api.Z3_sort_to_ast(self._c, sort))
        return self._call("Z3_mk_numeral", str(value), sort)

    def _sort(self, width: int) -> Any:
        if width not in self._sorts:
            form = FORMATS[width]
            sort = core_api.Z3_mk_fpa_sort(self._c, form.exponent_bits, form.precision)
            self._keep(core_api.Z3_sort_to_ast(self._c, sort))
            self._sorts[width] = sort
        return self._sorts[width]
