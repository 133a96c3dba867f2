"""Elements of arrays in contracts of C functions, within a bound."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from maymust.engines.forge.bound import Bound
from maymust.engines.forge.check_procedure import ForgeOptions, HoldsWithin, UndecidedWithin
from maymust.engines.forge.from_ir.check_bounded import FailsWithin
from maymust.frontends.c import COptions
from maymust.specifications.acsl.specified import specified_program

OPTIONS = ForgeOptions(shrinking_seconds=0)
BOUND = Bound(scope=1, width=4, unrollings=4)
LETTERS = {HoldsWithin: "H", FailsWithin: "F", UndecidedWithin: "U"}
HEAD = """#include <assert.h>
int v[4], w[4];
unsigned char big[300];
const int same[2] = {-1, -1};
struct s { int k; unsigned char a[3]; } s;
int m[2][2];
"""


def checked(folder: Path, text: str, bound: Bound = BOUND, head: str = HEAD, *, modular: bool = False) -> str:
    """A letter for each property: Holds, Fails, Unknown."""
    path = folder / "f.c"
    path.write_text(head + text)
    program = specified_program(str(path), COptions(entry="f", assume_separate=True), modular=modular)
    return "".join(LETTERS[type(verdict)] for _, verdict in program.check(bound, OPTIONS))


SET = "void f(int i, int x) { v[i] = x; }"
FILL = "void f(int n) { for (int i = 0; i < n; i++) v[i] = 0; }"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/*@ requires 0 <= i < 4; assigns v[i]; ensures v[i] == x; */" + SET, "HH"),
        ("/*@ requires 0 <= i < 4; assigns v[i + 1]; ensures v[0] == x; */" + SET, "FF"),
        ("/*@ requires 0 <= i < 4; assigns v; ensures \\old(v[i]) == v[i]; */" + SET, "FH"),
        ("/*@ requires 0 <= i < 4; assigns w[i]; */" + SET, "F"),
        ("/*@ requires 0 <= i < 4; assigns v[i], w[0 .. 3]; */" + SET, "H"),
        (
            "/*@ requires 0 <= i < 4;"
            " ensures \\forall int j; 0 <= j < 4 && j != i ==> v[j] == \\old(v[j]); */" + SET,
            "H",
        ),
        (
            "/*@ requires 0 <= i < 4; ensures \\forall int j; 0 <= j < 4 ==> v[j] == \\old(v[j]); */" + SET,
            "F",
        ),
        # Ranges of elements.
        (
            "/*@ requires 0 <= n <= 4; assigns v[0 .. n - 1]; ensures n > 0 ==> v[0 .. n - 1] == {0}; */"
            + FILL,
            "HH",
        ),
        ("/*@ requires 0 <= n <= 4; assigns v[0 .. n - 2]; */" + FILL, "F"),
        ("/*@ requires 0 <= n <= 4; assigns v[{0, 1, 2, 3}]; ensures v[0 .. n] == {0}; */" + FILL, "FH"),
        # Indices out of bounds are not defined.
        ("/*@ ensures v[i] == v[i]; */ void f(int i) { }", "F"),
        ("/*@ requires v[i] > 0; ensures 0 <= i < 4; */ void f(int i) { }", "H"),
        ("/*@ ensures v[1 .. i] == v[1 .. i]; */ void f(int i) { }", "F"),
        ("/*@ requires i < 4; ensures v[1 .. i] == v[1 .. i]; */ void f(int i) { }", "H"),
        ("/*@ requires u < 4; ensures v[u] == v[u]; */ void f(unsigned u) { }", "H"),
        ("/*@ ensures v[u] == v[u]; */ void f(unsigned u) { }", "F"),
        # Of an array that is longer than numbers go; an index of few bits that is not negative.
        ("/*@ ensures big[b] == big[b]; */ void f(unsigned char b) { }", "H"),
        # Arrays in structures; elements of fewer bits.
        (
            "/*@ requires 0 <= i < 3; assigns s.a[i]; ensures s.a[i] == 3; ensures s.k == \\old(s.k);"
            " ensures s.a[3] == s.a[3]; */ void f(int i) { s.a[i] = 3; }",
            "HHFH",
        ),
        ("/*@ requires 0 <= i < 3; assigns s.k; */ void f(int i) { s.a[i] = 3; }", "F"),
        # What nobody reads is arbitrary at the start all the same; what is constant is not.
        ("/*@ ensures v[2] == 0; */ void f(void) { }", "F"),
        ("/*@ ensures same[1] == -1; */ void f(void) { }", "H"),
        # An array whose address is taken is memory.
        ("/*@ ensures v[2] == v[2]; */ int f(int i) { int *p = v + i; return *p; }", "U"),
    ],
)
def test_elements(tmp_path: Path, text: str, expected: str) -> None:
    assert checked(tmp_path, text) == expected


MEMBERS = "#include <assert.h>\nstruct q { signed char k, a[3], b[2]; };\n"
PUT = "void f(struct q *q, struct q *r, int i, int x) { q->a[i] = x; }"
GIVEN = "/*@ requires \\valid(q) && \\valid(r) && 0 <= i < 3; "


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [
        ("assigns q->a[i]; ensures q->a[i] == x;", "HH"),
        ("assigns q->a[0 .. 1]; ensures q->b[0] == \\old(q->b[0]);", "HF"),
        ("assigns q->a; ensures q->k == \\old(q->k);", "HH"),
        ("assigns *q;", "H"),
        ("assigns q->b;", "F"),
        ("assigns r->a[i];", "F"),
        ("assigns {q, r}->a[i], r->b[0];", "H"),
        ("assigns q->a[i + 1];", "F"),
        ("assigns q->a[i - 3 .. i + 3];", "H"),
        ("ensures \\forall int j; 0 <= j < 3 && j != i ==> q->a[j] == \\old(q->a[j]);", "H"),
        ("ensures \\forall int j; 0 <= j < 3 ==> q->a[j] == \\old(q->a[j]);", "F"),
        ("ensures {q, r}->a[i] == {x};", "F"),
        ("ensures q == r ==> {q, r}->a[i] == {x};", "H"),
        # An index out of bounds is not defined, even if there is something else.
        ("ensures q->a[3] == q->a[3];", "F"),
        ("ensures q->a[-1] == q->a[-1];", "F"),
    ],
)
def test_elements_of_members(tmp_path: Path, clauses: str, expected: str) -> None:
    bound = Bound(scope=2, width=4, unrollings=1)
    assert checked(tmp_path, f"{GIVEN}{clauses} */ {PUT}", bound, MEMBERS) == expected


def test_elements_that_are_too_far_away(tmp_path: Path) -> None:
    text = (
        "struct far { int k; int a[3]; };\n/*@ requires \\valid(p); assigns p->k; ensures p->a[2] == 1; */"
        " void f(struct far *p) { p->k = 1; }"
    )
    program = tmp_path / "far.c"
    program.write_text(text)
    found = specified_program(str(program), COptions(entry="f")).check(BOUND, OPTIONS)
    (reason,) = [verdict.reason for _, verdict in found if isinstance(verdict, UndecidedWithin)]
    assert reason == "elements of `a` are at bytes that take a bit width of 5"


def test_calls_by_contract_of_members(tmp_path: Path) -> None:
    text = (
        "/*@ requires \\valid(q) && 0 <= i < 3; assigns q->a[i]; ensures q->a[i] == 1; */"
        "void set(struct q *q, int i) { q->a[i] = 1; }\n"
        "void f(struct q *q) { if (!q) return; q->a[0] = 2; q->k = 3; set(q, 1);"
        " assert(q->a[0] == 2 && q->k == 3); assert(q->a[1] == 1); set(q, 0); assert(q->a[0] == 2); }"
    )
    assert checked(tmp_path, text, Bound(scope=1, width=4, unrollings=1), MEMBERS, modular=True) == "HHFHH"


def test_calls_by_contract(tmp_path: Path) -> None:
    text = (
        "/*@ requires 0 <= i < 4; assigns v[i]; ensures v[i] == 1; */ void set(int i) { v[i] = 1; }\n"
        "void f(int i) { v[0] = 2; v[1] = 3; set(1); assert(v[0] == 2); assert(v[1] == 1);"
        " if (i < 0 || i > 3) return; set(i); assert(v[1] == 1); assert(v[0] == 2); }"
    )
    assert checked(tmp_path, text, modular=True) == "HHHFHH"


def test_elements_are_those_of_c(tmp_path: Path) -> None:
    """What is ensured, and the same asserted, of random changes."""
    chance = random.Random(7)
    seen = set()
    places = ["v[i]", "v[j]", "v[i & 3]", "s.a[j]", "v[v[i] & 3]", "big[b]"]
    for number in range(10):
        left, right = chance.choice(places), chance.choice(["x & 7", "1"])
        change = f"{chance.choice(places)} = {chance.choice(['x', 'v[j]'])}; {left} = {right};"
        condition = f"{left} == ({right})"
        if number % 2:
            condition = f"{chance.choice(places)} {chance.choice(['==', '!=', '<'])} {left}"
        given = "if (i < 0 || i > 3 || j < 0 || j > 2 || b > 7) return;"
        header = f"void f(int i, int j, int x, unsigned char b) {{ {given} {change}"
        guard = "0 <= i <= 3 && 0 <= j <= 2 && b <= 7"
        bound = Bound(scope=1, width=4, unrollings=1)
        ensured = checked(tmp_path, f"/*@ requires {guard}; ensures {condition}; */ {header} }}", bound)
        asserted = f"/*@ requires {guard}; */ {header} assert({condition}); }}"
        assert ensured == checked(tmp_path, asserted, bound), (change, condition)
        seen.add(ensured)
    assert seen == {"H", "F"}
