"""The blocks of a problem as one transition relation, unrolled step by step.

The location is a variable like the others, `.at`, so one formula describes a step from anywhere to anywhere.
At step i a variable `x` is called `x@i`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.interp.values import zero
from maymust.terms import (
    Term,
    Value,
    bitvec,
    conjunction,
    constant,
    disjunction,
    eq,
    implies,
    ite,
    substitute,
    variable,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from maymust.engines.auto.problem import Problem
    from maymust.ir.transitions import Transition


class Unrolling:
    """Formulas about step i of a run. A run never makes a step after it has reached a target."""

    def __init__(self, problem: Problem) -> None:
        blocks, targets = problem.blocks, problem.targets
        self._initial = blocks.initial
        self._places = {at: n for n, at in enumerate(at for at in blocks.nodes if at not in targets)}
        self._at = variable(".at", bitvec(max(1, (len(self._places) - 1).bit_length())))
        inner = [t for t in blocks.transitions if t.target not in targets]
        final = [t for t in blocks.transitions if t.target in targets]
        self._bad = disjunction(self._taken(t) for t in final)
        self._moves = disjunction(self._taken(t) for t in inner)
        self._inputs = {i.variable: i.node for t in blocks.transitions for i in t.inputs}
        changed = dict.fromkeys(v for t in inner for v in t.updates)
        read = frozenset().union(
            *[x.free for t in blocks.transitions for x in (*t.guard, *t.updates.values())]
        )
        self._next = {self._at: self._next_value(self._at, inner)}
        self._next |= {
            v: self._next_value(v, inner) for v in problem.system.variables if v in read or v in changed
        }
        self._instances: dict[int, dict[Term, Term]] = {}
        self._memos: dict[int, dict[Term, Term]] = {}

    def _taken(self, block: Transition) -> Term:
        return conjunction((self._here(block.source), *block.guard))

    def _here(self, location: int) -> Term:
        return eq(self._at, constant(self._places[location], self._at.width))

    def _next_value(self, v: Term, inner: Iterable[Transition]) -> Term:
        """The value after a step, the same values of different blocks taken together."""
        cases: dict[Term, list[Term]] = {}
        for block in inner:
            if v is self._at:
                value = constant(self._places[block.target], v.width)
            else:
                value = block.updates.get(v, v)
            cases.setdefault(value, []).append(self._taken(block))
        ordered = sorted(cases.items(), key=lambda case: (case[0] is v, len(case[1]), case[0].serial))
        if not ordered:
            return v
        result = ordered[-1][0]
        for value, taken in ordered[-2::-1]:
            result = ite(disjunction(taken), value, result)
        return result

    def start(self) -> Term:
        """The run begins at the initial location."""
        return self.at_step(self._here(self._initial), 0)

    def bad(self, step: int) -> Term:
        """From step `step` the run goes into a target."""
        return self.at_step(self._bad, step)

    def move(self, step: int) -> list[Term]:
        """From step `step` the run goes to another cut point, where it is at the next step."""
        after = self._instance(step + 1)
        values = [eq(after[v], self.at_step(value, step)) for v, value in self._next.items()]
        return [self.at_step(self._moves, step), *values]

    def fact(self, location: int, fact: Term, step: int) -> Term:
        """If the run is at this location at that step, the fact holds."""
        return self.at_step(implies(self._here(location), fact), step)

    def inputs(self, model: Mapping[Term, Value], steps: int) -> list[dict[str, Value]]:
        """The inputs of the run in a model, by node, for each step."""
        found = []
        for step in range(steps):
            names = self._instance(step)
            found.append({node: model.get(names[v], zero(v.sort)) for v, node in self._inputs.items()})
        return found

    def at_step(self, term: Term, step: int) -> Term:
        """A term about the variables at a step."""
        return substitute(term, self._instance(step), self._memos[step])

    def _instance(self, step: int) -> dict[Term, Term]:
        names = self._instances.get(step)
        if names is None:
            every = (*self._next, *self._inputs)
            names = self._instances[step] = {v: variable(f"{v.name}@{step}", v.sort) for v in every}
            self._memos[step] = {}
        return names
