"""Programs with arrays: what every engine says of them, and each room on the way."""

from __future__ import annotations

import json
import math
import time
from dataclasses import replace

import msgspec
import pytest

from helpers.arrays import array_program
from helpers.systems import system_to_text
from maymust.certificates.c_test import c_test
from maymust.certificates.check_proof import Accepted, Refused
from maymust.certificates.proof import ProofData, proof_from_data, proof_to_data
from maymust.checking import CheckOptions, certify, check_program
from maymust.engines.knowledge import Knowledge
from maymust.engines.problem import Problem, pose
from maymust.engines.slices import Slice
from maymust.engines.suppliers.catalogue import SUPPLIERS
from maymust.engines.suppliers.random_tests import RandomTests
from maymust.frontends.c import COptions, translate
from maymust.interp.machine import Machine
from maymust.interp.replay import Ended, InputValue, Violated, replay
from maymust.interp.values import fitting, zero
from maymust.ir.program import Program
from maymust.ir.text import program_from_text, program_to_text
from maymust.passes.pipeline import for_property, prepare
from maymust.report.build import property_view
from maymust.report.terminal import Style, property_lines
from maymust.report.view import ArrayView, PropertyView
from maymust.terms import (
    ArrayValue,
    Term,
    array_sort,
    array_value,
    bitvec,
    constant,
    eq,
    fill,
    filled,
    variable,
)
from maymust.verdicts import Fails, Holds

PROGRAMS: dict[str, tuple[str, str]] = {
    "a store is read": (
        "holds",
        """
    local M bv8->bv8
    local i bv8
    0 -> 2: havoc M
    2 -> 3: havoc i
    3 -> 4: M := (store M i 5:8)
    4 -> 5: assume (not (eq (select M i) 5:8))
    4 -> 1: assume (eq (select M i) 5:8)
    5 -> 1: error P1
""",
    ),
    "two indices may be one": (
        "fails",
        """
    local M bv32->bv32
    local p bv32
    local q bv32
    0 -> 2: havoc M
    2 -> 3: havoc p
    3 -> 4: havoc q
    4 -> 5: M := (store M p 0:32)
    5 -> 6: M := (store M q 1:32)
    6 -> 7: assume (not (eq (select M p) 0:32))
    6 -> 1: assume (eq (select M p) 0:32)
    7 -> 1: error P1
""",
    ),
    "two indices are not one": (
        "holds",
        """
    local M bv32->bv32
    local p bv32
    local q bv32
    0 -> 2: havoc M
    2 -> 3: havoc p
    3 -> 4: havoc q
    4 -> 5: M := (store M p 0:32)
    5 -> 6: assume (not (eq p q))
    6 -> 7: M := (store M q 1:32)
    7 -> 8: assume (not (eq (select M p) 0:32))
    7 -> 1: assume (eq (select M p) 0:32)
    8 -> 1: error P1
""",
    ),
    "a swap": (
        "holds",
        """
    local M bv8->bv32
    local N bv8->bv32
    local i bv8
    local j bv8
    0 -> 2: havoc M
    2 -> 3: havoc i
    3 -> 4: havoc j
    4 -> 5: N := (store (store M i (select M j)) j (select M i))
    5 -> 6: assume (not (and (eq (select N i) (select M j)) (eq (select N j) (select M i))))
    5 -> 1: assume (and (eq (select N i) (select M j)) (eq (select N j) (select M i)))
    6 -> 1: error P1
""",
    ),
    "ten cells, one looked at": (
        "holds",
        """
    local M bv8->bv32
    local i bv8
    0 -> 2: M := (fill 8 0:32)
    2 -> 3: i := 0:8
    3 -> 4: assume (ult i 10:8)
    3 -> 6: assume (not (ult i 10:8))
    4 -> 5: M := (store M i (zext 32 i))
    5 -> 3: i := (add i 1:8)
    6 -> 7: assume (not (eq (select M 3:8) 3:32))
    6 -> 1: assume (eq (select M 3:8) 3:32)
    7 -> 1: error P1
""",
    ),
    "ten cells, all looked at": (
        "holds",
        """
    local M bv8->bv32
    local i bv8
    0 -> 2: havoc M
    2 -> 3: i := 0:8
    3 -> 4: assume (ult i 10:8)
    3 -> 6: assume (not (ult i 10:8))
    4 -> 5: M := (store M i (zext 32 i))
    5 -> 3: i := (add i 1:8)
    6 -> 7: i := 0:8
    7 -> 8: assume (ult i 10:8)
    7 -> 1: assume (not (ult i 10:8))
    8 -> 9: assume (not (eq (select M i) (zext 32 i)))
    8 -> 10: assume (eq (select M i) (zext 32 i))
    9 -> 1: error P1
    10 -> 7: i := (add i 1:8)
""",
    ),
    "ten cells, one wrong": (
        "fails",
        """
    local M bv8->bv32
    local i bv8
    0 -> 2: havoc M
    2 -> 3: i := 0:8
    3 -> 4: assume (ult i 10:8)
    3 -> 6: assume (not (ult i 10:8))
    4 -> 5: M := (store M i (ite (eq i 7:8) 0:32 (zext 32 i)))
    5 -> 3: i := (add i 1:8)
    6 -> 7: i := 0:8
    7 -> 8: assume (ult i 10:8)
    7 -> 1: assume (not (ult i 10:8))
    8 -> 9: assume (not (eq (select M i) (zext 32 i)))
    8 -> 10: assume (eq (select M i) (zext 32 i))
    9 -> 1: error P1
    10 -> 7: i := (add i 1:8)
""",
    ),
    "what is not initialised": (
        "fails",
        """
    local M bv64->bv8
    0 -> 2: havoc M
    2 -> 3: assume (eq (select M 3:64) 77:8)
    2 -> 1: assume (not (eq (select M 3:64) 77:8))
    3 -> 1: error P1
""",
    ),
    "an array with a property": (
        "fails",
        """
    local M bv32->bv32
    0 -> 2: havoc M
    2 -> 3: assume (eq (add (select M 0:32) (select M 1:32)) 2000:32)
    3 -> 4: assume (ult (select M 1:32) (select M 0:32))
    4 -> 1: error P1
""",
    ),
    "an array that is the same": (
        "holds",
        """
    local M bv8->bv8
    local N bv8->bv8
    local i bv8
    0 -> 2: havoc M
    2 -> 3: havoc i
    3 -> 4: N := (store M i 1:8)
    4 -> 5: N := (store N i (select M i))
    5 -> 6: assume (not (eq M N))
    5 -> 1: assume (eq M N)
    6 -> 1: error P1
""",
    ),
    "an array that is another": (
        "fails",
        """
    local M bv8->bv8
    local N bv8->bv8
    local i bv8
    0 -> 2: havoc M
    2 -> 3: havoc N
    3 -> 4: havoc i
    4 -> 5: assume (eq (select M i) (select N i))
    5 -> 6: assume (not (eq M N))
    5 -> 1: assume (eq M N)
    6 -> 1: error P1
""",
    ),
    "arrays are passed and returned": (
        "holds",
        """
    global G bv8->bv8
    procedure f -> bv8->bv8, bv8 entry 0 exit 1
      parameter f::A bv8->bv8
      parameter f::i bv8
      0 -> 2: G := (store G f::i (select f::A f::i))
      2 -> 1: return (store f::A f::i 1:8), (select f::A f::i)
    end
    procedure %start entry 0 exit 1
      local M bv8->bv8
      local N bv8->bv8
      local i bv8
      local x bv8
      0 -> 2: G := (fill 8 0:8)
      2 -> 3: havoc M
      3 -> 4: havoc i
      4 -> 5: N, x := call f M i
      5 -> 6: N, x := call f N i
      6 -> 7: assume (not (and (eq x 1:8) (eq (select G i) 1:8)))
      6 -> 1: assume (and (eq x 1:8) (eq (select G i) 1:8))
      7 -> 1: error P1
    end
""",
    ),
    "a cell that stays small": (
        "holds",
        """
    local M bv8->bv8
    local k bv8
    local go bv8
    0 -> 2: M := (fill 8 0:8)
    2 -> 3: havoc go
    3 -> 4: assume (not (eq go 0:8))
    3 -> 6: assume (eq go 0:8)
    4 -> 5: havoc k
    5 -> 2: M := (store M k 1:8)
    6 -> 7: assume (not (ult (select M 5:8) 2:8))
    6 -> 1: assume (ult (select M 5:8) 2:8)
    7 -> 1: error P1
""",
    ),
    "a cell that grows": (
        "fails",
        """
    local M bv8->bv8
    local k bv8
    local go bv8
    0 -> 2: M := (fill 8 0:8)
    2 -> 3: havoc go
    3 -> 4: assume (not (eq go 0:8))
    3 -> 6: assume (eq go 0:8)
    4 -> 5: havoc k
    5 -> 2: M := (store M k (add (select M k) 1:8))
    6 -> 7: assume (not (ult (select M 5:8) 2:8))
    6 -> 1: assume (ult (select M 5:8) 2:8)
    7 -> 1: error P1
""",
    ),
    "memory that is new in each round": (
        "holds",
        """
    local M bv8->bv8
    local x bv8
    local i bv8
    0 -> 2: x := 0:8
    2 -> 3: havoc i
    3 -> 4: assume (not (eq i 0:8))
    3 -> 8: assume (eq i 0:8)
    4 -> 5: havoc M
    5 -> 6: x := (select M i)
    6 -> 2: assume (not (eq x 7:8))
    8 -> 9: assume (eq x 7:8)
    8 -> 1: assume (not (eq x 7:8))
    9 -> 1: error P1
""",
    ),
    "a search for zero": (
        "holds",
        """
    local M bv8->bv8
    local i bv8
    0 -> 2: havoc M
    2 -> 3: i := 0:8
    3 -> 4: assume (not (eq (select M i) 0:8))
    3 -> 5: assume (eq (select M i) 0:8)
    4 -> 3: i := (add i 1:8)
    5 -> 6: assume (not (eq (select M i) 0:8))
    5 -> 1: assume (eq (select M i) 0:8)
    6 -> 1: error P1
""",
    ),
    "a table that nothing changes": (
        "holds",
        """
    local T bv8->bv32
    local i bv8
    local x bv32
    0 -> 2: T := (store (store (store (fill 8 0:32) 0:8 7:32) 1:8 5:32) 2:8 3:32)
    2 -> 3: x := 0:32
    3 -> 4: havoc i
    4 -> 5: assume (ult i 9:8)
    4 -> 1: assume (not (ult i 9:8))
    5 -> 6: x := (select T i)
    6 -> 7: assume (ult 7:32 x)
    6 -> 3: assume (not (ult 7:32 x))
    7 -> 1: error P1
""",
    ),
    "a table that is looked up once": (
        "fails",
        """
    local T bv8->bv32
    local i bv8
    0 -> 2: T := (store (store (store (fill 8 0:32) 0:8 7:32) 1:8 5:32) 2:8 3:32)
    2 -> 3: havoc i
    3 -> 4: assume (eq (select T i) 5:32)
    4 -> 1: error P1
""",
    ),
    "two objects": (
        "holds",
        """
    local M bv96->bv8
    local f bv64
    local g bv64
    0 -> 2: havoc M
    2 -> 3: havoc f
    3 -> 4: havoc g
    4 -> 5: M := (store M (concat 1:32 f) 1:8)
    5 -> 6: M := (store M (concat 2:32 g) 2:8)
    6 -> 7: assume (not (eq (select M (concat 1:32 f)) 1:8))
    6 -> 1: assume (eq (select M (concat 1:32 f)) 1:8)
    7 -> 1: error P1
""",
    ),
    "a pointer that goes through an object": (
        "holds",
        """
    local M bv96->bv8
    local f bv64
    local n bv64
    0 -> 2: havoc M
    2 -> 3: havoc n
    3 -> 4: M := (store M (concat 2:32 4:64) 9:8)
    4 -> 5: f := 0:64
    5 -> 6: assume (ult f n)
    5 -> 8: assume (not (ult f n))
    6 -> 7: M := (store M (concat 1:32 f) 0:8)
    7 -> 5: f := (add f 4:64)
    8 -> 9: assume (not (eq (select M (concat 2:32 4:64)) 9:8))
    8 -> 1: assume (eq (select M (concat 2:32 4:64)) 9:8)
    9 -> 1: error P1
""",
    ),
    "a pointer that leaves its object": (
        "fails",
        """
    local M bv64->bv8
    local f bv64
    local n bv64
    0 -> 2: havoc M
    2 -> 3: havoc n
    3 -> 4: M := (store M 20:64 9:8)
    4 -> 5: f := 0:64
    5 -> 6: assume (ult f n)
    5 -> 8: assume (not (ult f n))
    6 -> 7: M := (store M f 0:8)
    7 -> 5: f := (add f 4:64)
    8 -> 9: assume (not (eq (select M 20:64) 9:8))
    8 -> 1: assume (eq (select M 20:64) 9:8)
    9 -> 1: error P1
""",
    ),
}
OPEN = {  # without generalisation it unrolls the loop
    ("synergy", "a cell that stays small"),
    ("synergy", "a pointer that goes through an object"),
}


def program_of(name: str) -> Program:
    return array_program(PROGRAMS[name][1])


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("engine", ["auto", "dash", "synergy"])
def test_verdicts(engine: str, name: str) -> None:
    """Proofs are checked and tests replayed on the way: `check_program` sees to it."""
    settings = {"deterministic": "on"} if engine == "auto" else {}
    iterations = 12 if (engine, name) in OPEN else None
    result = next(iter(check_program(program_of(name), CheckOptions(engine, settings, 120.0, iterations))))
    said = {Holds: "holds", Fails: "fails"}.get(type(result.verdict), "open")
    assert said == ("open" if (engine, name) in OPEN else PROGRAMS[name][0])


def test_a_proof_survives_as_data() -> None:
    made = program_of("a cell that stays small")
    result = next(iter(check_program(made, CheckOptions("dash", {}, 60.0))))
    assert isinstance(result.verdict, Holds)
    proof = result.verdict.proof
    assert any("select M" in str(term) for said in proof.invariants.values() for term in said)
    data = msgspec.json.decode(msgspec.json.encode(proof_to_data(proof)), type=ProofData)
    again = proof_from_data(data, made)
    assert again == proof
    assert isinstance(certify(made, again, time.monotonic() + 60), Accepted)
    other = {node: (eq(filled_with_one(), variable("M", array_sort(8, 8))),) for node in proof.invariants}
    refused = certify(made, replace(proof, invariants=other), time.monotonic() + 60)
    assert isinstance(refused, Refused)


def filled_with_one() -> Term:
    return fill(constant(1, 8), 8)


# -- the IR and its runs -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs_survive_as_text(name: str) -> None:
    made = program_of(name)
    text = program_to_text(made)
    assert "bv8->bv8" in text or "->bv" in text
    assert program_from_text(text) == made


def test_an_input_that_a_test_does_not_give_is_all_zero() -> None:
    made = program_of("what is not initialised")
    run = replay(made, [])
    assert run.end == Ended()
    assert [given.value for _, given in run.inputs] == [filled(64, 0)]
    given = array_value(64, 5, [(3, 77), (2, 5)])
    run = replay(made, [InputValue("%start@0", given)])
    assert run.end == Violated("P1")
    assert [read.value for _, read in run.inputs] == [given]


def test_values_that_do_not_fit_are_made_to() -> None:
    sort = array_sort(2, 3)
    assert zero(sort) == filled(2, 0) and zero(bitvec(3)) == 0
    assert fitting(9, sort) == filled(2, 1)
    assert fitting(filled(2, 7), bitvec(2)) == 3
    fits = array_value(2, 7, [(3, 5)])
    assert fitting(fits, sort) is fits
    assert fitting(array_value(8, 15, [(4, 9), (1, 8)]), sort) == array_value(2, 7, [(0, 1), (1, 0)])
    assert fitting(-1, bitvec(3)) == 7


def test_states_begin_with_zeros() -> None:
    machine = Machine(prepare(program_of("a swap")))
    values = dict(zip(machine.layout.variables, machine.initial_values(), strict=True))
    assert all(value == zero(v.sort) for v, value in values.items())
    assert any(isinstance(value, ArrayValue) for value in values.values())


SLICED = """
    local M bv8->bv8
    local N bv8->bv8
    local log bv8->bv8
    local i bv8
    local x bv8
    0 -> 2: havoc M
    2 -> 3: havoc N
    3 -> 4: havoc log
    4 -> 5: havoc i
    5 -> 6: x := (select N i)
    6 -> 7: M := (store M i x)
    7 -> 8: log := (store log i (select M i))
    8 -> 9: assume (eq (select M 3:8) 0:8)
    9 -> 1: error P1
"""


def test_slicing_follows_stores() -> None:
    """The guard needs M, so what is stored and where; nothing needs `log`."""
    system = for_property(prepare(array_program(SLICED)), "P1", straight_line=False)
    assert [v.name for v in system.variables] == ["M", "N", "i", "x"]
    assert [i.node for t in system.transitions for i in t.inputs] == ["%start@0", "%start@2", "%start@4"]
    assert system_to_text(for_property(prepare(array_program(SLICED)), "P1")) == (
        "%start@0 -> !P1 ?%start@0 ?%start@2 ?%start@4"
        " [(eq (select (store ?%start@0 ?%start@4 (select ?%start@2 ?%start@4)) 3:8) 0:8)]\n"
    )


# -- suppliers -----------------------------------------------------------------------------------------------


def posed(name: str) -> Problem:
    return pose(prepare(program_of(name)), "P1")


@pytest.mark.parametrize("supplier", SUPPLIERS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_suppliers_say_nothing_wrong(supplier: str, name: str) -> None:
    """They leave arrays alone, or what they say of them holds in the states seen."""
    problem = posed(name)
    knowledge = Knowledge(problem)
    shown = RandomTests().propose(problem, knowledge, Slice(math.inf, calls=2))
    knowledge.observe_all(shown.states)
    proposal = SUPPLIERS[supplier].build().propose(problem, knowledge, Slice(math.inf, calls=20))
    if supplier == "spacer" and problem.has_arrays:
        assert proposal.note == "arrays"
        assert not proposal.candidates and not proposal.tests
    for at, candidates in proposal.candidates.items():
        for candidate in candidates:
            if supplier not in ("elements", "smaller"):  # they guess from less, or from more
                holds = problem.layout.function(candidate)
                assert all(map(holds, knowledge.states(at))), candidate
    for test in proposal.tests:
        assert replay(program_of(name), test).end == Violated("P1")


def test_elements_that_the_program_reads_are_looked_at() -> None:
    problem = posed("a cell that stays small")
    assert [str(read) for read in problem.quantities] == ["(select M 5:8)"]
    knowledge = Knowledge(problem)
    knowledge.observe_all(RandomTests().propose(problem, knowledge, Slice(math.inf, calls=2)).states)
    (at,) = problem.cut_points
    proposal = SUPPLIERS["unary"].build().propose(problem, knowledge, Slice(math.inf))
    assert "(ult (select M 5:8) 2:8)" in map(str, proposal.candidates[at])


def test_states_that_are_none_are_ignored() -> None:
    problem = posed("a cell that stays small")
    knowledge = Knowledge(problem)
    (at,) = problem.cut_points
    slot = next(i for i, v in enumerate(problem.layout.variables) if v.name == "M")
    good = tuple(zero(v.sort) for v in problem.layout.variables)
    wrong = [(*good[:slot], value, *good[slot + 1 :]) for value in (0, filled(7, 0), filled(8, 256))]
    knowledge.observe_all({at: [*wrong, good]})
    assert list(knowledge.states(at)) == [good]


# -- reports -------------------------------------------------------------------------------------------------


def view_of(text: str) -> PropertyView:
    made = array_program(text)
    result = next(iter(check_program(made, CheckOptions("dash", {}, 60.0))))
    return property_view(result, made, {}, None)


def test_an_array_is_shown_by_what_it_has_where() -> None:
    view = view_of(PROGRAMS["what is not initialised"][1])
    (given,) = view.inputs
    assert given.value == ArrayView(0, {3: 77})
    (shown,) = json.loads(msgspec.json.encode(view))["inputs"]
    assert shown["value"] == {"default": 0, "elements": {"3": 77}}
    lines = list(property_lines(view, Style(False), trace=False, profile=False))
    assert "    M = {[3] = 77, else 0}    (uninitialised, line 13)" in lines
    assert msgspec.json.decode(msgspec.json.encode(view), type=PropertyView).inputs == view.inputs


def test_invariants_speak_of_elements() -> None:
    view = view_of(PROGRAMS["a cell that stays small"][1])
    assert view.verdict == "HOLDS"
    assert any("M[5]" in text for said in view.invariants for text in said.conjuncts)


def test_large_arrays_are_shown_in_part() -> None:
    assert str(ArrayView(4, {})) == "{all 4}"
    assert str(ArrayView(0, {i: -i for i in range(1, 11)})).endswith("[8] = -8, … 2 more, else 0}")


TRACED = """
procedure main entry 0 exit 1
  local main::a bv8->bv8
  0 -> 2: main::a := (fill 8 1:8)
  2 -> 3: main::a := (store main::a 3:8 255:8)
  3 -> 4: main::a := (store (store main::a 4:8 7:8) 3:8 1:8)
  4 -> 5: assume (eq (select main::a 4:8) 7:8)
  5 -> 1: error P1
end
procedure %start entry 0 exit 1
  0 -> 2: call main
  2 -> 1: return
end
"""


def test_a_trace_tells_which_elements_change() -> None:
    changes = [[(c.name, c.value) for c in step.changes] for step in view_of(TRACED).trace]
    assert [c for c in changes if c] == [
        [("a", ArrayView(1, {}))],
        [("a[3]", 255)],
        [("a[3]", 1), ("a[4]", 7)],
    ]


def test_an_array_is_not_fed_to_c() -> None:
    """A C test says so, and gives nothing else in its place."""
    text = "int f(int x) { int y; if (x > 5) return y; return 0; }"
    translation = translate("f.c", text, COptions(entry="f"))
    made = array_program(PROGRAMS["what is not initialised"][1])
    run = replay(made, [InputValue("%start@0", array_value(64, 0, [(i, 77) for i in range(100)]))])
    wanted = replace(made.properties[0], id="P1")
    written = c_test(translation.source, replace(made, file="f.c"), run, wanted)
    assert "Not fed, for want of a place to do so: M = [0: 77, 1: 77" in written
    assert max(map(len, written.splitlines())) < 400
