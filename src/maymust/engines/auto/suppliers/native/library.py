"""The C program of `program`, loaded into this process, and how to call it.

That is safe: the text is ours, touches no memory but its own and the buffers given here, and ends after a
number of steps. Other threads go on while it runs.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from maymust.engines.auto.suppliers.native.compiler import CompilationFailed, compiled
from maymust.engines.auto.suppliers.native.writer import FIRST_TARGET
from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maymust.engines.auto.problem import Valuation
    from maymust.engines.auto.suppliers.native.rows import Rows

_FILTER = 1 << 14  # hashes of states seen lately
_ROOM = 4_000_000  # words of states, in all
_POOL = 2_000_000  # words of their arrays

_U64 = ctypes.c_uint64
_U32 = ctypes.c_uint32
_POINTER = ctypes.c_void_p


@frozen
class Found:
    """What a search came to: `tests` were run, with `steps`; the last one reached the target at position
    `target`, if that is not None."""

    tests: int
    steps: int
    target: int | None


@frozen
class Replayed:
    """`inputs` are the positions of the nodes and words, as in `rows`; None where there are too many."""

    steps: int
    inputs: list[tuple[int, int]] | None


class Library:
    """A compiled program. `cut_points` says how many there are, `rows` how states look."""

    def __init__(self, loaded: ctypes.CDLL, cut_points: int, rows: Rows) -> None:
        self._search = loaded.search
        self._search.argtypes = [_U64, _U64, _U64, _U64, ctypes.c_char_p, _POINTER, _POINTER]
        self._search.restype = _U64
        self._replay = loaded.replay
        self._replay.argtypes = [_U64, _U64, _POINTER, _POINTER, _U64, _POINTER, _POINTER]
        self._replay.restype = None
        self._sample = loaded.sample
        self._sample.argtypes = [
            *[_U64] * 4,
            _POINTER,
            _POINTER,
            _U64,
            _POINTER,
            _U64,
            _POINTER,
            _U64,
            _POINTER,
        ]
        self._sample.restype = _U64
        self._cut_points = cut_points
        self._rows = rows

    def search(self, first: int, count: int, limit: int, most: int, wanted: Sequence[bool]) -> Found:
        """Runs the tests with seeds from `first`, of at most `limit` steps each, until one reaches a target
        that is wanted, or all of them together have made `most` steps."""
        steps, end = _U64(), _U32()
        run = self._search(first, count, limit, most, bytes(wanted), ctypes.byref(steps), ctypes.byref(end))
        if end.value < FIRST_TARGET:
            return Found(run, steps.value, None)
        return Found(run + 1, steps.value, end.value - FIRST_TARGET)

    def replay(self, seed: int, limit: int, capacity: int) -> Replayed:
        """Runs one test again, with its inputs, of which there may be `capacity`."""
        nodes, values = (_U32 * capacity)(), (_U64 * capacity)()
        count, steps = _U64(), _U64()
        self._replay(seed, limit, nodes, values, capacity, ctypes.byref(count), ctypes.byref(steps))
        read = count.value
        return Replayed(
            steps.value,
            list(zip(nodes[:read], values[:read], strict=True)) if read <= capacity else None,
        )

    def sample(
        self, first: int, count: int, limit: int, most: int, rows: int
    ) -> tuple[int, int, list[tuple[Valuation, ...]]]:
        """Runs tests as `search` does, whatever they reach: how many, their steps, and up to so
        many `rows` of states for each cut point: the first ones, and some of the later."""
        width = self._rows.words
        rows = min(rows, _ROOM // max(1, self._cut_points * width) - 1)
        if rows < 1:
            return 0, 0, [()] * self._cut_points
        buffer = (_U64 * (self._cut_points * (rows + 1) * width + 1))()
        counts = (_U64 * (self._cut_points + 1))()
        hashes = (_U64 * _FILTER)()
        room = _POOL if self._rows.arrays else 2
        pool = (_U64 * room)()
        steps = _U64()
        tests = self._sample(
            *(first, count, limit, most, buffer, counts, rows, hashes, _FILTER - 1, pool, room),
            ctypes.byref(steps),
        )
        states: list[tuple[Valuation, ...]] = []
        for place in range(self._cut_points):
            start = place * (rows + 1) * width
            kept = min(rows, counts[place])
            found = (
                self._rows.state(buffer[at : at + width], pool)
                for at in range(start, start + kept * width, width or 1)
            )
            states.append(tuple(dict.fromkeys(found)) if width else ((),) * min(1, kept))
        return tests, steps.value, states


def load_library(compiler: str, text: str, seconds: float, cut_points: int, rows: Rows) -> Library:
    """Compiles the text, within so many seconds, and loads it. Raises CompilationFailed."""
    try:
        with compiled(compiler, text, seconds) as path:
            return Library(ctypes.CDLL(str(path)), cut_points, rows)
    except OSError as error:
        raise CompilationFailed(str(error)) from error
