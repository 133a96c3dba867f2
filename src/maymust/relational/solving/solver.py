"""Solving: one solution, all solutions, or why there is none."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from maymust.relational.bounds import Bounds
from maymust.relational.logic import Formula
from maymust.relational.options import Options
from maymust.relational.solving.cores import minimal_core
from maymust.relational.solving.sat import Budget, OutOfBudget, Sat
from maymust.relational.solving.solution import Satisfiable, Solution, Statistics, Unknown, Unsatisfiable
from maymust.relational.translation.problem import Problem, translate

Formulas = Formula | Sequence[Formula]
Stop = Callable[[], bool]

_DEFAULT = Options()


def solve(
    formulas: Formulas,
    bounds: Bounds,
    options: Options = _DEFAULT,
    *,
    core: bool = False,
    stop: Stop | None = None,
) -> Solution:
    """An instance of all formulas within the bounds, or the news that there is none.

    With `core`, the answer that there is none comes with a minimal set of formulas that have none. `stop` is
    asked now and then whether to give up. Raises `RelationalError` if the problem is not well-formed, or too
    large.
    """
    budget = Budget(options.seconds, options.conflicts, stop)
    search = _Search(_listed(formulas), bounds, options, budget, core)
    try:
        return search.first(core)
    except OutOfBudget as over:
        return Unknown(str(over), search.statistics())
    finally:
        search.close()


def solve_all(
    formulas: Formulas, bounds: Bounds, options: Options = _DEFAULT, *, stop: Stop | None = None
) -> Iterator[Satisfiable | Unknown]:
    """All instances of the formulas, one by one, and each once; the last may be `Unknown`.

    Instances differ in the tuples of relations that occur in the formulas. With symmetry breaking, of
    instances that differ by the names of atoms only, some are left out.
    """
    budget = Budget(options.seconds, options.conflicts, stop)
    search = _Search(_listed(formulas), bounds, options, budget, False)
    try:
        yield from search.all()
    except OutOfBudget as over:
        yield Unknown(str(over), search.statistics())
    finally:
        search.close()


def _listed(formulas: Formulas) -> list[Formula]:
    return [formulas] if isinstance(formulas, Formula) else list(formulas)


class _Search:
    """One problem and its solver, with the times that they took."""

    def __init__(
        self, formulas: list[Formula], bounds: Bounds, options: Options, budget: Budget, selectable: bool
    ) -> None:
        self._formulas, self._bounds, self._options, self._budget = formulas, bounds, options, budget
        self._selectable = selectable
        self._problem: Problem | None = None
        self._sat: Sat | None = None
        self._translating = self._solving = 0.0

    def _prepared(self) -> tuple[Problem, Sat]:
        """The problem in clauses, and a solver that has them."""
        if self._problem is None or self._sat is None:
            start = time.perf_counter()
            self._problem = translate(
                self._formulas, self._bounds, self._options, self._selectable, self._budget.look
            )
            self._sat = Sat(self._options.solver, self._problem.clauses, self._budget)
            self._translating = time.perf_counter() - start
        return self._problem, self._sat

    def _solved(self, sat: Sat, assumptions: list[int]) -> bool:
        start = time.perf_counter()
        try:
            return sat.solve(assumptions)
        finally:
            self._solving += time.perf_counter() - start

    def first(self, core: bool) -> Solution:
        """The first solution."""
        problem, sat = self._prepared()
        assumptions = list(problem.selectors)
        if self._solved(sat, assumptions):
            return self._satisfiable(problem, sat)
        if not core:
            return Unsatisfiable(self.statistics_of(problem))
        start = time.perf_counter()
        found, minimal = minimal_core(sat, assumptions)
        self._solving += time.perf_counter() - start
        needed = set(found)
        pairs = zip(problem.selectors, self._formulas, strict=True)
        formulas = tuple(formula for selector, formula in pairs if selector in needed)
        return Unsatisfiable(self.statistics_of(problem), formulas, minimal)

    def all(self) -> Iterator[Satisfiable]:
        """All solutions; each is excluded once it is found."""
        problem, sat = self._prepared()
        while self._solved(sat, []):
            yield self._satisfiable(problem, sat)
            if not problem.primary:
                return
            model = set(sat.model())  # what occurs in no clause is not in it, and counts as false
            sat.add([-one if one in model else one for one in range(1, problem.primary + 1)])

    def _satisfiable(self, problem: Problem, sat: Sat) -> Satisfiable:
        model = {literal for literal in sat.model() if literal > 0}
        return Satisfiable(problem.instance(model), self.statistics_of(problem), self._options.width)

    def statistics(self) -> Statistics | None:
        """The figures, once the problem is translated."""
        return self.statistics_of(self._problem) if self._problem else None

    def statistics_of(self, problem: Problem) -> Statistics:
        """The figures of the problem."""
        return Statistics(
            problem.primary, problem.variables, len(problem.clauses), self._translating, self._solving
        )

    def close(self) -> None:
        """Frees the solver."""
        if self._sat is not None:
            self._sat.close()
