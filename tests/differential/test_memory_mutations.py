"""Whatever a text about memory looks like, its translation is a program or an `InputError`."""

from __future__ import annotations

import random
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType

import pytest

from helpers.brute_force import for_maymust
from helpers.mutate import is_accepted, mutated, with_lines_changed
from helpers.random_memory import memory_case
from helpers.random_pointers import random_pointers
from maymust.frontends.c import DATA_MODELS, COptions, translate

ROOT = Path(__file__).parent.parent.parent
FILES = sorted([*ROOT.glob("examples/*.c"), *ROOT.glob("tests/programs/**/*.c")])
MUTANTS = 40
SECONDS = 120  # nothing takes a tenth of it, unless it hangs


@pytest.mark.parametrize("chunk", range(4))
def test_mutated_programs(chunk: int, size: Callable[[int], int]) -> None:
    rng = random.Random(f"mutations of memory {chunk}")
    accepted: Counter[bool] = Counter()
    for _ in range(size(MUTANTS)):
        text, entry = _mutant(rng)
        options = COptions(entry=entry, data_model=rng.choice(DATA_MODELS))
        with _alarm():
            accepted[is_accepted(text, partial(translate, "mutated.c", text, options))] += 1
    assert accepted[True] and accepted[False], accepted


def _mutant(rng: random.Random) -> tuple[str, str | None]:
    """A text and the function to analyse."""
    entry: str | None = None
    match rng.randrange(3):
        case 0:
            text, entry = memory_case("t", rng, "LP64").program, "t"
        case 1:
            template = random_pointers(rng)
            text, entry = for_maymust(template), template.entry
        case _:
            text = rng.choice(FILES).read_text()
    choice = rng.randrange(3)
    if choice:
        text = with_lines_changed(text, rng)
    return (text if choice == 1 else mutated(text, rng)), entry


@contextmanager
def _alarm() -> Iterator[None]:
    """Ends what hangs."""

    def ring(_: int, __: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
