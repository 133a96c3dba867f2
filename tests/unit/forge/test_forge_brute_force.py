"""Bounded verification agrees with the enumeration of all executions, whatever the strategy."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from helpers.fir_brute_force import BruteForce, RandomProcedures
from maymust.engines.forge.check_procedure import (
    ForgeOptions,
    HoldsWithin,
    ViolatedWithin,
    check_procedure,
    prepare,
)
from maymust.engines.forge.state import Strategy
from maymust.fir import read

STRATEGIES = [Strategy(*rules) for rules in product(("inline", "constrain"), repeat=3)]


def test_verdicts_are_those_of_all_executions(size: Callable[[int], int]) -> None:
    found = {True: 0, False: 0}
    for seed in range(size(30)):
        made = RandomProcedures(seed)
        text, bound = made.program(), made.bound
        program, _ = read(text)
        prepared = prepare(program, "p", bound, ForgeOptions())
        violated = BruteForce(program, prepared.transformed, bound).violated(prepared.specification)
        found[violated] += 1
        for number in {seed % 8, (seed // 8 + 3) % 8, 7}:
            options = ForgeOptions(STRATEGIES[number], ordered_allocation=(seed + number) % 3 > 0)
            verdict = check_procedure(program, "p", bound, options)
            assert isinstance(verdict, ViolatedWithin if violated else HoldsWithin), (seed, options, text)
    assert min(found.values()) > size(30) // 6, found
