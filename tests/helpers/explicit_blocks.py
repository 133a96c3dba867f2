"""Blocks with every valuation of their variables and inputs, one by one, to compare provers with."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

from helpers.programs import ProcedureBuilder, ProgramMaker, Shape, program
from helpers.terms import TermMaker, values_of
from maymust.engines.auto.problem import Problem, pose
from maymust.ir.program import START
from maymust.passes.pipeline import prepare
from maymust.terms import ArraySort, Term, conjunction
from maymust.terms.evaluate import Layout

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from maymust.engines.auto.problem import Valuation
    from maymust.ir.program import Program
    from maymust.ir.transitions import Transition

MOST_BITS = 10  # of the variables and inputs of a block together


class ExplicitBlocks:
    """Requires: the problem is `small`. `pairs` has every crossing of each block, from any valuation."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.pairs = {t: list(_crossings(problem, t)) for t in problem.blocks.transitions}

    def holding(self, terms: Iterable[Term]) -> set[Valuation]:
        """The valuations in which all terms hold."""
        layout = self.problem.layout
        holds = layout.function(conjunction(terms))
        return {state for state in _valuations(layout.variables) if holds(state)}

    def largest_inductive(
        self, candidates: Mapping[int, Iterable[Term]], facts: Mapping[int, Iterable[Term]]
    ) -> dict[int, set[Term]]:
        """Of the candidates, the largest set that is inductive, given the facts."""
        left = {at: set(candidates.get(at, ())) for at in self.problem.cut_points}
        changed = True
        while changed:
            changed = False
            for block, pairs in self.pairs.items():
                if block.target not in left:
                    continue
                before = self.holding((*left.get(block.source, ()), *facts.get(block.source, ())))
                after = [state for source, state in pairs if source in before]
                for candidate in list(left[block.target]):
                    holds = self.problem.layout.function(candidate)
                    if not all(map(holds, after)):
                        left[block.target].remove(candidate)
                        changed = True
        return left

    def into_targets(self, facts: Mapping[int, Iterable[Term]]) -> list[Transition]:
        """The blocks into targets that can be crossed where the facts hold."""
        found = []
        for block, pairs in self.pairs.items():
            before = self.holding(facts.get(block.source, ()))
            if block.target in self.problem.targets and any(source in before for source, _ in pairs):
                found.append(block)
        return found

    def reaches_target(self) -> bool:
        """Whether some run from the start goes into a target."""
        blocks, targets = self.problem.blocks, self.problem.targets
        seen = {(blocks.initial, state) for state in _valuations(self.problem.layout.variables)}
        following: dict[tuple[int, Valuation], list[tuple[int, Valuation]]] = {}
        for block, pairs in self.pairs.items():
            for source, target in pairs:
                following.setdefault((block.source, source), []).append((block.target, target))
        work = list(seen)
        while work:
            for place in following.get(work.pop(), ()):
                if place[0] in targets:
                    return True
                if place not in seen:
                    seen.add(place)
                    work.append(place)
        return False


def _valuations(variables: Iterable[Term]) -> Iterator[Valuation]:
    return itertools.product(*[values_of(v) for v in variables])


def _crossings(problem: Problem, block: Transition) -> Iterator[tuple[Valuation, Valuation]]:
    variables = problem.layout.variables
    layout = Layout((*variables, *(i.variable for i in block.inputs)))
    can_cross = layout.function(conjunction(block.guard))
    values = layout.vector_function(tuple(block.updates.get(v, v) for v in variables))
    for state in _valuations(layout.variables):
        if can_cross(state):
            yield state[: len(variables)], values(state)


def small(problem: Problem) -> bool:
    """Whether every valuation of each block can be tried."""
    own = sum(_bits(v) for v in problem.layout.variables)
    return all(
        own + sum(_bits(i.variable) for i in t.inputs) <= MOST_BITS for t in problem.blocks.transitions
    )


def _bits(v: Term) -> int:
    return v.sort.element << v.sort.index if isinstance(v.sort, ArraySort) else v.width


def looping_program(rng: random.Random, shape: Shape) -> Program:
    """A random program of one procedure: two variables and the shape's arrays, a loop or two, a check at the
    end."""
    maker = ProgramMaker(rng, shape)
    builder = ProcedureBuilder(START)
    names = [builder.local(f"x{i}", shape.width) for i in range(2)]
    names += [builder.local_array(f"m{i}", sort) for i, sort in enumerate(shape.arrays)]
    for name in names:
        if rng.random() < 0.3:
            builder.havoc(name, "uninitialised")
        else:
            builder.assign(name, maker.known(name.sort))
    for _ in range(rng.choice((1, 1, 2))):
        if builder.at is not None:
            maker._while(builder, names, {}, shape.depth)
    if builder.at is not None:
        builder.check(maker._condition(names))
    return program(builder.build())


def small_problems(count: int, shape: Shape | None = None) -> Iterator[tuple[int, Program, Problem]]:
    """So many random programs with their problem, none of them too large, each with its seed. Most have cut
    points, all have targets."""
    for seed in itertools.count():
        if count == 0:
            return
        rng = random.Random(seed)
        made = looping_program(rng, shape or Shape(width=3, statements=3, depth=1))
        problem = pose(prepare(made), "P1")
        if small(problem) and problem.targets and (problem.cut_points or rng.random() < 0.1):
            count -= 1
            yield seed, made, problem


def random_candidates(rng: random.Random, problem: Problem, most: int = 10) -> dict[int, list[Term]]:
    """Some predicates about the live variables of each cut point."""
    found: dict[int, list[Term]] = {}
    for at in problem.cut_points:
        widths = sorted({v.width for v in problem.live[at] if v.width}) or (3,)
        maker = TermMaker(rng, problem.live[at], widths)
        made = [maker.term(0, rng.randint(1, 2)) for _ in range(rng.randint(0, most))]
        found[at] = [term for term in made if term.free]
    return found
