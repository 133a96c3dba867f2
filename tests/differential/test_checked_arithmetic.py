"""Random functions: checks of arithmetic fail wherever gcc's sanitizers report something, and hardly ever
elsewhere: gcc folds `-x != 0` and drops values that are not used before it looks at them.
"""

from __future__ import annotations

import random
import re
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from helpers.agreement import native_or_skip
from helpers.c_types import DECLARATIONS
from helpers.random_functions import Case, expression_case, statement_case
from maymust.frontends.c import COptions, translate
from maymust.interp.replay import Ended, InputValue, Run, Violated, replay
from maymust.ir.program import Havoc, Program

ASKED = frozenset({"overflow", "div", "shift"})
FLAGS = (
    "-w", "-O0", "-m64", "-fno-wrapv", "-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift"
)  # fmt: skip
REPORT = re.compile(r"(t\d+)\.c:(\d+):\d+: runtime error: (.*)")
KINDS = {
    "overflow": re.compile(r"signed integer overflow|cannot be represented"),
    "div": re.compile(r"division by zero"),
    "shift": re.compile(r"shift exponent|left shift of negative"),
}
MAIN = """
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
    for (unsigned i = 0; i < sizeof runs / sizeof *runs; i++) {
        fprintf(stderr, "run %u\\n", i);
        if (fork() == 0) { runs[i](); _exit(0); }
        wait(0);
    }
    return 0;
}
"""
Size = Callable[..., int]
Place = tuple[str, int]  # kind and line


def reported(cases: Sequence[Case], folder: Path) -> list[set[Place]]:
    """What the sanitizers say of each row of each case, in order; each row is run in a process of its own."""
    parts, runs = [DECLARATIONS], []
    for case in cases:
        parts.append(f'#line {DECLARATIONS.count(chr(10)) + 1} "{case.name}.c"\n{case.text}\n#line 1 "rows"')
        for number, row in enumerate(case.rows):
            given = ", ".join(f"({t.spelling}){v}ull" for t, v in zip(case.parameters, row, strict=True))
            runs.append(f"{case.name}_row{number}")
            parts.append(f"static void {runs[-1]}(void) {{ {case.name}({given}); }}")
    parts += [f"static void (*runs[])(void) = {{ {', '.join(runs)} }};", MAIN]
    source, binary = folder / "checks.c", folder / "checks"
    source.write_text("\n".join(parts))
    compiled = subprocess.run(
        ["gcc", *FLAGS, "-o", binary, source], capture_output=True, text=True, check=False
    )
    if compiled.returncode:
        pytest.skip(f"gcc has no sanitizers here: {compiled.stderr[:200]}")
    run = subprocess.run([binary], capture_output=True, text=True, timeout=300, check=True)
    found: list[set[Place]] = []
    for line in run.stderr.splitlines():
        match = REPORT.search(line)
        if line.startswith("run "):
            found.append(set())
        elif match is not None:
            kind = next(kind for kind, pattern in KINDS.items() if pattern.search(match[3]))
            found[-1].add((kind, int(match[2])))
    return found


def run_row(program: Program, row: Sequence[int]) -> Run:
    start = program.procedures[program.start]
    reads = [edge for edge in start.edges if isinstance(edge.statement, Havoc)]
    given = [InputValue(f"{start.name}@{e.source}", value) for e, value in zip(reads, row, strict=True)]
    return replay(program, given)


@pytest.mark.parametrize("chunk", range(3))
def test_checks_of_arithmetic_agree_with_the_sanitizers(chunk: int, size: Size) -> None:
    native_or_skip("LP64")
    rng = random.Random(f"checks {chunk}")
    makers = (expression_case, statement_case)
    cases = [makers[i % 2](f"t{i}", rng, "LP64") for i in range(size(20, full=40))]
    with tempfile.TemporaryDirectory() as folder:
        native = iter(reported(cases, Path(folder)))
    violated = clean = folded = 0
    for case in cases:
        options = COptions(entry=case.name, properties=ASKED)
        program = translate(f"{case.name}.c", case.program, options).program
        for row in case.rows:
            said, run = next(native), run_row(program, row)
            what = f"{case.program}\n{case.name}{row}: gcc {said}, maymust {run.end}"
            match run.end:
                case Violated(property_id):
                    wanted = program.property(property_id)
                    lines = range(wanted.span.line, wanted.span.end_line + 1)
                    seen = any(kind == wanted.kind and line in lines for kind, line in said)
                    violated += seen
                    folded += not seen
                case Ended():
                    assert not said, what
                    clean += 1
    assert violated > 5 and clean > 5 and folded < violated / 4, (violated, clean, folded)
