"""The refiners in the order in which they are asked, each a lazy factory: the first that finds one refines.

To add one: implement `base.Refiner` in a file of its own, and give it a line here and an option.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from maymust.engines.maymust.options import MayMustOptions
from maymust.frozen import frozen

if TYPE_CHECKING:
    from maymust.engines.maymust.refining.base import Refiner, RefiningMeans

_HERE = "maymust.engines.maymust.refining"


@frozen
class RefinerEntry:
    """A line of the catalogue. `wanted` tells whether the options ask for it; one that goes `by_the_clock` is
    left out where runs must repeat."""

    name: str
    summary: str
    wanted: Callable[[MayMustOptions], bool]
    module: str
    attribute: str
    by_the_clock: bool = False

    def build(self, means: RefiningMeans) -> Refiner:
        """A new refiner for one search."""
        refiner: Refiner = getattr(import_module(f"{_HERE}.{self.module}"), self.attribute)(means)
        return refiner


REFINERS = (
    RefinerEntry("interpolants", "why the path does not cross",
                 lambda options: options.predicates != "wp",
                 "interpolants", "Interpolants", by_the_clock=True),
    RefinerEntry("branch conditions", "WP without the conditions that no known state needs (SP heuristic)",
                 lambda options: options.drop_branch_conditions,
                 "branch_conditions", "WithoutBranchConditions"),
    RefinerEntry("control dependence", "WP with the conditions that decide whether a target is reached (CD)",
                 lambda options: options.control_dependence,
                 "control_dependence", "DecidingConditions"),
    RefinerEntry("wp", "WP, with the aliases of the frontier's state: WP_α",
                 lambda _: True,
                 "weakest_preconditions", "WeakestPreconditions"),
    RefinerEntry("cube", "not these values at once, where inputs cannot be removed from WP",
                 lambda _: True,
                 "cubes", "ExcludingCubes"),
)  # fmt: skip


def refiners_of(means: RefiningMeans, *, by_the_clock: bool) -> dict[str, Refiner]:
    """New refiners as the options want them, by name, in order."""
    return {
        entry.name: entry.build(means)
        for entry in REFINERS
        if entry.wanted(means.options) and (by_the_clock or not entry.by_the_clock)
    }
