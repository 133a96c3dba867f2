"""Intervals: bounds of variables by abstract interpretation (P. and R. Cousot, POPL 1977).

Locations are gone through in reverse postorder. At the heads of loops ranges are widened, to the constants
of the program first, then to those that the variable is compared with in the loop; when nothing changes any
more, two rounds without widening narrow them again.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

from maymust.engines.auto.suppliers.base import NOTHING, Proposal
from maymust.engines.auto.suppliers.intervals.domain import Range, anything, join, widen
from maymust.engines.auto.suppliers.intervals.guards import Environment, assume, joined, ranges_of
from maymust.passes.blocks import loop_heads
from maymust.passes.slicing import live_variables
from maymust.terms import FALSE, Term, constant, eq, less_equal, make, postorder, to_signed
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from maymust.engines.auto.knowledge import Knowledge
    from maymust.engines.auto.problem import Problem
    from maymust.engines.auto.suppliers.base import Candidates
    from maymust.engines.slices import Slice
    from maymust.ir.transitions import Transition, TransitionSystem

NARROWING_ROUNDS = 2
_COMPARISONS = frozenset((ops.EQ, ops.SLT, ops.ULT))
_STEPS_A_TRANSFER = 20  # what one costs, in steps of tests

# How often a range grows at a loop's head before it is widened to the next constant of the program, to the
# next that the loop compares it with (where there are many constants, the others are too many steps), to the
# ends, given up. What is not set in the loop waits for the loops around it to be widened.
_TO_CONSTANTS, _TO_COMPARED, _TO_ENDS, _GIVEN_UP = 3, 12, 20, 80


class Intervals:
    """The supplier. It is asked until it has finished, and proposes then."""

    name = "intervals"

    def __init__(self) -> None:
        self._done = False
        self._analysis: Analysis | None = None

    def propose(self, problem: Problem, knowledge: Knowledge, limit: Slice) -> Proposal:
        """The bounds of each live variable at each cut point."""
        del knowledge
        if self._done:
            return NOTHING
        if self._analysis is None:
            self._analysis = Analysis(problem.system, problem.constants)
        self._done = self._analysis.run(limit)
        if not self._done:
            return Proposal(note="unfinished")
        found = self._analysis.environments
        return Proposal(
            candidates=_bounds(problem, found),
            together=True,
            note=f"the error {'is excluded' if problem.targets.isdisjoint(found) else 'stays possible'}",
        )


def bounds_at_cut_points(problem: Problem, limit: Slice) -> Candidates | None:
    """The bounds of each live variable at each cut point; None where the slice does not suffice."""
    analysis = Analysis(problem.system, problem.constants)
    return _bounds(problem, analysis.environments) if analysis.run(limit) else None


def _bounds(problem: Problem, found: Mapping[int, Environment]) -> Candidates:
    said = {
        at: [FALSE] if at not in found else [x for v in problem.live[at] for x in _facts(v, found[at].get(v))]
        for at in problem.cut_points
    }
    return {at: terms for at, terms in said.items() if terms}


class Analysis:
    """`environments` has those of the locations that can be reached, when `run` has said that it is done."""

    def __init__(self, system: TransitionSystem, constants: Iterable[int]) -> None:
        self._system = system
        self._live = live_variables(system)
        self._order = {location: place for place, location in enumerate(_reverse_postorder(system))}
        self._loops = {head: _transitions_of_loop(system, head, self._order) for head in loop_heads(system)}
        self._changed_in_loop = {
            head: {v for transition in loop for v in transition.updates} for head, loop in self._loops.items()
        }
        self._constants = tuple(constants)
        self._thresholds: dict[int, list[int]] = {}
        self._compared: dict[tuple[int, Term], list[int]] = {}
        self._growth: dict[tuple[int, Term], int] = {}
        self._queue = [(self._order[system.initial], system.initial)]
        self._narrowing = self._locations_to_narrow()
        self.environments: dict[int, Environment] = {system.initial: {}}

    def run(self, limit: Slice) -> bool:
        """Works until the slice is over; whether everything is done."""
        while self._queue:
            if limit.over():
                return False
            _, location = heapq.heappop(self._queue)
            for transition in self._system.outgoing[location]:
                limit.spend_steps(_STEPS_A_TRANSFER)
                behind = self._cross(transition)
                if behind is not None and self._reach(transition.target, behind):
                    self._enqueue(transition.target)
        while self._narrowing:
            if limit.over():
                return False
            limit.spend_steps(_STEPS_A_TRANSFER)
            self._narrow(*self._narrowing.pop())
        return True

    def _cross(self, transition: Transition) -> Environment | None:
        """The environment behind a transition; None where it cannot be crossed."""
        before = self.environments.get(transition.source)
        inside = None if before is None else assume(transition.guard, before)
        if inside is None:
            return None
        live = self._live[transition.target]
        behind = {v: known for v, known in inside.items() if v in live and v not in transition.updates}
        variables = [v for v in transition.updates if v in live and v.width]
        values = ranges_of([transition.updates[v] for v in variables], inside)
        new = zip(variables, values, strict=True)
        return behind | {v: known for v, known in new if known != anything(v.width)}

    def _reach(self, location: int, new: Environment) -> bool:
        """Adds the states of an environment to those of a location; whether that changes them."""
        old = self.environments.get(location)
        if old is None:
            self.environments[location] = new
            return True
        result: Environment = {}
        for variable, known in old.items():
            found = self._either(location, variable, known, new.get(variable))
            if found is not None:
                result[variable] = found
        self.environments[location] = result
        return result != old

    def _either(self, location: int, variable: Term, old: Range, new: Range | None) -> Range | None:
        """A range of both, widened if need be; None for anything."""
        if new is None or new is old:
            return new
        either = join(old, new) or old
        if either == old:
            return old
        changed_in_loop = self._changed_in_loop.get(location)
        if changed_in_loop is not None:
            growth = self._growth[location, variable] = self._growth.get((location, variable), 0) + 1
            if growth >= _GIVEN_UP:
                return None
            if growth >= _TO_CONSTANTS and variable in changed_in_loop:
                either = widen(old, either, self._thresholds_of(location, variable, growth))
        return None if either == anything(old.width) else either

    def _thresholds_of(self, location: int, variable: Term, growth: int) -> list[int]:
        """Where a range that has grown so often at the head of a loop may stop."""
        if growth >= _TO_ENDS:
            return []
        width = variable.width
        if growth < _TO_COMPARED:
            if width not in self._thresholds:
                self._thresholds[width] = _thresholds(self._constants, width)
            return self._thresholds[width]
        known = self._compared.get((location, variable))
        if known is None:
            guards = [guard for transition in self._loops[location] for guard in transition.guard]
            known = _thresholds(_compared_with(variable, guards), width)
            self._compared[location, variable] = known
        return known

    def _enqueue(self, location: int) -> None:
        entry = (self._order[location], location)
        if entry not in self._queue:
            heapq.heappush(self._queue, entry)

    def _locations_to_narrow(self) -> list[tuple[int, list[Transition]]]:
        """Locations and what enters them, the last to be gone through first."""
        incoming: dict[int, list[Transition]] = {location: [] for location in self._order}
        for transition in self._system.transitions:
            if transition.source in incoming:
                incoming[transition.target].append(transition)
        del incoming[self._system.initial]
        return list(incoming.items())[::-1] * NARROWING_ROUNDS

    def _narrow(self, location: int, incoming: list[Transition]) -> None:
        """What enters a location is all that is there."""
        if location not in self.environments:
            return
        found = [environment for t in incoming if (environment := self._cross(t)) is not None]
        narrowed = joined(found)
        if narrowed is None:
            del self.environments[location]
        else:
            self.environments[location] = narrowed


def _reverse_postorder(system: TransitionSystem) -> list[int]:
    """The locations that can be reached, those of a loop behind its head."""
    postorder: list[int] = []
    seen = {system.initial}
    stack = [(system.initial, iter(system.outgoing[system.initial]))]
    while stack:
        location, rest = stack[-1]
        target = next((t.target for t in rest if t.target not in seen), None)
        if target is None:
            stack.pop()
            postorder.append(location)
        else:
            seen.add(target)
            stack.append((target, iter(system.outgoing[target])))
    return postorder[::-1]


def _transitions_of_loop(system: TransitionSystem, head: int, order: Mapping[int, int]) -> list[Transition]:
    """Those on ways from a loop's head back to it through what comes behind it."""
    incoming: dict[int, list[Transition]] = {}
    for transition in system.transitions:
        if order.get(transition.source, -1) >= order[head]:
            incoming.setdefault(transition.target, []).append(transition)
    body, work = {head}, [head]
    found: list[Transition] = []
    while work:
        for transition in incoming.get(work.pop(), ()):
            found.append(transition)
            if transition.source not in body:
                body.add(transition.source)
                work.append(transition.source)
    return found


def _compared_with(variable: Term, guards: Iterable[Term]) -> set[int]:
    """The constants in comparisons that speak of a variable."""
    comparisons = [p for p in postorder(guards) if p.op in _COMPARISONS and variable in p.free]
    return {p.value for p in postorder(comparisons) if p.value is not None and p.width}


def _thresholds(constants: Iterable[int], width: int) -> list[int]:
    """Constants and their neighbours, in both readings, in order."""
    readings = {c & ((1 << width) - 1) for c in constants} | {0}
    readings |= {to_signed(c, width) for c in readings}
    return sorted({c + d for c in readings for d in (-1, 0, 1)})


def _facts(variable: Term, known: Range | None) -> Iterator[Term]:
    """What a range says of a variable, without what its width says already."""
    if known is None:
        return
    width = variable.width
    if known.value is not None:
        yield eq(variable, constant(known.value, width))
        return
    whole = anything(width)
    if known.low > whole.low:
        yield less_equal(constant(known.low, width), variable, signed=True)
    if known.high < whole.high:
        yield less_equal(variable, constant(known.high, width), signed=True)
    if known.low < 0 <= known.high:  # else the signed bounds say it
        if known.bottom > 0:
            yield less_equal(constant(known.bottom, width), variable, signed=False)
        if known.top < whole.top:
            yield less_equal(variable, constant(known.top, width), signed=False)
    if known.modulus > 1:
        yield _congruence(variable, known.modulus, known.remainder)


def _congruence(variable: Term, modulus: int, remainder: int) -> Term:
    """The variable is that remainder modulo that modulus, both of them less than 2**width."""
    if modulus & (modulus - 1) == 0:
        bits = modulus.bit_length() - 1
        return eq(make(ops.EXTRACT, (variable,), (bits - 1, 0)), constant(remainder, bits))
    divisor = constant(modulus, variable.width)
    return eq(make(ops.UREM, (variable, divisor)), constant(remainder, variable.width))
