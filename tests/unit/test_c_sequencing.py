"""C to IR: accesses that C does not sequence, on both sides of what it defines (C11 6.5p2).

Each body is run once. What is defined leaves in `R` what gcc computes; what is not ends where the two
accesses meet. The text alone does not tell which it is: `a[x] = a[y] = 1` is on both sides.
"""

from __future__ import annotations

import pytest

from helpers.agreement import native_or_skip
from helpers.memory_runs import memory_outcomes
from helpers.native_batch import run_natively
from helpers.random_functions import Case
from maymust.checking import CheckOptions, check_program
from maymust.frontends.c import COptions, translate
from maymust.verdicts import Fails, Holds, Unknown

_TYPES = """
struct pt { int x, y; };
struct vec { int n, m, cap; int a[4]; struct pt one, in[3]; int *p; };
struct bits { unsigned f : 3, g : 5; signed h : 6; };
struct list { int v; struct list *next, *tail; };
struct buf { char *data; int len, cap; };
union word { unsigned w; unsigned char c[4]; struct { unsigned short lo, hi; } half; };
"""
_COMMON = (
    _TYPES
    + """
int G, GA[4]; struct vec GV; union word GU; struct list L0, L1, L2;
int add(int x, int y) { return x * 100 + y; }
int add3(int x, int y, int z) { return x * 100 + y * 10 + z; }
int at(int *x, int y) { return *x * 10 + y; }
int set(int x) { G = x; return x; }
int get(void) { return G; }
int fill(int *x, int y) { *x = y; return y; }
"""
)
DEFINED = {
    "members of a plain structure": ("struct vec v; v.n = v.m = v.cap = 7; R = v.n + v.m + v.cap;", 21),
    "members of a global structure": ("GV.n = GV.m = 4; R = GV.n * GV.m;", 16),
    "members through a pointer": ("struct vec v, *x = &v; x->n = x->cap = 3; R = x->n + x->cap;", 6),
    "members of one element": ("struct pt e[2]; e[1].x = e[1].y = 3; R = e[1].x + e[1].y;", 6),
    "an array and its count": (
        "struct vec v; v.n = 1; v.a[v.n++] = 5; v.a[v.n++] = 6; R = v.n * 100 + v.a[1] * 10 + v.a[2];",
        356,
    ),
    "an array and its count, globally": ("GV.n = 2; GV.a[GV.n++] = 5; R = GV.a[2] * 10 + GV.n;", 53),
    "an array and its count behind a pointer": (
        "struct vec v, *x = &v; x->n = 2; x->a[x->n++] = 5; R = v.a[2] * 10 + v.n;",
        53,
    ),
    "elements by constants": ("int a[3] = {0}; a[0] = a[1] = 4; R = a[0] * 10 + a[1];", 44),
    "elements by constants behind a pointer": (
        "int a[3] = {0}; struct vec v, *x = &v; x->p = a; x->p[0] = x->p[1] = 4; R = a[0] * 10 + a[1];",
        44,
    ),
    "elements by variables": ("int a[3] = {1, 2, 3}, x = 0, y = 2; a[x] = a[y] = 7; R = a[0] + a[2];", 14),
    "elements that are read and written": (
        "int a[3] = {1, 2, 3}, x = h; R = a[x] * 10 + (a[x + 1] = 5) + a[0];",
        26,
    ),
    "rows of an array": ("int a[2][2] = {{0}}; int k = h; a[k][0] = a[0][k] = 3; R = a[1][0] + a[0][1];", 6),
    "elements by indices that are stepped": (
        "int a[3] = {1, 2, 3}, b[3] = {4, 5, 6}, x = 0, y = 1; a[x++] = b[y++]; R = a[0] * 100 + x * 10 + y;",
        512,
    ),
    "elements of one array by indices that are stepped": (
        "int a[4] = {0}, x = 0, y = 2; a[x++] = a[y++] = 9; R = a[0] * 1000 + a[2] * 100 + x * 10 + y;",
        9913,
    ),
    "a step of a pointer and another element": (
        "int a[3] = {0}, *p = a; *p++ = a[1] = 3; R = a[0] * 100 + a[1] * 10 + (p - a);",
        331,
    ),
    "a copy from pointer to pointer": (
        'char s[4] = "ab", t[4], *p = s, *q = t; *q++ = *p++; *q++ = *p++; R = t[0] * 1000 + t[1] + (q - t);',
        ord("a") * 1000 + ord("b") + 2,
    ),
    "a copy within one array": (
        "int a[4] = {1, 2, 3, 4}, *p = a, *q = a + 2; *p++ = *q++; R = a[0] * 100 + (p - a) * 10 + (q - a);",
        313,
    ),
    "a buffer and its length": (
        "char d[4] = {0}; struct buf b = {d, 1, 4}, *x = &b; char *s = d; x->data[x->len++] = 7;"
        "R = d[1] * 100 + b.len * 10 + *s; x->len = x->cap = 3; R += b.len;",
        723,
    ),
    "a value from behind a pointer and its step": (
        "int x = 4, y = 0, *p = &y, *q = &x; *p = (*q)++; R = x * 10 + y;",
        54,
    ),
    "compound assignment and a step of another member": (
        "struct vec v = {3, 4}; v.n += v.m++; R = v.n * 10 + v.m;",
        75,
    ),
    "arguments that use other members": (
        "struct vec v = {3, 4}; R = at(&v.n, v.m++); R += add(v.n, v.cap = 2) + v.m;",
        34 + 302 + 5,
    ),
    "unlinking": (
        "L0.next = &L1; L1.next = &L2; struct list *p = &L0; p->next = p->next->next; R = L0.next == &L2;",
        1,
    ),
    "appending by way of the tail": (
        "struct list *d = &L0; d->tail = &L1; d->tail = d->tail->next = &L2;"
        "R = (L0.tail == &L2) * 10 + (L1.next == &L2);",
        11,
    ),
    "appending in the same member": (
        "struct list *d = &L0; d->next = &L1; d->next = d->next->next = &L2;"
        "R = (L0.next == &L2) * 10 + (L1.next == &L2);",
        11,
    ),
    "a comma before the write": ("int x = 3; x = (x++, x + 1); R = x;", 5),
    "a comma in both operands": ("int x = 1, y = 1; R = (x++, x) * 10 + (y++, y);", 22),
    "and": ("int x = 1; R = x++ && x == 2; R = R * 10 + x;", 12),
    "or": ("int x = 0; R = x++ || x == 1; R = R * 10 + x;", 11),
    "a condition": ("int x = 1; x = x++ ? x + 5 : 0; R = x;", 7),
    "a branch that is not taken": ("int x = 1, c = 0; R = (c ? x++ : 4) + x;", 5),
    "a write in a branch that is not taken": (
        "int a[2] = {1, 2}, c = 0, k = 1; R = (c && (a[k] = 9)) + a[k];",
        2,
    ),
    "a branch for another element": (
        "int a[2] = {1, 2}, c = h, k = 1; R = (c ? a[0]++ : a[1]++) * 10 + a[k];",
        12,
    ),
    "an initialiser list": (
        "struct vec v = {3, 4}; int b[3] = {v.n++, v.m, v.cap = 1}; R = add3(b[0], b[1], b[2]);",
        341,
    ),
    "indices of an initialiser list": (
        "int a[3] = {4, 5, 6}, k = 1; int b[2] = {a[0]++, a[k]}; R = b[0] * 10 + b[1];",
        45,
    ),
    "bit-fields": ("struct bits b; b.f = b.g = b.h = 5; R = b.f * 100 + b.g * 10 + b.h;", 555),
    "bit-fields behind a pointer": (
        "struct bits b, *x = &b; x->f = x->g = 9; R = x->f * 100 + x->g;",
        109,
    ),
    "a bit-field in an index": (
        "struct bits b = {1, 2, 3}; int a[4] = {0}; a[b.f++] = b.g--; R = a[1] * 10 + b.f + b.g;",
        23,
    ),
    "bytes of a union": ("union word u; u.w = 0; u.c[0] = u.c[2] = 1; R = u.w;", 0x10001),
    "halves of a union": ("GU.w = 0; GU.half.lo = GU.half.hi = 2; R = GU.w;", 0x20002),
    "a union behind a pointer": (
        "union word u, *x = &u; int k = 3; x->w = 0; x->c[0] = x->c[k] = 1; R = x->w;",
        0x1000001,
    ),
    "structures that are copied": (
        "struct pt t = {1, 2}; struct vec v; v.one = v.in[0] = t; R = v.one.x * 1000 + v.in[0].y * 10;",
        1020,
    ),
    "elements that are structures": (
        "struct pt e[3] = {{1, 2}, {3, 4}, {5, 6}}; int x = 0, y = h; e[x] = e[y] = e[2];"
        "R = e[0].x * 10 + e[1].y;",
        56,
    ),
    "a structure and its own element": (
        "struct pt e[2] = {{1, 0}, {5, 6}}; e[e[0].x].y = e[0].y = 7; R = e[1].y * 10 + e[0].y;",
        77,
    ),
    "objects that differ": ("int x, y, *p = &x, *q = h ? &y : &x; *p = *q = 3; R = x * 10 + y;", 33),
    "an index in the same array": ("int a[3] = {1, 5, 6}; a[a[0]++] = 7; R = a[0] * 10 + a[1];", 27),
    "a call that writes something else": ("GV.n = 1; R = GV.n + set(4) + GV.a[0];", 5),
    "a call beside another member": ("GV.n = 2; GV.a[GV.n++] = set(4); R = GV.a[2] * 10 + GV.n;", 43),
    "a call and the write behind it": ("G = 2; G = set(4) + 1; R = G;", 5),
    "calls in some order that does not matter": ("G = 2; R = get() * 10 + get();", 22),
    "a statement expression": ("int x = 1, y = 2; R = ({ x++; x; }) * 10 + y++;", 22),
    "a pointer that is stepped and memory that it may point to": (
        "int a[3] = {1, 2, 3}, *p = a, **pp = &p; R = *(*pp)++ * 10 + (a[2] = 4); R += p - a;",
        15,
    ),
    "a chain": ("int a[5], k = h; a[0] = a[k] = a[2] = a[k + 2] = a[4] = 6; R = a[0] + a[1] + a[3];", 18),
}
UNDEFINED = {
    "a step and the value": "int x = 1; R = x + x++;",
    "a step of what is assigned": "int x = 1; x = x++; R = x;",
    "a step of what is assigned, and more": "int x = 1; x = x++ + 1; R = x;",
    "an index and its step": "int a[3] = {0}, x = 1; a[x] = x++; R = a[1];",
    "a step in an index and the value": "int a[3] = {0}, x = 1; a[x++] = x; R = a[1];",
    "two steps as arguments": "int x = 1; R = add(x++, x++);",
    "two assignments": "int x = 0; x = (x = 1) + (x = 2); R = x;",
    "a count that is read and stepped": "struct vec v; v.n = 1; v.a[v.n] = v.n++; R = v.n;",
    "a count that is read and stepped, globally": "GV.n = 1; GV.a[GV.n] = GV.n++; R = GV.n;",
    "a count behind a pointer": "struct vec v, *x = &v; x->n = 1; x->a[x->n] = x->n++; R = v.n;",
    "elements that are the same": "int a[3] = {0}, x = h, y = 1; a[x] = a[y] = 4; R = a[1];",
    "elements by the same constant": "int a[3]; a[1] = a[1] = 4; R = a[1];",
    "elements behind pointers that are the same": "int x, *p = &x, *q = h ? &x : p; *p = *q = 4; R = x;",
    "a variable and a pointer to it": "int x, *p = &x; x = *p = 4; R = x;",
    "members of objects that are the same": (
        "struct pt e[2], *p = e, *q = e + 1; if (h) p++; p->x = q->x = 3; R = e[1].x;"
    ),
    "an element and the whole structure": "struct vec v = {1}; struct vec w; R = (w = v).n + v.a[v.n = 0];",
    "a member and the whole structure": "struct pt t = {1, 2}, u; R = (u = t).x + (t.y = 3);",
    "structures that are the same": "struct pt e[2] = {{1, 2}}, t = {3, 4}; e[h] = e[1] = t; R = e[1].x;",
    "a ring of one": "struct list *d = &L0; d->next = d; d->next = d->next->next = &L2; R = 1;",
    "a step in the address of what is written": "int a[2] = {0, 5}; a[a[0]++] = 7; R = a[0];",
    "a step in the address of what is read": "int a[2] = {0, 5}; R = a[a[0]++];",
    "a step in the address of what is stepped": "int a[2] = {0, 5}; a[a[0]++]++; R = a[0];",
    "compound assignment and a step": "int x = 1; x += x++; R = x;",
    "compound assignment and an assignment": "int x = 1; x += (x = 3, 2); R = x;",
    "compound assignment of elements": "int a[2] = {1, 2}, k = h; a[1] += a[k]++; R = a[1];",
    "a branch that is taken": "int x = 1, c = h; R = (c ? x++ : 4) + x;",
    "a write in a branch that is taken": "int a[2] = {1, 2}, c = h, k = 1; R = (c && (a[k] = 9)) + a[1];",
    "a branch for the same element": "int a[2] = {1, 2}, c = 0, k = h; R = (c ? a[0]++ : a[1]++) + a[k];",
    "and without its second operand": "int x = 0; x = x++ && h; R = x;",
    "a conditional without its second operand": "int x = 1; x = x++ ?: 3; R = x;",
    "bytes of a union that overlap": "union word u; u.w = 0; R = u.w + (u.c[h] = 3);",
    "halves and bytes of a union": "GU.w = 0; GU.half.hi = GU.c[2 + h] = 1; R = GU.w;",
    "a union behind a pointer": "union word u, *x = &u; int k = h; x->w = x->c[k] = 1; R = x->w;",
    "a bit-field": "struct bits b = {1}; b.f = b.f++; R = b.f;",
    "a bit-field behind a pointer": "struct bits b = {1}, *x = &b; x->g = x->g++; R = b.g;",
    "an initialiser list": "int x = 1; int b[2] = {x++, x}; R = b[0];",
    "calls that write the same": "R = set(1) * 10 + set(2); R += G;",
    "a call that writes and one that reads": "R = set(1) * 10 + get();",
    "a call and a read": "G = 1; R = G + set(4);",
    "a call and a write that is not done": "G = 1; R = (G = 2) + set(4);",
    "a call that writes behind a pointer": "int x = 1; R = x + fill(&x, 4);",
    "calls that write the same behind a pointer": "int x = 1; R = fill(&x, 3) * 10 + fill(&x, 4) + x * 0;",
    "a statement expression": "int x = 1; R = ({ x++; x; }) + x;",
    "a pointer and its step": "int a[3] = {1, 2, 3}, *p = a; *p++ = p != a; R = a[0];",
    "a pointer and its step, by way of another": "int a[3] = {1}, *p = a, **pp = &p; R = *p++ + **pp;",
    "a chain": "int a[5], k = h; a[0] = a[k] = a[2] = a[k + 1] = a[4] = 6; R = a[2];",
    "a compound literal": "int x = 1; x = (int[]){x++}[0]; R = x;",
}


def _case(body: str) -> Case:
    function = f"void t(int h)\n{{ unsigned long long R = 0; {body}\nt_r = R; }}\n"
    return Case(
        "t", f"unsigned long long t_r;\n{_COMMON}{function}", (), ("t_r",), ((0, 0, 0, 0, 0, 0, 0, 1),)
    )


@pytest.mark.parametrize("name", DEFINED)
def test_defined(name: str) -> None:
    body, expected = DEFINED[name]
    assert memory_outcomes(_case(body), "LP64") == [(expected,)]


@pytest.mark.parametrize("name", UNDEFINED)
def test_undefined(name: str) -> None:
    (found,) = memory_outcomes(_case(UNDEFINED[name]), "LP64")
    assert isinstance(found, str) and found.startswith("unsequenced")


@pytest.mark.parametrize("flags", [("-O0",), ("-O2", "-fno-strict-aliasing")])
def test_gcc_agrees(flags: tuple[str, ...]) -> None:
    native_or_skip("LP64")
    functions = "".join(
        f"unsigned long long t{n}(int h)\n{{ unsigned long long R = 0; {body}\nreturn R; }}\n"
        for n, (body, _) in enumerate(DEFINED.values())
    )
    calls = "".join(f'printf("%llu\\n", t{n}(1));' for n in range(len(DEFINED)))
    text = f"#include <stdio.h>\n{_COMMON}{functions}int main(void) {{ {calls} return 0; }}"
    printed = run_natively(text, "LP64", flags).split()
    assert dict(zip(DEFINED, map(int, printed), strict=True)) == {n: e for n, (_, e) in DEFINED.items()}


_GIVEN = "void reach_error(void); int __VERIFIER_nondet_int(void);"


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (
            "int a[4] = {0}; if (x >= 0 && x < y && y < 4) { a[x] = a[y] = 1; if (!a[x]) reach_error(); }",
            Holds,
        ),
        (
            "int a[4] = {0}; if (x >= 0 && x < y && y < 4) { a[x] = a[y] = 1; if (a[x]) reach_error(); }",
            Fails,
        ),
        (
            "int a[4] = {0}; if (x >= 0 && x <= y && y < 4) { a[x] = a[y] = 1; if (!a[x]) reach_error(); }",
            Unknown,
        ),
        ("int a[4] = {0}; x &= 3; y &= 3; if ((a[x] = 1) + 1 / (a[y] + 1) > 2) reach_error();", Unknown),
        (
            "int v = 0, w = 0, *p = &v, *q = x ? &w : &v; if (x) { *p = *q = 1; if (!v) reach_error(); }",
            Holds,
        ),
        ("int v = 0, w = 0, *p = &v, *q = x ? &w : &v; *p = *q = 1; if (!v) reach_error();", Unknown),
    ],
)
def test_verdicts(body: str, kind: type) -> None:
    text = (
        f"{_GIVEN} int main(void) {{ int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); {body} }}"
    )
    program = translate("t.c", text, COptions()).program
    (result,) = check_program(program, CheckOptions(seconds=60))
    assert isinstance(result.verdict, kind)


def test_violations_behind_a_clash_are_not_told() -> None:
    """The clash comes before what is computed from it."""
    text = f"{_GIVEN} int main(void) {{ int a[2] = {{1, 1}}, k = 1; return (a[k] = 0) + 1 / a[1]; }}"
    program = translate("t.c", text, COptions(properties=frozenset({"div"}))).program
    for result in check_program(program, CheckOptions(seconds=60)):
        assert isinstance(result.verdict, Unknown)
