"""Whatever a text looks like, the answer is a verdict or an `InputError`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from helpers.brute_force import for_maymust
from helpers.mutate import is_accepted, mutated
from helpers.random_functions import expression_case, statement_case
from helpers.random_programs import random_template
from maymust.checking import CheckOptions, check_program
from maymust.frontends.c import COptions, translate

ROOT = Path(__file__).parent.parent.parent
FILES = sorted(
    [*ROOT.glob("examples/*.c"), *ROOT.glob("tests/papers/programs/*.c"), *ROOT.glob("tests/programs/**/*.c")]
)


@pytest.mark.parametrize("chunk", range(8))
def test_mutated_programs(chunk: int, size: Callable[..., int]) -> None:
    rng = random.Random(f"mutations {chunk}")
    accepted: Counter[bool] = Counter()
    for _ in range(size(25, full=50)):
        original, entry = _original(rng)
        text = mutated(original, rng)
        options = COptions(entry=entry, data_model=rng.choice(("LP64", "ILP32")))
        accepted[is_accepted(text, partial(_check, text, options))] += 1
    assert accepted[True] and accepted[False], accepted


def _check(text: str, options: COptions) -> None:
    program = translate("mutated.c", text, options).program
    for _ in check_program(program, CheckOptions(seconds=1, max_iterations=3)):
        pass


def _original(rng: random.Random) -> tuple[str, str | None]:
    """A text and the function to analyse."""
    match rng.randrange(4):
        case 0:
            return statement_case("t", rng, "LP64").program, "t"
        case 1:
            return expression_case("t", rng, "LP64").program, "t"
        case 2:
            template = random_template(rng)
            return for_maymust(template), template.entry
    return rng.choice(FILES).read_text(), None
