"""`auto`: everything proposes, one place proves.

Suppliers propose tests and candidate invariants; tests are run (`engines.trials`), candidates proved
(`engines.houdini`); k-induction and the may-must loop work with the facts. `schedule` says who is next.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.engines.auto.asking import ask_callees, should_ask
from maymust.engines.auto.work import BlockedReached, Work
from maymust.engines.base import EngineResult, FailsClaim, NoClaim
from maymust.engines.memory import NO_MEMORY
from maymust.engines.problem import pose

if TYPE_CHECKING:
    from maymust.engines.auto.options import AutoOptions
    from maymust.engines.base import Budget, Observer
    from maymust.engines.memory import Memory
    from maymust.ir.transitions import TransitionSystem
    from maymust.passes.pipeline import Prepared


class AutoEngine:
    """See `engines.base.Engine`."""

    def __init__(self, options: AutoOptions) -> None:
        self.options = options

    def run(
        self,
        given: Prepared,
        property_id: str,
        budget: Budget,
        observe: Observer,
        memory: Memory = NO_MEMORY,
    ) -> EngineResult:
        """Works until there is a claim. What is not modelled stops being a target once a test has reached it:
        the property may still be violated elsewhere, but it can no longer be proved."""
        if not should_ask(given):
            return self._work(given.flat, property_id, budget, observe, memory)
        deterministic = self.options.deterministic
        asked = ask_callees(given, property_id, budget, observe, memory, deterministic=deterministic)
        if not isinstance(asked.claim, NoClaim):
            return asked
        found = self._work(given.flat, property_id, budget, observe, memory)
        return found if isinstance(found.claim, FailsClaim) else asked

    def _work(
        self,
        system: TransitionSystem,
        property_id: str,
        budget: Budget,
        observe: Observer,
        memory: Memory,
    ) -> EngineResult:
        stuck: NoClaim | None = None
        work: Work | None = None
        while True:
            work = Work(pose(system, property_id), self.options, budget, observe, memory, before=work)
            outcome = work.run()
            if isinstance(outcome, BlockedReached):
                blocked = system.blocked[outcome.location]
                reason = f"not modelled, and reached by a test: {blocked.construct} at {blocked.span}"
                stuck = stuck or NoClaim(reason, outcome.test)
                rest = {at: b for at, b in system.blocked.items() if at != outcome.location}
                system = replace(system, blocked=rest)
                continue
            statistics = work.final_statistics()
            if stuck is not None or isinstance(outcome, NoClaim):
                memory.keep_facts(work.facts_by_node())
            if stuck is None or isinstance(outcome, FailsClaim):
                return EngineResult(outcome, statistics)
            return EngineResult(stuck, replace(statistics, decided_by=""))
