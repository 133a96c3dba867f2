"""Memory in C: what must not be taken for something simpler. Each case was once a wrong verdict."""

from __future__ import annotations

from typing import Literal

import pytest

from maymust.checking import CheckOptions, check_program
from maymust.frontends.c import COptions, translate

PRELUDE = """
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t); void *memset(void *, int, size_t); int __VERIFIER_nondet_int(void);
void free(void *); int memcmp(const void *, const void *, size_t); int printf(const char *, ...);
int puts(const char *);
void reach_error(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)
struct s { char c; int i; };
"""
Model = Literal["LP64", "ILP32"]
models = pytest.mark.parametrize("model", ["LP64", "ILP32"])


def verdicts(text: str, model: Model = "LP64", *asked: str) -> list[str]:
    options = COptions("f", data_model=model, properties=frozenset(asked or ("assert",)))
    results = check_program(translate("t.c", PRELUDE + text, options).program, CheckOptions(seconds=60))
    return [type(result.verdict).__name__ for result in results]


def reason(text: str, model: Model = "LP64") -> str:
    program = translate("t.c", PRELUDE + text, COptions("f", data_model=model)).program
    (result,) = check_program(program, CheckOptions(seconds=60))
    return str(getattr(result.verdict, "reason", type(result.verdict).__name__))


# -- padding ---------------------------------------------------------------------------------------------


@models
@pytest.mark.parametrize("copy", ["*p = *q;", "a[0] = a[1];"])
def test_padding_is_copied(copy: str, model: Model) -> None:
    text = f"""void f(void) {{ struct s a[2], *p = a, *q = a + 1; unsigned char *r = (unsigned char *)a;
        memset(a, 1, sizeof a); memset(q, 2, sizeof *q); {copy}
        assert(r[0] == 2 && r[1] == 2 && r[3] == 2); assert(r[1] == 1); }}"""
    assert verdicts(text, model) == ["Holds", "Fails"]


def test_bits_between_bit_fields_are_copied() -> None:
    text = """struct b { unsigned x : 3, y : 2; };
        void f(void) { struct b d, e; memset(&d, 255, sizeof d); memset(&e, 0, sizeof e); d = e;
        unsigned char *r = (unsigned char *)&d; assert(r[0] == 0 && r[3] == 0); }"""
    assert verdicts(text) == ["Holds"]


@pytest.mark.parametrize(
    "text",
    [
        "void f(void) { union { struct s s; unsigned char raw[8]; } u; struct s w; w.c = 1; w.i = 2;"
        " memset(&u, 3, sizeof u); u.s = w; assert(u.raw[1] == 3); }",
        "struct s g(void) { struct s w; w.c = 1; w.i = 2; return w; }"
        "void f(void) { struct s a; unsigned char *r = (unsigned char *)&a; memset(&a, 3, sizeof a); a = g();"
        " assert(r[1] == 3); }",
        "int g(struct s p) { unsigned char *r = (unsigned char *)&p; int old = r[1]; r[1] = 7; return old; }"
        "void f(void) { struct s w; w.c = 1; w.i = 2; g(w); assert(g(w) == 7); }",
    ],
)
def test_padding_of_values_is_anything(text: str) -> None:
    assert verdicts(text) == ["Fails"]


@models
def test_padding_of_static_objects_is_zero(model: Model) -> None:
    text = """static struct s z, y = {1, 2};
        void f(int n) { struct s w = {1, 2}; struct s *p = n == 0 ? &z : n == 1 ? &y : &w;
        unsigned char *r = (unsigned char *)p; assert(n > 1 || n < 0 || r[2] == 0); assert(r[2] == 0); }"""
    assert verdicts(text, model) == ["Holds", "Unknown"]  # no test can choose the padding of w


# -- what is not written, not allocated, not set ---------------------------------------------------------


@pytest.mark.parametrize(
    ("variable", "pointer"),
    [
        ("", 'char *p = "abc";'),
        ("const int c = 1;", "int *p = (int *)&c;"),
        ("const int c[2] = {1, 2};", "int *p = (int *)c;"),
        ("typedef int T[2]; const T c = {1, 2};", "int *p = (int *)c;"),
        ("", "const struct s c = {1, 2}; char *p = (char *)&c;"),
    ],
)
def test_writes_of_constants(variable: str, pointer: str) -> None:
    assert "write to a" in reason(f"{variable} void f(void) {{ {pointer} *p = 2; reach_error(); }}")
    assert reason(f"{variable} void f(void) {{ {pointer} if (*p == 9) reach_error(); }}") == "Holds"


@models
def test_allocations_of_negative_size(model: Model) -> None:
    """They give null, which traps."""
    text = "void f(int n) { char *p = malloc(n); if (n != 0) { *p = 0; assert(n > 0); } }"
    assert reason(text, model) == "Holds"
    assert "more than half of the address space" in reason(text.replace("malloc", "alloca"), model)


def test_uninitialised_pointers_differ_in_an_array() -> None:
    text = "void f(void) { int *t[2]; struct { int n; int *p; } s[2]; %s reach_error(); }"
    assert verdicts(text % "if (t[0] == 0 && t[1] != 0)") == ["Fails"]
    assert verdicts(text % "if (s[0].p != 0 && s[1].p == 0)") == ["Fails"]


def test_uninitialised_pointers_of_a_large_array() -> None:
    assert "uninitialised pointer" in reason(
        "void f(int i) { int *t[100]; if (i >= 0 && i < 100) assert(t[i] != 0); }"
    )


def test_arrays_in_values() -> None:
    text = 'struct t { char n[4]; }; struct t g(void) { struct t r = {"abc"}; return r; } void f(void) {'
    assert verdicts(text + "assert(g().n[1] == 'b'); }") == ["Holds"]
    assert "no variable" in reason(text + "char *p = g().n; assert(*p == 'a'); }")


@models
def test_arguments_of_main(model: Model) -> None:
    text = """int f(int n); int main(int argc, char **argv) { assert(argv != 0);
        if (argc > 0) assert(argv[0] != 0); else assert(argv[0] == 0); assert(argc != 3 || *argv[0]); }"""
    options = COptions("main", data_model=model)
    results = check_program(translate("t.c", PRELUDE + text, options).program, CheckOptions(seconds=60))
    assert [type(result.verdict).__name__ for result in results] == ["Holds", "Holds", "Holds", "Fails"]


# -- arrays in objects -----------------------------------------------------------------------------------

_ARRAYS = """struct t { int a[4]; int b; }; int m[2][3];
    void f(int i) { struct t x = {{0}, 0}; struct t *p = &x; int (*r)[3] = m; if (i >= 0 && i < 9) %s = 1;
    reach_error(); }"""


@models
@pytest.mark.parametrize(
    "element", ["p->a[4]", "x.a[4]", "p->a[i]", "x.a[i]", "r[0][3]", "m[0][3]", "r[0][i]"]
)
def test_indices_beyond_an_array_in_an_object(element: str, model: Model) -> None:
    assert verdicts(_ARRAYS % element, model, "bounds")[0] == "Fails"


def test_indices_beyond_an_array_in_an_object_are_not_modelled() -> None:
    text = "struct t { int a[4]; int b; }; void f(void) { struct t x = {{0}, 0}, *p = &x; p->a[4] = 1;"
    assert "out of bounds" in reason(text + "assert(x.b == 0); }")


# -- compound literals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "last"),
    [
        ("int *p = (int[]){1}; return *p;", "Holds"),
        ("int *p = (int[]){1}; { p = (int[]){2}; } return *p;", "Fails"),
        ("int *p = &n; { p = (int[]){2}; n = *p; } return n ? *p : 0;", "Fails"),
        ("int *p = &n; if (n) p = (int[]){2}; return *p;", "Fails"),
        ("int *p = &n; if (*(p = (int[]){2})) n = *p; return n;", "Holds"),
        ("int *p = &n; while (n > 0) n = *(p = (int[]){0}); return *p;", "Fails"),
        ("int *p = &n; switch (n) { case 1: p = (int[]){2}; case 2: n = *p; } return n;", "Holds"),
        ("int *p = ({ (int[]){2}; }); return *p;", "Fails"),
    ],
)
def test_compound_literals_end_with_their_block(body: str, last: str) -> None:
    found = verdicts(f"int f(int n) {{ {body} }}", "LP64", "deref")
    assert [verdict for verdict in found if verdict != "Holds"] == (["Fails"] if last == "Fails" else [])


def test_compound_literals_end_with_their_function() -> None:
    text = "int *g(int n) { return (int[]){n}; } int f(void) { int *p = g(1); return *p; }"
    assert "Fails" in verdicts(text, "LP64", "deref")


def test_compound_literals_that_live_again() -> None:
    text = (
        "void f(void) { int *p = 0; for (int i = 0; i < 2; i++) { int *q = (int[]){i}; if (p) assert(p != q);"
    )
    assert "compound literal, to which pointers may be kept, lives again" in reason(text + " p = q; } }")


# -- the C library ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "fails"),
    [
        ('printf("%d %s", n, p);', False),
        ("puts(p);", False),
        ('free(p); printf("%d %s", n, p);', True),
        ("free(p); puts(p);", True),
        ("free(p); n = puts(p);", True),
        ('free(p); printf("%d %.0s", n, p);', False),
        ('p = 0; printf("%s", p);', False),
        ("p = 0; puts(p);", True),
        ("puts(p + 2);", True),
    ],
)
def test_printed_strings(body: str, fails: bool) -> None:
    text = f"void f(int n) {{ char *p = malloc(2); p[0] = 'a'; p[1] = 0; {body} }}"
    assert ("Fails" in verdicts(text, "LP64", "null", "deref", "bounds")) is fails


@models
def test_memory_is_compared_as_a_whole(model: Model) -> None:
    text = 'int f(void) { char a[2] = "a", b[2] = "b"; return memcmp(a, b, %d); }'
    assert "Fails" not in verdicts(text % 2, model, "bounds")
    assert "Fails" in verdicts(text % 3, model, "bounds")
