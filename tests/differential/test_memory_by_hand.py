"""Small programs whose meaning was once wrong, or easily is: what they compute, and what is not modelled."""

from __future__ import annotations

import pytest

from helpers.c_types import MODELS
from helpers.memory_runs import memory_outcomes
from helpers.random_functions import Case
from maymust.checking import CheckOptions, check_program
from maymust.frontends.c import COptions, translate
from maymust.verdicts import Fails

NODE = "struct n { int v; struct n *next; };"
COMPUTED = {
    "a list in an array": (
        f"{NODE} struct n a[3] = {{{{1, &a[1]}}, {{2, &a[2]}}, {{3, &a[0]}}}};",
        "for (struct n *p = &a[1], *q = p; ; ) { R = R * 10 + p->v; p = p->next; if (p == q) break; }",
        231,
    ),
    "a ring of one": (
        f"{NODE} struct n a, b;",
        "a.next = &a; a.v = 1; b.v = 2; b.next = 0; a.next->next = &b; R = a.next->v * 10 + (a.next == &b);",
        21,
    ),
    "a ring of one in an array": (
        f"{NODE} struct n a[3];",
        "a[1].next = &a[1]; struct n *p = &a[1]; p->next->next = &a[2]; R = p->next - a;",
        2,
    ),
    "the whole ring is overwritten": (
        f"{NODE} struct n a, b;",
        "a.next = &a; b.v = 5; b.next = &b; *a.next = b; R = a.v * 10 + (a.next == &b);",
        51,
    ),
    "a structure chosen by what it replaces": (
        "struct s { int k, v[2]; } a[3] = {{1, {4, 5}}, {2, {6, 7}}, {0, {8, 9}}}; struct s x;",
        "x = a[0]; x = a[x.k]; x = a[x.k]; R = x.k * 100 + x.v[0] * 10 + x.v[1];",
        89,
    ),
    "a structure of one bit-field": (
        "struct s { int b : 5; } a[2];",
        "struct s x = {-3}; a[1] = x; struct s y = a[1];"
        "R = (y.b == -3) + 2 * (a[1].b-- == -3); R += 4 * (a[1].b == -4);",
        7,
    ),
    "bit-fields that share a byte with others": (
        "struct s { unsigned a : 3, b : 7, c : 6; } x;",
        "unsigned char *p = (unsigned char *)&x; x = (struct s){9, 200, 70};"
        "R = x.a * 10000 + x.b * 100 + x.c + p[0] * 0;",
        17206,
    ),
    "a bit-field that is reached by pointers only": (
        "struct s { char c; _Bool b : 1; unsigned u : 5; };",
        "struct s x, *p = &x; p->b = 4; p->u = 63; p->u++; R = p->b * 10 + p->u;",
        10,
    ),
    "initialisers of unions": (
        "union u { unsigned w; unsigned char c[4]; struct { unsigned a : 4, b : 4; } f; };"
        "union u x[2] = {{.c = {1, 2}}};",
        "union u y = {.f = {.b = 3}}, z[2] = {[1] = {.c[1] = 7}}; R = x[0].w + y.w * 10000 + z[1].w;",
        513 + 480000 + 1792,
    ),
    "pointers into arrays of arrays": (
        'char a[3][4] = {"ab", "cd", "ef"}; char (*p)[4] = a + 1;',
        "char (*q)[4] = h ? p + 1 : p; R = (*q)[1] * 1000 + q[-1][0];",
        ord("f") * 1000 + ord("c"),
    ),
    "an array that is met in the middle of another": (
        "int a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8};",
        "int *p = &a[2]; if (h) p = &b[a[2]]; b[3] = 9; R = *p * 10 + b[a[2]] + a[3];",
        103,
    ),
    "a structure that is met in the middle of an array": (
        "struct s { int v, w; int *p; struct s *n; }; int a[4] = {1, 2, 3, 4};",
        "struct s t = {5, 6, &a[2], 0};"
        "t.p = h ? &t.v : &a[2]; t.n = &t; t.n->n->p[0]++; R = t.v * 100 + (t.n == &t) * 10 + a[h];",
        612,
    ),
    "indices of narrow types": (
        "int a[256]; char w[300];",
        "unsigned char k = 255; signed char m = 100;"
        "a[k] = 5; a[m] = 6; w[k] = 7; R = a[255] * 100 + a[100] * 10 + w[255];",
        567,
    ),
    "a for with a declaration and without a step": (
        "int a[3] = {1, 2, 3};",
        "for (int i = 0; i < 3;) R = R * 10 + a[i++];",
        123,
    ),
    "floats": (
        "float f = 0.1f; double d = 0.1;",
        "int i = 7; i += 2.7; i *= 1.5f; f += d;"
        "R = i * 100 + (f < 0.2) * 10 + (d + 0.2 == 0.3) + (1 / -0.0 < 0) * 4;",
        1304,
    ),
}
NOT_MODELLED = {
    "string literals that may be shared": (
        "",
        'const char *p = "abc", *q = "bc"; R = p + 1 == q;',
        "comparison of string literals that compilers may share",
    ),
    "a negative index of a narrow type": (
        "int a[200];",
        "signed char k = -1 - h; a[k] = 1; R = a[k];",
        "array index out of bounds",
    ),
    "the order of a read and a call": (
        "int set(int *p) { *p = 5; return 1; }",
        "int x = h; int *p = &x; R = x + set(p);",
        "unsequenced side effects on memory",
    ),
}


def outcome(before: str, body: str, model: str) -> tuple[int, ...] | str:
    """What a function does, called with 1."""
    function = f"void t(int h)\n{{ unsigned long long R = 0; {body}\nt_r = R; }}\n"
    text = f"unsigned long long t_r;\n{before}\n{function}"
    (found,) = memory_outcomes(Case("t", text, (), ("t_r",), ((0, 0, 0, 0, 0, 0, 0, 1),)), model)
    return found


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", COMPUTED)
def test_computed(name: str, model: str) -> None:
    before, body, expected = COMPUTED[name]
    assert outcome(before, body, model) == (expected,)


@pytest.mark.parametrize("name", NOT_MODELLED)
def test_not_modelled(name: str) -> None:
    before, body, expected = NOT_MODELLED[name]
    assert outcome(before, body, "LP64") == expected


def test_bytes_beyond_the_first_array_are_not_out_of_bounds() -> None:
    text = """
        struct s { char name[5]; int x; } v = {"abc", 7};
        int main(void) {
            unsigned char *p = (unsigned char *)&v;
            unsigned sum = 0;
            for (unsigned i = 8; i < sizeof v; i++) sum += p[i];
            return sum;
        }
    """
    program = translate("view.c", text, COptions(properties=frozenset({"bounds"}))).program
    for result in check_program(program, CheckOptions("dash", seconds=5, max_iterations=10)):
        assert not isinstance(result.verdict, Fails), result
