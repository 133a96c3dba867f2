"""The test suites of peers, as they are: what they expect of each program, and what we say.

Programs lie in a folder that is fetched beside this project: SMACK's `test/c`, with `@expect` and `@flag` in
comments, and CBMC's `regression/cbmc`, with a `test.desc` in each folder. What asks for something else than a
verdict (a dump, coverage), for several files, or for another machine is left out. Where CBMC is told how
often to unwind loops, it says what is so within that bound.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from maymust.frozen import frozen

_STANDARD = "assert,null,bounds,deref,free,div,overflow,shift"  # what CBMC checks unless it is told otherwise
_SMACK = {"memory-safety": "assert,null,bounds,deref,free,leak", "integer-overflow": "assert,overflow,shift"}
_CHECKS = {  # CBMC's options, and the kinds that they are about
    "bounds-check": "bounds",
    "div-by-zero-check": "div",
    "signed-overflow-check": "overflow",
    "undefined-shift-check": "shift",
    "memory-leak-check": "leak",
    "pointer-check": "null,deref,free",
    "pointer-overflow-check": "pointer",
    "unsigned-overflow-check": "unsigned",
    "assertions": "assert",
}
_OTHER_TASKS = re.compile(
    r"--(show|dump|cover|localize|big-endian|win|ppc|gcc|error-label|property|symex-coverage|depth"
    r"|string-abstraction|min-null|max-nondet|vcc|function-call|list|drop|validate|export|floatbv.*fixed"
    r"|object-bits|round|float-overflow|conversion|pointer-primitive|nan)"
)
_THREADS = re.compile(r"pthread|__CPROVER_ASYNC|thread", re.IGNORECASE)


@frozen
class Task:
    """A program, the arguments that we get, and whether all should hold."""

    name: str
    path: Path
    arguments: tuple[str, ...]
    holds: bool


def smack_tasks(root: Path, include: Path) -> Iterator[Task]:
    """SMACK's programs without threads. `include` has its headers."""
    for path in sorted(root.glob("**/*.c")):
        text = path.read_text(errors="replace")
        expected = re.search(r"@expect (verified|error)", text)
        if expected is None or _THREADS.search(text) or "pthread" in str(path):
            continue
        flags = " ".join(re.findall(r"@flag (.*)", text))
        chosen = re.search(r"--check[= ](\S+)", flags)
        kinds = _SMACK.get(chosen[1] if chosen else path.parent.name, "assert")
        yield Task(
            str(path.relative_to(root)),
            path,
            ("-p", kinds, "-I", str(include), "-I", str(path.parent)),
            expected[1] == "verified",
        )


def cbmc_tasks(root: Path) -> Iterator[Task]:
    """CBMC's programs of one file, whose test is a verdict."""
    for description in sorted(root.glob("*/*.desc")):
        lines = description.read_text(errors="replace").splitlines()
        verdict = re.search(r"VERIFICATION (SUCCESSFUL|FAILED)", "\n".join(lines))
        if len(lines) < 3 or verdict is None or "CORE" not in lines[0]:
            continue
        words = lines[2].split()
        path = description.parent / lines[1].split()[0]
        others = [word for word in words if not word.startswith("-") and word.endswith((".c", ".i"))]
        if path.suffix not in (".c", ".i") or others or _OTHER_TASKS.search(lines[2]) or not path.exists():
            continue
        if _THREADS.search(path.read_text(errors="replace")):
            continue
        yield Task(
            f"{description.parent.name}/{description.stem}",
            path,
            (*_cbmc_arguments(words), "-I", str(path.parent)),
            verdict[1] == "SUCCESSFUL",
        )


def _cbmc_arguments(words: list[str]) -> list[str]:
    kinds = set() if "--no-standard-checks" in words else set(_STANDARD.split(","))
    kinds.add("assert")
    for option, about in _CHECKS.items():
        if f"--{option}" in words:
            kinds.update(about.split(","))
        if f"--no-{option}" in words:
            kinds.difference_update(about.split(","))
    found = ["-p", ",".join(sorted(kinds))]
    if "--no-malloc-may-fail" not in words and "--no-standard-checks" not in words:
        found.append("--malloc-may-fail")
    if "--32" in words or "--i386-linux" in words:
        found += ["--data-model", "ILP32"]
    if "--nondet-static" in words:
        found.append("--globals-are-inputs")
    for word, following in zip(words, [*words[1:], ""], strict=False):
        if word == "--function":
            found += ["--entry", following]
        elif word.startswith("-D"):
            found += ["-D", word[2:] or following]
    return found


def verdict_of(task: Task, seconds: int) -> tuple[str, str]:
    """What we say: holds, fails, unknown or refused; and the lines that say why."""
    command = [sys.executable, "-m", "maymust.cli.main", "check", str(task.path), *task.arguments]
    command += ["--timeout", str(seconds), "--store", "off"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=10 * seconds + 60, check=False)
    said = {0: "holds", 1: "fails", 2: "refused", 3: "unknown"}.get(ran.returncode, "internal error")
    lines = [line for line in (ran.stdout + ran.stderr).splitlines() if " HOLDS " not in line]
    return said, "\n".join(lines)


def peers(suite: str, root: str, seconds: str = "10", include: str = "") -> None:
    """Runs a suite and prints what differs, with what we said, and sums."""
    tasks = list(smack_tasks(Path(root), Path(include)) if suite == "smack" else cbmc_tasks(Path(root)))
    sums: Counter[str] = Counter()
    with ThreadPoolExecutor(2) as pool:
        for task, (said, lines) in zip(
            tasks, pool.map(lambda task: verdict_of(task, int(seconds)), tasks), strict=True
        ):
            expected = "holds" if task.holds else "fails"
            sums[f"{expected}, we say {said}"] += 1
            if said != expected:
                kept = "\n    ".join(lines.splitlines()[:6])
                print(f"{task.name}: expected {expected}, we say {said}\n    {kept}", flush=True)
    for what, count in sorted(sums.items()):
        print(f"{count:5}  {what}")
