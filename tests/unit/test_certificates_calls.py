"""Proofs about programs with calls speak of each activation; their mutants are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helpers.programs import ProcedureBuilder, program, var
from helpers.proofs import check, number
from maymust.certificates.check_proof import Accepted, Refused
from maymust.ir.program import START, Assign, Assume, Call, Return
from maymust.terms import FALSE, TRUE, Term, add, and_, eq, less, less_equal, ne, negation, variable

if TYPE_CHECKING:
    from maymust.ir.program import Program

Annotation = dict[str, tuple[Term, ...]]


def calls() -> tuple[Program, Annotation]:
    """x := 0; while (1) { x := next(x); x := next(x); assert x <= 5 }; next is p < 5 ? p + 1 : p, made by a
    loop in the callee; and the proof, which annotates the three heads."""
    p = var("next::p")
    callee = ProcedureBuilder("next", (p,), returns=(3,))
    left = callee.local("left")
    callee.assign(left, number(1))
    inner = callee.at
    assert inner is not None
    inside, outside = callee.branch(and_(ne(left, number(0)), less(p.term, number(5), signed=False))) or (
        0,
        0,
    )
    callee.at = inside
    callee.assign(left, number(0))
    assert callee.at is not None
    callee.edge(callee.at, inner, Assign(p.term, add(p.term, number(1))))
    callee.at = outside
    callee.step(Return((p.term,)))
    start = ProcedureBuilder(START)
    x = start.local("x")
    start.assign(x, number(0))
    head = start.at
    assert head is not None
    first = start.at
    start.step(Call((x,), "next", (x,)))
    second = start.at
    start.step(Call((x,), "next", (x,)))
    start.check(less_equal(x, number(5), signed=False))
    assert start.at is not None
    start.edge(start.at, head, Assume(TRUE))
    start.at = None
    annotation = {f"{START}@{head}": (less_equal(x, number(5), signed=False),)}
    for place in (first, second):
        instance = variable(f"{place}/next::p", p.term.sort)
        annotation[f"{place}/next@{inner}"] = (less_equal(instance, number(5), signed=False),)
    return program(callee.build(), start.build()), annotation


def test_a_proof_speaks_of_each_activation() -> None:
    made, annotation = calls()
    assert isinstance(check(made, annotation), Accepted)
    for node in annotation:
        assert isinstance(check(made, {**annotation, node: ()}), Refused)
        elsewhere = next(n for n in annotation if n != node)
        assert isinstance(check(made, {**annotation, node: annotation[elsewhere]}), Refused)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_mutants_of_a_proof_are_refused(depth: int) -> None:
    made, annotation = calls()
    assert isinstance(check(made, annotation, depth), Accepted)
    for node, (bound,) in annotation.items():
        (name,) = bound.free
        for mutant in (
            (less_equal(name, number(4), signed=False),),
            (bound, ne(name, number(3))),
            (bound, eq(name, number(0))),
            (negation(bound),),
            (FALSE,),
        ):
            result = check(made, {**annotation, node: mutant}, depth)
            assert isinstance(result, Refused), (node, mutant)
            assert "does not follow" in result.reason


def test_a_weaker_proof_may_need_more_depth() -> None:
    made, annotation = calls()
    for node, (bound,) in annotation.items():
        (name,) = bound.free
        for weaker in ((less_equal(name, number(6), signed=False),), ()):
            assert isinstance(check(made, {**annotation, node: weaker}), Refused)
            nothing = {**dict.fromkeys(annotation, ()), node: weaker}
            assert isinstance(check(made, nothing, 3), Refused)


def test_an_annotation_of_an_unknown_node_is_none() -> None:
    made, annotation = calls()
    for node in annotation:
        without = {n: c for n, c in annotation.items() if n != node}
        assert check(made, {**without, "nowhere@3": annotation[node]}) == check(made, without)
        assert check(made, {**annotation, "nowhere@3": (FALSE,)}) == check(made, annotation)
