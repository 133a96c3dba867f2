"""Functions of the C library: which calls get a model, and what their lowering looks like."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from maymust.certificates.c.emitted_test import c_test
from maymust.frontends.c import COptions, Translation, translate
from maymust.frontends.c.reading.models import modelled
from maymust.interp.replay import Ended, InputValue, Stuck, Violated, replay
from maymust.ir.program import Havoc, Program, Unmodelled

ERROR = "void __VERIFIER_error(void);\n"


def translated(text: str, **options: object) -> Translation:
    return translate("t.c", text, COptions(**options))  # type: ignore[arg-type]


def program_of(text: str, **options: object) -> Program:
    return translated(text, **options).program


def constructs(program: Program) -> set[str]:
    statements = [edge.statement for procedure in program.procedures.values() for edge in procedure.edges]
    return {statement.construct for statement in statements if isinstance(statement, Unmodelled)}


def in_main(text: str) -> str:
    headers = "".join(f"#include <{name}.h>\n" for name in ("assert", "stdio", "stdlib", "string"))
    return f"{headers}int main(void) {{ {text} return 0; }}"


def test_every_definition_in_the_models_is_found() -> None:
    folder = Path(translate.__code__.co_filename).parent / "library" / "models"
    bodies = sum(len(re.findall(r"^\{", path.read_text(), re.MULTILINE)) for path in folder.glob("*.c"))
    assert len(modelled()) == bodies
    assert {"strlen", "memcpy", "qsort", "isalpha", "strtol", "__errno_location"} <= modelled()


def test_each_call_has_its_own_instance() -> None:
    program = program_of(in_main('char a[4]; strcpy(a, "ab"); assert(strlen(a) == strlen("ab"));'))
    assert {"strcpy", "strlen", "strlen.n2"} <= set(program.procedures)


def test_names_do_not_depend_on_the_run() -> None:
    text = in_main('char a[4]; strcpy(a, "ab"); assert(strlen(a) == strlen("ab"));')
    assert list(program_of(text).procedures) == list(program_of(text).procedures)


def test_places_are_in_a_file_of_their_own() -> None:
    program = program_of(in_main('assert(strlen("ab") == 2);'))
    steps = [e for e in program.procedures["strlen"].edges if not isinstance(e.statement, Unmodelled)]
    assert {edge.span.file for edge in steps} == {"<string.h model>"}


def test_what_goes_wrong_in_a_model_is_told_at_the_call() -> None:
    text = 'int main(void) {\n    char *p = 0;\n    return strlen(p) + strcmp("a", p);\n}'
    found = translated(f"#include <string.h>\n{text}", properties=frozenset({"null"})).program.properties
    assert [(p.span.file, p.span.line, p.span.column) for p in found] == [("t.c", 4, 12), ("t.c", 4, 24)]
    assert [p.description for p in found] == [
        "null pointer dereference in `strlen`: strlen(p)",
        'null pointer dereference in `strcmp`: strcmp("a", p)',
    ]


@pytest.mark.parametrize(
    ("declared", "call"),
    [
        ("int strlen(int);", "strlen(1)"),
        ("unsigned long strlen(const char *, int);", 'strlen("a", 1)'),
        ("double strlen(const char *);", 'strlen("a")'),
    ],
)
def test_a_function_that_only_has_the_name_is_no_model(declared: str, call: str) -> None:
    text = f"{declared}\n{ERROR}int main(void) {{ if ({call} == 7) __VERIFIER_error(); }}"
    translation = translated(text)
    assert "strlen" not in translation.program.procedures
    assert [w.message.split(":")[0] for w in translation.warnings] == ["`strlen` has no body"]


def test_the_users_function_wins() -> None:
    text = f"int abs(int x) {{ return 5; }}\n{ERROR}int main(void) {{ if (abs(1) == 5) __VERIFIER_error(); }}"
    run = replay(program_of(text), [])
    assert isinstance(run.end, Violated)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        ("struct s a, b = {1, 0}; memcpy(&a, &b, sizeof a);", None),
        ("struct s a, b = {1, 0}; void *p = &a; memcpy(p, &b, sizeof b);", None),
        ("int a[4], b[4]; memcpy(a, b, sizeof a);", None),
        ("int a[4]; memset(a, 0, 8);", None),
        ("int a[4]; memset(a, 0, n);", "memset.4"),
        ("char a[4]; memset(a, 0, n);", "memset.1"),
        ("int *a[4], *b[4]; memcpy(a, b, n);", "memcpy.pointer"),
        ("int a[99], b[99]; memmove(a, b, sizeof a);", "memmove.4"),
        ("double a[4]; char b[99]; memcpy(a, b, n);", "memcpy.1"),
        ("int a[4]; memset(a, 0, 7);", "memset.4"),
    ],
)
def test_copies_are_in_cells_or_in_a_loop(call: str, name: str | None) -> None:
    head = "#include <string.h>\nstruct s { char c; struct s *next; };\n"
    text = f"{head}int main(int n, char **v) {{ {call} }}"
    program = program_of(text)
    loops = [found for found in program.procedures if found.startswith("mem")]
    assert loops == ([] if name is None else [name])


def test_pointers_survive_a_copy() -> None:
    text = in_main(
        "struct s { char c; int *p; } a, *b = malloc(sizeof *b); int x = 1; a.c = 'a'; a.p = &x;"
        "memcpy(b, &a, sizeof a); *b->p = 7; assert(x == 7 && b->c == 'a');"
    )
    program = program_of(text)
    assert "memory that holds pointers and other data" not in constructs(program)
    assert isinstance(replay(program, []).end, Ended)


@pytest.mark.parametrize(
    ("text", "construct"),
    [
        ('char s[8] = "abc"; strcpy(s + 1, s);', "`strcpy` with such arguments"),
        ("int a[4] = {0}; memcpy(a + 1, a, 8);", "copy of memory that overlaps its target"),
        ("int a[4] = {0}; int n = 7; memset(a, 0, n);", "`memset` with such arguments"),
        ('strtol("99999999999999999999", 0, 10);', "`strtol` with such arguments"),
        ("free(realloc(malloc(4), 0));", "`realloc` of size 0"),
        ("int n = 0; int a[n];", "variable-length array without elements"),
        ("atexit(abort);", "`atexit`"),
        ('int n; sscanf("5", "%d", &n);', "`sscanf`"),
        ('int n; printf("a%n", &n);', "`printf`"),
    ],
)
def test_what_c_leaves_undefined_is_not_modelled(text: str, construct: str) -> None:
    run = replay(program_of(in_main(text)), [])
    assert isinstance(run.end, Stuck) and run.end.construct == construct


def test_malloc_fails_only_if_that_is_wanted() -> None:
    text = in_main("char *s = malloc(1); assert(s != 0);")
    assert isinstance(replay(program_of(text), []).end, Ended)
    program = program_of(text, malloc_may_fail=True)
    fails = [
        InputValue(f"{name}@{edge.source}", 1)
        for name, procedure in program.procedures.items()
        for edge in procedure.edges
        if isinstance(edge.statement, Havoc) and edge.statement.name == "malloc() fails"
    ]
    # Nodes are named by calls: that of main comes last in %start.
    (start,) = [e for e in program.procedures[program.start].edges if "main" in str(e.statement)]
    inputs = [InputValue(f"{start.source}/{given.node}", given.value) for given in fails]
    assert isinstance(replay(program, inputs).end, Violated)


def test_inputs_of_models_are_not_fed_to_the_test() -> None:
    """The C library does not ask for them, so what is fed must be what the program itself asks for."""
    text = (
        "#include <string.h>\nint __VERIFIER_nondet_int(void); void __VERIFIER_error(void);\n"
        'int main(void) { if (strcmp("a", "b") < 0 && __VERIFIER_nondet_int() == 0) __VERIFIER_error(); }'
    )
    translation = translated(text)
    run = replay(translation.program, [])
    assert isinstance(run.end, Violated)
    emitted = c_test(translation.source, translation.program, run, translation.program.properties[0])
    assert "0, /* __VERIFIER_nondet_int(), line 3 */" in emitted
    assert "Not fed, for want of a place to do so: left open by C = 0" in emitted


def test_globals_of_models_are_never_inputs() -> None:
    text = "#include <errno.h>\n#include <assert.h>\nint main(void) { assert(errno == 0); }"
    program = program_of(text, globals_are_inputs=True)
    assert isinstance(replay(program, []).end, Ended)
    assert not [e for e in program.procedures[program.start].edges if isinstance(e.statement, Havoc)]


def test_order_of_a_copy_and_a_read_is_open() -> None:
    text = (
        "#include <string.h>\nint g(void *, int);\nint f(int *p, int *q) { return g(memcpy(p, q, 4), *p); }"
    )
    found = constructs(program_of(text, entry="f"))
    assert "unsequenced side effects on memory" in found


def test_tables_behind_the_macros_of_ctype() -> None:
    text = in_main(
        "for (int c = 0; c < 128; c++) {"
        "  assert(!!((*__ctype_b_loc())[c] & 2048) == !!isdigit(c));"
        "  assert(!!((*__ctype_b_loc())[c] & 1024) == !!isalpha(c));"
        "  assert(!!((*__ctype_b_loc())[c] & 8192) == !!isspace(c));"
        "  assert(!!((*__ctype_b_loc())[c] & 4) == !!ispunct(c));"
        "  assert((*__ctype_tolower_loc())[c] == tolower(c)); }"
        "assert((*__ctype_toupper_loc())[-1] == -1 && (*__ctype_toupper_loc())['q'] == 'Q');"
    )
    tables = "const unsigned short **__ctype_b_loc(void); const int **__ctype_tolower_loc(void);\n"
    tables += "#include <ctype.h>\nconst int **__ctype_toupper_loc(void);\n"
    assert isinstance(replay(program_of(tables + text), []).end, Ended)


def test_division_with_remainder() -> None:
    text = in_main(
        "div_t d = div(-7, 2); ldiv_t l = ldiv(7, -2); assert(d.quot == -3 && d.rem == -1 && l.rem == 1);"
    )
    assert isinstance(replay(program_of(text), []).end, Ended)
    stuck = replay(program_of(in_main("int n = 0; div_t d = div(1, n);")), []).end
    assert isinstance(stuck, Stuck) and stuck.construct == "division by zero"


def test_text_that_is_read_ends_with_zero() -> None:
    text = in_main(
        "char s[4] = {1, 1, 1, 1}; if (fgets(s, 3, 0)) assert(!s[0] || !s[1] || !s[2]); assert(s[3] == 1);"
    )
    program = program_of("#include <stdio.h>\n" + text)
    assert "fgets" in program.procedures
    assert isinstance(replay(program, []).end, Ended)
