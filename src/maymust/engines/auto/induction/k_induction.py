"""k-induction on blocks, with the proved facts.

Mary Sheeran, Satnam Singh, Gunnar Stålmarck: Checking safety properties using induction and a SAT-solver.

Base: no run from the start goes into a target within k steps between cut points. Step: no k steps lead from
anywhere where the facts hold into a target. Then nothing bad is reached, for a run that does so after more
steps is excluded by its last k. The base alone suffices if no run makes k steps. A base that fails is a test.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.certificates.proof import DEEPEST
from maymust.engines.auto.induction.unrolling import Unrolling
from maymust.frozen import frozen
from maymust.solvers.base import Sat, Undecided, Unsat
from maymust.terms import negation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maymust.engines.auto.knowledge import Knowledge
    from maymust.engines.auto.problem import Problem
    from maymust.engines.slices import Slice
    from maymust.solvers.base import Answer, Solver
    from maymust.terms import Term, Value


@frozen
class Inductive:
    """Nothing bad is reached: by `depth`-induction or, where `exhaustive`, since no run is that long."""

    depth: int
    exhaustive: bool


@frozen
class Reached:
    """A run goes into a target; `steps` gives values to the nodes that read, step by step."""

    steps: Sequence[dict[str, Value]]


class KInduction:
    """Works on with k = 1, 2, 3 …; facts that are proved meanwhile are taken up."""

    def __init__(self, problem: Problem, knowledge: Knowledge, base: Solver, step: Solver) -> None:
        self._problem = problem
        self._knowledge = knowledge
        self._unrolling = Unrolling(problem)
        self._base, self._step = base, step
        self._told: dict[int, int] = dict.fromkeys(knowledge.facts, 0)  # facts of each location told so far
        self._base.push([self._unrolling.start()])
        self._steps = 0
        self._base_done = False
        self.prover_calls = 0
        self._tell_facts(range(1))

    def work(self, limit: Slice) -> Inductive | Reached | None:
        """A proof or a run that refutes; None when the slice is over, or the prover gives up."""
        self._tell_facts(range(self._steps + 1))
        while not limit.over() and self._steps < DEEPEST:
            found = self._one_depth(limit)
            if isinstance(found, Undecided):
                break
            if found is not None:
                return found
            self._deepen()
        return None

    @property
    def depth(self) -> int:
        """How many steps no run from the start goes wrong in."""
        return self._steps

    def facts_used(self, solver: Solver, depth: int, limit: Slice) -> dict[int, list[Term]] | None:
        """Facts that suffice for the induction step at that depth, found by a core; None where the prover
        does not manage that."""
        unrolling, last = self._unrolling, depth - 1
        moves = [term for step in range(last) for term in unrolling.move(step)]
        instances = {
            unrolling.fact(location, fact, step): (location, fact)
            for location, facts in self._knowledge.plain_facts().items()
            for fact in facts
            for step in range(depth)
        }
        solver.push([*moves, unrolling.bad(last)])
        answer = self._ask(solver, list(instances), limit, core=True)
        solver.pop()
        if not isinstance(answer, Unsat) or answer.core is None:
            return None
        used: dict[int, list[Term]] = {}
        for instance in sorted(answer.core):
            location, fact = instances[instance]
            if fact not in used.setdefault(location, []):
                used[location].append(fact)
        return used

    def _one_depth(self, limit: Slice) -> Inductive | Reached | Undecided | None:
        unrolling, k = self._unrolling, self._steps
        bad = unrolling.bad(k)
        if not self._base_done:
            answer = self._ask(self._base, [bad], limit)
            if isinstance(answer, Sat):
                return Reached(unrolling.inputs(answer.model, k + 1))
            if isinstance(answer, Undecided):
                return answer
            self._base_done = True
        answer = self._ask(self._step, [bad], limit)
        if isinstance(answer, Unsat):
            return Inductive(k + 1, exhaustive=False)
        if isinstance(answer, Undecided) and limit.over():
            return answer
        return self._exhausted(limit)

    def _exhausted(self, limit: Slice) -> Inductive | Undecided | None:
        """Whether no run makes the next step. The checker does not know that nothing follows from dead ends,
        so where there are some it would not agree."""
        answer = self._ask(self._base, self._unrolling.move(self._steps), limit)
        if isinstance(answer, Unsat) and not self._problem.blocks.dead_ends:
            return Inductive(self._steps + 1, exhaustive=True)
        return answer if isinstance(answer, Undecided) and limit.over() else None

    def _deepen(self) -> None:
        k = self._steps
        move = [negation(self._unrolling.bad(k)), *self._unrolling.move(k)]
        self._base.push(move)
        self._step.push(move)
        self._steps += 1
        self._base_done = False
        self._tell_facts(range(self._steps, self._steps + 1), everything=True)

    def _tell_facts(self, steps: range, *, everything: bool = False) -> None:
        """Asserts facts for steps: those that are new or, for a new step, all."""
        found: list[Term] = []
        for location, known in self._knowledge.plain_facts().items():
            for fact in known if everything else known[self._told[location] :]:
                found += [self._unrolling.fact(location, fact, step) for step in steps]
            if not everything:
                self._told[location] = len(known)
        if found:
            self._base.push(found)
            self._step.push(found)

    def _ask(self, solver: Solver, query: Sequence[Term], limit: Slice, *, core: bool = False) -> Answer:
        self.prover_calls += 1
        limit.spend()
        return solver.check(query, seconds=max(0.01, limit.seconds()), core=core)
