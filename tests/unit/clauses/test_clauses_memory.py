"""Clauses about pointers and objects, and what may change, judged on executions in full width."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.judged_clauses import FIRST, Given, judgements, letters, program_with
from maymust.certificates.judgement import NotDecided

NODE = "#include <stdlib.h>\nstruct node { int value; struct node *next; };\nstruct node *g;\nint n;\n"
A, B, C, D = range(FIRST, FIRST + 4)

# p and g lead to A, A to B, B to itself, q to C; x is null. D is there, and nobody knows it.
BEFORE: Given = {
    "p.object": A,
    "q.object": C,
    "g.object": A,
    "M1.0": {A: 1, B: 2, C: 3, D: 4},
    "M1.8.object": {A: B, B: B, D: C},
    "n": 7,
}
BODY = """{ struct node *m = malloc(sizeof *m); m->value = 9; m->next = q;
    struct node *gone = malloc(sizeof *gone); gone->value = 0; gone->next = 0; free(gone);
    p->value = 5; q->next = gone; n = 8; return m; }"""

CLAUSES = {
    # pointers
    "p == g": "H",
    "p == q": "V",
    "p != q": "H",
    "x == \\null": "H",
    "x == 0": "H",
    "p": "H",
    "!x": "H",
    "p->next == p": "V",
    "p->next->next == p->next": "H",
    "\\result->next == q": "H",
    "\\result != p": "H",
    "(x ? p : q) == q": "H",
    # what they lead to
    "p->value == 5": "H",
    "p->value == 1": "V",
    "\\old(p->value) == 1": "H",
    "p->value == \\old(p->value)": "V",
    "(*p).value == 5": "H",
    "q->value == 3": "H",
    "\\result->value == 9": "H",
    "g->value == 5": "H",
    "n == 8 && \\old(n) == 7": "H",
    # what leads nowhere
    "x->value == 0": "V",
    "!(x->value == 0)": "V",
    "x != \\null ==> x->value == 0": "H",
    "q->next->value == 0": "V",
    "\\old(q->next) == \\null": "H",
    "\\old(q)->next == \\null": "V",
    "\\valid(p)": "H",
    "\\valid(x)": "V",
    "\\valid(\\result)": "H",
    "\\valid(q->next)": "V",
    "\\valid({p, q, \\result})": "H",
    "\\valid({p, q->next})": "V",
    "\\fresh(\\result)": "H",
    "\\fresh(p)": "V",
    "\\fresh(x)": "V",
    "\\fresh(q->next)": "V",
    "\\fresh({\\result})": "H",
    "\\fresh({\\result, p})": "V",
    # sets of objects
    "p \\in {q, p}": "H",
    "x \\in {p, x}": "V",
    "\\null \\in {p}": "V",
    "\\in(p, {p})": "H",
    "{x} == \\empty": "H",
    "\\reach(p, next) == {p, p->next}": "H",
    "\\reach(p->next, next) == {p->next}": "H",
    "\\reach(x, next) == \\empty": "H",
    "\\reach({p, q}, next) == {p, p->next, q, q->next}": "H",
    "\\reach(\\result, next) == {\\result, q, q->next}": "H",
    "\\reach(q->next, next) == {q->next}": "V",
    "\\old(\\reach(q, next)) == {q}": "H",
    "\\reach(q, next) == \\old(\\reach(q, next))": "V",
    "p \\in \\reach(q, next)": "V",
    "\\card(\\reach(p, next)) == 2": "H",
    "\\reach(p, next)->value == {2, 5}": "H",
    "\\old(\\reach(p, next)->value) == (1 .. 2)": "H",
    "\\reach(p, next)->next == {p->next}": "H",
    "\\reach(q, next)->value == {3}": "V",
    "\\old(\\reach(q, next)->next) == \\empty": "H",
    "\\union({p}, {q}) == {q, p}": "H",
    "\\inter(\\reach(p, next), {p, q}) == {p}": "H",
    "\\diff(\\reach(p, next), {p, q}) == {p->next}": "H",
    "\\subset({p}, \\reach(p, next))": "H",
    "\\subset({q}, \\reach(p, next))": "V",
    # all that there is
    "\\forall struct node *o; o->value > 1": "H",
    "\\forall struct node *o; o->value > 2": "V",
    "\\forall struct node *o; o->value != 4": "V",
    "\\forall struct node *o; \\valid(o)": "H",
    "\\forall struct node *o; \\old(o->value) > 0": "V",
    "\\forall struct node *o; !\\fresh(o) ==> \\old(o->value) > 0": "H",
    "\\exists struct node *o; o->value == 4": "H",
    "\\exists struct node *o; o->value == 0": "V",
    "\\exists struct node *o; o->next->value == 3": "V",
    "\\old(\\exists struct node *o; o->value == 9)": "V",
    "\\old(\\forall struct node *o; o->value < 5)": "H",
    "\\card({o | struct node *o; \\true}) == 5": "H",
    "\\old(\\card({o | struct node *o; \\true})) == 4": "H",
    "{o | struct node *o; o->value < 4} == {p->next, q}": "H",
    "\\forall struct node *o, *r; o->value == r->value ==> o == r": "H",
    "\\forall int v; v \\in \\reach(p, next)->value ==> v <= 5": "H",
}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    contract = "\n".join(f"ensures {clause};" for clause in CLAUSES)
    text = f"{NODE}/*@ {contract} */ struct node *f(struct node *p, struct node *q, struct node *x) {BODY}"
    specified = program_with(tmp_path_factory.mktemp("clauses"), text)
    return dict(zip(CLAUSES, letters(specified, BEFORE, {0: frozenset({D})}), strict=True))


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_about_memory(found: dict[str, str], clause: str) -> None:
    assert found[clause] == CLAUSES[clause]


def one(folder: Path, clause: str, declared: str, body: str, given: Given) -> str:
    """The judgement of one clause."""
    return letters(program_with(folder, f"{NODE}/*@ {clause}; */ {declared} {body}"), given)


@pytest.mark.parametrize(
    ("assigned", "expected"),
    [
        ("n, p->value, q->next", "H"),
        ("n, g->value, q->next", "H"),
        ("n, \\reach(p, next)->value, {q, x}->next", "H"),
        ("n, *p, *q", "H"),
        ("\\nothing", "V"),
        ("p->value, q->next", "V"),
        ("n, q->next", "V"),
        ("n, p->value", "V"),
        ("n, p->next, q->value", "V"),
        ("n, q->value, p->next", "V"),
        ("n, p->value, x->next", "V"),
        ("n, p->value, q->next->next", "V"),
        ("n, p->value, \\reach(p, next)->next", "V"),
        ("n, p->value, {q, q->next}->next", "H"),
        ("n, p->value, q->next, {x->next, q}->next", "?"),
        ("p->value, q->next, {x->next, q}->next", "?"),
    ],
)
def test_what_may_change(tmp_path: Path, assigned: str, expected: str) -> None:
    declared = "struct node *f(struct node *p, struct node *q, struct node *x)"
    assert one(tmp_path, f"assigns {assigned}", declared, BODY, BEFORE) == expected


@pytest.mark.parametrize(
    ("assigned", "body", "expected"),
    [
        ("s.a", "{ s.a = 1; }", "H"),
        ("s", "{ s.a = 1; }", "H"),
        ("s.in", "{ s.in.offset = 1; }", "H"),
        ("s.in.offset", "{ s.in.offset = 1; }", "H"),
        ("s.i", "{ s.in.offset = 1; }", "V"),
        ("s.a", "{ s.in.offset = 1; }", "V"),
        ("t", "{ t[1] = 1; }", "H"),
        ("s", "{ t[1] = 1; }", "V"),
        ("s", "{ r = p; }", "V"),
        ("r", "{ r = p; }", "H"),
        ("r", "{ r = p; r = 0; s.a = 0; }", "H"),
        ("b", "{ b = 1; }", "H"),
        ("r", "{ b = 1; }", "V"),
        ("r", "{ static int s; static int own; s++; own++; }", "H"),
    ],
)
def test_which_global_variables_may_change(tmp_path: Path, assigned: str, body: str, expected: str) -> None:
    text = f"""struct s {{ int a, i; struct {{ int offset; }} in; }} s; int t[3]; struct s *r; _Bool b;
/*@ assigns {assigned}; */ void f(struct s *p) {body}"""
    assert letters(program_with(tmp_path, text), {"p.object": A}) == expected


def test_memory_that_a_contract_cannot_speak_of(tmp_path: Path) -> None:
    text = """struct s { int a; struct { int b; } many[2]; };
/*@ assigns p->a; ensures p->a == 1; */ void f(struct s *p, int i) { if (i) p->many[i].b = 1; p->a = 1; }"""
    specified = program_with(tmp_path, text)
    assert letters(specified, {"p.object": A}) == "??"
    assert letters(specified, {"p.object": A, "i": 1}) == "??"


def test_memory_that_cannot_come_from_outside(tmp_path: Path) -> None:
    """A counterexample may not begin with an object that is allocated later, or with a pointer that was never
    set."""
    text = NODE + "/*@ ensures \\false; */ struct node *f(struct node *p) { return malloc(sizeof *p); }"
    specified = program_with(tmp_path, text)
    assert letters(specified, {"p.object": A, "M1.8.object": {A: B}}) == "V"
    for led_to in (1, (1 << 32) - 1):
        (found,) = judgements(specified, {"p.object": A, "M1.8.object": {A: led_to}})
        assert found == NotDecided("the function is called with memory that cannot come from outside")
        (found,) = judgements(specified, {"M1.8.object": {B: led_to}}, {0: frozenset({B})})
        assert found == NotDecided("the function is called with memory that cannot come from outside")


def test_objects_that_pointers_lead_to_are_there(tmp_path: Path) -> None:
    """Whatever the counterexample says."""
    clause = "ensures \\forall struct node *o; o->value == 0"
    declared = "void f(struct node *p)"
    given = {"p.object": A, "M1.8.object": {A: B}, "M1.0": {B: 1}}
    assert one(tmp_path, clause, declared, "{ }", given) == "V"


def test_what_was_never_set_is_not_compared(tmp_path: Path) -> None:
    clauses = (
        "\\result == p; ensures \\result \\in {p}; ensures {\\result} == {p}; ensures \\result != \\null"
    )
    body = "{ struct node *unset; return unset; }"
    text = (
        f"{NODE}/*@ ensures {clauses}; ensures !\\valid(\\result); */ struct node *f(struct node *p) {body}"
    )
    specified = program_with(tmp_path, text)
    assert letters(specified, {"p.object": A}) == "VVVVH"
    assert letters(specified, {"p.object": A, "unset": 1}) == "???HH"


def test_pointers_into_the_middle_are_not_followed(tmp_path: Path) -> None:
    text = """struct pair { int one, two; };
/*@ ensures *\\result == 0; ensures \\valid(\\result); ensures \\result != \\null; */
int *f(struct pair *p) { return &p->two; }"""
    assert letters(program_with(tmp_path, text), {"p.object": A}) == "??H"


def test_variables_in_memory_are_not_counted(tmp_path: Path) -> None:
    text = (
        NODE
        + """struct node here;
/*@ ensures \\forall struct node *o; o->value == 0; ensures p->value == 0; ensures \\valid(\\result); */
struct node *f(struct node *p) { return p->value ? &here : p; }"""
    )
    assert letters(program_with(tmp_path, text), {"p.object": A}) == "?HH"
    assert letters(program_with(tmp_path, text), {"p.object": A, "M1.0": {A: 1}}) == "VV?"


def test_objects_that_come_in_later_are_there(tmp_path: Path) -> None:
    text = (
        NODE
        + """struct node *other(void);
/*@ ensures \\exists struct node *o; o->value == 3; ensures \\result->value == 3; */
struct node *f(struct node *p) { struct node *n = other(); return n; }"""
    )
    specified = program_with(tmp_path, text)
    assert letters(specified, {"p.object": A, "other()": B, "M1.0": {B: 3}}) == "HH"
    assert letters(specified, {"p.object": A, "other()": B, "M1.0": {A: 3}}) == "HV"


def test_a_constant_pointer_to_a_variable_is_no_obstacle(tmp_path: Path) -> None:
    text = """int own; int *const always = &own;
/*@ ensures *p == 0; */ void f(int *p) { *always = 1; }"""
    assert letters(program_with(tmp_path, text), {"p.object": A}) == "H"
    assert letters(program_with(tmp_path, text), {"p.object": A, "M1": {A: 1}}) == "V"


def test_a_failed_allocation_leaves_no_object(tmp_path: Path) -> None:
    body = "{ struct node *m = malloc(sizeof *m); if (m) m->value = 1; return m; }"
    text = (
        f"{NODE}/*@ ensures \\forall struct node *o; o->value == 0; ensures \\result == \\null; */"
        f"struct node *f(struct node *p) {body}"
    )
    specified = program_with(tmp_path, text, malloc_may_fail=True)
    assert letters(specified, {"malloc() fails": 1}) == "HH"
    assert letters(specified, {}) == "VV"
