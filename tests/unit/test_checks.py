"""Checks beside assertions: their properties, their conditions, and what they leave alone."""

from __future__ import annotations

import time
from itertools import product
from typing import TYPE_CHECKING

import pytest

from maymust.certificates.check_proof import Refused
from maymust.certificates.proof import Proof
from maymust.checking import CheckOptions, certify, check_program
from maymust.frontends.c import COptions, translate
from maymust.frontends.c.emitting.overflow import negation_overflows, overflows
from maymust.frontends.c.kinds import KINDS
from maymust.frontends.c.types import IntType
from maymust.ir.program import Error
from maymust.ir.validate import validate
from maymust.passes.group_properties import GROUP, groupable, grouped
from maymust.terms import FALSE, bitvec, constant, resize, variable
from maymust.terms.evaluate import Layout
from maymust.verdicts import Fails, Holds, Unknown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.ir.program import Program

WIDTH = 4
SMALL = IntType(WIDTH, True)
A, B = variable("a", bitvec(WIDTH)), variable("b", bitvec(WIDTH))
VALUES = range(-(1 << (WIDTH - 1)), 1 << (WIDTH - 1))


def program_of(text: str, *asked: str) -> Program:
    return translate("test.c", text, COptions(properties=frozenset(asked or ("assert",)))).program


def verdicts(text: str, *asked: str) -> list[str]:
    results = check_program(program_of(text, *asked), CheckOptions(seconds=20))
    return [f"{r.property.kind} {type(r.verdict).__name__}" for r in results]


def exact(op: str, a: int, b: int) -> int:
    return {"+": a + b, "-": a - b, "*": a * b, "<<": a << max(b, 0)}[op]


@pytest.mark.parametrize("op", ["+", "-", "*", "<<"])
def test_overflow_is_exact(op: str) -> None:
    layout = Layout([A, B])
    amounts: Iterable[int] = range(WIDTH) if op == "<<" else VALUES
    for a, b in product(VALUES, amounts):
        expected = exact(op, a, b) not in VALUES
        known_a, known_b = constant(a, WIDTH), constant(b, WIDTH)
        state = (a % (1 << WIDTH), b % (1 << WIDTH))
        for left, right in ((A, B), (known_a, B), (A, known_b), (known_a, known_b)):
            condition = overflows(op, left, right, SMALL)
            assert bool(layout.function(condition)(state)) == expected, (a, op, b)


def test_negation_overflows_at_the_lowest() -> None:
    layout = Layout([A, B])
    compiled = layout.function(negation_overflows(A, SMALL))
    assert [a for a in VALUES if compiled((a % (1 << WIDTH), 0))] == [VALUES[0]]


@pytest.mark.parametrize("op", ["+", "-", "*"])
def test_no_check_where_extended_numbers_cannot_overflow(op: str) -> None:
    wide = IntType(2 * WIDTH + 1, True)
    for signs in product((True, False), repeat=2):
        left, right = (resize(t, wide.width, signed=s) for t, s in zip((A, B), signs, strict=True))
        assert (overflows(op, left, right, wide) is FALSE) == (op != "*" or any(signs))


def test_unsigned_arithmetic_does_not_overflow() -> None:
    assert overflows("+", A, B, IntType(WIDTH, False)) is FALSE


MANY = """
int g(int *q, int i) { return q[i] / i; }
int main(void) { int a[3] = {1, 2, 3}; int *p = a; return g(p, 2) + a[1] + *p; }
"""


def test_identities_tell_kind_and_place_and_are_in_the_order_of_the_source() -> None:
    alone = program_of(MANY, "null").properties
    assert [p.id for p in alone] == ["null.2.31", "null.3.76"]
    everything = program_of(MANY, *KINDS).properties
    assert {p.id for p in alone} <= {p.id for p in everything}
    places = [(p.span.line, p.span.column) for p in everything]
    assert places == sorted(places)


def test_a_check_that_cannot_fail_is_no_property() -> None:
    text = "int main(void) { int a[3] = {0}; int i = 5; return a[2] ^ 7 / 2 ^ (1 << 30) ^ i % 3; }"
    assert program_of(text, "bounds", "div", "shift", "overflow").properties == ()


def test_what_is_not_asked_for_changes_nothing() -> None:
    program = program_of(MANY + "void f(void) {}")
    assert program.properties == ()
    statements = [e.statement for p in program.procedures.values() for e in p.edges]
    assert not any(isinstance(statement, Error) for statement in statements)


def test_a_property_is_judged_on_executions_that_violate_no_other_before() -> None:
    text = "#include <assert.h>\nint main(void) { int *p = 0; int x = *p; assert(x == x + 1); return 0; }"
    assert verdicts(text, "null", "assert") == ["null Fails", "assert Holds"]


def test_an_assertion_that_is_not_asked_for_ends_the_program() -> None:
    text = "#include <assert.h>\nint main(void) { int *p = 0; assert(p != 0); return *p; }"
    assert verdicts(text, "null") == ["null Holds"]


def test_an_error_function_with_a_body_is_called_where_it_is_no_property() -> None:
    text = "void reach_error(void) {}\nint main(void) { int *p = 0; reach_error(); return *p; }"
    assert verdicts(text, "null") == ["null Fails"]
    stops = "extern void reach_error(void);\nint main(void) { int *p = 0; reach_error(); return *p; }"
    assert verdicts(stops, "null") == []


def test_what_is_not_modelled_hides_no_violation() -> None:
    text = "extern int setjmp(int *); int main(void) { int b, *p = 0; setjmp(&b); return *p; }"
    program = program_of(text, "null")
    results = list(check_program(program, CheckOptions(seconds=20)))
    assert [result.property.description for result in results] == [
        "violation hidden in what is not modelled: setjmp(&b)",
        "null pointer dereference: p",
    ]
    assert all(isinstance(result.verdict, Unknown) for result in results)


def test_a_stop_beside_a_check_is_not_in_any_order() -> None:
    text = """
    #include <stdlib.h>
    int f(int *p) { if (!p) exit(1); return 1; }
    int g(int *p) { return f(p) + *p; }
    int main(void) { return g(0); }
    """
    (result,) = check_program(program_of(text, "null"), CheckOptions(seconds=20))
    assert isinstance(result.verdict, Unknown)


@pytest.mark.parametrize(
    ("kind", "statement"),
    [("null", "*p;"), ("null", "(void)*p;"), ("overflow", "-x;"), ("overflow", "x + x;"), ("div", "x / y;")],
)
def test_values_that_are_not_used_are_computed(kind: str, statement: str) -> None:
    text = f"extern int input(void);\nint main(void) {{ int *p = 0, x = input(), y = input(); {statement} }}"
    assert f"{kind} Fails" in verdicts(text, kind)


def test_operands_that_are_not_evaluated_are_not_checked() -> None:
    text = """
    extern int input(void);
    int main(void) {
        int x = input(), y = input();
        int a = y != 0 && y != -1 && x / y > 3;
        int b = x < 100 && x > -100 ? x + x : 0;
        return a + b;
    }
    """
    assert set(verdicts(text, "div", "overflow")) <= {"div Holds", "overflow Holds"}


def test_lost_memory_is_unknown_and_no_proof_of_it_is_accepted() -> None:
    program = program_of("#include <stdlib.h>\nint main(void) { malloc(4); return 0; }", "memtrack")
    (result,) = check_program(program, CheckOptions(seconds=20))
    assert isinstance(result.verdict, Unknown)
    assert "valid-memtrack" in result.verdict.reason
    forged = Proof(result.property, {})
    assert isinstance(certify(program, forged, time.monotonic() + 10), Refused)


def test_a_group_is_a_program_with_one_property() -> None:
    program = program_of(MANY, *KINDS)
    members = groupable(program.properties)
    assert len(members) == len(program.properties) > 1
    whole = grouped(program, members)
    validate(whole)
    assert [p.id for p in whole.properties] == [GROUP]
    assert groupable(members[:1]) == []


def test_all_members_of_a_group_get_their_own_verdict() -> None:
    text = """
    extern int input(void);
    int main(void) {
        int a[4] = {0}, i = input(), j = input();
        if (i == 4) a[i] = 1;
        if (i >= 0 && i < 4) a[i] = 2;
        if (j == -1) a[j] = 3;
        return 0;
    }
    """
    program = program_of(text, "bounds")
    results = list(check_program(program, CheckOptions(seconds=20)))
    assert [type(r.verdict) for r in results] == [Fails, Holds, Fails]
    assert [r.property for r in results] == list(program.properties)
