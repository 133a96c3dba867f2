"""RefinePred: a suitable predicate ρ for the region before the frontier (thesis §3.6; article §4.2.2).

ρ is suitable if (1) the frontier's state violates it, and (2) no state that violates it can cross the
frontier, that is WP(transition, target) implies ρ. The region is then split by ρ, and the part outside
loses the edge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.engines.maymust.projection import excluding_cube, project
from maymust.terms import FALSE, Term, conjunction
from maymust.terms.literals import Literals, simplify_conjunction

if TYPE_CHECKING:
    from maymust.engines.maymust.edges import Preimage
    from maymust.engines.maymust.frontier import Frontier
    from maymust.interp.machine import Machine
    from maymust.solvers.prover import Prover


class Refiner:
    """Finds suitable predicates."""

    def __init__(self, machine: Machine, prover: Prover, *, drop_branch_conditions: bool) -> None:
        self._machine = machine
        self._prover = prover
        self._generalise = drop_branch_conditions

    def suitable_predicate(self, frontier: Frontier, preimage: Preimage) -> Literals | None:
        """A suitable predicate as a conjunction, (FALSE,) where no state can cross; None if none was found.

        Requires: no test along the state's path crosses the frontier, and the source is not initial.
        """
        inputs = {i.variable for i in frontier.transition.inputs}
        if preimage.whole is None:
            return (FALSE,)
        if self._generalise and preimage.guard:
            weaker = self._without_guard(frontier, preimage, inputs)
            if weaker is not None:
                return weaker
        exact = self._project(preimage.whole, inputs)
        if exact is not None and (exact == (FALSE,) or not self._satisfies(frontier, exact)):
            return exact
        layout = self._machine.layout
        values = dict(zip(layout.variables, frontier.state.values(), strict=True))
        return excluding_cube(preimage.whole, values, inputs, self._prover)

    def _without_guard(self, frontier: Frontier, preimage: Preimage, inputs: set[Term]) -> Literals | None:
        """The loop optimisation (thesis §3.6.3, §3.8.8-9): leave out the branch condition, if every known
        state of the region violates what remains."""
        target = simplify_conjunction(preimage.target)
        if not target:
            return None
        weaker = self._project(target, inputs)
        if not weaker or weaker == (FALSE,):
            return None
        holds = self._machine.layout.function(conjunction(weaker))
        if any(holds(state.values()) for state in frontier.source.states):
            return None
        return weaker

    def _project(self, literals: Literals, inputs: set[Term]) -> Literals | None:
        present = [i for i in inputs if any(i in literal.free for literal in literals)]
        return project(literals, present, self._prover) if present else literals

    def _satisfies(self, frontier: Frontier, literals: Literals) -> bool:
        return bool(self._machine.layout.function(conjunction(literals))(frontier.state.values()))
