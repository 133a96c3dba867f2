"""The checker's questions to its solvers."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from maymust.solvers.base import Solver, Undecided, Unsat
from maymust.terms import FALSE, TRUE, Term, conjunction

if TYPE_CHECKING:
    from collections.abc import Sequence

_SECONDS = (1.0, 4.0)  # that each solver gets in turn, before anyone gets all that is left


class TimeUp(Exception):  # noqa: N818 - it is no error
    """The deadline has passed."""


class Queries:
    """Asks several solvers in turn, with growing limits. `deadline` is on the monotonic clock."""

    def __init__(self, solvers: Sequence[Solver], deadline: float) -> None:
        self._solvers = solvers
        self._deadline = deadline
        self.calls = 0  # of solvers

    def excluded(self, terms: Sequence[Term], *, patient: bool) -> bool | None:
        """Whether the terms exclude each other; None where no solver decides it. Only where it is `patient`
        may the question take all the time that is left. Raises TimeUp."""
        if conjunction(terms) is FALSE:
            return True
        conjuncts = [c for c in dict.fromkeys(terms) if c is not TRUE]
        for seconds in (*_SECONDS, None) if patient else _SECONDS:
            for asked, solver in enumerate(self._solvers):
                self.check_time()
                left = self._deadline - time.monotonic()
                share = left / (len(self._solvers) - asked)
                self.calls += 1
                answer = solver.check(conjuncts, seconds=share if seconds is None else min(seconds, left))
                if not isinstance(answer, Undecided):
                    return isinstance(answer, Unsat)
        return None

    def check_time(self) -> None:
        """Raises TimeUp after the deadline."""
        if time.monotonic() > self._deadline:
            raise TimeUp
