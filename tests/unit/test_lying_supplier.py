"""What a supplier says is never believed: liars in the place of suppliers make no verdict wrong."""

from __future__ import annotations

import random
from dataclasses import fields
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from helpers.terms import TermMaker
from helpers.verdicts import decided, judged_programs, right_verdicts
from maymust.checking import CheckOptions, check_program
from maymust.engines.auto import work
from maymust.engines.auto.suppliers.base import Proposal
from maymust.engines.auto.suppliers.catalogue import SUPPLIERS, SupplierEntry
from maymust.frontends.c import COptions, translate
from maymust.frozen import frozen
from maymust.interp.replay import InputValue
from maymust.terms import FALSE, TRUE, Term, bitvec, constant, eq, negation, variable
from maymust.verdicts import Fails, Holds, Unknown

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.engines.auto.knowledge import Knowledge
    from maymust.engines.auto.problem import Problem, Valuation
    from maymust.engines.slices import Slice
    from maymust.ir.program import Program
    from maymust.ir.transitions import Input

PROGRAMS = Path(__file__).parent.parent / "programs"
NAMES = {Holds: "HOLDS", Fails: "FAILS", Unknown: "UNKNOWN"}
SECONDS = 60.0
STEPS = 20_000  # of a test: those of liars are endless
TURNS = 2 * len(SUPPLIERS) + 6


class Liar:
    """Proposes whatever its random numbers tell it."""

    def __init__(self, name: str, calls: int, *, states: bool) -> None:
        self.name = name
        self._random = random.Random(f"{name} {calls}")
        self._states = states

    def propose(self, problem: Problem, knowledge: Knowledge, limit: Slice) -> Proposal:
        limit.spend(len(knowledge.facts))
        places = (*problem.blocks.nodes, 12345, -1)
        return Proposal(
            tests=[self._test(problem) for _ in range(5)],
            states={at: self._some_states(problem) for at in places} if self._states else {},
            candidates={at: self._candidates(problem, at) for at in places},
            together=self._random.random() < 0.5,
            over_integers=self._random.random() < 0.5,
            note="believe me",
        )

    def _test(self, problem: Problem) -> tuple[InputValue, ...]:
        rng = self._random
        nodes = [i.node for t in problem.system.transitions for i in t.inputs]
        nodes += ["nowhere@7", "", *problem.system.nodes.values()]
        values = (0, 1, -1, 1 << 80, -(1 << 80), *problem.constants)
        return tuple(InputValue(rng.choice(nodes), rng.choice(values)) for _ in range(rng.randrange(40)))

    def _some_states(self, problem: Problem) -> list[Valuation]:
        rng, variables = self._random, problem.layout.variables
        found = [tuple(rng.randrange(1 << max(v.width, 1)) for v in variables) for _ in range(10)]
        return [
            *found,
            (),
            (1,),
            (*found[0], 0),
            tuple(-1 for _ in variables),
            tuple(1 << 70 for _ in variables),
        ]

    def _candidates(self, problem: Problem, at: int) -> list[Term]:
        rng, variables = self._random, problem.layout.variables
        inputs: list[Input] = [i for t in problem.blocks.transitions for i in t.inputs]
        strangers = [variable("other::x", bitvec(32)), variable("b", TRUE.sort)]
        strangers += [variable(v.name or "", bitvec(v.width + 1)) for v in variables]
        found = [FALSE, TRUE, *strangers, *variables, constant(3, 8)]
        found += [eq(v, constant(rng.choice((0, 1, 7)), v.width)) for v in variables if v.width]
        for names in (problem.live.get(at, ()), variables, [*variables, *(i.variable for i in inputs)]):
            widths = sorted({v.width for v in names if v.width}) or [8]
            maker = TermMaker(rng, names, widths=widths)
            found += [maker.term(0, rng.randint(1, 3)) for _ in range(4)]
        found += rng.sample(problem.atoms, min(4, len(problem.atoms)))
        found += [negation(c) for c in rng.sample(problem.atoms, min(4, len(problem.atoms)))]
        found += [c for t in problem.blocks.transitions if t.target in problem.targets for c in t.guard]
        rng.shuffle(found)
        return found


@frozen
class LyingEntry(SupplierEntry):
    """A supplier's line of the catalogue, with a liar behind it."""

    states: bool = True

    def build(self, calls: int = 0) -> Liar:
        return Liar(self.name, calls, states=self.states)


def replace_by_liars(monkeypatch: pytest.MonkeyPatch, *names: str, states: bool) -> None:
    for name in names:
        entry = SUPPLIERS[name]
        line = {field.name: getattr(entry, field.name) for field in fields(SupplierEntry)}
        monkeypatch.setitem(SUPPLIERS, name, LyingEntry(**line, states=states))


@pytest.fixture(params=["in turn", "beside each other"])
def settings(request: pytest.FixtureRequest) -> dict[str, str]:
    return {"deterministic": "on"} if request.param == "in turn" else {}


# -- programs in C -------------------------------------------------------------------------------------------

CHOSEN = (  # all are decided in well under a second, by every kind of party
    "loops/callee_loop_in_a_loop", "loops/doubling_vanishes", "loops/even_steps", "loops/input_each_round",
    "loops/inner_follows_outer", "loops/length_is_an_input", "loops/lock_follows_counter",
    "loops/meet_in_the_middle", "loops/meet_in_the_middle_fails", "loops/multiple_of_three",
    "loops/off_by_one", "loops/saturation_fails", "loops/shifted_mask", "loops/six_states",
    "loops/sum_is_constant", "loops/three_deep", "loops/twice", "overflow/narrow_sum",
    "overflow/unsigned_wraps", "bits/parity_of_square", "bits/swap_by_xor", "bits/rotate",
    "loops/bounded_walk_fails", "loops/goto_two_heads_fails", "unmodelled/division_guarded",
)  # fmt: skip


def task(name: str) -> tuple[Program, list[str]]:
    """A program and the verdicts of its properties."""
    description = yaml.safe_load((PROGRAMS / f"{name}.yml").read_text())
    extra, model = description["maymust"], description["options"]["data_model"]
    options = COptions(entry=extra.get("entry"), data_model=model)
    return translate(str(PROGRAMS / f"{name}.c"), None, options).program, extra["verdicts"]


def verdicts(made: Program, settings: dict[str, str], seconds: float) -> list[str]:
    options = CheckOptions("auto", settings, seconds)
    return [NAMES[type(result.verdict)] for result in check_program(made, options)]


@pytest.mark.parametrize("name", CHOSEN)
def test_liars_everywhere_make_no_verdict_wrong(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody helps with may stay open."""
    replace_by_liars(monkeypatch, *SUPPLIERS, states=True)
    made, expected = task(name)
    found = verdicts(made, {}, 1.0)
    assert len(found) == len(expected)
    assert all(f in (e, "UNKNOWN") for f, e in zip(found, expected, strict=True)), (found, expected)


@pytest.mark.parametrize("supplier", SUPPLIERS)
def test_one_liar_changes_nothing(supplier: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are there: they decide what it would have decided. Its endless tests cost time, which is
    kept short here."""
    monkeypatch.setattr(work, "_STEPS", STEPS)
    replace_by_liars(monkeypatch, supplier, states=False)
    for name in CHOSEN[list(SUPPLIERS).index(supplier) % 4 :: 4]:
        made, expected = task(name)
        assert verdicts(made, {}, SECONDS) == expected, name


# -- random programs -----------------------------------------------------------------------------------------


def test_liars_about_random_programs(
    settings: dict[str, str], size: Callable[[int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The provers are honest, and decide some of them in their first turns."""
    replace_by_liars(monkeypatch, *SUPPLIERS, states=True)
    monkeypatch.setattr(work, "_STEPS", STEPS)
    judged = islice(judged_programs(unmodelled=0.03), size(24))
    said = decided(right_verdicts(judged, settings, turns=TURNS))
    assert min(said["holds"], said["fails"]) >= size(24) // 12, said


def test_one_liar_with_states_about_random_programs(
    size: Callable[[int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """States that never occur mislead whoever guesses from states, but nobody who proves."""
    replace_by_liars(monkeypatch, "random", states=True)
    monkeypatch.setattr(work, "_STEPS", STEPS)
    settings = {"deterministic": "on", "parties": "native=off,spacer=off"}
    judged = islice(judged_programs(unmodelled=0.03), size(20))
    said = decided(right_verdicts(judged, settings, turns=TURNS))
    assert min(said["holds"], said["fails"]) >= size(20) // 10, said
