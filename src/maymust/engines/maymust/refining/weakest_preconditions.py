"""WP as a suitable predicate: without inputs, with the aliases of the frontier's state (article §4.2.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.engines.maymust.refining.aliasing import all_cases, specialise
from maymust.engines.maymust.refining.projection import project
from maymust.terms import FALSE, Term
from maymust.terms.literals import Literals, simplify_conjunction

if TYPE_CHECKING:
    from maymust.engines.maymust.may.edges import Preimage
    from maymust.engines.maymust.may.frontier import Frontier
    from maymust.engines.maymust.refining.base import RefiningMeans
    from maymust.solvers.base import Undecided, Unsat
    from maymust.solvers.prover import Prover


class WeakestPreconditions:
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
        """WP_α, or WP with all cases of aliasing, or WP, as the options say; None where inputs stay in it, or
        the frontier's state satisfies what is left."""
        if preimage.whole is None:
            return (FALSE,)
        found = over_the_state(self._means, frontier, preimage.whole)
        if found is not None and (found == (FALSE,) or not self._means.satisfies(frontier, found)):
            return found
        return None


def inputs_of(frontier: Frontier) -> set[Term]:
    """The inputs that the frontier's transition reads."""
    return {i.variable for i in frontier.transition.inputs}


def over_the_state(means: RefiningMeans, frontier: Frontier, literals: Literals) -> Literals | None:
    """What ∃ inputs . literals implies, with the aliases of the frontier's state: WP_α, if the literals are
    WP. The state satisfies both or none. None where the inputs cannot be removed."""
    inputs, aliasing = inputs_of(frontier), means.options.aliasing
    if aliasing == "tests":
        special = specialise(literals, means.values(frontier), inputs)
        simpler = simplify_conjunction(special.literals)
        without = (FALSE,) if simpler is None else _project(simpler, inputs, means.prover)
        return None if without is None else special.unless_otherwise(without)
    if aliasing == "full":
        cases = simplify_conjunction(all_cases(literals, inputs))
        return (FALSE,) if cases is None else _project(cases, inputs, means.prover)
    return _project(literals, inputs, means.prover)


def _project(literals: Literals, inputs: set[Term], prover: Prover) -> Literals | None:
    present = [i for i in inputs if any(i in literal.free for literal in literals)]
    return project(literals, present, prover) if present else literals
