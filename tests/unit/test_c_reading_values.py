"""Literals and initialisers that are read from C."""

from __future__ import annotations

import struct

import pytest

from helpers.c_expressions import initial, returned, show
from helpers.c_trees import global_named, misfits, nodes_of, read
from maymust.frontends.c.tree.expressions import CompoundLiteral, FloatConstant, InitList, Name, Text
from maymust.frontends.c.tree.nodes import walk
from maymust.frontends.c.tree.statements import Declare
from maymust.frontends.c.types import FloatType, size_of

# -- literals --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("literal", "width", "value"),
    [
        ("0.1f", 32, 0.1),
        ("0.1", 64, 0.1),
        ("0x1.8p3", 64, 12.0),
        ("1e999", 64, float("inf")),
        ("3.5e-46f", 32, 0.0),
    ],
)
def test_floating_point(literal: str, width: int, value: float) -> None:
    found = returned(f"{'float' if width == 32 else 'double'} f(void) {{ return {literal}; }}")
    assert isinstance(found, FloatConstant) and found.type == FloatType(width)
    assert found.bits == int.from_bytes(struct.pack("<f" if width == 32 else "<d", value), "little")


@pytest.mark.parametrize(
    ("literal", "data"),
    [
        ('"abc"', b"abc\0"),
        ('""', b"\0"),
        ('"a" "b\\n" "\\0" "c"', b"ab\n\0c\0"),
        ('"\\x41\\101\\7\\"\\\\\\?\\a\\e"', b'AA\x07"\\?\x07\x1b\0'),
        ('"\\x1" "f"', b"\x01f\0"),
        ('"\\377é"', b"\xff\xc3\xa9\0"),
        ('u8"é"', b"\xc3\xa9\0"),
        ('L"ab"', b"a\0\0\0b\0\0\0\0\0\0\0"),
        ('L"\\x12345" L"6"', b"\x45\x23\x01\0\x36\0\0\0\0\0\0\0"),
        ('u"a€😀"', "a€😀\0".encode("utf-16-le")),
        ('U"€"', "€\0".encode("utf-32-le")),
        ("__func__", b"f\0"),
    ],
)
def test_text(literal: str, data: bytes) -> None:
    found = [
        n for n in nodes_of(read(f"int f(void) {{ const void *p = {literal}; }}")) if isinstance(n, Text)
    ]
    assert [text.data for text in found] == [data]
    assert size_of(found[0].type) == len(data)


def test_text_fills_its_array() -> None:
    for size, data in {2: b"ab", 3: b"abc", 6: b"abc\0\0\0"}.items():
        for text in ('"abc"', '{"abc"}'):
            value = initial(f"char x[{size}] = {text};")
            if isinstance(value, InitList):
                assert [item.path for item in value.items] == [()]
                value = value.items[0].value
            assert isinstance(value, Text) and value.data == data


# -- initialisers ----------------------------------------------------------------------------------------

TYPES = """
typedef struct P { int x, y; } P; typedef struct R { P p; int a[3]; union { int i; char c[2]; }; } R;
int v, *w; P g, makep(void); int k(void);
"""


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        ("P x", "{}"),
        ("int x", "0"),
        ("int x = 2 * 3 + sizeof(P)", "14"),
        ("int *x", "{}"),
        ("double x", "{}"),
        ("P x = {1}", "{0=1}"),
        ("P x = {.y = 1, .x = 2, 3}", "{0=2, 1=3}"),
        ("R x = {1, 2, 3}", "{0.0=1, 0.1=2, 1.0=3}"),
        ("R x = {{1}, {2}, 3}", "{0.0=1, 1.0=2, 2.0=3}"),
        ("R x = {.p.y = 1, 2, .a[1] = 3, 4, 5}", "{0.1=1, 1.0=2, 1.1=3, 1.2=4, 2.0=5}"),
        ("R x = {.i = 1, .c = {2, 3}}", "{2.1.0=(Int)2, 2.1.1=(Int)3}"),
        ("R x = {.p = {1, 2}, .p.x = 3}", "{0.1=2, 0.0=3}"),
        ("R x = {.p.x = 3, .p = {.y = 2}}", "{0.1=2}"),
        ("R x = {.p.x = 3, .p = {}}", "{}"),
        ("int x[] = {[2] = 1, 2, [0] = 3, 4}", "{2=1, 3=2, 0=3, 1=4}"),
        ("int x[6] = {[0 ... 3] = 1, 2, [2] = 5}", "{0-3=1, 4=2, 2=5}"),
        ("int x[2][3] = {1, 2, 3, 4}", "{0.0=1, 0.1=2, 0.2=3, 1.0=4}"),
        ("int x[2][3] = {[0][1] = 1, [1 ... 1][2] = 2}", "{0.1=1, 1-1.2=2}"),
        ("int x[2][3] = {{1}, {[1] = 2}, [0] = {4, 5}}", "{1.1=2, 0.0=4, 0.1=5}"),
        ("R x[2] = {[1].a[2] = 1}", "{1.1.2=1}"),
        ('char x[2][3] = {"ab", {"c"}, }', '{0="ab", 1="c"}'),
        ('const char *x[] = {"ab", 0}', '{0="ab"@, 1=(Pointer)0}'),
        ("int *x = &v", "(&v)"),
        ("int *x[] = {&v, &g.y, (int *)&x[1]}", "{0=(&v), 1=(&g.y), 2=(Pointer)(&x@[1])}"),
        ("double x[] = {1, {2}}", "{0=(Float)1, 1=(Float)2}"),
        ("double x = {{{1}}}", "(Float)1"),
        ("int *x = &((int *)0)[3]", "(&(Pointer)0[3])"),
        ("int (*x[2])(void) = {k, &k}", "{0=k@, 1=(&k)}"),
        ("P *x = &(P){1, 2}", "(&literal{0=1, 1=2})"),
        ("struct { int n; struct { int a, :3, b : 4; }; } x = {1, 2, 3}", "{0=1, 1.0=2, 1.2=3}"),
        ("struct { int : 3; int a; } x = {1}", "{1=1}"),
        ("int x[2] = {1, 2, 3}", "<initialiser list>"),
        ("struct { int n; int a[]; } x = {1, {2, 3}}", "<initialiser list>"),
        ('struct { char s[4]; } x = {.s = "abc", .s[1] = 1}', "<initialiser list>"),
        ("P x[4] = {[0 ... 2] = {1, 2}, [1] = {3}}", "<initialiser list>"),
        ("P x[4] = {[0 ... 2] = 1, 2}", "<initialiser list>"),
    ],
)
def test_initial_values(declaration: str, expected: str) -> None:
    assert show(initial(f"{TYPES} {declaration};")) == expected


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        ("R x = {makep(), 3}", "{0=makep(), 1.0=3}"),
        ("P x = makep()", "makep()"),
        ("P x = g", "g"),
        ("P x[3] = {g, 1, 2, {k()}}", "{0=g, 1.0=1, 1.1=2, 2.0=k()}"),
        ("int x[] = {k(), [0] = 2}", "<initialiser list>"),
        ("R x = {.p = makep(), .p.x = 1}", "<initialiser list>"),
        ("R x = {.p.x = k(), .p = g}", "<initialiser list>"),
        ("union { int a; float b; } x = {.a = k(), .b = 2}", "<initialiser list>"),
        ('char x[] = "a"', '"a"'),
        ("int x = {v}", "v"),
        ("int *x = {0}", "(Pointer)0"),
        ("int *x = (int[]){1, v}", "literal{0=1, 1=v}@"),
    ],
)
def test_initialisers_in_functions(declaration: str, expected: str) -> None:
    found = read(f"{TYPES} void f(void) {{ {declaration}; }}")
    nodes = nodes_of(found)
    value = next(node.initialiser for node in nodes if isinstance(node, Declare))
    assert value is not None and show(value) == expected
    assert misfits(found, nodes) == []


def test_static_variables_of_functions() -> None:
    found = read(
        "int k; int *f(void) {"
        " static int a = 3, *p = &a, *q = &k; static struct { int *r; } s = {&a}; p; q; s; a; }"
    )
    names = {n.variable.name: n.variable for n in nodes_of(found) if isinstance(n, Name)}
    values = {name: show(found.initial_value(variable)) for name, variable in names.items() if name != "k"}
    assert values == {"a": "3", "p": "(&a)", "q": "(&k)", "s": "{0=(&a)}"}
    assert all(variable.lasting for variable in names.values())


def test_values_from_outside_and_cycles() -> None:
    found = read(
        "extern int e; extern int *o; struct T { struct T *t; } a; struct T b = {&a}; struct T a = {&b};"
    )
    outside = [variable.name for variable in found.globals() if variable.outside]
    assert [name for name in outside if not name.startswith("__CPROVER")] == ["e", "o"]
    assert show(found.initial_value(global_named(found, "a"))) == "{0=(&b)}"
    assert show(found.initial_value(global_named(found, "b"))) == "{0=(&a)}"


def test_lifetime_of_compound_literals() -> None:
    found = read("int *x = (int[]){1}; void f(void) { int *y = (int[]){2}; }")
    outside = walk(found.initial_value(global_named(found, "x")))
    literals = [n.lasting for n in (*outside, *nodes_of(found)) if isinstance(n, CompoundLiteral)]
    assert literals == [True, False]
