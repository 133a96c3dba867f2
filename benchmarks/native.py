"""How fast native tests run: seconds to compile, and steps a second in short and in long tests."""

from __future__ import annotations

import time
from pathlib import Path

from maymust.engines.auto.problem import pose
from maymust.engines.auto.suppliers.native.compiler import find_compiler
from maymust.engines.auto.suppliers.native.library import Library, load_library
from maymust.engines.auto.suppliers.native.places import Places
from maymust.engines.auto.suppliers.native.program import c_text
from maymust.engines.auto.suppliers.native.rows import Rows
from maymust.engines.auto.suppliers.testing.test_values import Palette
from maymust.frontends.c import COptions, translate
from maymust.passes.pipeline import prepare

_STEPS = 20_000_000
_TRIES = 5
_HEAD = "program                       lines     compiled     short      long"


def native(paths: list[str]) -> None:
    """A line for each program, ILP32, first property. Seconds are of this process's CPU, the best of five."""
    print(f"\n## native tests: steps a second in tests of 1,000 and of 1,000,000\n{_HEAD}")
    for path in paths:
        problem = pose(prepare(translate(path, None, COptions(data_model="ILP32")).program), "P1")
        places = Places.of(problem)
        text = c_text(problem.system, places, Palette.of(problem))
        rows = Rows([variable.sort for variable in problem.system.variables])
        started = time.monotonic()
        library = load_library(find_compiler(), text, 60, len(places.cut_points), rows)
        compiled = time.monotonic() - started
        short, long = (_speed(library, depth, len(places.targets)) for depth in (1_000, 1_000_000))
        numbers = f"{text.count(chr(10)):>7}{compiled:>11.2f} s{short / 1e6:>9.0f}M{long / 1e6:>9.0f}M"
        print(f"{Path(path).stem[:28]:<28}{numbers}")


def _speed(library: Library, depth: int, targets: int) -> float:
    best = 0.0
    for turn in range(_TRIES):
        started = time.process_time()
        found = library.search(turn << 40, _STEPS, depth, _STEPS, [False] * targets)
        best = max(best, found.steps / (time.process_time() - started))
    return best
