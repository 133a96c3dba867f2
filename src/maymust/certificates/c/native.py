"""Compiles a failing test with the machine's C compiler and runs it.

The replay in `interp` is the evidence that counts; this shows the same outside maymust. How a kind of
property shows is in `showing`. A run confirms a violation only if what is said is of its kind and, where a
line is told, of its place: another fault, an abort or the end of the time does not count.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal

from maymust.certificates.c.faults import Fault
from maymust.certificates.c.sanitizer_reports import Report, sanitizer_reports, valgrind_reports
from maymust.certificates.c.showing import NOT_FREED, REACHED, Showing, showing
from maymust.frozen import frozen

_SECONDS = 20
COMPILERS = ("gcc", "cc", "clang")
_VALGRIND = ("valgrind", "--quiet", "--track-origins=yes", "--num-callers=40", "--error-limit=no")
# Functions that the test cannot reach go: they may call others that are defined nowhere.
_STRIP = "-Wl,-dead_strip" if sys.platform == "darwin" else "-Wl,--gc-sections"
FLAGS = ("-w", "-g", "-O0", "-fwrapv", "-fno-builtin", "-ffunction-sections", _STRIP)
LIBRARIES = ("-lm",)
# Floats have their own precision, which the older coprocessor does not keep to.
MODEL_FLAGS = {"LP64": ("-m64",), "ILP32": ("-m32", "-msse2", "-mfpmath=sse")}
_OPTIONS = {
    "ASAN_OPTIONS": (
        "detect_stack_use_after_return=1:detect_leaks=0:redzone=256:allocator_may_return_null=1"
        ":detect_invalid_pointer_pairs=2"
    ),
    "UBSAN_OPTIONS": "print_stacktrace=0",
}
_ASSERTION = re.compile(r"(?P<file>[^ :][^:]*):(?P<line>\d+): .*[Aa]ssertion")
_STANDS = "; the replay in maymust stands"


@frozen
class NativeRun:
    """What came of it."""

    outcome: Literal["confirmed", "not confirmed", "not possible"]
    detail: str


@frozen
class _Ended:
    """How a run ended: its exit code, or the signal, negated; and what it wrote to the standard error."""

    code: int
    said: str

    def __str__(self) -> str:
        return f"signal {-self.code}" if self.code < 0 else f"exit code {self.code}"


def flags_for(kind: str, data_model: str) -> tuple[str, ...]:
    """What the compiler is told for the test of a property."""
    shows = showing(kind)
    # Valgrind needs the symbols of a 32-bit dynamic linker, which are seldom installed.
    linked = ("-static",) if shows.tool == "valgrind" and data_model == "ILP32" else ()
    return (*FLAGS, *shows.flags, *MODEL_FLAGS[data_model], *linked)


def runner_for(kind: str) -> tuple[str, ...]:
    """What runs the test of a property, if it does not run alone."""
    return _VALGRIND if showing(kind).tool == "valgrind" else ()


def confirm_natively(
    test: str,
    data_model: str,
    include_paths: Iterable[Path] = (),
    kind: str = "assert",
    fault: Fault | None = None,
) -> NativeRun:
    """Compiles and runs the text of a test, and says whether that shows the violation.

    `include_paths` are where the headers of the tested source are; `fault` is where the violation is.
    """
    shows = showing(kind)
    if shows.tool == "none":
        return NativeRun("not possible", shows.reason + _STANDS)
    compiler = next((found for name in COMPILERS if (found := shutil.which(name))), None)
    if compiler is None:
        return NativeRun("not possible", "there is no C compiler" + _STANDS)
    runner = runner_for(kind)
    if runner and not shutil.which(runner[0]):
        what = f"{runner[0]} is needed to see this, and is not installed (apt-get install {runner[0]})"
        return NativeRun("not possible", what + _STANDS)
    flags = [*flags_for(kind, data_model), *[f"-I{path.resolve()}" for path in include_paths]]
    ended = _run(test, [compiler, *_fitting(compiler, flags)], runner)
    return ended if isinstance(ended, NativeRun) else _judged(ended, shows, fault, Path(compiler).name)


def _fitting(compiler: str, flags: Sequence[str]) -> list[str]:
    """The flags as a compiler knows them: clang has one check of bounds."""
    is_clang = sys.platform == "darwin" or "clang" in Path(compiler).name
    return [flag.replace("bounds-strict", "bounds") if is_clang else flag for flag in flags]


def _run(test: str, command: list[str], runner: Sequence[str]) -> _Ended | NativeRun:
    """How the run of the test ends, or why there is none."""
    with tempfile.TemporaryDirectory() as folder:
        source, binary = Path(folder, "test.c"), Path(folder, "test")
        source.write_text(test)
        try:
            compiled = subprocess.run(
                [*command, "-o", str(binary), str(source), *LIBRARIES],
                capture_output=True,
                text=True,
                errors="replace",
                timeout=_SECONDS,
                check=False,
            )
            if compiled.returncode:
                complaint = _complaint(compiled.stderr)
                return NativeRun("not possible", f"{Path(command[0]).name}: {complaint}")
            run = subprocess.run(
                [*runner, str(binary)],
                capture_output=True,
                timeout=_SECONDS,
                check=False,
                stdin=subprocess.DEVNULL,
                env={**os.environ, **_OPTIONS},
            )
        except subprocess.TimeoutExpired:
            return NativeRun("not confirmed", f"the test did not end within {_SECONDS} s")
        except OSError as error:
            return NativeRun("not possible", str(error))
    return _Ended(run.returncode, run.stderr.decode(errors="replace"))


# -- what the run says -------------------------------------------------------------------------------------


def _judged(ended: _Ended, shows: Showing, fault: Fault | None, compiler: str) -> NativeRun:
    match shows.tool:
        case "sanitizers":
            return _reported(
                sanitizer_reports(ended.said), ended, shows, fault, f"{compiler}'s sanitizers report"
            )
        case "valgrind":
            if "valgrind:  Fatal error" in ended.said:
                return NativeRun("not possible", "valgrind does not start" + _STANDS)
            return _reported(valgrind_reports(ended.said), ended, shows, fault, "valgrind reports")
        case "count":
            return _counted(ended, compiler)
        case _:
            return _told(ended, fault, compiler)


def _reported(
    reports: list[Report], ended: _Ended, shows: Showing, fault: Fault | None, said: str
) -> NativeRun:
    """The violation is told by a tool."""
    file = fault.file if fault else ""
    elsewhere = ""
    for report in reports:
        releases = shows.releasing and "SEGV" in report.headline and report.is_in_release(file)
        if not report.says(shows.said) and not releases:
            elsewhere = elsewhere or f"; {said} something else: {report.short}"
            continue
        line = report.line_in(file)
        told = f"{report.short}{' in the function that frees' if releases else ''}"
        if fault is None or not line or fault.holds(line):
            where = f", line {line}" if line else ""
            return NativeRun("confirmed", f"{said}: {told}{where}")
        elsewhere = elsewhere or f"; {said} this in line {line}, not in {fault}: {told}"
    if shows.reason and not elsewhere and ended.code == 0:
        return NativeRun("not possible", shows.reason + _STANDS)
    return NativeRun("not confirmed", f"nothing of the kind was seen, the test ended with {ended}{elsewhere}")


def _counted(ended: _Ended, compiler: str) -> NativeRun:
    """The violation is told by what the test has counted when it ends."""
    for line in ended.said.splitlines():
        if line.startswith(NOT_FREED):
            counted = line.removeprefix("maymust: ")
            return NativeRun("confirmed", f"compiled with {compiler}, the test counts {counted}")
    return NativeRun("not confirmed", f"nothing was left when the test ended with {ended}")


def _told(ended: _Ended, fault: Fault | None, compiler: str) -> NativeRun:
    """The violation is told by the test itself or by the C library's `assert`; another abort is not it."""
    if REACHED in ended.said:
        return NativeRun("confirmed", f"compiled with {compiler}, the test reaches the violation")
    for line in ended.said.splitlines():
        found = _ASSERTION.search(line)
        if ended.code != -signal.SIGABRT or "ssertion" not in line:
            continue
        if found and fault and not fault.holds(int(found["line"])):
            return NativeRun("not confirmed", f"another assertion fails: {line.strip()}")
        return NativeRun("confirmed", f"compiled with {compiler}, the test aborts: {line.strip()}")
    return NativeRun("not confirmed", f"the test ended with {ended}")


def _complaint(said: str) -> str:
    """The line of a compiler's or linker's output that says what is wrong."""
    lines = said.strip().splitlines() or ["the compiler failed"]
    return next((line for line in lines if "error" in line or "undefined" in line), lines[0])
