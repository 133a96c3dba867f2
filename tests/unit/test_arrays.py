"""Programs with arrays: what every engine says of them; the IR and its runs."""

from __future__ import annotations

import time
from dataclasses import replace

import msgspec
import pytest

from helpers.array_programs import PROGRAMS, program_of
from helpers.arrays import array_program
from helpers.systems import system_to_text
from maymust.certificates.check_proof import Accepted, Refused
from maymust.certificates.proof import ProofData, proof_from_data, proof_to_data
from maymust.checking import CheckOptions, certify, check_program
from maymust.interp.machine import Machine
from maymust.interp.replay import Ended, InputValue, Violated, replay
from maymust.interp.values import fitting, zero
from maymust.ir.text import program_from_text, program_to_text
from maymust.passes.pipeline import for_property, prepare
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

OPEN = {  # without generalisation it unrolls the loop
    ("synergy", "a cell that stays small"),
    ("synergy", "a pointer that goes through an object"),
}


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
