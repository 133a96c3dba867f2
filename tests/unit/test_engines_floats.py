"""Programs with floats through the engines: tests, proofs and their check."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helpers.programs import ProcedureBuilder, program
from helpers.verdicts import SECONDS, check_first
from maymust.checking import CheckOptions, PropertyResult, check_program
from maymust.engines.auto.suppliers.catalogue import SUPPLIERS
from maymust.ir.program import START, Assign
from maymust.terms import Term, add, and_, constant, eq, less, negation
from maymust.terms import float_build as fb
from maymust.verdicts import Fails, Holds, Unknown

if TYPE_CHECKING:
    from maymust.ir.program import Program

PARTIES = (*SUPPLIERS, "k-induction", "may-must")


def double(number: float) -> Term:
    return fb.float_constant(number, 64)


def straight(limit: float) -> Program:
    """x := any; if (0 <= x && x <= 10) assert(x·0.5 + 1 <= limit)."""
    start = ProcedureBuilder(START)
    x = start.local("x", 64)
    start.havoc(x)
    inside, outside = start.branch(
        and_(fb.float_compare("fle", double(0), x), fb.float_compare("fle", x, double(10)))
    ) or (0, 0)
    start.at = inside
    value = fb.float_binary("fadd", fb.float_binary("fmul", x, double(0.5)), double(1))
    start.check(fb.float_compare("fle", value, double(limit)))
    start.join(start.at, outside)
    return program(start.build())


def loop(step: float, wrong: float) -> Program:
    """for (i := 0, x := 0.0; i < 10; i++) x += step; assert(x != wrong)."""
    start = ProcedureBuilder(START)
    i, x = start.local("i", 32), start.local("x", 64)
    start.assign(i, constant(0, 32))
    start.assign(x, double(0))
    head = start.at
    assert head is not None
    inside, outside = start.branch(less(i, constant(10, 32), signed=True)) or (0, 0)
    start.at = inside
    start.assign(x, fb.float_binary("fadd", x, double(step)))
    assert start.at is not None
    start.edge(start.at, head, Assign(i, add(i, constant(1, 32))))
    start.at = outside
    start.check(negation(fb.float_compare("feq", x, double(wrong))))
    return program(start.build())


def unbounded() -> Program:
    """for (x := 1.0; any; x := x·0.5 + 1) assert(x < 2.5); the limit is 2."""
    start = ProcedureBuilder(START)
    x, more = start.local("x", 32), start.local("more", 8)
    start.assign(x, fb.float_constant(1, 32))
    head = start.at
    assert head is not None
    start.check(fb.float_compare("flt", x, fb.float_constant(2.5, 32)))
    start.havoc(more)
    inside, outside = start.branch(eq(more, constant(0, 8))) or (0, 0)
    start.at = inside
    halved = fb.float_binary("fmul", x, fb.float_constant(0.5, 32))
    start.edge(inside, head, Assign(x, fb.float_binary("fadd", halved, fb.float_constant(1, 32))))
    start.at = outside
    return program(start.build())


def test_straight_lines() -> None:
    assert isinstance(check_first(straight(6), {}).verdict, Holds)
    assert isinstance(check_first(straight(5.9), {}).verdict, Fails)


def test_a_loop_of_fixed_length() -> None:
    """Ten times 0.1 is not 1."""
    assert isinstance(check_first(loop(0.1, 1.0), {}).verdict, Holds)
    assert isinstance(check_first(loop(0.1, 0.9999999999999999), {}).verdict, Fails)
    assert isinstance(check_first(loop(0.5, 5.0), {}).verdict, Fails)


def test_a_loop_without_end() -> None:
    assert isinstance(check_first(unbounded(), {}).verdict, Holds | Unknown)


def check_with(engine: str, made: Program) -> PropertyResult:
    return next(iter(check_program(made, CheckOptions(engine, {}, SECONDS))))


@pytest.mark.parametrize("engine", ["dash", "synergy"])
def test_other_engines(engine: str) -> None:
    assert isinstance(check_with(engine, straight(6)).verdict, Holds)
    assert isinstance(check_with(engine, straight(5.9)).verdict, Fails)


@pytest.mark.parametrize("party", PARTIES)
def test_no_party_alone_is_wrong(party: str) -> None:
    settings = {"deterministic": "on", "parties": ",".join(f"{p}=off" for p in PARTIES if p != party)}
    assert isinstance(check_first(straight(6), settings, turns=3).verdict, Holds | Unknown)
    assert isinstance(check_first(straight(5.9), settings, turns=3).verdict, Fails | Unknown)
    assert isinstance(check_first(loop(0.5, 5.0), settings, seconds=10, turns=3).verdict, Fails | Unknown)
