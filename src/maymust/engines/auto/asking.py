"""Programs whose calls cannot be expanded, or had better not be: callees are asked, as `smash` does."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.engines.base import Budget, EngineResult, NoClaim
from maymust.engines.maymust.engine import asking_search
from maymust.engines.maymust.options import MayMustOptions
from maymust.passes.expansion import expanded_size, own_size

if TYPE_CHECKING:
    from maymust.engines.base import Observer
    from maymust.engines.memory import Memory
    from maymust.passes.pipeline import Prepared

_SHARE = 0.7  # of the time
_LARGE, _MUCH_LARGER = 20_000, 8  # in edges, and as a factor
_OPTIONS = MayMustOptions(calls="ask", must_summaries=True, not_may_summaries=True)


def should_ask(given: Prepared) -> bool:
    """Whether some calls are recursive, or share so much that the program would become much larger."""
    size = expanded_size(given.program)
    return size > _LARGE and size > _MUCH_LARGER * own_size(given.program)


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
