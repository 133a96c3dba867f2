"""Makes a wrong verdict's program small: with fewer selectors, carriers, and less around it."""

from __future__ import annotations

from .building import build
from .generating import plainer
from .judging import Judged, judge

_ATTEMPTS = 25


def minimised(found: Judged) -> Judged:
    """A plainer program on which maymust is wrong in the same way."""
    attempts = 0
    again = True
    while again:
        again = False
        for recipe in plainer(found.program.recipe):
            attempts += 1
            if attempts > _ATTEMPTS:
                return found
            candidate = judge(build(recipe))
            if candidate.judgement == found.judgement:
                found, again = candidate, True
                break
    return found
