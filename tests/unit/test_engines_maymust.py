"""The may-must engine: the verdicts of brute force, with evidence that stands."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from helpers.programs import P1, ProcedureBuilder, Shape, TooLarge, brute_force, program, random_program, var
from maymust.certificates.check_proof import Accepted, check_proof
from maymust.certificates.check_test import check_test
from maymust.deciding import proof_of
from maymust.engines.base import Budget, BudgetExhausted, EngineResult, FailsClaim, HoldsClaim, NoClaim
from maymust.engines.maymust.engine import MayMustEngine
from maymust.engines.maymust.options import MayMustOptions
from maymust.engines.options import OptionError, with_settings
from maymust.engines.registry import DEFAULT_ENGINE, ENGINES
from maymust.interp.replay import Run, Stuck, replay
from maymust.ir.program import START, Assume, Call, Return, Unmodelled
from maymust.passes.pipeline import Prepared
from maymust.solvers import new_solver
from maymust.terms import FALSE, TRUE, add, constant, eq, less, make, ne
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.ir.program import Program

CHECKERS = [new_solver("bitwuzla"), new_solver("z3")]
# Random programs have many endless loops; tests that are run on in them are what takes the time.
DASH, SYNERGY = (
    replace(ENGINES[name].options(), steps_of_resumed_tests=2000) for name in ("dash", "synergy")
)
VARIANTS: dict[str, MayMustOptions] = {
    "dash": DASH,
    "synergy": SYNERGY,
    "the newest state": replace(DASH, promising_states=0),
    "tests are not resumed": replace(DASH, steps_of_resumed_tests=0),
    "statement by statement": replace(DASH, straight_line=False),
    "forward": replace(DASH, search="forward"),
    "no edge filter": replace(DASH, edge_filter="none"),
    "exact predicates": replace(DASH, drop_branch_conditions=False),
    "no emptiness checks": replace(DASH, check_emptiness=False),
    "random inputs": replace(DASH, fresh_inputs="random", tidy_inputs=False),
    "few states, short tests": replace(
        DASH, states_per_region=1, steps_after_frontier=0, steps_of_resumed_tests=0
    ),
}


def decide(
    made: Program, options: MayMustOptions, iterations: int = 60, seconds: float = 5.0
) -> EngineResult:
    budget = Budget(time.monotonic() + seconds, max_iterations=iterations)
    return MayMustEngine(options).run(Prepared(made), "P1", budget, lambda _: None)


def verdict(made: Program, result: EngineResult) -> str:
    """The claim in brute force's words, its evidence checked."""
    match result.claim:
        case HoldsClaim() as claim:
            checked = check_proof(made, proof_of(P1, claim), CHECKERS, time.monotonic() + 30)
            assert isinstance(checked, Accepted), checked
            return "holds"
        case FailsClaim(test):
            run = check_test(made, test, "P1", math.inf)
            assert isinstance(run, Run), run
            return "fails"
        case NoClaim(reason, test):
            if reason.startswith("not modelled, and reached by a test: asm at "):
                assert test is not None
                assert replay(made, test).end == Stuck("asm")
                return "asm"
            return "unknown"


def expected(made: Program) -> str | None:
    try:
        return brute_force(made, "P1", most_states=3000)
    except TooLarge:
        return None


def agree(variant: str, seeds: range, shape: Shape, iterations: int = 60) -> Counter[str]:
    """Compares with brute force; counts the verdicts."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        made = random_program(random.Random(seed), shape)
        truth = expected(made)
        if truth is None:
            continue
        result = decide(made, VARIANTS[variant], iterations)
        said = verdict(made, result)
        seen[said] += 1
        assert said in (truth, "unknown"), (variant, seed, said, truth)
        if said == "unknown":
            assert isinstance(result.claim, NoClaim)
            assert result.claim.reason.startswith("no verdict within"), (seed, result.claim)
        statistics = result.statistics
        assert statistics.iterations <= iterations
        assert statistics.queries["test generation"] == statistics.iterations
    return seen


def test_dash_agrees_with_brute_force(size: Callable[..., int]) -> None:
    seen = agree("dash", range(size(150, full=300)), Shape(statements=4))
    assert seen["holds"] > 50
    assert seen["fails"] > 30
    assert seen["unknown"] < seen.total() / 20


@pytest.mark.parametrize("variant", [name for name in VARIANTS if name != "dash"])
def test_variants_agree_with_brute_force(variant: str, size: Callable[..., int]) -> None:
    seen = agree(variant, range(5000, 5000 + size(25, full=40)), Shape(statements=4))
    assert seen["holds"] > 5
    assert seen["fails"] > 3


def test_what_is_not_modelled_leaves_it_open_only_where_it_is_reached(size: Callable[[int], int]) -> None:
    seen = agree("dash", range(7000, 7000 + size(60)), Shape(statements=4, unmodelled=0.15))
    assert min(seen["holds"], seen["fails"], seen["asm"]) > 3, seen


def test_wider_variables(size: Callable[[int], int]) -> None:
    agree("dash", range(9000, 9000 + size(30)), Shape(width=3, statements=4))


def test_the_same_run_gives_the_same_result() -> None:
    for seed in range(15):
        made = random_program(random.Random(seed), Shape(statements=4))
        one, other = decide(made, VARIANTS["random inputs"]), decide(made, VARIANTS["random inputs"])
        assert one.claim == other.claim
        assert one.statistics.queries == other.statistics.queries


# -- special programs ------------------------------------------------------------------------------------


def endless(body: Callable[[ProcedureBuilder], None]) -> Program:
    """while (1) body."""
    start = ProcedureBuilder(START)
    x = start.local("x", 32)
    start.assign(x, constant(0, 32))
    head = start.at
    assert head is not None
    inside, outside = start.branch(TRUE) or (0, 0)
    start.at = inside
    body(start)
    assert start.at is not None
    start.edge(start.at, head, Assume(TRUE))
    start.at = outside
    return program(start.build())


def test_an_endless_loop_costs_little() -> None:
    def body(start: ProcedureBuilder) -> None:
        x = start.locals[0].term
        start.check(ne(x, constant(77_777_777, 32)))
        start.assign(x, add(x, constant(2, 32)))

    options = replace(DASH, steps_after_frontier=50, steps_of_resumed_tests=0)
    started = time.monotonic()
    result = decide(endless(body), options, iterations=3)
    assert isinstance(result.claim, NoClaim)
    assert result.statistics.states < 3 * 60
    assert time.monotonic() - started < 5


def test_the_iteration_budget_is_kept() -> None:
    def body(start: ProcedureBuilder) -> None:
        x = start.locals[0].term
        start.check(less(x, constant(1000, 32), signed=False))
        start.assign(x, add(x, constant(1, 32)))

    for iterations in (0, 1, 7):
        result = decide(
            endless(body), replace(DASH, steps_after_frontier=5, steps_of_resumed_tests=0), iterations
        )
        assert result.claim == NoClaim(f"no verdict within {iterations} iterations")
        assert result.statistics.iterations == iterations


def hard() -> Program:
    """assert x * y != a product of two primes: the prover needs its time."""
    start = ProcedureBuilder(START)
    x, y = start.local("x", 64), start.local("y", 64)
    start.havoc(x)
    start.havoc(y)
    for v in (x, y):
        start.step(Assume(less(v, constant(1 << 32, 64), signed=False)))
        start.step(Assume(less(constant(1, 64), v, signed=False)))
    start.check(ne(make(ops.MUL, (x, y)), constant(2860486313 * 1500450271, 64)))
    return program(start.build())


def test_the_time_budget_is_kept() -> None:
    started = time.monotonic()
    result = decide(hard(), replace(DASH, seconds_per_query=30.0), seconds=0.5)
    assert isinstance(result.claim, NoClaim)
    assert time.monotonic() - started < 5


def test_a_prover_that_gives_up_leaves_it_open() -> None:
    """It tries for one second, for four, and then there is not as much left."""
    result = decide(hard(), replace(DASH, seconds_per_query=1.0), seconds=8)
    assert result.claim == NoClaim("the prover could not decide whether some regions are connected")


def test_recursion_is_named() -> None:
    p = var("f::p")
    f = ProcedureBuilder("f", (p,))
    yes, no = f.branch(ne(p.term, constant(0, 3))) or (0, 0)
    f.at = yes
    f.step(Call((), "f", (add(p.term, constant(1, 3)),)))
    f.join(f.at, no)
    start = ProcedureBuilder(START)
    x = start.local("x")
    start.havoc(x)
    start.step(Call((), "f", (x,)))
    start.check(TRUE)
    result = decide(program(f.build(), start.build()), DASH)
    assert isinstance(result.claim, NoClaim)
    assert "recursive call of `f`" in result.claim.reason
    start = ProcedureBuilder(START)
    start.step(Call((), "f", (constant(0, 3),)))  # never gets to the recursive call
    made = program(f.build(), start.build())
    assert verdict(made, decide(made, DASH)) == "holds"


def test_a_violation_before_what_is_not_modelled_is_found() -> None:
    start = ProcedureBuilder(START)
    x = start.local("x")
    start.havoc(x)
    yes, no = start.branch(eq(x, constant(1, 3))) or (0, 0)
    start.edge(yes, 1, Unmodelled("asm"))
    start.at = no
    start.check(ne(x, constant(5, 3)))
    made = program(start.build())
    assert verdict(made, decide(made, DASH)) == "fails"


def test_trivial_programs() -> None:
    start = ProcedureBuilder(START)
    made = program(start.build())
    result = decide(made, DASH)
    assert verdict(made, result) == "holds"
    assert result.statistics.iterations == 0
    start = ProcedureBuilder(START)
    start.check(FALSE)
    made = program(start.build())
    assert verdict(made, decide(made, DASH)) == "fails"
    start = ProcedureBuilder(START)
    start.check(FALSE, "P2")
    made = program(start.build())
    assert verdict(made, decide(made, DASH)) == "holds"


def test_a_proof_remembers_endless_loops() -> None:
    """while (1); and behind it an error: the loop goes from the system, not from the proof."""
    made = endless(lambda start: start.assign(start.locals[0].term, constant(1, 32)))
    start = made.procedures[START]
    last = start.edges[-1]
    assert isinstance(last.statement, Return)
    builder = ProcedureBuilder("other")
    builder.check(FALSE)
    edges = (*start.edges[:-1], replace(last, statement=builder.edges[2].statement))
    made = replace(made, procedures={START: replace(start, edges=edges)})
    for options in VARIANTS.values():
        assert verdict(made, decide(made, options)) == "holds"


def test_dead_inputs_keep_their_place_in_the_test() -> None:
    """The test must give values for reads that did not matter, or later reads get theirs."""
    start = ProcedureBuilder(START)
    x, y, n = start.local("x"), start.local("y"), start.local("n")
    start.assign(n, constant(0, 3))
    head = start.at
    assert head is not None
    inside, outside = start.branch(less(n, constant(7, 3), signed=False)) or (0, 0)
    start.at = inside
    start.havoc(x)
    start.havoc(y)
    start.assign(n, add(n, constant(1, 3)))
    yes, no = start.branch(ne(y, constant(0, 3))) or (0, 0)
    start.edge(no, head, Assume(TRUE))
    start.at = yes
    start.step(Assume(eq(n, constant(3, 3))))
    start.check(ne(x, constant(5, 3)))
    start.join(start.at, outside)
    start.check(less(constant(2, 3), n, signed=False))
    made = program(start.build())
    for options in VARIANTS.values():
        assert verdict(made, decide(made, options)) == "fails"


# -- budgets, options ------------------------------------------------------------------------------------


def test_budgets() -> None:
    budget = Budget(time.monotonic() + 100, max_iterations=3)
    budget.check(2)
    assert 90 < budget.remaining() <= 100
    with pytest.raises(BudgetExhausted, match="3 iterations"):
        budget.check(3)
    with pytest.raises(BudgetExhausted, match="time limit"):
        Budget(time.monotonic() - 1).check()


def test_the_registry() -> None:
    assert DEFAULT_ENGINE in ENGINES
    assert SYNERGY.edge_filter == "prover"
    assert not SYNERGY.drop_branch_conditions
    settings = {
        "straight_line": "off",
        "search": "forward",
        "steps_after_frontier": "7",
        "seconds_per_query": "0.5",
    }
    changed = with_settings(DASH, settings)
    assert (changed.straight_line, changed.search, changed.steps_after_frontier) == (False, "forward", 7)
    assert changed.seconds_per_query == 0.5
    assert with_settings(DASH, {}) == DASH


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("speed", "1", "no engine option is called `speed`"),
        ("search", "sideways", "none of backward, forward"),
        ("straight_line", "yes", "on or off"),
        ("steps_after_frontier", "many", "a whole number was expected"),
        ("steps_after_frontier", "-1", "at least 0"),
        ("states_per_region", "0", "at least 1"),
        ("seconds_per_query", "0", "at least 0.001"),
        ("seconds_per_query", "nan", "at least 0.001"),
    ],
)
def test_wrong_settings_are_refused(name: str, value: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        with_settings(DASH, {name: value})
