"""The supplier: runs tests in C where that can be compiled, else in Python."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.engines.auto.suppliers.base import Proposal
from maymust.engines.auto.suppliers.native.compiler import CompilationFailed, expected_seconds, find_compiler
from maymust.engines.auto.suppliers.native.library import load_library
from maymust.engines.auto.suppliers.native.places import Places
from maymust.engines.auto.suppliers.native.program import beyond_c, c_text
from maymust.engines.auto.suppliers.native.rows import Rows
from maymust.engines.auto.suppliers.native.search import Search
from maymust.engines.auto.suppliers.testing.random_tests import RandomTests
from maymust.engines.auto.suppliers.testing.test_values import Palette
from maymust.engines.slices import CALLS_A_SECOND

if TYPE_CHECKING:
    from maymust.engines.auto.knowledge import Knowledge
    from maymust.engines.auto.problem import Problem
    from maymust.engines.slices import Slice

_PYTHON_SEED = 77
_OVERRUN = 0.8  # seconds beyond the slice, where it matters: a compiler that is stopped has worked in vain


class NativeTests:
    """Runs tests in C made from the problem's system, about a million a second: others than in the `calls`
    before, and deeper ones first."""

    name = "native"

    def __init__(self, calls: int = 0) -> None:
        self._calls = calls

    def propose(self, problem: Problem, knowledge: Knowledge, limit: Slice) -> Proposal:
        """Tests up to the first that reaches the error, with one for each blocked location; states seen."""
        obstacle = beyond_c(problem.system)
        if obstacle is not None:
            return Proposal(note=obstacle)
        try:
            search = self._compiled_search(problem, limit)
        except CompilationFailed as reason:
            proposal = RandomTests(_PYTHON_SEED, self._calls).propose(problem, knowledge, limit)
            return replace(proposal, note=f"in Python: {reason}")
        return search.propose(limit)

    def _compiled_search(self, problem: Problem, limit: Slice) -> Search:
        compiler = find_compiler()
        places = Places.of(problem)
        text = c_text(problem.system, places, Palette.of(problem))
        seconds = expected_seconds(text)
        if seconds > limit.seconds():
            raise CompilationFailed("it would take too long to compile")
        limit.spend(seconds * CALLS_A_SECOND)
        patience = limit.until_deadline() if limit.deterministic else limit.seconds() + _OVERRUN
        rows = Rows([variable.sort for variable in problem.system.variables])
        library = load_library(compiler, text, patience, len(places.cut_points), rows)
        return Search(library, places, self._calls)
