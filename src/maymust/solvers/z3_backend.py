"""Z3: one long-lived solver with push and pop, terms translated once, by Z3's low-level API.

A small bit-vector query takes under a millisecond this way, against five for a fresh solver.
"""

from __future__ import annotations

import itertools
import weakref
from typing import TYPE_CHECKING, Any

import z3
from z3 import z3core as core_api

from maymust.solvers.arrays import ArrayTerms, confirmed
from maymust.solvers.base import Answer, Sat, Undecided, Unsat
from maymust.solvers.floats import beside
from maymust.solvers.z3_arrays import read_array
from maymust.solvers.z3_floats import Z3Floats, float_solver
from maymust.terms import BOOL, ArraySort, BitVecSort, Sort, Term, Value, bitvec, postorder

if TYPE_CHECKING:
    from collections.abc import Sequence

_DIRECT = {
    "=": "Z3_mk_eq",
    **{name: f"Z3_mk_{name}" for name in (
        "bvadd", "bvsub", "bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvand", "bvor", "bvxor",
        "bvshl", "bvlshr", "bvashr", "bvult", "bvslt", "concat", "select", "store",
    )},
}  # fmt: skip


_RESOURCES_A_MILLISECOND = 3000  # about; it depends on the query
_GUARD = 10  # times the time that a query should take: some steps are long
_MOST_RESOURCES = 2**31  # Z3 takes no more than 32 bits


def _release(context: Any, kept: list[Any]) -> None:
    """Gives the terms back, users before what they use. A context that is deleted with deep terms in it takes
    minutes."""
    for ast in reversed(kept):
        core_api.Z3_dec_ref(context.ref(), ast)


class Z3Solver:
    """See `solvers.base.Solver`. With `resource_limit` time is counted in Z3's steps, so that it gives up on
    the same queries in every run. With `bit_blasting` a query goes to a SAT solver whole: its models are
    more varied."""

    name = "z3"

    def __init__(self, *, resource_limit: bool = False, bit_blasting: bool = False) -> None:
        self._resource_limit = resource_limit
        self._bit_blasting = bit_blasting
        self._context = z3.Context()
        self._c = self._context.ref()
        self._pushed: list[tuple[Term, ...]] = []
        self._renew()
        self._asts: dict[Term, Any] = {}
        self._sorts: dict[Sort, Any] = {}
        self._markers: list[Any] = []
        self._arrays = ArrayTerms()
        self._build = {name: getattr(core_api, function) for name, function in _DIRECT.items()}
        self._kept: list[Any] = []
        self._floats = Z3Floats(self._c, self._asts, self._kept)
        weakref.finalize(self, _release, self._context, self._kept)

    def push(self, conjuncts: Sequence[Term]) -> None:
        """Until the matching `pop`, these are part of every query."""
        core_api.Z3_solver_push(self._c, self._s)
        for conjunct in conjuncts:
            core_api.Z3_solver_assert(self._c, self._s, self._ast(conjunct))
        self._pushed.append(tuple(conjuncts))

    def pop(self) -> None:
        """Takes back the last `push`."""
        self._pushed.pop()
        core_api.Z3_solver_pop(self._c, self._s, 1)

    def check(self, conjuncts: Sequence[Term], *, seconds: float, core: bool = False) -> Answer:
        """Is the conjunction, with all that is pushed, satisfiable?"""
        try:
            for conjunct in conjuncts:
                self._ast(conjunct)
            if self._floats.are_in(itertools.chain(conjuncts, *self._pushed)):
                return self._check_floats(conjuncts, seconds=seconds, core=core)
            self._limit(seconds)
            return self._check(conjuncts, core=core)
        except (
            z3.Z3Exception
        ) as error:  # a formula that is too large for it; the solver is not to be trusted now
            self._renew()
            for pushed in self._take_pushed():
                self.push(pushed)
            return Undecided(f"Z3 gave up: {error}")

    def _take_pushed(self) -> list[tuple[Term, ...]]:
        taken, self._pushed = self._pushed, []
        return taken

    def _renew(self) -> None:
        if self._bit_blasting:
            self._solver = z3.SolverFor("QF_BV", ctx=self._context)
        else:
            self._solver = z3.Solver(ctx=self._context)
        self._s = self._solver.solver
        self._milliseconds = 0

    def _check(self, conjuncts: Sequence[Term], *, core: bool) -> Answer:
        core_api.Z3_solver_push(self._c, self._s)
        try:
            for index, conjunct in enumerate(conjuncts):
                ast = self._ast(conjunct)
                if core:
                    core_api.Z3_solver_assert_and_track(self._c, self._s, ast, self._marker(index))
                else:
                    core_api.Z3_solver_assert(self._c, self._s, ast)
            status = core_api.Z3_solver_check(self._c, self._s)
            if status == 1:
                return self._believed(conjuncts)
            if status == -1:
                return Unsat(self._core(conjuncts) if core else None)
            return Undecided(str(core_api.Z3_solver_get_reason_unknown(self._c, self._s)))
        finally:
            core_api.Z3_solver_pop(self._c, self._s, 1)

    def _check_floats(self, conjuncts: Sequence[Term], *, seconds: float, core: bool) -> Answer:
        """Asks another solver: this one is too slow, or does not know floats."""
        if self._floats.are_too_large_in(itertools.chain(conjuncts, *self._pushed)):
            return Undecided("the remainder of doubles is too much for Z3")
        own = self._solver, self._s, self._milliseconds
        self._solver = float_solver(self._context, core=core)
        self._s, self._milliseconds = self._solver.solver, 0
        try:
            self._limit(seconds)
            for conjunct in itertools.chain(*self._pushed):
                core_api.Z3_solver_assert(self._c, self._s, self._ast(conjunct))
            return self._check(conjuncts, core=core)
        except z3.Z3Exception as error:
            return Undecided(f"Z3 gave up: {error}")
        finally:
            self._solver, self._s, self._milliseconds = own

    def _limit(self, seconds: float) -> None:
        milliseconds = max(1, int(seconds * 1000))
        if abs(milliseconds - self._milliseconds) > self._milliseconds // 10:
            if self._resource_limit:
                self._solver.set("rlimit", min(milliseconds * _RESOURCES_A_MILLISECOND, _MOST_RESOURCES))
            self._solver.set("timeout", milliseconds * (_GUARD if self._resource_limit else 1))
            self._milliseconds = milliseconds

    def _believed(self, conjuncts: Sequence[Term]) -> Answer:
        every = [*itertools.chain(*self._pushed), *conjuncts]
        model = self._model(every)
        if model is None:
            return Undecided("an array of the model cannot be read")
        return confirmed(model, every, self.name) if self._arrays.are_in(every) else Sat(model)

    def _model(self, every: Sequence[Term]) -> dict[Term, Value] | None:
        free = frozenset().union(*[conjunct.free for conjunct in every])
        model = z3.ModelRef(core_api.Z3_solver_get_model(self._c, self._s), self._context)
        values: dict[Term, Value] = {}
        out = (core_api.Ast * 1)()
        for variable in sorted(free):
            if isinstance(variable.sort, ArraySort):
                array = read_array(model, self._ast(variable), variable.sort)
                if array is None:
                    return None
                values[variable] = array
                continue
            core_api.Z3_model_eval(self._c, model.model, self._ast(variable), True, out)
            if variable.sort is BOOL:
                values[variable] = core_api.Z3_get_bool_value(self._c, out[0]) == 1
            else:
                values[variable] = int(core_api.Z3_get_numeral_string(self._c, out[0]))
        return values

    def _core(self, conjuncts: Sequence[Term]) -> frozenset[Term]:
        names = {literal.decl().name() for literal in self._solver.unsat_core()}
        return frozenset(c for index, c in enumerate(conjuncts) if f"core!{index}" in names)

    def _marker(self, index: int) -> Any:
        while len(self._markers) <= index:
            symbol = core_api.Z3_mk_string_symbol(self._c, f"core!{len(self._markers)}")
            self._markers.append(self._keep(core_api.Z3_mk_const(self._c, symbol, self._sort(BOOL))))
        return self._markers[index]

    def _keep(self, ast: Any) -> Any:
        core_api.Z3_inc_ref(self._c, ast)
        self._kept.append(ast)
        return ast

    def _sort(self, sort: Sort) -> Any:
        found = self._sorts.get(sort)
        if found is None:
            if isinstance(sort, BitVecSort):
                found = core_api.Z3_mk_bv_sort(self._c, sort.width)
            elif isinstance(sort, ArraySort):
                index, element = self._sort(bitvec(sort.index)), self._sort(bitvec(sort.element))
                found = core_api.Z3_mk_array_sort(self._c, index, element)
            else:
                found = core_api.Z3_mk_bool_sort(self._c)
            self._keep(core_api.Z3_sort_to_ast(self._c, found))
            self._sorts[sort] = found
        return found

    def _ast(self, term: Term) -> Any:
        known = self._asts.get(term)
        if known is not None:
            return known
        for part in postorder((term,), self._asts):
            for other in beside(part):
                self._ast(other)
            self._asts[part] = self._keep(self._translate(part))
            self._arrays.note(part)
        return self._asts[term]

    def _translate(self, term: Term) -> Any:
        c = self._c
        if term.value is not None:
            if term.sort is BOOL:
                return core_api.Z3_mk_true(c) if term.value else core_api.Z3_mk_false(c)
            return core_api.Z3_mk_numeral(c, str(term.value), self._sort(term.sort))
        if term.op is None:
            return core_api.Z3_mk_const(c, core_api.Z3_mk_string_symbol(c, term.name), self._sort(term.sort))
        float_ast = self._floats.translate(term)
        if float_ast is not None:
            return float_ast
        args = [self._asts[argument] for argument in term.args]
        name = term.op.smtlib
        build = self._build.get(name)
        if build is not None:
            return build(c, *args)
        if name in ("and", "or"):
            array = (core_api.Ast * len(args))(*args)
            function = core_api.Z3_mk_and if name == "and" else core_api.Z3_mk_or
            return function(c, len(args), array)
        if name == "not":
            return core_api.Z3_mk_not(c, args[0])
        if name == "ite":
            return core_api.Z3_mk_ite(c, *args)
        if name == "extract":
            return core_api.Z3_mk_extract(c, term.indices[0], term.indices[1], args[0])
        if name == "const":
            return core_api.Z3_mk_const_array(c, self._sort(bitvec(term.indices[0])), args[0])
        extension = {"zero_extend": core_api.Z3_mk_zero_ext, "sign_extend": core_api.Z3_mk_sign_ext}[name]
        return extension(c, term.width - term.args[0].width, args[0])
