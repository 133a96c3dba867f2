"""The work on one file, done in a process of its own so that it can be stopped at any time.

Messages, in order: `Started` once the program is read, then `Told` and `Decided` as the work goes on, and
`Done`. `Rejected` or `Crashed` end it early.
"""

from __future__ import annotations

import os
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from maymust.checking import CheckOptions, check_program
from maymust.deciding import Tally
from maymust.diagnostics import Diagnostic, InputError
from maymust.engines.base import Progress
from maymust.frontends.c import COptions, translate
from maymust.frontends.c.kinds import DEFAULT
from maymust.frozen import frozen
from maymust.ir.program import Property
from maymust.ir.source import Span
from maymust.report.build import diagnostic_view, property_view, waiting_view
from maymust.report.view import DiagnosticView, PropertyView
from maymust.store.place import OFF, store_path
from maymust.verdicts import Fails

if TYPE_CHECKING:
    from maymust.store.database import Store

DEBUG = "MAYMUST_DEBUG"  # set this variable to see the traceback of an internal error
MEMORY_EXIT = 77  # the exit code of a process whose memory ran out


@frozen
class Job:
    """A file, how to read it, and how to check it; `check.seconds` is for both. `store` is the file of the
    store, `off`, or None for the usual one."""

    file: str
    c: COptions
    check: CheckOptions
    store: str | None = OFF


@frozen
class Started:
    """The file was read; nothing is known of its properties yet."""

    entry: str
    warnings: list[DiagnosticView]
    properties: list[PropertyView]


@frozen
class Told:
    """How far the work on a property is."""

    property_id: str
    progress: Progress


@frozen
class Decided:
    """A property is done. `tally` tells what the file took so far."""

    view: PropertyView
    tally: Tally


@frozen
class Warned:
    """Something is to be told that is not about the program."""

    warning: DiagnosticView


@frozen
class Rejected:
    """The input is wrong."""

    diagnostics: list[DiagnosticView]


@frozen
class Crashed:
    """maymust has failed."""

    message: str


@frozen
class Done:
    """Every property has been told of."""


Message = Started | Told | Decided | Warned | Rejected | Crashed | Done
Send = Callable[[Message], None]


def work(job: Job, send: Send) -> None:
    """Does the job and tells what happens. Raises ConnectionError where nobody listens, and nothing else."""
    try:
        _work(job, send)
        send(Done())
    except InputError as error:
        send(Rejected([diagnostic_view(d) for d in error.diagnostics]))
    except MemoryError:
        os._exit(MEMORY_EXIT)
    except ConnectionError:
        raise
    except Exception as error:  # noqa: BLE001 - the last resort: whatever it is, the user gets a report
        send(Crashed(described(error)))


def described(error: Exception) -> str:
    """What to say of an internal error."""
    if os.environ.get(DEBUG):
        return "".join(traceback.format_exception(error))
    return f"{type(error).__name__}: {error}"


def _nothing_to_check(entry: str, asked: frozenset[str]) -> str:
    if asked == DEFAULT:
        return f"no assertion, error call or label ERROR is in reach of `{entry}`"
    return f"nothing in reach of `{entry}` can violate what is asked for: {', '.join(sorted(asked))}"


def _work(job: Job, send: Send) -> None:
    started = time.monotonic()
    translation = translate(job.file, None, job.c)
    program = translation.program
    warnings = list(translation.warnings)
    if not program.properties:
        message = _nothing_to_check(program.entry, job.c.properties)
        warnings.append(Diagnostic("warning", message, Span(job.file, 0, 0, 0, 0)))
    waiting = [waiting_view(p) for p in program.properties]
    send(Started(program.entry, [diagnostic_view(w) for w in warnings], waiting))
    sources = {job.file: Path(job.file).read_text(errors="replace").splitlines()}
    sources |= {rule.path: rule.text.splitlines() for rule in job.c.rules}
    folders = [str(Path(job.file).parent), *job.c.include_paths]

    def observe(wanted: Property, event: object) -> None:
        if isinstance(event, Progress):
            send(Told(wanted.id, event))

    store, tally = _store(job, send), Tally()
    remaining = job.check.seconds - (time.monotonic() - started)
    for result in check_program(program, replace(job.check, seconds=remaining), observe, store, tally):
        test = None
        if isinstance(result.verdict, Fails):
            from maymust.certificates.c.emitted_test import exported  # nothing else needs it

            test = exported(translation.source, program, result.verdict.run, result.property, folders)
        view = property_view(result, program, sources, test, translation.source.rule_violations)
        send(Decided(view, replace(tally)))
    if store is not None:
        store.close()


def _store(job: Job, send: Send) -> Store | None:
    """The store of the job, which is opened when it is first asked."""

    def warn(message: str) -> None:
        send(Warned(diagnostic_view(Diagnostic("warning", message))))

    try:
        path = store_path(job.store)
    except OSError as error:
        warn(f"nothing is kept for later runs: {error}")
        return None
    if path is None:
        return None
    from maymust.store.database import Store  # SQLite takes a moment

    return Store(path, warn)
