"""Runs many cases in one native program, each on all its arguments.

With the sanitizer, an evaluation that C does not define traps: division by zero, a shift out of range.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from helpers.c_types import DECLARATIONS
from helpers.random_functions import Case

MODEL_FLAGS = {"LP64": "-m64", "ILP32": "-m32"}
SANITIZED = ("-O0", "-fsanitize=shift-exponent,integer-divide-by-zero", "-fsanitize-undefined-trap-on-error")
Results = dict[tuple[str, int], tuple[int, ...] | None]
"""By case and row: the values, or None for a trap."""

_DRIVER_HEAD = """
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
"""
_DRIVER_TAIL = """
static sigjmp_buf back;
static void trap(int s) { (void)s; siglongjmp(back, 1); }

static void run(int index, int row)
{
    if (sigsetjmp(back, 1)) { printf("%d %d trap\\n", index, row); return; }
    cases[index].call(values + cases[index].first + row * cases[index].width);
    printf("%d %d", index, row);
    for (unsigned long long **r = cases[index].results; *r; r++) printf(" %llx", **r);
    printf("\\n");
}

int main(void)
{
    signal(SIGILL, trap); signal(SIGFPE, trap); signal(SIGTRAP, trap); signal(SIGABRT, trap);
    for (unsigned i = 0; i < sizeof plan / sizeof *plan; i++) {
        fflush(stdout);
        if (!cases[plan[i][0]].stateful) { run(plan[i][0], plan[i][1]); continue; }
        if (fork() == 0) { run(plan[i][0], plan[i][1]); fflush(stdout); _exit(0); }
        wait(0);
    }
    return 0;
}
"""


@cache
def compiler_for(model: str) -> str | None:
    """A compiler that makes programs of this data model which run here; None if there is none."""
    gcc = shutil.which("gcc")
    if gcc is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        source, binary = Path(folder, "probe.c"), Path(folder, "probe")
        source.write_text("#include <stdio.h>\nint main(void) { return 0; }\n")
        compiled = subprocess.run(
            [gcc, MODEL_FLAGS[model], "-o", str(binary), str(source)], capture_output=True, check=False
        )
        works = compiled.returncode == 0 and subprocess.run([str(binary)], check=False).returncode == 0
    return gcc if works else None


def run_natively(text: str, model: str, flags: Sequence[str], seconds: float = 300) -> str:
    """What a C program prints. Requires a compiler for the model."""
    with tempfile.TemporaryDirectory() as folder:
        source, binary = Path(folder, "batch.c"), Path(folder, "batch")
        source.write_text(text)
        command = [
            compiler_for(model) or "gcc",
            "-w",
            "-fwrapv",
            MODEL_FLAGS[model],
            *flags,
            "-o",
            str(binary),
            str(source),
        ]
        compiled = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
        assert compiled.returncode == 0, (
            f"gcc refuses the generated program:\n{compiled.stderr[:3000]}\n{text}"
        )
        run = subprocess.run([str(binary)], capture_output=True, text=True, timeout=seconds, check=False)
        assert run.returncode == 0, f"exit code {run.returncode}: {run.stderr[:2000]}\n{run.stdout[-500:]}"
        return run.stdout


def native_results(
    cases: Sequence[Case], rows: Mapping[str, Sequence[int]], model: str, flags: Sequence[str]
) -> Results:
    """Runs the given rows of each case."""
    names = [case.name for case in cases]
    results: Results = {}
    for line in run_natively(_batch(cases, rows), model, flags).splitlines():
        index, row, *values = line.split()
        found = None if values == ["trap"] else tuple(int(v, 16) for v in values)
        results[names[int(index)], int(row)] = found
    return results


def _batch(cases: Sequence[Case], rows: Mapping[str, Sequence[int]]) -> str:
    parts = [_DRIVER_HEAD, DECLARATIONS]
    values: list[int] = []
    table: list[str] = []
    for case in cases:
        arguments = ", ".join(f"({t.spelling})v[{i}]" for i, t in enumerate(case.parameters))
        parts.append(case.text)
        parts.append(
            f"static void {case.name}_call(const unsigned long long *v) {{ {case.name}({arguments}); }}"
        )
        pointers = ", ".join(f"&{result}" for result in case.results)
        parts.append(f"static unsigned long long *{case.name}_results[] = {{{pointers}, 0}};")
        numbers = f"{len(values)}, {len(case.parameters)}, {int(case.stateful)}"
        table.append(f"{{{case.name}_call, {case.name}_results, {numbers}}}")
        values += [value for row in case.rows for value in row]
    plan = ", ".join(f"{{{i}, {row}}}" for i, case in enumerate(cases) for row in rows[case.name])
    parts += [
        "struct { void (*call)(const unsigned long long *); unsigned long long **results;",
        "int first, width, stateful; } cases[] = {" + ",\n".join(table) + "};",
        "static const unsigned long long values[] = {" + ", ".join(f"{v}ull" for v in values) + "};",
        f"static const int plan[][2] = {{{plan}}};",
        _DRIVER_TAIL,
    ]
    return "\n".join(parts)
