"""C to IR: whole programs against golden texts. MAYMUST_UPDATE_GOLDEN=1 rewrites them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from maymust.frontends.c import COptions, translate
from maymust.ir.text import program_from_text, program_to_text

GOLDEN = Path(__file__).parent.parent / "golden" / "c"

PROGRAMS = {
    "conversions": """
        int f(unsigned char c, short s, _Bool b, long l) {
            c += 100; c <<= 1; s = -s; b = l; b++; b--; l = c * s; unsigned u = -1; return u > s ? l : b;
        }""",
    "undefined": """
        int f(int a, int b, unsigned c) {
            int q = a / b + (a % 7); return (q << c) + (int)(c >> 3) + a / -1;
        }""",
    "short_circuit": """
        int g; int n(void);
        int f(int a, int b) {
            int v = a && b; int w = a || n(); if (!(a && n()) || b) g = 1; return a ?: (v ? w : b);
        }""",
    "loops": """
        int f(int n) {
            int s = 0;
            for (int i = 0; i < n; i++) { if (i == 3) continue; if (s > 9) break; s += i; }
            for (;;) { if (s--) break; }
            do s++; while (s < n);
            while (n) n--;
            return s;
        }""",
    "switch": """
        int f(int a) {
            switch (a + 1) {
                int x; case 1: x = 1; case 2: a = x; break;
                default: a = 9; case 5 ... 8: { int y; case 20: a = y; }
            }
            return a;
        }""",
    "goto": """
        int f(int a) {
            if (a) goto in; { int x = 1; in: a += x; if (a < 9) goto in; } goto out; out: return a;
        }""",
    "functions": """
        int g = 4; static long h; const int k = 2; extern int e;
        static int twice(x) char x; { static int calls; calls++; return x + x; }
        int main(int argc, char **argv) { h = twice(g + e) + k; if (argc > 2) return; }""",
    "properties": """
        #include <assert.h>
        void reach_error(void) {} extern void abort(void);
        void __VERIFIER_assume(int); _Bool __VERIFIER_nondet_bool(void);
        int main(void) {
            _Bool b = __VERIFIER_nondet_bool(); int x; __VERIFIER_assume(x > 0 && x < 9);
            assert(x != 3 || b); if (x == 4) reach_error(); if (x == 5) goto ERROR; if (x == 6) abort();
            return 0; ERROR: ;
        }""",
    "statement_expression": "int f(int a) { return ({ int t = a++; t * 2; }) + __builtin_expect(!!3, 1); }",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_golden(name: str) -> None:
    program = translate(
        f"{name}.c", PROGRAMS[name], COptions(entry=None if "main" in PROGRAMS[name] else "f")
    ).program
    text = program_to_text(program)
    assert program_from_text(text) == program
    path = GOLDEN / f"{name}.ir"
    if os.environ.get("MAYMUST_UPDATE_GOLDEN"):
        path.write_text(text)
    # Programs are compared, not texts: the order of operands depends on which terms exist already.
    assert program_from_text(path.read_text()) == program, text
