"""One run of the `auto` engine on one problem: parties take turns until one of them decides."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.engines.auto.means import Means
from maymust.engines.auto.processes import OwnProcesses
from maymust.engines.auto.provers import MAKERS, Prover, SmashProver
from maymust.engines.auto.schedule import schedule
from maymust.engines.auto.suppliers.catalogue import SUPPLIERS
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
from maymust.engines.recollection import NO_RECOLLECTION
from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maymust.engines.auto.options import AutoOptions
    from maymust.engines.auto.problem import Problem
    from maymust.engines.auto.suppliers.base import Proposal, Supplier
    from maymust.engines.auto.trials import Test
    from maymust.engines.base import Budget, Observer
    from maymust.engines.recollection import Recollection
    from maymust.terms import Term

NOT_IN_CALLS = ("native", "explicit", "smaller", "elements", "k-induction", "may-must")  # need expanded calls
_IDLE = 0.002  # seconds
_PROGRESS_SECONDS = 0.1
_STEPS = 3_000_000  # of a proposed test
_PROVING = 0.5  # seconds, at least, to prove what was proposed
_EXCLUDING = 2.0  # seconds to see whether the facts suffice, and to choose those of the proof


@frozen
class BlockedReached:
    """A test has reached something that is not modelled."""

    location: int
    test: Test


Outcome = Claim | BlockedReached


class Work:
    """The state of a run. Its account goes on from that of the work `before` it, on a form of the problem
    that had more targets."""

    def __init__(
        self,
        problem: Problem,
        options: AutoOptions,
        budget: Budget,
        observe: Observer,
        recollection: Recollection = NO_RECOLLECTION,
        before: Work | None = None,
    ) -> None:
        self.problem = problem
        self.means = Means(problem, options, budget, observe, recollection)
        self.started: float = before.started if before else time.monotonic()
        self.beside = options.jobs > 1 and not options.deterministic
        self.processes = OwnProcesses(self.means, room=options.jobs - 1)
        self.suppliers: dict[str, Supplier] = {}
        self.provers: dict[str, Prover] = {}
        self.shares: dict[str, Share] = before.shares if before else {}
        self.seconds_beside: float = before.seconds_beside if before else 0.0
        self.turns: int = before.turns if before else 0
        self.decided_by = ""
        self.told = 0.0

    def run(self) -> Outcome:
        """Goes through the schedule."""
        try:
            outcome: Outcome | None = self._excluded("blocks")
            for name, seconds in schedule(self._party_seconds(), beside=self.beside):
                if outcome is not None:
                    return outcome
                self.means.budget.check(self.turns)
                self.turns += 1
                self._tell_progress()
                begun = time.monotonic()
                outcome = self._turn(name, seconds) or self._collect()
                if time.monotonic() - begun < _IDLE:
                    time.sleep(_IDLE)  # nobody has anything to do, but a process may find something
        except BudgetExhausted as exhausted:
            return NoClaim(str(exhausted))
        finally:
            for name, taken in self.processes.end().items():
                self._beside(name, taken)
            for name, calls in self.processes.calls.items():
                self._share(name).calls += calls
        return outcome or NoClaim("every party is off")

    def facts_by_node(self) -> dict[str, tuple[Term, ...]]:
        """What is proved so far."""
        nodes = self.problem.blocks.nodes
        return {nodes[at]: tuple(facts) for at, facts in self.means.knowledge.facts.items() if facts}

    def _party_seconds(self) -> dict[str, float]:
        """What the parties' first slices are; who has nothing to say gets none."""
        seconds = dict(self.means.options.seconds())
        known = self.means.knowledge
        if not known.remembered and not known.remembered_tests:
            seconds["store"] = 0.0
        absent = ("smash",) if self.problem.joint is None else NOT_IN_CALLS
        return seconds | dict.fromkeys(absent, 0.0)

    # -- turns -----------------------------------------------------------------------------------------------

    def _turn(self, name: str, seconds: float) -> Outcome | None:
        if name in MAKERS:
            return self._prover_turn(name, seconds)
        if not SUPPLIERS[name].own_process:
            with self._account(name) as share:
                share.calls += 1
                if name not in self.suppliers:
                    self.suppliers[name] = SUPPLIERS[name].build()
                limit = self.means.slice(seconds)
                proposal = self.suppliers[name].propose(self.problem, self.means.knowledge, limit)
            return self._consider(name, proposal, seconds)
        if self.beside:
            self.processes.ask(name, seconds)
            return None
        answer = self.processes.answer(name, seconds)
        self._share(name).seconds += answer.taken
        return self._consider(name, answer.proposal, seconds)

    def _prover_turn(self, name: str, seconds: float) -> Outcome | None:
        with self._account(name) as share:
            share.calls += 1
            if name not in self.provers:
                self.provers[name] = MAKERS[name](self.means)
            found = self.provers[name].work(self.means.slice(seconds))
            share.note = self.provers[name].note
            if found is None:
                return None
            return self._holds(name, found) if isinstance(found, HoldsClaim) else self._run_test(name, found)

    def _collect(self) -> Outcome | None:
        """Considers what suppliers in processes of their own have found meanwhile."""
        for answer in self.processes.answers():
            self._beside(answer.name, answer.taken)
            outcome = self._consider(answer.name, answer.proposal, answer.seconds)
            if outcome is not None:
                return outcome
        return None

    def _consider(self, name: str, proposal: Proposal, seconds: float) -> Outcome | None:
        """Runs the tests and proves the candidates of a proposal."""
        houdini = self.means.houdini
        with self._account(name) as share:
            share.note = proposal.note or share.note
            share.tests += proposal.tests_run
            for test in proposal.tests:
                outcome = self._run_test(name, test)
                if outcome is not None:
                    return outcome
            self.means.knowledge.observe_all(proposal.states)
            if not any(proposal.candidates.values()) and not houdini.is_unfinished(name):
                return None
            limit = self.means.slice(max(seconds, _PROVING))
            proved = houdini.prove(
                proposal.candidates,
                name,
                limit,
                together=proposal.together,
                over_integers=proposal.over_integers,
            )
            share.candidates += proved.considered
            share.proved += proved.kept
            return self._excluded(name) if proved.kept else None

    def _run_test(self, name: str, test: Test) -> Outcome | None:
        trial = self.means.trials.run(test, _STEPS, self.means.budget.deadline)
        if trial.end is None:
            return None
        if trial.end not in self.problem.system.errors:
            return BlockedReached(trial.end, trial.test)
        self.decided_by = name
        return FailsClaim(trial.test)

    def _excluded(self, name: str) -> Claim | None:
        """The claim that the property holds, if the facts exclude every target."""
        houdini, limit = self.means.houdini, self.means.slice(_EXCLUDING)
        if houdini.open_targets(limit):
            return None
        return self._holds(name, self.means.claim(houdini.facts_against_targets(limit)))

    def _holds(self, name: str, claim: HoldsClaim) -> Claim:
        self.decided_by = name
        nodes = self.problem.blocks.nodes
        said = _said_by(claim)
        for location, facts in self.means.knowledge.facts.items():
            for fact, origin in facts.items():
                self._share(origin).needed += fact in said.get(nodes[location], ())
        return claim

    # -- the account -----------------------------------------------------------------------------------------

    def _beside(self, name: str, taken: float) -> None:
        """A party has worked so long in a process of its own, while others worked here."""
        self._share(name).seconds += taken
        self.seconds_beside += taken

    def _share(self, name: str) -> Share:
        return self.shares.setdefault(name, Share())

    @contextmanager
    def _account(self, name: str) -> Iterator[Share]:
        share, before = self._share(name), time.monotonic()
        try:
            yield share
        finally:
            share.seconds += time.monotonic() - before

    def _visited(self) -> int:
        """Locations that tests are known to have reached; suppliers tell of cut points only."""
        seen = {at for at in self.problem.cut_points if self.means.knowledge.states(at)}
        return len(seen | self.means.trials.visited)

    def _tests(self) -> int:
        return self.means.trials.tests + sum(share.tests for share in self.shares.values())

    def _prover_calls(self) -> int:
        return self.means.houdini.prover_calls + sum(p.prover_calls for p in self.provers.values())

    def _tell_progress(self) -> None:
        now = time.monotonic()
        if now - self.told < _PROGRESS_SECONDS:
            return
        self.told = now
        self.means.observe(
            Progress(
                locations=len(self.problem.system.nodes),
                locations_visited=self._visited(),
                iterations=self.turns,
                tests=self._tests(),
                regions=0,
                prover_calls=self._prover_calls(),
            )
        )

    def final_statistics(self) -> Statistics:
        """The account of the run."""
        spent = {name: share.seconds for name, share in self.shares.items()}
        rest = time.monotonic() - self.started - (sum(spent.values()) - self.seconds_beside)
        asking = self.provers.get("smash")
        asked = asking.statistics() if isinstance(asking, SmashProver) else Statistics()
        return replace(
            asked,
            locations=len(self.problem.system.nodes),
            locations_visited=self._visited(),
            iterations=self.turns,
            tests=self._tests() + asked.tests,
            prover_calls=self._prover_calls(),
            seconds={**spent, "rest": max(0.0, rest)},
            decided_by=self.decided_by,
            shares={name: replace(share) for name, share in self.shares.items()},
        )


def _said_by(claim: HoldsClaim) -> dict[str, set[Term]]:
    """What a claim says by node; a contract's requirements are those of its procedure's entry."""
    said = {node: set(terms) for node, terms in claim.invariants.items()}
    for contract in claim.contracts:
        entry = {f"!{contract.procedure}": contract.requires}
        for node, terms in (*contract.invariants.items(), *entry.items()):
            said.setdefault(node, set()).update(terms)
    return said
