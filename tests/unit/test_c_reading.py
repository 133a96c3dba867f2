"""What is read from C: members, conversions, promotions, addresses."""

from __future__ import annotations

import dataclasses

import pytest

from helpers.c_expressions import show
from helpers.c_trees import misfits, nodes_of, read
from maymust.frontends.c.tree.escapes import address_taken
from maymust.frontends.c.tree.expressions import Conditional, Member, Opaque, Step, Subscript, Unary
from maymust.frontends.c.tree.nodes import promoted_operand, walk
from maymust.frontends.c.tree.statements import Declare, Return
from maymust.frontends.c.types import INT, VLA, ArrayType, FunctionType, IntType, PointerType

CHAR = IntType(8, True)


# -- expressions -----------------------------------------------------------------------------------------

RECORDS = """
typedef struct N {
    int v; struct N *next; int a[3]; struct { int x; union { int i; struct { int deep; }; }; };
} N;
N n, *p, na[4]; int a[3], m[2][3], i; char c; int (*fp)(int); int g(int); void *q; N make(void);
"""


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("n.v", "n.v"),
        ("p->v", "(*p).v"),
        ("(*p).next->next->v", "(*(*(*p).next).next).v"),
        ("p->a[i]", "(*p).a@[i]"),
        ("n.x", "n._.x"),
        ("p->i", "(*p)._._.i"),
        ("n.deep", "n._._._.deep"),
        ("na[i].a[2]", "na@[i].a@[2]"),
        ("na->v", "(*na@).v"),
        ("a[1]", "a@[1]"),
        ("1[a]", "a@[1]"),
        ("m[1][i]", "m@[1]@[i]"),
        ("*(a + i)", "(*(a@ + i))"),
        ("*a", "(*a@)"),
        ("*&i", "i"),
        ("*(int *)(char *)&i", "i"),
        ("*(unsigned *)&i", "(Int)(*(Pointer)(&i))"),
        ("(&n)->v", "n.v"),
        ("fp(3)", "fp(3)"),
        ("(*fp)(3)", "(*fp)@(3)"),
        ("(&g)(3)", "g(3)"),
        ("make().v", "make().v"),
        ("__builtin_expect(i, 0)", "(Int)(Int)i"),
        ("__builtin_choose_expr(1, i, c)", "i"),
        ("__builtin_choose_expr(0, n, n.v)", "n.v"),
        ("((N){ .v = i }).v", "literal{0=i}.v"),
        ("(long)q == 3", "((Int)q == (Int)3)"),
        ("q == 0", "(q == (Pointer)0)"),
        ("p - na", "(Int)(p - na@)"),
        ('"abc"[i]', '(Int)"abc"@[i]'),
    ],
)
def test_expressions(expression: str, expected: str) -> None:
    found = read(f"{RECORDS} int f(void) {{ return {expression}; }}")
    nodes = nodes_of(found)
    value = next(node.value for node in nodes if isinstance(node, Return))
    assert value is not None and show(value) == expected
    assert misfits(found, nodes) == []


def test_parameters_are_pointers() -> None:
    """Libclang shows such a parameter, and what is computed from it, as an array or function."""
    found = read(
        "int f(int a[3][4], int g(int), int n, int v[n]) {"
        " int (*b)[4] = a; b = a + 1; a = b; a++; int (**c)[4] = &a; b = *&a; b = n ? a : b; b = (0, a);"
        " g = g; return g(1) + (*g)(2) + a[1][2] + **a + v[1] + (*c)[1][2]; }"
    )
    row = PointerType(ArrayType(INT, 4), 64)
    function = found.function("f")
    assert [parameter.type for parameter in function.parameters] == [
        row,
        PointerType(FunctionType(INT, (INT,), False, True), 64),
        INT,
        PointerType(INT, 64),
    ]
    nodes = walk(function.body)
    assert misfits(found, nodes) == []
    assert not [n for n in nodes if isinstance(n, Opaque)]
    arrays = [
        n for n in nodes if not isinstance(n, Declare) and isinstance(getattr(n, "type", None), ArrayType)
    ]
    assert {type(n) for n in arrays} <= {Subscript, Unary}
    assert [n.type for n in nodes if isinstance(n, Step | Conditional)] == [row, row]


def test_type_of_a_parameter_is_no_array() -> None:
    found = read(
        "int f(int a[3]) { __typeof__(a) b = a; typedef __typeof__(a) T; T c = a; __auto_type d = a;"
        " __typeof__(*a) e[3]; return *b + *c + *d; }"
    )
    declared = [n.variable.type for n in nodes_of(found) if isinstance(n, Declare)]
    assert declared == [PointerType(INT, 64)] * 3 + [ArrayType(INT, 3)]
    assert misfits(found, nodes_of(found)) == []


def test_rows_of_variable_size_are_not_read() -> None:
    found = read("int f(int n, int a[][n]) { int (*b)[n]; return a[1][2]; }")
    assert found.function("f").parameters[1].type == PointerType(VLA, 64)
    assert [n.construct for n in nodes_of(found) if isinstance(n, Opaque)] == ["array element"]


@pytest.mark.parametrize(
    ("member", "signed", "width"),
    [
        ("unsigned m : 3", True, 32),
        ("unsigned m : 31", True, 32),
        ("unsigned m : 32", False, 32),
        ("int m : 32", True, 32),
        ("_Bool m : 1", True, 32),
        ("unsigned long m : 20", True, 32),
        ("unsigned long m : 32", False, 32),
        ("unsigned long m : 64", False, 64),
        ("unsigned char m", True, 32),
        ("unsigned m", False, 32),
    ],
)
def test_promotion_of_members(member: str, signed: bool, width: int) -> None:
    found = read(f"struct {{ {member}; }} s; void f(void) {{ s.m++; }}")
    (step,) = [n for n in nodes_of(found) if isinstance(n, Step)]
    assert promoted_operand(step.target) == IntType(width, signed)


@pytest.mark.parametrize(
    ("expression", "read_"),
    [
        ("s.a++ - 5 < 0", False),
        ("(0, s.a) < -1", False),
        ("1 ? --s.a : -1", False),
        ("(s.a = 1) - 2 < 0", True),
        ("(s.a += 1) - 2 < 0", True),
        ("s.a - 2 < 0", True),
        ("s.a++", True),
        ("s.b++ - 5 < 0", True),
        ("s.c++ - 5 < 0", True),
    ],
)
def test_promotion_that_compilers_disagree_about(expression: str, read_: bool) -> None:
    record = "struct { unsigned a : 3; int b : 3; unsigned char c : 3; } s;"
    found = read(f"{record} int f(void) {{ return {expression}; }}")
    assert any(isinstance(n, Opaque) for n in nodes_of(found)) != read_


def test_wide_bit_fields_are_not_read() -> None:
    """Gcc computes `s.m << 1` with 40 bits, clang with 64."""
    found = read("struct { unsigned long m : 40; } s; int f(void) { s.m = 1; return s.m << 1; }")
    assert {n.construct for n in nodes_of(found) if isinstance(n, Opaque)} == {
        "bit-field that is wider than int"
    }


def test_misfits_are_seen() -> None:
    found = read(f"{RECORDS} int f(void) {{ return p->v; }}")
    member = next(node for node in nodes_of(found) if isinstance(node, Member))
    assert len(misfits(found, [member, dataclasses.replace(member, type=CHAR)])) == 1


# -- addresses -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "taken"),
    [
        ("a[i] = na[i].a[1] + *a + m[1][i] + n.v + sizeof a + sizeof(&i) + n.a[i];", ""),
        ("p->v = p[3].a[i] + (&p->a[1])[2];", ""),
        ("q = &p[1]; q = p->a; q = &p->v; q = p->next;", ""),
        ("n = na[1]; n = *p; p = 0;", ""),
        ("i = *&i + (&n)->v;", ""),
        ("q = &i;", "i"),
        ("q = &n.v;", "n"),
        ("q = &n.a[1];", "n"),
        ("q = &na[i].a[1];", "na"),
        ("q = a;", "a"),
        ("i = *(a + 1);", "a"),
        ("q = n.a;", "n"),
        ("q = m[1];", "m"),
        ("q = &m[1];", "m"),
        ("q = &a;", "a"),
        ("if (a == q) ;", "a"),
        ("i = na->v + (*m)[1];", ""),
        ("i = (*(m + 1))[1];", "m"),
        ("q = i ? a : 0; (void)n;", "a"),
        ("g(*a); (void)a;", ""),
    ],
)
def test_address_taken(statement: str, taken: str) -> None:
    found = read(f"{RECORDS} void f(void) {{ {statement} }}")
    assert " ".join(sorted(variable.name for variable in address_taken(nodes_of(found)))) == taken
