"""Do `interp`, the solvers and gcc agree on what cases compute?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from helpers.native_batch import SANITIZED, Results, compiler_for, native_results
from helpers.random_functions import Case
from helpers.three_ways import outcome, path_of, program_of, run_row, solver_agrees
from maymust.certificates.unfolding import Unfolding
from maymust.solvers import Solver, new_solver

UNDEFINED = ("division by zero", "overflow in a signed division", "shift by more than the width")
OVERFLOW = UNDEFINED[1]  # processors trap, gcc's own code for wide numbers does not
Z3_ROWS = 2  # Z3 takes five times as long as Bitwuzla, so it sees fewer rows of each case


@dataclass(frozen=True, slots=True)
class Agreement:
    """How much was compared: runs that agree on values, and runs that agree on being undefined."""

    defined: int
    undefined: int


def native_or_skip(model: str) -> None:
    """Skips the test where no compiler serves the data model."""
    if compiler_for(model) is None:
        command = "gcc -m32 (gcc-multilib)" if model == "ILP32" else "gcc"
        pytest.skip(f"{command} is not there or does not work: nothing to compare {model} with")


def check_agreement(cases: Sequence[Case], model: str, optimised: str | None = None) -> Agreement:
    """Runs every row of every case in maymust and natively, without and perhaps with optimisation."""
    native = native_results(cases, {case.name: range(len(case.rows)) for case in cases}, model, SANITIZED)
    solvers = [new_solver("bitwuzla"), new_solver("z3")]
    defined: dict[str, list[int]] = {}
    for case in cases:
        defined[case.name] = _check_case(case, model, native, solvers)
    if optimised is not None:
        again = native_results(cases, defined, model, [optimised])
        for (name, row), values in again.items():
            assert values == native[name, row], (
                f"gcc {optimised} and gcc differ on {name}, row {row}: a generator's defect"
            )
    agreed = sum(map(len, defined.values()))
    return Agreement(agreed, sum(len(case.rows) for case in cases) - agreed)


def _check_case(case: Case, model: str, native: Results, solvers: Sequence[Solver]) -> list[int]:
    """The rows that are defined. Fails with the text of the case."""
    program = program_of(case, model)
    unfolding = Unfolding(program, "")
    rows, paths, values = [], [], []
    for number, row in enumerate(case.rows):
        run = run_row(program, row)
        ours, theirs = outcome(case, run), native[case.name, number]
        where = f"{case.name}{row} in {model}:\n{case.program}"
        if isinstance(ours, str):
            assert ours in UNDEFINED, f"{ours} in {where}"
            assert theirs is None or ours == OVERFLOW, (
                f"gcc finds nothing undefined, interp {ours} in {where}"
            )
        else:
            assert ours == theirs, f"interp: {_hex(ours)}, gcc: {_hex(theirs)} in {where}"
            rows.append(number)
            paths.append(path_of(unfolding, case, run))
            values.append(ours)
    for solver in solvers:
        count = Z3_ROWS if solver.name == "z3" else len(rows)
        wrong = solver_agrees(solver, paths[:count], values[:count])
        assert wrong is None, f"{wrong} in {case.name} in {model}, rows {rows[:count]}:\n{case.program}"
    return rows


def _hex(values: tuple[int, ...] | None) -> str:
    return "trap" if values is None else " ".join(f"{value:x}" for value in values)
