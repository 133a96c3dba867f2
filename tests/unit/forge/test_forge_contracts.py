"""Contracts of C functions, checked within a bound."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from maymust.engines.forge.bound import Bound
from maymust.engines.forge.check_procedure import ForgeOptions, HoldsWithin, UndecidedWithin
from maymust.engines.forge.from_ir.check_bounded import FailsWithin
from maymust.frontends.c import COptions
from maymust.specifications.acsl.specified import specified_program

EXAMPLE = Path(__file__).parents[3] / "examples" / "list.c"
SMALL = Bound(scope=3, width=4, unrollings=3)


def letters(path: Path, entry: str, bound: Bound = SMALL) -> str:
    """A letter for each property: Holds, Fails, Unknown."""
    program = specified_program(str(path), COptions(entry=entry))
    found = program.check(bound, ForgeOptions())
    assert [wanted for wanted, _ in found] == program.properties
    kinds = {HoldsWithin: "H", FailsWithin: "F", UndecidedWithin: "U"}
    return "".join(kinds[type(verdict)] for _, verdict in found)


def checked(folder: Path, text: str, entry: str = "f", bound: Bound = SMALL) -> str:
    path = folder / "f.c"
    path.write_text(text)
    return letters(path, entry, bound)


@pytest.mark.parametrize(
    ("entry", "expected"), [("reverse", "HHH"), ("contains", "HH"), ("insert", "HHH"), ("delete", "F")]
)
def test_the_example(entry: str, expected: str) -> None:
    assert letters(EXAMPLE, entry) == expected


@pytest.mark.parametrize(
    ("entry", "right", "wrong", "expected"),
    [
        ("reverse", "list->next = done;", "list->next = list;", "F"),
        ("reverse", "while (list != NULL)", "while (list != NULL && list->next)", "F"),
        ("contains", "return list != NULL;", "return list != NULL && list->next;", "F"),
        ("contains", "list->value != value)", "list->value != value) list->value = 1;", "F"),
        ("insert", "value <= list->value", "value >= list->value", "F"),
        ("insert", "added->next = at->next;", "added->next = NULL;", "F"),
        ("insert", "added->value = value;", "added->value = 1;", "F"),
        ("insert", "at->next->value < value", "at->next->value > value", "F"),
    ],
)
def test_mistakes_are_found(tmp_path: Path, entry: str, right: str, wrong: str, expected: str) -> None:
    text = EXAMPLE.read_text()
    assert right in text
    assert expected in checked(tmp_path, text.replace(right, wrong), entry)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/*@ ensures \\result >= x && \\result >= y; */ int f(int x, int y) { return x > y ? x : y; }", "H"),
        ("/*@ ensures \\result >= x && \\result >= y; */ int f(int x, int y) { return x < y ? x : y; }", "F"),
        (
            "/*@ requires \\valid(p) && \\valid(q); assigns *p, *q; ensures *p == \\old(*q); */"
            "void f(int *p, int *q) { int t = *p; *p = *q; *q = t; }",
            "HH",
        ),
        (
            "/*@ requires \\valid(p) && \\valid(q); assigns *p; ensures *p == \\old(*q); */"
            "void f(int *p, int *q) { int t = *p; *p = *q; *q = t; }",
            "HF",
        ),
        ("int g;\n/*@ assigns g; ensures g == \\old(g) + x; */ void f(int x) { g += x; }", "HH"),
        ("int g;\n/*@ assigns \\nothing; */ void f(int x) { g = x; }", "F"),
        ("int g = 3;\n/*@ ensures \\result == 3; */ int f(void) { return g; }", "F"),
        ("int g = 3;\n/*@ requires g == 3; ensures \\result == 3; */ int f(void) { return g; }", "H"),
        ("unsigned char c;\n/*@ ensures \\result == c; */ int f(void) { return c; }", "H"),
        ("/*@ ensures \\result <==> x > y; */ int f(unsigned x, unsigned y) { return x > y; }", "H"),
        (
            "/*@ ensures \\result <==> x > y; */ int f(unsigned x, unsigned y) { return (int)x > (int)y; }",
            "F",
        ),
        ("/*@ ensures \\exists int k; k > x; */ int f(int x) { return x; }", "U"),
        # A clause that fails within the bound only does not keep others from being judged there.
        ("/*@ ensures \\exists int k; k > x; ensures x != 7; */ int f(int x) { return x; }", "UF"),
        ("/*@ ensures \\exists int k; 0 <= k < 3 && k == x; ensures x > 0; */ void f(int x) { }", "FF"),
        ("/*@ ensures x < 100; */ int f(int x) { return x; }", "U"),
        ("/*@ ensures x < 5 * 2; */ int f(int x) { return x; }", "U"),
        ("/*@ ensures x > 6 || x + 1 <= 7; */ int f(int x) { return x; }", "H"),
        ("/*@ ensures x > 6 && x + 1 > 7; */ int f(int x) { return x; }", "F"),
        ("/*@ ensures u == 4294967295u ==> \\result == -1; */ int f(unsigned u) { return u; }", "H"),
        # Numbers are of the types that they have in C.
        ("/*@ ensures u - 1 >= 0; */ void f(unsigned u) { }", "H"),
        ("/*@ ensures u - 1L >= 0; */ void f(unsigned u) { }", "F"),
        ("/*@ ensures u == 0xffffffff ==> \\result == -1; */ int f(unsigned u) { return u; }", "H"),
        ("/*@ ensures x / 0 == x / 0; */ void f(int x) { }", "F"),
        ("/*@ ensures p == \\null; */ void f(void *p) { }", "F"),
        ("struct s;\n/*@ ensures p == \\null; */ void f(struct s *p) { }", "F"),
        ("/*@ ensures p == \\null; */ void f(int **p) { }", "F"),
        ("int *outer(void);\n/*@ ensures \\result == \\null; */ int *f(void) { return outer(); }", "F"),
        ("struct s { int offset, k; } g;\n/*@ assigns g.offset; */ void f(int x) { g.offset = x; }", "H"),
        ("struct s { int offset, k; } g;\n/*@ assigns g.k; */ void f(int x) { g.offset = x; }", "F"),
        ("/*@ assigns *(x + 1 > 0 ? p : p); */ void f(int *p, int x) { if (p) *p = x; }", "H"),
        ("/*@ ensures \\forall int k; 0 <= k < 3 ==> k < x; */ void f(int x) { }", "F"),
        ("/*@ requires \\forall int k; k <= x; ensures \\false; */ void f(int x) { }", "U"),
        ("/*@ requires \\exists int k; k > x; ensures x > 0; */ void f(int x) { }", "F"),
    ],
)
def test_small_functions(tmp_path: Path, text: str, expected: str) -> None:
    assert checked(tmp_path, text) == expected


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("(x > 0 ? c : 0) >= 0", "H"),
        ("(x > 0 ? c : 0) <= 127", "F"),
        ("\\card((c .. 3)) <= 4", "H"),
        ("130 \\in (c .. 140)", "F"),
    ],
)
def test_bytes_are_not_negative(tmp_path: Path, clause: str, expected: str) -> None:
    text = f"/*@ ensures {clause}; */ void f(unsigned char c, int x) {{ }}"
    assert checked(tmp_path, text, bound=Bound(scope=1, width=9, unrollings=1)) == expected


NODE = "#include <stdlib.h>\nstruct node { int value; struct node *next; };\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # What nobody reads is arbitrary at the start all the same.
        ("/*@ ensures p != \\null ==> p->next == \\null; */ void f(struct node *p) { }", "F"),
        ("/*@ ensures \\reach(p, next) == \\old(\\reach(p, next)); */ void f(struct node *p) { }", "H"),
        # A clause that is not defined is violated.
        ("/*@ ensures p->value == p->value; */ void f(struct node *p) { }", "F"),
        ("/*@ requires p->value > 0; ensures \\valid(p); */ void f(struct node *p) { }", "H"),
        # Objects that are freed are not valid any more.
        (
            "/*@ requires p == \\null; ensures \\result == \\null || \\valid(\\result); */"
            "struct node *f(struct node *p)"
            "{ struct node *n = malloc(sizeof *n); n->next = p; n->value = 1; free(n); return n; }",
            "F",
        ),
        (
            "/*@ ensures \\fresh(\\result); */ struct node *f(void) { return malloc(sizeof(struct node)); }",
            "H",
        ),
        ("/*@ ensures \\fresh(\\result); */ struct node *f(struct node *p) { return p; }", "F"),
        ("/*@ assigns p->value; */ void f(struct node *p) { if (p) p->next = 0; }", "F"),
        (
            "/*@ assigns p->next->value; */ void f(struct node *p) { if (p && p->next) p->next->value = 1; }",
            "H",
        ),
        # Quantifiers go over all that is allocated, and over objects from outside if there can be some.
        (
            "/*@ ensures \\forall struct node *o; o == \\result; */"
            "struct node *f(void) { return calloc(1, sizeof(struct node)); }",
            "H",
        ),
        (
            "/*@ ensures \\forall struct node *o; o == \\result; */ struct node *f(void)"
            "{ struct node *n = calloc(1, sizeof *n), *m = calloc(1, sizeof *n); m->next = n; return n; }",
            "U",
        ),
        (
            "/*@ ensures \\exists struct node *o; o != \\result; */ struct node *f(struct node *p)"
            "{ struct node *n = calloc(1, sizeof *n), *m = calloc(1, sizeof *n); m->next = n; return n; }",
            "U",
        ),
        ("/*@ ensures \\forall struct node *o; o == p; */ void f(struct node *p) { }", "F"),
        # A count that does not fit is judged in full width.
        ("/*@ ensures \\card(\\reach(p, next)) < 3; */ void f(struct node *p) { }", "F"),
        ("/*@ ensures \\card((0 .. 6)) == 7; */ void f(struct node *p) { }", "H"),
        ("/*@ ensures \\card((-4 .. 6)) == 11; */ void f(struct node *p) { }", "U"),
        # Where a number of a location does not fit, the execution is beyond the bound.
        (
            "/*@ assigns (x + 1 > 0 ? p : q)->value; */"
            "void f(int x, struct node *p, struct node *q) { if (p && x > 0) p->value = x; }",
            "H",
        ),
        # 6 is 3 * 3 - 3, but 9 does not fit the bound.
        (
            "/*@ assigns {n | struct node *n; \\exists int i; n->value == i * i - 3}->next; */"
            "void f(struct node *p) { if (p && p->value == 6) p->next = 0; }",
            "U",
        ),
    ],
)
def test_memory(tmp_path: Path, text: str, expected: str) -> None:
    assert checked(tmp_path, NODE + text) == expected


def test_a_header_and_its_nodes(tmp_path: Path) -> None:
    text = (
        NODE
        + """struct list { struct node *first; int length; };
/*@ requires \\valid(l) && l->length == \\card(\\reach(l->first, next));
    requires \\forall struct node *n; n \\in \\reach(l->first, next) ==> !(n \\in \\reach(n->next, next));
    assigns l->first, l->length;
    ensures l->length == \\card(\\reach(l->first, next));
    ensures l->length < 3; */
void f(struct list *l) { if (l->first) { l->first = l->first->next; l->length--; } }"""
    )
    assert checked(tmp_path, text) == "HHH"
    assert checked(tmp_path, text.replace("l->length--", "")) != "HHH"


def test_assertions_are_checked_beside(tmp_path: Path) -> None:
    text = (
        "#include <assert.h>\n/*@ requires x > 2; ensures \\result > 3; */"
        " int f(int x) { assert(x > 1); return x; }"
    )
    assert checked(tmp_path, text) == "HF"


def test_what_cannot_be_said_is_unknown(tmp_path: Path) -> None:
    """Two kinds of objects in one memory."""
    text = NODE + (
        "struct pair { struct node one, two; };\n"
        "/*@ ensures \\valid(\\result); ensures x == x; */"
        "struct node *f(struct pair *p, int x) { return p ? &p->two : 0; }"
    )
    assert "F" not in checked(tmp_path, text)


@pytest.mark.parametrize(
    ("clauses", "reason"),
    [
        (
            "ensures \\exists int k; k > x",
            "fails only at bit width 4: in full width, the clause holds",
        ),
        (
            "requires \\forall int k; k <= x; ensures \\false",
            "fails only at bit width 4: in full width, it is not called as it has to be: "
            "requires \\forall int k; k <= x",
        ),
        (
            "ensures \\exists int k; k * k == x",
            "fails at bit width 4, but that is not seen in full width: "
            "a quantifier goes over too many numbers",
        ),
    ],
)
def test_why_a_violation_within_the_bound_is_none(tmp_path: Path, clauses: str, reason: str) -> None:
    path = tmp_path / "f.c"
    path.write_text(f"/*@ {clauses}; */ void f(int x) {{ }}")
    ((_, found),) = specified_program(str(path), COptions(entry="f")).check(SMALL, ForgeOptions())
    assert isinstance(found, UndecidedWithin)
    assert found.reason == reason


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [
        ("ensures \\valid(\\result)", "U"),
        ("requires \\forall struct node *o; o->value == 0; ensures x == x", "U"),
    ],
)
def test_addresses_of_variables_are_not_spoken_of(tmp_path: Path, clauses: str, expected: str) -> None:
    body = "{ static struct node m; m.value = 1; m.next = p; if (x) p = &m; return p; }"
    text = f"{NODE}/*@ {clauses}; */ struct node *f(struct node *p, int x) {body}"
    assert checked(tmp_path, text) == expected


def _number(chance: random.Random, depth: int) -> str:
    if not depth:
        return chance.choice(["x", "y", "u", "c", "b", "1", "2", "3u", "0"])
    left, right = (_number(chance, chance.randrange(depth)) for _ in range(2))
    match chance.randrange(8):
        case 0:
            return f"-({left})"
        case 1:
            return f"~({left})"
        case _:
            return f"(({left}) {chance.choice('+-*&|^')} ({right}))"


def _condition(chance: random.Random) -> str:
    compared = chance.choice(["==", "!=", "<", "<=", ">", ">="])
    return f"({_number(chance, 2)}) {compared} ({_number(chance, 2)})"


@pytest.mark.parametrize(
    ("clauses", "is_noted"),
    [
        ("requires \\exists int i; x < i * i; ensures x != 5;", True),  # 9 does not fit
        ("behavior b: assumes \\exists int i; x < i * i; ensures x != 5;", True),
        ("ensures \\forall int i; i <= 7;", True),
        ("ensures x == \\old(x);", False),
    ],
)
def test_that_quantifiers_go_over_few_numbers_is_told(tmp_path: Path, clauses: str, is_noted: bool) -> None:
    path = tmp_path / "f.c"
    path.write_text(f"/*@ {clauses} */ void f(int x) {{ }}")
    ((_, verdict),) = specified_program(str(path), COptions(entry="f")).check(SMALL, ForgeOptions())
    assert isinstance(verdict, HoldsWithin)
    assert ("quantifiers over numbers go over those of the bit width" in verdict.notes) == is_noted


def test_conditions_mean_what_they_mean_in_c(tmp_path: Path) -> None:
    """A condition that is ensured, and the same one asserted."""
    chance = random.Random(5)
    parameters = "int x, int y, unsigned u, signed char c, unsigned char b"
    seen = set()
    for _ in range(40):
        condition = _condition(chance)
        if chance.random() < 0.4:
            condition = f"!({condition})"
        ensured = f"/*@ ensures {condition}; */ void f({parameters}) {{ }}"
        asserted = f"#include <assert.h>\nvoid f({parameters}) {{ assert({condition}); }}"
        bound = Bound(scope=1, width=chance.choice((3, 4)), unrollings=1)
        found = checked(tmp_path, ensured, bound=bound)
        assert found == checked(tmp_path, asserted, bound=bound) or found == "U", condition
        seen.add(found)
    assert seen >= {"H", "F"}
