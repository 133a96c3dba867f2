"""Verdicts with and without shortcuts (docs/SHORTCUTS.md), over a list of programs with known verdicts.

Where the front end makes the same program of the text both ways, it is checked once. The list names files
below a folder, with the expected verdict and the data model; each is looked at in a process of its own.
"""

from __future__ import annotations

import csv
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from maymust.checking import CheckOptions, check_program
from maymust.diagnostics import InputError
from maymust.frontends.c import COptions, translate
from maymust.ir.program import Program
from maymust.verdicts import Fails, Holds

_POINTS = {("true", "true"): 2, ("false", "false"): 1, ("true", "false"): -16, ("false", "true"): -32}
_DECIDED = ("true", "false")
_SAME = "same program"


def shortcuts(root: str, listing: str, seconds: str = "20") -> None:
    """Prints the programs with different verdicts, and sums."""
    with Path(listing).open() as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    with ThreadPoolExecutor(2) as pool:
        answers = pool.map(lambda row: _both(Path(root, row["name"]), row["data_model"], seconds), rows)
        sums: Counter[str] = Counter()
        points = [0, 0]
        for row, (ours, other) in zip(rows, answers, strict=True):
            expected, said = row["expected"], ours if other == _SAME else other
            sums["programs that are the same both ways"] += other == _SAME
            for at, verdict in enumerate((ours, said)):
                how = ("with", "without")[at]
                points[at] += _POINTS.get((expected, verdict), 0)
                sums[f"{how}: right"] += verdict == expected
                sums[f"{how}: wrong"] += verdict in _DECIDED and verdict != expected
            if ours != said:
                sums["one is not decided"] += ours not in _DECIDED or said not in _DECIDED
                sums["different verdicts"] += ours in _DECIDED and said in _DECIDED
            if ours != said or ours != expected:
                print(f"{row['name']}: {expected}; with {ours}, without {said}", flush=True)
    for what, count in sorted(sums.items()):
        print(f"{count:5}  {what}")
    print(f"points: {points[0]} with, {points[1]} without, of {len(rows)} programs")


def _both(path: Path, model: str, seconds: str) -> tuple[str, str]:
    command = [sys.executable, "-m", "benchmarks.shortcuts", str(path), model, seconds]
    try:
        ran = subprocess.run(
            command, capture_output=True, text=True, timeout=3 * float(seconds) + 60, check=False
        )
    except subprocess.TimeoutExpired:
        return "unknown", "unknown"
    answers = [
        line.removeprefix("verdict ") for line in ran.stdout.splitlines() if line.startswith("verdict ")
    ]
    return tuple([*answers, "unknown", "unknown"][:2])  # type: ignore[return-value]


def _verdict(program: Program, seconds: float) -> str:
    verdicts = [result.verdict for result in check_program(program, CheckOptions(seconds=seconds))]
    if any(isinstance(verdict, Fails) for verdict in verdicts):
        return "false"
    return "true" if all(isinstance(verdict, Holds) for verdict in verdicts) else "unknown"


def _answer(path: str, model: str, seconds: str) -> None:
    """Prints the verdict on a program, and then that without shortcuts."""
    try:
        with_, without = [
            translate(path, None, COptions(data_model="ILP32" if model == "ILP32" else "LP64", shortcuts=on))
            for on in (True, False)
        ]
    except InputError as error:
        print(f"verdict refused: {error}\nverdict {_SAME}")
        return
    print(f"verdict {_verdict(with_.program, float(seconds))}", flush=True)
    same = with_.program == without.program
    print(f"verdict {_SAME if same else _verdict(without.program, float(seconds))}", flush=True)


if __name__ == "__main__":
    _answer(*sys.argv[1:])
