"""`python -m benchmarks [engine] [growth] [aliasing] [startup] [yogi] [strategies] [dash4j DIR LIST]
[store [LEAF...]] [ablation ROOT LIST SECONDS CATEGORY] [compositional [ROOT LIST SECONDS CATEGORY]]
[native FILE...] [kodkod [CLASSPATH [SOLVER]]] [shortcuts ROOT LIST [SECONDS]]
[peers SUITE FOLDER [SECONDS [INCLUDE]]]` prints tables; see docs/BENCHMARKS.md."""

from __future__ import annotations

import csv
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import yaml

from benchmarks.ablation import ablation
from benchmarks.aliasing import aliasing
from benchmarks.compositional import compositional
from benchmarks.families import locks, state_machine
from benchmarks.forge.strategies import strategies
from benchmarks.java_to_c import java_to_c
from benchmarks.kodkod.race import race
from benchmarks.measure import Sums, run_program
from benchmarks.native import native
from benchmarks.peers import peers
from benchmarks.shortcuts import shortcuts
from benchmarks.store import store
from benchmarks.yogi import yogi
from maymust.checking import CheckOptions
from maymust.frontends.c import COptions

ROOT = Path(__file__).parent.parent
DASH4J_MILLISECONDS = 27  # an iteration, thesis §5.7
AS_IN_THESIS = {
    "straight_line": "off",
    "edge_filter": "none",
    "search": "forward",
    "promising_states": "0",
    "steps_after_frontier": "10000",
}


def engine() -> None:
    """Speed over our own small programs, by engine."""
    for name, options in (
        ("auto", CheckOptions(seconds=5)),
        ("dash", CheckOptions(engine="dash", seconds=5)),
        ("dash as in the thesis", CheckOptions("dash", AS_IN_THESIS, 5, max_iterations=500)),
        ("synergy", CheckOptions(engine="synergy", seconds=5, max_iterations=500)),
    ):
        sums = Sums()
        for task in sorted((ROOT / "tests" / "programs").glob("**/*.yml")):
            description = yaml.safe_load(task.read_text())
            source = task.parent / description["input_files"]
            expected = description["properties"][0].get("expected_verdict")
            wanted = None if expected is None else str(expected).lower()
            model = description["options"]["data_model"]
            how = COptions(entry=description["maymust"].get("entry"), data_model=model)
            run_program(sums, str(source), source.read_text(), how, wanted, options)
        print(f"\n## tests/programs, {name}\n{sums.table()}")


def growth() -> None:
    """Time and iterations as programs grow."""
    print("\n## growth\nfamily          n  verdict     s  iterations  prover calls")
    for family, make, sizes in (
        ("locks", locks, (4, 8, 12, 16)),
        ("state_machine", state_machine, (4, 8, 16, 32)),
    ):
        for size in sizes:
            sums = Sums()
            started = time.monotonic()
            run_program(sums, f"{family}_{size}.c", make(size), COptions(), "true", CheckOptions(seconds=60))
            (verdict,) = sums.verdicts
            spent = time.monotonic() - started
            numbers = f"{spent:>6.2f}{sums.iterations:>12}{sums.prover_calls:>14}"
            print(f"{family:<14}{size:>3}  {verdict:<8}{numbers}")


def startup() -> None:
    """How long it takes until something happens, the best of five."""
    print("\n## start-up")
    with tempfile.TemporaryDirectory() as folder:
        holds = Path(folder, "holds.c")
        holds.write_text("#include <assert.h>\nint main(void) { int x = 1; assert(x == 1); }\n")
        _startup(holds, ROOT / "examples" / "abs.c")


def _startup(holds: Path, fails: Path) -> None:
    for label, arguments in (
        ("python -c pass", ["-c", "pass"]),
        ("maymust --help", ["-m", "maymust.cli.main", "--help"]),
        ("maymust check, which holds", ["-m", "maymust.cli.main", "check", str(holds)]),
        ("maymust check examples/abs.c", ["-m", "maymust.cli.main", "check", str(fails)]),
    ):
        best = min(_wall([sys.executable, *arguments]) for _ in range(5))
        print(f"{label:<32}{best:.3f} s")


def _wall(command: list[str]) -> float:
    started = time.monotonic()
    environment = {**os.environ, "MAYMUST_STORE": "off"}
    subprocess.run(command, capture_output=True, check=False, env=environment)
    return time.monotonic() - started


def dash4j(folder: str, listing: str) -> None:
    """The programs that DASH4j is tested on, translated to C on the fly. Those that its authors had to ignore
    are checked, but only those that it solves count for the time, as in the thesis's figures."""
    for name, options in (
        ("dash", CheckOptions(engine="dash", seconds=5)),
        ("dash as in the thesis", CheckOptions("dash", AS_IN_THESIS, 5)),
    ):
        solved_there, others, left_out = Sums(), Sums(), 0
        with Path(listing).open() as table:
            rows = list(csv.DictReader(table, delimiter="\t"))
        for row in rows:
            text = java_to_c(Path(folder, row["name"]).read_text())
            if text is None:
                left_out += 1
                continue
            sums = solved_there if row["solved_by_dash4j"] == "yes" else others
            before = sums.verdicts["unknown"]
            run_program(sums, row["name"], text, COptions(entry="test"), row["expected"], options)
            if sums is solved_there and sums.verdicts["unknown"] > before:
                print("not solved, though DASH4j does:", row["name"])
        milliseconds = 1000 * solved_there.engine_seconds / max(1, solved_there.iterations)
        print(f"\n## DASH4j's programs that it solves, {name} ({left_out} of the list not translated)")
        print(solved_there.table())
        print(f"DASH4j's iteration takes {DASH4J_MILLISECONDS / milliseconds:.1f} times as long")
        print(f"those it does not solve     {dict(others.verdicts)}, wrong: {others.wrong or 0}")


def main() -> None:
    """Runs what is asked for, or everything that needs nothing else."""
    print(f"machine: {platform.processor() or platform.machine()}, Python {platform.python_version()}")
    arguments = sys.argv[1:] or ["engine", "growth", "startup"]
    while arguments:
        name = arguments.pop(0)
        if name == "dash4j":
            dash4j(arguments.pop(0), arguments.pop(0))
        elif name == "ablation":
            root, listing, seconds, *categories = arguments
            ablation(root, listing, float(seconds), categories)
            return
        elif name == "compositional":
            compositional(arguments)
            return
        elif name == "native":
            native(arguments)
            return
        elif name == "kodkod":
            race(arguments)
            return
        elif name == "peers":
            peers(*arguments)
            return
        elif name == "shortcuts":
            shortcuts(*arguments)
            return
        elif name == "store":
            store(*arguments)
            return
        else:
            {
                "engine": engine,
                "growth": growth,
                "aliasing": aliasing,
                "startup": startup,
                "strategies": strategies,
                "yogi": yogi,
            }[name]()


if __name__ == "__main__":
    main()
