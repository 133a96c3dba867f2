"""`maymust certify`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import assert_never

import typer

from maymust.certificates.check_proof import Accepted, CheckResult, Refused, Unchecked
from maymust.certificates.proof import (
    ProofData,
    ProofError,
    ProofFile,
    RuleData,
    proof_from_data,
    read_proof_file,
)
from maymust.deciding import certify
from maymust.diagnostics import Diagnostic, InputError
from maymust.frontends.c import COptions, translate
from maymust.frontends.slic import RuleText
from maymust.frontends.slic.library import load
from maymust.frozen import frozen
from maymust.ir.program import Program
from maymust.report.build import diagnostic_view
from maymust.report.terminal import Style, claim, counted, diagnostic_line


@frozen
class CertifyCall:
    """The arguments of the command."""

    proof: Path
    file: Path
    timeout: float
    include_paths: tuple[str, ...]
    rules: tuple[RuleText, ...] = ()


def run_certify(call: CertifyCall) -> int:
    """Checks every proof in the file; returns the exit code."""
    deadline = time.monotonic() + call.timeout
    try:
        content = read_proof_file(call.proof.read_bytes())
        translation = translate(str(call.file), None, _options(content, call))
    except OSError as error:
        typer.echo(f"{call.proof}: error: {error.strerror}", err=True)
        return 2
    except ProofError as error:
        typer.echo(f"{call.proof}: error: {error}", err=True)
        return 2
    except InputError as error:
        for diagnostic in error.diagnostics:
            typer.echo(_line(diagnostic), err=True)
        return 2
    for warning in translation.warnings:
        typer.echo(_line(warning), err=True)
    codes = [_certify(data, translation.program, call.file, deadline) for data in content.proofs]
    return 1 if 1 in codes else max(codes)


def _line(diagnostic: Diagnostic) -> str:
    return diagnostic_line(diagnostic_view(diagnostic), Style(colour=False))


def _options(content: ProofFile, call: CertifyCall) -> COptions:
    return COptions(
        entry=content.entry,
        data_model=content.data_model,
        globals_are_inputs=content.globals_are_inputs,
        malloc_may_fail=content.malloc_may_fail,
        assume_separate=content.assume_separate,
        include_paths=call.include_paths,
        defines=tuple(content.defines),
        properties=frozenset(content.properties),
        rules=tuple(_rule(data, call) for data in content.rules),
    )


def _rule(data: RuleData, call: CertifyCall) -> RuleText:
    """The rule that a proof is about; raises ProofError where its text is not the one that it is about."""
    given = {rule.name: rule for rule in call.rules}
    try:
        rule = given.get(data.name) or load(data.name if data.path.startswith("<") else data.path)
    except InputError as error:
        raise ProofError(f"the rule {data.name} is not there: {error}; say where with --rule") from None
    if rule.name != data.name or rule.digest != data.digest:
        raise ProofError(f"the rule {data.name} has changed since the proof was made")
    return rule


def _certify(data: ProofData, program: Program, file: Path, deadline: float) -> int:
    try:
        result: CheckResult = certify(program, proof_from_data(data, program), deadline)
    except ProofError as error:
        result = Refused(str(error))
    place = f"{file}:{data.property.line}:{data.property.column}"
    shown = claim(data.property.kind, data.property.description)
    match result:
        case Accepted(obligations):
            typer.echo(f"{place}: CERTIFIED  {shown}, {counted(obligations, 'obligation')}")
            return 0
        case Refused(reason):
            typer.echo(f"{place}: REFUSED  {shown}\n    {reason}")
            return 1
        case Unchecked(reason):
            typer.echo(f"{place}: NOT CHECKED  {shown}\n    {reason}")
            return 3
        case _:
            assert_never(result)
