"""Assertions that hold because nothing reaches them."""

from __future__ import annotations

import time

import pytest

from maymust import checking
from maymust.checking import CheckOptions, check_program, find_vacuous
from maymust.frontends.c import COptions, translate
from maymust.ir.program import Error, Program
from maymust.ir.validate import validate
from maymust.passes.probe import probe_of
from maymust.verdicts import Holds, Vacuous

_HEAD = """
#include <assert.h>
int nondet(void);
void __VERIFIER_assume(int);
void reach_error(void);
int positive(int q) { return q > 0; }
"""
_PATIENCE = 1000.0  # seconds; the probe's own budget is far smaller


def _program(body: str) -> Program:
    text = f"{_HEAD}int main(void) {{ int x = nondet(), y = nondet(); {body} return 0; }}\n"
    return translate("vacuity.c", text, COptions(entry="main")).program


def _vacuous(body: str) -> list[Vacuous | None]:
    program = _program(body)
    return [find_vacuous(program, p, time.monotonic() + _PATIENCE) for p in program.properties]


@pytest.mark.parametrize(
    "body",
    [
        "if (x > 5) { if (x < 3) assert(y == 7); }",
        "if (x > 5) { if (x < 3) assert(y == 7 && positive(x) || x == y); }",
        "if (x > 5) { if (x < 3) assert(positive(y)); }",
        "if (x > 5) { if (x < 3) assert(y / x == 3); }",
        "int zero = 0; __VERIFIER_assume(zero); assert(x == 7);",
        "int run = 1; while (run) { y++; } assert(y == 7);",
        "int i = 0; while (i < 10) i++; if (i > 10) assert(y == 7);",
        "while (x != 3) x = nondet(); while (x == 3) { } assert(x == y);",
    ],
)
def test_what_nothing_reaches_is_vacuous(body: str) -> None:
    (found,) = _vacuous(body)
    assert found is not None


@pytest.mark.parametrize(
    "body",
    [
        "assert(x == x);",
        "if (x > 5) { if (x < 8) assert(positive(x)); }",
        "if (x > 5) { assert(positive(x) || y == 7); }",
        "if (x == 123456789) assert(x > 0 && positive(x));",
        "int i = 0; while (i < 10) i++; assert(i == 10);",
        "assert((1 / x, 1));",
    ],
)
def test_what_something_reaches_is_not(body: str) -> None:
    assert _vacuous(body) == [None]


@pytest.mark.parametrize(
    "body",
    [
        "if (x > 5) { if (x < 3) reach_error(); }",
        "if (x > 5) { if (x < 3) { ERROR: ; } }",
    ],
)
def test_only_assertions_can_be_vacuous(body: str) -> None:
    program = _program(body)
    assert [probe_of(program, p) for p in program.properties] == [None]


@pytest.mark.parametrize(
    "body", ["if (x > 5) { if (x < 3) assert(0); }", "assert(1);", "assert(sizeof x > 1);"]
)
def test_constant_conditions_have_no_probe(body: str) -> None:
    program = _program(body)
    assert [probe_of(program, p) for p in program.properties] == [None]


def test_a_condition_outside_the_text_of_the_assertion_is_no_beginning() -> None:
    """As after preprocessing: the condition holds always, and is reached; only the report is not."""
    text = """
    extern void __assert_fail(const char *, const char *, unsigned, const char *);
    int main(int argc) { ((argc >= 0) ? (void)0 : __assert_fail("argc >= 0", "f.c", 3, "main")); return 0; }
    """
    program = translate("preprocessed.c", text, COptions()).program
    (wanted,) = program.properties
    assert wanted.kind == "assert"
    assert probe_of(program, wanted) is None


def test_a_macro_is_begun_where_it_is_used() -> None:
    """The macro has conditions of its own; arriving at it counts, so nothing is said too early."""
    text = """
    #include <assert.h>
    #define CHECKED(c) do { if (x > 3) assert(c); } while (0)
    int main(int x) { if (x < 3) CHECKED(x != 2); return 0; }
    """
    program = translate("macro.c", text, COptions()).program
    (wanted,) = program.properties
    assert find_vacuous(program, wanted, time.monotonic() + _PATIENCE) is None


def test_one_call_of_several_is_enough() -> None:
    text = f"""{_HEAD}
    void check(int a) {{ if (a > 5) assert(a > 4); }}
    int main(void) {{ check(1); check(2); CALL return 0; }}
    """
    for call, vacuous in (("", True), ("check(6);", False)):
        program = translate("calls.c", text.replace("CALL", call), COptions(entry="main")).program
        (wanted,) = program.properties
        found = find_vacuous(program, wanted, time.monotonic() + _PATIENCE)
        assert (found is not None) == vacuous


def test_an_assertion_in_a_function_that_nobody_calls_is_no_property() -> None:
    text = f"{_HEAD}\nvoid unused(int a) {{ assert(a); }}\nint main(void) {{ return 0; }}\n"
    assert translate("unused.c", text, COptions()).program.properties == ()


def test_a_probe_is_a_valid_program_with_an_error_for_the_assertion() -> None:
    program = _program("if (x > 5) { y = 2; assert(y == 2 && positive(x)); y = 3; }")
    (wanted,) = program.properties
    probe = probe_of(program, wanted)
    assert probe is not None
    validate(probe)
    before, after = program.procedures["main"].edges, probe.procedures["main"].edges
    (arrival,) = [e for e in after if e.statement == Error(wanted.id)]
    assert arrival.span == wanted.span
    assert set(after) - {arrival} < set(before)
    assert [e for e in before if e in after] == [e for e in after if e in before]


@pytest.mark.parametrize("engine", ["dash", "auto"])
def test_the_verdict_stays_what_it_is(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever engine; only the default one is followed by the question of vacuity."""
    monkeypatch.setattr(checking, "_PROBE_SECONDS", _PATIENCE)
    program = _program("assert(x == x || x > y); if (x > 5) { if (x < 3) assert(y == 7); } assert(x != 3);")
    reached, vacuous, fails = check_program(program, CheckOptions(engine=engine, seconds=_PATIENCE))
    assert isinstance(reached.verdict, Holds)
    assert reached.verdict.vacuous is None
    assert isinstance(vacuous.verdict, Holds)
    assert (vacuous.verdict.vacuous is not None) == (engine == "auto")
    assert not isinstance(fails.verdict, Holds)


def test_without_time_nothing_is_said() -> None:
    program = _program("int i = 0; while (i < 10) i++; if (i > 10) assert(y == 7);")
    (wanted,) = program.properties
    assert find_vacuous(program, wanted, time.monotonic() - 1) is None
