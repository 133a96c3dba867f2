"""C tests that build the memory which a failing run starts with."""

from __future__ import annotations

import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from maymust.certificates.c import text as c_text
from maymust.certificates.c.emitted_test import c_test
from maymust.certificates.c.native import confirm_natively
from maymust.frontends.c import COptions, translate
from maymust.interp.replay import InputValue, Violated, replay
from maymust.ir.memory import Scalar
from maymust.terms import Value, array_value, filled

FIRST = 1 << 31  # the first object outside
HEAD = "extern void reach_error(void); extern void *malloc(unsigned long);\n"


def written(text: str, values: list[Value], entry: str = "f", *, may_fail: bool = False) -> str:
    """The C test of the run that reads these values, one after the other. Requires that it fails."""
    options = COptions(entry=entry, malloc_may_fail=may_fail)
    translation = translate("f.c", HEAD + text, options)
    program = translation.program
    test: list[InputValue] = []
    for _ in values:
        run = replay(program, test)
        nodes = [given.node for _, given in run.inputs]
        test = [InputValue(node, value) for node, value in zip(nodes, values, strict=False)]
    run = replay(program, test)
    assert run.end == Violated("P1"), [(e.statement, g) for e, g in run.inputs]
    return c_test(translation.source, program, run, program.properties[0])


def confirmed(test: str) -> None:
    """The test fails when it is compiled and run, if that is possible here."""
    if shutil.which("gcc"):
        native = confirm_natively(test, "LP64")
        assert native.outcome == "confirmed", f"{native.detail}\n{test}"


def by_object(default: int, *elements: int) -> Value:
    """The contents of a cell: of the objects outside, in order, and of all others."""
    return array_value(32, default, enumerate(elements, FIRST))


def test_a_list_is_built_as_far_as_it_goes() -> None:
    text = """struct node { int value; struct node *next; };
    void f(struct node *p) { int n = 0; for (; p; p = p->next) n += p->value; if (n == 6) reach_error(); }"""
    test = written(text, [by_object(7, 1, 2, 3), by_object(FIRST + 9, FIRST + 1, FIRST + 2, 0), FIRST])
    assert "static struct node maymust_object_1 = {.value = 1, .next = &maymust_object_2};" in test
    assert "static struct node maymust_object_2 = {.value = 2, .next = &maymust_object_3};" in test
    assert "static struct node maymust_object_3 = {.value = 3};" in test
    assert "maymust_object_4" not in test
    assert "maymust_entry((void *)&maymust_object_1);" in test
    confirmed(test)


def test_equal_numbers_are_one_object() -> None:
    text = "void f(int *a, int *b) { if (a && b) { *a = 1; *b = 2; if (*a == 2) reach_error(); } }"
    test = written(text, [by_object(0, 5), FIRST, FIRST])
    assert "maymust_entry((void *)&maymust_object_1, (void *)&maymust_object_1);" in test
    confirmed(test)


def test_a_ring_leads_back_to_its_start() -> None:
    text = """struct ring { struct ring *next; };
    void f(struct ring *p) { if (p && p->next != p && p->next && p->next->next == p) reach_error(); }"""
    test = written(text, [by_object(0, FIRST + 1, FIRST), FIRST])
    assert "maymust_object_2 = {.next = &maymust_object_1};" in test
    confirmed(test)


def test_pointers_to_what_the_program_has() -> None:
    text = """int g = 5; int twice(int x) { return 2 * x; }
    struct s { int (*call)(int); int *where; };
    void f(struct s *p) {
        int (*mine)(int) = p ? p->call : 0; int *here = p ? p->where : 0;
        if (mine == twice && here == &g) reach_error();
        mine = twice; here = &g;
    }"""
    memory = translate("f.c", HEAD + text, COptions(entry="f")).program.memory
    (twice,), (g,) = memory.functions, memory.named
    test = written(text, [by_object(0, twice), by_object(0, g), FIRST])
    assert "static struct s maymust_object_1 = {.call = &twice, .where = &g};" in test
    confirmed(test)


def test_what_has_no_name_is_bytes() -> None:
    text = """typedef struct { union { int i; char c[4]; } u; short s; int *p; } cell;
    void f(cell *c) { if (c && c->u.c[1] == 2 && c->s == -1 && c->p && *c->p == 3) reach_error(); }"""
    everywhere: list[Value] = [filled(64, 2), filled(32, 0xFFFF), filled(32, FIRST), filled(32, 3), FIRST]
    test = written(text, everywhere)
    assert "maymust_object_1[16] __attribute__((aligned(16))) = {2, 2, 2, 2, 255, 255, 0" in test
    assert "*(void **)(maymust_object_1 + 8) = &maymust_object_2;" in test
    confirmed(test)


def test_results_are_what_functions_without_a_body_return() -> None:
    text = """struct pair { float x; char c[2]; int *p; };
    extern struct pair make(void); extern double number(void); extern int *where(void);
    void f(void) {
        struct pair a = make();
        if (a.x == 1.5f && a.c[1] == 7 && a.p && *a.p == 4 && number() == -2 && where() == a.p) reach_error();
    }"""
    (x,), (number,) = struct.unpack("<I", struct.pack("<f", 1.5)), struct.unpack("<Q", struct.pack("<d", -2))
    test = written(text, [by_object(0, 4), x, array_value(32, 0, [(1, 7)]), FIRST, number, FIRST])
    assert "static void *const maymust_pointers[] = {0, &maymust_object_1};" in test
    confirmed(test)


def test_uninitialised_variables_are_filled() -> None:
    text = """struct t { int a[3]; struct t *next; double d; };
    void f(void) {
        struct t s, *p = &s; int b[2][3]; float z; int *q;
        if (p->a[1] == 3 && b[1][2] == -4 && s.d == 2.5 && z == 1.5f && q) reach_error();
    }"""
    (x,), (d,) = struct.unpack("<I", struct.pack("<f", 1.5)), struct.unpack("<Q", struct.pack("<d", 2.5))
    parts = [array_value(64, 0, [(4, 3)]), d, array_value(32, 0, [(5, (1 << 32) - 4)]), x, 1]
    test = written(text, [0, 0, *parts])
    assert "struct t s, *maymust_at_" in test
    assert "float z = maymust_float(maymust_input()); int *q = (void *)maymust_input();" in test
    assert "Not fed" not in test
    confirmed(test)


def test_blocks_of_a_loop_are_filled_each_time() -> None:
    text = """void f(void) {
        int n = 0;
        for (int i = 0; i < 3; i++) { short b[3]; if (b[2] == i + 5) n++; }
        if (n == 3) reach_error();
    }"""
    test = written(text, [array_value(32, 0, [(2, i + 5)]) for i in range(3)])
    assert test.count("b[], line 4: 6 bytes") == 3
    confirmed(test)


ALLOCATES = "void f(void) { int *p = malloc(8), *q = malloc(8); if (!q && p[1] == 3) reach_error(); }"


def test_what_is_allocated_is_filled_or_fails() -> None:
    test = written(ALLOCATES, [filled(32, 3), 0, 1], may_fail=True)
    assert "int *p = maymust_fresh(malloc(8)), *q = maymust_fresh(malloc(8));" in test
    assert "18446744073709551615ULL, /* malloc() fails, line 2 */" in test
    confirmed(test)


def test_pointers_in_what_is_allocated_are_not_set() -> None:
    text = """struct n { int v; struct n *next; };
    void f(void) { struct n *p = malloc(sizeof *p); if (p->v == 9 && p->next) reach_error(); }"""
    test = written(text, [filled(32, 9)])
    assert f"{0xBEBEBEBEBEBEBEBE}ULL" in test
    confirmed(test)


def test_what_is_not_fed_is_told() -> None:
    large = "void f(void) { int *p = malloc(80000), i = 7; if (p[i] == 3) reach_error(); }"
    test = written(large, [filled(64, 3)])
    assert "Not fed, for want of a place to do so: what is allocated in line 2, which is large" in test
    long = """void f(void) { int *p = malloc(8);
        for (int i = 0; i < 12000; i++) ; if (p[1] == 3) reach_error(); }"""
    test = written(long, [filled(32, 3)])
    assert "Not fed, for want of a place to do so: what is allocated: the run is long" in test
    large = "void f(void) { int a[100000], i = 77777; if (a[i] == 3) reach_error(); }"
    test = written(large, [filled(32, 3)])
    assert "Not fed, for want of a place to do so: a[] = [else 3], line 2" in test
    macro = """#define NEW malloc(8)
    void f(void) { int *p = NEW; if (p[1] == 3) reach_error(); }"""
    test = written(macro, [filled(32, 3)])
    assert "what is allocated in line 3 = {0, 0, 0, 0, 3, 0, 0, 0}" in test


def test_globals_get_their_values_before_the_start() -> None:
    text = """struct s { int k; float z; }; extern struct s t[3]; extern const double limit; extern int *p;
    void f(void) { if (t[2].k == 5 && t[0].z == 1.5f && limit == 2.5 && p && *p == 6) reach_error(); }"""
    (x,), (d,) = struct.unpack("<I", struct.pack("<f", 1.5)), struct.unpack("<Q", struct.pack("<d", 2.5))
    test = written(text, [by_object(0, 6), array_value(32, 1, [(2, 5)]), filled(32, x), d, FIRST])
    assert "t[2].k = 5;" in test
    assert "__typeof__(limit) limit = 0x1.4000000000000p+1;" in test
    assert "__typeof__(p) p = &maymust_object_1;" in test
    confirmed(test)


def test_elements_are_named_and_placed() -> None:
    part = Scalar(".a[].b[].c", "integer", 8, 8, dimensions=((2, 64), (2, 16)))
    assert list(part.elements()) == [
        (".a[0].b[0].c", 8),
        (".a[0].b[1].c", 24),
        (".a[1].b[0].c", 72),
        (".a[1].b[1].c", 88),
    ]


BITS = {
    64: (0, 1 << 63, 0x3FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000001,
         0xFFF8000000000000, 0x7FF0000000000005, 1, 0x000FFFFFFFFFFFFF),
    32: (0, 1 << 31, 0x3FC00000, 0x7F800000, 0xFF800000, 0x7FC00001, 0xFFC00000, 0x7F800005, 1, 0x3DCCCCCD),
}  # fmt: skip


def test_floating_point_constants_have_their_bits(tmp_path: Path) -> None:
    assert c_text.floating(BITS[64][4], 64) == "-__builtin_inf()"
    assert c_text.floating(BITS[64][5], 64) == '__builtin_nan("0x1")'
    compiler = shutil.which("gcc")
    if compiler is None:
        pytest.skip("needs a C compiler")
    lines = ["extern int memcmp(const void *, const void *, unsigned long);"]
    for width, kind, number in ((64, "double", "unsigned long long"), (32, "float", "unsigned")):
        constants = ", ".join(c_text.floating(bits, width) for bits in BITS[width])
        expected = ", ".join(f"{bits}u{'ll' if width == 64 else ''}" for bits in BITS[width])
        lines.append(f"static {kind} f{width}[] = {{{constants}}}; {number} e{width}[] = {{{expected}}};")
    lines.append("int main(void) { return memcmp(f64, e64, sizeof f64) || memcmp(f32, e32, sizeof f32); }")
    source = tmp_path / "bits.c"
    source.write_text("\n".join(lines))
    subprocess.run([compiler, "-w", "-o", tmp_path / "bits", source], check=True)
    assert subprocess.run([tmp_path / "bits"], check=False).returncode == 0
