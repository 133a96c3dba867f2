"""The eight strategies of symbolic execution (Forge thesis, Fig. 6-1): variables, clauses and time, relative
to inlining everything."""

from __future__ import annotations

import time
from itertools import product
from pathlib import Path
from statistics import mean

from benchmarks.forge.plot import bars
from maymust import relational
from maymust.engines.forge.bound import Bound
from maymust.engines.forge.check_procedure import ForgeOptions, posed, prepare
from maymust.engines.forge.state import Strategy
from maymust.fir import read

PROGRAMS = Path(__file__).parent / "programs"
PLOT = Path(__file__).parent.parent.parent / "docs" / "strategies.svg"
STRATEGIES = [Strategy(*rules) for rules in product(("inline", "constrain"), repeat=3)]
BOUND = Bound(scope=6, width=4, unrollings=6)
SMALLER = {
    "array_sort": Bound(width=4, unrollings=3),
    **{name: Bound(4, {}, 4, 4) for name in ("list_insert_sorted", "list_maximum", "tree_insert", "map_put")},
    **{name: Bound(5, {}, 4, 5) for name in ("graph_mark", "tree_contains")},
}
SECONDS = 60.0

Figures = tuple[int, int, float]


def measured(path: Path, strategy: Strategy) -> Figures | None:
    """Variables, clauses, and the seconds of translating and solving; None beyond the time."""
    program, _ = read(path.read_text(encoding="utf-8"), path.name)
    bound, options = SMALLER.get(path.stem, BOUND), ForgeOptions(strategy)
    (name,) = [name for name, each in program.procedures.items() if each.specification]
    started = time.perf_counter()
    problem = posed(prepare(program, name, bound, options), bound, options)
    settings = relational.Options(width=bound.width, seconds=SECONDS)
    solution = relational.solve(problem.formulas(), problem.bounds, settings)
    spent = time.perf_counter() - started
    if not isinstance(solution, relational.Unsatisfiable):
        print(f"{path.stem}, {named(strategy)}: {type(solution).__name__}")
        return None
    return solution.statistics.variables, solution.statistics.clauses, spent


def named(strategy: Strategy) -> str:
    """As the thesis abbreviates it: `aI cC bI`."""
    return " ".join(kind + rule for kind, rule in zip("acb", str(strategy), strict=True))


def strategies() -> None:
    """Prints the figures of each procedure, then the averages; writes the plot."""
    factors: dict[str, list[tuple[float, float, float]]] = {named(each): [] for each in STRATEGIES}
    names = [named(each) for each in STRATEGIES]
    measured(PROGRAMS / "list_add.fir", STRATEGIES[0])  # what the first one pays for all
    print("\n## strategies: variables / clauses / seconds")
    print(f"{'':<20}" + "".join(f"{name:>24}" for name in names))
    for path in sorted(PROGRAMS.glob("*.fir")):
        row = [measured(path, strategy) for strategy in STRATEGIES]
        cells = [
            "beyond the time" if each is None else f"{each[0]} / {each[1]} / {each[2]:.2f}" for each in row
        ]
        print(f"{path.stem:<20}" + "".join(f"{cell:>24}" for cell in cells), flush=True)
        first = row[0]
        if first is None or None in row:
            continue
        for name, each in zip(names, row, strict=True):
            assert each is not None
            factors[name].append((each[0] / first[0], each[1] / first[1], each[2] / first[2]))
    averages = {
        name: tuple(mean(column) for column in zip(*rows, strict=True)) for name, rows in factors.items()
    }
    print(f"\n{'average factor':<20}{'variables':>12}{'clauses':>12}{'time':>12}")
    for name, values in averages.items():
        print(f"{name:<20}" + "".join(f"{value:>12.2f}" for value in values))
    PLOT.write_text(bars(averages, ("variables", "clauses", "time")), encoding="utf-8")
    print(f"plot: {PLOT.name}")
