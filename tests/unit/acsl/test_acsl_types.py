"""Contracts with types: what belongs to which function, and what is said of what does not fit."""

from __future__ import annotations

import pytest

from maymust.diagnostics import InputError
from maymust.frontends.acsl import Specified, contracts_of
from maymust.frontends.acsl.typed import TRUTH, Apply, Field, Number, Old, SetType, Variable
from maymust.frontends.c import COptions
from maymust.frontends.c.types import INT, IntType

DECLARED = """
enum colour { RED, GREEN = 5 };
union either { int i; char c; };
struct node { int value; unsigned char tag; struct node *next; struct { int depth; } info; int many[3];
              union either either; double weight; int bit : 3; };
typedef struct node node_t;
struct node *head;
int count, many[3], square[2][2];
"""


def read(text: str) -> Specified:
    return contracts_of("f.c", text.encode(), COptions())


def of_f(clauses: str, function: str = "int f(struct node *p, int x, unsigned u) { return 0; }") -> Specified:
    return read(f"{DECLARED}/*@ {clauses} */\n{function}\n")


def wrong(clauses: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        of_f(clauses)
    return [each.message + (f" ({each.hint})" if each.hint else "") for each in caught.value.diagnostics]


def test_names_are_resolved() -> None:
    contract = of_f("requires p->info.depth == GREEN; assigns count, \\reach(p, next)->value;").contracts["f"]
    (required,) = contract.requires
    assert isinstance(required.term, Apply)
    field, number = required.term.operands
    assert isinstance(field, Field) and field.path == ("info", "depth") and field.type == INT
    assert number == Number(5, INT)
    assert required.text == "requires p->info.depth == GREEN"
    assert contract.frame is not None
    variable, values = contract.frame.locations
    assert variable == Variable("global", "count", INT)
    assert values.type == SetType(INT)


def test_behaviors_become_plain_clauses() -> None:
    contract = of_f(
        "behavior b: assumes x; assumes u; requires p; assigns count; assigns head; ensures \\result;"
        "behavior c: ensures 1; complete behaviors; disjoint behaviors b, c;"
    ).contracts["f"]
    (required,) = contract.requires
    assert required.text == "requires p (behavior b)"
    assert isinstance(required.term, Apply) and required.term.operator == "implies"
    assert [each.text for each in contract.ensures] == [
        "ensures \\result (behavior b)",
        "ensures 1 (behavior c)",
    ]
    assert isinstance(contract.ensures[0].term, Apply)
    assert isinstance(contract.ensures[0].term.operands[0], Old)
    assert contract.frame is None
    (frame,) = contract.cases
    assert frame.text == "assigns count (behavior b); assigns head (behavior b)"
    assert len(frame.locations) == 2 and frame.assumes is not None
    assert [each.text for each in contract.starts] == ["complete behaviors", "disjoint behaviors b, c"]


@pytest.mark.parametrize(
    ("clauses", "messages"),
    [
        ("behavior b: assumes p; behavior c: assumes y;", ["`y` is no parameter of `f`, global variable or"]),
        (
            "behavior b: assumes \\result > 0; ensures x; ensures u;",
            ["`\\result` has a value at the end only (it belongs to `ensures`)"],
        ),
        (
            "behavior b: assumes \\old(x) > 0; ensures x;",
            ["`\\old` means the start, which `assumes` is about anyway (leave it out)"],
        ),
        ("behavior b: assumes x; behavior b: assumes u;", ["there are two behaviors `b`"]),
        ("behavior b: assumes x; complete behaviors c;", ["there is no behavior `c` (there are b)"]),
        ("disjoint behaviors c;", ["there is no behavior `c` (there are none)"]),
        ("complete behaviors;", ["there are no behaviors"]),
    ],
)
def test_behaviors_that_are_wrong(clauses: str, messages: list[str]) -> None:
    found = wrong(clauses)
    assert len(found) == len(messages)
    assert all(each.startswith(message) for each, message in zip(found, messages, strict=True))


def test_numbers_and_pointers_are_conditions_as_in_c() -> None:
    (clause,) = of_f("requires p && !x;").contracts["f"].requires
    assert isinstance(clause.term, Apply) and clause.term.operator == "and"
    pointer, negation = clause.term.operands
    assert isinstance(pointer, Apply) and pointer.operator == "unequal"
    assert isinstance(negation, Apply) and negation.type == TRUTH


def test_annotations_go_to_the_function_behind_them() -> None:
    found = read(
        f"""{DECLARED}
//@ requires x > 0;
int f(int x); /* other */
int g(int x) {{ return x; }}
/*@ ensures \\result == x; */ // not this
int f(int x) {{
  //@ loop invariant x > 0;
  while (x) x--;
  //@ assert x == 0;
  return x;
}}
//@ requires 1;
int last;
"""
    )
    assert list(found.contracts) == ["f"]
    assert [each.text for each in found.contracts["f"].requires] == ["requires x > 0"]
    assert [each.text for each in found.contracts["f"].ensures] == ["ensures \\result == x"]
    assert [(each.span.line, each.message) for each in found.warnings] == [
        (15, "this annotation of a loop in `f` is not used"),
        (17, "this assertion in `f` is not checked"),
        (20, "this annotation is not used"),
    ]


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        ("int f(int y, int x);", "a parameter of `f` is called `y` here, but elsewhere `x`"),
        ("int f(int x, int z);", "a parameter of `f` is called `z` here, but elsewhere `y`"),
        ("int f(int x, int);", ""),
    ],
)
def test_declarations_call_parameters_as_definitions_do(declared: str, message: str) -> None:
    text = f"{DECLARED}/*@ ensures \\result == x; */ {declared}\nint f(int x, int y) {{ return x; }}\n"
    if not message:
        assert read(text).contracts
        return
    with pytest.raises(InputError, match=message):
        read(text)


def test_parameters_without_names_hide_no_globals() -> None:
    declared = "/*@ ensures \\result == count; */ int f(int);\nint f(int count) { return count; }\n"
    with pytest.raises(InputError, match="is called nothing here, but elsewhere `count`"):
        read(DECLARED + declared)


def test_shadowed_globals_are_parameters() -> None:
    found = of_f("requires count > 0;", "int f(int count) { return count; }").contracts["f"].requires[0].term
    assert isinstance(found, Apply)
    assert Variable("parameter", "count", IntType(32, True)) in found.operands


@pytest.mark.parametrize(
    ("clauses", "message"),
    [
        (
            "requires y;",
            "`y` is no parameter of `f`, global variable or constant (macros are not known here)",
        ),
        (
            "requires p->nxt;",
            "`struct node` has no member `nxt` (contracts may speak of value, tag, next, info",
        ),
        ("requires p->bit;", "`struct node` has no member `bit`"),
        ("requires x->next;", "x is `int`, not a pointer"),
        ("requires p.next;", "p is `struct node *` (write p->next)"),
        (
            "requires *head;",
            "*head is a structure, which contracts cannot speak of as a whole (name a member of",
        ),
        ("requires p->weight > 0;", "p->weight is a floating-point number, which contracts cannot speak of"),
        ("requires p[0].value;", "p[0] cannot be said in a contract"),
        ("requires square[1][1];", "square[1] cannot be said in a contract"),
        ("requires many[p];", "p is `struct node *`, but must be a number, or a set of them"),
        ("requires many;", "many is an array, which contracts cannot speak of as a whole"),
        ("requires p->either.i;", "members of unions overlap: contracts cannot speak of them"),
        ("requires p < head;", "this is `struct node *`, but must be a number"),
        ("requires p + 1 == head;", "contracts do not compute with pointers"),
        ("requires p == x;", "`struct node *` and `int` do not go together"),
        ("requires (x < 1) + 1;", "this is a truth value, but must be a number (write … ? 1 : 0)"),
        ("requires \\result;", "`\\result` has a value at the end only (it belongs to `ensures`)"),
        ("requires \\old(x);", "`\\old` means the start, which `requires` is about anyway (leave it out)"),
        ("ensures \\old(\\result);", "`\\result` has a value at the end only"),
        ("requires \\fresh(p);", "`\\fresh` compares the end with the start, so it belongs to `ensures`"),
        (
            "requires \\reach(p, value) == \\empty;",
            "`value` is `int` (it must be a pointer to `struct node`)",
        ),
        ("requires x \\in p;", "this is `struct node *`, but must be a set (a set of one is written {x})"),
        ("requires p \\in \\reach(p, next)->value;", "`struct node *` cannot be in a set of `int`"),
        ("requires u \\in {x};", "is not compared with the elements of a set of `int`"),
        (
            "requires \\union({x}, {p}) == {};",
            "a set of `int` and a set of `struct node *` do not go together",
        ),
        ("requires \\reach(p, next);", "this is a set of `struct node *`, but must be true or false"),
        ("requires u / 2 == 1;", "`/` of unsigned numbers is not supported in contracts"),
        ("requires \\forall nothing *n; n;", "there is no type `nothing` (there are int, struct node"),
        ("requires \\forall char c; c;", "variables of contracts are not of type `char` (use int"),
        (
            "assigns x;",
            "nobody sees the parameter x change (the function changes its own copy; leave it out)",
        ),
        ("assigns x + 1;", "x + 1 is nothing that can be assigned"),
    ],
)
def test_what_does_not_fit_is_told(clauses: str, message: str) -> None:
    (found,) = wrong(clauses)
    assert message in found


def test_every_clause_is_looked_at() -> None:
    assert len(wrong("requires y; ensures z; assigns w;")) == 3


def test_a_function_without_a_result_has_none() -> None:
    with pytest.raises(InputError, match="returns nothing"):
        of_f("ensures \\result == 1;", "void f(void) {}")
