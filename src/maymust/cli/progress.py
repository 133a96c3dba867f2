"""A line on the terminal that tells what is being done; nothing in a pipe."""

from __future__ import annotations

import shutil
import time
from typing import TextIO

from maymust.engines.base import Progress

_SECONDS = 0.1


def progressed(progress: Progress) -> str:
    """How far an engine is, in words; one without regions takes turns."""
    done = [
        f"{progress.iterations} {'iterations' if progress.regions else 'turns'}",
        f"{progress.tests} tests",
    ]
    if progress.regions:
        done.append(f"{progress.regions} regions")
    return ", ".join([*done, f"{progress.prover_calls} prover calls"])


class ProgressLine:
    """Shown while a context is open, on a terminal only."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._active = stream.isatty()
        self._started = time.monotonic()
        self._last = 0.0
        self._shown = False

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def show(self, what: str, progress: Progress | None) -> None:
        """Rewrites the line, a few times a second."""
        if progress is not None:
            self.tell(what, f", {progressed(progress)}")
        elif not self._shown:
            self.tell(what)

    def tell(self, what: str, more: str = "") -> None:
        """The same of anything: what is done, the time, and more."""
        now = time.monotonic()
        if not self._active or now - self._last < _SECONDS:
            return
        self._last = now
        text = f"{what}: {now - self._started:.1f} s{more}"
        width = shutil.get_terminal_size().columns - 1
        self._stream.write(f"\r\x1b[K{text[:width]}")
        self._stream.flush()
        self._shown = True

    def clear(self) -> None:
        """Takes the line away."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._shown = False
