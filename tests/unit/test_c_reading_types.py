"""Types and layouts that are read from C."""

from __future__ import annotations

import pytest

from helpers.c_expressions import returned
from helpers.c_trees import global_named, read
from maymust.frontends.c.tree.expressions import Constant
from maymust.frontends.c.tree.nodes import walk
from maymust.frontends.c.types import (
    INT,
    VOID,
    ArrayType,
    CType,
    FloatType,
    FunctionType,
    IntType,
    OtherType,
    PointerType,
    RecordType,
    size_of,
)

CHAR = IntType(8, True)
MODELS = {"LP64": 64, "ILP32": 32}


def type_of(declaration: str, model: str = "LP64") -> CType:
    """The type of `x`."""
    return global_named(read(declaration, model), "x").type


@pytest.mark.parametrize("model", MODELS)
def test_types(model: str) -> None:
    word = MODELS[model]

    def pointer(target: CType) -> PointerType:
        return PointerType(target, word)

    expected = {
        "int *const volatile x;": pointer(INT),
        "const char *restrict *x;": pointer(pointer(CHAR)),
        "int x[2][3];": ArrayType(ArrayType(INT, 3), 2),
        "extern int x[];": ArrayType(INT, None),
        "int x[] = {1, 2, 3};": ArrayType(INT, 3),
        "typedef int T[2]; const T x[3];": ArrayType(ArrayType(INT, 2), 3),
        "int (*x)[3];": pointer(ArrayType(INT, 3)),
        "float x;": FloatType(32),
        "double x;": FloatType(64),
        "long double x;": OtherType("floating-point number"),
        "_Complex double x;": OtherType("complex number"),
        "void (*x)(int, char[], int (int), ...);": pointer(
            FunctionType(
                VOID, (INT, pointer(CHAR), pointer(FunctionType(INT, (INT,), False, True))), True, True
            )
        ),
        "int (*x)();": pointer(FunctionType(INT, (), False, False)),
        "int (*x)(void);": pointer(FunctionType(INT, (), False, True)),
        "enum E { A } *x;": pointer(IntType(32, False)),
    }
    for text, type_ in expected.items():
        assert type_of(text, model) == type_, text


def test_records_are_nominal() -> None:
    found = read(
        "struct A { struct A *next; } x; struct B { struct A *next; } y; typedef struct A T; T z;struct C *c;"
    )
    x, y, z, c = (global_named(found, name).type for name in "xyzc")
    assert isinstance(x, RecordType) and x == z and x != y and len({x, y, z}) == 2
    assert found.types.records.fields(x)[0].type == PointerType(x, 64)
    assert isinstance(c, PointerType) and isinstance(c.target, RecordType)
    assert c.target.size is None and size_of(c.target) is None and found.types.records.fields(c.target) == ()


@pytest.mark.parametrize(
    ("model", "size", "offsets"),
    [("LP64", 32, [0, 64, 128, 131, 160, 192, 256]), ("ILP32", 24, [0, 32, 96, 99, 128, 160, 192])],
)
def test_layout(model: str, size: int, offsets: list[int]) -> None:
    found = read(
        "struct S { char a; long long b; int c : 3; int : 4; int : 0; float d; union { int u; char *p; };"
        " double z[]; } x;".replace("int : 4; int : 0;", "int e : 9; int : 0;"),
        model,
    )
    record = global_named(found, "x").type
    assert isinstance(record, RecordType) and (record.size, record.name, record.union) == (
        size,
        "struct S",
        False,
    )
    fields = [field for field in found.types.records.fields(record) if not field.padding]
    assert [field.offset for field in fields] == offsets
    assert [field.name for field in fields] == ["a", "b", "c", "e", "d", "", "z"]
    assert [field.bits for field in fields] == [None, None, 3, 9, None, None, None]
    assert [field.anonymous for field in fields] == [False] * 5 + [True, False]
    assert fields[-1].type == ArrayType(FloatType(64), None)


def test_layout_attributes() -> None:
    found = read(
        "struct __attribute__((packed)) P { char a; int b; } x;"
        "struct { char a; int b __attribute__((aligned(16))); } y;"
    )
    shapes = []
    for name in "xy":
        record = global_named(found, name).type
        assert isinstance(record, RecordType)
        shapes.append((record.size, record.alignment, found.types.records.fields(record)[1].offset))
    assert shapes == [(5, 1, 8), (32, 16, 128)]


def test_sizes_are_constants() -> None:
    text = "struct S { char c; union { int i; long l[2]; }; }; int f(void) { return EXPRESSION; }"
    for expression, value in {
        "sizeof(struct S)": 24,
        "_Alignof(struct S)": 8,
        "__builtin_offsetof(struct S, l[1])": 16,
        "sizeof(int[3][4])": 48,
        "__builtin_types_compatible_p(int, const int)": 1,
    }.items():
        constant = [
            n for n in walk(returned(text.replace("EXPRESSION", expression))) if isinstance(n, Constant)
        ]
        assert [n.value for n in constant] == [value], expression
