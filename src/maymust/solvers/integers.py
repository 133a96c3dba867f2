"""Z3's linear integer arithmetic over `integer_encoding`: much faster than bit-vectors on linear loops.

"Unsatisfiable" is true of the bit-vectors, for the encoding leaves out no solution. A model is evaluated on
the terms themselves before it is believed; where a part of the query has no exact encoding it may fail there,
and the answer is `Undecided`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import z3
from z3 import z3core as core_api

from maymust.frozen import frozen
from maymust.solvers.base import Answer, Sat, Undecided, Unsat
from maymust.solvers.integer_encoding import Encoder
from maymust.solvers.needs import Definition, definitions
from maymust.solvers.z3_arrays import read_array
from maymust.terms import BOOL, ArraySort, Term, Value
from maymust.terms.evaluate import evaluate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

INEXACT = "the model is of no use: an operator of the query has no exact integer encoding"
UNREADABLE = "an array of the model cannot be read"
WRONG = "the model is wrong although the encoding is exact"  # never seen
_STEPS_A_SECOND = 500_000  # of Z3's resource count; with large numbers a fifth of that, seldom more
_MOST = 2**32 - 1  # that Z3 takes for a limit
_GUARD = 10  # times the time that a query should take


@frozen
class _Scope:
    """What is asserted from a push to its pop: conjuncts, and what they need that was not there before."""

    conjuncts: tuple[Term, ...]
    variables: frozenset[Term]
    definitions: tuple[Definition, ...]


class IntegerSolver:
    """See `solvers.base.Solver`. With `resource_limit`, times are counted in Z3's steps, and runs repeat."""

    name = "integers"

    def __init__(self, *, resource_limit: bool = False) -> None:
        self._parameter = "rlimit" if resource_limit else "timeout"
        self._units = _STEPS_A_SECOND if resource_limit else 1000
        self._encoder = Encoder()
        self._c = self._encoder.asts.c
        self._markers: list[Any] = []
        self._scopes: list[_Scope] = []
        self._renew()

    def push(self, conjuncts: Sequence[Term]) -> None:
        """Later checks are about these conjuncts, too, until `pop`."""
        self._open(self._scope(conjuncts), self._assert)

    def pop(self) -> None:
        """Takes back the last `push`."""
        self._close()

    def check(self, conjuncts: Sequence[Term], *, seconds: float, core: bool = False) -> Answer:
        """Is the conjunction of these and all pushed conjuncts satisfiable?

        The model covers the variables of both; a core has only these, and contradicts what is pushed.
        """
        self._limit(seconds)
        scopes = list(self._scopes)
        try:
            return self._check(conjuncts, core=core)
        except z3.Z3Exception as error:  # a formula too large for it; the solver is not to be trusted now
            self._scopes = scopes
            self._renew()
            return Undecided(f"Z3 gave up: {error}")

    def _check(self, conjuncts: Sequence[Term], *, core: bool) -> Answer:
        scope = self._scope(conjuncts)
        try:
            self._open(scope, self._track if core else self._assert)
            status = core_api.Z3_solver_check(self._c, self._s)
            if status == 1:
                model = self._model()
                return Undecided(UNREADABLE) if model is None else self._believed(model)
            if status == -1:
                return Unsat(self._core(conjuncts) if core else None)
            return Undecided(str(core_api.Z3_solver_get_reason_unknown(self._c, self._s)))
        finally:
            self._close()

    def _renew(self) -> None:
        self._solver = z3.SimpleSolver(ctx=self._encoder.asts.context)
        self._s = self._solver.solver
        self._set = 0
        scopes, self._scopes = self._scopes, []
        for scope in scopes:
            self._open(scope, self._assert)

    def _limit(self, seconds: float) -> None:
        limit = min(max(1, int(seconds * self._units)), _MOST)
        if abs(limit - self._set) > self._set // 10:
            self._solver.set(self._parameter, limit)
            if self._parameter == "rlimit":  # some steps are long
                self._solver.set("timeout", min(_MOST, max(1, int(_GUARD * seconds * 1000))))
            self._set = limit

    # -- scopes

    def _scope(self, conjuncts: Sequence[Term]) -> _Scope:
        self._encoder.encode(conjuncts)
        variables = frozenset().union(*[conjunct.free for conjunct in conjuncts])
        needed = definitions(self._encoder.formula(conjunct).needs for conjunct in conjuncts)
        if needed and self._scopes:
            present = {definition for scope in self._scopes for definition in scope.definitions}
            needed = [definition for definition in needed if definition not in present]
        variables = variables.difference(*[scope.variables for scope in self._scopes])
        return _Scope(tuple(conjuncts), variables, tuple(needed))

    def _open(self, scope: _Scope, add: Callable[[int, Any], None]) -> None:
        core_api.Z3_solver_push(self._c, self._s)
        self._scopes.append(scope)
        for variable in sorted(scope.variables):
            limits = self._encoder.range(variable)
            if limits is not None:
                core_api.Z3_solver_assert(self._c, self._s, limits)
        for definition in scope.definitions:
            core_api.Z3_solver_assert(self._c, self._s, definition.condition)
        for index, conjunct in enumerate(scope.conjuncts):
            add(index, self._encoder.formula(conjunct).ast)

    def _close(self) -> None:
        self._scopes.pop()
        core_api.Z3_solver_pop(self._c, self._s, 1)

    def _assert(self, _: int, ast: Any) -> None:
        core_api.Z3_solver_assert(self._c, self._s, ast)

    def _track(self, index: int, ast: Any) -> None:
        while len(self._markers) <= index:
            self._markers.append(self._encoder.asts.boolean(f"core!{len(self._markers)}"))
        core_api.Z3_solver_assert_and_track(self._c, self._s, ast, self._markers[index])

    # -- answers

    def _core(self, conjuncts: Sequence[Term]) -> frozenset[Term]:
        names = {literal.decl().name() for literal in self._solver.unsat_core()}
        return frozenset(c for index, c in enumerate(conjuncts) if f"core!{index}" in names)

    def _believed(self, model: dict[Term, Value]) -> Answer:
        if all(evaluate(conjunct, model) for scope in self._scopes for conjunct in scope.conjuncts):
            return Sat(model)
        exact = all(definition.exact for scope in self._scopes for definition in scope.definitions)
        return Undecided(WRONG if exact else INEXACT)

    def _model(self) -> dict[Term, Value] | None:
        model = z3.ModelRef(core_api.Z3_solver_get_model(self._c, self._s), self._encoder.asts.context)
        values: dict[Term, Value] = {}
        out = (core_api.Ast * 1)()
        for variable in sorted(frozenset().union(*[scope.variables for scope in self._scopes])):
            if isinstance(variable.sort, ArraySort):
                array = read_array(model, self._encoder.variable(variable), variable.sort)
                if array is None:
                    return None
                values[variable] = array
                continue
            core_api.Z3_model_eval(self._c, model.model, self._encoder.variable(variable), True, out)
            if variable.sort is BOOL:
                values[variable] = core_api.Z3_get_bool_value(self._c, out[0]) == 1
            else:
                value = int(core_api.Z3_get_numeral_string(self._c, out[0]))
                values[variable] = value & ((1 << variable.width) - 1)
        return values
