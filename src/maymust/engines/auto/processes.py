"""Runs suppliers in processes of their own, beside the others or, if there is no room, in their turn."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

from maymust.engines.auto.suppliers.base import NOTHING, Proposal
from maymust.engines.auto.suppliers.catalogue import SUPPLIERS
from maymust.engines.background import Background
from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maymust.engines.auto.means import Means

_PATIENCE = 1.5  # a process that takes so much longer than its slice is ended
_MOMENT = 0.03  # seconds
_START = 1.0  # seconds that a process may need before it comes to work


@frozen
class Answer:
    """What a supplier proposes, the seconds of its slice, and those that it took."""

    name: str
    proposal: Proposal
    seconds: float
    taken: float


class OwnProcesses:
    """Runs up to `room` suppliers at once; others wait. Each call of a supplier is a new process, which sees
    what is known when it begins."""

    def __init__(self, means: Means, room: int) -> None:
        self._means = means
        self._room = room
        self._running: dict[str, Background] = {}
        self._waiting: dict[str, float] = {}
        self._seconds: dict[str, float] = {}  # of those that run
        self.calls: Counter[str] = Counter()

    def ask(self, name: str, seconds: float) -> None:
        """Lets a supplier work as soon as there is room. If it is still at work, waits for it a moment: the
        others may have nothing left to do."""
        if name in self._running:
            self._running[name].finished(_MOMENT)
        else:
            self._waiting[name] = seconds
            self._start_waiting()

    def answer(self, name: str, seconds: float) -> Answer:
        """Lets a supplier work, and waits for it."""
        process = self._process(name, seconds)
        try:
            process.finished(wait=math.inf)
        finally:
            process.kill()
        return Answer(name, _proposal(process), seconds, process.seconds)

    def answers(self) -> Iterator[Answer]:
        """What those propose that have finished."""
        for name, process in list(self._running.items()):
            if process.finished():
                del self._running[name]
                self._start_waiting()
                yield Answer(name, _proposal(process), self._seconds[name], process.seconds)

    def end(self) -> dict[str, float]:
        """Ends all; how long those have worked that still did."""
        for process in self._running.values():
            process.kill()
        return {name: process.seconds for name, process in self._running.items()}

    def _start_waiting(self) -> None:
        while self._waiting and len(self._running) < self._room:
            name = next(iter(self._waiting))
            self._running[name] = self._process(name, self._waiting.pop(name))

    def _process(self, name: str, seconds: float) -> Background:
        means, limit = self._means, self._means.slice(seconds)
        supplier = SUPPLIERS[name].build(self.calls[name])
        self.calls[name] += 1
        self._seconds[name] = seconds
        patience = limit.until_deadline() + 0.1
        if not limit.deterministic:
            patience = _PATIENCE * limit.seconds() + _START
        return Background(lambda: supplier.propose(means.problem, means.knowledge, limit), patience)


def _proposal(process: Background) -> Proposal:
    result = process.result()
    return result if isinstance(result, Proposal) else NOTHING
