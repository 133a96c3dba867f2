"""Runs the command `maymust` as a user would, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


def maymust(*arguments: str | Path, cwd: Path | None = None, timeout: float = 120) -> Outcome:
    command = [sys.executable, "-m", "maymust.cli.main", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False, cwd=cwd)
    assert "Traceback" not in done.stdout + done.stderr, done.stderr
    return Outcome(done.returncode, done.stdout, done.stderr)
