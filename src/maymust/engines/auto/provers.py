"""The provers of the `auto` engine: each works in slices with the facts, and finds a test or a proof."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from maymust.engines.auto.means import Means
from maymust.engines.base import Budget, BudgetExhausted, FailsClaim, HoldsClaim, NoClaim
from maymust.engines.k_induction import Inductive, KInduction, Reached
from maymust.errors import InternalError
from maymust.solvers import new_solver
from maymust.terms.general import split_general

if TYPE_CHECKING:
    from maymust.engines.maymust.loop import MayMustSearch
    from maymust.engines.slices import Slice
    from maymust.engines.trials import Test
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
    """See `engines.k_induction`."""

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
                trial = self._means.trials.test_of_blocks(steps)
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
        return HoldsClaim(means.annotation(means.houdini.supporting(used, limit)), depth, exhaustive)

    def _solver(self) -> Solver:
        return new_solver("z3", resource_limit=self._means.options.deterministic)


class MayMustProver:
    """The may-must loop (`engines.maymust`) on the problem's system, with the facts beside its regions."""

    def __init__(self, means: Means) -> None:
        self._means = means
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

    def _supported(self, claim: HoldsClaim) -> HoldsClaim:
        """The claim with the facts about all elements of arrays: others may rest on them."""
        invariants = dict(claim.invariants)
        for at, facts in self._means.knowledge.facts.items():
            node = self._means.problem.blocks.nodes[at]
            invariants[node] = (*invariants.get(node, ()), *split_general(facts)[1])
        return replace(claim, invariants=invariants)

    def _informed_search(self) -> MayMustSearch:
        """The search, which knows all facts."""
        from maymust.engines.maymust.facts import facts_for_search
        from maymust.engines.maymust.loop import MayMustSearch
        from maymust.engines.maymust.options import MayMustOptions

        means = self._means
        facts = facts_for_search(means.problem, means.knowledge.plain_facts())
        if self._search is None:
            options = MayMustOptions(predicates="both")
            budget = Budget(means.budget.deadline)  # its iterations are not the engine's turns
            self._search = MayMustSearch(
                means.problem.system,
                options,
                budget,
                lambda _: None,
                facts,
                resource_limit=means.options.deterministic,
            )
        else:
            self._search.learn(facts)
        return self._search


MAKERS: dict[str, Callable[[Means], Prover]] = {"k-induction": KInductionProver, "may-must": MayMustProver}
