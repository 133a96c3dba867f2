"""The may-must loop: SYNERGY and DASH.

Nels E. Beckman, Aditya V. Nori, Sriram K. Rajamani, Robert J. Simmons, SaiDeep Tetali, Aditya V. Thakur:
Proofs from Tests ("the article"), with the corrections of the thesis on DASH4j ("the thesis").

    DashLoop, Algorithm 3.1 / Fig. 8          MayMustSearch.iterate
    FindAbstractErrorPath, ConvertTo...       may.frontier: find_backward, find_forward, promising_state;
                                              may.edges: EdgeFilter.passes, may_lead_on
    ExtendFrontier, ExecuteSymbolic           must.extend.extend_frontier, must.symbolic.execute_symbolic
    RunTest, the forest                       must.forest.Forest.run
    RefinePred, WP, WP_α                      refining.catalogue, may.edges.Preimage, refining.aliasing
    RefineGraph                               refining.refinement, may.regions.RegionGraph.split
    "Program is safe", "... is not safe"      Search.no_abstract_path, violation

Beyond the papers, and not used by `dash` and `synergy`: a search may be driven in slices and build on facts
that others have proved (`search`), refine by interpolants, and ask callees (SMASH; `calls.asking`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.engines.maymust.calls.crossing import Refuted
from maymust.engines.maymust.events import Crossed
from maymust.engines.maymust.may.frontier import Frontier, find_backward, find_forward, promising_state
from maymust.engines.maymust.must.extend import Extension, extend_frontier
from maymust.engines.maymust.search import Search
from maymust.errors import InternalError
from maymust.solvers.base import Undecided, Unsat

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from maymust.engines.base import Claim
    from maymust.ir.transitions import TransitionSystem
    from maymust.terms import Term


class MayMustSearch(Search):
    """The search in one procedure."""

    def iterate(self) -> Claim | None:
        """One iteration: one abstract error path, one test-generation query; then a test or a refinement."""
        frontier = self.find_frontier()
        if frontier is None:
            return self.no_abstract_path()
        if self.resume_tests(frontier):
            return self.violation()
        self.account.statistics.iterations += 1
        frontier = self.from_promising_state(frontier)
        answer = self.extend(frontier)
        return None if answer is None else self.go_on(frontier, answer)

    def go_on(self, frontier: Frontier, answer: Extension | Refuted | Unsat | Undecided) -> Claim | None:
        """The second half of an iteration: the answer is a test, or the graph is refined by it. While it was
        waited for, facts may have made the frontier's edge go."""
        edge = (frontier.source, frontier.transition, frontier.target)
        if not isinstance(answer, Extension) and not self.graph.has_edge(*edge):
            return None
        match answer:
            case Extension():
                with self.account.timed("execution"):
                    self.run_test(frontier, answer)
                return self.violation()
            case Unsat() | Undecided():
                with self.account.timed("refinement"):
                    preimage = self.edges.preimage(frontier.transition, frontier.target)
                    self.refinement.refine(frontier, preimage, answer)
            case Refuted():
                self.uses.setdefault(self.system.nodes[frontier.source.location], {})[answer.use] = None
                self.refinement.refine_by(frontier, answer.predicate)
        return None

    # -- the steps -----------------------------------------------------------------------------------------

    def find_frontier(self) -> Frontier | None:
        """An abstract error path, turned into the frontier of a test."""
        with self.account.timed("search"):
            targets = [region for location in self.targets for region in self.graph.regions_at(location)]
            if self.options.search == "backward":
                return find_backward(targets, self.edges, self.refinement.hopeless)
            initial = next(self.graph.regions_at(self.system.initial))
            return find_forward(initial, targets, self.edges, self.refinement.hopeless)

    def resume_tests(self, frontier: Frontier) -> bool:
        """Runs the test on that ran out of steps in the frontier's state, if there is one."""
        with self.account.timed("execution"):
            return self.forest.resume(frontier.state, self.budget)

    def from_promising_state(self, frontier: Frontier) -> Frontier:
        """The frontier with a state of its region that may cross it, if there is one in sight."""
        if not self.options.promising_states:
            return frontier
        preimage = self.edges.preimage(frontier.transition, frontier.target)
        with self.account.timed("search"):
            state = promising_state(frontier, preimage, self.machine, self.options.promising_states)
        return replace(frontier, state=state)

    def extend(self, frontier: Frontier) -> Extension | Refuted | Unsat | Undecided | None:
        """Whether some test along the frontier's trace crosses it. Where it is a call, the callee decides;
        None: that is asked from now on, and will be told to `go_on`."""
        preimage = self.edges.preimage(frontier.transition, frontier.target)
        with self.account.timed("test generation"):
            answer = extend_frontier(
                frontier, preimage, self.machine, self.prover, tidy=self.options.tidy_inputs
            )
        if frontier.transition.call is None or isinstance(answer, Unsat):
            return answer
        assert self.calls is not None
        return self.calls.extend(self, frontier, answer)

    def run_test(self, frontier: Frontier, extension: Extension) -> None:
        """Runs a test that crosses the frontier, and sees that it does."""
        self.forest.run(extension.inputs, frontier.state, self.budget)
        if not frontier.target.states and self.forest.gave_up:
            assert self.calls is not None
            self.calls.ran_out = True
            self.refinement.give_up(frontier)
            return
        if not frontier.target.states:
            raise InternalError(f"a test did not reach {frontier.target}, which its path constraint promises")
        self.observe(Crossed(frontier))

    def inner(self, system: TransitionSystem, facts: Mapping[int, Iterable[Term]]) -> MayMustSearch:
        """A search in a callee, of which these facts are known."""
        return MayMustSearch(
            system,
            self.options,
            self.budget,
            lambda _: None,
            facts,
            resource_limit=self.resource_limit,
            calls=self.calls,
            prover=self.prover,
        )
