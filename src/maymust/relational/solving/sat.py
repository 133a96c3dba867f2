"""The SAT solver, behind the few calls that are needed; the only file that knows python-sat."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

_FIRST_SLICE = 2_000  # conflicts until the first look at the clock
_BREATH = 0.25  # seconds between two looks at the clock, about


class OutOfBudget(Exception):  # noqa: N818 - an exhausted budget is no error
    """The time or the conflicts are used up, or the caller wants to stop."""


class Budget:
    """What may still be spent: checked by `look`, which raises `OutOfBudget` with the reason."""

    def __init__(self, seconds: float | None, conflicts: int | None, stop: Callable[[], bool] | None) -> None:
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self.conflicts = conflicts
        self._stop = stop
        self._seconds = seconds

    @property
    def limited(self) -> bool:
        """Has the search to be watched?"""
        return self._deadline is not None or self.conflicts is not None or self._stop is not None

    def look(self) -> None:
        """Raises if there is nothing left."""
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise OutOfBudget(f"not decided within {self._seconds:g} s")
        if self.conflicts is not None and self.conflicts <= 0:
            raise OutOfBudget("not decided within the conflicts allowed")
        if self._stop is not None and self._stop():
            raise OutOfBudget("stopped")


class Sat:
    """An incremental solver with clauses; to be closed."""

    def __init__(self, name: str, clauses: list[list[int]], budget: Budget) -> None:
        from pysat.solvers import Solver  # the library takes its time to load

        self._solver: Any = Solver(name=name, bootstrap_with=clauses)
        self._budget = budget

    def solve(self, assumptions: list[int]) -> bool:
        """Is there a model in which the assumptions are true? Raises `OutOfBudget`."""
        budget = self._budget
        if not budget.limited:
            return bool(self._solver.solve(assumptions=assumptions))
        portion = _FIRST_SLICE
        while True:
            budget.look()
            if budget.conflicts is not None:
                portion = min(portion, budget.conflicts)
            self._solver.conf_budget(portion)
            start, before = time.monotonic(), self._conflicts()
            answer = self._solver.solve_limited(assumptions=assumptions)
            if answer is not None:
                return bool(answer)
            if budget.conflicts is not None:
                budget.conflicts -= max(self._conflicts() - before, portion)
            spent = time.monotonic() - start
            portion = max(100, int(portion * min(4.0, _BREATH / max(spent, 1e-3))))

    def _conflicts(self) -> int:
        return int(self._solver.accum_stats()["conflicts"])

    def model(self) -> list[int]:
        """The model of the last answer: each variable, or its negation."""
        found: list[int] = self._solver.get_model()
        return found

    def core(self) -> list[int]:
        """Assumptions of the last answer that cannot be true together."""
        return list(self._solver.get_core() or [])

    def add(self, clause: list[int]) -> None:
        """Adds a clause."""
        self._solver.add_clause(clause)

    def close(self) -> None:
        """Frees the memory of the solver."""
        self._solver.delete()
