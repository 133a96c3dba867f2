"""Explicit-value analysis of a transition system: which values do variables have, together, at each location.

A state gives a location's tracked variables a value each; where it is not known, or is an array, literals
about it that were seen to hold, or None. A transition is crossed by putting the known values into its guard
and its updates, which simplifies them: a guard that becomes false is not passed, and what it says of one
variable is known from there on. `explicit_values` chooses what is tracked.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from maymust.errors import InternalError
from maymust.frozen import frozen
from maymust.terms import ArraySort, Term, constant, eq, select, store, substitute
from maymust.terms import operators as ops
from maymust.terms.literals import simplify_conjunction

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from maymust.engines.slices import Slice
    from maymust.ir.transitions import Transition, TransitionSystem

Value = int | tuple[Term, ...] | None  # a number, literals in order, anything
State = tuple[Value, ...]
Place = tuple[int, State]
Known = dict[Term, Value]


@frozen
class Bounds:
    """How many values of a variable, and how many states, are told apart at a location."""

    values: int
    states: int


def known_after_guard(transition: Transition, known: Mapping[Term, Value]) -> Known | None:
    """What is known of the inputs and of the values before a transition, when its guard has been passed;
    None where it cannot be."""
    told = _told(known)
    conjuncts: list[Term] = []
    for variable in dict.fromkeys(v for c in transition.guard for v in sorted(c.free)):
        value = known.get(variable)
        conjuncts += value if isinstance(value, tuple) else ()
    memo: dict[Term, Term] = {}
    conjuncts += [substitute(c, told, memo) for c in transition.guard]
    literals = simplify_conjunction(conjuncts)
    if literals is None:
        return None
    result, learned = dict(known), dict[Term, list[Term]]()
    for literal in literals:
        if len(literal.free) == 1:
            learned.setdefault(next(iter(literal.free)), []).append(literal)
    for variable, about in learned.items():
        values = [x.args[1].value for x in about if x.op is ops.EQ and x.args[0] is variable]
        numbers = [value for value in values if value is not None]
        result[variable] = numbers[0] if numbers else tuple(sorted(about))
    return result


def known_after_updates(transition: Transition, known: Mapping[Term, Value]) -> Known:
    """What is known behind a transition, when `known_after_guard` has given what is known before it."""
    told, memo = _told(known), dict[Term, Term]()
    result = dict(known)
    for variable, term in transition.updates.items():
        value = substitute(term, told, memo)
        about = known.get(value)
        if value.value is not None:
            result[variable] = value.value
        elif isinstance(about, tuple):
            result[variable] = tuple(sorted(substitute(x, {value: variable}) for x in about))
        elif isinstance(variable.sort, ArraySort):
            result[variable] = _literals_of_array(variable, value) or None
        else:
            result[variable] = None
    return result


def _told(known: Mapping[Term, Value]) -> dict[Term, Term]:
    """Terms to put in the place of variables: numbers, and arrays with the elements that are known."""
    found: dict[Term, Term] = {}
    for variable, value in known.items():
        if isinstance(value, int):
            found[variable] = constant(value, variable.width)
        elif value is not None and isinstance(variable.sort, ArraySort):
            found[variable] = _array_told(variable, value)
    return found


def _array_told(array: Term, literals: Iterable[Term]) -> Term:
    """The array itself, as far as literals tell, which are as `_literals_of_array` makes them."""
    told = array
    for literal in literals:
        if literal.op is not ops.EQ:
            continue
        left, right = literal.args
        if left.op is ops.SELECT and left.args[0] is array and left.args[1].value is not None:
            told = store(told, left.args[1], right) if right.value is not None else told
        elif array in literal.args:
            closed = [side for side in literal.args if not side.free]
            told = closed[0] if closed else told
    return told


def _literals_of_array(array: Term, value: Term) -> tuple[Term, ...]:
    """What is known of an array that has this value: what it is or, if that is not known, some elements."""
    if not value.free:
        return (eq(array, value),)
    elements: dict[Term, Term] = {}
    while value.op is ops.STORE and value.args[1].value is not None:
        value, index, element = value.args
        elements.setdefault(index, element)
    return tuple(sorted(eq(select(array, i), x) for i, x in elements.items() if x.value is not None))


class _Crossing:
    """A transition between states. What it does depends on the values that it reads, and is kept for them."""

    def __init__(self, transition: Transition, before: tuple[Term, ...], after: tuple[Term, ...]) -> None:
        self.transition = transition
        self.target = transition.target
        self._before = before
        self._after = {variable: place for place, variable in enumerate(after)}
        at = {variable: place for place, variable in enumerate(before)}
        used = [*transition.guard, *(transition.updates[v] for v in after if v in transition.updates)]
        free = frozenset().union(*[term.free for term in used])
        self._reads = tuple(place for variable, place in at.items() if variable in free)
        self._copies = tuple(None if v in transition.updates else at.get(v) for v in after)
        self._effects: dict[State, Mapping[int, Value] | None] = {}

    def successor(self, state: State) -> State | None:
        """The state behind the transition; None where it is not crossed."""
        read = tuple([state[place] for place in self._reads])
        if read not in self._effects:
            self._effects[read] = self._effect(read)
        effect = self._effects[read]
        if effect is None:
            return None
        values = [None if place is None else state[place] for place in self._copies]
        for place, value in effect.items():
            values[place] = value
        return tuple(values)

    def _effect(self, read: State) -> Mapping[int, Value] | None:
        """The places of the target whose values the transition determines, if it is crossed."""
        given = {self._before[place]: value for place, value in zip(self._reads, read, strict=True)}
        known = known_after_guard(self.transition, given)
        if known is None:
            return None
        behind = known_after_updates(self.transition, known)
        return {self._after[v]: value for v, value in behind.items() if v in self._after}


class Exploration:
    """The states that are reached when `tracked` variables, while they are live, are tracked.

    `states` has them by location, once `run` has said that they are complete. Where there are more than
    the bounds allow, variables are forgotten, at that location.
    """

    def __init__(
        self,
        system: TransitionSystem,
        live: Mapping[int, Iterable[Term]],
        tracked: Iterable[Term],
        bounds: Bounds,
    ) -> None:
        wanted = set(tracked)
        self._bounds = bounds
        self._ends = {*system.errors, *system.blocked}
        self.variables = {at: tuple(sorted(wanted.intersection(live[at]))) for at in system.nodes}
        self._crossings = {
            at: [_Crossing(t, self.variables[at], self.variables[t.target]) for t in found]
            for at, found in system.outgoing.items()
        }
        self.states: dict[int, dict[State, None]] = {at: {} for at in system.nodes}
        self._values: dict[int, list[set[Value]]] = {
            at: [set() for _ in found] for at, found in self.variables.items()
        }
        self._forgotten: dict[int, set[int]] = {at: set() for at in system.nodes}
        self._origin: dict[Place, tuple[Transition, State]] = {}
        self._queue: deque[Place] = deque()
        self._reach(system.initial, (None,) * len(self.variables[system.initial]))

    def run(self, limit: Slice, *, stop_at_ends: bool) -> Place | None:
        """Explores until nothing is new, time is over, or (if wanted) an end is reached: it is returned."""
        while self._queue and not limit.over():
            location, state = self._queue.popleft()
            if state not in self.states[location]:
                continue  # coarsened since
            limit.spend_steps(len(self._crossings[location]))
            for crossing in self._crossings[location]:
                following = crossing.successor(state)
                if following is None:
                    continue
                reached = self._reach(crossing.target, following, (crossing.transition, state))
                if reached is not None and stop_at_ends and crossing.target in self._ends:
                    return crossing.target, reached
        return None

    @property
    def complete(self) -> bool:
        """Whether everything has been reached."""
        return not self._queue

    def path_to(self, place: Place) -> list[Transition]:
        """The transitions on a way to a place."""
        path: list[Transition] = []
        while place in self._origin:
            transition, before = self._origin[place]
            path.append(transition)
            place = (transition.source, before)
        return path[::-1]

    def _reach(
        self, location: int, state: State, origin: tuple[Transition, State] | None = None
    ) -> State | None:
        """Adds a state, without what is forgotten there. The state if it is new."""
        forgotten = self._forgotten[location]
        if forgotten:
            state = tuple([None if place in forgotten else value for place, value in enumerate(state)])
        states = self.states[location]
        if state in states:
            return None
        states[state] = None
        if origin is not None:
            self._origin.setdefault((location, state), origin)
        self._queue.append((location, state))
        crowded = len(states) > self._bounds.states
        for place, (values, value) in enumerate(zip(self._values[location], state, strict=True)):
            values.add(value)
            if len(values) > self._bounds.values and place not in forgotten:
                self._forget(location, place)
        if crowded and len(self.states[location]) > self._bounds.states:
            self._forget(location, self._most_varied(location))
        return state

    def _most_varied(self, location: int) -> int:
        kept = [p for p in range(len(self.variables[location])) if p not in self._forgotten[location]]
        if not kept:
            raise InternalError("more states than values")
        return max(kept, key=lambda place: len(self._values[location][place]))

    def _forget(self, location: int, place: int) -> None:
        """Tells the states of a location no longer apart by one variable."""
        self._forgotten[location].add(place)
        self._values[location][place] = {None}
        old, self.states[location] = self.states[location], {}
        for state in old:
            coarser = (*state[:place], None, *state[place + 1 :])
            if coarser in self.states[location]:
                continue
            self.states[location][coarser] = None
            if coarser not in old:
                origin = self._origin.get((location, state))
                if origin is not None:
                    self._origin.setdefault((location, coarser), origin)
                self._queue.append((location, coarser))
