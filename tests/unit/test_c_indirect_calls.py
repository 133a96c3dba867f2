"""Calls through pointers: they do what direct calls do."""

from __future__ import annotations

import pytest

from maymust.certificates.c.emitted_test import c_test
from maymust.frontends.c import COptions, translate
from maymust.interp.replay import Ended, Run, Stuck, Violated, replay
from maymust.ir.program import Havoc, Program

HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <math.h>
void reach_error(void);
void __VERIFIER_assert(int);
int outside(int);
int *where(void);
extern int renamed(int) __asm__("other");
void nothing(void) {}
"""


def program_of(text: str, properties: frozenset[str] | None = None, head: str = HEAD) -> Program:
    source = f"{head}int main(void) {{ {text} return 0; }}"
    options = COptions() if properties is None else COptions(properties=properties)
    return translate("t.c", source, options).program


def run(text: str, properties: frozenset[str] | None = None) -> Run:
    return replay(program_of(text, properties), [], 1000)


def test_the_property_is_the_calls() -> None:
    program = program_of("void (*p)(void) = nothing; p(); p = reach_error;\np();")
    found = [(p.id, p.description, p.span.line) for p in program.properties]
    first = len(HEAD.splitlines()) + 1
    text = "call of reach_error() through a pointer"
    assert found == [("P1", text, first), ("P2", text, first + 1)]
    end = replay(program, [], 100).end
    assert end == Violated("P2")


def test_where_nothing_calls_it_the_mention_is_the_property() -> None:
    program = program_of("void (*p)(void) = reach_error; return p == 0;")
    assert [p.description for p in program.properties] == ["call of reach_error() through a pointer"]


def test_properties_are_numbered_in_the_order_of_the_source() -> None:
    program = program_of(
        "void (*p)(void) = nothing; if (p == 0) p = reach_error; reach_error(); p(); reach_error();"
    )
    assert [p.id for p in program.properties] == ["P1", "P2", "P3"]
    columns = [p.span.column for p in program.properties]
    assert columns == sorted(columns)


def test_copies_of_a_call_have_one_property() -> None:
    head = HEAD + "static void go(void (*p)(void), int *n) { (*n)++; p(); }\n"
    program = program_of("int n = 0; go(nothing, &n); go(reach_error, &n);", head=head)
    assert len(program.properties) == 1
    assert isinstance(replay(program, [], 100).end, Violated)


def test_an_error_function_with_a_body_is_a_violation() -> None:
    head = HEAD.replace("void reach_error(void);", "void reach_error(void) { abort(); }")
    program = program_of("void (*p)(void) = reach_error; p();", head=head)
    assert isinstance(replay(program, [], 100).end, Violated)


def test_an_error_function_with_a_body_is_not_looked_into_and_tells_the_test() -> None:
    text = "#include <assert.h>\nvoid reach_error(void) { assert(0); }\n"
    text += "int main(void) { void (*p)(void) = reach_error; p(); return 0; }"
    translation = translate("t.c", text, COptions())
    (found,) = translation.program.properties
    assert found.span.line == 3
    run = replay(translation.program, [], 100)
    emitted = c_test(translation.source, translation.program, run, found)
    assert "void reach_error(void) { maymust_violation(); assert(0); }" in emitted


@pytest.mark.parametrize("condition", [0, 1])
def test_assertions(condition: int) -> None:
    end = run(f"void (*p)(int) = __VERIFIER_assert; p({condition});").end
    assert isinstance(end, Ended if condition else Violated)


@pytest.mark.parametrize("call", ["void (*p)(void) = abort; p();", "void (*p)(int) = exit; p(1);"])
def test_what_ends_the_program(call: str) -> None:
    assert isinstance(run(f"{call} reach_error();").end, Ended)


def test_without_assertions_the_error_function_ends_the_program() -> None:
    text = "void (*p)(void) = reach_error; p(); int *q = 0; *q = 1;"
    assert isinstance(run(text, frozenset({"null"})).end, Ended)


def test_what_is_outside_gives_an_input_and_changes_nothing() -> None:
    program = program_of("int (*p)(int) = outside; int x = p(3); if (x) reach_error();")
    (main,) = [procedure for name, procedure in program.procedures.items() if name == "main"]
    inputs = [edge.statement for edge in main.edges if isinstance(edge.statement, Havoc)]
    assert "outside()" in [statement.name for statement in inputs]
    assert isinstance(replay(program, [], 100).end, Ended)


def test_pointers_from_outside() -> None:
    end = run("int *(*p)(void) = where; int *q = p(); if (q) { *q = 3; if (*q != 3) reach_error(); }").end
    assert isinstance(end, Ended)


def test_freed_through_a_pointer() -> None:
    text = "void (*p)(void *) = free; int *q = malloc(4); *q = 1; p(q);"
    memory = frozenset({"free", "deref", "leak"})
    assert isinstance(run(text, memory).end, Ended)
    assert isinstance(run(f"{text} p(q);", memory).end, Violated)
    assert isinstance(run(f"{text} return *q;", memory).end, Violated)


@pytest.mark.parametrize(
    "text",
    [
        "int (*p)(int) = renamed; return p(1);",
        "double (*p)(double) = fabs; return p(1.0) > 0;",
        "double (*p)(double) = sin; return p(1.0) > 0;",
        "int (*p)(void) = rand; return p();",
        "void *(*p)(size_t) = malloc; return p(1) == 0;",
        'int (*p)(const char *, ...) = printf; int n; p("%n", &n);',
        "long (*p)(int) = (long (*)(int))outside; return p(1);",
    ],
)
def test_what_is_not_known_through_pointers(text: str) -> None:
    assert isinstance(run(text).end, Stuck)
