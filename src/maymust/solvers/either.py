"""Two solvers as one: what the first does not decide in its time, the second may."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.solvers.base import Answer, Solver, Undecided

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maymust.terms import Term

_FIRST_SHARE = 0.5  # of the time for a query


class EitherSolver:
    """See `solvers.base.Solver`. What is pushed reaches the second solver only once it is asked."""

    def __init__(self, first: Solver, second: Solver) -> None:
        self.name = f"{first.name} or {second.name}"
        self._first = first
        self._second = second
        self._scopes: list[Sequence[Term]] = []
        self._told = 0  # how many scopes the second knows

    def push(self, conjuncts: Sequence[Term]) -> None:
        """Until the matching `pop`, these are part of every query."""
        self._first.push(conjuncts)
        self._scopes.append(conjuncts)

    def pop(self) -> None:
        """Takes back the last `push`."""
        self._first.pop()
        self._scopes.pop()
        if self._told > len(self._scopes):
            self._second.pop()
            self._told -= 1

    def check(self, conjuncts: Sequence[Term], *, seconds: float, core: bool = False) -> Answer:
        """Is the conjunction, with all that is pushed, satisfiable?"""
        answer = self._first.check(conjuncts, seconds=seconds * _FIRST_SHARE, core=core)
        if not isinstance(answer, Undecided):
            return answer
        for scope in self._scopes[self._told :]:
            self._second.push(scope)
        self._told = len(self._scopes)
        return self._second.check(conjuncts, seconds=seconds * (1 - _FIRST_SHARE), core=core)
