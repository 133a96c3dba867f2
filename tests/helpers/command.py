"""Runs the command `maymust` as a user would, in a process of its own."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_PATIENT = (
    "from maymust import checking\n"
    "checking._PROBE_SECONDS = 1000.0\n"
    "from maymust.cli.main import main\n"
    "main()\n"
)
_INTERRUPTIBLE = (
    "import signal\n"
    "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "from maymust.cli.main import main\n"
    "main()\n"
)
LONGEST_WAIT = 60.0  # for anything
PATIENCE = ("--timeout", "1000")  # far more than is needed, even on a busy machine


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


def patient_maymust(*arguments: str | Path) -> Outcome:
    """The same with so much time that what is asked beside the verdict is answered on a busy machine, too."""
    command = [sys.executable, "-c", _PATIENT, *map(str, arguments), *PATIENCE]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stdout + done.stderr, done.stderr
    return Outcome(done.returncode, done.stdout, done.stderr)


def interrupted_maymust(*arguments: str | Path, shown: str, cwd: Path) -> Outcome:
    """The same with Ctrl-C as soon as the terminal shows a text; the terminal is its standard error. Whoever
    started the tests may have them ignore Ctrl-C, so the command is told not to."""
    terminal, theirs = pty.openpty()
    command = [sys.executable, "-c", _INTERRUPTIBLE, *map(str, arguments), *PATIENCE]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, cwd=cwd, text=True)
    os.close(theirs)
    try:
        seen = ""
        while shown not in seen and (piece := read_terminal(terminal)):
            seen += piece
        process.send_signal(signal.SIGINT)
        while piece := read_terminal(terminal):
            seen += piece
        out, _ = process.communicate(timeout=LONGEST_WAIT)
    finally:
        process.kill()
        os.close(terminal)
    return Outcome(process.returncode, out, seen)


def read_terminal(terminal: int) -> str:
    """What stands there next; nothing at the end, or where nothing comes for a long time."""
    with suppress(OSError):
        if select.select([terminal], [], [], LONGEST_WAIT)[0]:
            return os.read(terminal, 4096).decode(errors="replace")
    return ""
