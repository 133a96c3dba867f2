"""WP without branch conditions, where the known states allow it: the loop optimisation (thesis §3.6.3,
§3.8.8-9), YOGI's SP heuristic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.engines.maymust.refining.weakest_preconditions import inputs_of, over_the_state
from maymust.terms import FALSE
from maymust.terms.literals import Literals, simplify_conjunction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maymust.engines.maymust.may.edges import Preimage
    from maymust.engines.maymust.may.frontier import Frontier
    from maymust.engines.maymust.refining.base import RefiningMeans
    from maymust.solvers.base import Undecided, Unsat
    from maymust.terms import Term, Value


class WithoutBranchConditions:
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
        """WP without branch conditions, if every known state of the region violates what remains.

        First without all of them, as in the papers. An edge of ours may be several statements of theirs, so
        then backwards through the conditions: one is left out if every known state that gets so far violates
        what follows. Where no known state gets, nothing is left out: their frontier would lie before it.
        """
        if not preimage.guard:
            return None
        inputs = inputs_of(frontier)
        known = [state.valuation() for state in frontier.source.states]
        literals = (*preimage.guard, *preimage.target)
        reads_inputs = any(not literal.free.isdisjoint(inputs) for literal in literals)
        target = simplify_conjunction(preimage.target)
        if target:
            weaker = over_the_state(self._means, frontier, target)
            if weaker and weaker != (FALSE,):
                violated = weaker if reads_inputs else target
                if self._means.all_violate(known, violated):
                    return weaker
        if len(preimage.guard) == 1 or reads_inputs:
            return None
        kept = self._needed(preimage, known)
        simpler = simplify_conjunction(kept) if self._means.all_violate(known, kept) else None
        return over_the_state(self._means, frontier, simpler) if simpler else None

    def _needed(self, preimage: Preimage, known: Sequence[Sequence[Value]]) -> list[Term]:
        """WP's literals without the conditions that are not needed behind those before them."""
        layout = self._means.machine.layout
        reaching = [known]  # the states that satisfy the first k conditions
        for condition in preimage.guard[:-1]:
            reaching.append([values for values in reaching[-1] if layout.value(condition, values)])
        kept = list(preimage.target)
        for condition, states in zip(reversed(preimage.guard), reversed(reaching), strict=True):
            if not states or not kept or not self._means.all_violate(states, kept):
                kept.insert(0, condition)
        return kept
