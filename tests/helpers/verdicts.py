"""Random programs whose verdict is known, and what the engine `auto` says of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import count

from helpers.explicit_blocks import looping_program
from helpers.programs import Shape, TooLarge, brute_force, random_program
from maymust.checking import CheckOptions, check_program
from maymust.ir.program import Program
from maymust.verdicts import Fails, Holds, PropertyResult

SECONDS = 60.0  # for both properties; nothing takes so long
Judged = tuple[int, Program, str]


def judged_programs(first: int = 0, unmodelled: float = 0.06) -> Iterator[Judged]:
    """Seeds, programs, verdicts of brute force: fails, holds, or a construct that leaves it open."""
    for seed in count(first):
        rng = random.Random(seed)
        maker = looping_program if seed % 2 else random_program
        made = maker(rng, Shape(width=3, statements=4, unmodelled=unmodelled))
        try:
            yield seed, made, brute_force(made, "P1")
        except TooLarge:
            continue


def check_first(
    made: Program, settings: Mapping[str, str], seconds: float = SECONDS, turns: int | None = None
) -> PropertyResult:
    """The result for the first property."""
    return next(iter(check_program(made, CheckOptions("auto", settings, seconds, turns))))


def right_verdicts(
    judged: Iterable[Judged],
    settings: Mapping[str, str],
    seconds: float = SECONDS,
    turns: int | None = None,
) -> Iterator[tuple[Judged, PropertyResult]]:
    """Checks programs; fails where a verdict is neither what it should be nor open."""
    for one in judged:
        seed, made, expected = one
        result = check_first(made, settings, seconds, turns)
        match result.verdict:
            case Holds():
                assert expected == "holds", seed
            case Fails():
                assert expected == "fails", (seed, expected)
        yield one, result


def decided(results: Iterable[tuple[Judged, PropertyResult]]) -> Counter[str]:
    """How often something is said to hold and to fail."""
    names = {Holds: "holds", Fails: "fails"}
    return Counter(names.get(type(result.verdict), "open") for _, result in results)
