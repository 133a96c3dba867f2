"""Programs with recursive calls, which cannot be expanded: callees are asked, as `smash` does."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.engines.base import Budget, EngineResult, NoClaim
from maymust.engines.maymust.engine import asking_search
from maymust.engines.maymust.options import MayMustOptions

if TYPE_CHECKING:
    from maymust.engines.base import Observer
    from maymust.engines.memory import Memory
    from maymust.passes.pipeline import Prepared

_SHARE = 0.7  # of the time
_OPTIONS = MayMustOptions(calls="ask", must_summaries=True, not_may_summaries=True)


def is_recursive(given: Prepared) -> bool:
    """Whether some calls could not be expanded, since they are recursive."""
    return any(blocked.recursive for blocked in given.flat.blocked.values())


def ask_callees(
    given: Prepared,
    property_id: str,
    budget: Budget,
    observe: Observer,
    memory: Memory,
    *,
    deterministic: bool,
) -> EngineResult:
    """What `smash` claims within its share of the budget."""
    now = time.monotonic()
    share = Budget(now + _SHARE * (budget.deadline - now), budget.max_iterations)
    search = asking_search(
        given, property_id, _OPTIONS, share, observe, resource_limit=deterministic, memory=memory
    )
    result = search.finish()
    decided_by = "" if isinstance(result.claim, NoClaim) else "smash"
    return replace(result, statistics=replace(result.statistics, decided_by=decided_by))
