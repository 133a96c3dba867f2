"""Compiles a failing test with the machine's C compiler and runs it.

The replay in `interp` is the evidence that counts; this shows the same outside maymust.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from maymust.frozen import frozen

_SECONDS = 20
COMPILERS = ("gcc", "cc", "clang")
# Functions that the test cannot reach go: they may call others that are defined nowhere.
_STRIP = "-Wl,-dead_strip" if sys.platform == "darwin" else "-Wl,--gc-sections"
FLAGS = ("-w", "-O0", "-fwrapv", "-fno-builtin", "-ffunction-sections", _STRIP)
# Floats have their own precision, which the older coprocessor does not keep to.
MODEL_FLAGS = {"LP64": ("-m64",), "ILP32": ("-m32", "-msse2", "-mfpmath=sse")}
REACHED = "maymust: violation reached"
_MEMORY = ("ERROR: AddressSanitizer", "runtime error: ")
# The violation of a check is no call in the source: the compiler's sanitizers must see it. By the kind of
# property: what the compiler is told in addition, and what is said then.
SANITIZERS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "null": (("-fsanitize=address,null",), ("null pointer", "AddressSanitizer: SEGV")),
    "bounds": (("-fsanitize=address,bounds",), _MEMORY),
    "deref": (("-fsanitize=address", "-ftrivial-auto-var-init=pattern"), _MEMORY),
    "free": (("-fsanitize=address",), ("AddressSanitizer: attempting",)),
    "div": (
        ("-fsanitize=integer-divide-by-zero,signed-integer-overflow", "-fno-wrapv"),
        ("division by zero", "cannot be represented"),
    ),
    "overflow": (
        ("-fsanitize=signed-integer-overflow,shift", "-fno-wrapv"),
        ("cannot be represented", "integer overflow"),
    ),
    "shift": (("-fsanitize=shift", "-fno-wrapv"), ("shift exponent", "left shift of negative")),
}
_ADDRESS_OPTIONS = "detect_stack_use_after_return=1"
_UNSEEN = {
    "leak": "what is still pointed to at the end is no leak to the sanitizers",
    "uninit": "the test sets the variable to the value it had in the run",
}


@frozen
class NativeRun:
    """What came of it."""

    outcome: Literal["confirmed", "not confirmed", "not possible"]
    detail: str


def confirm_natively(
    test: str, data_model: str, include_paths: Iterable[Path] = (), kind: str = "assert"
) -> NativeRun:
    """Compiles and runs the text of a test: confirmed if it says that it reached the violation, or aborts; of
    the kinds that are checks, if a sanitizer says so.

    `include_paths` are where the headers of the tested source are.
    """
    if kind in _UNSEEN:
        return NativeRun("not possible", f"{_UNSEEN[kind]}; the replay in maymust stands")
    compiler = next((found for name in COMPILERS if (found := shutil.which(name))), None)
    if compiler is None:
        return NativeRun("not possible", "there is no C compiler; the replay in maymust stands")
    with tempfile.TemporaryDirectory() as folder:
        source, binary = Path(folder, "test.c"), Path(folder, "test")
        source.write_text(test)
        includes = [f"-I{path.resolve()}" for path in include_paths]
        command = [
            compiler,
            *FLAGS,
            *SANITIZERS.get(kind, ((), ()))[0],
            *MODEL_FLAGS[data_model],
            *includes,
            "-o",
            str(binary),
            str(source),
        ]
        try:
            compiled = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)
            if compiled.returncode:
                complaint = _complaint(compiled.stderr)
                return NativeRun("not possible", f"{Path(compiler).name}: {complaint}")
            run = subprocess.run(
                [str(binary)],
                capture_output=True,
                timeout=_SECONDS,
                check=False,
                stdin=subprocess.DEVNULL,
                env={**os.environ, "ASAN_OPTIONS": _ADDRESS_OPTIONS},
            )
        except subprocess.TimeoutExpired:
            return NativeRun("not confirmed", f"the test did not end within {_SECONDS} s")
        except OSError as error:
            return NativeRun("not possible", str(error))
    said = run.stderr.decode(errors="replace")
    if kind in SANITIZERS:
        return _sanitized(said, SANITIZERS[kind][1], Path(compiler).name)
    return _judged(run.returncode, said, Path(compiler).name)


def _sanitized(said: str, expected: tuple[str, ...], compiler: str) -> NativeRun:
    """The violation is told by a sanitizer."""
    for line in said.splitlines():
        if any(text in line for text in expected):
            return NativeRun("confirmed", f"compiled with {compiler}'s sanitizers: {line.strip()}")
    return NativeRun("not confirmed", "the sanitizers saw nothing of the kind")


def _judged(code: int, said: str, compiler: str) -> NativeRun:
    """The violation is told by the test itself or by the C library's `assert`; another abort is not it."""
    if REACHED in said:
        return NativeRun("confirmed", f"compiled with {compiler}, the test reaches the violation")
    if code == -signal.SIGABRT and "ssertion" in said:
        return NativeRun(
            "confirmed", f"compiled with {compiler}, the test aborts: {said.strip().splitlines()[-1]}"
        )
    end = f"signal {-code}" if code < 0 else f"exit code {code}"
    return NativeRun("not confirmed", f"the test ended with {end}")


def _complaint(said: str) -> str:
    """The line of a compiler's or linker's output that says what is wrong."""
    lines = said.strip().splitlines() or ["the compiler failed"]
    return next((line for line in lines if "error" in line or "undefined" in line), lines[0])
