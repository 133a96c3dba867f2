"""What YOGI's optimisations are worth in the may-must engine: each switched off, or on where it is off.

Every line is over the same programs in the same run: generated families of programs with calls, and some of
tests/programs. Ratios are over the programs that are decided either way; seconds are those of the processor,
front end and check included.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

import yaml

from benchmarks.families_of_calls import clamps, configured, driver, keys, layers, side_shows
from benchmarks.measure import Sums, run_program
from maymust.checking import CheckOptions
from maymust.frontends.c import COptions

ROOT = Path(__file__).parent.parent
FAMILIES = {
    driver: (4, 8, 12),
    clamps: (4, 8, 12),
    layers: (3, 6, 8),
    side_shows: (4, 8, 16),
    keys: (2, 4, 6),
    configured: (8, 24, 48),
}
WITH_CALLS = ("branches", "calls", "inputs", "memory", "recursion")
OFF = "off"
CHANGES: dict[str, Mapping[str, str]] = {
    "touched inputs off": {"touched_inputs": OFF},
    "modification analysis off": {"modification_analysis": OFF},
    "test caching off": {"cached_tests": OFF},
    "SP heuristic off": {"drop_branch_conditions": OFF},
    "CD heuristic on": {"control_dependence": "on"},
    "CD instead of SP": {"control_dependence": "on", "drop_branch_conditions": OFF},
    "initial splits: branches": {"initial_splits": "branches"},
    "initial splits: everywhere": {"initial_splits": "everywhere"},
    "step limits off": {"step_limits": OFF},
    "all of these off": {
        "touched_inputs": OFF,
        "modification_analysis": OFF,
        "cached_tests": OFF,
        "drop_branch_conditions": OFF,
        "step_limits": OFF,
    },
}
ONLY_WITH_CALLS = ("touched inputs off", "modification analysis off", "test caching off")
ENGINES: dict[str, tuple[str, Mapping[str, str]]] = {
    "smash": ("smash", {}),
    "dash, calls inlined": ("dash", {"calls": "inline"}),
}


@dataclass(frozen=True)
class Task:
    """A program and what is known of it."""

    name: str
    text: str
    how: COptions
    expected: str | None


@dataclass(frozen=True)
class Outcome:
    """What a program took."""

    decided: bool
    test_queries: int
    prover_calls: int
    seconds: float


def yogi() -> None:
    """Prints a table for each kind of programs and each engine."""
    for name in ENGINES:
        _table("generated", _generated(), name, 10)
    _table(f"tests/programs: {', '.join(WITH_CALLS)}", _ours(WITH_CALLS), "smash", 5)
    _table("tests/programs: loops", _ours(("loops",)), "dash, calls inlined", 2)


def _table(kind: str, tasks: list[Task], name: str, seconds: float) -> None:
    engine, settings = ENGINES[name]
    print(f"\n## {kind}, {len(tasks)} programs, {name}, {seconds:g} s each")
    print(f"{'':<28}decided   over what both decide: test queries  prover calls  seconds")
    for _ in range(2):  # first to warm up: terms are made once for all
        usual = [_run(task, engine, settings, seconds) for task in tasks]
    print(_line("as usual", usual, usual), flush=True)
    for change, more in CHANGES.items():
        if change not in ONLY_WITH_CALLS or settings.get("calls") != "inline":
            changed = [_run(task, engine, {**settings, **more}, seconds) for task in tasks]
            print(_line(change, changed, usual), flush=True)


def _generated() -> list[Task]:
    return [
        Task(f"{make.__name__}_{n}.c", make(n, faulty=faulty), COptions(), "false" if faulty else "true")
        for make, sizes in FAMILIES.items()
        for n in sizes
        for faulty in (False, True)
    ]


def _ours(folders: Iterable[str]) -> list[Task]:
    found = []
    for folder in folders:
        for task in sorted((ROOT / "tests" / "programs" / folder).glob("*.yml")):
            description = yaml.safe_load(task.read_text())
            source = task.parent / description["input_files"]
            expected = description["properties"][0].get("expected_verdict")
            model, entry = description["options"]["data_model"], description["maymust"].get("entry")
            wanted = None if expected is None else str(expected).lower()
            how = COptions(entry=entry, data_model=model)
            found.append(Task(str(source), source.read_text(), how, wanted))
    return found


def _run(task: Task, engine: str, settings: Mapping[str, str], seconds: float) -> Outcome:
    sums, started = Sums(), time.process_time()
    run_program(sums, task.name, task.text, task.how, task.expected, CheckOptions(engine, settings, seconds))
    assert not sums.wrong, sums.wrong
    spent = time.process_time() - started
    return Outcome(not sums.verdicts["unknown"], sums.test_queries, sums.prover_calls, spent)


def _line(name: str, changed: list[Outcome], usual: list[Outcome]) -> str:
    both = [(c, u) for c, u in zip(changed, usual, strict=True) if c.decided and u.decided]

    def ratio(of: Callable[[Outcome], float]) -> str:
        now, before = sum(of(c) for c, _ in both), sum(of(u) for _, u in both)
        return f"{now:>8.{0 if isinstance(now, int) else 1}f} ({now / max(1e-9, before):.2f})"

    numbers = [ratio(of) for of in (_test_queries, _prover_calls, _seconds)]
    return f"{name:<28}{sum(c.decided for c in changed):>7}   " + "".join(f"{n:>18}" for n in numbers)


_test_queries, _prover_calls, _seconds = map(attrgetter, ("test_queries", "prover_calls", "seconds"))
