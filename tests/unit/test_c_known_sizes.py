"""Sizes of allocations that are constants, but for a variable that is set once, just before."""

from __future__ import annotations

import pytest

from maymust.checking import CheckOptions, check_program
from maymust.frontends.c import COptions, translate
from maymust.ir.text import program_to_text
from maymust.verdicts import Fails

HEAD = "#include <stdlib.h>\nint nondet(void); extern void reach_error(void);\nint main(void) { int *p, k; "
END = " *p = 7; if (*p != 7) reach_error(); return 0; }"
KNOWN = {
    "an assignment": "unsigned long n; n = 4UL; p = malloc(n);",
    "an initialiser": "int n = 2; p = malloc(n * sizeof(int));",
    "one of several declarations": "int n = 8, m = 2; p = malloc(n);",
    "in a block around": "int n; n = 8; if (nondet()) { p = malloc(n); } else { p = malloc(8); }",
    "in a loop behind": "int n; n = 8; for (k = 0; k < 3; k++) p = malloc(n);",
    "of calloc": "int n, m; n = 2; m = 4; p = calloc(n, m);",
    "with a label before": "int n; again: n = 8; p = malloc(n); if (nondet()) goto again;",
    "with a call in between": "int n; n = 8; k = nondet(); p = malloc(n);",
}
UNKNOWN = {
    "it is set twice": "int n; n = 8; p = malloc(n); n = 12; p = malloc(n);",
    "it is counted": "int n; n = 8; n++; p = malloc(n);",
    "it is moved": "int n; n = 8; n += nondet() & 1; p = malloc(n);",
    "a pointer changes it": "int n, *q = &n; n = 8; *q = 12; p = malloc(n);",
    "a label lets executions in": "int n; if (nondet()) goto in; n = 8; in: p = malloc(n);",
    "a label is inside": "int n; if (nondet()) goto in; n = 8; { in: p = malloc(n); }",
    "a case lets executions in": "int n; switch (nondet()) { n = 8; case 1: p = malloc(n); default: k = 0; }",
    "it is set in a branch": "int n; if (nondet()) n = 8; p = malloc(n);",
    "it is set later": "int n; for (k = 0; k < 2; k++) { p = malloc(n); n = 8; }",
    "it is set in a condition": "int n; if (nondet() && (n = 8)) k = 1; p = malloc(n);",
}


def sizes_are_known(body: str) -> bool:
    """Whether the model needs no variable for the sizes of what is allocated."""
    return ".size" not in program_to_text(translate("t.c", HEAD + body + END, COptions()).program)


@pytest.mark.parametrize("name", KNOWN)
def test_known(name: str) -> None:
    assert sizes_are_known(KNOWN[name])


@pytest.mark.parametrize("name", UNKNOWN)
def test_not_known(name: str) -> None:
    assert not sizes_are_known(UNKNOWN[name])


def test_too_small_is_too_small() -> None:
    text = HEAD + "int n; n = 2; p = malloc(n);" + END
    program = translate("t.c", text, COptions(properties=frozenset({"bounds"}))).program
    results = list(check_program(program, CheckOptions(seconds=20)))
    assert isinstance(results[0].verdict, Fails)
