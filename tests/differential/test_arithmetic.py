"""Random expressions and functions: `interp`, the solver encoding and gcc agree bit for bit."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from helpers.agreement import check_agreement, native_or_skip
from helpers.c_types import MODELS
from helpers.native_batch import SANITIZED, native_results
from helpers.random_functions import Case, all_pairs, expression_case, pair_case, statement_case
from helpers.three_ways import outcome, path_of, program_of, run_row, solver_agrees
from maymust.certificates.unfolding import Unfolding
from maymust.checking import CheckOptions, check_program
from maymust.frontends.c import COptions, translate
from maymust.solvers import BACKENDS, new_solver
from maymust.verdicts import Fails, Holds, Unknown, Verdict

CHUNKS = [("LP64", 0), ("LP64", 1), ("ILP32", 0)]
Size = Callable[..., int]


@pytest.mark.parametrize(("model", "chunk"), CHUNKS)
def test_expressions(model: str, chunk: int, size: Size) -> None:
    """A case has three expressions."""
    native_or_skip(model)
    rng = random.Random(f"expressions {model} {chunk}")
    cases = [expression_case(f"t{i}", rng, model) for i in range(size(40, full=100))]
    agreement = check_agreement(cases, model, "-O1" if chunk == 0 else None)
    assert agreement.undefined < agreement.defined / 10, agreement


@pytest.mark.parametrize(("model", "chunk"), CHUNKS)
def test_statements(model: str, chunk: int, size: Size) -> None:
    native_or_skip(model)
    rng = random.Random(f"statements {model} {chunk}")
    cases = [statement_case(f"t{i}", rng, model) for i in range(size(20, full=30))]
    agreement = check_agreement(cases, model, "-O2" if chunk == 0 else None)
    assert agreement.undefined < agreement.defined / 3, agreement


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("model", MODELS)
def test_every_operator_on_every_pair_of_types(model: str, part: int) -> None:
    """26 operators and assignments on 144 pairs; in ILP32 on those with a type that is another there."""
    native_or_skip(model)
    rng = random.Random(f"pairs {model} {part}")
    pairs = [p for p in all_pairs() if model == "LP64" or any(t.width("LP64") != t.width(model) for t in p)]
    cases = [pair_case(f"t{i}", rng, model, *pair) for i, pair in enumerate(pairs[part::4])]
    agreement = check_agreement(cases, model, "-O1")
    assert agreement.undefined < agreement.defined / 20, agreement


@pytest.mark.parametrize("model", MODELS)
def test_engines_prove_what_gcc_computes(model: str, size: Size) -> None:
    """It is proved that the result is gcc's, or sometimes left open; that it is another is refuted."""
    native_or_skip(model)
    rng = random.Random(f"engines {model}")
    makers = (expression_case, expression_case, statement_case)
    cases = [makers[i % 3](f"t{i}", rng, model) for i in range(size(8, full=15))]
    native = native_results(cases, {case.name: [0] for case in cases}, model, SANITIZED)
    proved = 0
    for case in cases:
        values = native[case.name, 0]
        if values is not None:
            right = " && ".join(
                f"{name} == {value}ull" for name, value in zip(case.results, values, strict=True)
            )
            verdict = _verdict(case, right, model, seconds=5)
            assert isinstance(verdict, Holds | Unknown), f"{verdict} on {right} in {model}:\n{case.program}"
            proved += isinstance(verdict, Holds)
            wrong = f"{case.results[0]} != {values[0]}ull"
            verdict = _verdict(case, wrong, model, seconds=60)
            assert isinstance(verdict, Fails), f"{verdict} on {wrong} in {model}:\n{case.program}"
    assert proved > len(cases) / 2


def _verdict(case: Case, claim: str, model: str, seconds: float) -> Verdict:
    arguments = ", ".join(f"({t.spelling}){v}ull" for t, v in zip(case.parameters, case.rows[0], strict=True))
    text = (
        f"{case.program}void assert(int);\nint main(void) {{ {case.name}({arguments}); assert({claim}); }}\n"
    )
    options = COptions(data_model="LP64" if model == "LP64" else "ILP32")
    program = translate("random.c", text, options).program
    (found,) = check_program(program, CheckOptions(seconds=seconds, max_iterations=40))
    return found.verdict


def test_a_wrong_value_is_noticed() -> None:
    case = expression_case("t", random.Random(7), "LP64")
    program = program_of(case, "LP64")
    run = run_row(program, case.rows[0])
    values = outcome(case, run)
    assert not isinstance(values, str)
    path = path_of(Unfolding(program, ""), case, run)
    for name in BACKENDS:
        assert solver_agrees(new_solver(name), [path], [values]) is None
        for i, value in enumerate(values):
            other = (*values[:i], value ^ 1 << 33, *values[i + 1 :])
            assert solver_agrees(new_solver(name), [path], [other]) is not None
