"""Makes counterexamples smaller: what the violation does not need leaves the state in which it begins."""

from __future__ import annotations

import time

from maymust import relational as logic
from maymust.engines.forge.logic_problem import LogicProblem

_ATTEMPT = 1.0  # seconds for one attempt


def smaller(problem: LogicProblem, solution: logic.Satisfiable, seconds: float) -> logic.Satisfiable:
    """A solution that begins with subsets of what this one begins with, found within the time, about.

    If the time suffices, then no group of tuples that was tried can be left out of any variable or domain.
    """
    return _Shrinking(problem, solution, time.monotonic() + seconds).shrunk()


class _Shrinking:
    """Delta debugging: halves of a relation's tuples are taken away, then quarters, down to single ones."""

    def __init__(self, problem: LogicProblem, solution: logic.Satisfiable, deadline: float) -> None:
        self._problem = problem
        self._solution = solution
        self._deadline = deadline
        values = [*problem.initial.variables.values(), *problem.initial.domains.values()]
        self._relations = [each for each in values if isinstance(each, logic.Relation)]

    def shrunk(self) -> logic.Satisfiable:
        largest = sorted(self._relations, key=lambda relation: -len(self._solution.instance[relation]))
        for relation in largest:
            self._shrink(relation)
        return self._solution

    def _shrink(self, relation: logic.Relation) -> None:
        size = len(self._solution.instance[relation])
        while size:
            start = 0
            while start < len(tuples := list(self._solution.instance[relation])):
                if time.monotonic() > self._deadline:
                    return
                if not self._possible(relation, tuples[:start] + tuples[start + size :]):
                    start += size
            size //= 2

    def _possible(self, relation: logic.Relation, tuples: list[tuple[object, ...]]) -> bool:
        """Whether these tuples are enough for the relation; if so, such a solution is the current one now."""
        bounds = self._problem.bounds.copy()
        instance = self._solution.instance
        for each in self._relations:
            kept = bounds.universe.tuples(each.arity, tuples) if each is relation else instance[each]
            bounds.bound(each, kept)
        options = logic.Options(width=self._solution.width, seconds=_ATTEMPT)
        found = logic.solve(self._problem.formulas(), bounds, options)
        if isinstance(found, logic.Satisfiable):
            self._solution = found
            return True
        return False
