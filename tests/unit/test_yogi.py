"""YOGI's optimisations: each is a switch that changes what a search needs, and never what it finds."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from helpers.programs import Shape, TooLarge, brute_force, random_program
from maymust.checking import CheckOptions, check_program
from maymust.engines.base import Statistics
from maymust.frontends.c import COptions, translate
from maymust.passes.modules import make_modules
from maymust.verdicts import Fails, Holds

HEAD = "extern void reach_error(void);\nextern int nondet(void);\n"
ALL_OFF = {
    "touched_inputs": "off",
    "modification_analysis": "off",
    "cached_tests": "off",
    "drop_branch_conditions": "off",
    "control_dependence": "off",
    "initial_splits": "none",
}
ALL_ON = {"control_dependence": "on", "initial_splits": "branches"}


def found(text: str, engine: str, iterations: int = 40, **settings: str) -> tuple[str, Statistics]:
    """The checked verdict on the first property, and what it took."""
    made = translate("yogi.c", HEAD + text, COptions()).program
    result = next(iter(check_program(made, CheckOptions(engine, settings, 60, iterations))))
    return type(result.verdict).__name__, result.statistics


def asked_for_tests(numbers: Statistics) -> int:
    """How often the prover was to find a test."""
    return numbers.queries["test generation"]


def test_touched_inputs() -> None:
    """What `bump` does not touch is no part of the question: no test has to be found that satisfies the
    conditions on it."""
    text = """
        int mode, level;
        int bump(int x, int unused) { if (x > 3) return 4; return x + 1; }
        int main(void) {
            int y;
            mode = nondet(); if (mode < 3) return 0;
            level = nondet(); if (level > mode) return 0;
            y = bump(nondet(), level);
            if (y > 4) reach_error();
        }
    """
    less, with_it = found(text, "smash", cached_tests="off")
    same, without = found(text, "smash", cached_tests="off", touched_inputs="off")
    assert less == same == "Holds"
    assert with_it.prover_calls < without.prover_calls


def test_what_a_module_reads() -> None:
    """Globals, those of callees included, and parameters."""
    text = """
        int a, b, c, d;
        int low(int x, int y) { return a + y; }
        int high(int x, int y) { b = c; return low(x, 1); }
        int main(void) { d = high(d, 2); if (d) reach_error(); }
    """
    made = translate("yogi.c", HEAD + text, COptions()).program
    modules = make_modules(made, made.properties[0].id)
    names = {name: {str(v) for v in modules[name].reads} for name in ("low", "high")}
    assert names == {"low": {"a", "low::y"}, "high": {"a", "c", "high::x"}}


def test_modification_analysis() -> None:
    """A call that does not change the lock need not be asked about it."""
    text = """
        int state, count;
        void work(int x) { if (x > 3) count = count + 1; else count = count - x; }
        void twice(int x) { work(x); if (x) work(x); }
        int main(void) {
            state = nondet(); if (state < 1) return 0;
            while (nondet()) twice(nondet());
            if (state < 1) reach_error();
        }
    """
    less, with_it = found(text, "smash")
    same, without = found(text, "smash", modification_analysis="off")
    assert less == same == "Holds"
    assert 2 * asked_for_tests(with_it) <= asked_for_tests(without)


@pytest.mark.parametrize("engine", ["smash", "dash"])
def test_cached_tests(engine: str) -> None:
    """Once a value has passed, it is tried at the other calls."""
    text = """
        int key(int x) { if (x < 1000) return 0; if ((x & 15) != 9) return 0; return 1; }
        int main(void) {
            int n = 0;
            if (key(nondet())) n++;
            if (key(nondet())) n++;
            if (key(nondet())) n++;
            if (n == 3) reach_error();
        }
    """
    less, with_it = found(text, engine, calls="ask")
    same, without = found(text, engine, calls="ask", cached_tests="off")
    assert less == same == "Fails"
    assert asked_for_tests(with_it) < asked_for_tests(without)


def test_a_cached_test_is_tried_with_other_inputs_of_other_sorts() -> None:
    """Which inputs a callee reads depends on what it is given."""
    text = """
        extern unsigned char small(void);
        int pick(int which) {
            if (which == 1) { if (nondet() == 70000) return 1; return 0; }
            if (small() > 200) return 1;
            return 0;
        }
        int main(void) { if (pick(1)) { if (pick(2)) reach_error(); } }
    """
    for engine in ("smash", "dash"):
        verdict, _ = found(text, engine, calls="ask", straight_line="off")
        assert verdict == "Fails"


def test_a_test_that_ends_where_its_query_does_not_look() -> None:
    """`low` is not modelled for what is tried first, when it is asked whether `middle` may return 3."""
    text = """
        int low(int x) { if (x == 0) __asm__("nop"); return x; }
        int middle(int x) { return low(x); }
        int main(void) { int y = middle(nondet()); if (y == 3) reach_error(); }
    """
    verdict, _ = found(text, "smash")
    assert verdict == "Fails"


LOOPS = {
    "one way": "while (i < n) i++;",
    "two ways": "while (i < n) { if (i & 1) i++; else i = i + 3; }",
}


@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS.keys())
def test_loops_that_decide_nothing(loop: str) -> None:
    """Each of the two heuristics leaves the loop's condition out; without them it is unrolled for ever."""
    text = f"int main(void) {{ int b = 0, i = 0, n = nondet(); {loop} if (b == 1) reach_error(); }}"
    for sp, cd, wanted in (
        ("on", "off", "Holds"),
        ("off", "on", "Holds"),
        ("on", "on", "Holds"),
        ("off", "off", "Unknown"),
    ):
        verdict, _ = found(text, "dash", drop_branch_conditions=sp, control_dependence=cd)
        assert verdict == wanted, (sp, cd)


@pytest.mark.parametrize("where", ["branches", "everywhere"])
def test_initial_splits(where: str) -> None:
    """With the condition of the error as the first predicate, nothing is left to be found out."""
    text = """
        int main(void) {
            int lock = 0;
            while (nondet()) { if (lock) reach_error(); lock = 1; if (nondet()) lock = 2; lock = 0; }
        }
    """
    more, without = found(text, "dash")
    none, with_it = found(text, "dash", initial_splits=where)
    assert more == none == "Holds"
    assert (with_it.iterations, with_it.refinements) == (0, 0)
    assert without.iterations > 0


def test_initial_splits_of_a_callee_speak_of_what_it_is_given() -> None:
    """A condition on what a call in `middle` returns is none at the entry of `middle`."""
    text = """
        int low(int x) { if (x > 3) return 3; return x; }
        void middle(int x) { int y = low(x); if (y > 3) reach_error(); }
        int main(void) { middle(nondet()); }
    """
    for where in ("branches", "everywhere"):
        verdict, _ = found(text, "smash", initial_splits=where)
        assert verdict == "Holds"


def test_step_limits() -> None:
    """Without them a test runs to its end."""
    text = "int main(void) { int i; for (i = 0; i < 3000; i++) ; if (i == 3000) reach_error(); }"
    short = {"steps_after_frontier": "10", "steps_of_resumed_tests": "0"}
    assert found(text, "dash", **short)[0] == "Unknown"
    verdict, numbers = found(text, "dash", step_limits="off", **short)
    assert (verdict, numbers.iterations) == ("Fails", 1)


def test_step_limits_in_calls() -> None:
    text = """
        int slow(int x) { int i; for (i = 0; i < 300; i++) ; return x; }
        int main(void) { int y = slow(3); if (y == 3) reach_error(); }
    """
    verdict, numbers = found(text, "smash", steps_in_calls="1000")
    assert (verdict, numbers.iterations) == ("Fails", 1)
    verdict, numbers = found(text, "smash", steps_in_calls="200")  # at first, then more
    assert verdict == "Fails"
    assert numbers.iterations > 1
    assert found(text, "smash", steps_in_calls="2", directed_share="0")[0] == "Unknown"
    assert found(text, "smash", steps_in_calls="2", step_limits="off")[0] == "Fails"


@pytest.mark.parametrize("engine", ["smash", "dash"])
def test_verdicts_stay_the_same(engine: str, size: Callable[[int], int]) -> None:
    """Those of brute force, with all switches on and off, on 15 random programs of several procedures."""
    rng, compared, decided = random.Random(f"yogi {engine}"), 0, 0
    while compared < size(15):
        made = random_program(rng, Shape(width=3, statements=4, unmodelled=0.06))
        try:
            truth = brute_force(made, "P1")
        except TooLarge:
            continue
        compared += 1
        for switches in (ALL_ON, ALL_ON | {"initial_splits": "everywhere"}, ALL_OFF):
            settings = {**switches, "calls": "ask", "steps_of_resumed_tests": "2000"}
            result = next(iter(check_program(made, CheckOptions(engine, settings, 20, 60))))
            said = {Holds: "holds", Fails: "fails"}.get(type(result.verdict))
            decided += said is not None
            assert said in (truth, None), switches
    assert decided > compared
