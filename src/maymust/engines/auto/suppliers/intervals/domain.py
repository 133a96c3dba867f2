"""Abstract values of machine integers: bounds of both readings, and a congruence of the unsigned one.

A `Range` stands for the values x of `width` bits whose signed reading is in [low, high], whose unsigned
reading is in [bottom, top], and is `remainder` modulo `modulus` (P. Granger, "Static Analysis of Arithmetical
Congruences", 1989); a modulus of 1 says nothing, one of 0 that the remainder is the value. No value at all
is None: `reduced`, `meet` and whatever uses them may give it. The three parts sharpen one another in
`reduced`, through which every range is made.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cache
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from maymust.terms import to_signed

if TYPE_CHECKING:
    from collections.abc import Sequence


class Range(NamedTuple):
    """A set of values; see above."""

    width: int
    low: int
    high: int
    bottom: int
    top: int
    modulus: int
    remainder: int

    @property
    def value(self) -> int | None:
        """The unsigned reading where there is only one."""
        return self.bottom if self.bottom == self.top else None

    def contains(self, value: int) -> bool:
        """Whether the value with this unsigned reading is in it."""
        return (
            self.bottom <= value <= self.top
            and self.low <= to_signed(value, self.width) <= self.high
            and (value % self.modulus == self.remainder if self.modulus else value == self.remainder)
        )


@cache
def anything(width: int) -> Range:
    """Every value of a width."""
    half = 1 << (width - 1)
    return Range(width, -half, half - 1, 0, 2 * half - 1, 1, 0)


def exactly(value: int, width: int) -> Range:
    """One value, given by its unsigned reading."""
    signed = to_signed(value, width)
    return Range(width, signed, signed, value, value, 0, value)


def reduced(
    width: int, low: int, high: int, bottom: int, top: int, modulus: int = 1, remainder: int = 0
) -> Range | None:
    """The values that satisfy all of this, as sharply as they tell. Requires: the bounds are in range."""
    size = 1 << width
    half = size >> 1
    while True:
        if modulus and bottom <= top:
            bottom += (remainder - bottom) % modulus
            top -= (top - remainder) % modulus
        elif not modulus:
            bottom, top = max(bottom, remainder), min(top, remainder)
        if low > high or bottom > top:
            return None
        before = (low, high, bottom, top)
        # The signed interval is one of unsigned readings where it does not cross zero, else it may be a gap.
        if low >= 0:
            bottom, top = max(bottom, low), min(top, high)
        elif high < 0:
            bottom, top = max(bottom, low + size), min(top, high + size)
        else:
            if high < bottom < low + size:
                bottom = low + size
            if high < top < low + size:
                top = high
        if top < half:
            low, high = max(low, bottom), min(high, top)
        elif bottom >= half:
            low, high = max(low, bottom - size), min(high, top - size)
        else:
            if top - size < low < bottom:
                low = bottom
            if top - size < high < bottom:
                high = top - size
        if before == (low, high, bottom, top):
            break
    if bottom == top:
        modulus, remainder = 0, bottom
    return Range(width, low, high, bottom, top, modulus, remainder)


def wrapped(low: int, high: int, width: int, modulus: int = 1, remainder: int = 0) -> Range | None:
    """The values modulo 2**width of the numbers in [low, high] that are `remainder` modulo `modulus`."""
    if low > high:
        return None
    signed, unsigned = _fold(low, high, -(1 << (width - 1)), width), _fold(low, high, 0, width)
    if unsigned is None:
        modulus, remainder = _powers_of_two(modulus, remainder, width)
    else:
        remainder += unsigned[0] - low
        remainder = remainder % modulus if modulus else remainder
    whole = anything(width)
    return reduced(width, *(signed or whole[1:3]), *(unsigned or whole[3:5]), modulus, remainder)


def _fold(low: int, high: int, least: int, width: int) -> tuple[int, int] | None:
    """[low, high] moved by a multiple of 2**width into the interval of that size from `least`, if it fits."""
    rounds = (low - least) >> width
    if (high - least) >> width != rounds:
        return None
    return low - (rounds << width), high - (rounds << width)


def _powers_of_two(modulus: int, remainder: int, width: int) -> tuple[int, int]:
    """What of a congruence survives wrapping around."""
    kept = gcd(modulus, 1 << width)
    return kept, remainder % kept


def from_unsigned(bottom: int, top: int, width: int, modulus: int = 1, remainder: int = 0) -> Range | None:
    """The values with these unsigned readings."""
    whole = anything(width)
    return reduced(width, whole.low, whole.high, max(bottom, 0), min(top, whole.top), modulus, remainder)


def from_signed(low: int, high: int, width: int) -> Range | None:
    """The values with these signed readings."""
    whole = anything(width)
    return reduced(width, max(low, whole.low), min(high, whole.high), 0, whole.top)


def join(a: Range | None, b: Range | None) -> Range | None:
    """A range that has the values of both."""
    if a is b or b is None:
        return a
    if a is None:
        return b
    modulus = gcd(a.modulus, b.modulus, abs(a.remainder - b.remainder))
    return reduced(
        a.width,
        min(a.low, b.low),
        max(a.high, b.high),
        min(a.bottom, b.bottom),
        max(a.top, b.top),
        modulus,
        a.remainder % modulus if modulus else a.remainder,
    )


def meet(a: Range | None, b: Range | None) -> Range | None:
    """A range that has the values that both have."""
    if a is b or a is None or b is None:
        return a if b is not None else None
    congruence = _both(a.modulus, a.remainder, b.modulus, b.remainder)
    if congruence is None:
        return None
    return reduced(
        a.width,
        max(a.low, b.low),
        min(a.high, b.high),
        max(a.bottom, b.bottom),
        min(a.top, b.top),
        *congruence,
    )


def _both(m: int, r: int, n: int, s: int) -> tuple[int, int] | None:
    """The congruence that says what two do; None where they contradict each other. (Where one modulus does
    not divide the other it keeps the larger, which says less.)"""
    if (m < n and m != 0) or n == 0:
        m, r, n, s = n, s, m, r
    common = gcd(m, n)
    if (r - s) % common if common else r != s:
        return None
    return m, r


def widen(old: Range, new: Range, steps: Sequence[int]) -> Range:
    """A range that has the values of both, whose bounds, where they have moved, are the next of these steps,
    or those of the width. Requires: `new` has the values of `old`; the steps are in order."""
    whole = anything(old.width)
    widened = reduced(
        old.width,
        old.low if new.low >= old.low else _below(new.low, steps, whole.low),
        old.high if new.high <= old.high else _above(new.high, steps, whole.high),
        old.bottom if new.bottom >= old.bottom else _below(new.bottom, steps, whole.bottom),
        old.top if new.top <= old.top else _above(new.top, steps, whole.top),
    )
    modulus, remainder = new.modulus, new.remainder
    if modulus > 1 and widened is not None:
        # The congruence is kept beside the bounds, not used to sharpen them: they would creep on.
        widened = widened._replace(modulus=modulus, remainder=remainder)
    return widened or whole


def _below(bound: int, thresholds: Sequence[int], least: int) -> int:
    place = bisect_right(thresholds, bound)
    return max(thresholds[place - 1], least) if place else least


def _above(bound: int, thresholds: Sequence[int], most: int) -> int:
    place = bisect_left(thresholds, bound)
    return min(thresholds[place], most) if place < len(thresholds) else most
