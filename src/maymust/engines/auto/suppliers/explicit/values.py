"""Explicit values: the states of the variables that decide where a program goes. Decides most state machines.

The variables to track are found as by D. Beyer and S. Löwe, "Explicit-State Software Model Checking Based on
CEGAR and Interpolation" (FASE 2013): nothing is tracked at first (`explicit_states.Exploration` explores); a
way to an end that is none when all variables are tracked (`needed`) names those that it takes to see that.
When no end is reached any more, what is reached at the cut points is inductive, and excludes the ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.engines.auto.suppliers.base import NOTHING, Proposal
from maymust.engines.auto.suppliers.explicit.states import (
    Bounds,
    Exploration,
    Known,
    known_after_guard,
    known_after_updates,
)
from maymust.frozen import frozen
from maymust.passes.slicing import live_variables
from maymust.passes.split_choices import split_choices
from maymust.terms import FALSE, TRUE, Term, conjunction, constant, disjunction, eq

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from maymust.engines.auto.knowledge import Knowledge
    from maymust.engines.auto.problem import Problem
    from maymust.engines.auto.suppliers.explicit.states import State, Value
    from maymust.engines.slices import Slice
    from maymust.ir.transitions import Transition

STAGES = (Bounds(values=40, states=300), Bounds(values=300, states=3000))  # one a call
MOST_VALUES = 40  # of one variable, in a candidate about it alone


class ExplicitValues:
    """The supplier. It tells few states apart at first, and more if those were too few; a stage that was not
    finished in its slice is tried again in the next, with the variables that are known to be needed."""

    name = "explicit"

    def __init__(self) -> None:
        self._stages = list(STAGES)
        self._tracked: set[Term] = set()

    def propose(self, problem: Problem, knowledge: Knowledge, limit: Slice) -> Proposal:
        """What the tracked variables are at the cut points, if the states are complete within the slice."""
        del knowledge
        if not self._stages:
            return NOTHING
        found = explore(problem, self._tracked, self._stages[0], limit)
        if not found.exploration.complete:
            return Proposal(note=found.note)
        self._stages = self._stages[1:] if found.too_coarse else []
        candidates = {at: tuple(_candidates(found.exploration, at)) for at in problem.cut_points}
        return Proposal(
            candidates={at: terms for at, terms in candidates.items() if terms},
            together=True,
            note=found.note,
        )


@frozen
class Explored:
    """An exploration at its end. It is `too_coarse` where more states might exclude the ends."""

    exploration: Exploration
    too_coarse: bool
    note: str


def explore(problem: Problem, tracked: set[Term], bounds: Bounds, limit: Slice) -> Explored:
    """The states that exclude the ends; where none do, those of all variables. What has to be tracked is
    added to `tracked`."""
    system = split_choices(problem.system)
    live: dict[int, Iterable[Term]] = {**live_variables(system)}
    live |= {at: problem.live[at] for at in problem.cut_points}  # of others, nothing can be proved there
    while True:
        exploration = Exploration(system, live, tracked, bounds)
        end = exploration.run(limit, stop_at_ends=True)
        if end is None:
            return Explored(exploration, too_coarse=False, note=_note(exploration, excluded=True))
        contradicting = needed(exploration.path_to(end))
        if contradicting <= tracked:
            break
        tracked |= contradicting
    exploration = Exploration(system, live, system.variables, bounds)
    exploration.run(limit, stop_at_ends=False)
    reached = any(exploration.states.get(end) for end in problem.targets)
    note = _note(exploration, excluded=not reached)
    return Explored(exploration, too_coarse=reached and bool(contradicting), note=note)


def _note(exploration: Exploration, *, excluded: bool) -> str:
    count = sum(map(len, exploration.states.values()))
    outcome = "the error is excluded" if excluded else "the error stays possible"
    return f"{count} states: {outcome if exploration.complete else 'unfinished'}"


def needed(path: Sequence[Transition]) -> set[Term]:
    """The variables whose values show that a path from the start cannot be gone; none if they do not."""
    variables = {v for transition in path for v in transition.updates}
    known: Known = {}
    before: list[Known] = []  # each transition that can be crossed
    for transition in path:
        passed = known_after_guard(transition, known)
        if passed is None:
            break
        before.append(known)
        behind = known_after_updates(transition, passed)
        known = {v: value for v, value in behind.items() if v in variables and value is not None}
    else:
        return set()
    wanted = _contradiction(path[len(before)], known)
    found = set(wanted)
    for index in reversed(range(len(before))):
        wanted = _wanted_before(path[index], wanted, before[index])
        found |= wanted
    return found


def _contradiction(transition: Transition, known: Known) -> set[Term]:
    """Variables whose known values suffice to make a guard false. Requires: all of them do."""
    free = frozenset().union(*[c.free for c in transition.guard])
    values = {v: value for v, value in known.items() if v in free}
    for variable, value in sorted(values.items(), key=lambda item: item[0]):
        if known_after_guard(transition, {variable: value}) is None:
            return {variable}
    for variable in sorted(values):
        fewer = {v: value for v, value in values.items() if v is not variable}
        if known_after_guard(transition, fewer) is None:
            values = fewer
    return set(values)


def _wanted_before(transition: Transition, wanted: Iterable[Term], known: Known) -> set[Term]:
    """The variables that must be known before a transition, for the wanted ones to be known behind it."""
    result: set[Term] = set()
    for variable in wanted:
        if variable not in transition.updates and variable in known:
            result.add(variable)
            continue
        value = transition.updates.get(variable, variable)
        sources = [value]
        if any(v not in known for v in value.free):  # then the guard tells
            sources += transition.guard
        result.update(v for source in sources for v in source.free if v in known)
    return result


# -- candidates ------------------------------------------------------------------------------------------


def _candidates(explored: Exploration, location: int) -> Iterator[Term]:
    states, variables = list(explored.states[location]), explored.variables[location]
    if not states:
        yield FALSE
        return
    found = [union(variables, states)]
    for place, variable in enumerate(variables):
        values = {state[place] for state in states}
        if len(values) <= MOST_VALUES:
            found.append(_one_of(variable, values))
    yield from dict.fromkeys(term for term in found if term is not TRUE)


def union(variables: Sequence[Term], states: Iterable[State]) -> Term:
    """The predicate that holds in these states, as a decision diagram: equal parts are one term."""
    below: Mapping[State, Term] = dict.fromkeys(states, TRUE)
    for variable in reversed(variables):
        branches: dict[State, dict[Term, list[Value]]] = {}
        for state, rest in below.items():
            branches.setdefault(state[:-1], {}).setdefault(rest, []).append(state[-1])
        below = {
            prefix: disjunction(
                conjunction((_one_of(variable, values), rest)) for rest, values in found.items()
            )
            for prefix, found in branches.items()
        }
    return below.get((), FALSE)


def _one_of(variable: Term, values: Iterable[Value]) -> Term:
    """The variable has one of these values."""
    return disjunction(_has(variable, value) for value in values)


def _has(variable: Term, value: Value) -> Term:
    if isinstance(value, int):
        return eq(variable, constant(value, variable.width))
    return conjunction(value or ())
