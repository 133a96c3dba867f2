"""The search for tests in a compiled program: wide, with short tests, and deep, with a few long ones."""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING

from maymust.engines.auto.suppliers.base import Proposal
from maymust.engines.auto.suppliers.native.program import TEST_COST
from maymust.engines.auto.suppliers.native.rows import inputs_of
from maymust.engines.slices import STEPS_A_CALL

if TYPE_CHECKING:
    from maymust.engines.auto.problem import Valuation
    from maymust.engines.auto.suppliers.native.library import Library
    from maymust.engines.auto.suppliers.native.places import Places
    from maymust.engines.slices import Slice
    from maymust.interp.replay import InputValue

Test = tuple["InputValue", ...]

NATIVE_STEPS_A_CALL = 50 * STEPS_A_CALL
MOST_INPUTS = 1_000_000  # of a test that is proposed
STATES = 150  # at each cut point, of tests of one depth

_WIDE = (1_000, 200, 100_000, 3_000, 1_000_000, 1_000, 10_000)  # limits of steps, in turn
_WIDE_SHARE = 8  # of what is left, such a part for each turn
_DEPTHS = (1_000, 10_000, 100_000, 1_000_000, 3_000_000)  # a deeper test nobody could run again in Python
_DEEP_STEPS = 3_000_000  # of tests of one depth, if not one alone makes more
_LEAST_WORK = 3_000_000  # steps of a call, even where nothing is left of the slice once it is compiled
_SEEDS_A_CALL = 1 << 40
_SAMPLE_SEED = 1 << 60  # tests that show states are not those that search
_SAMPLE_SHARE = 8
_SAMPLE_DEPTHS = (300, 30_000, 1_000_000)


class Search:
    """The search of one call, with other seeds than the `calls` before it. It goes as deep as the slice
    allows, the first call step by step; the later ones begin deeper."""

    def __init__(self, library: Library, places: Places, calls: int) -> None:
        self._library = library
        self._places = places
        self._wanted = [True] * len(places.targets)
        self._speed = 5e6  # steps a second, seen last
        self._seed = calls * _SEEDS_A_CALL
        self._turn = calls
        first = min(calls, len(_DEPTHS) - 1)
        self._depths = deque((*_DEPTHS[first:], *_DEPTHS[1:first]))
        self._tests = 0
        self._steps = 0
        self._work = 0  # steps, with what it costs to begin tests

    def propose(self, limit: Slice) -> Proposal:
        """Tests up to the first that reaches the error, with one for each blocked location; states seen."""
        states = self._states(limit)
        found: list[Test] = []
        while (left := max(self._steps_left(limit), _LEAST_WORK - self._work)) > 0:
            while self._depths and self._depths[0] > left // 2:
                self._depths.popleft()
            if self._depths:
                target, test = self._deep(self._depths.popleft(), left // 2, limit)
            else:
                target, test = self._wide(left // _WIDE_SHARE, limit)
            if test is None:
                continue
            if target < self._places.errors:
                found.insert(0, test)
                break
            found.append(test)
        return Proposal(tuple(found), states, tests_run=self._tests, note=f"{self._steps} steps")

    def _states(self, limit: Slice) -> dict[int, tuple[Valuation, ...]]:
        """States of short tests and of some that are deeper: what a loop does after a while may be something
        else."""
        most = self._steps_left(limit) // _SAMPLE_SHARE
        kept: dict[int, dict[Valuation, None]] = {at: {} for at in self._places.cut_points}
        for depth in _SAMPLE_DEPTHS:
            begun = time.monotonic()
            first = _SAMPLE_SEED + self._seed
            tests, steps, sampled = self._library.sample(
                first, most, depth, most // len(_SAMPLE_DEPTHS), STATES
            )
            self._made(tests, steps, begun, limit)
            for at, states in zip(self._places.cut_points, sampled, strict=True):
                kept[at].update(dict.fromkeys(states))
        return {at: tuple(states) for at, states in kept.items() if states}

    def _deep(self, depth: int, most: int, limit: Slice) -> tuple[int, Test | None]:
        """A few tests of that depth. There is no need of other depths, unless it was what ended these."""
        most = min(most, max(depth, _DEEP_STEPS))
        before = self._steps
        result = self._search(most // depth, depth, most, limit)
        if self._steps - before < depth:
            self._depths.clear()
        return result

    def _wide(self, most: int, limit: Slice) -> tuple[int, Test | None]:
        depth = _WIDE[self._turn % len(_WIDE)]
        self._turn += 1
        return self._search(most, depth, most + 1, limit)

    def _search(self, count: int, depth: int, most: int, limit: Slice) -> tuple[int, Test | None]:
        """The first test with a wanted end: the target's position, and the inputs."""
        begun = time.monotonic()
        found = self._library.search(self._seed, max(1, count), depth, most, self._wanted)
        self._made(found.tests, found.steps, begun, limit)
        self._seed += found.tests
        if found.target is None:
            return 0, None
        replayed = self._library.replay(self._seed - 1, depth, MOST_INPUTS)
        limit.spend(replayed.steps / NATIVE_STEPS_A_CALL)
        if found.target >= self._places.errors:
            self._wanted[found.target] = False
        if replayed.inputs is None:
            return 0, None
        inputs = inputs_of(replayed.inputs, self._places.nodes, self._places.sorts)
        return found.target, tuple(inputs)

    def _steps_left(self, limit: Slice) -> int:
        """What the rest of the slice is worth: by its calls, or by its time and the speed seen last."""
        if limit.over():
            return 0
        if limit.calls is not None:
            return int(limit.calls * NATIVE_STEPS_A_CALL)
        return int(limit.seconds() * self._speed)

    def _made(self, tests: int, steps: int, begun: float, limit: Slice) -> None:
        self._tests += tests
        self._steps += steps
        work = steps + TEST_COST * tests
        self._work += work
        limit.spend(work / NATIVE_STEPS_A_CALL)
        seconds = time.monotonic() - begun
        if seconds > 0.0005:
            self._speed = work / seconds
