"""Invariants of proofs as people read them, and the numbers of a profile."""

from __future__ import annotations

from dataclasses import asdict

from maymust.certificates.proof import Proof
from maymust.engines.base import Statistics
from maymust.frontends.c import COptions, translate
from maymust.ir.program import Program
from maymust.report.invariants import invariant_views
from maymust.report.profile import profile_lines
from maymust.report.table import table
from maymust.report.terminal import covered
from maymust.report.view import InvariantView
from maymust.terms import TRUE, Term, bitvec, constant, eq, less, variable

_TEXT = """#include <assert.h>
unsigned n;
void turn(int x) {
    while (x < 10) x++;
    assert(x > 9);
}
int main(int x) {
    turn(x);
    turn(x + 1);
    for (unsigned i = 0; i < n; i++) x++;
    return 0;
}
"""


def _program() -> Program:
    return translate("turns.c", _TEXT, COptions(entry="main")).program


def _node(program: Program, procedure: str, line: int, context: str) -> str:
    edge = next(e for e in program.procedures[procedure].edges if e.span.line == line)
    return f"{context}{procedure}@{edge.source}"


def _calls(program: Program) -> list[str]:
    """The contexts of the two calls of `turn`."""
    start = next(e for e in program.procedures["%start"].edges if getattr(e.statement, "callee", ""))
    calls = [e for e in program.procedures["main"].edges if getattr(e.statement, "callee", "") == "turn"]
    return [f"{start.source}/{call.source}/" for call in calls]


def _v(name: str) -> Term:
    return variable(name, bitvec(32))


def _views(invariants: dict[str, tuple[Term, ...]]) -> list[InvariantView]:
    program = _program()
    return invariant_views(Proof(program.properties[0], invariants), program)


def test_names_signedness_and_places_are_the_sources() -> None:
    program = _program()
    first, _ = _calls(program)
    node = _node(program, "turn", 4, first)
    x, n = _v(f"{first}turn::x"), _v("n")
    bounded = (less(x, constant(11, 32), signed=True), eq(n, constant(-1, 32)), TRUE)
    (view,) = _views({node: bounded, _node(program, "main", 10, first[:2]): ()})
    assert (view.place.file, view.place.line) == ("turns.c", 4)
    assert view.conjuncts == ("x <= 10", "n == 4294967295")
    assert [call.line for call in view.calls] == [8]


def test_the_same_in_two_activations_is_said_once() -> None:
    program = _program()
    contexts = _calls(program)
    nodes = [_node(program, "turn", 4, context) for context in contexts]
    facts = [less(_v(f"{context}turn::x"), constant(11, 32), signed=True) for context in contexts]
    (view,) = _views({node: (fact,) for node, fact in zip(nodes, facts, strict=True)})
    assert view.conjuncts == ("x <= 10",)
    assert view.calls == ()
    other = eq(_v(f"{contexts[1]}turn::x"), constant(3, 32))
    two = _views({nodes[0]: (facts[0],), nodes[1]: (other,)})
    assert [([c.line for c in v.calls], v.conjuncts) for v in two] == [
        ([8], ("x <= 10",)),
        ([9], ("x == 3",)),
    ]


def test_a_name_that_is_not_enough_gets_the_functions() -> None:
    program = _program()
    first, second = _calls(program)
    entry = first[: first.index("/") + 1]
    node = _node(program, "turn", 4, first)
    own, mains = _v(f"{first}turn::x"), _v(f"{entry}main::x")
    (view,) = _views({node: (less(own, mains, signed=True),)})
    assert view.conjuncts == ("main::x > turn::x",)
    (view,) = _views({node: (less(own, _v(f"{second}turn::x"), signed=True),)})
    assert view.conjuncts == (f"{first}turn::x < {second}turn::x",)


def test_a_table_is_aligned() -> None:
    rows = [["a", "bb"], ["long", "1", "note"], ["x"]]
    assert list(table(rows, right=(1,))) == ["a     bb", "long   1  note", "x"]


def _share(seconds: float, **numbers: int) -> dict[str, object]:
    counts = dict.fromkeys(("calls", "tests", "candidates", "proved", "needed"), 0)
    return {**counts, **numbers, "seconds": seconds, "note": ""}


def test_a_profile_lists_the_parties_by_time() -> None:
    numbers = {
        **asdict(Statistics(iterations=3)),
        "seconds": {"rest": 0.25},
        "shares": {"random": _share(0.1), "affine": _share(1.5, calls=2, proved=7)},
    }
    lines = list(profile_lines(numbers))
    assert lines[0] == "iterations 3, tests 0"
    assert [line.split()[0] for line in lines[1:]] == ["party", "affine", "random", "rest"]
    assert lines[2].split() == ["affine", "1.500", "2", "-", "-", "7", "-"]


def test_what_was_covered_leaves_out_what_there_is_not() -> None:
    numbers = {"tests": 1, "locations_visited": 2, "locations": 5, "iterations": 7, "prover_calls": 9}
    assert (
        covered({**numbers, "regions": 0}) == "1 test reached 2 of 5 program points; 7 turns, 9 prover calls"
    )
    assert (
        covered({**numbers, "regions": 3}) == "1 test reached 2 of 5 program points; 7 iterations, 3 regions"
    )
