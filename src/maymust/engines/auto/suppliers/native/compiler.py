"""Compiles C text to a shared library with the machine's compiler, in a folder that does not stay."""

from __future__ import annotations

import contextlib
import math
import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

COMPILERS = ("gcc", "cc", "clang", "tcc")
_OPTIMISED_LINES = 2000  # of longer texts the compiler makes no fast code: it would take longer than it saves
_LINES_A_SECOND = 20_000
_GUARD_TRIES = 100

# It waits until its input ends, which it does when this process dies. The compiler may be at work in the
# folder even then, so that removing it fails.
_GUARD = f"""read -r _
tries=0
while ! rm -rf "$1" && [ $tries -lt {_GUARD_TRIES} ]; do tries=$((tries + 1)); sleep 0.1 || sleep 1; done"""


class CompilationFailed(Exception):  # noqa: N818 - the reason, for a note
    """There is no library."""


def find_compiler() -> str:
    """The path of a C compiler."""
    for name in COMPILERS:
        found = shutil.which(name)
        if found:
            return found
    raise CompilationFailed("there is no C compiler")


def expected_seconds(text: str) -> float:
    """About how long it takes to compile."""
    return 0.1 + text.count("\n") / _LINES_A_SECOND


@contextlib.contextmanager
def compiled(compiler: str, text: str, seconds: float) -> Iterator[Path]:
    """A shared library, there for as long as the context is open. It may take so many seconds to make."""
    with _passing_folder() as folder:
        source, library = folder / "tests.c", folder / "tests.so"
        source.write_text(text)
        level = "-O1" if text.count("\n") <= _OPTIMISED_LINES else "-O0"
        flags = ["-w", level, "-shared", "-fPIC", "-ffp-contract=off"]  # a·b + c is rounded twice
        command = [compiler, *flags, "-o", str(library), str(source), "-lm"]
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env={**os.environ, "TMPDIR": str(folder)},
            start_new_session=True,
        )
        try:
            _, said = process.communicate(timeout=seconds if math.isfinite(seconds) else None)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise CompilationFailed(f"{Path(compiler).name} takes too long") from None
        if process.returncode:
            complaint = said.decode(errors="replace").strip()[:200]
            raise CompilationFailed(f"{Path(compiler).name} fails: {complaint}")
        yield library


@contextlib.contextmanager
def _passing_folder() -> Iterator[Path]:
    """A folder that is removed even if this process is killed, as one that runs beside others may be."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        shell = shutil.which("sh")
        if shell is None:
            yield Path(folder)
            return
        guard = subprocess.Popen(
            [shell, "-c", _GUARD, "sh", folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            yield Path(folder)
        finally:
            guard.communicate()
