"""A call in a process of its own, which can be ended at any time, as some solvers hang."""

from __future__ import annotations

import contextlib
import ctypes
import os
import pickle
import resource
import select
import signal
import sys
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_CHUNK = 1 << 20
_DEATH_SIGNAL = 1  # prctl's PR_SET_PDEATHSIG
_WRITING = 0.5  # seconds that a process may pause while it writes its result


class Background:
    """Runs `call` beside us. Its result must be picklable; one that raises has none."""

    def __init__(self, call: Callable[[], Any], seconds: float) -> None:
        self._started = time.monotonic()
        self._deadline = self._started + seconds
        self._received = bytearray()
        self._reader, writer = os.pipe()
        parent = os.getpid()
        self._pid = os.fork()
        if self._pid == 0:
            os.close(self._reader)
            _serve(call, writer, parent, seconds)
        os.close(writer)
        self._ended = False
        self.seconds = 0.0  # that it took

    def finished(self, wait: float = 0.0) -> bool:
        """Whether it has ended, by itself or at its time limit. Waits for that a while. What has been, or is
        being, written by then counts, however late we look."""
        until = time.monotonic() + wait
        while not self._ended:
            now = time.monotonic()
            rest = max(0.0, min(until, self._deadline) - now)
            if self._received and now >= self._deadline:
                rest = _WRITING
            if not select.select([self._reader], [], [], rest)[0]:
                if time.monotonic() >= self._deadline:
                    self.kill()
                elif time.monotonic() < until:
                    continue
                break
            chunk = os.read(self._reader, _CHUNK)
            if not chunk:
                self._end()
            self._received += chunk
        return self._ended

    def result(self) -> Any:
        """What the call returned; None where it did not. Requires: it has ended."""
        try:
            return pickle.loads(self._received)
        except (EOFError, pickle.UnpicklingError):
            return None

    def kill(self) -> None:
        """Ends it now."""
        if not self._ended:
            os.kill(self._pid, signal.SIGKILL)
            self._received.clear()
            self._end()

    def _end(self) -> None:
        self._ended = True
        self.seconds = time.monotonic() - self._started
        os.close(self._reader)
        os.waitpid(self._pid, 0)


def end_with_parent() -> None:
    """Lets this process be ended when its parent ends, where the system can do that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)


def _serve(call: Callable[[], Any], writer: int, parent: int, seconds: float) -> None:
    """The life of the child; it never returns."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for stream in (1, 2):  # Z3 tells of its own defects there
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
        end_with_parent()
        limit = int(seconds) + 2
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        if os.getppid() == parent:
            with contextlib.suppress(Exception):
                content = pickle.dumps(call())
                while content:
                    content = content[os.write(writer, content) :]
    finally:
        os._exit(0)
