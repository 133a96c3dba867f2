"""The SAT solver, behind the few calls that are needed; the only file that knows python-sat."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
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

    def look(self) -> None:
        """Raises if there is nothing left."""
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise OutOfBudget(f"not decided within {self._seconds:g} s")
        if self.conflicts is not None and self.conflicts <= 0:
            raise OutOfBudget("not decided within the conflicts allowed")
        if self._stop is not None and self._stop():
            raise OutOfBudget("stopped")


class Sat:
    """An incremental solver with clauses; to be closed.

    The library jumps out of a search when Ctrl-C comes, and leaves a solver behind that cannot even be freed;
    but only in the main thread. So searches run in a thread of their own, in slices, and an interrupt comes
    between two of them.
    """

    def __init__(self, name: str, clauses: list[list[int]], budget: Budget) -> None:
        from pysat.solvers import Solver  # the library takes its time to load

        self._solver: Any = Solver(name=name, bootstrap_with=clauses)
        self._budget = budget
        self._thread = ThreadPoolExecutor(max_workers=1)

    def solve(self, assumptions: list[int]) -> bool:
        """Is there a model in which the assumptions are true? Raises `OutOfBudget`."""
        budget, portion = self._budget, _FIRST_SLICE
        while True:
            budget.look()
            if budget.conflicts is not None:
                portion = min(portion, budget.conflicts)
            start = time.monotonic()
            answer = self._thread.submit(self._slice, assumptions, portion).result()
            if answer is not None:
                return answer
            if budget.conflicts is not None:
                budget.conflicts -= portion
            spent = time.monotonic() - start
            portion = max(100, int(portion * min(4.0, _BREATH / max(spent, 1e-3))))

    def _slice(self, assumptions: list[int], conflicts: int) -> bool | None:
        """The answer, if it is found within so many conflicts."""
        self._solver.conf_budget(conflicts)
        answer: bool | None = self._solver.solve_limited(assumptions=assumptions)
        return answer

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
        self._thread.shutdown()
        self._solver.delete()
