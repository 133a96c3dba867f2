"""Programs whose calls cannot be expanded, or had better not be: they stay calls (`passes.join_modules`)."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from maymust.engines.base import Budget
from maymust.passes.expansion import expanded_size, own_size

if TYPE_CHECKING:
    from maymust.passes.pipeline import Prepared

_SHARE = 0.7  # of the time, where calls can be expanded, too
_LARGE, _MUCH_LARGER = 20_000, 8  # in edges, and as a factor


def is_recursive(given: Prepared) -> bool:
    """Whether some calls are recursive."""
    return expanded_size(given.program) == math.inf


def should_ask(given: Prepared) -> bool:
    """Whether some calls are recursive, or share so much that the program would become much larger."""
    size = expanded_size(given.program)
    return size > _LARGE and size > _MUCH_LARGER * own_size(given.program)


def share_for_asking(budget: Budget) -> Budget:
    """The part of the budget before calls are expanded."""
    now = time.monotonic()
    return Budget(now + _SHARE * (budget.deadline - now), budget.max_iterations)
