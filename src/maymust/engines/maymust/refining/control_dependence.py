"""WP with the conditions alone that decide whether a target is reached: the CD heuristic."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from maymust.engines.maymust.may.dependence import deciding_conditions
from maymust.engines.maymust.refining.weakest_preconditions import over_the_state
from maymust.terms.literals import Literals, simplify_conjunction

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maymust.engines.maymust.may.edges import Preimage
    from maymust.engines.maymust.may.frontier import Frontier
    from maymust.engines.maymust.refining.base import RefiningMeans
    from maymust.ir.transitions import Transition
    from maymust.solvers.base import Undecided, Unsat


class DecidingConditions:
    """See `base.Refiner`."""

    asked = 0

    def __init__(self, means: RefiningMeans) -> None:
        self._means = means

    @cached_property
    def _deciding(self) -> Mapping[Transition, Literals]:
        return deciding_conditions(self._means.machine.system)

    def suitable_predicate(
        self,
        frontier: Frontier,
        preimage: Preimage,
        answer: Unsat | Undecided,  # noqa: ARG002
    ) -> Literals | None:
        """WP without the conditions that decide nothing, if the frontier's own state violates what remains.
        What they choose between does not matter, until it turns out that it does."""
        if not preimage.guard:
            return None
        deciding = self._deciding[frontier.transition]
        if len(deciding) == len(preimage.guard):
            return None
        rest = simplify_conjunction((*deciding, *preimage.target))
        weaker = over_the_state(self._means, frontier, rest) if rest else None
        return None if not weaker or self._means.satisfies(frontier, weaker) else weaker
