"""The hunt: no wrong HOLDS, no wrong FAILS, at most a tenth UNKNOWN."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from . import oracle
from .building import build
from .generating import plainer, programs
from .judging import Said, compare, judge
from .minimising import minimised
from .pattern import MODELS, Model, Oracle, bad, fine
from .patterns import BY_NAME, PATTERNS
from .recipes import Program
from .shortcuts import compared, counted
from .summary import UNKNOWN_SHARE, described, table, unknown_in_time_share, unknowns, wrong

SEED = 1
PROGRAMS = 500
CHUNKS = 8  # for the cores
COMPARED = 20  # of the programs, one in so many is looked at without shortcuts, too
SHOWN = 5  # findings in a failure's text
Size = Callable[..., int]


def _made(size: Size) -> list[Program]:
    return list(programs(SEED, size(PROGRAMS)))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_no_verdict_is_wrong(chunk: int, size: Size) -> None:
    found = [judge(program) for program in _made(size)[chunk::CHUNKS]]
    groups = wrong(found)
    shown = "\n".join(described(minimised(group[0])) for group in list(groups.values())[:SHOWN])
    assert not groups, f"{len(groups)} findings\n{shown}\n{table(found)}"
    assert unknown_in_time_share(found) <= UNKNOWN_SHARE, f"{unknowns(found)}\n{table(found)}"


def test_verdicts_are_the_same_without_shortcuts(size: Size) -> None:
    found = [compared(program) for program in _made(size)[::COMPARED]]
    different = [told for comparison, told in found if comparison == "different"]
    assert not different, "\n".join(different[:SHOWN])
    assert sum(comparison == "same verdict" for comparison, _ in found) > len(found) / 2, counted(found)


@pytest.mark.parametrize("watched", ["sanitizers", "valgrind"])
@pytest.mark.parametrize("model", MODELS)
def test_native_runs_agree_with_the_truth_of_patterns(model: Model, watched: Oracle, size: Size) -> None:
    _skip_unless_served(model, watched)
    made = [
        program
        for program in _made(size)
        if (program.recipe.asked.model, program.recipe.pattern.oracle) == (model, watched)
    ]
    assert made
    found = list(oracle.disagreements(made))
    assert not found, "\n".join(found[:SHOWN])


def test_native_runs_find_a_wrong_statement() -> None:
    _skip_unless_served("LP64", "sanitizers")
    made = programs(SEED, 20, [BY_NAME["bounds: local"]])
    recipe = next(program.recipe for program in made if program.recipe.asked.model == "LP64")
    wrong_one = replace(recipe.pattern, outcomes=bad("bounds", 0, 1, 2, 3) | fine(4, 5, -1))
    assert not list(oracle.disagreements([build(recipe)]))
    assert list(oracle.disagreements([build(replace(recipe, pattern=wrong_one))]))


def test_each_pattern_has_its_turn() -> None:
    made = list(programs(SEED, PROGRAMS))
    assert {program.recipe.pattern.name for program in made} == {pattern.name for pattern in PATTERNS}
    violating = sum(any(outcome.kinds for outcome in program.outcomes) for program in made)
    assert PROGRAMS / 3 < violating < 2 * PROGRAMS / 3


def test_the_same_seed_gives_the_same_programs() -> None:
    assert [p.text for p in programs(5, 40)] == [p.text for p in programs(5, 40)]
    assert [p.text for p in programs(5, 40)] != [p.text for p in programs(6, 40)]


def test_what_is_plainer_is_still_a_program() -> None:
    recipe = max((program.recipe for program in programs(SEED, 60)), key=lambda recipe: len(recipe.carriers))
    less = [build(each) for each in plainer(recipe)]
    assert less
    assert all("main(void)" in program.text for program in less)


def test_wrong_verdicts_are_seen() -> None:
    for program in programs(SEED, PROGRAMS):
        outcomes, asked = program.outcomes, program.recipe.asked.kinds
        strict = [outcome for outcome in outcomes if outcome.kinds and not outcome.open]
        if strict and all(outcome.kinds <= asked for outcome in strict):
            assert compare(Said(frozenset(), ()), program) == "wrong HOLDS", program.title
            assert compare(Said(frozenset(), ("too hard",)), program) in ("unknown", "open")
        if not any(outcome.kinds for outcome in outcomes):
            assert compare(Said(frozenset({"null"}), ()), program) == "wrong FAILS", program.title
            assert compare(Said(frozenset(), ()), program) == "holds"


def _skip_unless_served(model: Model, watched: Oracle) -> None:
    if not oracle.serves(model, watched):
        pytest.skip(
            f"no {watched} for {model} here: gcc, gcc-multilib or valgrind is not there or does not work"
        )
