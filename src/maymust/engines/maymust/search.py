"""One search in one procedure: its state, the slices in which it works, what it is told, what it claims.

What an iteration is, `loop` says for SYNERGY and DASH, `directed` for DART. A search may build on facts that
others have proved (`may.facts`), and may ask searches in callees (`calls.asking`), which get its turns then.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from maymust.certificates.contracts import needed
from maymust.engines.base import (
    Budget,
    BudgetExhausted,
    Claim,
    EngineResult,
    FailsClaim,
    HoldsClaim,
    NoClaim,
    Observer,
    Statistics,
)
from maymust.engines.maymust.account import Account
from maymust.engines.maymust.may.annotation import invariants
from maymust.engines.maymust.may.edges import EdgeFilter
from maymust.engines.maymust.may.facts import Facts
from maymust.engines.maymust.may.initial import split_initially
from maymust.engines.maymust.may.regions import RegionGraph
from maymust.engines.maymust.must.forest import Forest, ForestState
from maymust.engines.maymust.refining.refinement import Refinement
from maymust.engines.slices import Slice
from maymust.errors import InternalError
from maymust.interp.machine import Machine
from maymust.solvers import new_solver
from maymust.solvers.prover import Prover
from maymust.terms import Term, Value, conjunction

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from maymust.certificates.contracts import Use
    from maymust.engines.maymust.calls.asking import Calls
    from maymust.engines.maymust.options import MayMustOptions
    from maymust.ir.transitions import TransitionSystem

_MOST_PATIENCE = 16  # times the first time limit of a query, where the clock does not matter


class Search(ABC):
    """The mutable state of one search. It may be worked on in slices, and be told more facts in between. In
    callees it shares the prover.

    With `resource_limit` nothing but the end of the whole budget goes by the clock: the prover counts its
    steps, and there are no interpolants, as Bitwuzla has only the clock.
    """

    def __init__(
        self,
        system: TransitionSystem,
        options: MayMustOptions,
        budget: Budget,
        observe: Observer,
        facts: Mapping[int, Iterable[Term]] | None = None,
        *,
        resource_limit: bool = False,
        calls: Calls | None = None,
        prover: Prover | None = None,
    ) -> None:
        self.system = system
        self.calls = calls
        self.uses: dict[str, dict[Use, None]] = {}
        self.failed: ForestState | None = None
        self.options = options
        self.budget = budget
        self.observe = observe
        self.limit = Slice(math.inf)
        self.facts = Facts()
        self.machine = Machine(system, calls.runner if calls else None)
        self.graph = RegionGraph(system, self.machine.layout)
        split_initially(self.graph, system, options)
        self.forest = Forest(system, self.machine, self.graph, options)
        self._allow_longer_calls()
        self.resource_limit = resource_limit
        self.prover = prover or Prover(
            new_solver("z3", resource_limit=resource_limit), self._seconds_left, options.seconds_per_query
        )
        changed = calls.changed if calls else lambda _: frozenset[Term]()
        self.edges = EdgeFilter(self.graph, self.prover, self.facts, options, changed)
        self.account = Account(system, self.graph, self.forest, self.prover, self.edges, observe)
        self.refinement = Refinement(
            self.machine,
            self.graph,
            self.prover,
            self.facts,
            options,
            self.account.statistics,
            observe,
            by_the_clock=not resource_limit,
        )
        self.targets = {*system.errors, *system.blocked}
        self.blocking: list[ForestState] = []  # reached what is not modelled
        self.learn(facts or {})

    @abstractmethod
    def iterate(self) -> Claim | None:
        """One iteration; the claim that it makes, if it makes one."""

    # -- from outside --------------------------------------------------------------------------------------

    def finish(self, limit: Slice | None = None) -> EngineResult:
        """Works until there is a claim, or the budget is used up, or the slice."""
        try:
            claim = self.work(limit or Slice(math.inf)) or NoClaim("the slice is over")
        except BudgetExhausted as exhausted:
            claim = NoClaim(str(exhausted))
        return EngineResult(claim, self.final_statistics())

    def work(self, limit: Slice) -> Claim | None:
        """Goes on until there is a claim, which is final, or the slice is over, give or take an iteration.

        Raises BudgetExhausted where the whole budget is.
        """
        self.limit = limit
        while not limit.over():
            active = self.calls.asked[-1].inner if self.calls and self.calls.asked else self
            self.budget.check(active.account.statistics.iterations)
            self.account.tell_progress()
            asked, states = self._asked(), active.forest.states
            claim = active.iterate()
            limit.spend(self._asked() - asked)
            limit.spend_steps(active.forest.states - states)
            if claim is not None and active is not self:
                claim = self._told_by_callees(claim)
            if claim is not None:
                return claim
        return None

    def _told_by_callees(self, claim: Claim | None) -> Claim | None:
        """The claim of the innermost search in a callee is an answer to the search that waits for it, which
        goes on with it, and may so make a claim itself; and so on, up to this one."""
        assert self.calls is not None
        active: Search | None = None
        while claim is not None and active is not self:
            answered = self.calls.answer(claim)
            if answered is None:
                return None
            crossing, answer = answered
            active = crossing.search
            claim = crossing.search.go_on(crossing.frontier, answer)
        return claim

    def learn(self, facts: Mapping[int, Iterable[Term]]) -> None:
        """Builds on these facts from now on, besides those known.

        Requires: all facts together are inductive between loop heads in the system.
        """
        for location, new in facts.items():
            if not self.facts.add(location, new):
                continue
            holds = self.machine.layout.function(conjunction(self.facts.of(location)))
            for region in list(self.graph.regions_at(location)):
                if not all(holds(state.valuation()) for state in region.states):
                    raise InternalError(f"a test has reached a state of {region} that facts exclude")
                self.graph.look_again(region)
                self.refinement.drop_if_empty(region)

    def learn_in_calls(self, facts: Mapping[str, Mapping[int, tuple[Term, ...]]]) -> None:
        """The same for the facts of all procedures. Requires: they hold in every call, and calls are asked
        about."""
        assert self.calls is not None
        self.learn(facts.get(self.calls.modules.start, {}))
        self.calls.learn(facts)

    def final_statistics(self) -> Statistics:
        """The account of the search so far."""
        found = self.account.final()
        if self.calls is not None:
            found.callee_queries = self.calls.queries
            found.must_summaries, found.not_may_summaries = self.calls.summaries.count()
        return found

    def _seconds_left(self) -> float:
        """For one query. The end of a slice does not cut the first try of a query short: what the prover
        gives up on leaves traces in the search."""
        if self.resource_limit:
            return math.inf
        in_slice = max(self.limit.seconds(), self.options.seconds_per_query)
        return min(self.budget.remaining(), in_slice)

    def _asked(self) -> int:
        """The questions to solvers so far."""
        return self.prover.statistics.prover_calls + self.refinement.asked

    # -- what it claims ------------------------------------------------------------------------------------

    def try_test(self, inputs: Mapping[int, Value]) -> Claim | None:
        """Runs a test that may be good for something; the claim that it makes, if it does."""
        self.forest.run(inputs, self.forest.root, self.budget)
        return self.violation()

    def violation(self) -> Claim | None:
        """The claim that the newest test makes. What is not modelled stops being a target once a test has
        reached it: the property may still be violated elsewhere, but it can no longer be proved."""
        for state in self.forest.ends:
            if state.location in self.system.errors:
                self.failed = state
                return FailsClaim(self.forest.test_of(state))
            self.blocking.append(state)
            self.targets.discard(state.location)
        self.forest.ends.clear()
        return None

    def no_abstract_path(self) -> Claim | None:
        """No visited region leads to a target any more, but for edges on which the prover gave up: they get
        another try with more time."""
        if any(self.graph.has_edge(*edge) for edge in self.refinement.hopeless):
            if self.calls is not None and self.calls.asked:
                return NoClaim("callees have no answer")  # the first caller has other ways to go
            if self.calls is not None and self.calls.go_deeper():
                self._allow_longer_calls()
                self.refinement.hopeless.clear()
                return None
            if self._patience_is_over():
                return NoClaim("the prover could not decide whether some regions are connected")
            self.prover.seconds_per_query *= 4
            self.refinement.hopeless.clear()
            return None
        if self.blocking:
            state = self.blocking[0]
            blocked, test = self.system.blocked[state.location], self.forest.test_of(state)
            return NoClaim(
                f"not modelled, and reached by a test: {blocked.construct} at {blocked.span}", test
            )
        if self.calls is None:
            return HoldsClaim(self.annotation())
        all_uses = self.calls.uses(self.calls.modules.start, self)
        uses, contracts = needed(all_uses, self.calls.contracts)
        return HoldsClaim(self.annotation(), uses=uses, contracts=contracts)

    def _allow_longer_calls(self) -> None:
        if self.calls is not None and self.options.step_limits:
            self.forest.steps_in_calls = self.calls.longer * self.options.steps_in_calls

    def _patience_is_over(self) -> bool:
        """Whether another try of the queries that the prover gave up on is beyond what there is."""
        if self.resource_limit:
            return self.prover.seconds_per_query >= _MOST_PATIENCE * self.options.seconds_per_query
        return self.budget.remaining() < self.prover.seconds_per_query

    def annotation(self) -> dict[str, tuple[Term, ...]]:
        """What the abstraction shows. Requires that it has no error path. Where callees are asked, the facts
        are left to those that told them (`Calls.learn`)."""
        facts = self.facts.said() if self.calls is None else {}
        said = invariants(self.system, self.graph, self.targets, facts)
        return {node: invariant for node, invariant in said.items() if not node.startswith("!")}
