"""Random programs of several functions: verdicts that come from asking callees are those of brute force."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from helpers.agreement import native_or_skip
from helpers.beside_truth import verdicts_beside_truth
from helpers.random_calls import random_calls
from maymust.checking import CheckOptions

ENGINES: list[tuple[str, dict[str, str]]] = [
    ("smash", {}),
    ("smash", {"must_summaries": "off"}),
    ("smash", {"not_may_summaries": "off", "straight_line": "off"}),
    ("dash", {"calls": "ask"}),
    ("dash", {"calls": "ask", "straight_line": "off", "search": "forward"}),
    ("synergy", {"calls": "ask"}),
    ("slam", {}),
    ("dart", {}),
    ("smart", {}),
    ("auto", {"calls": "ask"}),
    ("auto", {"calls": "ask", "parties": "smash=off,spacer=off", "deterministic": "on"}),
    ("auto", {"calls": "ask", "parties": "random=off", "deterministic": "on"}),
    ("smash", {"control_dependence": "on", "initial_splits": "branches"}),
    ("smash", {"cached_tests": "off", "modification_analysis": "off", "touched_inputs": "off"}),
    ("dash", {"calls": "ask", "initial_splits": "everywhere", "step_limits": "off"}),
]


@pytest.mark.parametrize(("engine", "settings"), ENGINES, ids=str)
def test_calls(engine: str, settings: dict[str, str], size: Callable[..., int]) -> None:
    native_or_skip("LP64")
    seed = f"calls {engine} {settings}"
    rng = random.Random(seed)
    turns = 40 if engine == "auto" else 300  # of parties, or iterations
    options = CheckOptions(engine, settings, 60, turns)
    templates = [random_calls(rng) for _ in range(size(8, full=12))]
    counts = Counter(compared.verdict for compared in verdicts_beside_truth(seed, templates, options))
    assert counts["fails"] and counts["holds"], counts
    assert counts["unknown"] < sum(counts.values()) / 4, counts
