"""May, must, and both, with summaries and without: the table of the slides on SMASH in small.

`python -m benchmarks compositional [ROOT LIST SECONDS [CATEGORY …]]`: over generated drivers, or over the
tasks of a list (see `ablation`). Each run has a process of its own, two at a time.
"""

from __future__ import annotations

import tempfile
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from benchmarks.ablation import Task, read_tasks
from benchmarks.aliasing import exponent
from benchmarks.drivers import FAMILIES, layers
from maymust.checking import CheckOptions
from maymust.cli.supervisor import supervise
from maymust.cli.worker import Job
from maymust.frontends.c import COptions

INSTANCES: dict[str, tuple[str, dict[str, str]]] = {
    "dart": ("dart", {}),
    "smart": ("smart", {}),
    "slam": ("slam", {}),
    "dash": ("dash", {"calls": "ask"}),
    "smash": ("smash", {}),
}
COUNTS = ("must_summaries", "not_may_summaries", "callee_queries", "prover_calls", "iterations")
SECONDS = 20.0
DEPTHS = (1, 2, 3, 4, 5, 6, 8, 10, 12)


@dataclass(frozen=True)
class Outcome:
    """What an instance made of a task; the seconds are those of the engine and of the check of its
    evidence, without what starting and reading take."""

    verdict: str
    right: bool
    wrong: bool
    seconds: float
    counts: dict[str, int]


def run(task: Task, instance: str, seconds: float) -> Outcome:
    """One check, in a process that can be ended."""
    engine, settings = INSTANCES[instance]
    options = CheckOptions(engine, settings, seconds)
    c = COptions(data_model=task.data_model)  # type: ignore[arg-type]
    view, _ = supervise(Job(task.path, c, options), 4000, lambda *_: None)
    verdicts = {p.verdict for p in view.properties}
    said = "FAILS" if "FAILS" in verdicts else "HOLDS" if verdicts == {"HOLDS"} else "UNKNOWN"
    counts = {name: sum(p.statistics.get(name, 0) for p in view.properties) for name in COUNTS}
    counts["queries"] = sum(sum(p.statistics.get("queries", {}).values()) for p in view.properties)
    wrong = said not in (task.expected, "UNKNOWN")
    parts = [p.seconds for p in view.properties]
    spent = sum(parts) if parts and all(parts) else view.seconds  # one that was ended has no account
    return Outcome(said, said == task.expected, wrong, spent, counts)


def compositional(arguments: list[str]) -> None:
    """Prints the tables."""
    if arguments:
        root, listing, seconds, *categories = arguments
        _table(read_tasks(root, listing, categories), float(seconds))
        return
    with tempfile.TemporaryDirectory() as folder:
        _table(_generated(Path(folder)), SECONDS)
        _growth(Path(folder))


def _generated(folder: Path) -> list[Task]:
    tasks = []
    for name, (make, sizes) in FAMILIES.items():
        for size, faulty in product(sizes, (False, True)):
            path = folder / f"{name}_{size}{'_faulty' if faulty else ''}.c"
            path.write_text(make(size, faulty=faulty))
            tasks.append(Task(str(path), "LP64", "FAILS" if faulty else "HOLDS"))
    return tasks


def _table(tasks: list[Task], seconds: float) -> None:
    found: defaultdict[str, list[Outcome]] = defaultdict(list)
    with ProcessPoolExecutor(2) as pool:
        made = {
            (task, name): pool.submit(run, task, name, seconds) for task, name in product(tasks, INSTANCES)
        }
        for (task, name), future in made.items():
            outcome = future.result()
            found[name].append(outcome)
            if outcome.wrong:
                print(f"WRONG: {name} says {outcome.verdict} of {task.path}")
    print(f"\n{len(tasks)} programs, {seconds:g} s each")
    print("         proofs  bugs  without verdict  must  ¬may   asked  prover calls  seconds")
    for name, outcomes in found.items():
        verdicts = Counter(o.verdict for o in outcomes if o.right)
        sums = Counter[str]()
        for outcome in outcomes:
            sums.update(outcome.counts)
        spent = sum(o.seconds for o in outcomes)
        missed = sum(not o.right for o in outcomes)
        print(
            f"{name:<8}{verdicts['HOLDS']:>7}{verdicts['FAILS']:>6}{missed:>17}{sums['must_summaries']:>6}"
            f"{sums['not_may_summaries']:>6}{sums['callee_queries']:>8}{sums['prover_calls']:>14}{spent:>9.1f}"
        )
    _lost(tasks, found)


def _lost(tasks: list[Task], found: dict[str, list[Outcome]]) -> None:
    """What others decide, and smash does not."""
    for i, task in enumerate(tasks):
        others = [name for name, outcomes in found.items() if outcomes[i].right]
        if others and "smash" not in others:
            print(f"not decided by smash: {Path(task.path).name} ({', '.join(others)})")


def _growth(folder: Path) -> None:
    """How the work grows with the depth of calls."""
    print("\nquestions to the prover and the cache; each function calls the one below twice\ndepth  ", end="")
    print("".join(f"{depth:>7}" for depth in DEPTHS))
    for name in INSTANCES:
        asked: dict[int, float] = {}
        for depth in DEPTHS:
            path = folder / f"depth_{depth}.c"
            path.write_text(layers(depth))
            outcome = run(Task(str(path), "LP64", "HOLDS"), name, SECONDS)
            if not outcome.right:
                break
            asked[depth] = outcome.counts["queries"]
        print(f"{name:<7}" + "".join(f"{questions:>7}" for questions in asked.values()) + _fits(asked))


def _fits(measured: dict[int, float]) -> str:
    """How the numbers grow: by this factor a level, and with this power of the depth."""
    if len(measured) < 3:
        return "  then no verdict"
    first, *_, last = measured
    measured = {n: max(1, value) for n, value in measured.items()}
    factor = (measured[last] / measured[first]) ** (1 / (last - first))
    power = exponent(measured)
    more = "" if last == DEPTHS[-1] else ", then no verdict"
    return f"  (factor {factor:.2f} a level, power {power:.2f} of the depth{more})"
