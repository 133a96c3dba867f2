"""Runs with a store: what they find again, and that a wrong store makes no verdict wrong."""

from __future__ import annotations

import random
import re
from itertools import islice
from typing import TYPE_CHECKING

import msgspec
import pytest

from helpers.stores import checked, program_of, put, rows
from helpers.verdicts import judged_programs
from maymust.verdicts import Holds

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ENGINES = ("auto", "smash", "dash")
TEXT = """
#include <assert.h>
extern int nondet(void);
int state;
int clamp(int x) { if (x < 3) return 3; if (x > 90) return 90; return x; }
int toggle(int x) { if (state == 0 && x > 2) { state = 1; return 8; } state = 0; return 4; }
int both(int x) { int r = clamp(x); r += toggle(x); assert(r <= 98); return r; }
int main(void) {
    int n = 0, x = nondet();
    while (nondet() && n < 10) n++;
    int r = both(x);
    assert(r >= 7);
    assert(r + n <= 108);
    assert(r != 50);
    if (x > 5 && x < 4) assert(r == 1);
    return 0;
}
"""
VERDICTS = ["Holds", "Holds", "Holds", "Fails", "Holds"]
RECURSIVE = """
#include <assert.h>
extern int nondet(void);
int fib(int n) { if (n < 2) return n; int a = fib(n - 1); int b = fib(n - 2); return a + b; }
int main(void) { int x = 0; fib(nondet()); assert(x == 0); return 0; }
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_a_second_run_needs_no_search(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "store"
    first = checked(TEXT, path, engine)
    assert first.verdicts == VERDICTS
    assert not any(first.recalled)
    assert first.tally.prover_calls > 0
    second = checked(TEXT, path, engine)
    assert second.verdicts == VERDICTS
    assert all(second.recalled)
    assert second.tally.prover_calls == 0
    assert second.tally.checker_calls <= first.tally.checker_calls
    assert [r.statistics.decided_by for r in second.results] == [
        r.statistics.decided_by for r in first.results
    ]
    assert not second.warnings


def test_engines_do_not_share_verdicts(tmp_path: Path) -> None:
    path = tmp_path / "store"
    checked(TEXT, path, "dash")
    assert not any(checked(TEXT, path, "smash").recalled)


def test_a_vacuous_assertion_is_vacuous_again(tmp_path: Path) -> None:
    path = tmp_path / "store"
    for run in (checked(TEXT, path), checked(TEXT, path)):
        vacuous = [isinstance(r.verdict, Holds) and r.verdict.vacuous is not None for r in run.results]
        assert vacuous == [False, False, False, False, True]


@pytest.mark.parametrize("engine", ENGINES)
def test_moving_code_keeps_everything(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "store"
    checked(TEXT, path, engine)
    moved = checked("\n/* moved */\n" + TEXT.replace("int both", "\n\nint both"), path, engine)
    assert moved.verdicts == VERDICTS
    assert all(moved.recalled)
    assert moved.tally.prover_calls == 0
    assert moved.results[0].property.span.line == 11


@pytest.mark.parametrize("engine", ENGINES)
def test_a_harmless_edit_keeps_old_evidence(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "store"
    first = checked(TEXT, path, engine)
    edited = checked(TEXT.replace("x > 90) return 90", "x > 80) return 80"), path, engine)
    assert edited.verdicts == VERDICTS
    assert 5 * edited.tally.prover_calls <= first.tally.prover_calls
    again = checked(TEXT.replace("x > 90) return 90", "x > 80) return 80"), path, engine)
    assert all(again.recalled)


@pytest.mark.parametrize("engine", ["auto", "smash"])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("x > 90) return 90", "x > 91) return 91"),
        ("return 8;", "return 9;"),
        ("x < 3) return 3", "x < 2) return 2"),
        ("n < 10", "n < 12"),
        ("r != 50", "r != 500"),
        ("int state;", "int state = 1;"),
        ("assert(r >= 7);", ""),
        ("x > 5 &&", "x > 2 &&"),
    ],
)
def test_an_edit_has_the_verdicts_of_a_run_without_a_store(
    tmp_path: Path, engine: str, old: str, new: str
) -> None:
    assert old in TEXT
    path = tmp_path / "store"
    checked(TEXT, path, engine)
    edited = TEXT.replace(old, new)
    assert checked(edited, path, engine).verdicts == checked(edited, None, engine).verdicts


def test_checks_that_share_a_proof_are_recalled_together(tmp_path: Path) -> None:
    text = TEXT.replace("int n = 0", "int a[7]; int n = 0").replace(
        "int r = both(x);", "a[n] = 1; int r = both(x);"
    )
    path = tmp_path / "store"
    program = program_of(text, properties=frozenset({"bounds", "overflow", "assert"}))
    first = checked(program, path)
    assert first.verdicts.count("Fails") == 2
    kinds = [kind for kind, *_ in rows(path)]
    assert kinds.count("verdict") == len(program.properties) > kinds.count("evidence")
    second = checked(program, path)
    assert all(second.recalled)
    assert second.verdicts == first.verdicts
    assert second.tally.checker_calls <= first.tally.checker_calls


@pytest.mark.parametrize("engine", ["auto", "smash"])
def test_recursive_programs(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "store"
    first = checked(RECURSIVE, path, engine)
    assert first.verdicts == ["Holds"]
    second = checked(RECURSIVE, path, engine)
    assert second.verdicts == first.verdicts
    assert all(second.recalled)
    assert second.tally.prover_calls == 0


def test_summaries_of_what_an_edit_does_not_reach_are_used(tmp_path: Path) -> None:
    """The edit is in `main`, and makes another property: the answers of `both` are known."""
    path = tmp_path / "store"
    checked(TEXT, path, "smash")
    edited = TEXT.replace("assert(r >= 7);", "assert(r > 6);")
    kept = [row for row in rows(path) if row[0] not in ("verdict", "evidence")]
    assert {kind.split()[0] for kind, *_ in kept} == {"contract", "call"}
    with_store, without = checked(edited, path, "smash"), checked(edited, None, "smash")
    assert with_store.verdicts == without.verdicts
    assert with_store.results[1].statistics.prover_calls < without.results[1].statistics.prover_calls


BESIDE = """
#include <assert.h>
extern int nondet(void);
int clamp(int x) { if (x < 3) return 3; if (x > 90) return 90; return x; }
int count(int x) {
    int n = 0;
    while (nondet() && n < 10) n++;
    int r = clamp(x);
    if (r + n > 95) x = clamp(n);
    assert(n <= 10);
    return n;
}
int main(void) { int k = count(nondet()); assert(k < 11); return 0; }
"""


def test_contracts_for_which_other_reasons_are_left(tmp_path: Path) -> None:
    """What was known of `clamp` is no longer so, but nothing that matters rests on it."""
    path = tmp_path / "store"
    assert checked(BESIDE, path, "smash").verdicts == ["Holds", "Holds"]
    edited = BESIDE.replace("x > 90) return 90", "x > 93) return 93")
    run = checked(edited, path, "smash")
    assert run.verdicts == ["Holds", "Holds"]
    assert run.tally.prover_calls == 0
    assert all(checked(edited, path, "smash").recalled)


def test_contracts_for_which_no_reason_is_left(tmp_path: Path) -> None:
    """The same, but what matters rests on what was edited."""
    path = tmp_path / "store"
    assert checked(BESIDE, path, "smash").verdicts == ["Holds", "Holds"]
    edited = BESIDE.replace("n < 10)", "n < 11)")
    assert checked(edited, path, "smash").verdicts == ["Fails", "Holds"]


def test_facts_outlive_a_run_without_verdict(tmp_path: Path) -> None:
    """That n stays small is found at once; that 2⁶² - 57 is prime is true, and no solver's to prove."""
    text = """
    #include <assert.h>
    extern unsigned nondet(void);
    int main(void) {
        unsigned n = 0, x = nondet(), y = nondet();
        while (nondet()) if (n < 7) n++;
        assert(n < 8 && (unsigned long long)x * y != 4611686018427387847ull);
        return 0;
    }
    """
    path = tmp_path / "store"
    assert checked(text, path, turns=4).verdicts == ["Unknown"]
    assert {kind for kind, *_ in rows(path)} == {"facts"}


# -- hostile stores ------------------------------------------------------------------------------------------


def test_evidence_of_other_programs_decides_nothing_wrongly(
    tmp_path: Path, size: Callable[[int], int]
) -> None:
    """All these programs have the same name, and so have their properties: evidence of one is tried on the
    next."""
    path = tmp_path / "store"
    tried = 0
    for seed, made, expected in islice(judged_programs(unmodelled=0), size(12)):
        result = checked(made, path, turns=20).results[0]
        tried += result.recalled
        if isinstance(result.verdict, Holds):
            assert expected == "holds", seed
        elif type(result.verdict).__name__ == "Fails":
            assert expected == "fails", seed
    assert tried > 0


def test_swapped_evidence(tmp_path: Path) -> None:
    path = tmp_path / "store"
    for engine in ENGINES:
        checked(TEXT, path, engine)
    there = rows(path)
    for kind in {row[0] for row in there}:
        same = [row for row in there if row[0] == kind]
        bodies = [row[4] for row in same]
        put(path, [(*row[:4], body) for row, body in zip(same, bodies[1:] + bodies[:1], strict=True)])
    for engine in ENGINES:
        assert checked(TEXT, path, engine).verdicts == VERDICTS


MUTATIONS = {
    "nothing": lambda _: b"",
    "no text": lambda _: b"\xff\xfe\0",
    "another type": lambda _: b"[1, 2, 3]",
    "a deep nest": lambda _: b"[" * 100_000,
    "cut off": lambda body: body[: len(body) // 2],
    "other numbers": lambda body: re.sub(rb"\d+", lambda m: str(int(m[0]) + 1).encode(), body),
    "huge numbers": lambda body: re.sub(rb"\d+", b"99999999999999999999999", body),
    "negative numbers": lambda body: re.sub(rb"\d+", rb"-\g<0>", body),
    "other names": lambda body: body.replace(b"main", b"niam").replace(b"clamp", b"both"),
    "true": lambda body: body.replace(b'"slt"', b'"ult"').replace(b'"eq"', b'"slt"'),
    "false depth": lambda body: body.replace(b'"depth":1', b'"depth":900').replace(b"false", b"true"),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("mutation", MUTATIONS)
def test_wrong_rows(tmp_path: Path, engine: str, mutation: str) -> None:
    path = tmp_path / "store"
    checked(TEXT, path, engine)
    put(path, [(*row[:4], MUTATIONS[mutation](row[4])) for row in rows(path)])
    run = checked(TEXT, path, engine)
    assert run.verdicts == VERDICTS
    assert not run.warnings


def test_contracts_that_say_too_much(tmp_path: Path) -> None:
    """A contract that requires nothing, and calls it `checked`, would prove everything."""
    path = tmp_path / "store"
    checked(TEXT, path, "smash")
    from maymust.store.keys import digest

    wrong = []
    for kind, _, scope, about, body in rows(path):
        if kind.startswith("contract"):
            data = msgspec.json.decode(body)
            data["proof"]["contracts"][0]["requires"] = []
            body = msgspec.json.encode(data, order="sorted")
            wrong.append((kind, digest(body.decode()), scope, about, body))
    assert wrong
    put(path, wrong)
    edited = TEXT.replace("assert(r >= 7);", "assert(r >= 8);").replace("r <= 98", "r <= 97")
    run = checked(edited, path, "smash")
    assert run.verdicts == checked(edited, None, "smash").verdicts
    assert run.verdicts[:2] == ["Fails", "Fails"]


def test_random_bytes_in_rows(tmp_path: Path, size: Callable[[int], int]) -> None:
    path = tmp_path / "store"
    checked(TEXT, path, "smash")
    there = rows(path)
    rng = random.Random(1)
    for _ in range(size(4)):
        mutated = []
        for row in there:
            body = bytearray(row[4])
            for _ in range(3):
                if body:
                    body[rng.randrange(len(body))] = rng.choice(b'0123456789[]{},"ab:')
            mutated.append((*row[:4], bytes(body)))
        put(path, mutated)
        assert checked(TEXT, path, "smash").verdicts == VERDICTS
