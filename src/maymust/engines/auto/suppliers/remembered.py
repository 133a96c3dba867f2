"""Proposes what earlier runs have left: of this program, or of what it was before it was edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.engines.auto.suppliers.base import NOTHING, Proposal

if TYPE_CHECKING:
    from maymust.engines.auto.knowledge import Knowledge
    from maymust.engines.auto.problem import Problem
    from maymust.engines.slices import Slice
    from maymust.terms import Term


class Remembered:
    """Proposes once. Houdini takes what is about live variables."""

    name = "store"

    def __init__(self) -> None:
        self._done = False

    def propose(self, problem: Problem, knowledge: Knowledge, limit: Slice) -> Proposal:
        """The invariants of nodes that are still there, and the tests."""
        del limit
        if self._done:
            return NOTHING
        self._done = True
        nodes = problem.blocks.nodes
        candidates: dict[int, tuple[Term, ...]] = {}
        for at in problem.cut_points:
            said = [fact for invariants in knowledge.remembered for fact in invariants.get(nodes[at], ())]
            if said:
                candidates[at] = tuple(dict.fromkeys(said))
        return Proposal(tests=knowledge.remembered_tests, candidates=candidates, together=True)
