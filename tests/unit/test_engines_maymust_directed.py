"""Tests of every path: DART, SMART; and SLAM, which runs none that it need not."""

from __future__ import annotations

import time

import pytest

from maymust.certificates.check_proof import Accepted
from maymust.checking import CheckOptions, certify, check_program
from maymust.deciding import proof_of
from maymust.engines.base import Budget, EngineResult, FailsClaim, HoldsClaim, NoClaim
from maymust.engines.registry import ENGINES
from maymust.frontends.c import COptions, translate
from maymust.ir.program import Program
from maymust.passes.pipeline import Prepared
from maymust.verdicts import Fails, Holds

PREAMBLE = "void assert(int);\n"
INPUT = "extern int input(void);"
BRANCHES = INPUT + "int main(void) {{ int n = 0; {} assert(n < {}); return 0; }}"
ROUND = "if (input() > 0) n++;"
CALLS = (
    INPUT
    + "static int step(int x) { if (x > 7) return x - 1; if (x < 0) return 0; return x + 1; }"
    + "int main(void) { int x = input(), y = step(x), z = step(y), w = step(z);"
    + "assert(w < 5 || w > 4); return 0; }"
)


def translated(text: str) -> Program:
    return translate("given.c", PREAMBLE + text, COptions()).program


def run(text: str, engine: str) -> tuple[Program, EngineResult]:
    program = translated(text)
    entry = ENGINES[engine]
    budget = Budget(time.monotonic() + 60)
    (wanted,) = program.properties
    return program, entry.build(entry.options()).run(Prepared(program), wanted.id, budget, lambda _: None)


def accepted(program: Program, result: EngineResult) -> bool:
    assert isinstance(result.claim, HoldsClaim), result.claim
    checked = certify(program, proof_of(program.properties[0], result.claim), time.monotonic() + 60)
    return isinstance(checked, Accepted)


@pytest.mark.parametrize(("engine", "tests"), [("dart", 2**3), ("smart", 2**4 + 1)])
def test_every_path_is_tested_once(engine: str, tests: int) -> None:
    """The last branch, merged with the assertion, is no path of its own; the paths of `main`, which is called
    from the start, are tested one by one, and one of them again."""
    program, result = run(BRANCHES.format(4 * ROUND, 5), engine)
    assert result.statistics.tests == tests
    assert accepted(program, result)


@pytest.mark.parametrize("engine", ["dart", "smart", "slam"])
def test_the_path_that_fails_is_found(engine: str) -> None:
    _, result = run(BRANCHES.format(4 * ROUND, 4), engine)
    assert isinstance(result.claim, FailsClaim)
    assert [given.value for given in result.claim.test] == [1] * 4


def test_paths_through_callees_are_found_once() -> None:
    """DART asks about branches of `step` wherever it is met on a path, SMART about its three paths."""
    program, alone = run(CALLS, "dart")
    _, shared = run(CALLS, "smart")
    assert accepted(program, alone) and accepted(program, shared)
    of_main = shared.statistics.tests - 1
    assert (alone.statistics.must_summaries, shared.statistics.must_summaries) == (0, 3 + of_main)


@pytest.mark.parametrize("engine", ["dart", "smart"])
def test_loops_of_fixed_length_are_exhausted(engine: str) -> None:
    text = INPUT + "int main(void) { int n = 0; for (int i = 0; i < 6; i++) { if (n < 2 && input()) n++; }"
    program, result = run(text + "assert(n <= 2); return 0; }", engine)
    assert isinstance(result.claim, HoldsClaim)
    assert result.claim.exhaustive and result.claim.depth > 6
    assert accepted(program, result)


@pytest.mark.parametrize("engine", ["dart", "smart"])
def test_what_is_left_open_is_not_claimed(engine: str) -> None:
    text = (
        INPUT + "int main(void) { int n = 0; while (1) { n++; assert(n); if (n == 30000) break; } return 0; }"
    )
    _, result = run(text, engine)
    assert isinstance(result.claim, NoClaim)
    assert "too long" in result.claim.reason


def test_recursive_calls_are_followed_as_deep_as_it_takes() -> None:
    text = INPUT + "static int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }"
    _, result = run(text + "int main(void) { assert(depth(input()) != 5); return 0; }", "smart")
    assert isinstance(result.claim, FailsClaim)
    assert [given.value for given in result.claim.test] == [5]


def test_slam_runs_no_further_than_it_looks() -> None:
    """Of a loop that a test would run through, the abstraction shows all that is needed."""
    text = INPUT + "int main(void) { int lock = 0, n = input(); while (n > 0) { lock = 1; lock = 0; n--; }"
    program, result = run(text + "assert(!lock); return 0; }", "slam")
    assert accepted(program, result)
    assert result.statistics.states < 20


def test_slam_uses_proofs_about_callees_again() -> None:
    calls = "x = keep(x); x = keep(x); x = keep(x);"
    text = INPUT + "static int keep(int x) { if (x > 7) return x; return 7; }"
    program, result = run(
        text + f"int main(void) {{ int x = input(); {calls} assert(x >= 7); return 0; }}", "slam"
    )
    assert accepted(program, result)
    assert result.statistics.not_may_summaries and not result.statistics.must_summaries


@pytest.mark.parametrize("engine", ["dart", "smart", "slam", "synergy", "dash", "smash"])
def test_the_instances_agree(engine: str) -> None:
    options = CheckOptions(engine, seconds=60)
    texts = [
        CALLS,
        CALLS.replace("w < 5", "w < 4"),
        BRANCHES.format(3 * ROUND, 4),
        BRANCHES.format(3 * ROUND, 3),
    ]
    found = [next(iter(check_program(translated(text), options))).verdict for text in texts]
    assert list(map(type, found)) == [Holds, Fails, Holds, Fails]
