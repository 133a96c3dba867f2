"""Rules: what is read, and what is said of what is none."""

from __future__ import annotations

import random

import pytest

from maymust.diagnostics import InputError
from maymust.frontends.slic import RuleText, parse_rule
from maymust.frontends.slic import library as rule_library
from maymust.frontends.slic.tree import (
    RETURNED,
    Abort,
    Argument,
    Assign,
    Binary,
    Conditional,
    Expression,
    FieldName,
    Halt,
    If,
    Number,
    ProgramName,
    Rule,
    Unary,
)


def rule(text: str) -> Rule:
    return parse_rule(RuleText("r", "r.slic", text))


def wrong(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        rule(text)
    return [f"{d.span.line}:{d.span.column} {d.message}" for d in caught.value.diagnostics]


def shown(expression: Expression) -> str:
    match expression:
        case Number(value):
            return str(value)
        case FieldName(name) | ProgramName(name):
            return name
        case Argument():
            return str(expression)
        case Unary(op, operand):
            return f"({op}{shown(operand)})"
        case Binary(op, left, right):
            return f"({shown(left)}{op}{shown(right)})"
        case Conditional(condition, then, otherwise):
            return f"({shown(condition)}?{shown(then)}:{shown(otherwise)})"


def condition(text: str) -> str:
    parsed = rule(f"state {{ int f; enum {{ One = 1, Two }} e; }} F.exit {{ if ({text}) abort; }}")
    (event,) = parsed.events
    (statement,) = event.body.statements
    assert isinstance(statement, If)
    return shown(statement.condition)


def test_state() -> None:
    parsed = rule("state { enum { A, B = 5, C } x = C; int y = -3; unsigned z; } F.entry { abort; }")
    assert [(f.name, f.signed, f.initial) for f in parsed.fields] == [
        ("x", True, 6),
        ("y", True, -3),
        ("z", False, 0),
    ]


def test_a_field_may_be_called_state_as_in_the_article() -> None:
    parsed = rule(
        "state { enum { U=0, L=1 } state = U; } F.return { if (state == L) abort; else state = L; }"
    )
    assert parsed.fields[0].name == "state"
    assert parsed.events[0].when == "exit"


@pytest.mark.parametrize(
    ("word", "when"), [("entry", "entry"), ("call", "entry"), ("exit", "exit"), ("return", "exit")]
)
def test_events_have_two_names(word: str, when: str) -> None:
    assert rule(f"F.{word} {{ abort; }}").events[0].when == when


def test_one_body_for_several_events() -> None:
    parsed = rule("state { int s; } watch F.entry.$1; F.entry [guard $1], G.exit [guard $return] { abort; }")
    assert [(e.function, e.when, e.guard and e.guard.position) for e in parsed.events] == [
        ("F", "entry", 1),
        ("G", "exit", RETURNED),
    ]
    assert parsed.functions() == ("F", "G")


def test_watch() -> None:
    parsed = rule("state {} watch F.entry.$2, new G.exit.$return size $1; F.entry [guard $2] { abort; }")
    first, second = parsed.watch
    assert (first.function, first.value.position, first.is_new) == ("F", 2, False)
    assert second.is_new
    assert second.size is not None
    assert second.size.position == 1


def test_statements() -> None:
    parsed = rule('state { int s; } F.entry { s += 2; s--; ; { halt; } abort "it is \\"so\\""; }')
    added, less, _, inner, abort = parsed.events[0].body.statements
    assert isinstance(added, Assign)
    assert shown(added.value) == "(s+2)"
    assert isinstance(less, Assign)
    assert shown(less.value) == "(s-1)"
    assert [type(s) for s in inner.statements] == [Halt]  # type: ignore[union-attr]
    assert isinstance(abort, Abort)
    assert abort.message == 'it is "so"'


def test_an_else_belongs_to_the_nearest_if() -> None:
    parsed = rule("F.entry { if ($1) if ($2) abort; else halt; }")
    (outer,) = parsed.events[0].body.statements
    assert isinstance(outer, If)
    assert outer.otherwise is None
    assert isinstance(outer.then, If)
    assert isinstance(outer.then.otherwise, Halt)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("f == One || f > 2 && !f", "((f==1)||((f>2)&&(!f)))"),
        ("1 + 2 * 3 - 4", "((1+(2*3))-4)"),
        ("f & 3 == 3", "(f&(3==3))"),
        ("1 << 2 + 3 < 9", "((1<<(2+3))<9)"),
        ("$1 ? $2 : $3 ? -1 : ~Two", "($1?$2:($3?(-1):(~2)))"),
        ("$return != NULL", "($return!=NULL)"),
        ("(f | 0x10) ^ 010 % LIMIT", "((f|16)^(8%LIMIT))"),
    ],
)
def test_expressions_bind_as_in_c(text: str, meant: str) -> None:
    assert condition(text) == meant


def test_places_count_lines_and_bytes() -> None:
    parsed = rule('/* é\n */ F.entry { /* ü */ abort "x"; }')
    (abort,) = parsed.events[0].body.statements
    assert (abort.span.line, abort.span.column, abort.span.end_column) == (2, 24, 33)


def test_the_description_is_the_first_sentence_of_the_first_comment() -> None:
    assert rule("// One thing\n F.entry { abort; }").description == "One thing"
    assert rule("/* One thing. Another\n * one. */ F.entry { abort; }").description == "One thing"
    assert rule("F.entry { abort; } // no").description == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1 a rule needs an event, such as `F.entry { … }`"),
        ("state { int s; }", "1:17 a rule needs an event, such as `F.entry { … }`"),
        ("state {", "1:8 the rule ends where `}` or more was expected"),
        ("state { float s; }", "1:9 a field is an `int`, `unsigned` or `enum { … }`"),
        ("state { int s = t; } ", "1:17 the value must be a number, or a constant of this rule"),
        ("state { int s; int s; } ", "1:20 `s` has been declared before"),
        ("state { int s = 0x1ffffffff; }", "1:17 the value does not fit an `int`"),
        ("F.begin { abort; }", "1:3 an event is one of entry, call, exit, return, not `begin`"),
        ("F.entry abort;", "1:9 here must be `{`, not `abort`"),
        ("F.entry { abort }", "1:17 here must be `;`, not `}`"),
        ("F.entry { abort;", "1:17 the rule ends where `}` or more was expected"),
        ("F.entry { x = 1; abort; }",
         "1:11 `x` is no field of this rule's state: a rule changes nothing else"),
        ("state { int s; } F.entry { s * 2; }",
         "1:30 here must be `=`, `+=`, `-=`, `++` or `--`, not `*`"),
        ("F.entry { if ($1 == ) abort; }", "1:21 here must be an expression, not `)`"),
        ("F.entry { if ($0) abort; }", "1:15 arguments count from `$1`"),
        ("F.entry { if ($x) abort; }",
         "1:15 `$` needs the number of an argument behind it, or `return`"),
        ("F.entry { if ($1.x) abort; }",
         "1:17 an expression of a rule makes no calls and does not look into memory"),
        ("F.entry { if (g(1)) abort; }",
         "1:16 an expression of a rule makes no calls and does not look into memory"),
        ("F.entry { if ($1 == 1.5) abort; }", "1:21 this is no number: rules have integers only"),
        ("F.entry { if ($1 == 9999999999) abort; }", "1:21 the number does not fit an `int`"),
        ('F.entry { abort "x; }', "1:17 this text has no end"),
        ("/* F.entry { abort; }", "1:1 this comment has no end"),
        ("F.entry { abort; } @", "1:20 `@` has no meaning in a rule"),
        ("F.entry { halt; }", "1:1 a rule without `abort` cannot be violated"),
        ("F.entry { if ($return) abort; }", "1:15 there is no `$return` at the entry of a call"),
        ("state {} watch F.entry.$return; F.entry { abort; }",
         "1:24 there is no `$return` at the entry of a call"),
        ("F.entry [guard $1] { abort; }",
         "1:1 a guard needs a `watch` behind the state, which says what objects there are"),
        ("state {} watch new F.exit.$1; F.entry { abort; }",
         "1:16 `new` is what a call returns: `F.exit.$return`"),
        ("F.entry { if (" + "(" * 200 + "1" + ")" * 200 + ") abort; }",
         "1:114 nested too deeply (more than 100 levels)"),
    ],
)  # fmt: skip
def test_what_is_wrong_has_a_place(text: str, message: str) -> None:
    assert wrong(text) == [message]


def test_all_that_is_wrong_is_told() -> None:
    assert len(wrong("F.entry [guard $1] { if ($return) abort; }")) == 2


def test_garbage_is_refused_without_a_crash() -> None:
    """Mutilated rules are read, or refused with a place."""
    source = random.Random(16)
    texts = [rule_library.packaged(name).text for name in rule_library.names()]
    for _ in range(400):
        text = list(source.choice(texts))
        for _ in range(source.randint(1, 5)):
            at = source.randrange(len(text))
            text[at : at + source.randint(0, 3)] = source.choice(
                ["", "{", "}", "$", '"', "(", "é", "\0", "1"]
            )
        try:
            rule("".join(text))
        except InputError as error:
            assert all(d.span.line for d in error.diagnostics)


@pytest.mark.parametrize("name", rule_library.names())
def test_the_rules_of_the_package_are_rules_with_a_description(name: str) -> None:
    parsed = parse_rule(rule_library.packaged(name))
    assert parsed.name == name
    assert parsed.description
