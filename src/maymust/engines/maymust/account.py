"""Counts what a search did, and how long each activity took."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.engines.base import Observer, Progress, Statistics

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maymust.engines.maymust.may.edges import EdgeFilter
    from maymust.engines.maymust.may.regions import RegionGraph
    from maymust.engines.maymust.must.forest import Forest
    from maymust.ir.transitions import TransitionSystem
    from maymust.solvers.prover import Prover

_PROGRESS_SECONDS = 0.1


class Account:
    """Counts beside the search, which adds to `statistics` what only it can see."""

    def __init__(self, system: TransitionSystem, graph: RegionGraph, forest: Forest, prover: Prover,
                 edges: EdgeFilter, observe: Observer) -> None:  # fmt: skip
        self.statistics = Statistics()
        self._started = self._told = time.monotonic()
        self._system = system
        self._graph = graph
        self._forest = forest
        self._prover = prover
        self._edges = edges
        self._observe = observe

    def tell_progress(self) -> None:
        """Tells the observer how far the search is, a few times a second."""
        now = time.monotonic()
        if now - self._told >= _PROGRESS_SECONDS:
            self._told = now
            self._observe(
                Progress(
                    locations=len(self._system.nodes),
                    locations_visited=self.locations_visited(),
                    iterations=self.statistics.iterations,
                    tests=self._forest.tests,
                    regions=self._graph.alive,
                    prover_calls=self._prover.statistics.prover_calls,
                )
            )

    def locations_visited(self) -> int:
        """How many locations tests have reached."""
        return sum(any(r.states for r in self._graph.regions_at(location)) for location in self._system.nodes)

    @contextmanager
    def timed(self, activity: str) -> Iterator[None]:
        """Adds the time that passes to an activity, without what the prover takes of it."""
        before, proving = time.monotonic(), self._prover.statistics.seconds
        try:
            yield
        finally:
            spent = time.monotonic() - before - (self._prover.statistics.seconds - proving)
            seconds = self.statistics.seconds
            seconds[activity] = seconds.get(activity, 0.0) + spent

    def final(self) -> Statistics:
        """The account of the run so far."""
        prover = self._prover.statistics
        seconds = {**self.statistics.seconds, "prover": prover.seconds}
        seconds["rest"] = max(0.0, time.monotonic() - self._started - sum(seconds.values()))
        return replace(
            self.statistics,
            locations=len(self._system.nodes),
            locations_visited=self.locations_visited(),
            tests=self._forest.tests,
            states=self._forest.states,
            regions=self._graph.alive,
            edges_removed=self.statistics.edges_removed + self._edges.removed,
            queries={purpose.value: count for purpose, count in prover.queries.items()},
            prover_calls=prover.prover_calls,
            seconds=seconds,
        )
