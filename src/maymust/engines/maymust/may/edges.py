"""Computes what must hold before a transition so that it leads into a region, and finds impossible edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.engines.maymust.may.questions import decide_reads
from maymust.frozen import frozen
from maymust.ir.transitions import End
from maymust.solvers.base import Unsat
from maymust.solvers.prover import Prover, Purpose
from maymust.terms import Term, negation, substitute
from maymust.terms.literals import Literals, constants_of, plainly_conflict, simplify_conjunction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from maymust.engines.maymust.may.facts import Facts
    from maymust.engines.maymust.may.frontier import FrontierEdge
    from maymust.engines.maymust.may.regions import Region, RegionGraph
    from maymust.engines.maymust.options import MayMustOptions
    from maymust.ir.transitions import CallEnd, Transition


@frozen
class Preimage:
    """WP of a transition for a region, over the variables before it and the inputs that it reads.

    Of a call it is a part of WP: what the call cannot change. `guard` are the branch conditions, `target`
    the region's literals with the updates substituted; `whole` is their conjunction simplified, None where
    that is plainly false. `decided` says the same with fewer reads after stores.
    """

    guard: Literals
    target: Literals
    whole: Literals | None
    decided: Literals | None


class EdgeFilter:
    """Computes preimages, once for each transition and region, and finds edges that no state can cross."""

    def __init__(
        self,
        graph: RegionGraph,
        prover: Prover,
        facts: Facts,
        options: MayMustOptions,
        changed: Callable[[CallEnd], frozenset[Term]],
    ) -> None:
        """`changed` tells which variables a call may change."""
        self._changed = changed
        self._modification_analysis = options.modification_analysis
        self._graph = graph
        self._prover = prover
        self._facts = facts
        self._mode = options.edge_filter
        self._preimages: dict[tuple[Transition, Region], Preimage] = {}
        self._glances: dict[tuple[Transition, Region], tuple[frozenset[Term], dict[Term, Term]]] = {}
        self._with_fewer_reads: dict[Term, Term] = {}
        self._region_values: dict[Region, dict[Term, Term]] = {}
        self._asked: set[FrontierEdge] = set()
        self.removed = 0

    def preimage(self, transition: Transition, region: Region) -> Preimage:
        """WP(transition, region)."""
        key = (transition, region)
        found = self._preimages.get(key)
        if found is None:
            memo: dict[Term, Term] = {}
            literals = region.literals if transition.call is None else self.kept(transition.call, region)
            target = tuple([substitute(literal, transition.updates, memo) for literal in literals])
            whole = simplify_conjunction((*transition.guard, *target))
            decided = None if whole is None else self._decided(whole)
            found = self._preimages[key] = Preimage(transition.guard, target, whole, decided)
        return found

    def kept(self, call: CallEnd, region: Region) -> Literals:
        """What must hold before a call, since the call cannot change it: YOGI's modification analysis. The
        callee is asked about the rest."""
        if call.end is not End.RETURN or not self._modification_analysis:
            return ()
        changed = self._changed(call)
        return tuple([literal for literal in region.literals if literal.free.isdisjoint(changed)])

    def _decided(self, literals: Literals) -> Literals | None:
        decided = tuple([decide_reads(literal, self._with_fewer_reads) for literal in literals])
        return literals if decided == literals else simplify_conjunction(decided)

    def passes(self, source: Region, transition: Transition, target: Region) -> bool:
        """Whether the edge may be possible; one found impossible is removed. Each edge is looked at once."""
        edge = (transition, source)
        if target.predecessors[edge] or self._mode == "none":
            return True
        if self._impossible(source, transition, target):
            self._remove(source, transition, target)
            return False
        target.predecessors[edge] = True
        return True

    def may_lead_on(self, edges: Iterable[FrontierEdge]) -> bool:
        """Whether each of these edges, which have passed, may be possible as far as the prover tells; the
        first that is not is removed. Each edge is asked about once."""
        if self._mode != "cheap":
            return True
        for edge in edges:
            if edge in self._asked:
                continue
            self._asked.add(edge)
            together = self._together(*edge)
            if together is None or isinstance(self._prover.check(together, Purpose.EDGE), Unsat):
                self._remove(*edge)
                return False
        return True

    def _remove(self, source: Region, transition: Transition, target: Region) -> None:
        self._graph.remove_edge(source, transition, target)
        self.removed += 1

    def _together(self, source: Region, transition: Transition, target: Region) -> Literals | None:
        """What holds in a state that crosses the edge; None where that is plainly false."""
        whole = self.preimage(transition, target).decided
        if whole is None:
            return None
        return simplify_conjunction((*source.literals, *self._facts.about(source.location, whole), *whole))

    def _impossible(self, source: Region, transition: Transition, target: Region) -> bool:
        whole = self.preimage(transition, target).decided
        if whole is None:
            return True
        key = (transition, target)
        glance = self._glances.get(key)
        if glance is None:
            glance = self._glances[key] = (
                frozenset(negation(literal) for literal in whole),
                constants_of(whole),
            )
        values = self._region_values.get(source)
        if values is None:
            values = self._region_values[source] = constants_of(source.literals)
        if plainly_conflict(source.literals, glance[0], values, glance[1]):
            return True
        together = self._together(source, transition, target)
        if together is None:
            return True
        if self._mode == "prover":
            return isinstance(self._prover.check(together, Purpose.EDGE), Unsat)
        return False
