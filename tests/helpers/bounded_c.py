"""Bounded verification of C functions that tests are about, and its agreement with all executions."""

from __future__ import annotations

from collections.abc import Iterable

from helpers.random_bounded import largest_number
from maymust.certificates.judgement import SeenViolated
from maymust.engines.forge.bound import Bound
from maymust.engines.forge.check_procedure import ForgeOptions, HoldsWithin, UndecidedWithin
from maymust.engines.forge.from_ir.check_bounded import FailsWithin, ProgramVerdict, check_bounded
from maymust.engines.forge.from_ir.contract import ContractOf, Specification
from maymust.frontends.c import COptions, translate
from maymust.interp.replay import Run, Stuck, Violated
from maymust.ir.program import Program, Property

OPTIONS = ForgeOptions()
WORDS = {HoldsWithin: "holds", FailsWithin: "fails", UndecidedWithin: "unknown"}


def program_of(text: str, entry: str = "test", properties: Iterable[str] = ("assert",)) -> Program:
    """The program of a C text."""
    return translate("test.c", text, COptions(entry=entry, properties=frozenset(properties))).program


def verdicts(
    program: Program, bound: Bound, contract: ContractOf | None = None, options: ForgeOptions = OPTIONS
) -> list[tuple[Property, ProgramVerdict]]:
    """The verdict of each property; what a contract's counterexample is in full width is not looked at."""
    specification = Specification(contract, lambda *_: SeenViolated()) if contract else None
    return check_bounded(program, bound, options, specification)


def words(
    text: str,
    entry: str = "test",
    bound: Bound | None = None,
    properties: Iterable[str] = ("assert",),
    contract: ContractOf | None = None,
) -> list[str]:
    """The verdicts of the properties, in a word each."""
    program = program_of(text, entry, properties)
    return [WORDS[type(verdict)] for _, verdict in verdicts(program, bound or Bound(), contract)]


def check_against_executions(program: Program, bound: Bound, runs: Iterable[Run], largest: int) -> None:
    """No execution with numbers up to `largest` violates what holds within the bound, nor meets what is not
    modelled; and what fails, fails in full width.

    Requires that the executions are within the bound, if their numbers are.
    """
    found = verdicts(program, bound)
    assert not any("fails only" in v.reason for _, v in found if isinstance(v, UndecidedWithin))
    holding = {each.id for each, verdict in found if isinstance(verdict, HoldsWithin)}
    for each, verdict in found:
        if isinstance(verdict, FailsWithin):
            assert verdict.run.end == Violated(each.id)
    for run in runs:
        if largest_number(run, program) <= largest:
            assert not (isinstance(run.end, Violated) and run.end.property_id in holding)
            assert not (isinstance(run.end, Stuck) and holding)
