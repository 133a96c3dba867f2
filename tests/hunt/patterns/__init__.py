"""All patterns, by kind. Each file has a tuple `PATTERNS`; a new one is added here."""

from __future__ import annotations

from ..kinds import KNOWN
from ..pattern import FINE, MODELS, Outcome, Pattern
from . import (
    arithmetic,
    assertions,
    bounds,
    constants,
    freeing,
    functions,
    leaks,
    library,
    lifetimes,
    nulls,
    streams,
    uninitialised,
)

_MODULES = (
    arithmetic,
    assertions,
    bounds,
    constants,
    freeing,
    functions,
    leaks,
    library,
    lifetimes,
    nulls,
    streams,
    uninitialised,
)


def _is_known(pattern: Pattern) -> bool:
    """Whether maymust knows a kind of each outcome. (Those of kinds to come are waiting.)"""
    outcomes = {pattern.outcome(k, model) for k in pattern.outcomes for model in MODELS}
    return all(
        outcome == FINE or outcome.kinds & KNOWN for outcome in outcomes | {Outcome.of(pattern.on_failure)}
    )


PATTERNS: tuple[Pattern, ...] = tuple(
    pattern for module in _MODULES for pattern in module.PATTERNS if _is_known(pattern)
)
BY_NAME = {pattern.name: pattern for pattern in PATTERNS}
assert len(BY_NAME) == len(PATTERNS), "two patterns have one name"
