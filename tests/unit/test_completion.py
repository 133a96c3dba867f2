"""Proofs of programs that were edited since: what can be made of them without a prover."""

from __future__ import annotations

import contextlib
import math
import time
from typing import TYPE_CHECKING

import pytest

from helpers.stores import checked, program_of
from maymust.deciding import decide
from maymust.engines.auto.completion import carried_facts, completions
from maymust.engines.auto.problem import pose
from maymust.engines.base import HoldsClaim
from maymust.errors import InternalError
from maymust.passes.pipeline import Prepared
from maymust.terms import constant, less_equal
from maymust.verdicts import Holds

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

TEXT = """
#include <assert.h>
extern int nondet(void);
int clamp(int x) { if (x < 3) return 3; if (x > 90) return 90; return x; }
int main(void) {
    int n = 0, m = 0;
    while (nondet() && n < 10) { n++; m = m + 2; }
    int r = clamp(nondet());
    assert(r <= 100);
    assert(m == 2 * n);
    if (n > 20) assert(r == 1);
    return 0;
}
"""
CLAMP = "if (x < 3) return 3; if (x > 90) return 90; return x;"
LOOPS = {
    "up": "int r = 3; while (r < 90 && r < x) r++; return r;",
    "down": "int r = 90; while (r > 3 && r > x) r--; return r;",
    "nested": "int r = 3; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) if (x > j) r++;"
    " return r > 90 ? 90 : r;",
    "counted": "int r = 3; for (int i = 0; i < 4; i++) if (x > i && r < 90) r = r + 1; return r;",
}


@pytest.mark.parametrize("body", LOOPS.values(), ids=LOOPS)
def test_new_loops_need_no_search(tmp_path: Path, body: str) -> None:
    path = tmp_path / "store"
    first = checked(TEXT, path)
    assert first.verdicts == ["Holds"] * 3
    assert first.tally.prover_calls > 0
    edited = checked(TEXT.replace(CLAMP, body), path)
    assert edited.verdicts == ["Holds"] * 3
    assert all(edited.recalled)
    assert edited.tally.prover_calls == 0
    vacuous = [isinstance(r.verdict, Holds) and r.verdict.vacuous is not None for r in edited.results]
    assert vacuous == [False, False, True]


def test_a_new_loop_that_breaks_an_assertion_is_found(tmp_path: Path) -> None:
    path = tmp_path / "store"
    checked(TEXT, path)
    broken = TEXT.replace(CLAMP, "int r = 3; while (r < 190 && r < x) r++; return r;")
    assert checked(broken, path).verdicts == ["Fails", "Holds", "Holds"]


# -- what is carried along -----------------------------------------------------------------------------------

STRAIGHT = """
#include <assert.h>
extern int nondet(void);
int wait(int x) { return x; }
int main(void) {
    int a = nondet(), b = a + 7;
    if (a > 5 && a < 1000) {
        wait(nondet());
        assert(b == a + 7);
        assert(a > 5);
    }
    return 0;
}
"""
LOOPED = STRAIGHT.replace("return x;", "int i = 0; while (i < x) i++; return i;")


def accepted(given: Prepared, property_id: str, claims: Iterable[HoldsClaim]) -> bool:
    """Whether the checker accepts one of the claims."""
    wanted = given.program.property(property_id)
    for claim in claims:
        with contextlib.suppress(InternalError):
            return isinstance(decide(given.program, wanted, claim, math.inf), Holds)
    return False


@pytest.mark.parametrize("property_id", ["P1", "P2"])
def test_values_and_conditions_from_before_a_loop_hold_in_it(property_id: str) -> None:
    given = Prepared(program_of(LOOPED))
    assert not accepted(given, property_id, [HoldsClaim({})])
    assert accepted(given, property_id, completions(given, property_id, HoldsClaim({}), math.inf))


def test_what_a_loop_changes_is_not_carried_through_it() -> None:
    text = """
    #include <assert.h>
    extern int nondet(void);
    int main(void) {
        int a = 5, b = 5, c = 6;
        while (nondet()) { a = nondet(); }
        assert(a == b || c == 6);
        return 0;
    }
    """
    problem = pose(Prepared(program_of(text)).flat, "P1")
    (head,) = problem.cut_points
    assert {v.name.rpartition("::")[2] for v in problem.live[head] if v.name} >= {"a", "b", "c"}
    said = [str(fact) for fact in carried_facts(problem, {})[head]]
    assert sorted(fact.rpartition("::")[2] for fact in said) == ["b| 5:32)", "c| 6:32)"]


def test_copies_are_known_by_both_names() -> None:
    text = """
    #include <assert.h>
    extern int nondet(void);
    int main(void) {
        int y = nondet();
        if (y < 5) return 0;
        while (nondet()) { }
        int z = y, w = y;
        while (nondet()) { }
        assert(z == y && w == z && y >= 5);
        return 0;
    }
    """
    given = Prepared(program_of(text))
    assert accepted(given, "P1", completions(given, "P1", HoldsClaim({}), math.inf))


def test_there_is_nothing_behind_the_deadline() -> None:
    given = Prepared(program_of(LOOPED))
    assert not list(completions(given, "P1", HoldsClaim({}), time.monotonic()))


def test_there_is_nothing_where_a_test_fails() -> None:
    given = Prepared(program_of(LOOPED.replace("b == a + 7", "b == a + 8")))
    assert not list(completions(given, "P1", HoldsClaim({}), math.inf))


def test_what_is_needed_behind_a_new_loop_is_tried_in_it(tmp_path: Path) -> None:
    text = """
    #include <assert.h>
    extern int nondet(void);
    int limit(int x) { return x > 9 ? 9 : x; }
    int main(void) {
        int a[20], i;
        for (i = 0; i < 20; i++) a[i] = 7;
        int r = limit(nondet());
        for (i = 0; i < 20; i++) assert(a[i] == 7);
        assert(r <= 9);
        return 0;
    }
    """
    path = tmp_path / "store"
    assert checked(text, path).verdicts == ["Holds", "Holds"]
    edited = checked(
        text.replace("return x > 9 ? 9 : x;", "int r = 0; while (r < 9 && r < x) r++; return r;"), path
    )
    assert edited.verdicts == ["Holds", "Holds"]
    assert edited.tally.prover_calls == 0


def test_what_tests_violate_is_left_out() -> None:
    text = """
    #include <assert.h>
    int main(void) {
        int n = 0;
        while (n < 12) n++;
        assert(n == 12);
        return 0;
    }
    """
    given = Prepared(program_of(text))
    problem = pose(given.flat, "P1")
    (head,) = problem.cut_points
    (n,) = problem.live[head]
    node = problem.blocks.nodes[head]
    wrong = less_equal(n, constant(11, 32), signed=True)
    found = list(completions(given, "P1", HoldsClaim({node: (wrong,)}), math.inf))
    assert all(wrong not in claim.invariants[node] for claim in found)
    assert accepted(given, "P1", found)
