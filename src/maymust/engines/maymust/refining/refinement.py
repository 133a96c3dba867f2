"""RefineGraph (thesis Algorithm 3.3): makes the abstraction show that a frontier cannot be crossed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.engines.maymust.events import EdgeRemoved, Refined
from maymust.engines.maymust.refining.base import RefiningMeans
from maymust.engines.maymust.refining.catalogue import refiners_of
from maymust.solvers.base import Undecided, Unsat
from maymust.solvers.prover import Prover, Purpose
from maymust.terms import FALSE, conjunction
from maymust.terms.literals import Literals, simplify_conjunction, with_literal

if TYPE_CHECKING:
    from maymust.engines.base import Observer, Statistics
    from maymust.engines.maymust.may.edges import Preimage
    from maymust.engines.maymust.may.facts import Facts
    from maymust.engines.maymust.may.frontier import Frontier, FrontierEdge
    from maymust.engines.maymust.may.regions import Region, RegionGraph
    from maymust.engines.maymust.options import MayMustOptions
    from maymust.interp.machine import Machine


class Refinement:
    """Splits regions and removes edges. `hopeless` are the edges on which the prover gave up."""

    def __init__(
        self,
        machine: Machine,
        graph: RegionGraph,
        prover: Prover,
        facts: Facts,
        options: MayMustOptions,
        statistics: Statistics,
        observe: Observer,
        *,
        by_the_clock: bool,
    ) -> None:
        """Without `by_the_clock` no refiner is used that goes by it, whatever the options say."""
        self.hopeless: set[FrontierEdge] = set()
        self.refiners = refiners_of(RefiningMeans(machine, prover, facts, options), by_the_clock=by_the_clock)
        self._initial = machine.system.initial
        self._graph = graph
        self._prover = prover
        self._facts = facts
        self._options = options
        self._statistics = statistics
        self._observe = observe

    def refine(self, frontier: Frontier, preimage: Preimage, answer: Unsat | Undecided) -> None:
        """The prover has shown that the frontier cannot be crossed, or gave up."""
        initial = frontier.source.location == self._initial
        if isinstance(answer, Undecided) and initial:
            self.give_up(frontier)
        elif initial or self._no_state_crosses(frontier.source, preimage):
            # Thesis §3.8.10: one trace leads to the initial region, so its edge goes without a split.
            self._remove_edge(frontier)
        else:
            predicate = self._suitable_predicate(frontier, preimage, answer)
            if predicate is None:
                self.give_up(frontier)
            else:
                self._split(frontier, predicate)

    def refine_by(self, frontier: Frontier, predicate: Literals) -> None:
        """A callee has shown that the frontier cannot be crossed, and this predicate suitable."""
        if predicate == (FALSE,):
            self._remove_edge(frontier)
        else:
            self._split(frontier, predicate)

    @property
    def asked(self) -> int:
        """How often refiners have asked other solvers than the prover."""
        return sum(refiner.asked for refiner in self.refiners.values())

    def give_up(self, frontier: Frontier) -> None:
        """The frontier is not tried again, until there is more time or more steps."""
        self.hopeless.add((frontier.source, frontier.transition, frontier.target))

    def drop_if_empty(self, region: Region) -> None:
        """A region that facts exclude loses its edges."""
        known = self._facts.of(region.location)
        if not known or region.states:
            return
        if self._facts.plainly_exclude(region.location, region.literals) or isinstance(
            self._prover.check((*region.literals, *known), Purpose.EMPTINESS), Unsat
        ):
            self._graph.isolate(region)

    def _split(self, frontier: Frontier, predicate: Literals) -> None:
        if with_literal(frontier.source.literals, conjunction(predicate)) is None:
            self._remove_edge(frontier)  # WP implies the predicate, which the region excludes
            return
        self._statistics.refinements += 1
        outside, inside = self._graph.split(frontier.source, predicate)
        self._graph.remove_edge(outside, frontier.transition, frontier.target)
        self.drop_if_empty(inside)
        self._observe(Refined(frontier, predicate))

    def _remove_edge(self, frontier: Frontier) -> None:
        self._graph.remove_edge(frontier.source, frontier.transition, frontier.target)
        self._statistics.edges_removed += 1
        self._observe(EdgeRemoved(frontier))

    def _suitable_predicate(
        self, frontier: Frontier, preimage: Preimage, answer: Unsat | Undecided
    ) -> Literals | None:
        """RefinePred: what the first refiner finds that finds one; None where none does."""
        for refiner in self.refiners.values():
            found = refiner.suitable_predicate(frontier, preimage, answer)
            if found is not None:
                return found
        return None

    def _no_state_crosses(self, source: Region, preimage: Preimage) -> bool:
        """Whether region ∧ WP is empty: then the edge goes, and nothing needs to be generalised."""
        if preimage.decided is None:
            return True
        if not self._options.check_emptiness:
            return False
        together = simplify_conjunction((*source.literals, *preimage.decided))
        if together is None:
            return True
        known = self._facts.of(source.location)
        return isinstance(self._prover.check((*together, *known), Purpose.EMPTINESS), Unsat)
