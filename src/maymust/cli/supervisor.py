"""Runs a job in a process of its own, within its time and memory, and always comes back with a view.

A solver call that hangs, a parser that overflows its stack, a search that eats the memory: the process is
ended, and what was decided until then is reported.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import resource
import signal
import time
from collections.abc import Callable
from enum import Enum
from multiprocessing.connection import Connection
from typing import Literal

import msgspec

from maymust.cli.memory import resident_bytes
from maymust.cli.worker import (
    MEMORY_EXIT,
    Crashed,
    Decided,
    Done,
    Job,
    Message,
    Rejected,
    Started,
    Told,
    Warned,
    work,
)
from maymust.engines.background import end_with_parent
from maymust.engines.base import Progress
from maymust.report.build import partial_statistics
from maymust.report.view import DiagnosticView, FileView, Place

_GRACE = 0.05  # of the time limit, before the process is ended
_POLL = 0.05
_CPU_FACTOR = 1.5

Show = Callable[[str, Progress | None], None]


class Stop(Enum):
    """Why a process was stopped before it was done."""

    TIME = "no verdict within the time limit"
    MEMORY = "the memory limit was reached"
    INTERRUPT = "interrupted"
    GONE = "the process ended by itself"


def supervise(job: Job, memory: int, show: Show) -> tuple[FileView, Stop | None]:
    """The view of the file, complete or as far as it got, and why it got no further."""
    return _Supervision(job, memory, show).run()


def _child(job: Job, connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    end_with_parent()
    try:
        if math.isfinite(job.check.seconds):  # in case the parent is killed and a solver hangs
            seconds = int(job.check.seconds * _CPU_FACTOR) + 10
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        work(job, connection.send)
    except ConnectionError:  # the parent has gone
        os._exit(1)
    connection.close()


class _Supervision:
    def __init__(self, job: Job, memory: int, show: Show) -> None:
        self.job = job
        self.memory = memory
        self.show = show
        self.view = FileView(job.file, "checked", "", job.c.data_model, job.check.engine)
        self.finished = False
        self.read = False
        self.decided: set[str] = set()
        self.told: dict[str, Progress] = {}

    def run(self) -> tuple[FileView, Stop | None]:
        started = time.monotonic()
        context = multiprocessing.get_context("fork")  # the child needs nothing imported again
        receiver, sender = context.Pipe(duplex=False)
        process = context.Process(target=_child, args=(self.job, sender), daemon=True)
        process.start()
        sender.close()
        stop: Stop | None = None
        try:
            limit = started + self.job.check.seconds * (1 + _GRACE)
            while not self.finished and stop is None:
                stop = self._receive(receiver, limit) or self._over_memory(process.pid)
        except KeyboardInterrupt:
            stop = Stop.INTERRUPT
        finally:
            if stop is not None and stop is not Stop.GONE:
                process.kill()
            process.join()
            receiver.close()
        if not self.finished:
            assert stop is not None
            self._unfinished(stop, process.exitcode)
        self.view.seconds = time.monotonic() - started
        return self.view, None if self.finished else stop

    def _receive(self, receiver: Connection, limit: float) -> Stop | None:
        """Takes what has come; returns why to stop, if so."""
        self.show(self.job.file, None)
        while receiver.poll(_POLL):
            try:
                self._take(receiver.recv())
            except (EOFError, OSError):
                return Stop.GONE
            if self.finished:
                return None
        return Stop.TIME if time.monotonic() > limit else None

    def _take(self, message: Message) -> None:
        view = self.view
        match message:
            case Started(entry, warnings, properties):
                self.read = True
                view.entry, view.diagnostics, view.properties = entry, warnings, properties
            case Told(property_id, progress):
                self.told[property_id] = progress
                self.show(f"{self.job.file} {property_id}", progress)
            case Warned(warning):
                view.diagnostics = [*view.diagnostics, warning]
            case Decided(decided, tally):
                self.decided.add(decided.id)
                view.prover_calls, view.checker_calls = tally.prover_calls, tally.checker_calls
                view.properties = [decided if p.id == decided.id else p for p in view.properties]
            case Rejected(diagnostics):
                view.status, view.diagnostics = "rejected", diagnostics
                self.finished = True
            case Crashed(text):
                self._crashed(text)
                self.finished = True
            case Done():
                self.finished = True

    def _over_memory(self, pid: int | None) -> Stop | None:
        return Stop.MEMORY if pid and resident_bytes(pid) > self.memory * 1_000_000 else None

    def _unfinished(self, stop: Stop, exit_code: int | None) -> None:
        if stop is Stop.GONE and exit_code != MEMORY_EXIT:
            if self.read:
                self._crashed(f"the process ended abnormally (exit code {exit_code})")
            else:
                hint = "it may be nested too deeply for the C parser"
                self._refuse("rejected", f"reading the file ended abnormally (exit code {exit_code})", hint)
            return
        reason = f"more than {self.memory} MB of memory were needed"
        if stop in (Stop.TIME, Stop.INTERRUPT):
            reason = stop.value
        if not self.read:
            self._refuse("skipped", f"{reason}; the file was not read to its end", "")
            return
        self.view.properties = [
            p
            if p.id in self.decided
            else msgspec.structs.replace(p, reason=reason, statistics=partial_statistics(self.told.get(p.id)))
            for p in self.view.properties
        ]

    def _crashed(self, text: str) -> None:
        hint = "this is a defect of maymust; please report it with the file. MAYMUST_DEBUG=1 shows more"
        self._refuse("crashed", f"internal error: {text}", hint)

    def _refuse(self, status: Literal["rejected", "crashed", "skipped"], message: str, hint: str) -> None:
        self.view.status = status
        diagnostic = DiagnosticView("error", message, Place(self.job.file, 0, 0), hint)
        self.view.diagnostics = [*self.view.diagnostics, diagnostic]
