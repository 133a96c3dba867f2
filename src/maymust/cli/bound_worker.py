"""Bounded verification of one file, in a process of its own, so that it can be stopped at any time.

Messages, in order: `Read`, then for each procedure `Trying` and `Found` as the work goes on, and `Finished`.
`Refused` or `Crashed` end it early.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from maymust.cli.worker import described
from maymust.diagnostics import Diagnostic, InputError
from maymust.engines.forge.bound import Bound
from maymust.engines.forge.check_procedure import ForgeOptions, HoldsWithin, check_procedure
from maymust.fir import read
from maymust.fir.tree import Program
from maymust.frontends.c import COptions
from maymust.frozen import frozen
from maymust.ir.source import Span
from maymust.report.bounded import BoundedView, bounded_view, waiting_view
from maymust.report.bounded_c import property_view, waiting_property
from maymust.report.build import diagnostic_view
from maymust.report.view import DiagnosticView
from maymust.specifications.acsl.harness import PREFIX
from maymust.specifications.acsl.specified import specified_program

NOT_BEGUN = "not begun"


@frozen
class BoundJob:
    """A file, the procedures to check (None: all that have a specification), and how. `c` tells how to read
    it, if it is C."""

    file: str
    procedures: tuple[str, ...] | None
    bound: Bound
    options: ForgeOptions
    modular: bool
    grow: bool
    seconds: float
    c: COptions | None = None


@frozen
class Read:
    """The file was read; nothing is known of its procedures yet."""

    warnings: list[DiagnosticView]
    procedures: list[BoundedView]


@frozen
class Trying:
    """Something is worked on, within this bound; of C, where there is no `id`, all properties at once."""

    id: str
    bound: str


@frozen
class Found:
    """A verdict, which may be followed by one of a larger bound."""

    view: BoundedView


@frozen
class Refused:
    """The input is wrong."""

    diagnostics: list[DiagnosticView]


@frozen
class Crashed:
    """A defect of ours."""

    text: str


@frozen
class Finished:
    """All is done."""


Message = Read | Trying | Found | Refused | Crashed | Finished
Send = Callable[[Message], None]


def work(job: BoundJob, send: Send) -> None:
    """Does the job, and tells about it."""
    deadline = time.monotonic() + job.seconds
    try:
        if job.c is None:
            _work(job, send, deadline)
        else:
            _work_on_c(job, job.c, send, deadline)
        send(Finished())
    except InputError as refused:
        send(Refused([diagnostic_view(each) for each in refused.diagnostics]))
    except (ConnectionError, MemoryError):
        raise
    except Exception as error:  # noqa: BLE001 - told to the parent, which ends with exit code 4
        send(Crashed(described(error)))


def _work(job: BoundJob, send: Send, deadline: float) -> None:
    program, warnings = read(_text(job.file), job.file)
    names = _wanted(program, job)
    views = [waiting_view(program, name, job.bound, NOT_BEGUN) for name in names]
    send(Read([diagnostic_view(each) for each in warnings], views))
    options = job.options
    if job.modular:
        specified = frozenset(name for name, each in program.procedures.items() if each.specification)
        options = replace(options, by_specification=specified)
    for position, name in enumerate(names):
        share = max(0.1, (deadline - time.monotonic()) / (len(names) - position))
        _check(program, name, job, options, time.monotonic() + share, send)


def _check(
    program: Program, name: str, job: BoundJob, options: ForgeOptions, deadline: float, send: Send
) -> None:
    bound, started = job.bound, time.monotonic()
    finished: BoundedView | None = None
    while True:
        send(Trying(name, str(bound)))
        left = max(0.05, deadline - time.monotonic())
        try:
            verdict = check_procedure(program, name, bound, replace(options, seconds=left))
        except InputError as refused:
            if finished is None:
                raise
            finished.larger = str(refused.diagnostics[0].message)
            send(Found(finished))
            return
        view = bounded_view(program, name, verdict, time.monotonic() - started)
        if not isinstance(verdict, HoldsWithin) and view.verdict == "UNKNOWN" and finished is not None:
            finished.larger = f"not finished in time: {bound}"
            send(Found(finished))
            return
        send(Found(view))
        if not job.grow or not isinstance(verdict, HoldsWithin):
            return
        finished, bound = view, bound.grown()


def _work_on_c(job: BoundJob, how: COptions, send: Send, deadline: float) -> None:
    """All properties of a C function are worked on together."""
    specified = specified_program(job.file, how, modular=job.modular)
    translation, wanted = specified.translation, specified.properties
    program, bound, started = translation.program, job.bound, time.monotonic()
    warnings = [diagnostic_view(each) for each in specified.warnings]
    if not wanted:
        entry = program.entry.removeprefix(PREFIX)
        message = f"nothing in reach of `{entry}` can violate what is asked for"
        warnings.append(diagnostic_view(Diagnostic("warning", message, Span(job.file, 0, 0, 0, 0))))
    send(Read(warnings, [waiting_property(program, each, bound, NOT_BEGUN) for each in wanted]))
    lines = {job.file: Path(job.file).read_text(errors="replace").splitlines()}
    finished: list[BoundedView] = []
    while wanted:
        send(Trying("", str(bound)))
        left = max(0.05, deadline - time.monotonic())
        results = specified.check(bound, replace(job.options, seconds=left))
        seconds = time.monotonic() - started
        views = [
            property_view(program, translation.source, lines, each, verdict, seconds)
            for each, verdict in results
        ]
        if finished and any(view.verdict == "UNKNOWN" for view in views):
            views = [_larger(before, view, bound) for before, view in zip(finished, views, strict=True)]
        for view in views:
            send(Found(view))
        holds = all(view.verdict == "HOLDS WITHIN" and not view.larger for view in views)
        if not job.grow or not holds:
            return
        finished, bound = views, bound.grown()


def _larger(before: BoundedView, view: BoundedView, bound: Bound) -> BoundedView:
    """What is known if the larger bound gave this: a verdict stays."""
    if view.verdict != "UNKNOWN":
        return view
    before.larger = f"{bound}: {view.reason}"
    return before


def _text(file: str) -> str:
    try:
        return Path(file).read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise _refused(file, "no such file") from None
    except IsADirectoryError:
        raise _refused(file, "this is a directory") from None
    except UnicodeDecodeError:
        raise _refused(file, "this is not UTF-8 text") from None
    except OSError as error:
        raise _refused(file, str(error.strerror)) from None


def _wanted(program: Program, job: BoundJob) -> list[str]:
    if job.procedures is not None:
        for name in job.procedures:
            if name not in program.procedures:
                known = ", ".join(program.procedures)
                raise _refused(job.file, f"there is no procedure {name}", f"there are: {known}")
        return list(dict.fromkeys(job.procedures))
    found = [name for name, each in program.procedures.items() if each.specification]
    if not found:
        raise _refused(
            job.file, "no procedure has a specification", "add clauses: requires, modifies, ensures"
        )
    return found


def _refused(file: str, message: str, hint: str = "") -> InputError:
    return InputError(Diagnostic("error", message, Span(file, 0, 0, 0, 0), hint))
