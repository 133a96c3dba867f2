"""Cases about memory, run in maymust and natively."""

from __future__ import annotations

from collections.abc import Sequence

from helpers.native_batch import Results, native_results
from helpers.random_functions import Case
from helpers.three_ways import STEPS, outcome, program_of
from maymust.interp.replay import Ended, InputValue, Stuck, replay
from maymust.ir.program import Havoc, Program

_EXACT = ("-O0", "-fno-strict-aliasing", "-frounding-math")  # gcc makes -0.0 of `0.0 - (double)0` otherwise
FLAGS = {"LP64": _EXACT, "ILP32": (*_EXACT, "-msse2", "-mfpmath=sse")}
Outcome = tuple[int, ...] | str
"""The results, or the construct that is not modelled."""


def memory_outcomes(case: Case, model: str) -> list[Outcome]:
    """What maymust says of each row."""
    program = program_of(case, model)
    return [_outcome(program, case, row) for row in case.rows]


def native_outcomes(cases: Sequence[Case], model: str, *flags: str) -> Results:
    """What gcc says of each row of each case. Floats are IEEE's in both models."""
    rows = {case.name: range(len(case.rows)) for case in cases}
    return native_results(cases, rows, model, (*FLAGS[model], *flags))


def _outcome(program: Program, case: Case, row: Sequence[int]) -> Outcome:
    start = program.procedures[program.start]
    nodes = {
        edge.statement.name: f"{start.name}@{edge.source}"
        for edge in start.edges
        if isinstance(edge.statement, Havoc) and edge.statement.kind == "parameter"
    }
    given = [InputValue(nodes[n], v) for n, v in zip("abcdefgh", row, strict=False) if n in nodes]
    run = replay(program, given, STEPS)
    assert isinstance(run.end, Ended | Stuck), run.end
    return outcome(case, run)
