"""Whatever a refiner finds is suitable, as another solver sees it; the catalogue says who is asked."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from helpers.papers import program as paper_program
from helpers.programs import Shape, random_program
from maymust.engines.auto.problem import pose
from maymust.engines.base import Budget, BudgetExhausted
from maymust.engines.maymust.loop import MayMustSearch
from maymust.engines.maymust.options import MayMustOptions
from maymust.engines.maymust.refining.catalogue import REFINERS
from maymust.engines.slices import Slice
from maymust.frontends.c import COptions, translate
from maymust.passes.pipeline import prepare
from maymust.solvers import Unsat, new_solver
from maymust.terms import conjunction, negation

if TYPE_CHECKING:
    from maymust.engines.maymust.may.edges import Preimage
    from maymust.engines.maymust.may.frontier import Frontier
    from maymust.engines.maymust.refining.base import Refiner
    from maymust.ir.program import Program
    from maymust.solvers.base import Undecided
    from maymust.terms.literals import Literals

CHECKER = new_solver("bitwuzla")
ALL = Slice(math.inf)
WANTED: dict[str, dict[str, object]] = {
    "interpolants": {"predicates": "interpolants"},
    "branch conditions": {},
    "control dependence": {"control_dependence": True, "drop_branch_conditions": False},
    "wp": {"drop_branch_conditions": False},
    "cube": {"drop_branch_conditions": False},
}

_PRODUCT = """
#include <assert.h>
unsigned nondet(void);
int main(void) {
    unsigned even = 2;
    while (nondet()) even += 2;
    assert(nondet() * even != 1);  /* no equality gives the input */
    return 0;
}
"""


class Watched:
    """Passes on what a refiner finds, once it is seen to be suitable."""

    def __init__(self, refiner: Refiner, name: str, search: MayMustSearch, found: Counter[str]) -> None:
        self._refiner = refiner
        self._name = name
        self._search = search
        self._found = found

    @property
    def asked(self) -> int:
        return self._refiner.asked

    def suitable_predicate(
        self, frontier: Frontier, preimage: Preimage, answer: Unsat | Undecided
    ) -> Literals | None:
        found = self._refiner.suitable_predicate(frontier, preimage, answer)
        if found is not None:
            assert preimage.whole is not None
            self._found[self._name] += 1
            predicate = conjunction(found)
            read = {i.variable for i in frontier.transition.inputs}
            assert predicate.free.isdisjoint(read)
            assert not self._search.machine.layout.value(predicate, frontier.state.valuation())
            crossing = CHECKER.check((*preimage.whole, negation(predicate)), seconds=30)
            assert isinstance(crossing, Unsat)
        return found


def _watched(made: Program, found: Counter[str], **changes: object) -> None:
    problem = pose(prepare(made), made.properties[0].id)
    options = replace(MayMustOptions(), steps_of_resumed_tests=2000, **changes)  # type: ignore[arg-type]
    search = MayMustSearch(problem.system, options, Budget(time.monotonic() + 60, 40), lambda _: None)
    refiners = search.refinement.refiners
    for name, refiner in list(refiners.items()):
        refiners[name] = Watched(refiner, name, search, found)
    with suppress(BudgetExhausted):
        search.work(ALL)


@pytest.mark.parametrize("name", WANTED)
def test_what_a_refiner_finds_is_suitable(name: str) -> None:
    found: Counter[str] = Counter()
    for made in (paper_program("fig_3_15"), translate("product.c", _PRODUCT, COptions()).program):
        _watched(made, found, **WANTED[name])
    for seed in range(60):
        _watched(random_program(random.Random(seed), Shape(statements=4)), found, **WANTED[name])
    assert found[name] > 0, found


def test_the_options_choose_the_refiners_and_the_catalogue_their_order() -> None:
    def names(**changes: object) -> list[str]:
        options = replace(MayMustOptions(), **changes)  # type: ignore[arg-type]
        return [entry.name for entry in REFINERS if entry.wanted(options)]

    assert names() == ["branch conditions", "wp", "cube"]
    assert names(drop_branch_conditions=False) == ["wp", "cube"]
    assert names(predicates="both", control_dependence=True) == [entry.name for entry in REFINERS]
    assert [entry.name for entry in REFINERS if entry.by_the_clock] == ["interpolants"]
