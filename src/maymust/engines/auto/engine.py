"""`auto`: everything proposes, one place proves.

Suppliers propose tests and candidate invariants; tests are run (`engines.auto.trials`), candidates proved
(`engines.auto.houdini`); k-induction and the may-must loop work with the facts. `schedule` says who is next.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.engines.auto.problem import Problem, pose, pose_modules
from maymust.engines.auto.work import BlockedReached, Work
from maymust.engines.base import Budget, EngineResult, FailsClaim, NoClaim
from maymust.engines.recollection import NO_RECOLLECTION
from maymust.passes.expansion import explodes, is_recursive
from maymust.passes.modules import make_modules

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.engines.auto.options import AutoOptions
    from maymust.engines.base import Observer
    from maymust.engines.recollection import Recollection
    from maymust.passes.pipeline import Prepared

_ASKING_SHARE = 0.7  # of the time, where calls can be expanded, too


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
        recollection: Recollection = NO_RECOLLECTION,
    ) -> EngineResult:
        """Works until there is a claim. If it is left to the engine, calls stay calls where they are
        recursive, and at first where their expansion would make the program much larger."""
        calls = self.options.calls
        if calls == "inline" or (calls == "choose" and not explodes(given.program)):
            return self._expanded(given, property_id, budget, observe, recollection)
        modules = make_modules(given.program, property_id)

        def posed(without: frozenset[int]) -> Problem:
            return pose_modules(modules, without)

        if calls == "ask" or is_recursive(given.program):
            return self._work(posed, budget, observe, recollection)
        asked = self._work(posed, _share_for_asking(budget), observe, recollection)
        if not isinstance(asked.claim, NoClaim):
            return asked
        found = self._expanded(given, property_id, budget, observe, recollection)
        return asked if isinstance(found.claim, NoClaim) else found

    def _expanded(
        self, given: Prepared, property_id: str, budget: Budget, observe: Observer, recollection: Recollection
    ) -> EngineResult:
        flat = given.flat

        def posed(without: frozenset[int]) -> Problem:
            blocked = {at: b for at, b in flat.blocked.items() if at not in without}
            return pose(replace(flat, blocked=blocked), property_id)

        return self._work(posed, budget, observe, recollection)

    def _work(
        self,
        pose: Callable[[frozenset[int]], Problem],
        budget: Budget,
        observe: Observer,
        recollection: Recollection,
    ) -> EngineResult:
        """What is not modelled stops being a target once a test has reached it: the property may still be
        violated elsewhere, but it can no longer be proved. `pose` makes the problem without such targets."""
        stuck: NoClaim | None = None
        work: Work | None = None
        without: frozenset[int] = frozenset()
        while True:
            problem = pose(without)
            work = Work(problem, self.options, budget, observe, recollection, before=work)
            outcome = work.run()
            if isinstance(outcome, BlockedReached):
                blocked = problem.system.blocked[outcome.location]
                reason = f"not modelled, and reached by a test: {blocked.construct} at {blocked.span}"
                stuck = stuck or NoClaim(reason, outcome.test)
                without |= {outcome.location}
                continue
            statistics = work.final_statistics()
            if stuck is not None or isinstance(outcome, NoClaim):
                recollection.keep_facts(work.facts_by_node())
            if stuck is None or isinstance(outcome, FailsClaim):
                return EngineResult(outcome, statistics)
            return EngineResult(stuck, replace(statistics, decided_by=""))


def _share_for_asking(budget: Budget) -> Budget:
    """The part of the budget before calls are expanded."""
    now = time.monotonic()
    return Budget(now + _ASKING_SHARE * (budget.deadline - now), budget.max_iterations)
