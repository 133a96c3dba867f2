"""The provers of the `auto` engine: each works in slices with the facts, and finds a test or a proof."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from maymust.engines.auto.calls.joint_proofs import FactProofs, facts_by_procedure
from maymust.engines.auto.induction.k_induction import Inductive, KInduction, Reached
from maymust.engines.auto.means import Means
from maymust.engines.auto.problem import facts_for_search
from maymust.engines.auto.trials import Trials
from maymust.engines.base import Budget, BudgetExhausted, FailsClaim, HoldsClaim, NoClaim, Statistics
from maymust.errors import InternalError
from maymust.solvers import new_solver
from maymust.terms.general import split_general

if TYPE_CHECKING:
    from maymust.engines.auto.trials import Test
    from maymust.engines.maymust.loop import MayMustSearch
    from maymust.engines.slices import Slice
    from maymust.passes.join_modules import Joint
    from maymust.solvers.base import Solver
    from maymust.terms import Term

_CHOOSING = 2.0  # seconds to choose the facts of a proof


class Prover(Protocol):
    """A party that can decide by itself. `note` tells how far it is."""

    note: str

    @property
    def prover_calls(self) -> int:
        """So far."""
        ...

    def work(self, limit: Slice) -> Test | HoldsClaim | None:
        """Goes on until it has found a test worth running, or a proof, or the slice is over."""
        ...


class KInductionProver:
    """See `engines.auto.induction.k_induction`."""

    def __init__(self, means: Means) -> None:
        self._means = means
        self._induction = KInduction(means.problem, means.knowledge, self._solver(), self._solver())
        self.note = ""

    @property
    def prover_calls(self) -> int:
        """So far."""
        return self._induction.prover_calls

    def work(self, limit: Slice) -> Test | HoldsClaim | None:
        """See `Prover`."""
        found = self._induction.work(limit)
        self.note = f"depth {self._induction.depth}"
        match found:
            case Reached(steps):
                trials = self._means.trials
                assert isinstance(trials, Trials), "calls are expanded"
                trial = trials.test_of_blocks(steps)
                if trial.end is None:
                    raise InternalError("a run of the blocks into a target is none of the system")
                return trial.test
            case Inductive(depth, exhaustive):
                return self._proof(depth, exhaustive=exhaustive)
        return None

    def _proof(self, depth: int, *, exhaustive: bool) -> HoldsClaim:
        means, limit = self._means, self._means.slice(_CHOOSING)
        used: Mapping[int, list[Term]] | None = {}
        if not exhaustive:
            used = self._induction.facts_used(self._solver(), depth, limit)
        if used is None:
            used = {at: list(facts) for at, facts in means.knowledge.facts.items()}
        return means.claim(means.houdini.supporting(used, limit), depth, exhaustive=exhaustive)

    def _solver(self) -> Solver:
        return new_solver("z3", resource_limit=self._means.options.deterministic)


class SearchProver(ABC):
    """A may-must search (`engines.maymust`) that knows the facts."""

    def __init__(self, means: Means) -> None:
        self._means = means
        self._budget = Budget(means.budget.deadline)  # its iterations are not the engine's turns
        self._search: MayMustSearch | None = None
        self._stuck = False
        self.note = ""

    @property
    def prover_calls(self) -> int:
        """So far."""
        return self._search.prover.statistics.prover_calls if self._search is not None else 0

    def work(self, limit: Slice) -> Test | HoldsClaim | None:
        """See `Prover`."""
        if self._stuck:
            return None
        try:
            claim = self._informed_search().work(limit)
        except BudgetExhausted:
            return None
        match claim:
            case FailsClaim(test):
                return test
            case NoClaim(reason, test):
                self._stuck = True
                self.note = reason
                return test
            case HoldsClaim():
                return self._supported(claim)
        return claim

    @abstractmethod
    def _informed_search(self) -> MayMustSearch:
        """The search, which knows all facts."""

    @abstractmethod
    def _supported(self, claim: HoldsClaim) -> HoldsClaim:
        """A claim of the search, with all that it rests on."""


class MayMustProver(SearchProver):
    """The loop on the problem's system, with the facts beside its regions."""

    def _informed_search(self) -> MayMustSearch:
        from maymust.engines.maymust.loop import MayMustSearch
        from maymust.engines.maymust.options import MayMustOptions

        means = self._means
        facts = facts_for_search(means.problem, means.knowledge.plain_facts())
        if self._search is None:
            self._search = MayMustSearch(
                means.problem.system,
                MayMustOptions(predicates="both"),
                self._budget,
                lambda _: None,
                facts,
                resource_limit=means.options.deterministic,
            )
        else:
            self._search.learn(facts)
        return self._search

    def _supported(self, claim: HoldsClaim) -> HoldsClaim:
        """Facts about all elements of arrays are not told to the search, but others may rest on them."""
        invariants = dict(claim.invariants)
        for at, facts in self._means.knowledge.facts.items():
            node = self._means.problem.blocks.nodes[at]
            invariants[node] = (*invariants.get(node, ()), *split_general(facts)[1])
        return replace(claim, invariants=invariants)


class SmashProver(SearchProver):
    """The search that asks callees, for problems whose calls are not expanded; facts hold in every call."""

    def __init__(self, means: Means) -> None:
        super().__init__(means)
        self._told: Mapping[int, tuple[Term, ...]] = {}

    @property
    def _joint(self) -> Joint:
        assert self._means.problem.joint is not None, "calls are not expanded"
        return self._means.problem.joint

    def _informed_search(self) -> MayMustSearch:
        from maymust.engines.maymust.engine import asking_search
        from maymust.engines.maymust.options import MayMustOptions

        means = self._means
        if self._search is None:
            self._search = asking_search(
                self._joint.modules,
                MayMustOptions(calls="ask", must_summaries=True, not_may_summaries=True),
                self._budget,
                lambda _: None,
                resource_limit=means.options.deterministic,
                recollection=means.recollection,
            )
        told = {at: tuple(facts) for at, facts in means.knowledge.plain_facts().items() if facts}
        if told != self._told:
            self._told = told
            self._search.learn_in_calls(facts_by_procedure(self._joint, told))
        return self._search

    def _supported(self, claim: HoldsClaim) -> HoldsClaim:
        if not self._told:
            return claim
        return FactProofs(self._joint, self._means.problem.blocks, self._told).supported(claim)

    def statistics(self) -> Statistics:
        """Those of the search."""
        return Statistics() if self._search is None else self._search.final_statistics()


MAKERS: dict[str, Callable[[Means], Prover]] = {
    "k-induction": KInductionProver,
    "may-must": MayMustProver,
    "smash": SmashProver,
}
