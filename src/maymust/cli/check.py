"""`maymust check`."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import msgspec
import typer

from maymust import __version__
from maymust.certificates.native import confirm_natively
from maymust.certificates.proof import FORMAT, ProofFile
from maymust.checking import CheckOptions
from maymust.cli.progress import ProgressLine
from maymust.cli.supervisor import supervise
from maymust.cli.worker import Job
from maymust.engines.registry import ENGINES, OptionError, with_settings
from maymust.report.terminal import Style, diagnostic_line, file_heading, property_lines, total_line
from maymust.report.view import SCHEMA, Confirmation, FileView, PropertyView, Report, exit_code_of, total_of

DATA_MODELS = ("LP64", "ILP32")


@dataclass(frozen=True, slots=True)
class CheckCall:
    """The arguments of the command."""

    files: tuple[Path, ...]
    entry: str | None
    data_model: str
    engine: str
    settings: tuple[str, ...]
    timeout: float
    max_iterations: int | None
    memory: int
    proof: Path | None
    emit_test: Path | None
    confirm: bool
    trace: bool
    profile: bool
    json: bool
    globals_are_inputs: bool
    include_paths: tuple[str, ...]
    defines: tuple[str, ...]


def run_check(call: CheckCall) -> int:
    """Checks the files, prints the report, writes the evidence; returns the exit code."""
    try:
        options = _options(call)
    except OptionError as error:
        typer.echo(f"error: {error}", err=True)
        return 2
    started = time.monotonic()
    style = Style(colour=sys.stdout.isatty() and "NO_COLOR" not in os.environ)
    views: list[FileView] = []
    with ProgressLine(sys.stderr) as progress:
        for file in call.files:
            view = supervise(_job(call, file, options), call.memory, progress.show)
            if call.confirm:
                view.properties = [_confirmed(p, view, call) for p in view.properties]
            views.append(view)
            progress.clear()
            if not call.json:
                _print_file(view, call, style)
            if any(p.reason == "interrupted" for p in view.properties):
                break
    total = total_of(views)
    code = exit_code_of(total)
    if call.json:
        report = Report(SCHEMA, __version__, views, total, code)
        typer.echo(msgspec.json.format(msgspec.json.encode(report)).decode())
    else:
        typer.echo(total_line(total, time.monotonic() - started, style))
    return code if _write_evidence(call, views) else 2


def _options(call: CheckCall) -> CheckOptions:
    if call.engine not in ENGINES:
        raise OptionError(f"no engine is called `{call.engine}`; there are: {', '.join(ENGINES)}")
    if call.data_model not in DATA_MODELS:
        raise OptionError(f"no data model is called `{call.data_model}`; there are: {', '.join(DATA_MODELS)}")
    if call.proof is not None and len(call.files) > 1:
        raise OptionError("--proof takes one source file at a time")
    settings = {}
    for setting in call.settings:
        name, separator, value = setting.partition("=")
        if not separator:
            raise OptionError(f"--set takes NAME=VALUE, not `{setting}`")
        settings[name] = value
    with_settings(ENGINES[call.engine].options(), settings)  # refuse wrong ones now
    return CheckOptions(call.engine, settings, call.timeout, call.max_iterations)


def _job(call: CheckCall, file: Path, options: CheckOptions) -> Job:
    return Job(
        file=str(file),
        entry=call.entry,
        data_model=call.data_model,
        globals_are_inputs=call.globals_are_inputs,
        include_paths=call.include_paths,
        defines=call.defines,
        options=options,
    )


def _confirmed(view: PropertyView, file: FileView, call: CheckCall) -> PropertyView:
    if view.test is None:
        return view
    folders = [Path(file.file).parent, *map(Path, call.include_paths)]
    native = confirm_natively(view.test, file.data_model, folders)
    return msgspec.structs.replace(view, confirmation=Confirmation(native.outcome, native.detail))


def _print_file(view: FileView, call: CheckCall, style: Style) -> None:
    for diagnostic in view.diagnostics:
        typer.echo(diagnostic_line(diagnostic, style), err=True)
    if len(call.files) > 1 and view.entry:
        typer.echo(file_heading(view))
    for p in view.properties:
        for line in property_lines(p, style, trace=call.trace, profile=call.profile):
            typer.echo(line)


def _write_evidence(call: CheckCall, views: list[FileView]) -> bool:
    """Writes what was asked for and is there; says what is not. False where a file could not be written."""
    notes: list[str] = []
    try:
        if call.proof is not None:
            notes.append(_write_proof(call, call.proof, views[0]))
        if call.emit_test is not None:
            notes.append(_write_tests(call.emit_test, views))
    except OSError as error:
        typer.echo(f"error: {error.filename}: {error.strerror}", err=True)
        return False
    for note in notes:
        typer.echo(note, err=call.json)
    return True


def _write_proof(call: CheckCall, path: Path, view: FileView) -> str:
    proofs = [p.proof for p in view.properties if p.proof is not None]
    if not proofs:
        return f"{path} was not written: nothing was proved"
    data = ProofFile(
        format=FORMAT,
        maymust=__version__,
        file=view.file,
        entry=view.entry,
        data_model=view.data_model,
        globals_are_inputs=call.globals_are_inputs,
        defines=list(call.defines),
        proofs=proofs,
    )
    path.write_bytes(msgspec.json.encode(data) + b"\n")
    return f"proof saved to {path}; check it again with: maymust certify {path} {view.file}"


def _write_tests(path: Path, views: list[FileView]) -> str:
    tests = [(p.id, p.test) for view in views for p in view.properties if p.test is not None]
    if not tests:
        return f"{path} was not written: no test fails"
    written = []
    for number, (_, text) in enumerate(tests, 1):
        target = path if number == 1 else path.with_suffix(f".{number}{path.suffix}")
        target.write_text(text)
        written.append(str(target))
    return f"test written to {', '.join(written)}"
