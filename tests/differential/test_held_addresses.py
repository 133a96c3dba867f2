"""Integer variables that hold addresses: what programs compute with them, and where they stay unmodelled."""

from __future__ import annotations

import subprocess
from pathlib import Path
from shutil import which

import pytest

from helpers.c_types import MODELS
from helpers.memory_runs import memory_outcomes
from helpers.random_functions import Case
from maymust.checking import CheckOptions, check_program
from maymust.frontends.c import COptions, translate
from maymust.verdicts import Unknown

NODE = "#include <stdlib.h>\nstruct n { long v; struct n *next; };"
COMPUTED = {
    "a member by its distance": (
        NODE,
        "struct n a = {7, &a}; unsigned long t1, t2; t1 = (unsigned long)&a; t2 = t1 + sizeof(long);"
        "R = (*(struct n **)t2)->v; *(long *)t1 = 8; R = R * 10 + a.v;",
        78,
    ),
    "null or not": (
        NODE,
        "struct n a = {7, 0}; unsigned long t, u, z; z = (unsigned long)(struct n *)0; t = (unsigned long)&a;"
        "u = (unsigned long)a.next; R = (t == z) + 2 * (u == z) + 4 * (t != 0) + 8 * !u; if (t) R += 16;"
        "while (u) R = 0; R += t && !u ? 32 : 64;",
        62,
    ),
    "the same or another": (
        NODE,
        "struct n a, b; unsigned long t = (unsigned long)&a, u = (unsigned long)&b, w; w = t;"
        "R = (t == u) + 2 * (t == w) + 4 * (t != w); w = u; R = R * 10 + (w == (unsigned long)&b);",
        21,
    ),
    "there and back again": (
        "int a[4] = {1, 2, 3, 4};",
        "unsigned long t = (unsigned long)a, u; u = t + 12; u = u - 4; R = *(int *)u;"
        "R = R * 10 + *(int *)((unsigned long)&a[3] - 8);",
        32,
    ),
    "elements by a number that is not known": (
        "int a[4] = {1, 2, 3, 4};",
        "unsigned long t = (unsigned long)a, u; for (int k = 0; k < 4; k++)"
        "{ u = t + 4 * (unsigned long)k; R = R * 10 + *(int *)u; }",
        1234,
    ),
    "the order within an array": (
        "int a[4];",
        "unsigned long t = (unsigned long)&a[1], u = (unsigned long)&a[2]; R = (t < u) + 2 * (u <= t);",
        1,
    ),
    "a list": (
        NODE,
        "struct n *l = 0, *p; unsigned long t1, t2; for (int k = 1; k < 4; k++) { p = malloc(sizeof *p);"
        "*(long *)p = k; t1 = (unsigned long)p; t2 = t1 + sizeof(long); *(struct n **)t2 = l; l = p; }"
        "for (p = l; (unsigned long)p != 0; p = p->next) R = R * 10 + p->v;",
        321,
    ),
    "other signs": (
        "int x = 5;",
        "long t; unsigned long u; t = (long)&x; u = (unsigned long)t;"
        "R = (u == (unsigned long)&x) + *(int *)t;",
        6,
    ),
    "null that moves": (
        NODE,
        "struct n a = {7, &a}, *p = h == 1 ? 0 : &a; unsigned long t, u; t = (unsigned long)p + sizeof(long);"
        "u = t - sizeof(long); R = (t == 0) + 2 * (u == 0) + 4 * (p == 0) + 8 * (u == (unsigned long)p);",
        14,
    ),
    "a member of null, beside a pointer to the start": (
        NODE,
        "struct n a = {7, &a}, *p = h == 1 ? 0 : &a; unsigned long t, u; t = (unsigned long)p;"
        "u = t + sizeof(long); R = (t == 0) + 2 * (u == 0) + 4 * (u == sizeof(long) + (unsigned long)p);",
        5,
    ),
    "a distance in a variable": (
        "int a[4] = {1, 2, 3, 4};",
        "unsigned long t, n, u; t = (unsigned long)a; n = 8; u = t + n; R = *(int *)u;",
        3,
    ),
    "a variable of the same name in another block": (
        "int x = 5;",
        "unsigned long t = 3; { unsigned long t; t = (unsigned long)&x; R = *(int *)t; } R = R * t;",
        15,
    ),
}
NUMBERS = {
    "a remainder": "unsigned long t; t = (unsigned long)&x; R = t % 4;",
    "a product": "unsigned long t; t = (unsigned long)&x; R = t * 0;",
    "a signed sum": "long t; t = (long)&x; R = *(int *)(t + 4 - 4);",
    "what is returned": "unsigned long t; t = (unsigned long)&x; R = t;",
    "what is passed on": "unsigned long t; t = (unsigned long)&x; R = itself(t);",
    "what may be a number": "unsigned long t; if (h == 1) t = (unsigned long)&x; else t = 5; R = t == 5;",
    "what is counted": "unsigned long t; t = (unsigned long)&x; t++; R = t == 0;",
    "what is narrow": "unsigned short t; t = (unsigned short)(unsigned long)&x; R = t == 0;",
    "the sum of two": "unsigned long t, u; t = (unsigned long)&x; u = t + t; R = u == 0;",
    "a pointer to it": "unsigned long t, *p = &t; t = (unsigned long)&x; R = *p == 0;",
    "null and a number": "unsigned long t; t = 0; t = t + h; R = t == (unsigned long)&x;",
    "moved to null": "unsigned long t, u; t = (unsigned long)&x; u = t - h; R = u == 0;",
    "moved to null or not": "unsigned long t, u; t = (unsigned long)&x; u = t - h; R = !u;",
    "moved to null by more": "unsigned long t, u, v; t = (unsigned long)&x; u = t - h; v = u; if (v) R = 1;",
    "moved, and converted": "if ((int *)((unsigned long)&x + h) == 0) R = 1;",
    "moved beyond the largest": "unsigned long t, u; t = (unsigned long)&x; u = t + h; R = u < t;",
    "the address of an access": "unsigned long t; t = (unsigned long)&x; R = &*(int *)(t + h) == 0;",
    "the value of a block": "unsigned long t, y; t = 0; y = ({ t = (unsigned long)&x; }); R = y < 10;",
    "the value of a condition": "unsigned long t, y; t = (unsigned long)&x; y = t ?: 5; R = y == 5;",
    "what lasts": "static unsigned long t; t = (unsigned long)&x; R = t == 0;",
    "a value of an assignment": "unsigned long t; R = (t = (unsigned long)&x) == 0;",
}


def function(body: str) -> str:
    return f"void t(int h)\n{{ unsigned long long R = 0; (void)h; {body}\nt_r = R; }}\n"


def outcome(before: str, body: str, model: str) -> tuple[int, ...] | str:
    text = f"unsigned long long t_r;\n{before}\n{function(body)}"
    (found,) = memory_outcomes(Case("t", text, (), ("t_r",), ((0, 0, 0, 0, 0, 0, 0, 1),)), model)
    return found


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", COMPUTED)
def test_computed(name: str, model: str) -> None:
    before, body, expected = COMPUTED[name]
    assert outcome(before, body, model) == (expected,)


@pytest.mark.skipif(which("gcc") is None, reason="there is no gcc to compare with")
@pytest.mark.parametrize("name", COMPUTED)
def test_gcc_computes_the_same(name: str, tmp_path: Path) -> None:
    before, body, expected = COMPUTED[name]
    main = f"int main(void) {{ t(1); return t_r != {expected}; }}"
    source, binary = tmp_path / "t.c", tmp_path / "t"
    source.write_text(f"unsigned long long t_r;\n{before}\n{function(body)}\n{main}\n")
    subprocess.run(["gcc", "-w", "-O1", "-fno-strict-aliasing", source, "-o", binary], check=True)
    assert subprocess.run([binary], check=False).returncode == 0


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_stay_unmodelled(name: str, model: str) -> None:
    before = "int x; unsigned long itself(unsigned long n) { return n; }"
    assert outcome(before, NUMBERS[name], model) == "address as an integer"


@pytest.mark.parametrize(
    "body",
    [
        "int *p = 0, *q = (int *)((unsigned long)p + nondet()); if (q == &x) reach_error();",
        "unsigned long t; t = 0; t = t + nondet(); if (t == (unsigned long)&x) reach_error();",
        "unsigned long t; t = (unsigned long)&x; t = t - nondet(); if (!t) reach_error();",
    ],
)
def test_a_number_may_be_any_address(body: str) -> None:
    head = "extern void reach_error(void); unsigned long nondet(void); int x;"
    program = translate("t.c", f"{head} int main(void) {{ {body} return 0; }}", COptions()).program
    (result,) = check_program(program, CheckOptions(seconds=5))
    assert isinstance(result.verdict, Unknown)
