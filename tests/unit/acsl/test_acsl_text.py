"""Contracts as they are written: where they are, what is read, printed, and said of what is none."""

from __future__ import annotations

import random

import pytest

from maymust.diagnostics import InputError
from maymust.frontends.acsl.comments import find_annotations
from maymust.frontends.acsl.lexing import Places, tokens
from maymust.frontends.acsl.parsing import Parser
from maymust.frontends.acsl.printing import contract_text, text_of
from maymust.frontends.acsl.tree import (
    Apply,
    Assigns,
    Assumes,
    Behavior,
    Binary,
    Bound,
    Comparison,
    Conditional,
    Cover,
    Ensures,
    Expression,
    Index,
    Member,
    Name,
    Number,
    Quantified,
    Range,
    Reach,
    Requires,
    SetOf,
    Unary,
    Word,
    WrittenContract,
)


def contract(text: str) -> WrittenContract:
    whole = f"/*@{text}*/"
    (annotation,) = find_annotations(whole)
    return Parser(tokens(annotation, Places("f.c", whole))).contract()


def expression(text: str) -> Expression:
    (annotation,) = find_annotations(f"/*@{text}*/")
    return Parser(tokens(annotation, Places("f.c", text))).whole_expression()


def wrong(text: str) -> str:
    with pytest.raises(InputError) as caught:
        contract(text)
    (found,) = caught.value.diagnostics
    return f"{found.span.line}:{found.span.column} {found.message}" + (
        f" ({found.hint})" if found.hint else ""
    )


def test_annotations_are_found_with_their_places() -> None:
    text = 'char *s = "/*@ no */"; // a @ b\n/*@ requires 1; */ int f(int x) {\n'
    text += "  //@ assert x;\n  //@ assert 1;\n}"
    found = find_annotations(text)
    assert [text[each.start : each.end] for each in found] == [
        "/*@ requires 1; */",
        "//@ assert x;\n  //@ assert 1;",
    ]
    assert found[1].text.split() == ["assert", "x;", "assert", "1;"]
    assert all(len(each.text) == each.end - each.start for each in found)


def test_lines_may_begin_with_at_signs() -> None:
    assert contract("\n  @ requires x;\n  @ ensures y;\n  @") == WrittenContract(
        (Requires(Name("x")), Ensures(Name("y")))
    )


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a ==> b ==> c", Binary("==>", Name("a"), Binary("==>", Name("b"), Name("c")))),
        ("a || b && c", Binary("||", Name("a"), Binary("&&", Name("b"), Name("c")))),
        ("0 <= i < n", Comparison((Number(0), Name("i"), Name("n")), ("<=", "<"))),
        ("-x + 2 * 'a'", Binary("+", Unary("-", Name("x")), Binary("*", Number(2), Number(97)))),
        ("p->next->value", Member(Member(Name("p"), "next", True), "value", True)),
        ("(*p).f", Member(Unary("*", Name("p")), "f", False)),
        ("\\size(s)", Apply("card", (Name("s"),))),
        ("\\in(x, s)", Comparison((Name("x"), Name("s")), ("\\in",))),
        ("x \\in {1u, 0x10}", Comparison((Name("x"), SetOf((Number(1, True), Number(16)))), ("\\in",))),
        ("2uL + 010", Binary("+", Number(2, True, 1), Number(8))),
        ("0xffffffff + 0x80000000LL", Binary("+", Number(2**32 - 1, True), Number(2**31, False, 2))),
        ("(1 .. n)", Range(Number(1), Name("n"))),
        ("t[i + 1]", Index(Name("t"), Binary("+", Name("i"), Number(1)))),
        ("s.t[0 .. n]", Index(Member(Name("s"), "t", False), Range(Number(0), Name("n")))),
        ("\\reach(p, left, right)", Reach(Name("p"), (Name("left"), Name("right")))),
        ("{}", Word("empty")),
        ("a ? b : c", Conditional(Name("a"), Name("b"), Name("c"))),
        (
            "a && \\forall unsigned int i, j, struct node *n; i",
            Binary(
                "&&",
                Name("a"),
                Quantified(
                    "forall",
                    (
                        Bound("unsigned int", 0, "i"),
                        Bound("unsigned int", 0, "j"),
                        Bound("struct node", 1, "n"),
                    ),
                    Name("i"),
                ),
            ),
        ),
        ("{n | node *n; n}", Quantified("set", (Bound("node", 1, "n"),), Name("n"))),
    ],
)
def test_expressions(text: str, tree: Expression) -> None:
    assert expression(text) == tree
    assert expression(text_of(tree)) == tree


def test_clauses() -> None:
    found = contract("requires a; assigns \\nothing; assigns p->f, g; ensures \\result == \\old(a);")
    assert found.clauses[1:3] == (Assigns(()), Assigns((Member(Name("p"), "f", True), Name("g"))))
    assert contract(contract_text(found)) == found


def test_behaviors() -> None:
    found = contract(
        "requires a; behavior b: assumes x; assumes y; requires z; assigns g; ensures \\result;"
        "behavior c: ensures 1; complete behaviors; disjoint behaviors b, c;"
    )
    assert found.clauses == (
        Requires(Name("a")),
        Behavior(
            "b",
            (
                Assumes(Name("x")),
                Assumes(Name("y")),
                Requires(Name("z")),
                Assigns((Name("g"),)),
                Ensures(Word("result")),
            ),
        ),
        Behavior("c", (Ensures(Number(1)),)),
        Cover("complete", ()),
        Cover("disjoint", (Name("b"), Name("c"))),
    )
    assert contract(contract_text(found)) == found
    spans = [each.span for each in found.clauses]
    assert [(each.column, each.end_column) for each in spans[1:4]] == [(16, 26), (89, 99), (112, 130)]


def test_places_are_those_of_the_file() -> None:
    (clause,) = contract("\n    requires x > 1 &&\n  y;").clauses
    assert isinstance(clause, Requires)
    assert (clause.span.line, clause.span.column, clause.span.end_line, clause.span.end_column) == (
        2,
        5,
        3,
        4,
    )
    assert isinstance(clause.condition, Binary)
    assert (clause.condition.right.span.line, clause.condition.right.span.column) == (3, 3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("requires x != 18446744073709551616;", "1:18 this number is too large for the types of C"),
        ("requires x != 9223372036854775808;", "1:18 this number is too large for the types of C"),
        ("requires x != 08;", "1:18 this is no number"),
        ("requires x != 1lul;", "1:18 this is no number"),
        (" requires ;", "1:14 here must be an expression, not `;`"),
        (" requires x", "1:15 here must be `;`, not the end"),
        (" require x;", "1:5 here must be `requires`, `ensures` or `assigns`, not `require`"),
        (" behavior b: x;", "1:17 here must be `requires`, `ensures` or `assigns`, not `x`"),
        (" behavior : assumes x;", "1:14 here must be the name of a behavior, not `:`"),
        (" behavior b assumes x;", "1:16 here must be `:`, not `assumes`"),
        (" behavior b: assumes x", "1:26 here must be `;`, not the end"),
        (" assumes x;", "1:5 `assumes` belongs to a behavior (write `behavior NAME:` before it)"),
        (" complete b;", "1:14 here must be `behaviors`, not `b`"),
        (" disjoint behaviors b c;", "1:26 here must be `,`, not `c`"),
        (" disjoint behaviors b,;", "1:26 here must be the name of a behavior, not `;`"),
        (
            " behavior b: assumes x; complete behaviors; ensures y;",
            "1:48 clauses of the function stand before its behaviors",
        ),
        (" ensures t[];", "1:15 here must be an expression, not `]`"),
        (" ensures t[0 ..];", "1:19 here must be an expression, not `]`"),
        (" ensures t[0 .. 1;", "1:21 here must be `]`, not `;`"),
        (" decreases x;", "1:5 `decreases` is not supported in contracts"),
        (" ensures f(x);", "1:13 contracts do not call functions (say what it gives by what it ensures)"),
        (" ensures &x;", "1:13 contracts do not take addresses"),
        (
            " ensures (int) x;",
            "1:14 `int` begins no expression (casts, sizeof and declarations are no part of",
        ),
        (" ensures 1.5;", "1:13 this is no number: contracts have integers only"),
        (" ensures x # y;", "1:15 `#` has no meaning in a contract"),
        (" ensures \\old(x, y);", "1:13 `\\old` takes 1 argument"),
        (" ensures \\at(x, Pre);", "1:13 `\\at` is not known in contracts (there are \\result,"),
        (" ensures {x | int y; y};", "1:13 the set of all `x` needs one declaration of it"),
        (" ensures " + "(" * 200 + "x;", "nested too deeply"),
    ],
)
def test_what_is_no_contract_is_told_with_its_place(text: str, message: str) -> None:
    assert message in wrong(text)


def _random(chance: random.Random, depth: int) -> Expression:
    if not depth:
        return chance.choice([Name("x"), Number(3), Word("result"), Number(7, True)])

    def part() -> Expression:
        return _random(chance, chance.randrange(depth))

    binary = ("<==>", "==>", "||", "^^", "&&", "|", "^", "&", "<<", ">>", "+", "-", "*", "/", "%")
    comparing = ("==", "!=", "<", ">", "<=", ">=", "\\in")
    match chance.randrange(12):
        case 0 | 1 | 2:
            return Binary(chance.choice(binary), part(), part())
        case 3:
            count = chance.choice((1, 1, 2))
            operators = tuple(chance.choice(comparing) for _ in range(count))
            return Comparison(tuple(part() for _ in range(count + 1)), operators)
        case 4:
            return Unary(chance.choice("-+~!*"), part())
        case 5:
            return Conditional(part(), part(), part())
        case 6:
            return Member(part(), "f", chance.random() < 0.5)
        case 7:
            kind = chance.choice(("forall", "exists", "set"))
            return Quantified(kind, (Bound("struct s", 1, "x"),), part())  # type: ignore[arg-type]
        case 8:
            return Reach(part(), (Name("next"),))
        case 9:
            return Range(part(), part())
        case 10:
            return Index(part(), part())
        case _:
            return SetOf((part(), part()))


def test_what_is_printed_is_read_back() -> None:
    chance = random.Random(1)
    for _ in range(1500):
        tree = _random(chance, 5)
        assert expression(text_of(tree)) == tree, text_of(tree)
