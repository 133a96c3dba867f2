"""C to IR: single rules of the language, each in a line or two."""

from __future__ import annotations

import pytest

from maymust.diagnostics import InputError
from maymust.frontends.c import COptions, DataModel, Translation, translate
from maymust.frontends.c.source import CallSite, InputCall, LabelSite, Uninitialised
from maymust.ir.program import Assign, Assume, Call, Error, Havoc, Return, Statement, Unmodelled


def c(
    text: str, entry: str | None = None, model: DataModel = "LP64", *, globals_are_inputs: bool = False
) -> Translation:
    return translate("t.c", text, COptions(entry, model, globals_are_inputs))


def statements(translation: Translation, procedure: str = "f") -> list[Statement]:
    return [edge.statement for edge in translation.program.procedures[procedure].edges]


def unmodelled(text: str) -> list[str]:
    return [s.construct for s in statements(c(text, "f")) if isinstance(s, Unmodelled)]


def returned(expression: str, parameters: str = "void", result: str = "long long") -> int:
    """The constant that a function returns."""
    found = [
        s
        for s in statements(c(f"{result} f({parameters}) {{ return {expression}; }}"))
        if isinstance(s, Return)
    ]
    (value,) = found[0].values
    assert value.value is not None
    return value.value


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("-1 < 1u", 0), ("(char)200 < 0", 1), ("(unsigned char)300", 44), ("(_Bool)256", 1),
        ("'a' + 1", 98), ("-7 / 2", -3), ("-7 % 2", -1), ("-8 >> 1", -4), ("-8u >> 1", 2147483644),
        ("1 ? -1 : 0u", 4294967295), ("sizeof(long)", 8), ("2147483647 + 1", -2147483648), ("~0ull >> 63", 1),
        ("!5 + !!7", 1), ("(1, 2)", 2), ("sizeof(int[3]) == 12 && sizeof(char) == 1", 1),
        ("(short)40000", -25536), ("__builtin_expect(6, 0)", 6),
    ],
)  # fmt: skip
def test_constants(expression: str, value: int) -> None:
    assert returned(expression) == value % 2**64


def test_data_models() -> None:
    text = "unsigned long f(void) { return sizeof(long) * 10 + sizeof(void *); }"
    for model, value in (("ILP32", 44), ("LP64", 88)):
        assert Return not in map(type, statements(c(text, model=model), "%start")[:-1])  # type: ignore[arg-type]
        (result,) = statements(c(text, model=model))  # type: ignore[arg-type]
        assert isinstance(result, Return) and [v.value for v in result.values] == [value]


@pytest.mark.parametrize(
    ("body", "constructs"),
    [
        ("return x + x++;", ["unsequenced side effects on `x`"]),
        ("x = x++; return x;", ["unsequenced side effects on `x`"]),
        ("return h(x++, x);", ["unsequenced side effects on `x`"]),
        ("return g + set();", ["unsequenced side effects on `g`"]),
        ("return set() + set();", ["unsequenced side effects on `g`"]),
        ("g += set(); return g;", ["unsequenced side effects on `g`"]),
        ("return stop(x) + fail(x);", ["unsequenced calls that may end the program"]),
        ("g = set(); x = (x++, 3); return x++ && x ? x : x + 1;", []),
        ("return stop(x) + stop(x) + (x = 2) + g;", ["unsequenced side effects on `x`"]),
        ("return x / 2 + x % 3 + (x << 4) + (x >> 31);", []),
        ("return x / 0;", ["division by zero"]),
        ("return x >> 32;", ["shift by more than the width"]),
    ],
)
def test_order_and_undefined(body: str, constructs: list[str]) -> None:
    prelude = """
        void abort(void); void reach_error(void); int g; int set(void) { g = 1; return 2; }
        int h(int a, int b) { return a + b; }
        int stop(int a) { if (a) abort(); return a; } int fail(int a) { if (a) reach_error(); return a; }
    """
    assert unmodelled(f"{prelude} int f(int x) {{ {body} }}") == constructs


VARIABLE_ARRAY = [
    "variable-length array of more than the address space",
    "variable-length array without elements",
    "access far behind null",
    "access of memory that is not there",
    "access far behind null",
    "access of memory that is not there",
]


@pytest.mark.parametrize(
    ("body", "constructs"),
    [
        ("int *p = &x; return x;", []),  # the address is never used
        ("int *p = &x; *p = 1; return x;", ["access of memory that is not there"]),
        ("int a[3]; return a[x];", ["array index out of bounds"]),
        ("int a[2][x]; return 0;", ["variable-length array `a`"]),
        ("if (x < 1 || x > 9) return 0; int a[x]; a[0] = 1; return a[x - 1];", VARIABLE_ARRAY),
        ("float y = x; return y > 1;", []),
        ("long double y = x; return y > 1;", ["`>` on a floating-point number"]),
        ("if (x) return 1; asm(\"nop\"); return 0;", ["inline assembly"]),
        ("scan(&x); return x;", []),
        ("sprintf((char *)&x, \"%d\", x); return x;", []),
        ("sprintf((char *)&x, \"%.f\", x / 2.0); return x;", ["`sprintf`"]),
        ("printf(\"%d\", x); return x;", []),
        ("int y __attribute__((cleanup(clean))) = 1; return y;", ["attribute of `y`"]),
        ("int (*p)(int) = 0; return p(x);", ["call through a pointer"]),
        ("__int128 y = x; return y > 1;", ["`>` on a 128-bit integer"]),
        ("if (x) __builtin_unreachable(); return 0;", ["undefined: __builtin_unreachable"]),
        ("return __builtin_popcount(x);", []),
        ("return __builtin_return_address(0) != 0;", ["`__builtin_return_address`"]),
        ("return 0; { int *p; *p = 3; }", []),  # not reached
    ],
)  # fmt: skip
def test_unmodelled(body: str, constructs: list[str]) -> None:
    prelude = "#include <stdio.h>\nvoid scan(int *); void clean(int *p) {}"
    assert unmodelled(f"{prelude}\nint f(int x) {{ {body} }}") == constructs


def test_truth_values_from_outside_are_one_bit() -> None:
    found = statements(c("_Bool g(void); _Bool f(_Bool a) { _Bool b; return a + b + g(); }"))
    havocs = [s for s in found if isinstance(s, Havoc)]
    assert [h.target.width for h in havocs] == [8, 1]  # what was never set is any byte
    start = statements(c("_Bool f(_Bool a) { return a; }"), "%start")
    assert isinstance(start[0], Havoc) and start[0].target.width == 1 and start[0].kind == "parameter"


def test_globals_as_inputs() -> None:
    text = "int g = 3; const int k = 4; int f(void) { return g + k; }"
    plain = statements(c(text), "%start")
    assert [type(s) for s in plain[:2]] == [Assign, Assign]
    inputs = statements(c(text, globals_are_inputs=True), "%start")
    assert isinstance(inputs[0], Havoc) and inputs[0].kind == "global" and isinstance(inputs[1], Assign)


def test_assumption_and_stop_leave_no_other_way() -> None:
    found = statements(
        c("void abort(void); void __VERIFIER_assume(int); int f(int x) { __VERIFIER_assume(x); abort(); }")
    )
    assert [type(s) for s in found] == [Assume]


def test_warning_for_each_function_without_body() -> None:
    translation = c(
        "int a(void); void b(int); int nondet_int(void); int f(void) { b(a()); return a() + nondet_int(); }"
    )
    assert [w.message for w in translation.warnings] == [
        "`b` has no body: it is assumed to change nothing",
        "`a` has no body: its result is an input, and it is assumed to change nothing else",
    ]


def test_properties_in_source_order() -> None:
    text = """#include <assert.h>
    void __VERIFIER_error(void);
    int late(int x) { assert(x > 0 && "why"); return x; }
    int main(void) { int x; if (x) goto ERROR; late(x); if (x) { ERROR: __VERIFIER_error(); } return 0; }"""
    found = c(text).program.properties
    assert [(p.id, p.kind, p.description, p.span.line) for p in found] == [
        ("P1", "assert", 'x > 0 && "why"', 3),
        ("P2", "unreach", "call of __VERIFIER_error()", 4),
    ]


def test_source_for_exporters() -> None:
    text = """int in(void); void reach_error(void);
    int main(void) { int x, y = in(); if (x) reach_error(); if (y) goto ERROR; return 0; ERROR: ; }"""
    translation = c(text)
    source = translation.source
    assert source.text == text.encode()
    by_origin = {type(origin): origin for origin in source.origins.values()}
    assert by_origin[InputCall] == InputCall("in")
    x = by_origin[Uninitialised]
    assert (
        isinstance(x, Uninitialised)
        and x.initialiser_at is not None
        and text[: x.initialiser_at].endswith("int x")
    )
    call, label = source.violations["P1"], source.violations["P2"]
    assert isinstance(call, CallSite) and text[call.start : call.end] == "reach_error"
    assert isinstance(label, LabelSite) and text[: label.after].endswith("ERROR:")
    assert source.input_functions == ("in",)
    for procedure, location in source.origins:
        edges = translation.program.procedures[procedure].outgoing()[location]
        assert [type(e.statement) for e in edges] == [Havoc]


@pytest.mark.parametrize("call", ["g(2)", "(*(int (*)()) g)(2)", "p(2)", "g(x == 1)"])
def test_numbers_for_a_parameter_of_type_bool_without_a_prototype(call: str) -> None:
    """C converts them, compilers do not."""
    text = f"int g(b) _Bool b; {{ return b; }} int f(int x) {{ int (*p)() = g; return {call}; }}"
    assert "argument of `g` of a type that does not fit" in unmodelled(text)


def test_bool_for_a_parameter_of_type_bool_without_a_prototype() -> None:
    text = "int g(b) _Bool b; { return b; } int f(int x) { _Bool y = x; return g(y); }"
    assert unmodelled(text) == []


def test_calls_without_a_prototype() -> None:
    assert unmodelled("int g(a) char a; { return a; } int f(int x) { return g(x); }") == []
    assert unmodelled("int g(a) int a; { return a; } int f(long x) { return g(x); }") == [
        "argument of `g` of a type that does not fit"
    ]
    assert unmodelled("int g(a) int a; { return a; } int f(int x) { return g(); }") == [
        "call of `g` with a wrong number of arguments"
    ]


def test_only_what_the_entry_reaches() -> None:
    program = c(
        "int a(void) { return 1; } int b(void) { return a(); } int f(void) { return 2; }", "b"
    ).program
    assert list(program.procedures) == ["%start", "b", "a"]
    assert [
        s.callee for s in statements(c("int f(void) { return 2; }"), "%start") if isinstance(s, Call)
    ] == ["f"]


def test_declaration_that_leaks_out_of_a_branch() -> None:
    """Clang takes it with the scopes of C89; found by random mutation."""
    assert unmodelled("int f(int a) { if (a) if (a) int y = 1; y++; return y; }") == [
        "declaration where a statement must be"
    ]


def test_error_function_with_a_body_ends_the_path() -> None:
    found = statements(c("void reach_error(void) { } int f(int x) { reach_error(); return x; }", "f"))
    assert [type(s) for s in found] == [Error]


@pytest.mark.parametrize("entry", ["mian", "nothing"])
def test_unknown_entry(entry: str) -> None:
    with pytest.raises(InputError, match="there is no function"):
        c("int main(void) { return 0; }", entry)
