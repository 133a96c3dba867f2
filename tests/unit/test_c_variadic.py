"""The program's own variadic functions: what `va_arg` gives, and what is not modelled."""

from __future__ import annotations

from typing import Literal

import pytest

from maymust.frontends.c import COptions, translate
from maymust.interp.replay import Ended, Run, Stuck, Violated, replay
from maymust.ir.program import Program, Unmodelled

Model = Literal["ILP32", "LP64"]
HEAD = """#include <stdarg.h>
#include <stdio.h>
void reach_error(void);
void use(void *);
struct s { int a, b; };
struct holder { va_list list; };
static va_list kept;
static int next(va_list l) { return va_arg(l, int); }
"""
NOT_THERE = "va_arg without such an argument"
MODELS = ("ILP32", "LP64")


def program_of(body: str, call: str, model: Model) -> Program:
    text = f"{HEAD}static int f(int n, ...) {{ va_list ap; {body} }}\nint main(void) {{ {call} }}\n"
    return translate("t.c", text, COptions(data_model=model)).program


def run(body: str, call: str, model: Model) -> Run:
    return replay(program_of(body, call, model), [], 1000)


def where_it_stops(result: Run) -> str:
    assert isinstance(result.end, Stuck), result.end
    return result.end.construct


def constructs(program: Program) -> set[str]:
    statements = [edge.statement for procedure in program.procedures.values() for edge in procedure.edges]
    return {statement.construct for statement in statements if isinstance(statement, Unmodelled)}


START = "va_start(ap, n); "


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    ("body", "arguments"),
    [
        ("int a = va_arg(ap, int); return a + va_arg(ap, int) == 7;", "1, 3, 4"),
        ("return va_arg(ap, unsigned) == 4294967295u;", "1, -1"),
        ("return va_arg(ap, int) == -3;", "1, (char)-3"),
        ("return va_arg(ap, double) == 1.5;", "1, 1.5f"),
        ("return va_arg(ap, long long) == -5;", "1, -5LL"),
        ("return va_arg(ap, char *)[1] == 'b';", '1, "ab"'),
        ("return *va_arg(ap, int *) == 9;", "1, &(int){9}"),
        ("return va_arg(ap, int (*)(int, ...)) == f;", "1, f"),
        ("return next(ap) == 3;", "1, 3"),
        ("va_list b; va_copy(b, ap); return va_arg(ap, int) + 10 * va_arg(b, int) == 33;", "1, 3, 4"),
        ("va_arg(ap, int); va_end(ap); va_start(ap, n); return va_arg(ap, int) == 3;", "1, 3, 4"),
        ("va_arg(ap, char *); return va_arg(ap, int) == 4;", "1, (void *)0, 4"),
        ('return (vprintf("%d", ap), 1);', "1, 3"),
        ("(void)ap; return sizeof(ap) == sizeof(va_list);", "1, 3"),
    ],
)
def test_arguments(body: str, arguments: str, model: Model) -> None:
    call = f"if (!f({arguments})) reach_error(); return 0;"
    assert isinstance(run(START + body, call, model).end, Ended)
    wrong = f"if (f({arguments})) reach_error(); return 0;"
    assert isinstance(run(START + body, wrong, model).end, Violated)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    ("body", "arguments", "construct"),
    [
        (START + "return va_arg(ap, int);", "1", NOT_THERE),
        (START + "return va_arg(ap, int);", "1, 2.0", NOT_THERE),
        (START + "return va_arg(ap, long long);", "1, 2", NOT_THERE),
        (START + "return *va_arg(ap, int *);", "1, 2", NOT_THERE),
        (START + "return va_arg(ap, int);", "1, (struct s){1, 2}", NOT_THERE),
        (START + "return va_arg(ap, struct s).a;", "1, (struct s){1, 2}", "va_arg"),
        (START + "return va_arg(ap, char);", "1, 2", "va_arg"),
        ("return va_arg(ap, int);", "1, 2", NOT_THERE),
        (START + "va_end(ap); return va_arg(ap, int);", "1, 2", NOT_THERE),
        (START + "next(ap); return va_arg(ap, int);", "1, 2, 3", NOT_THERE),
        (START + "vprintf(\"\", ap); return va_arg(ap, int);", "1, 2, 3", NOT_THERE),
        (START + "return va_arg(ap, int) + va_arg(ap, int);", "1, 2, 3", "unsequenced side effects on `ap`"),
        (START + "va_list *p = &ap; return va_arg(*p, int);", "1, 2", "va_list as a pointer"),
        (START + "if (ap) return 0; return 1;", "1, 2", "va_list as a pointer"),
        ("struct holder h; va_start(h.list, n); return va_arg(h.list, int);", "1, 2", "`__builtin_va_start`"),
        ("va_start(kept, n); return va_arg(kept, int);", "1, 2", "`__builtin_va_start`"),
    ],
)  # fmt: skip
def test_what_is_undefined_or_depends_on_the_machine(
    body: str, arguments: str, construct: str, model: Model
) -> None:
    result = run(body, f"f({arguments}); return 0;", model)
    assert construct in where_it_stops(result)


@pytest.mark.parametrize(
    "body",
    [
        "va_list b = ap; return va_arg(b, int);",
        "va_list b; b = ap; return va_arg(b, int);",
        "ap += 4; return va_arg(ap, int);",
        "return *(int *)ap;",
        "return ap[0];",
        "return ap != 0;",
        "char *p = n ? ap : 0; return *p;",
    ],
)
def test_lists_that_are_used_as_pointers(body: str) -> None:
    result = run(START + body, "f(1, 2); return 0;", "ILP32")
    assert "`b`" in where_it_stops(result) or "va_list as a pointer" in where_it_stops(result)


def test_as_a_pointer_of_another_type() -> None:
    text = f"{HEAD}static int g(char *p) {{ return *p; }}\n"
    text += "static int f(int n, ...) { va_list ap; va_start(ap, n); use(ap); return g(ap); }\n"
    program = translate(
        "t.c", text + "int main(void) { return f(1, 2); }", COptions(data_model="ILP32")
    ).program
    assert "va_arg" in where_it_stops(replay(program, [], 100))
    program = translate(
        "t.c",
        text.replace("use(ap);", "") + "int main(void) { return f(1, 2); }",
        COptions(data_model="ILP32"),
    ).program
    assert "argument of `g` of a type that does not fit" in where_it_stops(replay(program, [], 100))


def test_calls_through_pointers() -> None:
    body = START + "return va_arg(ap, int);"
    good = "int (*p)(int, ...) = f; if (p(1, 5) != 5) reach_error(); return 0;"
    assert isinstance(run(body, good, "LP64").end, Ended)
    bad = "int (*p)(int, int) = (int (*)(int, int))f; return p(1, 5);"
    assert "variadic function `f`" in where_it_stops(run(body, bad, "LP64"))


def test_the_arguments_of_the_entry_are_not_known() -> None:
    text = f"{HEAD}int f(int n, ...) {{ va_list ap; va_start(ap, n); return va_arg(ap, int); }}"
    program = translate("t.c", text, COptions(entry="f")).program
    assert constructs(program) == {NOT_THERE}


def test_two_calls_in_one_expression() -> None:
    body = START + "int s = 0; for (int i = 0; i < n; i++) s += va_arg(ap, int); return s;"
    call = "if (f(2, 3, 4) + f(1, 5) != 12) reach_error(); return 0;"
    assert isinstance(run(body, call, "LP64").end, Ended)


def test_more_arguments_than_a_list_holds() -> None:
    many = ", ".join(["1"] * 256)
    result = run(START + "return va_arg(ap, int);", f"return f(1, {many});", "LP64")
    assert "variadic function `f`" in where_it_stops(result)


def test_what_a_function_does_not_look_at_is_not_passed() -> None:
    program = program_of("return n;", "return f(1, 2, 3);", "LP64")
    assert len(program.procedures["f"].parameters) == 1


@pytest.mark.parametrize("model", MODELS)
def test_lists_for_the_c_library(model: Model) -> None:
    body = 'char s[9]; va_start(ap, n); vsprintf(s, "%d%s", ap); return s[0] + s[1];'
    call = "if (f(1, 2, \"x\") != '2' + 'x') reach_error(); return 0;"
    assert isinstance(run(body, call, model).end, Ended)
    assert "`vsprintf` with such arguments" in where_it_stops(
        run(body.replace("%d", "%f"), 'return f(1, 2.0, "x");', model)
    )
    assert NOT_THERE in where_it_stops(run(body, "return f(1, 2);", model))


def test_a_pointer_in_place_of_a_list() -> None:
    text = "int vsprintf(char *, const char *, char *); char s[9];\n"
    text += "int main(void) { return vsprintf(s, s + 1, s); }"
    end = replay(translate("t.c", text, COptions()).program, [], 100).end
    assert isinstance(end, Stuck) and "does not fit" in end.construct
