"""Random programs about loops: the checked verdicts of `auto` are those of brute force over all inputs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from helpers.agreement import native_or_skip
from helpers.beside_truth import verdicts_beside_truth
from helpers.brute_force import enumerate_natively
from helpers.random_loops import RECIPES, random_loops
from maymust.checking import CheckOptions

CHUNKS = 8
PROGRAMS = 10  # in a chunk
SECONDS = 3.0  # for a program, nearly all of which take a small part of it
BY_THE_CLOCK = CheckOptions(engine="auto", seconds=SECONDS)
BY_WORK_DONE = CheckOptions("auto", {"deterministic": "on"}, seconds=100, max_iterations=10)
MOST_UNKNOWN = 0.2
Size = Callable[[int], int]


@pytest.mark.parametrize("chunk", range(0, CHUNKS, 2))
def test_auto(chunk: int, size: Size) -> None:
    """As it is used: how much is decided depends on the machine, but what is said is true."""
    assert _check(f"loops {chunk}", size(PROGRAMS), BY_THE_CLOCK)


@pytest.mark.parametrize("chunk", range(1, CHUNKS, 2))
def test_auto_decides_nearly_all(chunk: int, size: Size) -> None:
    counts = _check(f"loops {chunk}", size(PROGRAMS), BY_WORK_DONE)
    assert counts["unknown"] <= MOST_UNKNOWN * counts.total(), counts


@pytest.mark.parametrize("chunk", range(4))
def test_dash(chunk: int, size: Size) -> None:
    """It decides about half of them; what it says is true."""
    options = CheckOptions(engine="dash", seconds=SECONDS, max_iterations=30)
    counts = _check(f"loops with dash {chunk}", size(PROGRAMS), options)
    assert counts["fails"] and counts["holds"], counts


@pytest.mark.parametrize("recipe", RECIPES)
def test_recipes_make_programs_that_hold_and_programs_that_fail(recipe: str) -> None:
    native_or_skip("LP64")
    rng = random.Random(recipe)
    truths = enumerate_natively([random_loops(rng, recipe) for _ in range(20)])
    assert None not in truths
    failing = sum(bool(truth and truth.failing) for truth in truths)
    assert 2 <= failing <= 18
    assert not any(truth and truth.stuck for truth in truths)


def test_mixtures_are_balanced() -> None:
    native_or_skip("LP64")
    rng = random.Random("mixtures")
    truths = enumerate_natively([random_loops(rng) for _ in range(200)])
    known = [truth for truth in truths if truth is not None]
    assert len(known) >= 190
    assert 70 <= sum(bool(truth.failing) for truth in known) <= 130


def _check(seed: str, count: int, options: CheckOptions) -> Counter[str]:
    """Compares every verdict with the truth, and counts them."""
    native_or_skip("LP64")
    rng = random.Random(seed)
    templates = [random_loops(rng) for _ in range(count)]
    return Counter(compared.verdict for compared in verdicts_beside_truth(seed, templates, options))
