"""`maymust certify`."""

from __future__ import annotations

import time
from pathlib import Path

import typer

from maymust.certificates.check_proof import Accepted, Refused, Unchecked
from maymust.certificates.proof import ProofError, proof_from_data, read_proof_file
from maymust.checking import certify
from maymust.diagnostics import InputError


def run_certify(proof_path: Path, file: Path, timeout: float, include_paths: tuple[str, ...]) -> int:
    """Checks every proof in the file; returns the exit code."""
    from maymust.frontends.c import COptions, translate

    deadline = time.monotonic() + timeout
    try:
        content = read_proof_file(proof_path.read_bytes())
        options = COptions(
            entry=content.entry,
            data_model=content.data_model,  # type: ignore[arg-type]
            inputs_globals=content.globals_are_inputs,
            include_paths=include_paths,
            defines=tuple(content.defines),
        )
        program = translate(str(file), None, options).program
    except OSError as error:
        typer.echo(f"error: {proof_path}: {error.strerror}", err=True)
        return 2
    except ProofError as error:
        typer.echo(f"error: {proof_path}: {error}", err=True)
        return 2
    except InputError as error:
        for diagnostic in error.diagnostics:
            typer.echo(str(diagnostic), err=True)
        return 2
    codes = []
    for data in content.proofs:
        name = f"{file}: {data.property.id} ({data.property.description})"
        try:
            result = certify(program, proof_from_data(data, program), deadline)
        except ProofError as error:
            result = Refused(str(error))
        match result:
            case Accepted(obligations, _):
                typer.echo(f"{name}: CERTIFIED, {obligations} obligations")
                codes.append(0)
            case Refused(reason):
                typer.echo(f"{name}: REFUSED: {reason}")
                codes.append(1)
            case Unchecked(reason):
                typer.echo(f"{name}: NOT CHECKED: {reason}")
                codes.append(3)
    return 1 if 1 in codes else max(codes, default=0)
