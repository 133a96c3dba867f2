"""Random programs, edited again and again: what is kept of the versions before makes no verdict wrong."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from helpers.agreement import native_or_skip
from helpers.beside_truth import verdicts_beside_truth
from helpers.random_calls import random_calls
from helpers.random_loops import random_loops
from maymust.checking import CheckOptions
from maymust.store.database import Store

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.random_programs import Template

_VERSIONS = 4  # of each program
_NUMBER = re.compile(r"(?<![\w\[])\d+(?![\w\]])")
_COMPARISON = re.compile(r" (<=|>=|==|!=|<|>) ")
_SETTING = re.compile(r"^( +)(\w+ = [^;«»]*;)$")
Make = Callable[[random.Random], "Template"]
CASES: list[tuple[Make, str, dict[str, str]]] = [
    (random_calls, "auto", {"deterministic": "on"}),
    (random_calls, "auto", {"deterministic": "on", "calls": "ask"}),
    (random_calls, "smash", {}),
    (random_calls, "dash", {}),
    (random_loops, "dash", {}),
]


@pytest.mark.parametrize(("make", "engine", "settings"), CASES, ids=lambda p: getattr(p, "__name__", str(p)))
def test_edits(
    make: Make, engine: str, settings: dict[str, str], size: Callable[..., int], tmp_path: Path
) -> None:
    native_or_skip("LP64")
    seed = f"edits {make.__name__} {engine} {settings}"
    rng = random.Random(seed)
    options = CheckOptions(engine, settings, 10, 25 if engine == "auto" else 100)
    counts: Counter[str] = Counter()
    recalled = 0
    for number in range(size(8)):
        versions = [make(rng)]
        while len(versions) < _VERSIONS:
            versions.append(edited(versions[-1], rng))
        store = Store(tmp_path / f"{number}", lambda _: None)
        for compared in verdicts_beside_truth(f"{seed} {number}", versions, options, store):
            counts[compared.verdict] += 1
            recalled += compared.result.recalled
        store.close()
    assert recalled, counts
    assert counts["fails"] + counts["holds"] > counts["unknown"] / 2, counts


def edited(template: Template, rng: random.Random) -> Template:
    """The program with another number or comparison, or with a loop around an assignment."""
    lines = template.text.splitlines()
    kinds = [_change_number, _change_comparison, _add_loop]
    rng.shuffle(kinds)
    fixed = ("«head", "(a - ", "a <= 0 ||", "int [g0] =")  # loops and recursion end, the start is known
    places = [n for n, line in enumerate(lines) if not any(f in line for f in fixed)]
    for kind in kinds:
        changed = [(n, new) for n in places if (new := kind(lines[n], rng)) != lines[n]]
        if changed:
            place, new = rng.choice(changed)
            lines[place] = new
            break
    return replace(template, text="\n".join([*lines, ""]))


def _change_number(line: str, rng: random.Random) -> str:
    found = list(_NUMBER.finditer(line))
    if not found or "«" in line:
        return line
    number = rng.choice(found)
    changed = max(0, int(number[0]) + rng.choice((-1, 1, 2)))
    return f"{line[: number.start()]}{changed}{line[number.end() :]}"


def _change_comparison(line: str, rng: random.Random) -> str:
    found = list(_COMPARISON.finditer(line))
    if not found or "for (" in line or "while" in line:
        return line
    place = rng.choice(found)
    return f"{line[: place.start()]} {rng.choice(('<', '>=', '=='))} {line[place.end() :]}"


def _add_loop(line: str, rng: random.Random) -> str:
    return _SETTING.sub(rf"\1for (int extra = 0; extra < {rng.randint(1, 3)}; extra++) \2", line)
