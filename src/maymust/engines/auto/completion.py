"""Completes the proof of a program that was edited since, where no prover need be asked for that.

After an edit the old annotation lacks the loops that are new, and may say of others what is no longer true.
So a few tests are run, and what they violate goes; at the heads of new loops we say what abstract
interpretation knows (`suppliers.intervals`), and what was known before the loop and is not touched in it: old
facts, conditions that were passed, values that were set. All this is a guess: the checker judges it.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.engines.auto.knowledge import Knowledge
from maymust.engines.auto.problem import pose
from maymust.engines.auto.suppliers.intervals.supplier import bounds_at_cut_points
from maymust.engines.auto.suppliers.testing.random_tests import RandomTests
from maymust.engines.slices import Slice
from maymust.terms import TRUE, ArraySort, Term, eq, substitute
from maymust.terms.general import is_about

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from maymust.engines.auto.problem import Problem
    from maymust.engines.auto.suppliers.base import Candidates
    from maymust.engines.base import HoldsClaim
    from maymust.ir.transitions import Transition
    from maymust.passes.pipeline import Prepared

Annotation = dict[int, dict[Term, None]]  # by cut point

_TESTING, _BOUNDING = 0.02, 4.0  # seconds, as work is counted
_LARGEST = 60  # nodes of a condition or value that is carried along
_MOST = 400  # facts that are carried to a cut point
_ROUNDS = 30  # in which facts are carried on from one to the next


def completions(
    given: Prepared, property_id: str, claim: HoldsClaim, deadline: float
) -> Iterator[HoldsClaim]:
    """Claims that the old one may be made into, those that say little first. None where a test reaches what
    must not be reached, or the deadline has passed before there is one. The depth of the old proof stays.

    Requires: calls can be expanded, and the claim uses no contracts."""
    if time.monotonic() >= deadline:
        return
    problem = pose(given.flat, property_id)
    knowledge = Knowledge(problem)
    tested = RandomTests().propose(problem, knowledge, Slice.of(_TESTING, deadline, deterministic=True))
    if tested.tests:
        return
    knowledge.observe_all(tested.states)
    nodes = problem.blocks.nodes
    old: Annotation = {
        at: dict.fromkeys(knowledge.plausible(at, claim.invariants[nodes[at]]))
        for at in problem.cut_points
        if nodes[at] in claim.invariants
    }
    kept = {at: facts for at, facts in old.items() if facts}
    said = old | carried_facts(problem, kept)
    bounds = bounds_at_cut_points(problem, Slice.of(_BOUNDING, deadline, deterministic=True)) or {}
    needed = {at: knowledge.plausible(at, facts) for at, facts in _needed_facts(problem, kept).items()}
    tried: list[Mapping[str, tuple[Term, ...]]] = []
    for added in _choices(problem, claim, old, needed, bounds):
        if time.monotonic() >= deadline:
            return
        annotation = {
            nodes[at]: tuple(facts | dict.fromkeys(added.get(at, ()))) for at, facts in said.items()
        }
        if annotation not in tried:
            tried.append(annotation)
            yield replace(claim, invariants=annotation | dict.fromkeys(problem.blocks.dead_ends, ()))


def _choices(
    problem: Problem, claim: HoldsClaim, old: Annotation, needed: Candidates, bounds: Candidates
) -> Iterator[Mapping[int, Sequence[Term]]]:
    """What to say besides: bounds of what new loops set, there, with what is needed behind them, and without;
    bounds of that and of what the old proof speaks of, everywhere; all bounds. A loop is new, too, if nothing
    is left of what the old proof says of its place."""
    said = {at for at in problem.cut_points if claim.invariants.get(problem.blocks.nodes[at])}
    new = {at for at in problem.cut_points if at not in old or (at in said and not old[at])}
    inner = [t for t in problem.blocks.transitions if t.source in new and t.target in new]
    set_ = {v for t in inner for v in t.updates}
    there = {at: [fact for fact in bounds.get(at, ()) if fact.free <= set_] for at in sorted(new)}
    yield {at: [*facts, *needed.get(at, ())] for at, facts in there.items()}
    yield there
    matter = set_.union(*[fact.free for facts in claim.invariants.values() for fact in facts])
    yield {at: [fact for fact in facts if fact.free <= matter] for at, facts in bounds.items()}
    yield bounds


def _needed_facts(problem: Problem, known: Mapping[int, Iterable[Term]]) -> Annotation:
    """What is known behind the cut points of which nothing is, and is not touched on the way there: where old
    proofs came straight to that, it may hold before."""
    found: Annotation = {at: {} for at in problem.cut_points if at not in known}
    for block in problem.blocks.transitions:
        if block.source in found:
            facts = [f for f in known.get(block.target, ()) if block.updates.keys().isdisjoint(f.free)]
            found[block.source] |= dict.fromkeys(facts)
    return found


def carried_facts(problem: Problem, known: Mapping[int, Iterable[Term]]) -> Annotation:
    """What holds at the cut points of which nothing is known, if what is known of the others does. Of what
    holds behind some block into one, there is left what every block into it is seen to keep up, given what is
    left elsewhere."""
    entering: dict[int, list[Transition]] = {at: [] for at in problem.cut_points if at not in known}
    for block in problem.blocks.transitions:
        if block.target in entering:
            entering[block.target].append(block)
    found = _arriving(problem, known, entering)
    work = dict.fromkeys(found)
    while work:
        at = next(iter(work))
        del work[at]
        for block in entering[at]:
            there = {*known.get(block.source, ()), *found.get(block.source, ()), *block.guard}
            wrong = [fact for fact in found[at] if not _is_kept(fact, block, there)]
            for fact in wrong:
                del found[at][fact]
            if wrong:
                work |= dict.fromkeys(to for to in entering if any(b.source == at for b in entering[to]))
    return found


def _arriving(
    problem: Problem, known: Mapping[int, Iterable[Term]], entering: Mapping[int, Iterable[Transition]]
) -> Annotation:
    """What holds behind some block into each of these cut points, and may matter there."""
    found: Annotation = {at: {} for at in entering}
    for _ in range(_ROUNDS):
        changed = False
        for at, blocks in entering.items():
            live = frozenset(problem.live[at])
            for block in blocks:
                before = (*known.get(block.source, ()), *found.get(block.source, ()))
                for fact in _behind(block, before):
                    if fact is TRUE or fact in found[at] or len(found[at]) >= _MOST:
                        continue
                    if is_about(fact, live):
                        found[at][fact] = None
                        changed = True
        if not changed:
            break
    return found


def _behind(block: Transition, before: Iterable[Term]) -> Iterator[Term]:
    """What can be said behind a block of what holds before it, of what it tests and of what it sets."""
    updates = block.updates
    read = {i.variable for i in block.inputs}
    names = {value: v for v, value in updates.items() if value in updates or value in read}
    gone = frozenset(v for v in updates if v not in names)  # values that have no name any more
    tested = [condition for condition in block.guard if condition.size <= _LARGEST]
    set_ = [
        (variable, value)
        for variable, value in updates.items()
        if value.size <= _LARGEST and not isinstance(variable.sort, ArraySort)
    ]
    for fact in (*before, *tested):
        if fact.free.isdisjoint(gone):
            yield substitute(fact, names)
    for variable, value in set_:
        if value.free.isdisjoint(gone):
            yield eq(variable, substitute(value, names))


def _is_kept(fact: Term, block: Transition, before: set[Term]) -> bool:
    """Whether it is plain to see that a fact holds behind a block, before which these hold."""
    needed = substitute(fact, block.updates)
    return needed is TRUE or needed in before
