"""`maymust check`."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import typer

from maymust import __version__
from maymust.certificates.c.faults import Fault
from maymust.certificates.c.native import confirm_natively
from maymust.certificates.proof import FORMAT, ProofFile, RuleData
from maymust.checking import CheckOptions
from maymust.cli.progress import ProgressLine
from maymust.cli.supervisor import Stop, supervise
from maymust.cli.worker import Job
from maymust.engines.options import OptionError, with_settings
from maymust.engines.registry import ENGINES
from maymust.frontends.c import DATA_MODELS, COptions
from maymust.frozen import frozen
from maymust.report.terminal import (
    Style,
    calls_line,
    diagnostic_line,
    file_heading,
    property_lines,
    total_line,
)
from maymust.report.view import (
    SCHEMA,
    Confirmation,
    DiagnosticView,
    FileView,
    Place,
    PropertyView,
    Report,
    exit_code_of,
    total_of,
)
from maymust.store.place import OFF

_WITH_PARTIES = "auto"


@frozen
class CheckCall:
    """The arguments of the command."""

    files: tuple[Path, ...]
    c: COptions
    check: CheckOptions
    memory: int
    proof: Path | None
    emit_test: Path | None
    confirm: bool
    trace: bool
    profile: bool
    json: bool
    store: str | None


def settings_of(texts: tuple[str, ...]) -> dict[str, str]:
    """The settings in `NAME=VALUE` texts; raises OptionError."""
    found = {}
    for text in texts:
        name, separator, value = text.partition("=")
        if not separator:
            raise OptionError(f"--set takes NAME=VALUE, not `{text}`")
        found[name] = value
    return found


def with_party_options(
    settings: Mapping[str, str],
    engine: str,
    suppliers: Sequence[str],
    jobs: int | None,
    *,
    deterministic: bool,
) -> dict[str, str]:
    """The settings with what --supplier, --jobs and --deterministic mean; raises OptionError where one is
    given to an engine without parties."""
    found = dict(settings)
    given = []
    if suppliers:
        if "" in suppliers:
            raise OptionError("--supplier takes NAME=SECONDS or NAME=off, not ``")
        found["parties"] = ",".join([*filter(None, [settings.get("parties")]), *suppliers])
        given.append("--supplier")
    if jobs is not None:
        found["jobs"] = str(jobs)
        given.append("--jobs")
    if deterministic:
        found["deterministic"] = "on"
        given.append("--deterministic")
    if given and engine in ENGINES and engine != _WITH_PARTIES:
        raise OptionError(f"{given[0]} is an option of the engine {_WITH_PARTIES}, not of {engine}")
    return found


def run_check(call: CheckCall) -> int:
    """Checks the files, writes the evidence, prints the report; returns the exit code."""
    _refuse_wrong_options(call)
    started = time.monotonic()
    style = Style(colour=sys.stdout.isatty() and "NO_COLOR" not in os.environ)
    views: list[FileView] = []
    stop: Stop | None = None
    with ProgressLine(sys.stderr) as progress:
        for file in call.files:
            if stop is Stop.INTERRUPT:
                view = _not_begun(file)
            else:
                view, stop = supervise(
                    Job(str(file), call.c, call.check, call.store), call.memory, progress.show
                )
            if call.confirm:
                view.properties = [_confirmed(p, view, call) for p in view.properties]
            views.append(view)
            progress.clear()
            if not call.json:
                _print_file(view, call, style)
    written, notes = _write_evidence(call, views)
    total = total_of(views)
    code = exit_code_of(total) if written else 2
    if call.json:
        report = Report(SCHEMA, __version__, views, total, code)
        typer.echo(msgspec.json.format(msgspec.json.encode(report)).decode())
    else:
        typer.echo(total_line(total, time.monotonic() - started, style))
    for note in notes:
        typer.echo(note, err=call.json or not written)
    return code


def _refuse_wrong_options(call: CheckCall) -> None:
    """Raises OptionError for what can be seen to be wrong before any work is done."""
    if call.check.engine not in ENGINES:
        raise OptionError(f"no engine is called `{call.check.engine}`; there are: {', '.join(ENGINES)}")
    if call.c.data_model not in DATA_MODELS:
        raise OptionError(
            f"no data model is called `{call.c.data_model}`; there are: {', '.join(DATA_MODELS)}"
        )
    with_settings(ENGINES[call.check.engine].options(), call.check.settings)
    if call.proof is not None and len(call.files) > 1:
        raise OptionError("--proof takes one source file at a time")
    sources = {file.resolve() for file in call.files}
    if call.store and call.store != OFF and Path(call.store).resolve() in sources:
        raise OptionError(f"--store: {call.store} is a source file")
    for option, path in (("--proof", call.proof), ("--emit-test", call.emit_test)):
        if path is None:
            continue
        if path.resolve() in sources:
            raise OptionError(f"{option} would overwrite the source file {path}")
        if not path.resolve().parent.is_dir():
            raise OptionError(f"{option}: there is no folder {path.parent}")


def _not_begun(file: Path) -> FileView:
    place = Place(str(file), 0, 0)
    return FileView(str(file), "skipped", diagnostics=[DiagnosticView("error", "interrupted", place, "")])


def _confirmed(view: PropertyView, file: FileView, call: CheckCall) -> PropertyView:
    if view.test is None:
        return view
    folders = [Path(file.file).parent, *map(Path, call.c.include_paths)]
    lines = view.test_lines
    fault = None if lines is None else Fault(lines.file, lines.first, lines.last)
    native = confirm_natively(view.test, file.data_model, folders, view.kind, fault)
    return msgspec.structs.replace(view, confirmation=Confirmation(native.outcome, native.detail))


def _print_file(view: FileView, call: CheckCall, style: Style) -> None:
    if len(call.files) > 1 and view.entry:
        typer.echo(file_heading(view))
    for diagnostic in view.diagnostics:
        typer.echo(diagnostic_line(diagnostic, style), err=True)
    before: PropertyView | None = None
    for p in view.properties:
        for line in property_lines(p, style, trace=call.trace, profile=call.profile, before=before):
            typer.echo(line)
        before = p
    if call.profile and view.properties:
        typer.echo(calls_line(view))


def _write_evidence(call: CheckCall, views: list[FileView]) -> tuple[bool, list[str]]:
    """Writes what was asked for and is there. Returns whether that worked, and what to say of it."""
    notes: list[str] = []
    try:
        if call.proof is not None:
            notes.append(_write_proof(call, call.proof, views[0]))
        if call.emit_test is not None:
            notes.append(_write_tests(call.emit_test, views))
    except OSError as error:
        return False, [f"error: {error.filename}: {error.strerror}"]
    return True, notes


def _write_proof(call: CheckCall, path: Path, view: FileView) -> str:
    proofs = [p.proof for p in view.properties if p.proof is not None]
    if not proofs:
        return f"{path} was not written: nothing was proved"
    data = ProofFile(
        format=FORMAT,
        maymust=__version__,
        file=view.file,
        entry=view.entry,
        data_model=call.c.data_model,
        globals_are_inputs=call.c.globals_are_inputs,
        defines=list(call.c.defines),
        proofs=proofs,
        properties=tuple(sorted(call.c.properties)),
        malloc_may_fail=call.c.malloc_may_fail,
        assume_separate=call.c.assume_separate,
        rules=tuple(RuleData(rule.name, rule.path, rule.digest) for rule in call.c.rules),
    )
    path.write_bytes(msgspec.json.encode(data) + b"\n")
    again = ["maymust", "certify", str(path), view.file]
    for folder in call.c.include_paths:
        again += ["-I", folder]
    return f"proof saved to {path}; check it again with: {shlex.join(again)}"


def _write_tests(path: Path, views: list[FileView]) -> str:
    tests = [p.test for view in views for p in view.properties if p.test is not None]
    if not tests:
        return f"{path} was not written: nothing failed"
    written = []
    for number, text in enumerate(tests, 1):
        target = path if number == 1 else path.with_suffix(f".{number}{path.suffix}")
        target.write_text(text)
        written.append(str(target))
    return f"test written to {', '.join(written)}"
