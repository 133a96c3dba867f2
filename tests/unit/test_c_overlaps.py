"""Memory from outside that may overlap other memory: where the model leaves that out, nothing is proved."""

from __future__ import annotations

from pathlib import Path

import pytest

from maymust.checking import CheckOptions, check_program
from maymust.frontends.c import COptions, Translation, translate
from maymust.ir.program import Unmodelled
from maymust.verdicts import Fails, Holds, Unknown

STRUCTURE = "struct s { int x, y; double d; struct s *next; };"


def entry_of(text: str) -> dict[str, object]:
    return {"entry": "f"} if " f(" in text else {}


NODES = "if (!a || !b) return;"


def translated(text: str, **options: object) -> Translation:
    return translate("t.c", f"#include <assert.h>\n{text}", COptions(**entry_of(text) | options))  # type: ignore[arg-type]


def overlap(text: str, **options: object) -> str | None:
    """What the program that starts at `f`, or at the only function, is told not to have modelled."""
    return overlap_in(translated(text, **options))


def overlap_in(translation: Translation) -> str | None:
    procedures = translation.program.procedures.values()
    statements = [edge.statement for procedure in procedures for edge in procedure.edges]
    constructs = [s.construct for s in statements if isinstance(s, Unmodelled)]
    return next((c for c in constructs if "--assume-separate" in c), None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            STRUCTURE + "void f(struct s *a, int *b) { a->x = 1; *b = 2; assert(a->x == 1); }",
            "pointers to `struct s` and to `int`",
        ),
        (
            STRUCTURE + "void f(struct s *a, struct s **b) { a->next = 0; *b = a; assert(!a->next); }",
            "pointers to `struct s` and to `struct s *`",
        ),
        (
            STRUCTURE + "void f(struct s *a, double *b) { a->d = 1; *b = 2; assert(a->d == 1); }",
            "pointers to `struct s` and to `double`",
        ),
        (
            "struct t { long x; struct u { int y[3]; } u; }; void f(struct t *a, unsigned *b)"
            "{ a->u.y[1] = 1; *b = 2; assert(a->u.y[1] == 1); }",
            "pointers to `struct t` and to `unsigned int`",
        ),
        ("void f(int *a, char *b) { *a = 1; *b = 2; assert(*a == 1); }", "pointers to `int` and to `char`"),
        (
            "void f(double *a, void *b) { *a = 1; *(char *)b = 2; assert(*a == 1); }",
            "pointers to `double` and to `void`",
        ),
        (
            "struct t { int *p; };"
            "void f(struct t *a, int *b) { *b = 1; *a->p = 2; b[1] = 3; assert(*a->p == 2); }",
            "two pointers to `int`",
        ),
        ("void f(int *a, int *b) { a[1] = 1; *b = 2; assert(a[1] == 1); }", "two pointers to `int`"),
        ("void f(int *a, int *b, int i) { a[i] = 1; *b = 2; assert(a[i] == 1); }", "two pointers to `int`"),
        (
            "int *get(void);"
            "void f(void) { int *a = get(), *b = get(); a[1] = 1; *b = 2; assert(a[1] == 1); }",
            "two pointers to `int`",
        ),
        ("int g; void f(int *a) { g = 1; *a = 2; assert(g == 1); }", "may be in `g`"),
        ("int g; void f(unsigned char *a) { g = 1; *a = 2; assert(g == 1); }", "may be in `g`"),
        (
            "struct t { int x; } g; void f(int *a) { g.x = 1; *a = 2; assert(g.x == 1); }",
            "may be in `g`",
        ),
        (
            "static int g; int *p = &g; void f(int *a) { g = 1; *a = 2; assert(*p == 1 && g == 1); }",
            "may be in `g`",
        ),
        (
            "static int g; void f(int *a) { if (!a) a = &g; g = 1; *a = 2; assert(g == 1); }",
            "may be in `g`",
        ),
        (
            "int *id(int *); int main(void) { int x = 1, *p = id(&x); *p = 2; assert(x == 1); }",
            "may be in `x`",
        ),
        (
            "struct t { int *p; }; int *of(struct t *);"
            "int main(void) { int x = 1; struct t t = { &x }; *of(&t) = 2; assert(x == 1); }",
            "may be in `x`",
        ),
        (
            "extern int *p; int g; int main(void) { g = 1; *p = 2; assert(g == 1); }",
            "may be in `g`",
        ),
        ("int g; void f(int *p) { assert(p != &g); }", "may be in `g`"),
        ("void set(void) {} void f(void (*p)(void)) { assert(p != set); }", "may be in `set`"),
        ('void f(char *p) { assert(p != "abc"); }', "a string literal"),
        (
            STRUCTURE + "void f(struct s *a, int *b) { assert(b != &a->y); }",
            "a pointer to `int` from outside may point to what one to `struct s` points to",
        ),
        ("void f(int *a, int *b) { assert(b != a + 1); }", "two pointers to `int`"),
        (
            "static int g; int *where(void) { return &g; }"
            "void f(int *p) { g = 1; *p = 2; assert(g == 1); } int main(void) { f(where()); }",
            "may be in `g`",
        ),
        (
            "void keep(int *); int *get(void);"
            "void f(void) { int x = 5, *q; keep(&x); q = get(); *q = 7; assert(x == 5); }",
            "may be in `x`",
        ),
        (
            "int *gp; int *get(void);"
            "void f(void) { int x = 5, *q; gp = &x; q = get(); *q = 7; assert(x == 5); }",
            "may be in `x`",
        ),
        (
            "int *get(int *); void f(void) { int x = 5, *q, *(*to)(int *) = get; q = to(&x); *q = 7;"
            "assert(x == 5); }",
            "may be in `x`",
        ),
        ("int *gp = &(int){5}; void f(int *p) { *gp = 5; *p = 7; assert(*gp == 5); }", "a compound literal"),
        (
            "struct t { int a : 3, b : 5; } g; void f(struct t *p) { g.a = 1; p->a = 2; assert(g.a == 1); }",
            "may be in `g`",
        ),
        (
            "union u { int i; long l; } g; void f(int *p) { g.i = 1; *p = 2; assert(g.i == 1); }",
            "may be in `g`",
        ),
        (
            "void f(int (*p)[3], int (*q)[]) { (*p)[0] = 1; (*q)[0] = 2; assert((*p)[0] == 1); }",
            "pointers to `array` and to `array`",
        ),
        (
            "void f(unsigned char (*b)[4], int *p) { *p = 0; (*b)[0] = 1; assert(*p == 0); }",
            "pointers to `array` and to `int`",
        ),
        (
            "struct b { unsigned char c[4]; };"
            "void f(struct b *b, int *p) { *p = 0; b->c[0] = 1; assert(*p == 0); }",
            "pointers to `struct b` and to `int`",
        ),
        (
            "struct t { int x; }; struct u { int y; }; typedef union { struct t t; struct u u; } both;"
            "void f(struct t *a, struct u *b) { a->x = 1; b->y = 2; assert(a->x == 1); }",
            "pointers to `struct t` and to `struct u`",
        ),
        (
            "struct t { int x; }; struct u { int y; };"
            "struct v { union { struct t t; struct { struct u u[2]; } w; }; };"
            "void f(struct t *a, struct u *b) { a->x = 1; b->y = 2; assert(a->x == 1); }",
            "pointers to `struct t` and to `struct u`",
        ),
        (
            "struct t { int x; }; struct u { int y; };"
            "void f(struct t *a, struct u *b) { union { struct t t; struct u u; } *v = 0;"
            " a->x = 1; b->y = 2; assert(v || a->x == 1); }",
            "pointers to `struct t` and to `struct u`",
        ),
        (
            "struct t { int k; union { int i; float f; } u; };"
            "void f(struct t *s, float *q, struct t *o) { *q = 1; *s = *o; assert(*q == 1); }",
            "pointers to `struct t` and to `float`",
        ),
        (
            "struct t { int x; }; struct u { int y; };"
            "void f(struct t *a, struct u *b) { int k = sizeof(union { struct t t; struct u u; });"
            " a->x = 1; b->y = k; assert(a->x == 1); }",
            "pointers to `struct t` and to `struct u`",
        ),
        (
            "union w { int *a; float *b; };"
            "void f(union w u, float *q) { *u.b = 1; *q = 2; assert(*u.b == 1); }",
            "pointers to `float` and to `float`",
        ),
        ("int g; void f(int *p) { assert((unsigned long)p != (unsigned long)&g); }", "may be in `g`"),
        (
            "static float g; float *w(void) { return &g; }"
            "void f(int *p) { assert((void *)p != (void *)&g); }",
            "may be in `g`",
        ),
        ("void f(int *p) { float x[2]; assert((void *)p != (void *)(x + 2)); }", "right behind a variable"),
        (
            "struct t { int x; }; struct u { int x; };"
            "void f(struct t *a, struct u *b) { struct u *c = (struct u *)a;"
            " c->x = 1; b->x = 2; assert(c->x); }",
            "pointers to `struct u` and to `struct u`",
        ),
        (
            "void f(int **a, float **b) { static float z; float **c = (float **)a;"
            " *c = &z; *b = 0; assert(*c); }",
            "from outside point to may overlap",
        ),
        (
            "struct b { unsigned char c[4]; };"
            "void f(struct b *p, struct b *q) { p->c[1] = 1; q->c[0] = 2; assert(p->c[1] == 1); }",
            "two pointers to `struct b` from outside",
        ),
        (
            "void f(int (*p)[3], int (*q)[3]) { (*p)[1] = 1; (*q)[0] = 2; assert((*p)[1] == 1); }",
            "two pointers to",
        ),
        (
            "struct v { float x, y; };"
            "void f(struct v *p, float (*q)[2]) { p->x = 1; (*q)[0] = 2; assert(p->x == 1); }",
            "may overlap",
        ),
        (
            "int h(int x) { return 1; }"
            "void f(int (**a)(), int (**b)(int)) { *b = h; *a = 0; assert(*b != 0); }",
            "may overlap",
        ),
        (
            "struct t { int x; }; struct u { int y; };"
            "void f(struct t *a, struct u *b) { union w { struct t t; struct u u; };"
            " a->x = 1; b->y = 2; assert(a->x == 1); }",
            "pointers to `struct t` and to `struct u`",
        ),
        (
            "#include <errno.h>\nvoid f(int *p) { errno = 0; *p = 5; assert(errno == 0); }",
            "may be in `errno_number`",
        ),
        (
            "struct t { long double d; int *p; }; void keep(struct t); int *get(void);"
            "void f(void) { int x = 5; struct t s; s.p = &x; keep(s);"
            " int *q = get(); *q = 6; assert(x == 5); }",
            "may be in `x`",
        ),
        (
            "int *id(int *); void f(void) { int *q = 0; again:; int x = 5;"
            " if (!q) { q = id(&x); *q = 7; goto again; } assert(*q == 7); }",
            "may be in `x`",
        ),
        (
            "void *id(void *); int main(int argc, char **argv) { argv[0][0] = 1; char *q = id(argv[0]);"
            " q[0] = 2; assert(argv[0][0] == 1); }",
            "from outside",
        ),
    ],
)
def test_what_may_overlap_is_told(text: str, said: str) -> None:
    assert said in (overlap(text) or "")
    assert overlap(text, assume_separate=True) is None
    assert [w for w in translated(text, assume_separate=True).warnings if said in w.message]


@pytest.mark.parametrize(
    "text",
    [
        STRUCTURE + "void f(struct s *a, struct s *b) { a->x = 1; b->y = 2; assert(a->x == 1); }",
        "struct t { int *x, *y; } *q; int *p; void f(struct t *a) { a->x = 0; p = a->y; assert(!a->x); }",
        "struct t { int x; }; struct u { int y; };"
        "void f(struct t *a, struct u *b) { a->x = 1; b->y = 2; assert(a->x == 1); }",
        "struct t { int x; }; struct u { int y; };"
        "union v { struct t t; int i; } v; union w { struct u u; } w;"
        "void f(struct t *a, struct u *b) { a->x = 1; b->y = 2; assert(a->x == 1); }",
        "struct t { char c; int x; };void f(struct t *a, int *b) { *b = 1; a->c = 2; assert(*b == 1); }",
        "struct t { int a; } g; void f(float *p) { g.a = 1; *p = 2; assert(g.a == 1); }",
        "int g[4]; void f(double *p) { g[1] = 1; *p = 2; assert(g[1] == 1); }",
        "struct t { int k; union { int i; float f; } u; };"
        "void f(struct t *s, short *q) { *q = 1; s->u.i = 5; assert(*q == 1); }",
        STRUCTURE + "void f(struct s *a, short *b) { a->x = 1; *b = 2; assert(a->x == 1); }",
        STRUCTURE + "void f(struct s *a, float *b) { a->x = 1; *b = 2; assert(a->x == 1); }",
        STRUCTURE + "void f(struct s *a, int *b) { assert(a->x == *b); }",
        "void f(int *a, int *b) { *a = 1; *b = 2; assert(*b == 2); }",
        "void f(int *a, int i) { a[i] = 1; assert(a[i] == 1); }",
        "static int g; void f(int *a) { g = 1; *a = 2; assert(g == 1); }",
        "const int g = 1; void f(int *a) { *a = 2; assert(g == 1); }",
        "long g; void f(int *a) { g = 1; *a = 2; assert(g == 1); }",
        "void f(int *a) { int x = 1, *p = &x; *a = 2; assert(*p == 1); }",
        "int main(int argc, char **argv) { argv[0][1] = 1; assert(argv[1][0] == 1); }",
        "int g; int *id(int *); int main(void) { int x = 1, *p = id(&x); assert(!p || x == 1); }",
    ],
)
def test_what_cannot_overlap_is_not_told(text: str) -> None:
    assert overlap(text) is None


def test_nothing_is_proved_but_by_assumption() -> None:
    text = STRUCTURE + f"void f(struct s *a, int *b) {{ {NODES} a->x = 1; *b = 2; assert(a->x == 1); }}"
    options = CheckOptions(seconds=20)
    (unknown,) = check_program(translated(text).program, options)
    assert isinstance(unknown.verdict, Unknown) and "may overlap" in unknown.verdict.reason
    (holds,) = check_program(translated(text, assume_separate=True).program, options)
    assert isinstance(holds.verdict, Holds)


@pytest.mark.parametrize("engine", ["auto", "dash"])
def test_what_fails_without_an_overlap_fails(engine: str) -> None:
    text = STRUCTURE + f"void f(struct s *a, int *b) {{ {NODES} a->x = 1; *b = 2; assert(a->x == 2); }}"
    (result,) = check_program(translated(text).program, CheckOptions(engine=engine, seconds=20))
    assert isinstance(result.verdict, Fails)


def test_objects_at_different_places_of_one_node_are_not_modelled() -> None:
    """Neither way: tests could not be trusted, either."""
    text = "void f(struct s *a, int *b, int c) { int *q = c ? b : &a->y; a->y = 1; *b = 2; assert(*q == 2); }"
    statements = [
        edge.statement
        for procedure in translated(STRUCTURE + text).program.procedures.values()
        for edge in procedure.edges
    ]
    assert any(isinstance(s, Unmodelled) and "is a part of something" in s.construct for s in statements)


def test_variables_that_included_functions_show(tmp_path: Path) -> None:
    (tmp_path / "shown.h").write_text("static int g, h; int *where(void) { return &g; }")
    for name, said in (("g", "may be in `g`"), ("h", None)):
        text = f'#include "shown.h"\nvoid f(int *p) {{ {name} = 1; *p = 2; assert({name} == 1); }}'
        path = tmp_path / "f.c"
        path.write_text(f"void assert(int);\n{text}")
        found = overlap_in(translate(str(path), path.read_text(), COptions(entry="f")))
        assert (said is None and found is None) or (said is not None and said in (found or ""))


def test_pointers_of_different_types_are_not_found_to_be_the_same() -> None:
    """A test could not build one object for both."""
    (result,) = check_program(
        translated("void f(int *p, float *q) { assert((void *)p != (void *)q || !p); }").program,
        CheckOptions(seconds=20),
    )
    assert isinstance(result.verdict, Unknown)
