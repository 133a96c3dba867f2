"""Runs a job in a process of its own, within its time and memory, and always comes back with a view.

A solver call that hangs, a parser that overflows its stack, a search that eats the memory: the process is
ended, and what was decided until then is reported.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

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
    work,
)
from maymust.engines.base import Progress
from maymust.report.view import DiagnosticView, FileView, Place, PropertyView

_GRACE = 0.05  # of the time limit, before the process is ended
_POLL = 0.05
_CPU_FACTOR = 1.5

Show = Callable[[str, Progress | None], None]


def supervise(job: Job, memory: int, show: Show) -> FileView:
    """The view of the file: complete, or as far as it got."""
    return _Supervision(job, memory, show).run()


def _child(job: Job, connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    seconds = int(job.options.seconds * _CPU_FACTOR) + 10  # in case the parent is killed and a solver hangs
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    try:
        work(job, connection.send)
    except ConnectionError:  # the parent has gone
        os._exit(1)
    connection.close()


class _Supervision:
    def __init__(self, job: Job, memory: int, show: Show) -> None:
        self.job = job
        self.memory = memory
        self.show = show
        self.view = FileView(job.file, "checked", "", job.data_model, job.options.engine)
        self.finished = False
        self.read = False

    def run(self) -> FileView:
        started = time.monotonic()
        context = multiprocessing.get_context("fork")  # the child needs nothing imported again
        receiver, sender = context.Pipe(duplex=False)
        process = context.Process(target=_child, args=(self.job, sender), daemon=True)
        process.start()
        sender.close()
        reason = ""
        try:
            limit = started + self.job.options.seconds * (1 + _GRACE)
            while not self.finished and not reason:
                reason = self._receive(receiver, limit) or self._over_memory(process.pid)
        except KeyboardInterrupt:
            reason = "interrupted"
        finally:
            if not self.finished and reason:
                process.kill()
            process.join()
            receiver.close()
        if not self.finished:
            self._unfinished(reason, process.exitcode)
        self.view.seconds = time.monotonic() - started
        return self.view

    def _receive(self, receiver: Connection, limit: float) -> str:
        """Takes what has come; returns why to stop, if so."""
        self.show(self.job.file, None)
        while receiver.poll(_POLL):
            try:
                self._take(receiver.recv())
            except (EOFError, OSError):
                return "" if self.finished else "gone"
            if self.finished:
                return ""
        return "no verdict within the time limit" if time.monotonic() > limit else ""

    def _take(self, message: Message) -> None:
        view = self.view
        match message:
            case Started(entry, warnings, properties):
                self.read = True
                view.entry, view.diagnostics, view.properties = entry, warnings, properties
            case Told(property_id, progress):
                self.show(f"{self.job.file} {property_id}", progress)
            case Decided(decided):
                view.properties = [decided if p.id == decided.id else p for p in view.properties]
            case Rejected(diagnostics):
                view.status, view.diagnostics = "rejected", diagnostics
                self.finished = True
            case Crashed(text):
                self._crashed(text)
                self.finished = True
            case Done():
                self.finished = True

    def _over_memory(self, pid: int | None) -> str:
        statm = Path(f"/proc/{pid}/statm")
        try:
            pages = int(statm.read_text().split()[1])
        except (OSError, ValueError, IndexError):
            return ""  # no such file system, or the process has ended
        used = pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000
        return f"more than {self.memory} MB of memory were needed" if used > self.memory else ""

    def _unfinished(self, reason: str, exit_code: int | None) -> None:
        if reason == "gone":
            if exit_code == MEMORY_EXIT:
                reason = "memory ran out"
            elif not self.read:
                hint = "the C parser may have met something nested too deeply"
                text = f"reading the file ended abnormally (exit code {exit_code})"
                self.view.status = "rejected"
                self.view.diagnostics = [DiagnosticView("error", text, Place(self.job.file, 0, 0), hint)]
                return
            else:
                self._crashed(f"the process ended abnormally (exit code {exit_code})")
                return
        if not self.read:
            place = Place(self.job.file, 0, 0)
            self.view.properties = [
                PropertyView("", "", "the file was not read to its end", place, "UNKNOWN", reason)
            ]
        self.view.properties = [
            PropertyView(p.id, p.kind, p.description, p.place, "UNKNOWN", reason)
            if p.reason == "not tried"
            else p
            for p in self.view.properties
        ]

    def _crashed(self, text: str) -> None:
        hint = "this is a defect of maymust; please report it with the file. MAYMUST_DEBUG=1 shows more"
        self.view.status = "crashed"
        self.view.diagnostics = [
            *self.view.diagnostics,
            DiagnosticView("error", f"internal error: {text}", Place(self.job.file, 0, 0), hint),
        ]
