"""What the loop tells its observer, beside `engines.base.Progress`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frozen import frozen

if TYPE_CHECKING:
    from maymust.engines.maymust.may.frontier import Frontier
    from maymust.terms.literals import Literals


@frozen
class Crossed:
    """A test crossed the frontier."""

    frontier: Frontier


@frozen
class Refined:
    """The region before the frontier was split."""

    frontier: Frontier
    predicate: Literals


@frozen
class EdgeRemoved:
    """No state of the region can cross the frontier."""

    frontier: Frontier
