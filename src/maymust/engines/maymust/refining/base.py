"""The contract of a refiner: a frontier that no test crosses along its trace in, a suitable predicate ρ out.

ρ is suitable if (1) the frontier's state violates it, and (2) no state that violates it can cross the
frontier, that is WP(transition, target) implies ρ (thesis §3.6; article §4.2). The region is then split by ρ,
and the part outside loses the edge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from maymust.frozen import frozen
from maymust.terms import conjunction

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from maymust.engines.maymust.may.edges import Preimage
    from maymust.engines.maymust.may.facts import Facts
    from maymust.engines.maymust.may.frontier import Frontier
    from maymust.engines.maymust.options import MayMustOptions
    from maymust.interp.machine import Machine
    from maymust.solvers.base import Undecided, Unsat
    from maymust.solvers.prover import Prover
    from maymust.terms import Term, Value
    from maymust.terms.literals import Literals


@frozen(eq=False)
class RefiningMeans:
    """What the refiners of one search share."""

    machine: Machine
    prover: Prover
    facts: Facts
    options: MayMustOptions

    def values(self, frontier: Frontier) -> dict[Term, Value]:
        """What the variables have in the frontier's state."""
        return dict(zip(self.machine.layout.variables, frontier.state.valuation(), strict=True))

    def satisfies(self, frontier: Frontier, literals: Literals) -> bool:
        """Whether the frontier's state satisfies the literals."""
        return bool(self.machine.layout.value(conjunction(literals), frontier.state.valuation()))

    def all_violate(self, states: Sequence[Sequence[Value]], literals: Iterable[Term]) -> bool:
        """Whether no state satisfies the literals."""
        condition, layout = conjunction(literals), self.machine.layout
        return not any(layout.value(condition, values) for values in states)


class Refiner(Protocol):
    """Finds suitable predicates. `asked` counts the questions to solvers other than the prover."""

    asked: int

    def suitable_predicate(
        self, frontier: Frontier, preimage: Preimage, answer: Unsat | Undecided
    ) -> Literals | None:
        """A suitable predicate as a conjunction, (FALSE,) where no state can cross; None if none was found.

        Requires: no test along the state's path crosses the frontier, which the prover has shown or could not
        decide, and the source is not initial.
        """
        ...
