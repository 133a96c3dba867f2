"""The work on one file, done in a process of its own so that it can be stopped at any time.

Messages, in order: `Started` once the program is read, then `Told` and `Decided` as the work goes on, and
`Done`. `Rejected` or `Crashed` end it early.
"""

from __future__ import annotations

import os
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from maymust.checking import CheckOptions, check_program
from maymust.diagnostics import Diagnostic, InputError
from maymust.engines.base import Progress
from maymust.ir.source import Span
from maymust.report.build import diagnostic_view, place_of, property_view
from maymust.report.view import DiagnosticView, PropertyView
from maymust.verdicts import Fails


@dataclass(frozen=True, slots=True)
class Job:
    """A file and how to check it; `options.seconds` is what is left for it, reading included."""

    file: str
    entry: str | None
    data_model: str
    globals_are_inputs: bool
    include_paths: tuple[str, ...]
    defines: tuple[str, ...]
    options: CheckOptions


@dataclass(frozen=True, slots=True)
class Started:
    """The file was read; `properties` are all unknown yet."""

    entry: str
    warnings: list[DiagnosticView]
    properties: list[PropertyView]


@dataclass(frozen=True, slots=True)
class Told:
    """How far the work on a property is."""

    property_id: str
    progress: Progress


@dataclass(frozen=True, slots=True)
class Decided:
    """A property is done."""

    view: PropertyView


@dataclass(frozen=True, slots=True)
class Rejected:
    """The input is wrong."""

    diagnostics: list[DiagnosticView]


@dataclass(frozen=True, slots=True)
class Crashed:
    """maymust has failed."""

    message: str


@dataclass(frozen=True, slots=True)
class Done:
    """Every property has been told of."""


Message = Started | Told | Decided | Rejected | Crashed | Done
Send = Callable[[Message], None]

DEBUG = "MAYMUST_DEBUG"  # set this variable to see the traceback of an internal error


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
        detail = traceback.format_exc() if os.environ.get(DEBUG) else f"{type(error).__name__}: {error}"
        send(Crashed(detail))


MEMORY_EXIT = 77


def _work(job: Job, send: Send) -> None:
    from maymust.certificates.c_test import c_test
    from maymust.frontends.c import COptions, translate

    started = time.monotonic()
    translation = translate(
        job.file,
        None,
        COptions(
            entry=job.entry,
            data_model=job.data_model,  # type: ignore[arg-type]
            inputs_globals=job.globals_are_inputs,
            include_paths=job.include_paths,
            defines=job.defines,
        ),
    )
    program = translation.program
    warnings = list(translation.warnings)
    if not program.properties:
        message = (
            f"nothing to check: no assertion, error call or label ERROR is in reach of `{program.entry}`"
        )
        warnings.append(Diagnostic("warning", message, Span(job.file, 0, 0, 0, 0)))
    waiting = [
        PropertyView(p.id, p.kind, p.description, place_of(p.span), "UNKNOWN", reason="not tried")
        for p in program.properties
    ]
    send(Started(program.entry, [diagnostic_view(w) for w in warnings], waiting))
    sources = {job.file: Path(job.file).read_text(errors="replace").splitlines()}

    def observe(wanted: object, event: object) -> None:
        if isinstance(event, Progress):
            send(Told(wanted.id, event))  # type: ignore[attr-defined]

    remaining = job.options.seconds - (time.monotonic() - started)
    options = CheckOptions(job.options.engine, job.options.settings, remaining, job.options.max_iterations)
    for result in check_program(program, options, observe):
        test = None
        if isinstance(result.verdict, Fails):
            test = c_test(translation.source, program, result.verdict.run, result.property)
        send(Decided(property_view(result, program, sources, test)))
