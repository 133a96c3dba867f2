"""Which parties of `auto` are worth having: each alone, and all but each.

`python -m benchmarks ablation ROOT LIST SECONDS [CATEGORY …]`: LIST is a table of tasks with the columns
name, category, expected and data_model; their files are below ROOT.
"""

from __future__ import annotations

import csv
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path

from maymust.checking import CheckOptions
from maymust.cli.supervisor import supervise
from maymust.cli.worker import Job
from maymust.engines.auto.options import parse_parties
from maymust.frontends.c import COptions

PARTIES = tuple(parse_parties(""))
FROM_STATES = {"unary", "pairs", "affine", "guards", "implications", "elements"}  # these need tests
VERDICTS = {"true": "HOLDS", "false": "FAILS"}


@dataclass(frozen=True)
class Task:
    """A program and what is known of it."""

    path: str
    data_model: str
    expected: str


@dataclass(frozen=True)
class Answer:
    """What came out."""

    right: bool
    wrong: bool
    seconds: float
    decided_by: str


def read_tasks(root: str, listing: str, categories: list[str]) -> list[Task]:
    """The tasks of some categories, or of all."""
    with Path(listing).open() as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    return [
        Task(str(Path(root, row["name"])), row["data_model"], VERDICTS[row["expected"]])
        for row in rows
        if not categories or row["category"] in categories
    ]


def run(task: Task, parties: str, seconds: float) -> Answer:
    """One check, in a process that can be ended."""
    options = CheckOptions(engine="auto", settings={"parties": parties, "jobs": "1"}, seconds=seconds)
    c = COptions(data_model=task.data_model)  # type: ignore[arg-type]
    view, _ = supervise(Job(task.path, c, options), 4000, lambda *_: None)
    verdicts = {p.verdict for p in view.properties}
    said = "FAILS" if "FAILS" in verdicts else "HOLDS" if verdicts == {"HOLDS"} else "UNKNOWN"
    deciders = [p.statistics.get("decided_by", "") for p in view.properties if p.verdict == said]
    wrong = said not in (task.expected, "UNKNOWN")
    return Answer(said == task.expected, wrong, view.seconds, deciders[0] if deciders else "")


def alone(party: str) -> str:
    """The setting in which a party works alone (with random tests, if it needs states to guess from)."""
    kept = {party, "random"} if party in FROM_STATES else {party}
    return ",".join(f"{name}=off" for name in PARTIES if name not in kept)


def ablation(root: str, listing: str, seconds: float, categories: list[str]) -> None:
    """Prints the table."""
    tasks = read_tasks(root, listing, categories)
    with ProcessPoolExecutor(2) as pool:

        def answers(parties: str) -> list[Answer]:
            return list(pool.map(run, tasks, repeat(parties), repeat(seconds)))

        full = answers("")
        _summary("all", full)
        deciders = Counter(a.decided_by for a in full if a.right)
        print("decided by: " + ", ".join(f"{name} {count}" for name, count in deciders.most_common()))
        kept = [(t, a) for t, a in zip(tasks, full, strict=True) if a.right and a.decided_by != "blocks"]
        tasks, full = [t for t, _ in kept], [a for _, a in kept]
        print(f"from here on the {len(tasks)} of them that somebody had to decide")
        only = {party: answers(alone(party)) for party in PARTIES}
        without = {party: answers(f"{party}=off") for party in PARTIES}
    assert not any(a.wrong for row in (*only.values(), *without.values()) for a in row), "a wrong verdict"
    solvers = [sum(row[i].right for row in only.values()) for i in range(len(tasks))]
    print("\nparty          alone: right  by it  unique      s    left out: right  lost      s")
    for party in PARTIES:
        mine, rest = only[party], without[party]
        by_it = sum(a.right and a.decided_by == party for a in mine)
        unique = sum(a.right and count == 1 for a, count in zip(mine, solvers, strict=True))
        lost = sum(not b.right for b in rest)
        print(
            f"{party:<14}{sum(a.right for a in mine):>13}{by_it:>7}{unique:>8}{_solved_seconds(mine):>7.0f}"
            f"{sum(b.right for b in rest):>19}{lost:>6}{_solved_seconds(rest):>7.0f}"
        )


def _summary(name: str, answers: list[Answer]) -> None:
    right = [a for a in answers if a.right]
    median = sorted(a.seconds for a in right)[len(right) // 2]
    wrong = sum(a.wrong for a in answers)
    print(f"{name}: {len(right)} of {len(answers)} right, {wrong} wrong, median {median:.2f} s", flush=True)


def _solved_seconds(answers: list[Answer]) -> float:
    return sum(a.seconds for a in answers if a.right)
