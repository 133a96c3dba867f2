"""Clauses about elements, behaviors, and calls of other functions, judged on executions in full width."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from helpers.judged_clauses import FIRST, LETTERS, Given, letters, program_with, run_of
from maymust.certificates.c.clauses.judging import Judge
from maymust.certificates.judgement import NotViolated, SeenViolated
from maymust.engines.forge.from_ir.by_contract import up_to_entry
from maymust.frontends.c import COptions
from maymust.interp.replay import Ended
from maymust.specifications.acsl.specified import specified_program

A, B = FIRST, FIRST + 1


ARRAYS = """int v[3]; struct s { int a; short many[2]; };
/*@ assigns v[i], p->many[i];
    ensures v[i] == 1; ensures p->many[i] == -1; ensures v[0 .. i] == {1}; ensures p->many[0] == 7; */
void f(struct s *p, int i, int j) { v[j] = 1; if (i == 1) p->many[j] = -1; }"""


def test_elements_of_arrays(tmp_path: Path) -> None:
    """Indices out of bounds are not defined; what changes is looked at element by element."""
    specified = program_with(tmp_path, ARRAYS)
    offset = 64
    seven = {A << offset | 4: 7, A << offset | 6: -1}
    assert letters(specified, {"p.object": A, "M1.4": seven}) == "HVHHH"
    assert letters(specified, {"p.object": A, "M1.4": seven, "i": 1, "j": 1}) == "HHVHH"
    assert letters(specified, {"p.object": A, "i": 1, "j": 1}) == "HHVVH"
    assert letters(specified, {"p.object": A, "i": 1, "j": 0}) == "VVVVV"
    assert letters(specified, {"p.object": A, "i": 2, "j": 2, "v[]": {0: 1, 1: 1}}) == "HVHVH"
    assert letters(specified, {"p.object": A, "i": 3, "j": 0}) == "VVVVV"
    assert letters(specified, {"i": 0}) == "HVHVH"


def test_frames_of_behaviors(tmp_path: Path) -> None:
    """What a behavior assumes is about the call, and must be defined."""
    text = """int g; struct node { int value; struct node *next; };
/*@ behavior b: assumes p->value > 0; assigns \\nothing; ensures g == 0; */
void f(struct node *p) { g = 1; if (p) p->value = 0; }"""
    specified = program_with(tmp_path, text)
    assert specified.contract is not None
    (frame,) = specified.contract.cases
    judged = replace(specified, contract=replace(specified.contract, cases=(), frame=frame))
    assert letters(judged, {}) == "VV"
    assert letters(judged, {"p.object": A}) == "HH"
    assert letters(judged, {"p.object": A, "M1.0": {A: 1}}) == "VV"


def test_what_is_said_of_the_start(tmp_path: Path) -> None:
    """Whether the function returns or not."""
    text = """int g;
/*@ behavior b: assumes g > 0; complete behaviors; */ void f(int i) { g = 1; for (;;) { } }"""
    specified = program_with(tmp_path, text)
    contract, scope = specified.contract, specified.scope
    assert contract is not None and scope is not None
    program = specified.translation.program
    judge = Judge(program, specified.translation.source, scope, contract)
    for value, expected in ((0, SeenViolated), (1, NotViolated)):
        run = up_to_entry(run_of(program, {"g": value}), program.entry)
        assert run is not None
        assert isinstance(judge.judged(contract.starts[0], run, {}, range(8)), expected)


CALLS = """#include <stdlib.h>
struct node { int value; struct node *next; };
/*@ requires x < 100; requires \\valid(q) && q->value != x; */ void see(struct node *q, int x) { }
/*@ requires y != 5; */ void f(struct node *p, int y)
{ if (y == 1) { p = malloc(sizeof *p); p->value = y; p->next = 0; } if (y == 2) p->value = 2; see(p, y); }"""


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"p.object": A}, "HV"),
        ({"p.object": A, "M1.0": {A: 7}}, "HH"),
        ({"p.object": A, "y": 100}, "VH"),
        ({"p.object": A, "y": (1 << 32) - 1}, "HH"),
        ({"y": 0}, "HV"),
        # What was allocated, or written, before the call.
        ({"p.object": A, "y": 1}, "HV"),
        ({"p.object": A, "y": 2, "M1.0": {A: 7}}, "HV"),
        # The function is not called as it has to be.
        ({"y": 5}, "HH"),
    ],
)
def test_what_is_required_at_a_call(tmp_path: Path, given: Given, expected: str) -> None:
    path = tmp_path / "f.c"
    path.write_text(CALLS)
    specified = specified_program(str(path), COptions(entry="f", assume_separate=True), modular=True)
    contract, scope, callees = specified.contract, specified.scope, specified.callees
    assert contract is not None and scope is not None and callees is not None
    program, source = specified.translation.program, specified.translation.source
    run = run_of(program, given)
    (site,) = callees.followed.sites
    places = [(each.procedure, each.edge.source) for each in run.steps]
    steps = run.steps[: places.index((site.procedure, site.location)) + 1]
    cut = replace(run, end=Ended(), steps=steps, step_count=len(steps))
    judge = Judge(program, source, scope, contract)
    judged = [judge.judged_call(*each, cut, {}, range(8)) for each in callees.clauses.values()]
    assert "".join(LETTERS[type(each)] for each in judged) == expected
