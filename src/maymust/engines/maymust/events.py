"""What the loop tells its observer, beside `engines.base.Progress`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maymust.engines.maymust.frontier import Frontier
    from maymust.terms.literals import Literals


@dataclass(frozen=True, slots=True)
class Crossed:
    """A test crossed the frontier."""

    frontier: Frontier


@dataclass(frozen=True, slots=True)
class Refined:
    """The region before the frontier was split."""

    frontier: Frontier
    predicate: Literals


@dataclass(frozen=True, slots=True)
class EdgeRemoved:
    """No state of the region can cross the frontier."""

    frontier: Frontier
