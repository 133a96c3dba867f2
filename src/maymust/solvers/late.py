"""A solver that is made when it is needed, as a context of Z3 costs some 10 ms, and many are never asked."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from maymust.solvers import new_solver
from maymust.solvers.base import Answer, Solver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maymust.terms import Term


class LateSolver:
    """See `solvers.base.Solver`, and `new_solver` for what it is given."""

    def __init__(self, name: str, **settings: bool) -> None:
        self.name = name
        self._settings = settings

    @cached_property
    def _solver(self) -> Solver:
        return new_solver(self.name, **self._settings)

    def push(self, conjuncts: Sequence[Term]) -> None:
        """Until the matching `pop`, these are part of every query."""
        self._solver.push(conjuncts)

    def pop(self) -> None:
        """Takes back the last `push`."""
        self._solver.pop()

    def check(self, conjuncts: Sequence[Term], *, seconds: float, core: bool = False) -> Answer:
        """Is the conjunction, with all that is pushed, satisfiable?"""
        return self._solver.check(conjuncts, seconds=seconds, core=core)
