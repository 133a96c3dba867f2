"""What is read from C: types, layouts, members, conversions, literals, initialisers, addresses."""

from __future__ import annotations

import dataclasses
import struct

import pytest

from helpers.c_trees import global_named, misfits, nodes_of, read
from maymust.frontends.c.escapes import address_taken
from maymust.frontends.c.tree import (
    Assignment,
    Binary,
    CallExpression,
    Cast,
    CompoundLiteral,
    Conditional,
    Constant,
    Declare,
    ElementRange,
    Expression,
    FloatConstant,
    FunctionName,
    InitList,
    Member,
    Name,
    Opaque,
    Return,
    Step,
    Subscript,
    Text,
    Unary,
    promoted_operand,
    walk,
)
from maymust.frontends.c.types import (
    INT,
    VLA,
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


def returned(text: str, model: str = "LP64") -> Expression:
    """What `f` returns."""
    nodes = nodes_of(read(text, model))
    value = next(node.value for node in nodes if isinstance(node, Return))
    assert value is not None
    return value


def initial(text: str, name: str = "x") -> Expression:
    """The initial value of a global variable."""
    found = read(text)
    return found.initial_value(global_named(found, name))


def show(expression: Expression) -> str:
    """An expression in short: `a@` is an array or function that becomes a pointer."""
    match expression:
        case Constant(value=value):
            return str(value)
        case Name(variable=variable):
            return variable.name
        case FunctionName(name=name):
            return name
        case Member(base=base, field=field):
            return f"{show(base)}.{field.name or '_'}"
        case Subscript(base=base, index=index):
            return f"{show(base)}[{show(index)}]"
        case Unary(op=op, operand=operand):
            return f"({op}{show(operand)})"
        case Cast(operand=operand, type=type_):
            if isinstance(operand.type, ArrayType | FunctionType):
                return f"{show(operand)}@"
            return f"({type(type_).__name__.removesuffix('Type')}){show(operand)}"
        case Binary(op=op, left=left, right=right):
            return f"({show(left)} {op} {show(right)})"
        case Assignment(target=target, value=value):
            return f"{show(target)} = {show(value)}"
        case CallExpression(function=name, callee=callee, arguments=arguments):
            return f"{name or show(callee)}({', '.join(map(show, arguments))})"
        case Text(text=text):
            return text
        case CompoundLiteral(initialiser=inner):
            return f"literal{show(inner)}"
        case InitList(items=items):
            return "{" + ", ".join(f"{show_path(item.path)}={show(item.value)}" for item in items) + "}"
        case Opaque(construct=construct):
            return f"<{construct}>"
    raise AssertionError(expression)


def show_path(path: tuple[int | ElementRange, ...]) -> str:
    return ".".join(str(i) if isinstance(i, int) else f"{i.low}-{i.high}" for i in path)


# -- types -----------------------------------------------------------------------------------------------


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
    assert [variable.name for variable in found.globals() if variable.outside] == ["e", "o"]
    assert show(found.initial_value(global_named(found, "a"))) == "{0=(&b)}"
    assert show(found.initial_value(global_named(found, "b"))) == "{0=(&a)}"


def test_lifetime_of_compound_literals() -> None:
    found = read("int *x = (int[]){1}; void f(void) { int *y = (int[]){2}; }")
    outside = walk(found.initial_value(global_named(found, "x")))
    literals = [n.lasting for n in (*outside, *nodes_of(found)) if isinstance(n, CompoundLiteral)]
    assert literals == [True, False]


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
