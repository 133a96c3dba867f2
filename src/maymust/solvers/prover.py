"""The prover that engines use: a solver with a cache, a deadline and an account of every query.

A query has a purpose, and purposes are counted apart: that DASH asks one test-generation query an
iteration is an invariant that tests check. What the cache or a glance answers is a query, but no prover
call.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from maymust.solvers.base import Answer, Sat, Solver, Undecided, Unsat
from maymust.terms import FALSE, TRUE, Term

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Purpose(Enum):
    """Why a query is asked."""

    TEST = "test generation"
    EMPTINESS = "emptiness of a region"
    EDGE = "edge of the abstraction"
    GENERALISATION = "generalisation"


@dataclass
class ProverStatistics:
    """The account. `queries` counts by purpose; `prover_calls` counts what reached the solver."""

    queries: dict[Purpose, int] = field(default_factory=lambda: dict.fromkeys(Purpose, 0))
    prover_calls: int = 0
    seconds: float = 0.0


class Prover:
    """Answers conjunctions, remembering every decided one."""

    def __init__(self, solver: Solver, remaining: Callable[[], float], seconds_per_query: float) -> None:
        self.statistics = ProverStatistics()
        self._solver = solver
        self._remaining = remaining
        self.seconds_per_query = seconds_per_query
        self._cache: dict[frozenset[Term], Answer] = {}

    def close(self) -> None:
        """Lets the solver go. Its memory is not seen by Python's collector, which would wait for long, as
        engines and their provers hold each other. No question may follow."""
        del self._solver
        self._cache.clear()

    def check(self, conjuncts: Iterable[Term], purpose: Purpose, *, core: bool = False) -> Answer:
        """Is the conjunction satisfiable? Undecided where the solver's time for one query is up."""
        self.statistics.queries[purpose] += 1
        key = frozenset(conjuncts)
        if FALSE in key:
            return Unsat(frozenset((FALSE,)))
        if not key or key == {TRUE}:
            return Sat({})
        known = self._cache.get(key)
        if known is not None and not (core and isinstance(known, Unsat) and known.core is None):
            return known
        started = time.monotonic()
        seconds = min(self.seconds_per_query, max(self._remaining(), 0.01))
        answer = self._solver.check(sorted(key), seconds=seconds, core=core)
        self.statistics.seconds += time.monotonic() - started
        self.statistics.prover_calls += 1
        if not isinstance(answer, Undecided):
            self._cache[key] = answer
        return answer
