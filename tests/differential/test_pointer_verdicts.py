"""Random tiny programs about pointers: the checked verdicts of `auto` are those of brute force."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from helpers.agreement import native_or_skip
from helpers.beside_truth import verdicts_beside_truth
from helpers.brute_force import enumerate_natively
from helpers.random_pointers import random_pointers
from maymust.checking import CheckOptions

CHUNKS = 10
PROGRAMS = 2  # in a chunk
SECONDS = 6.0  # for a program, nearly all of which take a small part of it
Size = Callable[..., int]


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_auto(chunk: int, size: Size) -> None:
    native_or_skip("LP64")
    seed = f"pointers {chunk}"
    rng = random.Random(seed)
    templates = [random_pointers(rng) for _ in range(size(PROGRAMS, full=3))]
    options = CheckOptions(engine="auto", settings={"deterministic": "on"}, seconds=SECONDS)
    counts = Counter(compared.verdict for compared in verdicts_beside_truth(seed, templates, options))
    assert counts["unknown"] < counts.total(), counts


def test_some_hold_and_some_fail() -> None:
    native_or_skip("LP64")
    rng = random.Random("pointers")
    truths = enumerate_natively([random_pointers(rng) for _ in range(200)])
    known = [truth for truth in truths if truth is not None]
    assert len(known) >= 190
    assert 30 <= sum(bool(truth.failing) for truth in known) <= 170
    assert not any(truth.stuck for truth in known)
