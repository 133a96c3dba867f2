"""C to IR: what must not be taken for something simpler. Each case was once a wrong verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from maymust.frontends.c import COptions, translate
from maymust.interp.replay import Ended, replay
from maymust.ir.program import START, Assume, Call, Error, Havoc, Program, Unmodelled


def program(text: str, entry: str | None = None) -> Program:
    return translate("t.c", text, COptions(entry)).program


def unmodelled(text: str, procedure: str = "f", entry: str | None = "f") -> list[str]:
    edges = program(text, entry).procedures[procedure].edges
    return [edge.statement.construct for edge in edges if isinstance(edge.statement, Unmodelled)]


# -- statements that cannot be read ----------------------------------------------------------------------

_SEMICOLON = "#define SEMI ;\nvoid reach_error(void);\n"


@pytest.mark.parametrize("label", ["case 1", "default"])
def test_cases_in_what_is_not_modelled(label: str) -> None:
    loop = f"for (x = 2 SEMI SEMI x++) {{ {label}: x = 1; }}"
    assert unmodelled(f"{_SEMICOLON} int f(int x) {{ switch (x) {{ case 0: {loop} }} return x; }}") == [
        "switch"
    ]


def test_labels_in_what_is_not_modelled() -> None:
    text = "int f(int x) { if (x) goto in; return 0; for (x = 2 SEMI SEMI x++) { in: x = 1; } return x; }"
    assert unmodelled(_SEMICOLON + text) == ["goto `in`"]


def test_properties_in_what_is_not_modelled() -> None:
    text = "int f(int x) { for (x = 2 SEMI SEMI x++) { reach_error(); ERROR: ; } return x; }"
    assert len(program(_SEMICOLON + text).properties) == 2


def test_semicolons_inside_a_part_of_a_for() -> None:
    text = "#define A ({\n#define B })\nint f(int x) { int i; for (SEMI i = A x; x; B SEMI) x++; return x; }"
    assert unmodelled(_SEMICOLON + text) == ["`for` with empty parts, from a macro"]


def test_labels_of_blocks() -> None:
    block = "{ __label__ out; if (x) goto out; x = 1; out: x += 2; }"
    assert unmodelled(f"int f(int x) {{ {block} {block} return x; }}") == []


@pytest.mark.parametrize(
    "text",
    [
        "int f(int x) { if (x) goto ERROR; return 0; ERROR: goto ERROR; }",
        "void f(int x) { if (x) goto ERROR; return; ERROR: ; }",
        "void f(int x) { if (x) { ERROR: ; } }",
        "void f(int x) { if (x) ERROR: {} }",
        "void abort(void); int f(int x) { if (x) { ERROR: { abort(); } } return 0; }",
    ],
)
def test_label_that_is_a_violation(text: str) -> None:
    assert [p.description for p in program(text).properties] == ["arrival at label ERROR"]


@pytest.mark.parametrize(
    "text",
    [
        "int f(int x) { if (x) goto ERROR; return 0; ERROR: return 1; }",
        "int f(int x) { if (x) goto ERROR; return 0; ERROR: ; int y = x; return y; }",
        "void exit(int); int f(int x) { if (x) goto ERROR; return 0; ERROR: exit(1); }",
        "void clean(int); void f(int x) { if (x) goto ERROR; return; ERROR: clean(x); }",
        "int f(int x) { out: if (x) { ERROR: goto out; } if (x > 3) goto ERROR; return 0; }",
    ],
)
def test_label_that_is_code_like_any_other(text: str) -> None:
    assert program(text).properties == ()


def test_error_label_before_an_assertion_is_none() -> None:
    text = "void __VERIFIER_assert(int); int f(int x) { ERROR: __VERIFIER_assert(x); return 0; }"
    assert [p.kind for p in program(text).properties] == ["assert"]


# -- types with computed sizes ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "constructs"),
    [
        ("int (*p)[n++] = 0; return n;", ["variably modified type of `p`"]),
        ("static int (*p)[n++]; return n;", ["variably modified type of `p`"]),
        ("typedef int T[n++]; return n;", ["variably modified type `T`"]),
        ("__typeof__(int (*)[n++]) p = 0; return n;", ["variably modified type of `p`"]),
        ("int (*(*p)(void))[n++]; return n;", ["variably modified type of `p`"]),
        ("(int (*)[n++])0; return n;", ["cast to a variably modified type"]),
        ("(int (*[2])[n++]){0}; return n;", ["compound literal"]),
        ("return sizeof(int (*)[n++]);", ["sizeof a variable-length array"]),
        ("return sizeof((int (*)[n++])0);", ["sizeof a variable-length array"]),
        ("return __builtin_types_compatible_p(int[n++], int);", ["expression of an unknown kind"]),
        ("return sizeof(int (*)[3 + 4]) + sizeof(n++) + sizeof n++;", []),
        ("typedef int T[3]; T *p = 0; return 1;", []),
    ],
)
def test_variably_modified_types(body: str, constructs: list[str]) -> None:
    assert unmodelled(f"int f(int n) {{ {body} }}") == constructs


def test_variably_modified_parameters() -> None:
    assert unmodelled("int g; int f(int n, int a[g++]) { return 0; }") == ["variably modified type of `a`"]
    assert unmodelled("int f(int n, int a[n], int b[][n]) { return 0; }") == []


# -- what runs besides the entry, or instead of what the text calls --------------------------------------


@pytest.mark.parametrize(
    ("declaration", "construct"),
    [
        ("__attribute__((constructor)) void i(void) { g = 1; }", ""),
        ("__attribute__((constructor)) void i(int a, char **b) { g = a; }", "constructor `i`"),
        ("__attribute__((constructor(200 + 1))) void i(void) { g = 1; }", ""),
        ("__attribute__((constructor, destructor)) void i(void) { g = 1; }", "constructor `i`"),
        ("__attribute__((destructor(200))) void i(void) { g = 1; }", "destructor `i`"),
        ("void i(void) __attribute__((destructor)); void i(void) { g = 1; }", "destructor `i`"),
        ("#define RUN(x) __attribute__((x##tor))\nRUN(destruc) void i(void) { g = 1; }", "destructor `i`"),
        (
            'void i(void) {} void (*p)(void) __attribute__((used, section(".init_array.1"))) = i;',
            "section of `p`",
        ),
        (
            "void i(void) {}\nvoid u(void) { static void (*q)(void) "
            '__attribute__((section(".init_array"))) = i; }',
            "section of `q`",
        ),
        ('__asm__("nop");', "assembly outside functions"),
        ('__attribute__((section(".data.constructor"))) int k; void deprecated(void);', ""),
    ],
)
def test_what_runs_besides_the_entry(declaration: str, construct: str) -> None:
    found = unmodelled(f"int g;\n{declaration}\nint f(void) {{ return g; }}", START)
    assert found == ([construct] if construct else [])


CONSTRUCTORS = """
int g = 1;
__attribute__((constructor(300))) static void second(void) { g *= 3; }
static void first(void) __attribute__((constructor(200)));
static void first(void) { g += 4; }
__attribute__((constructor)) static int last(void) { return g++; }
"""


def test_constructors_run_by_their_priority() -> None:
    start = program(f"{CONSTRUCTORS} int f(void) {{ return g; }}", "f").procedures[START]
    called = [edge.statement.callee for edge in start.edges if isinstance(edge.statement, Call)]
    assert called == ["first", "second", "last", "f"]


def test_the_order_of_constructors_without_priorities_is_not_known() -> None:
    more = "__attribute__((constructor)) static void another(void) { g = 7; }"
    found = unmodelled(f"{CONSTRUCTORS} {more} int f(void) {{ return g; }}", START)
    assert found == ["constructor `last`"]


def test_properties_of_constructors() -> None:
    text = (
        "void reach_error(void); __attribute__((constructor)) void i(void) { reach_error(); } int f(void) {}"
    )
    assert len(program(text, "f").properties) == 1


@pytest.mark.parametrize(
    "declaration",
    [
        "void die(void) __attribute__((noreturn));",
        "void die(void) __attribute__((noreturn)); void die(void);",
        "_Noreturn void die(void);",
        "_Noreturn void die(void); void die(void);",
        "typedef void end(void) __attribute__((noreturn)); end die;",
        "#define END __attribute__((__noreturn__))\nextern END void other(int), die(void);",
    ],
)
def test_functions_that_never_return(declaration: str) -> None:
    found = program(f"{declaration}\nvoid reach_error(void); void f(void) {{ die(); reach_error(); }}", "f")
    assert found.procedures["f"].edges == ()


def test_functions_that_only_mention_others_that_never_return() -> None:
    text = """typedef void end(void) __attribute__((noreturn)); end *get(void); void set(end *);
        void reach_error(void); void f(void) { get(); set(0); reach_error(); }"""
    assert type(program(text, "f").procedures["f"].edges[-1].statement) is Error


@pytest.mark.parametrize(
    ("declarations", "construct"),
    [
        ('void c(void) __asm__("h");', "`c`, which is linked by another name"),
        ('void h2(void) __asm__("c"); void h2(void) { g = 1; } void c(void);',
         "`c`, which is linked by another name"),
        ("#pragma redefine_extname c h\nvoid c(void);", "`c`, which is linked by another name"),
        ("void __attribute__((overloadable)) c(void) {} void __attribute__((overloadable)) c(int x) {}",
         "`c`, which is linked by another name"),
        ('void c(void) __attribute__((alias("h"))); void c(void);', "alias `c`"),
        ('void c(void) __asm__("c");', ""),
    ],
)  # fmt: skip
def test_calls_of_something_else(declarations: str, construct: str) -> None:
    text = f"int g; void h(void) {{ g = 1; }}\n{declarations}\nint f(void) {{ c(); return g; }}"
    assert unmodelled(text) == ([construct] if construct else [])


@pytest.mark.parametrize(
    ("declarations", "construct"),
    [
        ("int c(void) __attribute__((weak));", "weak `c`, which may be missing"),
        ("#pragma weak c\nint c(void);", "weak `c`, which may be missing"),
        ("int c(void);\n#pragma weak c\n", "weak `c`, which may be missing"),
        ('int c(void); _Pragma("weak c")', "weak `c`, which may be missing"),
        ("#  pragma \t weak            c\nint c(void);", "weak `c`, which may be missing"),
        ('int c(void); _Pragma("weak\\\n c")', "weak `c`, which may be missing"),
        ("#pragma \\\n weak c\nint c(void);", "weak `c`, which may be missing"),
        (
            "#define P(x) _Pragma(#x)\n#define W(x) P(weak x)\nint c(void); W(c)",
            "weak `c`, which may be missing",
        ),
        ('int c(void); const char *s = "weak c";', ""),
        ("#define P(x) _Pragma(#x)\nP(GCC diagnostic push) int c(void); /* weak */", ""),
        ("#pragma weak c = h\nint h(void) { return 1; } int c(void);", "alias `c`"),
        ("int c(void); // #pragma weak c", ""),
        ("#pragma weak c\nint c(void) { return 1; }", ""),
        ('int h(void) { return 1; } int c(void) __attribute__((alias("h")));', "alias `c`"),
        ("int c(void) __attribute__((weak)); int c(void) { return 1; }", ""),
    ],
)
@pytest.mark.parametrize("use", ["c != 0", "c ? 1 : 0", "&c == 0"])
def test_addresses_of_functions_that_may_be_missing_or_others(
    declarations: str, construct: str, use: str
) -> None:
    found = unmodelled(f"{declarations}\nint f(void) {{ return {use}; }}")
    assert found == ([f"address of {construct}"] if construct else [])


@pytest.mark.parametrize(
    ("header", "text", "defines"),
    [
        ("#define P(x) _Pragma(#x)\n#define MAY_LACK(f) P(weak f)\n", "int c(void); MAY_LACK(c)", ()),
        ("#pragma weak c\n", "int c(void);", ()),
        ("", "#define P(x) Q(x)\n#define Q(x) _Pragma(#x)\nint c(void); P(LACKING c)", ("LACKING=weak",)),
    ],
)
def test_pragmas_wherever_they_come_from(
    tmp_path: Path, header: str, text: str, defines: tuple[str, ...]
) -> None:
    (tmp_path / "names.h").write_text(header)
    whole = f'#include "names.h"\n{text}\nint f(void) {{ return c != 0; }}'
    found = translate(str(tmp_path / "t.c"), whole, COptions("f", defines=defines)).program
    constructs = [
        e.statement.construct for e in found.procedures["f"].edges if isinstance(e.statement, Unmodelled)
    ]
    assert constructs == ["address of weak `c`, which may be missing"]


def test_text_that_speaks_of_weak_things_stays_as_it_is() -> None:
    text = """void reach_error(void); int battery = 1; typedef int weak;
        int f(void) { const char *s = "weak a = b"; int k = 0;
        for (weak i = 0; i < 2; i++) k += s[0] == 'w';
        if (k != 2 || s[5] != 'a' || battery != 1) reach_error(); return (weak) k; }
        int g(const char *s) { return g("weak battery"); }"""
    found = program(text, "f")
    assert isinstance(replay(found, []).end, Ended)


def test_calls_of_functions_that_may_be_missing() -> None:
    text = "int c(void) __attribute__((weak)); int f(void) { return c(); }"
    assert unmodelled(text) == ["weak `c`, which may be missing"]


@pytest.mark.parametrize(
    "text",
    [
        "void f(void) { __attribute__((cleanup(h))) int x = 0; }",
        'void c(void) __attribute__((alias("g"))); void f(void) { c(); }',
        'void c(void) __asm__("g"); void f(void) { c(); }',
        'void f(void) { void c(void) __asm__("g"); c(); }',
        'void k(void) __asm__("c"); void k(void) { g(); } void c(void); void f(void) { c(); }',
        "\n#pragma weak c = g\nvoid c(void); void f(void) { c(); }",
        'void c(void); _Pragma("weak c=g") void f(void) { c(); }',
    ],
)
def test_assertions_in_functions_that_only_attributes_name(text: str) -> None:
    head = "void reach_error(void); void g(void) { reach_error(); } void h(int *p) { g(); }"
    found = program(f"{head} {text}", "f")
    assert [p.description for p in found.properties] == ["call of reach_error()"]
    gaps = [e.statement for e in found.procedures["f"].edges if isinstance(e.statement, Unmodelled)]
    assert gaps
    assert all(gap.hides is None for gap in gaps)


@pytest.mark.parametrize(
    "declared", [b"extern int v __attribute__((weak));", b"extern int v;\n#pragma weak v\n"]
)
def test_writes_to_variables_that_may_be_missing_hide_violations(declared: bytes) -> None:
    text = declared + b" void f(void) { v = 1; }"
    found = translate("t.c", text, COptions(entry="f", properties=frozenset({"null"}))).program
    assert [p.kind for p in found.properties] == ["null"]


def test_label_for_the_linker_inside_a_body() -> None:
    text = 'int g; void h(void) { g = 1; } int f(void) { void c(void) __asm__("h"); c(); return g; }'
    assert unmodelled(text) == ["`c`, which is linked by another name"]


def test_harmless_attributes_of_a_variable_declared_twice() -> None:
    text = "extern int g __attribute__((deprecated)); int g; int f(void) { return g; }"
    assert unmodelled(text) == []


# -- pointers --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "int f(void) { void (*p)(void) = reach_error; p(); return 0; }",
        "int f(void) { static void (*p)(void) = reach_error; p(); return 0; }",
        "void (*p)(void) = reach_error; int f(void) { p(); return 0; }",
        "int f(void) { ((void (*)(int))reach_error)(1); return 0; }",
        "void ok(void); int f(int x) { (x ? reach_error : ok)(); return 0; }",
    ],
)
def test_calls_of_error_functions_through_pointers(text: str) -> None:
    found = program(f"void reach_error(void); {text}", "f")
    assert [p.description for p in found.properties] == ["call of reach_error() through a pointer"]


@pytest.mark.parametrize("call", ["reach_error()", "(*reach_error)()", "(&reach_error)()"])
def test_calls_of_error_functions_by_name(call: str) -> None:
    found = program(f"void reach_error(void); void f(void) {{ {call}; }}", "f")
    assert [p.description for p in found.properties] == ["call of reach_error()"]


@pytest.mark.parametrize(
    ("text", "constructs"),
    [
        ("struct S { int *p; }; void out(struct S); int f(int x) { struct S s = {&x}; out(s); return x; }",
         []),
        ("void out(void); int *p; int f(int x) { p = &x; out(); return x; }",
         ["`x`, to which pointers may be kept, lives again"]),
        ("void out(long); int f(int x) { out((long)&x); return x; }", []),
        ("void out(double); void in(int *); int f(int x) { out(1.0); if (x) in(&x); return x; }", []),
    ],
)  # fmt: skip
def test_functions_without_a_body_change_nothing_and_a_warning_says_so(
    text: str, constructs: list[str]
) -> None:
    assert unmodelled(text) == constructs
    warnings = translate("t.c", text, COptions(entry="f")).warnings
    assert all("is assumed to change nothing" in warning.message for warning in warnings)
    assert warnings


# -- order -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "clash"),
    [
        ("while (x); return 1;", True),
        ("again: if (x) goto again; return 1;", True),
        ("return x ? loop(x - 1) : 1;", True),
        ("if (x) die(); return 1;", True),
        ("if (x) goto out; x = 1; out: return x / 3;", False),
    ],
)
def test_calls_that_may_not_come_back(body: str, clash: bool) -> None:
    text = f"""void reach_error(void); _Noreturn void die(void); int two(int a, int b) {{ return a; }}
        int loop(int x) {{ {body} }} int err(int x) {{ if (x) reach_error(); return 1; }}
        int odd(int *p) {{ asm("nop"); return 1; }}
        int f(int x) {{ return two(loop(x), x) + loop(x) + two(loop(x), err(x)); }}
        int g(int x) {{ return two(loop(x), odd(0)) + odd(0) * odd(0); }}"""
    expected = ["unsequenced calls that may end the program"] if clash else []
    assert unmodelled(text) == expected
    assert unmodelled(text, "g", "g") == expected


# -- inputs ----------------------------------------------------------------------------------------------


def test_number_of_arguments() -> None:
    def start(text: str, entry: str) -> list[type]:
        return [type(edge.statement) for edge in program(text, entry).procedures[START].edges[:2]]

    assert start("int main(int argc, char **argv) { return 0; }", "main") == [Havoc, Assume]
    assert start("int f(int argc) { return 0; }", "f")[1] is not Assume
