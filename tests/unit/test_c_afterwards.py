"""What comes after a property does not touch its verdict: which properties something hides that is not
modelled. In the texts, U is not modelled, and the assertion with the number n is `A(n)`."""

from __future__ import annotations

import re
import time
from dataclasses import replace

import msgspec
import pytest

from maymust.certificates.check_proof import Accepted
from maymust.certificates.proof import ProofData, proof_from_data, proof_to_data
from maymust.checking import CheckOptions, certify, check_program
from maymust.frontends.c import COptions, translate
from maymust.ir.program import Program, Unmodelled
from maymust.ir.text import program_from_text, program_to_text
from maymust.terms import FALSE
from maymust.verdicts import Fails, Holds, Unknown

HEAD = """
extern void __VERIFIER_assert(int); extern int any(void); extern void atexit(void (*)(void));
int passed; int table[4];
#define A(n) __VERIFIER_assert(passed != n)
#define U __builtin_strange()
"""
NAMES = {Holds: "holds", Fails: "fails", Unknown: "unknown"}


def program_of(text: str, *kinds: str, entry: str = "main") -> Program:
    """The program of a text."""
    options = COptions(entry=entry, properties=frozenset(kinds or ("assert",)))
    return translate("t.c", HEAD + text, options).program


def hidden(text: str) -> set[int]:
    """The numbers of the assertions that something in the program hides."""
    program = program_of(text)
    numbers = {p.id: int(re.findall(r"\d+", p.description + " 0")[-2:][0]) for p in program.properties}
    found: set[int] = set()
    for procedure in program.procedures.values():
        for edge in procedure.edges:
            if isinstance(edge.statement, Unmodelled):
                hides = edge.statement.hides
                found |= {numbers[p] for p in (numbers if hides is None else hides)}
    return found


STRAIGHT = {
    "before and after": ("A(1); U; A(2);", {2}),
    "at the end": ("A(1); A(2); U;", set()),
    "several": ("A(1); U; A(2); U; A(3);", {2, 3}),
    "another branch": ("if (any()) { A(1); U; } else A(2); A(3);", {3}),
    "returned": ("A(1); if (any()) { U; return 0; } A(2);", set()),
    "stopped": ("A(1); if (any()) { U; __builtin_abort(); } A(2);", set()),
    "loop": ("A(1); while (any()) { A(2); U; A(3); } A(4);", {2, 3, 4}),
    "loop that is left": ("while (any()) { A(2); if (any()) { U; break; } A(3); } A(4);", {4}),
    "next round": ("for (int i = 0; i < 9; i++) { A(1); if (any()) { U; continue; } A(2); }", {1, 2}),
    "do": ("do { A(1); } while (U); A(2);", {1, 2}),
    "condition": ("A(1); if (U) A(2); else A(3); A(4);", {2, 3, 4}),
    "goto back": ("A(1); again: A(2); U; A(3); if (any()) goto again; A(4);", {2, 3, 4}),
    "goto on": ("A(1); if (any()) { U; goto out; } A(2); out: A(3);", {3}),
    "switch": ("switch (any()) { case 1: A(1); U; break; case 2: A(2); case 3: A(3); } A(4);", {4}),
    "fall through": ("switch (any()) { case 1: A(1); U; case 2: A(2); break; default: A(3); } A(4);", {2, 4}),
    "switched": ("A(1); switch (U) { case 1: A(2); break; default: A(3); } A(4);", {2, 3, 4}),
    "undefined": ("A(1); table[any()] = 1; A(2);", {2}),
    "always undefined": ("A(1); table[7] = 1; A(2);", {2}),
    "never": ("A(1); if (0) U; A(2);", set()),
    "initial value": ("A(1); int x = U; A(2);", {2}),
    "operand": ("A(1); int x = any() ? U + 2 : 3; A(2);", {2}),
    "asserted": ("A(1); __VERIFIER_assert(U != 2); A(3);", {2, 3}),
    "in one statement": ("A(1); int x = ({ A(2); 1; }) + U + ({ A(3); 1; }); A(4);", {2, 3, 4}),
    "argument": ("A(1); __builtin_strange(({ A(2); 1; })); A(3);", {3}),
    "jump in one statement": ("A(1); back: A(2); if (U + ({ if (any()) goto back; 1; })) A(3);", {1, 2, 3}),
    "assembly": ('A(1); __asm__("nop"); A(2);', {1, 2}),
    "constant": ("__VERIFIER_assert(1 != 2); U; A(3);", {3}),
    "variable length": ("A(1); int n = any(); int a[n][n]; A(2);", {2}),
}


@pytest.mark.parametrize("name", STRAIGHT)
def test_what_comes_behind_is_hidden(name: str) -> None:
    body, expected = STRAIGHT[name]
    assert hidden(f"int main(void) {{ {body} return 0; }}") == expected


CALLS = {
    "called before": ("void f(void) { A(1); } int main(void) { f(); U; A(2); }", {2}),
    "called behind": ("void f(void) { A(1); } int main(void) { U; f(); }", {1}),
    "called before and behind": ("void f(void) { A(1); } int main(void) { f(); A(2); U; f(); }", {1}),
    "in a function": ("void f(void) { A(1); U; A(2); } int main(void) { A(3); f(); A(4); }", {2, 4}),
    "two calls": ("void f(void) { A(1); U; } int main(void) { A(2); f(); A(3); f(); A(4); }", {1, 3, 4}),
    "one of two": (
        "void f(void) { A(1); } void g(void) { f(); U; } int main(void) { f(); A(2); g(); A(3); }",
        {3},
    ),
    "value that is returned": (
        "int f(void) { A(1); return U; } int main(void) { A(2); int x = f(); A(3); return x; }",
        {3},
    ),
    "recursion": ("void f(int n) { A(1); if (n) f(n - 1); U; A(2); } int main(void) { f(9); A(3); }", {2, 3}),
    "recursion behind": (
        "void f(int n) { A(1); U; if (n) f(n - 1); } int main(void) { f(9); A(3); }",
        {1, 3},
    ),
    "stopped in a function": (
        "void f(void) { U; __builtin_abort(); } int main(void) { A(1); f(); A(2); }",
        set(),
    ),
    "called with it": ("int f(void) { A(1); return 1; } int main(void) { A(2); int x = f() + U; }", {1}),
    "given to it": ("void f(void) { A(1); } int main(void) { A(2); atexit(f); A(3); }", {1, 3}),
    "given before": (
        "void (*p)(void); void f(void) { A(1); } int main(void) { p = f; A(2); U; A(3); }",
        {1, 3},
    ),
    "not given": ("void f(void) { A(1); } int main(void) { f(); A(2); atexit(0); A(3); }", {3}),
    "through a pointer": (
        "void f(void) { A(1); } void g(void) { A(2); U; A(3); }"
        "int main(void) { void (*p)(void) = any() ? f : g; p(); A(4); }",
        {1, 2, 3, 4},  # g's address is known, so it may be called back, and any may be called by p
    ),
    "jump": (
        "extern void longjmp(int *, int); void f(void) { A(1); }"
        "int main(void) { int b; f(); longjmp(&b, 1); }",
        {1},
    ),
    "error function that is given": (
        "extern void reach_error(void); int main(void) { A(1); atexit(reach_error); }",
        {0, 1},
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_what_comes_behind_calls_is_hidden(name: str) -> None:
    text, expected = CALLS[name]
    assert hidden(text) == expected


def test_callbacks_of_others_may_call_the_entry_again() -> None:
    text = "void f(void (*g)(void)) { A(1); atexit(g); A(2); }"
    statements = [edge.statement for edge in program_of(text, entry="f").procedures["f"].edges]
    assert Unmodelled("`atexit`") in statements


def verdicts(program: Program, engine: str = "auto") -> list[str]:
    """A word for each property."""
    results = check_program(program, CheckOptions(engine=engine, seconds=60))
    return [NAMES[type(result.verdict)] for result in results]


ENGINES = ("auto", "dash", "smash")


@pytest.mark.parametrize("engine", ENGINES)
def test_verdicts_of_straight_lines_and_loops(engine: str) -> None:
    text = "int f(char *s, int x) { int y = 0; if (x < 100) y = x + 1; s[5] = 1; return y; }"
    assert verdicts(program_of(text, "overflow", entry="f"), engine) == ["holds"]
    round_ = "int f(char *s, int x) { int y = 0; while (x < 100) { y = x + 1; s[5] = 1; } return y; }"
    assert verdicts(program_of(round_, "overflow", entry="f"), engine) == ["unknown"]
    around = "int main(void) { int x = any(); A(x + 1 ? 1 : 2); if (x > 3) U; A(3); if (x == 5) A(0); A(4); }"
    assert verdicts(program_of(around), engine) == ["holds", "unknown", "unknown", "unknown"]


@pytest.mark.parametrize("engine", ENGINES)
def test_verdicts_of_calls(engine: str) -> None:
    text = """
    void f(int n) { A(1); if (n == 3) U; A(2); }
    int main(void) { A(3); f(any()); A(4); if (any() == 7) { passed = 5; A(5); } return 0; }
    """
    assert verdicts(program_of(text), engine) == ["holds", "unknown", "holds", "unknown", "fails"]


def test_verdicts_of_recursion() -> None:
    text = """
    void f(int n) { A(1); if (n > 0) f(n - 1); if (n == 3) U; }
    int main(void) { f(any()); A(2); return 0; }
    """
    for engine in ("auto", "smash"):
        assert verdicts(program_of(text), engine) == ["holds", "unknown"]


def test_a_group_is_not_unknown_for_what_hides_some_members() -> None:
    body = " ".join([f"if (x < {n}) y = x + {n};" for n in range(1, 8)])
    text = f"int f(char *s, int x) {{ int y = 0; {body} s[5] = 1; if (x < 9) y = x + 9; return y; }}"
    assert verdicts(program_of(text, "overflow", entry="f")) == ["holds"] * 7 + ["unknown"]


def test_what_is_not_modelled_is_a_property_where_it_may_hide_a_violation() -> None:
    lost = "int f(int x) { int y = 0; if (x < 9) y = x + 1; y = U + 1; return y; }"
    program = program_of(lost, "overflow", entry="f")
    assert [p.description for p in program.properties] == [
        "signed overflow: x + 1",
        "violation hidden in what is not modelled: U",
    ]
    assert verdicts(program) == ["holds", "unknown"]
    access = "int f(char *s) { s[5] = 1; return U; }"
    assert not program_of(access, "overflow", entry="f").properties, "neither computes anything"
    assert program_of(access, "null", "bounds", entry="f").properties, "who knows what U accesses"


def test_saved_proofs_are_checked_by_what_the_program_hides() -> None:
    program = program_of("int main(void) { int x = any(); if (x > 3) A(x); U; A(2); return 0; }")
    first, second = check_program(program, CheckOptions(seconds=60))
    assert isinstance(first.verdict, Holds) and isinstance(second.verdict, Unknown)
    saved = msgspec.json.encode(proof_to_data(first.verdict.proof))
    proof = proof_from_data(msgspec.json.decode(saved, type=ProofData), program)
    deadline = time.monotonic() + 60
    assert isinstance(certify(program, proof, deadline), Accepted)
    assert not isinstance(certify(program, replace(proof, property=second.property), deadline), Accepted)
    wrong = dict.fromkeys(proof.invariants, (FALSE,)) or {"%start@0": (FALSE,)}
    assert not isinstance(certify(program, replace(proof, invariants=wrong), deadline), Accepted)
    hides_all = re.sub(r"(unmodelled \"[^\"]*\") hides[^@]*", r"\1 ", program_to_text(program))
    assert hides_all != program_to_text(program)
    assert not isinstance(certify(program_from_text(hides_all), proof, deadline), Accepted)


def test_generic_selections_choose_by_type() -> None:
    text = """
    int i(int x) { return x; } int l(long x) { return 2; }
    #define kind(x) _Generic((x), int: 1, long: 2, char *: 3, default: 4)
    #define call(x) _Generic((x), int: i, long: l)(x)
    #define IS(x) __VERIFIER_assert(x)
    int main(void) {
        const int k = 7; long y = 3; char *s = "";
        IS(kind(k) == 1); IS(kind(y) == 2); IS(kind(s) == 3); IS(kind(1.0) == 4);
        IS(call(k) == 7); IS(call(y) == 2);
        _Generic(k, int: y, default: passed) = 9; IS(y == 9);
        int a = 4; a = _Generic(k, int: a, default: k / 0); IS(a == 4); return 0;
    }
    """
    assert verdicts(program_of(text)) == ["holds"] * 7 + ["unknown"], "two have the type of the whole"
    divides = [p.description for p in program_of(text, "div").properties]
    assert divides == ["violation hidden in what is not modelled: _Generic(k, int: a, default: k / 0)"]


def test_a_strange_function_may_allocate() -> None:
    program = program_of("int main(void) { A(1); U; return 0; }", "leak")
    assert [p.kind for p in program.properties] == ["leak"]
    assert verdicts(program) == ["unknown"]
