"""RefinePred: a suitable predicate ρ for the region before the frontier (thesis §3.6; article §4.2).

ρ is suitable if (1) the frontier's state violates it, and (2) no state that violates it can cross the
frontier, that is WP(transition, target) implies ρ. The region is then split by ρ, and the part outside
loses the edge. How WP depends on what aliases what is decided in `aliasing`.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from maymust.engines.maymust.may.dependence import deciding_conditions
from maymust.engines.maymust.refining.aliasing import all_cases, specialise
from maymust.engines.maymust.refining.projection import excluding_cube, project
from maymust.terms import FALSE, Term, Value, conjunction
from maymust.terms.literals import Literals, simplify_conjunction

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from maymust.engines.maymust.may.edges import Preimage
    from maymust.engines.maymust.may.frontier import Frontier
    from maymust.engines.maymust.options import MayMustOptions
    from maymust.interp.machine import Machine
    from maymust.ir.transitions import Transition
    from maymust.solvers.prover import Prover


class Refiner:
    """Finds suitable predicates."""

    def __init__(self, machine: Machine, prover: Prover, options: MayMustOptions) -> None:
        self._machine = machine
        self._prover = prover
        self._generalise = options.drop_branch_conditions
        self._aliasing = options.aliasing
        self._control_dependence = options.control_dependence

    @cached_property
    def _deciding(self) -> Mapping[Transition, Literals]:
        return deciding_conditions(self._machine.system)

    def suitable_predicate(self, frontier: Frontier, preimage: Preimage) -> Literals | None:
        """A suitable predicate as a conjunction, (FALSE,) where no state can cross; None if none was found.

        Requires: no test along the state's path crosses the frontier, and the source is not initial.
        """
        inputs = {i.variable for i in frontier.transition.inputs}
        if preimage.whole is None:
            return (FALSE,)
        if self._generalise and preimage.guard:
            weaker = self._without_branch_conditions(frontier, preimage, inputs)
            if weaker is not None:
                return weaker
        if self._control_dependence and preimage.guard:
            weaker = self._with_deciding_conditions(frontier, preimage, inputs)
            if weaker is not None:
                return weaker
        found = self._over_the_state(frontier, preimage.whole, inputs)
        if found is not None and (found == (FALSE,) or not self._satisfies(frontier, found)):
            return found
        return excluding_cube(preimage.whole, self._values(frontier), inputs, self._prover)

    def _over_the_state(self, frontier: Frontier, literals: Literals, inputs: set[Term]) -> Literals | None:
        """What ∃ inputs . literals implies, with the aliases of the frontier's state: WP_α, if the literals
        are WP. The state satisfies both or none. None where the inputs cannot be removed."""
        if self._aliasing == "tests":
            special = specialise(literals, self._values(frontier), inputs)
            simpler = simplify_conjunction(special.literals)
            without = (FALSE,) if simpler is None else self._project(simpler, inputs)
            return None if without is None else special.unless_otherwise(without)
        if self._aliasing == "full":
            cases = simplify_conjunction(all_cases(literals, inputs))
            return (FALSE,) if cases is None else self._project(cases, inputs)
        return self._project(literals, inputs)

    def _values(self, frontier: Frontier) -> dict[Term, Value]:
        return dict(zip(self._machine.layout.variables, frontier.state.valuation(), strict=True))

    def _without_branch_conditions(
        self, frontier: Frontier, preimage: Preimage, inputs: set[Term]
    ) -> Literals | None:
        """The loop optimisation (thesis §3.6.3, §3.8.8-9), YOGI's SP heuristic: leave out branch conditions,
        if every known state of the region violates what remains.

        First all of them, as in the papers. An edge of ours may be several statements of theirs, so then
        backwards through the conditions: one is left out if every known state that gets so far violates what
        follows. Where no known state gets, nothing is left out: their frontier would lie before it.
        """
        known = [state.valuation() for state in frontier.source.states]
        literals = (*preimage.guard, *preimage.target)
        reads_inputs = any(not literal.free.isdisjoint(inputs) for literal in literals)
        target = simplify_conjunction(preimage.target)
        if target:
            weaker = self._over_the_state(frontier, target, inputs)
            if weaker and weaker != (FALSE,):
                violated = weaker if reads_inputs else target
                if self._all_violate(known, violated):
                    return weaker
        if len(preimage.guard) == 1 or reads_inputs:
            return None
        layout = self._machine.layout
        reaching = [known]  # the states that satisfy the first k conditions
        for condition in preimage.guard[:-1]:
            reaching.append([values for values in reaching[-1] if layout.value(condition, values)])
        kept = list(preimage.target)
        for condition, states in zip(reversed(preimage.guard), reversed(reaching), strict=True):
            if not states or not kept or not self._all_violate(states, kept):
                kept.insert(0, condition)
        simpler = simplify_conjunction(kept) if self._all_violate(known, kept) else None
        return self._over_the_state(frontier, simpler, inputs) if simpler else None

    def _with_deciding_conditions(
        self, frontier: Frontier, preimage: Preimage, inputs: set[Term]
    ) -> Literals | None:
        """The CD heuristic: leave out the conditions that decide nothing, if the frontier's own state
        violates what remains. What they choose between does not matter, until it turns out that it does."""
        deciding = self._deciding[frontier.transition]
        if len(deciding) == len(preimage.guard):
            return None
        rest = simplify_conjunction((*deciding, *preimage.target))
        weaker = self._over_the_state(frontier, rest, inputs) if rest else None
        return None if not weaker or self._satisfies(frontier, weaker) else weaker

    def _all_violate(self, known: Sequence[Sequence[Value]], literals: Iterable[Term]) -> bool:
        condition, layout = conjunction(literals), self._machine.layout
        return not any(layout.value(condition, values) for values in known)

    def _project(self, literals: Literals, inputs: set[Term]) -> Literals | None:
        present = [i for i in inputs if any(i in literal.free for literal in literals)]
        return project(literals, present, self._prover) if present else literals

    def _satisfies(self, frontier: Frontier, literals: Literals) -> bool:
        return bool(self._machine.layout.value(conjunction(literals), frontier.state.valuation()))
