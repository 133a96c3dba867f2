"""Runs programs natively, watched by gcc's sanitizers or valgrind, on all inputs that matter.

What is reported is compared with what the patterns state."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from .kinds import kinds_of
from .pattern import FINE, Model, Oracle
from .recipes import Program, Run

_HERE = Path(__file__).parent
_FLAGS = {"LP64": ("-m64",), "ILP32": ("-m32", "-msse2", "-mfpmath=sse")}
_COMMON = ("-w", "-O0", "-g", "-fno-omit-frame-pointer", "-std=gnu11")
_SANITIZERS = (
    "-fsanitize=address,undefined,float-divide-by-zero",
    # What is no kind of maymust's, or none that patterns are about.
    "-fno-sanitize=pointer-overflow,alignment,float-divide-by-zero,object-size",
    "-fno-sanitize-recover=all",
)
_ENVIRONMENT = {
    "ASAN_OPTIONS": "detect_leaks=0:symbolize=0:detect_stack_use_after_return=1:abort_on_error=0:"
    "handle_abort=0:strict_string_checks=0:allocator_may_return_null=1:replace_str=1:intercept_strlen=1",
    "UBSAN_OPTIONS": "symbolize=0:print_stacktrace=0",
}
_BATCH = 150  # programs in a file


class NativeError(Exception):
    """What was to be run natively could not be."""


def disagreements(programs: Iterable[Program]) -> Iterator[str]:
    """What native runs see otherwise than the patterns state. Programs whose data model or oracle is not
    served here are left out; `serves` tells."""
    groups: dict[tuple[Model, Oracle], list[Program]] = {}
    for program in programs:
        group = (program.recipe.asked.model, program.recipe.pattern.oracle)
        if serves(*group):
            groups.setdefault(group, []).append(program)
    for (model, oracle), members in groups.items():
        for first in range(0, len(members), _BATCH):
            yield from _batch(members[first : first + _BATCH], model, oracle)


@cache
def serves(model: Model, oracle: Oracle) -> bool:
    """Whether programs of this data model can be run and watched so."""
    if oracle == "none" or shutil.which("gcc") is None:
        return False
    if oracle == "valgrind" and (model != "LP64" or shutil.which("valgrind") is None):
        return False  # valgrind's 32 bits want a libc of their own
    try:
        return _run("int p_main(void) { return 0; }", "{p_main}", "{0, {0}, 0}", model, oracle) != ""
    except NativeError:
        return False


def _batch(members: Sequence[Program], model: Model, oracle: Oracle) -> Iterator[str]:
    runs = [(number, run) for number, program in enumerate(members) for run in program.runs]
    names = ", ".join(f"p{number}_main" for number in range(len(members)))
    plan = ",\n".join(
        f"{{{number}, {{{', '.join(map(_literal, (*run.inputs, 0)))}}}, {run.failing}}}"
        for number, run in runs
    )
    text = "\n".join(_renamed(program, number) for number, program in enumerate(members))
    said = _run(text, f"{{{names}}}", plan, model, oracle).splitlines()
    assert len(said) == len(runs), (len(said), len(runs))
    for line, (number, run) in zip(said, runs, strict=True):
        wrong = _compare(line.partition(" ")[2].strip(), run, oracle)
        if wrong:
            program = members[number]
            given = f"inputs {run.inputs}, failing allocations {run.failing:b}"
            yield f"{wrong} for {given}: {program.title}\n{program.text}"


def _renamed(program: Program, number: int) -> str:
    """Its text with names of its own, without headers and declarations of inputs."""
    kept = [line for line in program.marked.splitlines() if not line.startswith(("#include", "extern "))]
    return "\n".join(kept).replace("@", f"p{number}_")


def _compare(report: str, run: Run, oracle: Oracle) -> str:
    """What is wrong with what a run must come to, or nothing."""
    if run.outcome is None or run.outcome.free:
        return ""
    seen = kinds_of(report)
    shown = re.sub(r"0x[0-9a-f]+|==\d+==|=+", "", report)[:200]
    if run.outcome == FINE:
        return f"a fine run reports `{shown}`" if report else ""
    if not report:
        return f"nothing is reported instead of {run.outcome}"
    if oracle == "valgrind" or seen & run.outcome.kinds:
        return ""
    return f"`{shown}` is reported instead of {run.outcome}"


def _literal(value: int) -> str:
    return "(-2147483647 - 1)" if value == -(2**31) else str(value)


def _run(text: str, names: str, plan: str, model: Model, oracle: Oracle) -> str:
    """What the driver prints for a plan."""
    parts = [
        (_HERE / "driver.h").read_text(),
        text,
        "\n".join(
            f"#undef {name}" for name in ("malloc", "calloc", "realloc", "free", "exit", "abort", "strdup")
        ),
        f"static int (*const hunt_programs[])(void) = {names};",
        "static const struct { int program; int inputs[4]; unsigned failing; } hunt_plan[] = {" + plan + "};",
        (_HERE / "driver.c").read_text(),
    ]
    flags = (*_COMMON, *_FLAGS[model], *(_SANITIZERS if oracle == "sanitizers" else ("-DHUNT_VALGRIND",)))
    with tempfile.TemporaryDirectory() as folder:
        source, binary = Path(folder, "hunt.c"), Path(folder, "hunt")
        source.write_text("\n".join(parts))
        _checked(["gcc", *flags, "-o", str(binary), str(source)], folder)
        watched = ["valgrind", "-q"] if oracle == "valgrind" else []
        return _checked([*watched, str(binary)], folder)


def _checked(command: Sequence[str], folder: str) -> str:
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        errors="replace",
        cwd=folder,
        env=os.environ | _ENVIRONMENT,
        check=False,
    )
    if done.returncode != 0:
        raise NativeError(
            f"{command[0]} ends with {done.returncode}: {done.stderr[:3000]} {done.stdout[-1000:]}"
        )
    return done.stdout
