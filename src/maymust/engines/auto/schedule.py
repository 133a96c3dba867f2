"""Who works when, and for how long: short slices in the order that paid, then longer ones in turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FIRST = (
    "random", "native", "spacer", "intervals", "explicit", "unary", "guards", "affine", "pairs",
    "k-induction", "implications", "near", "may-must",
)  # fmt: skip
LATER = (
    "random", "native", "spacer", "intervals", "explicit", "unary", "guards", "affine", "pairs",
    "implications", "near", "k-induction", "may-must",
)  # fmt: skip
_GROWTH = 2.0


def schedule(seconds: Mapping[str, float], *, beside: bool) -> Iterator[tuple[str, float]]:
    """Slices without end, unless every party is off: a party and its seconds. `seconds` gives each party's
    first slice, 0 for none. If nobody works beside the others, the one with the longest slices comes last."""
    patient = () if beside else ("spacer",)
    for name in (*(n for n in FIRST if n not in patient), *patient):
        if seconds[name]:
            yield name, seconds[name]
    factor = _GROWTH
    while any(seconds.values()):
        for name in LATER:
            if seconds[name]:
                yield name, seconds[name] * factor
        factor *= _GROWTH
