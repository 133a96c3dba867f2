"""The mutable state of one run of the `auto` engine on one problem."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from maymust.engines.auto.schedule import schedule
from maymust.engines.background import Background
from maymust.engines.base import (
    BudgetExhausted,
    Claim,
    FailsClaim,
    HoldsClaim,
    NoClaim,
    Progress,
    Share,
    Statistics,
)
from maymust.engines.houdini import Houdini
from maymust.engines.k_induction import Inductive, KInduction, Reached
from maymust.engines.knowledge import Knowledge
from maymust.engines.maymust.facts import facts_for_search
from maymust.engines.maymust.loop import MayMustSearch
from maymust.engines.maymust.options import MayMustOptions
from maymust.engines.slices import Slice
from maymust.engines.suppliers.base import Proposal
from maymust.engines.suppliers.catalogue import SUPPLIERS
from maymust.engines.trials import Test, Trials
from maymust.solvers import new_solver
from maymust.solvers.either import EitherSolver

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from maymust.engines.auto.options import AutoOptions
    from maymust.engines.base import Budget, Observer
    from maymust.engines.problem import Problem
    from maymust.engines.suppliers.base import Supplier
    from maymust.solvers.base import Solver
    from maymust.terms import Term

_LARGE = 250  # terms: beyond, bit-vectors suit better than integers
_PATIENCE = 1.5  # a process that takes so much longer than its slice is ended
_STEPS = 3_000_000  # of a proposed test
_CHOOSING = 2.0  # seconds to choose the facts of a proof


@dataclass(frozen=True, slots=True)
class BlockedReached:
    """A test has reached something that is not modelled."""

    location: int
    test: Test


Outcome = Claim | BlockedReached


class Work:
    """Parties take turns until one of them decides."""

    def __init__(self, problem: Problem, options: AutoOptions, budget: Budget, observe: Observer) -> None:
        self.problem = problem
        self.options = options
        self.budget = budget
        self.observe = observe
        self.started = time.monotonic()
        self.knowledge = Knowledge(problem, options.seed)
        self.trials = Trials(problem, self.knowledge)
        self.houdini = Houdini(problem, self.knowledge, self._solver())
        self.k_induction: KInduction | None = None
        self.may_must: MayMustSearch | None = None
        self.may_must_is_stuck = False
        self.suppliers: dict[str, Supplier] = {}
        self.background: dict[str, Background] = {}
        self.waiting: dict[str, float] = {}
        self.shares: dict[str, Share] = {}
        self.decided_by = ""
        self.turns = 0

    def run(self) -> Outcome:
        """Goes through the schedule."""
        if not self.problem.targets:
            return self._decided("blocks", HoldsClaim(self._annotation({})))
        try:
            outcome: Outcome | None = self._excluded("blocks")
            for name, seconds in schedule(self.options.seconds()):
                if outcome is not None:
                    return outcome
                self.budget.check(self.turns)
                self.turns += 1
                self._tell_progress()
                if not name:
                    self._wait()
                    outcome = self._collect()
                else:
                    outcome = self._turn(name, seconds) or self._collect()
        except BudgetExhausted as exhausted:
            return NoClaim(str(exhausted))
        finally:
            for process in self.background.values():
                process.kill()
        raise AssertionError("the schedule has no end")

    # -- turns -----------------------------------------------------------------------------------------------

    def _turn(self, name: str, seconds: float) -> Outcome | None:
        if name == "k-induction":
            return self._k_induction_turn(seconds)
        if name == "may-must":
            return self._may_must_turn(seconds)
        return self._supplier_turn(name, seconds)

    def _supplier_turn(self, name: str, seconds: float) -> Outcome | None:
        beside = SUPPLIERS[name].own_process and self.options.jobs > 1 and not self.options.deterministic
        if beside:
            if name not in self.background:
                self.waiting[name] = seconds
                self._start_waiting()
            return None
        with self._account(name) as share:
            share.calls += 1
            supplier = self.suppliers.get(name)
            if supplier is None:
                supplier = self.suppliers[name] = SUPPLIERS[name].build()
            proposal = supplier.propose(self.problem, self.knowledge, self._slice(seconds))
        return self._consider(name, proposal, seconds)

    def _start_waiting(self) -> None:
        """Starts parties that wait for a process of their own, as far as there is room."""
        while self.waiting and len(self.background) < self.options.jobs - 1:
            name = next(iter(self.waiting))
            self._start(name, self.waiting.pop(name))

    def _start(self, name: str, seconds: float) -> None:
        calls = self._share(name).calls
        self._share(name).calls += 1
        supplier = SUPPLIERS[name].build(calls)
        limit = self._slice(seconds)
        self.background[name] = Background(
            lambda: supplier.propose(self.problem, self.knowledge, limit), _PATIENCE * seconds + 1.0
        )

    def _collect(self) -> Outcome | None:
        """Considers what parties in their own processes have found."""
        for name in [name for name, process in self.background.items() if process.finished()]:
            process = self.background.pop(name)
            self._share(name).seconds += process.seconds
            self._start_waiting()
            proposal = process.result()
            if isinstance(proposal, Proposal):
                outcome = self._consider(name, proposal, SUPPLIERS[name].seconds)
                if outcome is not None:
                    return outcome
        return None

    def _wait(self) -> None:
        """Lets the parties in their own processes catch up, if the others have nothing new."""
        for process in list(self.background.values()):
            process.finished(wait=0.2)

    def _consider(self, name: str, proposal: Proposal, seconds: float) -> Outcome | None:
        """Runs the tests and proves the candidates of a proposal."""
        with self._account(name) as share:
            share.note = proposal.note or share.note
            share.tests += proposal.tests_run
            for test in proposal.tests:
                outcome = self._run_test(name, test)
                if outcome is not None:
                    return outcome
            self.knowledge.observe_all(proposal.states)
            if not any(proposal.candidates.values()) and not self.houdini.is_unfinished(name):
                return None
            limit = self._slice(max(seconds, 0.5))
            proved = self.houdini.prove(proposal.candidates, name, limit, together=proposal.together)
            share.candidates += proved.considered
            share.proved += proved.kept
            return self._excluded(name) if proved.kept else None

    def _run_test(self, name: str, test: Test) -> Outcome | None:
        trial = self.trials.run(test, _STEPS)
        if trial.end is None:
            return None
        if trial.end in self.problem.system.errors:
            return self._decided(name, FailsClaim(trial.test))
        return BlockedReached(trial.end, trial.test)

    def _k_induction_turn(self, seconds: float) -> Outcome | None:
        with self._account("k-induction") as share:
            share.calls += 1
            if self.k_induction is None:
                self.k_induction = KInduction(self.problem, self.knowledge, self._bits(), self._bits())
            limit = self._slice(seconds)
            found = self.k_induction.work(limit)
            share.note = f"depth {self.k_induction.depth}"
            match found:
                case Reached(steps):
                    trial = self.trials.test_of_blocks(steps)
                    return self._run_test("k-induction", trial.test)
                case Inductive(depth, exhaustive):
                    return self._inductive(depth, exhaustive=exhaustive)
        return None

    def _inductive(self, depth: int, *, exhaustive: bool) -> Claim:
        assert self.k_induction is not None
        limit = self._slice(_CHOOSING)
        used: Mapping[int, list[Term]] | None = {}
        if not exhaustive:
            used = self.k_induction.facts_used(self._bits(), depth, limit)
        if used is None:
            used = {at: list(facts) for at, facts in self.knowledge.facts.items()}
        facts = self.houdini.supporting(used, limit)
        claim = HoldsClaim(self._annotation(facts), depth, exhaustive)
        return self._decided("k-induction", claim)

    def _may_must_turn(self, seconds: float) -> Outcome | None:
        if self.may_must_is_stuck:
            return None
        with self._account("may-must") as share:
            share.calls += 1
            facts = facts_for_search(self.problem, self.knowledge.facts)
            if self.may_must is None:
                options = MayMustOptions(predicates="both", seed=self.options.seed)
                self.may_must = MayMustSearch(self.problem.system, options, self.budget, self.observe, facts)
            else:
                self.may_must.learn(facts)
            try:
                claim = self.may_must.work(self._slice(seconds))
            except BudgetExhausted:
                return None
            match claim:
                case HoldsClaim():
                    return self._decided("may-must", claim)
                case FailsClaim(test):
                    return self._run_test("may-must", test)
                case NoClaim(reason, test):
                    self.may_must_is_stuck = True
                    share.note = reason
                    return self._run_test("may-must", test) if test is not None else None
        return None

    # -- claims ----------------------------------------------------------------------------------------------

    def _excluded(self, name: str) -> Claim | None:
        """The claim that the property holds, if the facts exclude every target."""
        if self.houdini.open_targets(self._slice(_CHOOSING)):
            return None
        facts = self.houdini.facts_against_targets(self._slice(_CHOOSING))
        return self._decided(name, HoldsClaim(self._annotation(facts)))

    def _annotation(self, facts: Mapping[int, tuple[Term, ...]]) -> Mapping[str, tuple[Term, ...]]:
        """Facts by node; every cut point is annotated, with nothing where nothing is needed."""
        for location, needed in facts.items():
            for fact in needed:
                self._share(self.knowledge.facts[location][fact]).needed += 1
        blocks = self.problem.blocks
        said = {blocks.nodes[at]: facts.get(at, ()) for at in self.problem.cut_points}
        return said | dict.fromkeys(blocks.dead_ends, ())

    def _decided(self, name: str, claim: Claim) -> Claim:
        self.decided_by = name
        return claim

    # -- means -----------------------------------------------------------------------------------------------

    def _slice(self, seconds: float) -> Slice:
        return Slice.of(seconds, self.budget.deadline, deterministic=self.options.deterministic)

    def _bits(self) -> Solver:
        return new_solver("z3", resource_limit=self.options.deterministic)

    def _solver(self) -> Solver:
        """What suits the problem's size."""
        if self.problem.size > _LARGE:
            return new_solver("z3", resource_limit=self.options.deterministic, bit_blasting=True)
        return EitherSolver(new_solver("integers", resource_limit=self.options.deterministic), self._bits())

    def _share(self, name: str) -> Share:
        return self.shares.setdefault(name, Share())

    @contextmanager
    def _account(self, name: str) -> Iterator[Share]:
        share, before = self._share(name), time.monotonic()
        try:
            yield share
        finally:
            share.seconds += time.monotonic() - before

    def _tell_progress(self) -> None:
        self.observe(
            Progress(
                locations=len(self.problem.system.nodes),
                locations_visited=len(self.trials.visited),
                iterations=self.turns,
                tests=self._tests(),
                regions=0,
                prover_calls=self._prover_calls(),
            )
        )

    def _tests(self) -> int:
        return self.trials.tests + sum(share.tests for share in self.shares.values())

    def _prover_calls(self) -> int:
        calls = self.houdini.prover_calls
        if self.k_induction is not None:
            calls += self.k_induction.prover_calls
        if self.may_must is not None:
            calls += self.may_must.prover.statistics.prover_calls
        return calls

    def final_statistics(self) -> Statistics:
        """The account of the run."""
        spent = {name: share.seconds for name, share in self.shares.items()}
        rest = time.monotonic() - self.started - sum(spent.values())
        return Statistics(
            locations=len(self.problem.system.nodes),
            locations_visited=len(self.trials.visited),
            iterations=self.turns,
            tests=self._tests(),
            prover_calls=self._prover_calls(),
            seconds={**spent, "rest": max(0.0, rest)},
            decided_by=self.decided_by,
            shares={name: replace(share) for name, share in self.shares.items()},
        )
