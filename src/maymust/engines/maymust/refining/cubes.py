"""Excludes the frontier's values by a cube, where the inputs that a transition reads stay in WP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.engines.maymust.refining.projection import excluding_cube
from maymust.engines.maymust.refining.weakest_preconditions import inputs_of

if TYPE_CHECKING:
    from maymust.engines.maymust.may.edges import Preimage
    from maymust.engines.maymust.may.frontier import Frontier
    from maymust.engines.maymust.refining.base import RefiningMeans
    from maymust.solvers.base import Undecided, Unsat
    from maymust.terms.literals import Literals


class ExcludingCubes:
    """See `base.Refiner`."""

    asked = 0

    def __init__(self, means: RefiningMeans) -> None:
        self._means = means

    def suitable_predicate(
        self,
        frontier: Frontier,
        preimage: Preimage,
        answer: Unsat | Undecided,  # noqa: ARG002
    ) -> Literals | None:
        """That not all values which matter in the state are there at once."""
        if preimage.whole is None:
            return None
        return excluding_cube(
            preimage.whole, self._means.values(frontier), inputs_of(frontier), self._means.prover
        )
