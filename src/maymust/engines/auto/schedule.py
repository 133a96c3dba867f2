"""Who works when, and for how long: short slices in the order that paid, then longer ones in turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FIRST = (
    "native", "spacer", "smash", "intervals", "explicit", "random", "unary", "guards", "affine", "pairs",
    "smaller", "elements", "k-induction", "implications", "may-must",
)  # fmt: skip
LATER = (
    "store", "k-induction", "native", "spacer", "random", "intervals", "explicit", "unary", "guards",
    "affine", "pairs", "smaller", "elements", "implications", "may-must", "smash",
)  # fmt: skip
_GROWTH, _LARGEST = 2.0, 1000.0
_GLANCE = 0.25  # of the seconds of random tests: most errors that they find show at once
_ALONE = 1 / 3  # of its seconds, for the party with the longest slices, where nobody works beside it


def schedule(seconds: Mapping[str, float], *, beside: bool) -> Iterator[tuple[str, float]]:
    """Slices without end, unless every party is off: a party and its seconds. `seconds` gives each party's
    first slice, 0 for none. What earlier runs have left comes before all. If nobody works `beside` the
    others, the one with the longest slices comes last, and gets less."""
    first: tuple[str, ...] = FIRST
    if not beside:
        seconds = {**seconds, "spacer": seconds["spacer"] * _ALONE}
        first = (*(name for name in FIRST if name != "spacer"), "spacer")
    if seconds["store"]:
        yield "store", seconds["store"]
    if seconds["random"]:
        yield "random", seconds["random"] * _GLANCE
    for name in first:
        if seconds[name]:
            yield name, seconds[name]
    factor = _GROWTH
    while any(seconds.values()):
        for name in LATER:
            if seconds[name]:
                yield name, seconds[name] * factor
        factor = min(factor * _GROWTH, _LARGEST)
