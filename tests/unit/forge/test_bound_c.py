"""C functions within a bound: what holds, what fails, what is not known, and why."""

from __future__ import annotations

from random import Random

import pytest

from conftest import Size
from helpers.bounded_c import check_against_executions, program_of, verdicts, words
from helpers.random_bounded import arithmetic_function, executions, heap_function
from maymust.diagnostics import InputError
from maymust.engines.forge.bound import Bound
from maymust.engines.forge.check_procedure import ForgeOptions, HoldsWithin, UndecidedWithin
from maymust.engines.forge.from_ir.check_bounded import FailsWithin
from maymust.interp.replay import Violated, replay

HEAD = """
#include <assert.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
"""
LISTS = (
    HEAD
    + """
struct node *push(struct node *head, int v) {
    struct node *n = malloc(sizeof *n);
    n->value = v;
    n->next = head;
    return n;
}
struct node *reverse(struct node *head) {
    struct node *done = NULL;
    while (head) { struct node *next = head->next; head->next = done; done = head; head = next; }
    return done;
}
int contains(struct node *l, int v) {
    while (l != NULL) { if (l->value == v) return 1; l = l->next; }
    return 0;
}
int length(struct node *l) { return l ? 1 + length(l->next) : 0; }
void insert(struct node **list, int v) { *list = push(*list, v); }

void test_reverse(struct node *h, int v) {
    struct node *r = reverse(push(h, v));
    assert(contains(r, v));
    assert(r->value == v);
}
void test_insert(struct node *l) {
    insert(&l, 3);
    insert(&l, 4);
    assert(l->value == 4 && l->next->value == 3);
    assert(l->next->next == NULL);
}
void test_length(struct node *l) {
    int n = length(l);
    assert(n >= 0);
    assert(n < 4);
    assert(n < 3);
}
void test_two(struct node *p, struct node *q) {
    if (!p || !q) return;
    p->value = 1;
    q->value = 2;
    assert(p->value == 1 || p == q);
    assert(p->value == 1);
}
void test_fresh(struct node *p) {
    struct node *n = push(p, 1);
    assert(n != p);
    assert(n->next == p);
    struct node *m = push(n, 2);
    assert(m != n && m->next->value == 1);
    if (p) assert(p->next != n);
}
void test_unset(void) {
    struct node *n = malloc(sizeof *n);
    assert(n->value == 0);
}
"""
)
NUMBERS = (
    HEAD
    + """
static int total(int n) { int s = 0; for (int i = 1; i <= n; i++) s += i; return s; }
static int power(int n) { return n <= 0 ? 1 : 2 * power(n - 1); }
int even(int); int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int g = 2;
static int table[4] = {1, 2, 3, 4};

void test_total(int n) { int t = total(n); assert(t != 3); assert(n < 0 || 2 * t == n * (n + 1)); }
void test_power(int n) { assert(power(n) != 3); assert(power(n) < 8); }
void test_even(int n) { if (n < 0) return; assert(even(n) == (n % 2 == 0)); }
void test_char(unsigned char c) { int x = c; assert(x >= 0); assert(x < 5); }
void test_unsigned(unsigned a, unsigned b) { if (!b) return; assert(a / b <= a && a % b < b);
    assert(a != 3); }
void test_large(int x) { assert(x < 1000); if (x > 1000) assert(x != 2000); }
void test_table(int i) { if (i < 0 || i > 3) return; g += table[i]; assert(g > 2); assert(g != 5); }
void test_once(int n) { int i = 0; do { i++; } while (i < n); assert(i >= 1); assert(i != 4);
    assert(i != 5); }
void test_leave(int n) { int i = 0; while (1) { if (i == n) break; i++; } assert(i == n); assert(n != 3); }
void test_switch(int n) { int r = 0; switch (n) { case 0: r = 1; case 1: r++; break; default: r = 5; }
    assert(r != 2 || n == 0); assert(r != 1); }
void test_address(int a) { int x = 1, y = 2; int *p = a ? &x : &y; *p = 7;
    assert(x == 7 || y == 7); assert(y == 2); }
void test_function(int a) { int (*f)(int) = a ? power : total; assert(f(2) > 2); assert(f(2) != 4); }
void test_never(int n) { while (1) n = 1; assert(0); }
"""
)
EXPECTED = {
    "test_reverse": ["holds", "fails"],
    "test_insert": ["holds", "fails"],
    "test_length": ["holds", "holds", "fails"],
    "test_two": ["holds", "fails"],
    "test_fresh": ["holds", "holds", "holds", "holds"],
    "test_unset": ["fails"],
    "test_total": ["fails", "holds"],
    "test_power": ["holds", "holds"],  # in 4 bits there is no 8
    "test_even": ["holds"],
    "test_char": ["holds", "fails"],
    "test_unsigned": ["holds", "fails"],
    "test_large": ["holds", "holds"],  # as far as numbers of 4 bits go
    "test_table": ["holds", "fails"],
    "test_once": ["holds", "fails", "holds"],  # the fourth round is on the way to the loop's condition
    "test_leave": ["holds", "fails"],
    "test_switch": ["holds", "fails"],
    "test_address": ["holds", "fails"],
    "test_function": ["holds", "fails"],
    "test_never": ["holds"],
}


@pytest.mark.parametrize("entry", list(EXPECTED))
def test_verdicts(entry: str) -> None:
    text = LISTS if entry + "(" in LISTS else NUMBERS
    assert words(text, entry) == EXPECTED[entry]


def test_what_fails_is_a_test_of_the_program_itself() -> None:
    program = program_of(LISTS, "test_length")
    failing = [(each, v) for each, v in verdicts(program, Bound()) if isinstance(v, FailsWithin)]
    (each, verdict) = failing[0]
    again = replay(program, [given for _, given in verdict.run.inputs])
    assert again.end == Violated(each.id)


@pytest.mark.parametrize(("bound", "expected"), [
    (Bound(scope=2), ["holds", "holds", "holds"]),  # no list of three nodes
    (Bound(unrollings=1), ["holds", "holds", "holds"]),  # nor three calls
    (Bound(scope=3), ["holds", "holds", "fails"]),
    (Bound(scope=4, unrollings=4), ["holds", "fails", "fails"]),
])  # fmt: skip
def test_the_bound_counts(bound: Bound, expected: list[str]) -> None:
    assert words(LISTS, "test_length", bound) == expected


def test_properties_of_memory() -> None:
    text = HEAD + "int test(struct node *p) { return p->next->value; }"
    assert words(text, properties=["null"]) == ["fails", "fails"]
    text = HEAD + "int test(int i) { int a[3] = {1, 2, 3}; if (i < 0) return 0; return a[i]; }"
    assert words(text, properties=["bounds"]) == ["fails"]
    text = HEAD + "void test(void) { int *p = malloc(sizeof *p); free(p); free(p); }"
    assert words(text, properties=["free"])[-1] == "fails"


# ------------------------------------------------------------------------------------------ what is not known
@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("void test(float f) { assert(f + 1 > f); }", "the operator"),
        ("void test(int x) { x = 100; assert(x); }", "(it takes a bit width of 8) at test.c:5"),
        ("void test(int i) { int a[3] = {0}; assert(a[i] == 0); }", "array index out of bounds"),
        ("void test(int n) { assert(7 / n < 8); }", "division by zero"),
        ("void test(struct node *p) { free(p); assert(p->value); }", "not modelled, but reached at test.c:"),
        ("void test(struct node *p, int *q) { if (p && q) { p->value = 1; *q = 2; assert(p->value == 1); } }",
         "overlap"),
        ("void test(int n) { int i = 0; if (n) goto in; while (i < 3) { i++; in: i++; } assert(i >= 3); }",
         "entered at several places"),
    ],
)  # fmt: skip
def test_reasons(body: str, reason: str) -> None:
    found = verdicts(program_of(HEAD + body), Bound())
    verdict = found[-1][1]
    assert isinstance(verdict, UndecidedWithin)
    assert reason in verdict.reason


def test_what_is_not_modelled_hides_no_failure() -> None:
    text = (
        HEAD + "void test(int n) { assert(n != 3); int a[2] = {0}; a[n] = 1; assert(n != 1); assert(n < 2); }"
    )
    assert words(text) == ["fails", "fails", "unknown"]


def test_no_time_is_no_verdict() -> None:
    program = program_of(LISTS, "test_reverse")
    found = verdicts(program, Bound(scope=5, unrollings=5, width=6), options=ForgeOptions(seconds=0.01))
    assert [type(verdict) for _, verdict in found] == [UndecidedWithin, UndecidedWithin]


@pytest.mark.parametrize(
    "bound", [Bound(width=0), Bound(width=13), Bound(scope=-1), Bound(scopes={"User": 2})]
)
def test_impossible_bounds(bound: Bound) -> None:
    with pytest.raises(InputError):
        verdicts(program_of(LISTS, "test_two"), bound)


def test_a_vacuous_verdict_says_so() -> None:
    ((_, verdict),) = verdicts(program_of(NUMBERS, "test_never"), Bound())
    assert isinstance(verdict, HoldsWithin)
    assert "vacuous" in verdict.notes[0]


def test_coverage_of_lines() -> None:
    text = "#include <assert.h>\nvoid test(int n) {\nint x = n;\nint y = n;\ny++;\nassert(x == n);\n}\n"
    found = verdicts(program_of(text), Bound(), options=ForgeOptions(coverage=True, hint_seconds=0))
    verdict = found[0][1]
    assert isinstance(verdict, HoldsWithin)
    assert verdict.notes[-1].startswith("not needed: lines")
    assert {"4", "5"} <= set(verdict.notes[-1].removeprefix("not needed: lines ").split(", "))
    assert "3" not in verdict.notes[-1].removeprefix("not needed: lines ").split(", ")


# ---------------------------------------------------------------------------------------------- brute force
@pytest.mark.parametrize("entry", ["test_two", "test_fresh", "test_length", "test_reverse", "test_insert"])
def test_lists_against_all_executions(entry: str) -> None:
    program = program_of(LISTS, entry)
    runs = executions(program, range(2), 2, range(2))
    check_against_executions(program, Bound(scope=4), runs, 7)


@pytest.mark.parametrize("seed", range(3))
def test_random_arithmetic(seed: int, size: Size) -> None:
    for each in range(size(1)):
        program = program_of(arithmetic_function(Random(1000 * each + seed)))
        check_against_executions(
            program, Bound(1, {}, 6, 3), executions(program, range(-2, 3), 0, range(0)), 7
        )


@pytest.mark.parametrize("seed", range(3))
def test_random_heaps(seed: int, size: Size) -> None:
    for each in range(size(1)):
        program = program_of(heap_function(Random(1000 * each + seed)))
        check_against_executions(program, Bound(scope=4), executions(program, range(2), 2, range(2)), 7)


@pytest.mark.parametrize("body", ["exit(1);", "for (;;) ;", "while (1) { if (x > 5) exit(0); x++; }"])
def test_functions_that_never_return(body: str) -> None:
    text = f"int g(int x) {{ {body} }} void f(int x) {{ int y = g(x); assert(y == 1); }}"
    ((_, found),) = verdicts(program_of(HEAD + text, "f"), Bound())
    assert isinstance(found, HoldsWithin)
    assert any("vacuous" in each for each in found.notes)


def test_what_comes_after_a_property_does_not_touch_it() -> None:
    text = """
    extern void __VERIFIER_assert(int);
    void test(int x) {
        __VERIFIER_assert(x - x == 0);
        if (x == 2) { __builtin_strange(); __VERIFIER_assert(x == 2); }
        if (x == 1) __VERIFIER_assert(x == 3);
        __builtin_stranger();
        __VERIFIER_assert(x != 5);
    }
    """
    assert words(text) == ["holds", "unknown", "fails", "unknown"]
