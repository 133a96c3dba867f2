"""`maymust bound`."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec
import typer

from maymust import __version__
from maymust.cli.bound_worker import (
    NOT_BEGUN,
    BoundJob,
    Crashed,
    Finished,
    Found,
    Message,
    Read,
    Refused,
    Trying,
    work,
)
from maymust.cli.memory import resident_bytes
from maymust.cli.progress import ProgressLine
from maymust.engines.background import end_with_parent
from maymust.engines.forge.bound import Bound
from maymust.engines.forge.check_procedure import ForgeOptions
from maymust.engines.forge.state import Rule, Strategy
from maymust.engines.options import OptionError
from maymust.frontends.c import DATA_MODELS, COptions
from maymust.frozen import frozen
from maymust.report.bounded import SCHEMA, BoundedReport, BoundedView, exit_code_of
from maymust.report.bounded_text import bounded_lines
from maymust.report.terminal import Style, diagnostic_line
from maymust.report.view import DiagnosticView

_C_FILES = (".c", ".i")
_POLL = 0.05
_GRACE = 5.0  # seconds beyond the time limit, for what has begun to be told
_RULES: dict[str, Rule] = {"I": "inline", "C": "constrain"}


@frozen
class BoundCall:
    """The arguments of the command."""

    job: BoundJob
    memory: int
    fine: bool
    json: bool


def scopes_of(text: str) -> tuple[int | None, dict[str, int]]:
    """The scopes in `4`, `Node=5,List=1` or `4,Node=5`: of all domains, and of those that are named."""
    given: dict[str, int] = {}
    for part in text.split(","):
        before, separator, number = part.rpartition("=")
        name = before.strip()
        if not number.strip().isdecimal() or (separator and not name):
            raise OptionError(f"--scope takes a number, or NAME=NUMBER, separated by commas, not `{part}`")
        if name in given:
            raise OptionError(f"--scope is given twice for {name or 'all domains'}")
        given[name] = int(number)
    return given.pop("", None), given


def strategy_of(text: str) -> Strategy:
    """The rules for assignments, allocations and branches, a letter each: I for inline, C for constrain."""
    if len(text) != 3 or not set(text) <= set(_RULES):
        raise OptionError(f"--strategy takes three letters, I or C, not `{text}`")
    assign, create, branch = (_RULES[letter] for letter in text)
    return Strategy(assign, create, branch)


def job_of(
    file: Path,
    procedures: list[str] | None,
    scope: str,
    width: int,
    unrollings: int,
    options: ForgeOptions,
    *,
    modular: bool,
    grow: bool,
    seconds: float,
    c: COptions,
) -> BoundJob:
    """What to do; `c` tells how C is read. Raises OptionError."""
    if file.suffix not in (".fir", *_C_FILES):
        raise OptionError(
            f"{file} is neither C nor FIR: `maymust bound` reads files that end in .c, .i or .fir"
        )
    is_c = file.suffix in _C_FILES
    if is_c and procedures:
        raise OptionError("--procedure is for FIR programs; of C, --entry names the function")
    if not is_c and c.entry:
        raise OptionError("--entry is for C; of FIR programs, --procedure names what is checked")
    if not is_c and c != COptions():
        raise OptionError("--property and options of reading C say nothing of FIR programs: leave them out")
    if c.data_model not in DATA_MODELS:
        raise OptionError(f"--data-model takes {' or '.join(DATA_MODELS)}, not `{c.data_model}`")
    common, named = scopes_of(scope)
    bound = Bound(Bound().scope if common is None else common, named, width, unrollings)
    wanted = tuple(procedures) if procedures else None
    return BoundJob(str(file), wanted, bound, options, modular, grow, seconds, c if is_c else None)


def run_bound(call: BoundCall) -> int:
    """Does the job in a process of its own, prints the report; returns the exit code."""
    with ProgressLine(sys.stderr) as progress:
        outcome = _Supervision(call, progress)
        outcome.run()
    code = 4 if outcome.crashed else 2 if outcome.refused else exit_code_of(outcome.views)
    style = Style(colour=sys.stdout.isatty() and "NO_COLOR" not in os.environ)
    if call.json:
        file = call.job.file
        report = BoundedReport(SCHEMA, __version__, file, outcome.diagnostics, outcome.views, code)
        typer.echo(msgspec.json.format(msgspec.json.encode(report)).decode())
        return code
    for diagnostic in outcome.diagnostics:
        typer.echo(diagnostic_line(diagnostic, style), err=True)
    for view in outcome.views:
        for line in bounded_lines(view, style, fine=call.fine):
            typer.echo(line)
    return code


class _Supervision:
    """The parent of the process: keeps what was found, so that nothing is lost when it has to be ended."""

    def __init__(self, call: BoundCall, progress: ProgressLine) -> None:
        self._call = call
        self._progress = progress
        self._trying: Trying | None = None
        self.views: list[BoundedView] = []
        self.diagnostics: list[DiagnosticView] = []
        self.refused = self.crashed = self._finished = False

    def run(self) -> None:
        context = multiprocessing.get_context("fork")  # the child needs nothing imported again
        receiver, sender = context.Pipe(duplex=False)
        process = context.Process(target=_child, args=(self._call.job, sender), daemon=True)
        process.start()
        sender.close()
        limit = time.monotonic() + self._call.job.seconds + _GRACE
        reason = ""
        try:
            while not self._finished and not reason:
                reason = self._receive(receiver, limit)
                if process.pid and resident_bytes(process.pid) > self._call.memory * 1_000_000:
                    reason = f"more than {self._call.memory} MB of memory were needed"
        except KeyboardInterrupt:
            reason = "interrupted"
        finally:
            if not self._finished and process.is_alive():
                process.kill()
            process.join()
            receiver.close()
        if not self._finished:
            self._ended_early(reason)

    def _receive(self, receiver: Connection, limit: float) -> str:
        """Takes what has come; returns why to stop, if so."""
        what = self._call.job.file
        if self._trying:
            what = f"{what} {self._trying.id}, {self._trying.bound}"
        self._progress.tell(what)
        while receiver.poll(_POLL):
            try:
                self._take(receiver.recv())
            except (EOFError, OSError):
                return "the process ended by itself"
            if self._finished:
                return ""
        return "no verdict within the time limit" if time.monotonic() > limit else ""

    def _take(self, message: Message) -> None:
        match message:
            case Read(warnings, procedures):
                self.diagnostics, self.views = warnings, procedures
            case Trying():
                self._trying = message
            case Found(view):
                self.views = [view if each.id == view.id else each for each in self.views]
            case Refused(diagnostics):
                self.diagnostics = [*self.diagnostics, *diagnostics]
                self.views = [view for view in self.views if view.reason != NOT_BEGUN]
                self.refused = self._finished = True
            case Crashed(text):
                hint = (
                    "this is a defect of maymust; please report it with the file. MAYMUST_DEBUG=1 shows more"
                )
                self.diagnostics = [
                    *self.diagnostics,
                    DiagnosticView("error", f"internal error: {text}", None, hint),
                ]
                self.crashed = self._finished = True
            case Finished():
                self._finished = True

    def _ended_early(self, reason: str) -> None:
        """The largest bound that was finished stays; of the rest it is said why nothing is known."""
        if not self.views:
            self.refused = True
            self.diagnostics = [
                *self.diagnostics,
                DiagnosticView("error", f"{reason} while reading", None, ""),
            ]
        for view in self.views:
            current = self._trying is not None and self._trying.id in ("", view.id)
            if view.verdict == "UNKNOWN":
                view.reason = reason if current or view.reason == NOT_BEGUN else view.reason
            elif current and self._trying and view.verdict == "HOLDS WITHIN" and self._call.job.grow:
                view.larger = f"{reason}: {self._trying.bound} was not finished"


def _child(job: BoundJob, connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    end_with_parent()
    try:
        work(job, connection.send)
    except ConnectionError:  # the parent has gone
        os._exit(1)
    connection.close()
