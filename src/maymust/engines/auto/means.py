"""Holds what the parties of one run share: the problem, the knowledge, Houdini, trials of tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.engines.auto.calls.joint_proofs import FactProofs
from maymust.engines.auto.houdini import Houdini
from maymust.engines.auto.knowledge import Knowledge
from maymust.engines.auto.trials import CallTrials, Trials
from maymust.engines.base import HoldsClaim
from maymust.engines.recollection import NO_RECOLLECTION
from maymust.engines.slices import Slice
from maymust.solvers.either import EitherSolver
from maymust.solvers.late import LateSolver

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maymust.engines.auto.options import AutoOptions
    from maymust.engines.auto.problem import Problem
    from maymust.engines.base import Budget, Observer
    from maymust.engines.recollection import Recollection
    from maymust.solvers.base import Solver
    from maymust.terms import Term


class Means:
    """The problem, what is known of it, where tests are run and candidates are proved, and the budget."""

    def __init__(
        self,
        problem: Problem,
        options: AutoOptions,
        budget: Budget,
        observe: Observer,
        recollection: Recollection = NO_RECOLLECTION,
    ) -> None:
        self.problem = problem
        self.options = options
        self.budget = budget
        self.observe = observe
        self.knowledge = Knowledge(problem)
        self.knowledge.remember(recollection.candidates(), recollection.tests())
        self.recollection = recollection
        self.trials: Trials | CallTrials
        if problem.joint is None:
            self.trials = Trials(problem, self.knowledge)
        else:
            self.trials = CallTrials(problem, self.knowledge, problem.joint)
        self.houdini = Houdini(problem, self.knowledge, *self._solvers())

    def slice(self, seconds: float) -> Slice:
        """A slice of the budget."""
        return Slice.of(seconds, self.budget.deadline, deterministic=self.options.deterministic)

    def claim(
        self, facts: Mapping[int, tuple[Term, ...]], depth: int = 1, *, exhaustive: bool = False
    ) -> HoldsClaim:
        """The claim that facts make, which exclude every target. Every cut point is annotated, with nothing
        where nothing is needed."""
        blocks, joint = self.problem.blocks, self.problem.joint
        if joint is not None:
            return FactProofs(joint, blocks, facts).claim()
        said = {blocks.nodes[at]: facts.get(at, ()) for at in self.problem.cut_points}
        return HoldsClaim(said | dict.fromkeys(blocks.dead_ends, ()), depth, exhaustive)

    def _solvers(self) -> tuple[Solver, Solver]:
        """What suits the problem (bits, if it is large), and what suits candidates found over integers."""
        limited, large = self.options.deterministic, self.problem.is_large
        if self.problem.has_arrays:
            solver: Solver = LateSolver("z3", resource_limit=limited)
            if not limited:
                solver = EitherSolver(LateSolver("bitwuzla"), solver)
            return solver, solver
        bits = LateSolver("z3", resource_limit=limited, bit_blasting=large)
        integers = EitherSolver(LateSolver("integers", resource_limit=limited), bits)
        return (bits if large else integers), integers
