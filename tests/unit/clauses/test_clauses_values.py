"""Clauses about numbers and truth, judged on executions in full width."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.judged_clauses import judgements, letters, program_with
from maymust.certificates.judgement import NotDecided

PARAMETERS = "int x, int y, unsigned u, unsigned char c, signed char s, long l, _Bool b"
GIVEN = {"x": 5, "y": -3, "u": 4294967295, "c": 200, "s": -100, "l": 1 << 40, "b": 1}
LEAST = -(1 << 31)

CLAUSES = {
    # comparisons, in the type that both sides have in common
    "x == 5": "H",
    "x != 5": "V",
    "y < x": "H",
    "x < y": "V",
    "x <= 5": "H",
    "x <= 4": "V",
    "x > y": "H",
    "x >= 6": "V",
    "y < u": "H",
    "y > 5u": "H",
    "u == -1": "H",
    "c == 200": "H",
    "c > s": "H",
    "l > u": "H",
    "y < l": "H",
    "-4 < y < x < 6": "H",
    "-4 < y < x < 5": "V",
    "b == 1": "H",
    # arithmetic
    "x + y == 2": "H",
    "x - y == 8": "H",
    "x * y == -15": "H",
    "x * y == 15": "V",
    "x / y == -1": "H",
    "y / 2 == -1": "H",
    "x % y == 2": "H",
    "y % 2 == -1": "H",
    "-x == -5": "H",
    "~x == -6": "H",
    "+c == 200": "H",
    "u + 1u == 0": "H",
    "u * 2u == 4294967294u": "H",
    "-u == 1": "H",
    "~c == -201": "H",
    "c + c == 400": "H",
    "l + 1 == 1099511627777": "H",
    "(x & 4) == 4": "H",
    "(x | 2) == 7": "H",
    "(x ^ 1) == 4": "H",
    "(y & 255) == 253": "H",
    "x << 2 == 20": "H",
    "y << 1 == -6": "H",
    "y >> 1 == -2": "H",
    "u >> 31 == 1": "H",
    # what C has no meaning for
    "x + 2147483647 > 0": "?",
    "x * 2147483647 > 0": "?",
    "x << 30 > 0": "?",
    "x << 32 == 0": "?",
    "x >> y == 0": "?",
    # connectives
    "x == 5 && y == -3": "H",
    "x == 5 && y == 3": "V",
    "x == 4 || y == -3": "H",
    "x == 4 || y == 3": "V",
    "x == 4 ==> y == 3": "H",
    "x == 5 ==> y == 3": "V",
    "x == 5 <==> y == -3": "H",
    "x == 5 <==> y == 3": "V",
    "x == 5 ^^ y == 3": "H",
    "x == 5 ^^ y == -3": "V",
    "!(x == 4)": "H",
    "!x": "V",
    "x": "H",
    "\\true": "H",
    "\\false": "V",
    "x > 0 ? y < 0 : y > 0": "H",
    "(x < 0 ? c : s) == -100": "H",
    "(x > 0 ? u : y) > 0": "H",
    "(x < 0 ? u : y) == 4294967293u": "H",
    # a clause that is not defined is violated, if that matters
    "1 / (x - 5) == 0": "V",
    "1 % (x - 5) == 0": "V",
    "!(1 / (x - 5) == 0)": "V",
    "x == 5 || 1 / (x - 5) == 0": "H",
    "x != 5 && 1 / (x - 5) == 0": "V",
    "!(x != 5 && 1 / (x - 5) == 0)": "H",
    "x != 5 ==> 1 / (x - 5) == 0": "H",
    "1 / (x - 5) == 0 || x == 5": "V",
    "(x == 5 ? 1 : 1 / (x - 5)) == 1": "H",
    "(1 / (x - 5) == 0) <==> \\true": "V",
    # one part that is violated is enough
    "x + 2147483647 > 0 && y == 3": "V",
    "x + 2147483647 > 0 && y == -3": "?",
    "x + 2147483647 > 0 || y == -3": "?",
    # the result, and values at the start
    "\\result == x + y": "H",
    "\\result == x": "V",
    "g == x": "H",
    "\\old(g) == 7": "H",
    "g == \\old(g)": "V",
    "\\old(g == 7)": "H",
    "\\old(x) == x": "H",
    # sets of numbers
    "x \\in {1, 5}": "H",
    "x \\in {1, y}": "V",
    "x \\in (1 .. 5)": "H",
    "x \\in (6 .. 5)": "V",
    "x \\in (y .. 1000000000)": "H",
    "\\card((y .. x)) == 9": "H",
    "\\card((0 .. 1000000000)) == 1000000001": "H",
    "\\card((0 .. 2147483647)) > 0": "?",
    "\\card({x, y, 5}) == 2": "H",
    "\\union({1}, {2}) == (1 .. 2)": "H",
    "\\union({1}, {2}, {3}) != (1 .. 2)": "H",
    "\\inter((1 .. 5), (3 .. 9)) == (3 .. 5)": "H",
    "\\diff((1 .. 5), (3 .. 9)) == {1, 2}": "H",
    "\\subset({x}, (1 .. 5))": "H",
    "\\subset((1 .. 6), (1 .. x))": "V",
    "\\subset((0 .. 1000000000), {1})": "?",
    "\\empty == (2 .. 1)": "H",
    "\\card(\\empty) == 0": "H",
    "(u .. 5) == \\empty": "?",
    "{i | int i; 0 <= i < x && i % 2 == 0} == {0, 2, 4}": "H",
    "{i | int i; i > x} == \\empty": "?",
    # quantifiers over numbers that guards tell
    "\\forall int i; 0 <= i < x ==> i * i < 17": "H",
    "\\forall int i; 0 <= i < x ==> i * i < 16": "V",
    "\\forall int i; 0 <= i ==> i <= x ==> i < 6": "H",
    "\\forall int i; i \\in {1, 2, 5} ==> i <= x": "H",
    "\\forall int i; i == x ==> i == 5": "H",
    "\\forall int i; x > 9 && 0 <= i ==> i < 0": "H",
    "\\exists int i; 0 <= i < x && i * i == 16": "H",
    "\\exists int i; 0 <= i < x && i * i == 17": "V",
    "\\forall int i, j; 0 <= i < x && 0 <= j < i ==> i + j < 8": "H",
    "\\forall int i, j; 0 <= i < x && 0 <= j < i ==> i + j < 7": "V",
    "\\forall int i; 0 <= i < x ==> \\exists int j; 0 <= j <= 8 && j == 2 * i": "H",
    "\\forall int i; i == 7 ==> \\forall int i; 0 <= i < 3 ==> i < 2": "V",
    "\\exists int i; i == 7 && \\exists int i; 0 <= i < 3 && i == 2": "H",
    "\\exists int i; \\exists int i; 0 <= i < 3 && i == 2": "H",
    "\\forall unsigned i; i < 3u ==> i <= 2u": "H",
    "!(\\exists int i; 0 <= i < 3 && 1 / i == 7)": "V",
    # over all numbers: a witness is enough
    "\\forall int i; i < x": "V",
    "\\forall int i; i < x || i >= x": "?",
    "\\exists int i; i > x": "H",
    "\\exists int i; i + 1 > x": "H",
    "\\exists int i; i + 0 > 2147483647": "?",
    "!(\\forall int i; i + 1 > x)": "H",
    "\\exists int i; 6 / i == 6": "V",
    "\\exists int i; 6 / (i + 20) == 1": "?",
    "!(\\forall int i; i < x)": "H",
    "!(\\exists int i; i == x)": "V",
    "!(\\exists int i; i * i == 25)": "V",
    "!(\\exists int i; i * i == 361)": "?",
    "\\forall int i; 1 / i == 0 || i != 0": "V",
    "\\forall int i, j; i <= j": "V",
    # a guard that may be undefined guards nothing
    "\\forall int i; 6 / i > 0 && 0 < i < 3 ==> i < 3": "V",
}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    contract = "\n".join(f"ensures {clause};" for clause in CLAUSES)
    text = f"int g;\n/*@ {contract} */ int f({PARAMETERS}) {{ g = x; return x + y; }}"
    specified = program_with(tmp_path_factory.mktemp("clauses"), text)
    return dict(zip(CLAUSES, letters(specified, {**GIVEN, "g": 7}), strict=True))


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_about_numbers(found: dict[str, str], clause: str) -> None:
    assert found[clause] == CLAUSES[clause]


def test_division_that_overflows_is_not_decided(tmp_path: Path) -> None:
    specified = program_with(tmp_path, "/*@ ensures x / y > 0; ensures -x > 0; */ void f(int x, int y) { }")
    assert letters(specified, {"x": LEAST, "y": -1}) == "??"
    assert letters(specified, {"x": LEAST, "y": 1}) == "V?"


def test_too_many_numbers_are_told(tmp_path: Path) -> None:
    inner = " ".join(f"\\forall int {name}; 0 <= {name} < 4000 ==>" for name in "ijk")
    specified = program_with(tmp_path, f"/*@ ensures {inner} x == 0; */ void f(int x) {{ }}")
    (found,) = judgements(specified, {})
    assert found == NotDecided("quantifiers go over too many numbers")
    assert letters(specified, {"x": 1}) == "V"


@pytest.mark.parametrize(
    ("required", "given", "expected"),
    [
        ("x > 0", 1, "V"),
        ("x > 0", 0, "H"),
        ("1 / x == 1", 0, "H"),
        ("\\forall int i; i <= x", 7, "H"),
        ("\\exists int i; i > x", 7, "V"),
        ("\\exists int i; i * i == x", 121, "?"),
        ("\\forall int i; 0 <= i < 4 ==> i < x", 7, "V"),
    ],
)
def test_what_is_required_must_be_seen(tmp_path: Path, required: str, given: int, expected: str) -> None:
    specified = program_with(tmp_path, f"/*@ requires {required}; ensures \\false; */ void f(int x) {{ }}")
    assert letters(specified, {"x": given}) == expected


def test_a_function_that_does_not_return_violates_nothing(tmp_path: Path) -> None:
    text = "#include <stdlib.h>\n/*@ ensures \\false; */ void f(int x) { if (x) exit(0); }"
    specified = program_with(tmp_path, text)
    assert letters(specified, {"x": 1}) == "H"
    assert letters(specified, {"x": 0}) == "V"


def test_long_executions_are_not_decided(tmp_path: Path) -> None:
    text = "/*@ ensures \\false; */ void f(int x) { while (x > 0) x--; }"
    specified = program_with(tmp_path, text)
    assert letters(specified, {"x": 100}) == "V"
    assert letters(specified, {"x": 10_500}) == "?"
