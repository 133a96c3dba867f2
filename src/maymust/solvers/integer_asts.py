"""Z3's integer, Boolean and array terms, built by its low-level API and given back properly."""

from __future__ import annotations

import weakref
from typing import Any

import z3
from z3 import z3core as core_api


def _release(context: Any, kept: list[Any]) -> None:
    """Gives the terms back, users before what they use. A context that is deleted with deep terms in it takes
    minutes."""
    for ast in reversed(kept):
        core_api.Z3_dec_ref(context.ref(), ast)


class IntegerAsts:
    """Builds terms in a context of its own. What it returns lives as long as it does."""

    def __init__(self) -> None:
        self.context = z3.Context()
        self.c = self.context.ref()
        self._kept: list[Any] = []
        weakref.finalize(self, _release, self.context, self._kept)
        self._integers = core_api.Z3_mk_int_sort(self.c)
        self._booleans = core_api.Z3_mk_bool_sort(self.c)
        for sort in (self._integers, self._booleans):
            self._keep(core_api.Z3_sort_to_ast(self.c, sort))
        self._maps = core_api.Z3_mk_array_sort(self.c, self._integers, self._integers)
        self._keep(core_api.Z3_sort_to_ast(self.c, self._maps))
        self._numerals: dict[int, Any] = {}
        self._fresh = 0

    # -- leaves

    def numeral(self, value: int) -> Any:
        """An integer constant."""
        found = self._numerals.get(value)
        if found is None:
            found = self._keep(core_api.Z3_mk_numeral(self.c, str(value), self._integers))
            self._numerals[value] = found
        return found

    def truth(self, value: object) -> Any:
        """True or false."""
        return self._keep(core_api.Z3_mk_true(self.c) if value else core_api.Z3_mk_false(self.c))

    def integer(self, name: str) -> Any:
        """The integer variable of that name."""
        return self._variable(core_api.Z3_mk_string_symbol(self.c, name), self._integers)

    def boolean(self, name: str) -> Any:
        """The Boolean variable of that name."""
        return self._variable(core_api.Z3_mk_string_symbol(self.c, name), self._booleans)

    def array(self, name: str) -> Any:
        """The variable of that name that maps integers to integers."""
        return self._variable(core_api.Z3_mk_string_symbol(self.c, name), self._maps)

    def fresh_integer(self) -> Any:
        """An integer variable that no one has seen."""
        self._fresh += 1
        return self._variable(core_api.Z3_mk_int_symbol(self.c, self._fresh), self._integers)

    # -- numbers

    def add(self, a: Any, b: Any) -> Any:
        """a + b."""
        return self._keep(core_api.Z3_mk_add(self.c, 2, (core_api.Ast * 2)(a, b)))

    def sub(self, a: Any, b: Any) -> Any:
        """a - b."""
        return self._keep(core_api.Z3_mk_sub(self.c, 2, (core_api.Ast * 2)(a, b)))

    def scaled(self, factor: int, a: Any) -> Any:
        """factor * a."""
        if factor == 1:
            return a
        return self._keep(core_api.Z3_mk_mul(self.c, 2, (core_api.Ast * 2)(self.numeral(factor), a)))

    def quotient(self, a: Any, divisor: int) -> Any:
        """a / divisor, rounded down. Requires divisor > 0."""
        return a if divisor == 1 else self._keep(core_api.Z3_mk_div(self.c, a, self.numeral(divisor)))

    def remainder(self, a: Any, divisor: int) -> Any:
        """a mod divisor, from 0 to divisor - 1. Requires divisor > 0."""
        return self._keep(core_api.Z3_mk_mod(self.c, a, self.numeral(divisor)))

    # -- arrays

    def select(self, array: Any, index: Any) -> Any:
        """The element at an index."""
        return self._keep(core_api.Z3_mk_select(self.c, array, index))

    def store(self, array: Any, index: Any, element: Any) -> Any:
        """The array with another element at an index."""
        return self._keep(core_api.Z3_mk_store(self.c, array, index, element))

    def fill(self, element: Any) -> Any:
        """The array with the same element everywhere."""
        return self._keep(core_api.Z3_mk_const_array(self.c, self._integers, element))

    # -- all of them

    def ite(self, condition: Any, then: Any, otherwise: Any) -> Any:
        """`then` where the condition holds, else `otherwise`."""
        return self._keep(core_api.Z3_mk_ite(self.c, condition, then, otherwise))

    def equal(self, a: Any, b: Any) -> Any:
        """a = b."""
        return self._keep(core_api.Z3_mk_eq(self.c, a, b))

    # -- truths

    def less(self, a: Any, b: Any) -> Any:
        """a < b."""
        return self._keep(core_api.Z3_mk_lt(self.c, a, b))

    def between(self, low: int, a: Any, high: int) -> Any:
        """low <= a <= high."""
        lower = self._keep(core_api.Z3_mk_ge(self.c, a, self.numeral(low)))
        upper = self._keep(core_api.Z3_mk_le(self.c, a, self.numeral(high)))
        return self.every([lower, upper])

    def every(self, parts: list[Any]) -> Any:
        """The conjunction."""
        return self._keep(core_api.Z3_mk_and(self.c, len(parts), (core_api.Ast * len(parts))(*parts)))

    def some(self, parts: list[Any]) -> Any:
        """The disjunction."""
        return self._keep(core_api.Z3_mk_or(self.c, len(parts), (core_api.Ast * len(parts))(*parts)))

    def negation(self, a: Any) -> Any:
        """Not a."""
        return self._keep(core_api.Z3_mk_not(self.c, a))

    def _variable(self, symbol: Any, sort: Any) -> Any:
        return self._keep(core_api.Z3_mk_const(self.c, symbol, sort))

    def _keep(self, ast: Any) -> Any:
        core_api.Z3_inc_ref(self.c, ast)
        self._kept.append(ast)
        return ast
