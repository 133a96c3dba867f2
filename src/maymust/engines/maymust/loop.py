"""The may-must loop for one procedure: SYNERGY and DASH.

Nels E. Beckman, Aditya V. Nori, Sriram K. Rajamani, Robert J. Simmons, SaiDeep Tetali, Aditya V. Thakur:
Proofs from Tests ("the article"), with the corrections of the thesis on DASH4j ("the thesis").

    DashLoop, Algorithm 3.1 / Fig. 8          MayMustEngine.run, _Search.iterate
    FindAbstractErrorPath, ConvertTo...       frontier.find_backward, find_forward, promising_state
    ExtendFrontier, ExecuteSymbolic           extend.extend_frontier, symbolic.execute_symbolic
    RunTest, the forest                       forest.Forest.run
    RefinePred, WP                            refine.Refiner, edges.Preimage
    RefineGraph                               _Search.refine, regions.RegionGraph.split
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from maymust.engines.base import (
    Budget,
    BudgetExhausted,
    Claim,
    EngineResult,
    FailsClaim,
    HoldsClaim,
    NoClaim,
    Observer,
    Progress,
    Statistics,
)
from maymust.engines.maymust.edges import EdgeFilter, Preimage
from maymust.engines.maymust.extend import Extension, extend_frontier
from maymust.engines.maymust.forest import Forest, ForestState
from maymust.engines.maymust.frontier import (
    Frontier,
    FrontierEdge,
    find_backward,
    find_forward,
    promising_state,
)
from maymust.engines.maymust.proof import invariants
from maymust.engines.maymust.refine import Refiner
from maymust.engines.maymust.regions import Region, RegionGraph
from maymust.errors import InternalError
from maymust.interp.machine import Machine
from maymust.passes.pipeline import for_property
from maymust.solvers import new_solver
from maymust.solvers.base import Undecided, Unsat
from maymust.solvers.prover import Prover, Purpose
from maymust.terms import conjunction
from maymust.terms.literals import Literals, simplify_conjunction, with_literal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maymust.engines.maymust.options import MayMustOptions
    from maymust.ir.transitions import TransitionSystem

_PROGRESS_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Crossed:
    """Event: a test crossed the frontier."""

    frontier: Frontier


@dataclass(frozen=True, slots=True)
class Refined:
    """Event: the region before the frontier was split."""

    frontier: Frontier
    predicate: Literals


@dataclass(frozen=True, slots=True)
class EdgeRemoved:
    """Event: no state of the region can cross the frontier."""

    frontier: Frontier


class MayMustEngine:
    """See `engines.base.Engine`."""

    def __init__(self, options: MayMustOptions) -> None:
        self.options = options

    def run(
        self, system: TransitionSystem, property_id: str, budget: Budget, observe: Observer
    ) -> EngineResult:
        """Alternates between tests and refinement until one side wins."""
        focused = for_property(system, property_id, straight_line=self.options.straight_line)
        search = _Search(focused, self.options, budget, observe)
        try:
            claim = None
            while claim is None:
                budget.check(search.statistics.iterations)
                search.tell_progress()
                claim = search.iterate()
        except BudgetExhausted as exhausted:
            claim = NoClaim(str(exhausted))
        return EngineResult(claim, search.final_statistics())


class _Search:
    """The mutable state of one run."""

    def __init__(
        self, system: TransitionSystem, options: MayMustOptions, budget: Budget, observe: Observer
    ) -> None:
        self.system = system
        self.options = options
        self.budget = budget
        self.observe = observe
        self.statistics = Statistics()
        self.started = self.told = time.monotonic()
        self.machine = Machine(system)
        self.graph = RegionGraph(system, self.machine.layout)
        self.forest = Forest(system, self.machine, self.graph, options)
        self.prover = Prover(new_solver("z3"), budget.remaining, options.seconds_per_query)
        self.edges = EdgeFilter(self.graph, self.prover, options)
        self.refiner = Refiner(
            self.machine, self.prover, drop_branch_conditions=options.drop_branch_conditions
        )
        self.targets = {*system.errors, *system.blocked}
        self.blocking: list[ForestState] = []  # reached what is not modelled
        self.hopeless: set[FrontierEdge] = set()  # the prover gave up on these

    # -- DashLoop ------------------------------------------------------------------------------------------

    def iterate(self) -> Claim | None:
        """One iteration: one abstract error path, one test-generation query; then a test or a refinement."""
        with self._timed("search"):
            frontier = self.find_frontier()
        if frontier is None:
            return self.no_abstract_path()
        with self._timed("execution"):
            resumed = self.forest.resume(frontier.state, self.budget)
        if resumed:
            return self.violation()
        self.statistics.iterations += 1
        preimage = self.edges.preimage(frontier.transition, frontier.target)
        if self.options.promising_states:
            with self._timed("search"):
                state = promising_state(frontier, preimage, self.machine, self.options.promising_states)
            frontier = replace(frontier, state=state)
        with self._timed("test generation"):
            answer = extend_frontier(
                frontier, preimage, self.machine, self.prover, tidy=self.options.tidy_inputs
            )
        if isinstance(answer, Extension):
            with self._timed("execution"):
                self.run_test(frontier, answer)
            return self.violation()
        with self._timed("refinement"):
            self.refine(frontier, preimage, answer)
        return None

    def find_frontier(self) -> Frontier | None:
        """An abstract error path, turned into the frontier of a test."""
        targets = [region for location in self.targets for region in self.graph.regions_at(location)]
        if self.options.search == "backward":
            return find_backward(targets, self.edges, self.hopeless)
        initial = next(self.graph.regions_at(self.system.initial))
        return find_forward(initial, targets, self.edges, self.hopeless)

    def run_test(self, frontier: Frontier, extension: Extension) -> None:
        """Runs a test that crosses the frontier, and sees that it does."""
        self.forest.run(extension.inputs, frontier.state, self.budget)
        if not frontier.target.states:
            raise InternalError(f"a test did not reach {frontier.target}, which its path constraint promises")
        self.observe(Crossed(frontier))

    def violation(self) -> Claim | None:
        """The claim that the newest test makes. What is not modelled stops being a target once a test has
        reached it: the property may still be violated elsewhere, but it can no longer be proved."""
        for state in self.forest.ends:
            if state.location in self.system.errors:
                return FailsClaim(self.forest.test_of(state))
            self.blocking.append(state)
            self.targets.discard(state.location)
        self.forest.ends.clear()
        return None

    def no_abstract_path(self) -> Claim | None:
        """No visited region leads to a target any more, but for edges on which the prover gave up: they get
        another try with more time."""
        if any(self.graph.has_edge(*edge) for edge in self.hopeless):
            if self.budget.remaining() < self.prover.seconds_per_query:
                return NoClaim("the prover could not decide whether some regions are connected")
            self.prover.seconds_per_query *= 4
            self.hopeless.clear()
            return None
        if self.blocking:
            state = self.blocking[0]
            blocked, test = self.system.blocked[state.location], self.forest.test_of(state)
            return NoClaim(
                f"not modelled, and reached by a test: {blocked.construct} at {blocked.span}", test
            )
        return HoldsClaim(invariants(self.system, self.graph, self.targets))

    # -- RefineGraph (thesis Algorithm 3.3) ----------------------------------------------------------------

    def refine(self, frontier: Frontier, preimage: Preimage, answer: Unsat | Undecided) -> None:
        """Makes the abstraction show that the frontier cannot be crossed along its trace."""
        initial = frontier.source.location == self.system.initial
        if isinstance(answer, Undecided) and initial:
            self._give_up(frontier)
        elif initial or self._no_state_crosses(frontier.source, preimage):
            # Thesis §3.8.10: one trace leads to the initial region, so its edge goes without a split.
            self._remove_edge(frontier)
        else:
            self._split(frontier, preimage)

    def _split(self, frontier: Frontier, preimage: Preimage) -> None:
        predicate = self.refiner.suitable_predicate(frontier, preimage)
        if predicate is None:
            self._give_up(frontier)
        elif with_literal(frontier.source.literals, conjunction(predicate)) is None:
            self._remove_edge(frontier)  # WP implies the predicate, which the region excludes
        else:
            self.statistics.refinements += 1
            outside, _ = self.graph.split(frontier.source, predicate)
            self.graph.remove_edge(outside, frontier.transition, frontier.target)
            self.observe(Refined(frontier, predicate))

    def _no_state_crosses(self, source: Region, preimage: Preimage) -> bool:
        """Whether region ∧ WP is empty: then the edge goes, and nothing needs to be generalised."""
        if preimage.whole is None:
            return True
        if not self.options.check_emptiness:
            return False
        together = simplify_conjunction((*source.literals, *preimage.whole))
        return together is None or isinstance(self.prover.check(together, Purpose.EMPTINESS), Unsat)

    def _remove_edge(self, frontier: Frontier) -> None:
        self.graph.remove_edge(frontier.source, frontier.transition, frontier.target)
        self.statistics.edges_removed += 1
        self.observe(EdgeRemoved(frontier))

    def _give_up(self, frontier: Frontier) -> None:
        self.hopeless.add((frontier.source, frontier.transition, frontier.target))

    # -- the account -----------------------------------------------------------------------------------------

    def tell_progress(self) -> None:
        """Tells the observer how far the search is, a few times a second."""
        now = time.monotonic()
        if now - self.told >= _PROGRESS_SECONDS:
            self.told = now
            self.observe(
                Progress(
                    locations=len(self.system.nodes),
                    locations_visited=self.locations_visited(),
                    iterations=self.statistics.iterations,
                    tests=self.forest.tests,
                    regions=self.graph.alive,
                    prover_calls=self.prover.statistics.prover_calls,
                )
            )

    def locations_visited(self) -> int:
        """How many locations tests have reached."""
        return sum(any(r.states for r in self.graph.regions_at(location)) for location in self.system.nodes)

    @contextmanager
    def _timed(self, activity: str) -> Iterator[None]:
        """Adds the time that passes to an activity, without what the prover takes of it."""
        before, proving = time.monotonic(), self.prover.statistics.seconds
        try:
            yield
        finally:
            spent = time.monotonic() - before - (self.prover.statistics.seconds - proving)
            seconds = self.statistics.seconds
            seconds[activity] = seconds.get(activity, 0.0) + spent

    def final_statistics(self) -> Statistics:
        """The account of the run."""
        statistics, prover = self.statistics, self.prover.statistics
        statistics.locations = len(self.system.nodes)
        statistics.locations_visited = self.locations_visited()
        statistics.tests = self.forest.tests
        statistics.states = self.forest.states
        statistics.regions = self.graph.alive
        statistics.edges_removed += self.edges.removed
        statistics.queries = {purpose.value: count for purpose, count in prover.queries.items()}
        statistics.prover_calls = prover.prover_calls
        statistics.seconds["prover"] = prover.seconds
        spent = sum(statistics.seconds.values())
        statistics.seconds["rest"] = max(0.0, time.monotonic() - self.started - spent)
        return statistics
