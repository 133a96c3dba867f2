"""The auto engine as a whole: compared with brute force, twice the same, with what is not modelled."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from helpers.programs import ProcedureBuilder, brute_force, program
from helpers.verdicts import SECONDS, check_first, decided, judged_programs, right_verdicts
from maymust.engines.auto.options import PROVERS, AutoOptions, parse_parties
from maymust.engines.auto.schedule import schedule
from maymust.engines.auto.suppliers.catalogue import SUPPLIERS
from maymust.engines.base import Budget, EngineResult, NoClaim, Share
from maymust.engines.options import OptionError, with_settings
from maymust.engines.registry import ENGINES
from maymust.interp.replay import Stuck
from maymust.ir.program import START, Assign, Unmodelled
from maymust.passes.pipeline import Prepared
from maymust.terms import add, constant, eq, less, ne
from maymust.verdicts import Fails, Holds, Unknown

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.ir.program import Program

PARTIES = (*SUPPLIERS, *PROVERS)
REPEATABLE = {"deterministic": "on", "parties": "native=off"}


@pytest.mark.parametrize("chunk", range(4))
def test_agrees_with_brute_force(chunk: int, size: Callable[[int], int]) -> None:
    seen: dict[tuple[str, str], int] = {}
    parties: set[str] = set()
    judged = islice(judged_programs(1_000_000 * chunk), size(40))
    for (seed, _, expected), result in right_verdicts(judged, REPEATABLE):
        if expected == "asm":
            assert isinstance(result.verdict, Unknown)
            assert "reached by a test: asm" in result.verdict.reason, seed
        key = (expected, type(result.verdict).__name__)
        seen[key] = seen.get(key, 0) + 1
        parties.add(result.statistics.decided_by)
    missed = seen.pop(("holds", "Unknown"), 0) + seen.pop(("fails", "Unknown"), 0)
    assert {("holds", "Holds"), ("fails", "Fails")} <= set(seen)
    assert missed <= 0.03 * sum(seen.values())
    assert len(parties) >= 3


def test_agrees_with_brute_force_in_two_processes(size: Callable[[int], int]) -> None:
    """As it is used: by the clock, some parties beside the others."""
    said = decided(right_verdicts(islice(judged_programs(), size(20)), {}))
    assert said["holds"] and said["fails"]


@pytest.mark.parametrize("party", PARTIES)
def test_no_party_alone_is_wrong(party: str, size: Callable[[int], int]) -> None:
    """Every other party is off; what it cannot decide stays open."""
    others = ",".join(f"{name}=off" for name in PARTIES if name != party)
    settings = {"deterministic": "on", "parties": others}
    for (seed, *_), result in right_verdicts(islice(judged_programs(), size(12)), settings, turns=3):
        assert result.statistics.decided_by in ("", "blocks", party), seed


# -- determinism ---------------------------------------------------------------------------------------------


def outcome(made: Program) -> tuple[object, str, dict[str, Share], int]:
    """What a run must repeat: all but its seconds."""
    entry = ENGINES["auto"]
    engine = entry.build(with_settings(entry.options(), REPEATABLE))
    result: EngineResult = engine.run(
        Prepared(made), "P1", Budget(time.monotonic() + SECONDS), lambda _: None
    )
    shares = {name: replace(share, seconds=0.0) for name, share in result.statistics.shares.items()}
    return result.claim, result.statistics.decided_by, shares, result.statistics.prover_calls


def test_two_runs_are_the_same(size: Callable[[int], int]) -> None:
    for seed, made, _ in islice(judged_programs(), size(25)):
        assert outcome(made) == outcome(made), seed


def print_outcomes() -> None:
    """What other processes are asked for."""
    for seed, made, _ in islice(judged_programs(), 14):
        sys.stdout.write(f"{seed} {outcome(made)}\n")


def test_two_processes_do_the_same() -> None:
    """Whatever the order of sets, it reaches neither a solver nor a claim."""
    here = Path(__file__).parent
    said = []
    for hash_seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", "from test_engines_auto import print_outcomes; print_outcomes()"],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": f"{here.parent}:{here}"},
            capture_output=True,
            text=True,
            check=True,
        )
        said.append(run.stdout)
    assert len(said[0].splitlines()) == 14
    assert said[0] == said[1]


# -- what is not modelled ------------------------------------------------------------------------------------


def with_assembly(reached: int, wrong: int, *, more: int | None = None) -> Program:
    """for (i := 0; i < 5; i++) { if (i == reached) asm; if (i == more) setjmp } assert i != wrong."""
    start = ProcedureBuilder(START)
    i, n = start.local("i"), start.local("n")
    start.havoc(n)
    start.assign(i, constant(0, 3))
    head = start.at
    assert head is not None
    inside, outside = start.branch(less(i, constant(5, 3), signed=False)) or (0, 0)
    start.at = inside
    for value, construct in ((reached, "asm"), (more, "setjmp")):
        if value is not None:
            # what is not modelled comes only with one input, so that there are runs beyond it
            yes, no = start.branch(eq(add(i, n), constant(value, 3))) or (0, 0)
            here, there = no, yes
            start.at = there
            stuck, on = start.branch(eq(i, constant(value, 3))) or (0, 0)
            start.edge(stuck, 1, Unmodelled(construct))
            start.at = here
            start.join(start.at, on)
    assert start.at is not None
    start.edge(start.at, head, Assign(i, add(i, constant(1, 3))))
    start.at = outside
    start.check(ne(i, constant(wrong, 3)))
    return program(start.build())


@pytest.mark.parametrize("settings", [REPEATABLE, {}])
def test_what_is_not_modelled_and_not_reached_does_not_matter(settings: dict[str, str]) -> None:
    made = with_assembly(reached=6, wrong=7)
    assert brute_force(made, "P1") == "holds"
    assert isinstance(check_first(made, settings).verdict, Holds)


@pytest.mark.parametrize("settings", [REPEATABLE, {}])
def test_what_is_not_modelled_and_reached_leaves_it_open(settings: dict[str, str]) -> None:
    made = with_assembly(reached=4, wrong=7)
    assert brute_force(made, "P1") == "asm"
    verdict = check_first(made, settings).verdict
    assert isinstance(verdict, Unknown)
    assert "not modelled, and reached by a test: asm at random.c" in verdict.reason
    assert verdict.run is not None
    assert verdict.run.end == Stuck("asm")


@pytest.mark.parametrize("settings", [REPEATABLE, {}])
def test_a_violation_elsewhere_is_still_found(settings: dict[str, str]) -> None:
    made = with_assembly(reached=4, wrong=5)
    assert brute_force(made, "P1") == "fails"
    assert isinstance(check_first(made, settings).verdict, Fails)


def test_the_first_of_two_is_named() -> None:
    made = with_assembly(reached=4, wrong=7, more=3)
    verdict = check_first(made, REPEATABLE).verdict
    assert isinstance(verdict, Unknown)
    assert ": asm at" in verdict.reason or ": setjmp at" in verdict.reason
    assert verdict.run is not None
    assert isinstance(verdict.run.end, Stuck)
    assert f": {verdict.run.end.construct} at" in verdict.reason
    assert isinstance(check_first(with_assembly(reached=4, wrong=5, more=3), REPEATABLE).verdict, Fails)


def test_without_time_there_is_no_claim() -> None:
    engine = ENGINES["auto"].build(AutoOptions())
    result = engine.run(Prepared(with_assembly(6, 7)), "P1", Budget(time.monotonic() - 1), lambda _: None)
    assert result.claim == NoClaim("no verdict within the time limit")


# -- options and schedule ------------------------------------------------------------------------------------


def test_parties_have_seconds_or_are_off() -> None:
    assert set(parse_parties("")) == set(PARTIES)
    assert all(seconds > 0 for seconds in parse_parties("").values())
    changed = parse_parties("spacer=off,k-induction=2.5")
    assert (changed["spacer"], changed["k-induction"]) == (0.0, 2.5)
    assert changed | {"spacer": 0, "k-induction": 0} == parse_parties("") | {"spacer": 0, "k-induction": 0}


@pytest.mark.parametrize("text", ["nobody=1", "spacer", "spacer=", "spacer=-1", "spacer=nan", "spacer=inf"])
def test_wrong_parties_are_refused(text: str) -> None:
    with pytest.raises(OptionError):
        parse_parties(text)
    with pytest.raises(OptionError):
        with_settings(AutoOptions(), {"parties": text})


def test_the_schedule_gives_every_party_its_slices() -> None:
    seconds = dict.fromkeys(PARTIES, 1.0) | {"smaller": 0.0}
    wanted = {name for name in PARTIES if name != "smaller"}
    for beside in (False, True):
        slices = list(islice(schedule(seconds, beside=beside), 100))
        first = slices[: len(wanted) + 1]  # random tests come twice
        assert {name for name, _ in first} == wanted
        assert all(0 < length <= 1.0 for _, length in first)
        lengths: dict[str, list[float]] = {}
        for name, length in slices:
            lengths.setdefault(name, []).append(length)
        assert set(lengths) == wanted
        for found in lengths.values():
            assert len(found) > 5
            assert all(a < b for a, b in pairwise(found[:5]))
            assert all(a <= b for a, b in pairwise(found))


def test_without_parties_there_is_nothing_to_wait_for() -> None:
    """What blocks alone decide is decided, the rest is open at once."""
    none = ",".join(f"{name}=off" for name in PARTIES)
    assert list(schedule(parse_parties(none), beside=True)) == []
    verdict = check_first(with_assembly(6, 7), {"parties": none}).verdict
    assert verdict == Unknown("every party is off", None)
    start = ProcedureBuilder(START)
    x = start.local("x")
    start.havoc(x)
    start.check(eq(x, x))
    assert isinstance(check_first(program(start.build()), {"parties": none}).verdict, Holds)
