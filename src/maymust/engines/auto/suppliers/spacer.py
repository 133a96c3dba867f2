"""Spacer's invariants: the blocks as Horn clauses over integers, with the proved facts in them.

Anvesh Komuravelli, Arie Gurfinkel, Sagar Chaki: SMT-based model checking for recursive programs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from maymust.engines.auto.suppliers.base import NOTHING, Proposal
from maymust.solvers import spacer
from maymust.terms import FALSE, Term, conjunction, substitute
from maymust.terms import operators as ops
from maymust.terms.literals import constants_of

if TYPE_CHECKING:
    from maymust.engines.auto.knowledge import Knowledge
    from maymust.engines.auto.problem import Problem
    from maymust.engines.slices import Slice
    from maymust.ir.transitions import Transition

KnownFacts = Mapping[int, Iterable[Term]]


_FACTS = 30  # of a location that go into its clauses


class SpacerInvariants:
    """See `suppliers.base.Supplier`. Each call tries other settings than the `calls` before it, in turn
    without the facts and with them: they help, or lead astray."""

    name = "spacer"

    def __init__(self, calls: int = 0) -> None:
        self._calls = calls

    def propose(self, problem: Problem, knowledge: Knowledge, limit: Slice) -> Proposal:
        """What Spacer finds within the slice; nothing about arrays, which integers are not."""
        if problem.has_arrays:
            return Proposal(note="arrays")
        large = problem.is_large
        order = (spacer.PLAIN, spacer.GLOBAL) if large else (spacer.GLOBAL, spacer.BOUNDS, spacer.PLAIN)
        settings = order[self._calls // 2 % len(order)]
        known = knowledge.facts if self._calls % 2 else {}
        answer = spacer.solve(
            _horn(problem, known),
            seconds=limit.seconds(),
            settings=settings,
            resource_limit=limit.deterministic,
        )
        match answer:
            case spacer.Invariants(at):
                return Proposal(candidates=dict(at), together=True, over_integers=True, note="has a proof")
            case spacer.Reachable():
                return Proposal(note="says that the error can be reached")
        return NOTHING


def _horn(problem: Problem, known: KnownFacts) -> spacer.HornProblem:
    clauses = []
    for block in problem.blocks.transitions:
        clause = _clause(problem, tuple(known.get(block.source, ())), block)
        if clause is not None:
            clauses.append(clause)
    ends = (problem.blocks.initial, *problem.targets)
    return spacer.HornProblem(
        initial=problem.blocks.initial,
        targets=problem.targets,
        variables={at: () if at in ends else problem.live[at] for at in problem.blocks.nodes},
        clauses=tuple(clauses),
    )


def _clause(problem: Problem, facts: tuple[Term, ...], block: Transition) -> spacer.Clause | None:
    """The clause of a block, simplified by the facts where it begins; None where it cannot be crossed."""
    values = constants_of(facts)
    memo: dict[Term, Term] = {}
    guard = conjunction(substitute(c, values, memo) for c in block.guard)
    if guard is FALSE:
        return None
    known = [f for f in facts if len(f.free) <= 1 or f.op is ops.EQ][:_FACTS]
    updates = {
        v: substitute(block.updates.get(v, v), values, memo)
        for v in problem.live[block.target]
        if v in block.updates or v in values
    }
    also = None
    call = problem.joint.returns.get(block.source) if problem.joint else None
    if call is not None and block.target == call.target:
        also = spacer.Also(call.end, {v: substitute(x, values, memo) for v, x in call.values.items()})
    return spacer.Clause(block.source, block.target, (guard, *known), updates, also)
