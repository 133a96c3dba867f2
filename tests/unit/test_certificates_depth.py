"""Proofs by induction of a depth, and by exhaustion; what a file says of that."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import msgspec
import pytest

from helpers.programs import P1, ProcedureBuilder, program
from helpers.proofs import check, number
from maymust.certificates.check_proof import Accepted, Refused
from maymust.certificates.proof import (
    FORMAT,
    Proof,
    ProofData,
    ProofError,
    ProofFile,
    proof_from_data,
    proof_to_data,
    read_proof_file,
)
from maymust.ir.program import START, Assign, Assume
from maymust.terms import FALSE, TRUE, add, eq, is_nonzero, less, less_equal, ne, or_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maymust.ir.program import Program

# -- depth -------------------------------------------------------------------------------------------------


def register(length: int, first: Sequence[int], before: bool = False) -> tuple[Program, str]:
    """x1 … xn := first; while (1) { assert x1 = 0; x1 := x2; …; xn := xn }. Without an annotation that says
    something this takes depth n + 1. With `before` there is an assertion before the loop, too."""
    start = ProcedureBuilder(START)
    names = [start.local(f"x{i}") for i in range(length)]
    for name, value in zip(names, first, strict=True):
        start.assign(name, number(value))
    if before:
        start.check(eq(names[0], number(0)))
    start.step(Assume(TRUE))
    head = start.at
    assert head is not None
    start.check(eq(names[0], number(0)))
    for target, source in itertools.pairwise(names):
        start.assign(target, source)
    assert start.at is not None
    start.edge(start.at, head, Assume(TRUE))
    start.at = None
    return program(start.build()), f"{START}@{head}"


@pytest.mark.parametrize("length", [1, 2, 3, 7])
def test_a_property_takes_its_depth(length: int) -> None:
    made, head = register(length, [0] * length)
    for depth in range(1, length + 1):
        result = check(made, {head: ()}, depth)
        assert isinstance(result, Refused)
        assert f"{head} can reach the violation" in result.reason
    for depth in (length + 1, length + 2, length + 5):
        assert isinstance(check(made, {head: ()}, depth), Accepted)


def test_an_invariant_is_assumed_at_every_node_that_is_passed() -> None:
    made, head = register(3, [0, 0, 0])
    last = eq(made.procedures[START].locals[2].term, number(0))
    assert isinstance(check(made, {head: (last,)}, 2), Refused)
    assert isinstance(check(made, {head: (last,)}, 3), Accepted)


def test_an_invariant_must_be_inductive_at_every_depth() -> None:
    made, head = register(2, [0, 0])
    first = eq(made.procedures[START].locals[0].term, number(0))
    for depth in (1, 2, 3, 4):
        result = check(made, {head: (first,)}, depth)
        assert isinstance(result, Refused)
        assert "does not follow" in result.reason


@pytest.mark.parametrize("exhaustive", [False, True])
@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_a_violation_is_never_overlooked(place: int, exhaustive: bool) -> None:
    """The assertion fails when `place` annotated nodes have been passed."""
    first = [0, 0, 0]
    first[max(place - 1, 0)] = 1
    made, head = register(3, first, before=place == 0)
    for depth in (*range(1, 8), 20):
        assert isinstance(check(made, {head: ()}, depth, exhaustive), Refused)
        assert isinstance(check(made, {head: (FALSE,)}, depth, exhaustive), Refused)
    reason = check(made, {head: ()}, 20, exhaustive)
    assert isinstance(reason, Refused)
    later = f" after {place} annotated nodes" if place else ""
    assert reason.reason.startswith(f"{START}@0 can reach the violation")
    assert reason.reason.endswith(later)


def test_a_deep_violation_is_refused_at_every_depth() -> None:
    """The violation needs 6 rounds: no depth is enough, no exhaustion either."""
    start = ProcedureBuilder(START)
    x = start.local("x")
    start.assign(x, number(0))
    head = start.at
    assert head is not None
    start.check(ne(x, number(6)))
    assert start.at is not None
    start.edge(start.at, head, Assign(x, add(x, number(1))))
    start.at = None
    made = program(start.build())
    for depth, exhaustive in itertools.product(range(1, 12), (False, True)):
        assert isinstance(check(made, {f"{START}@{head}": ()}, depth, exhaustive), Refused)


# -- exhaustion --------------------------------------------------------------------------------------------


def three_rounds(steps: int = 2) -> tuple[Program, str]:
    """i := 0; j := 0; while (i < 3) { i++; if (nondet) j += 2, else j += steps }; assert j = 6."""
    start = ProcedureBuilder(START)
    i, j, c = start.local("i"), start.local("j"), start.local("c")
    start.assign(i, number(0))
    start.assign(j, number(0))
    head = start.at
    assert head is not None
    inside, outside = start.branch(less(i, number(3), signed=False)) or (0, 0)
    start.at = inside
    start.assign(i, add(i, number(1)))
    start.havoc(c)
    then, otherwise = start.branch(is_nonzero(c)) or (0, 0)
    start.edge(then, head, Assign(j, add(j, number(2))))
    start.edge(otherwise, head, Assign(j, add(j, number(steps))))
    start.at = outside
    start.check(eq(j, number(6)))
    return program(start.build()), f"{START}@{head}"


def test_a_program_that_ends_may_be_exhausted() -> None:
    """The head is passed four times: no fifth."""
    made, head = three_rounds()
    for depth in (1, 2, 3, 4):
        result = check(made, {head: ()}, depth, exhaustive=True)
        assert isinstance(result, Refused)
        assert f"the last leads to {head}" in result.reason
    for depth in (5, 6, 1000):
        assert isinstance(check(made, {head: ()}, depth, exhaustive=True), Accepted)
    wrong, head = three_rounds(steps=3)
    for depth in range(1, 8):
        assert isinstance(check(wrong, {head: ()}, depth, exhaustive=True), Refused)


def test_exhaustion_does_not_forgive_a_wrong_annotation() -> None:
    made, head = three_rounds()
    i = made.procedures[START].locals[0].term
    for wrong in (FALSE, eq(i, number(0)), less(i, number(3), signed=False)):
        result = check(made, {head: (wrong,)}, 5, exhaustive=True)
        assert isinstance(result, Refused)
        assert "does not follow" in result.reason


def test_without_a_cut_point_everything_is_one_stretch() -> None:
    start = ProcedureBuilder(START)
    x = start.local("x")
    start.havoc(x)
    start.check(or_(less(x, number(4), signed=False), less_equal(number(4), x, signed=False)))
    assert isinstance(check(program(start.build()), {}, 1, exhaustive=True), Accepted)


# -- files -------------------------------------------------------------------------------------------------


def written(proof: Proof) -> bytes:
    data = ProofFile(FORMAT, "0", "random.c", "main", "LP64", False, [], [proof_to_data(proof)])
    return msgspec.json.encode(data)


def test_depth_and_exhaustion_survive_the_file() -> None:
    made, head = three_rounds()
    for proof in (Proof(P1, {head: ()}), Proof(P1, {head: ()}, 5, True), Proof(P1, {head: ()}, 1000)):
        assert proof_from_data(read_proof_file(written(proof)).proofs[0], made) == proof


def test_a_file_that_does_not_speak_of_depth_means_one() -> None:
    made, head = three_rounds()
    content = written(Proof(P1, {head: ()})).replace(b',"depth":1,"exhaustive":false', b"")
    assert b"depth" not in content
    assert proof_from_data(read_proof_file(content).proofs[0], made) == Proof(P1, {head: ()}, 1, False)


@pytest.mark.parametrize("wrong", [b"0", b"-1", b"1001", b"1" + b"0" * 40, b"1.5", b'"2"', b"null", b"true"])
def test_a_depth_out_of_range_is_no_proof(wrong: bytes) -> None:
    content = written(Proof(P1, {}, 7))
    assert content.count(b'"depth":7') == 1
    with pytest.raises(ProofError):
        read_proof_file(content.replace(b'"depth":7', b'"depth":' + wrong))


@pytest.mark.parametrize("depth", [0, -1, 1001, 10**40])
def test_a_depth_out_of_range_is_refused(depth: int) -> None:
    made, head = three_rounds()
    for exhaustive in (False, True):
        result = check(made, {head: ()}, depth, exhaustive)
        assert isinstance(result, Refused)
        assert "between 1 and 1000" in result.reason
    data = ProofData(proof_to_data(Proof(P1, {})).property, [], {}, depth, True)
    assert isinstance(check(made, {}, proof_from_data(data, made).depth), Refused)
