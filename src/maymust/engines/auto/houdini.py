"""Houdini: of candidate invariants that are taken together, the largest inductive subset, given the facts.

Cormac Flanagan, K. Rustan M. Leino: Houdini, an annotation assistant for ESC/Java. Here on blocks: a
candidate stays if every block that leads to its cut point preserves it, assuming what is left at the
block's source. A counterexample drops every candidate that it violates at once, and where it leads is
remembered as a near miss. What stays is a fact: it is never dropped again, and all parties may use it.

Behind a call that is not expanded, what is left at the callee's end is assumed, too (`passes.join_modules`):
this is induction over calls: those that return first use none that does not return before them.

This is the one place where candidates become facts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frozen import frozen
from maymust.interp.values import zero
from maymust.solvers.base import Sat, Unsat
from maymust.terms import TRUE, Term, Value, disjunction, negation, postorder, substitute
from maymust.terms import operators as ops
from maymust.terms.evaluate import evaluate_all
from maymust.terms.general import instances, is_general, split_general

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from maymust.engines.auto.knowledge import Knowledge
    from maymust.engines.auto.problem import Problem, Valuation
    from maymust.engines.auto.suppliers.base import Candidates
    from maymust.engines.slices import Slice
    from maymust.ir.transitions import Transition
    from maymust.solvers.base import Answer, Solver

Facts = dict[int, tuple[Term, ...]]  # by cut point

SECONDS_PER_QUERY = 2.0
_ARITHMETIC = frozenset((ops.ADD, ops.SUB, ops.MUL, ops.UDIV, ops.UREM, ops.SDIV, ops.SREM))
_EQUATIONS = 2  # the class of those with arithmetic
_SMALL_CORE = 12  # such a core is worth making minimal: people read it


@frozen
class Proved:
    """How many candidates were new and agreed with the states seen, and how many of them are facts now."""

    considered: int
    kept: int


class Houdini:
    """Proves candidates and, with the facts, that blocks into targets cannot be crossed. `integers` is the
    solver for what was found over integers."""

    def __init__(
        self, problem: Problem, knowledge: Knowledge, solver: Solver, integers: Solver | None = None
    ) -> None:
        self._problem = problem
        self._knowledge = knowledge
        self._usual, self._integers = solver, integers or solver
        self._solver = solver  # the one that proves at present
        targets = problem.targets
        self._inner = [t for t in problem.blocks.transitions if t.target not in targets]
        self._final = [t for t in problem.blocks.transitions if t.target in targets]
        returns = problem.joint.returns if problem.joint else {}
        self._returned = {
            t: call for t in self._inner if (call := returns.get(t.source)) and t.target == call.target
        }
        self._memos: dict[Transition, dict[Term, Term]] = {t: {} for t in self._inner}
        self._closed: set[Transition] = set()
        self._unfinished: dict[str, dict[int, dict[int, dict[Term, None]]]] = {}  # by origin and class
        self.prover_calls = 0

    # -- candidates become facts -----------------------------------------------------------------------------

    def prove(
        self,
        candidates: Candidates,
        origin: str,
        limit: Slice,
        *,
        together: bool = True,
        over_integers: bool = False,
    ) -> Proved:
        """Makes facts of the candidates that are inductive. Those that need not be taken together are taken
        class by class: what is proved of the easy ones helps with the hard ones. Where the slice ends, the
        next call with this origin goes on."""
        self._solver = self._integers if over_integers else self._usual
        classes = self._unfinished.pop(origin, {})
        kept = 0
        fresh = [
            (location, candidate)
            for location in self._cut_points()
            for candidate in self._knowledge.plausible(location, candidates.get(location, ()))
        ]
        for location, candidate in fresh:
            for cost in (0,) if together else self._costs(candidate):
                members = classes.setdefault(cost, {at: {} for at in self._cut_points()})
                members[location][candidate] = None
        for cost in sorted(classes):
            left = classes[cost] = self._without_facts(classes[cost])
            if limit.over() or not self._drop_what_fails(left, limit):
                self._unfinished[origin] = {c: rest for c, rest in classes.items() if c >= cost}
                break
            for location, proved in left.items():
                self._knowledge.facts[location].update(dict.fromkeys(proved, origin))
                kept += len(proved)
        return Proved(len(fresh), kept)

    def _costs(self, candidate: Term) -> tuple[int, ...]:
        """The classes of a candidate. Where calls stay calls, equations without arithmetic belong to those
        with it, too: what a procedure restores at its end, its callees have changed in between."""
        cost = _cost_class(candidate)
        if self._problem.joint is not None and candidate.op is ops.EQ and cost < _EQUATIONS:
            return cost, _EQUATIONS
        return (cost,)

    def _without_facts(self, members: dict[int, dict[Term, None]]) -> dict[int, dict[Term, None]]:
        """What is not a fact yet: an easier class, or somebody else, may have proved some meanwhile."""
        facts = self._knowledge.facts
        return {at: {c: None for c in those if c not in facts[at]} for at, those in members.items()}

    def is_unfinished(self, origin: str) -> bool:
        """Whether the last slice with this origin ended too early."""
        return origin in self._unfinished

    def _cut_points(self) -> Iterable[int]:
        return self._knowledge.facts

    def _drop_what_fails(self, left: dict[int, dict[Term, None]], limit: Slice) -> bool:
        """Drops candidates until the rest is inductive; False where the slice is over before that."""
        initial = self._problem.blocks.initial
        open_blocks = dict.fromkeys(sorted(self._inner, key=lambda t: (t.source != initial, t.number)))
        while open_blocks:
            block = next(iter(open_blocks))
            del open_blocks[block]
            outcome = self._drop_along(block, left, limit)
            if outcome is None:
                return False
            if outcome:
                open_blocks.update((t, None) for t in self._inner if block.target in self._origins(t))
        return True

    def _origins(self, block: Transition) -> tuple[int, ...]:
        """The cut points of which something is known when a block is crossed."""
        call = self._returned.get(block)
        return (block.source,) if call is None else (block.source, call.end)

    def _known(
        self, block: Transition, left: Mapping[int, Iterable[Term]] | None = None
    ) -> dict[Term, tuple[int, Term]]:
        """What facts, and what is left, say when a block is crossed, each with the cut point and what is said
        there."""
        found: dict[Term, tuple[int, Term]] = {}
        call = self._returned.get(block)
        for at in self._origins(block):
            for fact in (*self._knowledge.facts_at(at), *(left or {}).get(at, ())):
                ours = fact if call is None or at != call.end else substitute(fact, call.values)
                found.setdefault(ours, (at, fact))
        return found

    def _drop_along(self, block: Transition, left: dict[int, dict[Term, None]], limit: Slice) -> bool | None:
        """Drops the candidates at the block's target that it does not preserve. Whether any was dropped; None
        where the slice is over."""
        known = self._known(block, left)
        memo, goals = self._memos[block], {}
        for candidate in left[block.target]:
            before = substitute(candidate, block.updates, memo)
            if before is not TRUE and before not in known:
                goals[candidate] = before
        if not goals:
            return False
        premises = self._premises(known, [*block.guard, *goals.values()])
        self._solver.push([*block.guard, *premises])
        try:
            return self._drop_failing(block, goals, left[block.target], limit)
        finally:
            self._solver.pop()

    def _drop_failing(
        self, block: Transition, goals: dict[Term, Term], left: dict[Term, None], limit: Slice
    ) -> bool | None:
        """Drops the candidates whose goals do not follow from what is pushed, as far as the prover can tell:
        what it does not decide together is asked in halves. Whether any was dropped; None where the slice is
        over."""
        dropped = False
        groups = [list(goals)]
        while groups:
            group = [candidate for candidate in groups.pop() if candidate in goals]
            if not group:
                continue
            if limit.over():
                return None
            answer = self._ask([disjunction(negation(goals[candidate]) for candidate in group)], limit)
            if isinstance(answer, Unsat):
                continue
            if isinstance(answer, Sat):
                wrong = self._violated(block, goals, answer.model)
                groups.append(group)
            elif limit.over():
                return None
            else:
                wrong = group if len(group) == 1 else []
                groups += [] if wrong else [group[len(group) // 2 :], group[: len(group) // 2]]
            dropped = dropped or bool(wrong)
            for candidate in wrong:
                del goals[candidate], left[candidate]
        return dropped

    def _violated(
        self, block: Transition, goals: Mapping[Term, Term], model: Mapping[Term, Value]
    ) -> list[Term]:
        """The candidates that fail in a model. Where it leads becomes a near miss."""
        free = frozenset().union(*[goal.free for goal in goals.values()])
        values = {v: model.get(v, zero(v.sort)) for v in free}
        truth = evaluate_all(list(goals.values()), values)
        self._knowledge.suppose(block.target, self._successor(block, model))
        return [candidate for candidate, holds in zip(goals, truth, strict=True) if not holds] or list(goals)

    def _successor(self, block: Transition, model: Mapping[Term, Value]) -> Valuation:
        variables = self._problem.layout.variables
        after = [block.updates.get(v, v) for v in variables]
        free = frozenset().union(*[term.free for term in after])
        return tuple(evaluate_all(after, {v: model.get(v, zero(v.sort)) for v in free}))

    # -- facts exclude the targets ---------------------------------------------------------------------------

    def open_targets(self, limit: Slice) -> list[Transition]:
        """The blocks into targets that the facts do not exclude, as far as the prover can tell."""
        for block in self._final:
            if block in self._closed or limit.over():
                continue
            premises = self._premises(self._knowledge.facts_at(block.source), block.guard)
            answer = self._ask([*block.guard, *premises], limit)
            if isinstance(answer, Unsat):
                self._closed.add(block)
        return [block for block in self._final if block not in self._closed]

    def facts_against_targets(self, limit: Slice) -> Facts:
        """Facts that suffice to exclude the targets; all facts, where the prover does not manage to choose.
        Requires: no target is open."""
        chosen: dict[int, list[Term]] = {}
        for block in self._final:
            core = self._core(block, None, limit)
            if core is None:
                return self._all_facts()
            for at, fact in core:
                chosen.setdefault(at, []).append(fact)
        return self.supporting(chosen, limit)

    def supporting(self, chosen: Mapping[int, Iterable[Term]], limit: Slice) -> Facts:
        """The chosen facts and those that they need to be inductive, found backwards by cores; all facts,
        where the prover does not manage to choose."""
        needed: dict[int, dict[Term, None]] = {at: {} for at in self._cut_points()}
        work = {at: list(chosen.get(at, ())) for at in self._cut_points()}
        while any(work.values()):
            location = next(at for at, facts in work.items() if facts)
            goals = [fact for fact in dict.fromkeys(work[location]) if fact not in needed[location]]
            needed[location].update(dict.fromkeys(goals))
            work[location] = []
            for block in self._inner:
                if goals and block.target == location:
                    core = self._core(block, goals, limit)
                    if core is None:
                        return self._all_facts()
                    for at, fact in core:
                        work[at].append(fact)
        return {at: tuple(facts) for at, facts in needed.items()}

    def _all_facts(self) -> Facts:
        return {at: self._knowledge.facts_at(at) for at in self._cut_points()}

    def _core(
        self, block: Transition, goals: list[Term] | None, limit: Slice
    ) -> list[tuple[int, Term]] | None:
        """The facts, with their cut points, that exclude the block's target, or imply the goals there."""
        if limit.over():
            return None
        known = self._known(block)
        fixed = list(block.guard)
        if goals is not None:
            memo = self._memos[block]
            after = [substitute(goal, block.updates, memo) for goal in goals]
            fixed.append(disjunction(negation(goal) for goal in after))
        premises = self._premises(known, fixed)
        self._solver.push(fixed)
        try:
            core = list(premises)
            for _ in range(2):
                answer = self._ask(core, limit, core=True)
                if not isinstance(answer, Unsat):
                    return None
                core = [fact for fact in core if answer.core is None or fact in answer.core]
            if len(core) <= _SMALL_CORE:
                for fact in sorted(core, key=lambda fact: -fact.size):
                    without = [other for other in core if other is not fact]
                    if isinstance(self._ask(without, limit), Unsat):
                        core = without
            return list(dict.fromkeys(known[premises[premise]] for premise in core))
        finally:
            self._solver.pop()

    def _premises(self, facts: Iterable[Term], about: Sequence[Term]) -> dict[Term, Term]:
        """What facts say in a question about these terms, each with the fact that says it: themselves, and
        instances of the general ones."""
        plain, general = split_general(facts)
        found = {fact: fact for fact in plain}
        return found | instances(general, [*about, *plain])

    def _ask(self, query: Sequence[Term], limit: Slice, *, core: bool = False) -> Answer:
        self.prover_calls += 1
        limit.spend()
        seconds = SECONDS_PER_QUERY if limit.deterministic else min(SECONDS_PER_QUERY, limit.seconds())
        return self._solver.check(query, seconds=max(seconds, 0.01), core=core)


def _cost_class(candidate: Term) -> int:
    """How hard a candidate tends to be: of one variable, without arithmetic, an equation, anything else;
    about all elements of an array."""
    if is_general(candidate):
        return 4
    if len(candidate.free) <= 1:
        return 0
    if not any(part.op in _ARITHMETIC for part in postorder((candidate,))):
        return 1
    return _EQUATIONS if candidate.op is ops.EQ else 3
