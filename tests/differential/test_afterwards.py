"""Random programs in which something is not modelled: no property holds that a path may meet behind it."""

from __future__ import annotations

import re

import pytest

from helpers.random_gaps import RandomGaps
from maymust.checking import CheckOptions, check_program
from maymust.frontends.c import COptions, translate
from maymust.ir.program import Program, Unmodelled
from maymust.verdicts import Fails, Holds

SEEDS = range(150)
ENGINES = {"auto": range(1000, 1006), "smash": range(1000, 1012)}


def numbers_of(program: Program) -> dict[str, int]:
    """The number of each assertion."""
    return {p.id: int(re.findall(r"\d+", p.description)[-1]) for p in program.properties}


def test_what_may_come_behind_is_hidden() -> None:
    needless = right = 0
    for seed in SEEDS:
        made = RandomGaps(seed)
        program = translate("t.c", made.text, COptions()).program
        numbers = numbers_of(program)
        hidden: set[int] = set()
        for procedure in program.procedures.values():
            for edge in procedure.edges:
                if isinstance(edge.statement, Unmodelled):
                    hides = edge.statement.hides
                    hidden |= {numbers[p] for p in (numbers if hides is None else hides)}
        behind = made.behind_gaps()
        assert behind <= hidden, f"seed {seed}: {sorted(behind - hidden)}\n{made.text}"
        needless += len(hidden - behind)
        right += len(set(numbers.values()) - hidden)
    assert right > 20 * needless, (right, needless)


@pytest.mark.parametrize("engine", ENGINES)
def test_what_holds_cannot_come_behind(engine: str) -> None:
    held = 0
    for seed in ENGINES[engine]:
        made = RandomGaps(seed, functions=2)
        program = translate("t.c", made.text, COptions()).program
        numbers, behind = numbers_of(program), made.behind_gaps()
        for result in check_program(program, CheckOptions(engine=engine, seconds=60)):
            number = numbers[result.property.id]
            assert not isinstance(result.verdict, Fails), f"seed {seed}: {number}\n{made.text}"
            assert not (isinstance(result.verdict, Holds) and number in behind), f"seed {seed}: {number}"
            held += isinstance(result.verdict, Holds)
    assert held
