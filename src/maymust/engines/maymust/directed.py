"""Directed tests alone, without an abstraction: DART, and SMART with the must summaries of callees.

    MUST-POST            a branch off the path of a test, where none has gone: the prover is asked for inputs
    MUST-POST-USESUM     a call is crossed like a path through the callee that is known (`CalleePaths`)
    BUG-FOUND            `MayMustSearch.violation`

Where every path has been tested, and none is left open, the property holds: an exhaustive proof says so.
Short paths come first, so that a loop of any length does not hide what is behind it.
"""

from __future__ import annotations

import heapq
from collections import deque
from itertools import count
from typing import TYPE_CHECKING

from maymust.engines.base import Claim, HoldsClaim, NoClaim
from maymust.engines.maymust.calls.crossing import Crossing
from maymust.engines.maymust.calls.query import any_call, system_of_any
from maymust.engines.maymust.loop import MayMustSearch
from maymust.engines.maymust.may.frontier import Frontier
from maymust.engines.maymust.must.extend import Extension, extend_frontier
from maymust.engines.maymust.must.symbolic import execute_symbolic
from maymust.frozen import frozen
from maymust.interp.machine import Machine
from maymust.ir.transitions import End
from maymust.passes.blocks import loop_heads
from maymust.solvers.base import Undecided

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.engines.base import Budget, Observer
    from maymust.engines.maymust.calls.asking import Calls
    from maymust.engines.maymust.calls.summaries import MustSummary
    from maymust.engines.maymust.must.forest import ForestState
    from maymust.engines.maymust.options import MayMustOptions
    from maymust.interp.replay import InputValue
    from maymust.ir.modules import Module
    from maymust.ir.transitions import Transition, TransitionSystem
    from maymust.solvers.prover import Prover
    from maymust.terms import Value

_DEEPEST = 1000  # proof that is worth to be checked
_DEEPEST_CALLS = 60  # callees of each other whose paths are sought at a time


@frozen(eq=False)
class _Branch:
    """A way that no test has taken yet from a state, at the end of a path: a transition, or, if that is a
    call, the path through the callee with this number."""

    state: ForestState
    path: int
    transition: Transition
    number: int = 0


class DirectedSearch(MayMustSearch):
    """Tests all paths of a system. `expanded` gives the system in which calls are expanded, for the proof."""

    def __init__(
        self,
        system: TransitionSystem,
        options: MayMustOptions,
        budget: Budget,
        observe: Observer,
        expanded: Callable[[], TransitionSystem],
        *,
        calls: Calls | None = None,
        prover: Prover | None = None,
    ) -> None:
        super().__init__(system, options, budget, observe, calls=calls, prover=prover)
        self._expanded = expanded
        self._paths: dict[tuple[int, Transition, object], int] = {}  # by the path before the last step
        self._branches: list[tuple[int, int, _Branch]] = []
        self._waiting: list[_Branch] = []  # for paths through a callee that is being looked at
        self._found = 0  # of these, when it was last looked whether there are more
        self._order = count()
        self._tests: list[tuple[InputValue, ...]] = []
        self.is_complete = True  # nothing was left open so far
        self._add_branches(self.forest.root, 0)

    def iterate(self) -> Claim | None:
        """One branch, one query."""
        if self.advance():
            return self.violation()
        return self._all_tested()

    def advance(self) -> bool:
        """Tries one branch; False if there is none left."""
        if not self._branches:
            return False
        branch = heapq.heappop(self._branches)[2]
        self.account.statistics.iterations += 1
        if branch.transition.call is not None:
            self._cross_call(branch)
        elif (branch.path, branch.transition, None) not in self._paths:
            self._cross(branch)
        return True

    def look_again(self) -> bool:
        """Whether there are branches that waited for callees, and may be tried again from now on."""
        found = self.calls.paths_found if self.calls else 0
        if not self._waiting or found == self._found:
            return False
        self._found = found
        for branch in self._waiting:
            self._push(branch)
        self._waiting.clear()
        return True

    def within(self, system: TransitionSystem) -> DirectedSearch:
        """The same in a callee."""
        return DirectedSearch(
            system,
            self.options,
            self.budget,
            lambda _: None,
            self._expanded,
            calls=self.calls,
            prover=self.prover,
        )

    @property
    def is_done(self) -> bool:
        """Whether every path has been tested."""
        return self.is_complete and not self._branches and not self._waiting

    def _cross(self, branch: _Branch) -> None:
        frontier = self._frontier(branch, branch.transition)
        preimage = self.edges.preimage(branch.transition, frontier.target)
        with self.account.timed("test generation"):
            answer = extend_frontier(
                frontier, preimage, self.machine, self.prover, tidy=self.options.tidy_inputs
            )
        if isinstance(answer, Extension):
            self._test(frontier, answer)
        elif isinstance(answer, Undecided):
            self.is_complete = False

    def _cross_call(self, branch: _Branch) -> None:
        call, calls = branch.transition.call, self.calls
        assert call is not None and calls is not None
        paths = calls.paths.get(call.callee)
        if paths is None:
            paths = calls.paths[call.callee] = CalleePaths(calls, calls.modules[call.callee], self)
        found = paths.get(branch.number)
        if found is None:
            if not paths.is_complete:
                self._waiting.append(branch)
            return
        self._push(_Branch(branch.state, branch.path, branch.transition, branch.number + 1))
        end, summary = found
        out = self.system.outgoing[branch.state.location]
        frontier = self._frontier(branch, next(t for t in out if t.call and t.call.end is end))
        with self.account.timed("test generation"):
            answer = Crossing(calls.modules, self, frontier).by_path(summary)
        if isinstance(answer, Extension):
            calls.summaries.must_used += 1
            self._test(frontier, answer)
        elif isinstance(answer, Undecided):
            self.is_complete = False

    def _frontier(self, branch: _Branch, transition: Transition) -> Frontier:
        source = next(self.graph.regions_at(transition.source))
        return Frontier(source, transition, next(self.graph.regions_at(transition.target)), branch.state)

    def _test(self, frontier: Frontier, extension: Extension) -> None:
        forest = self.forest
        with self.account.timed("execution"):
            self.run_test(frontier, extension)
            while forest.resume(forest.last, self.budget):
                pass
        if forest.gave_up or forest.was_cut(forest.last):
            self.is_complete = False
        self._tests.append(forest.test_of(forest.last))
        path = 0
        for state in forest.last.trace()[1:]:
            path = self._follow(path, state)

    def _follow(self, path: int, state: ForestState) -> int:
        """The path to a state, whose parent is at the end of another one."""
        assert state.transition is not None
        key = (path, state.transition, self._inside(state))
        known = self._paths.get(key)
        if known is None:
            known = self._paths[key] = len(self._paths) + 1
            self._add_branches(state, known)
        return known

    def _inside(self, state: ForestState) -> object:
        """Which way a call took that led to a state."""
        assert state.transition is not None and state.parent is not None
        if state.transition.call is None:
            return None
        after, before = execute_symbolic(state, self.machine), execute_symbolic(state.parent, self.machine)
        return tuple(after.path_constraint()[: after.length - before.length])

    def _add_branches(self, state: ForestState, path: int) -> None:
        if state.location in self.targets:
            return
        out = self.system.outgoing[state.location]
        for transition in out[:1] if out and out[0].call else out:
            self._push(_Branch(state, path, transition))

    def _push(self, branch: _Branch) -> None:
        length = execute_symbolic(branch.state, self.machine).length + branch.number
        heapq.heappush(self._branches, (length, next(self._order), branch))

    def _all_tested(self) -> Claim | None:
        if self.look_again():
            return None
        if self.blocking:
            return self.no_abstract_path()
        if not self.is_done:
            return NoClaim("all paths were tested, but for some that are too long, too hard or recursive")
        system = self._expanded()
        heads = {at for at in loop_heads(system) if at not in system.blocked}
        depth = max([_passed(Machine(system), test, heads) for test in self._tests], default=0) + 1
        if depth > _DEEPEST:
            return NoClaim("all paths were tested, but some are too long for a proof")
        return HoldsClaim({system.nodes[at]: () for at in heads}, depth, exhaustive=True)


def _passed(machine: Machine, test: tuple[InputValue, ...], heads: set[int]) -> int:
    """How many of these locations a test passes."""
    feed: dict[str, deque[Value]] = {}
    for given in test:
        feed.setdefault(given.node, deque()).append(given.value)
    location, values, passed = machine.system.initial, machine.initial_values(), 0
    while True:
        passed += location in heads
        for slot, source in zip(machine.input_slots[location], machine.inputs_at(location), strict=True):
            if feed.get(source.node):
                values[slot] = feed[source.node][0]
        stepped = machine.step(location, values)
        if stepped is None:
            return passed
        for source in stepped[0].transition.inputs:
            if feed.get(source.node):
                feed[source.node].popleft()
        location = stepped[0].transition.target


class CalleePaths:
    """The paths through a procedure that may begin with anything, found one after the other, for all its
    callers together."""

    def __init__(self, calls: Calls, module: Module, caller: DirectedSearch) -> None:
        self._calls = calls
        self._query = any_call(module, calls.modules.globals)
        self._search = caller.within(system_of_any(self._query))
        self._found: list[tuple[End, MustSummary]] = []
        self._busy = False

    @property
    def is_complete(self) -> bool:
        """Whether all paths are known."""
        return self._search.is_done and not self._busy

    def get(self, number: int) -> tuple[End, MustSummary] | None:
        """The path with this number; None if there is none, or, unless it `is_complete`, not yet."""
        while len(self._found) <= number:
            if self._busy or self._calls.paths_asked >= _DEEPEST_CALLS or not self._look_further():
                return None
        return self._found[number]

    def _look_further(self) -> bool:
        search = self._search
        search.budget.check()
        self._busy = True
        self._calls.paths_asked += 1
        try:
            more = search.advance() or search.look_again()
        finally:
            self._busy = False
            self._calls.paths_asked -= 1
        for state in search.forest.ends:
            end = self._end(state.location)
            summary = self._calls.summaries.add_path(self._query, end, search.machine, state)
            if summary is None:
                search.is_complete = False
            else:
                self._calls.paths_found += 1
                self._found.append((end, summary))
        search.forest.ends.clear()
        return more

    def _end(self, location: int) -> End:
        system = self._query.module.system
        if location in system.errors:
            return End.ERROR
        return End.BLOCKED if location in system.blocked else End.RETURN
