"""Guesses on two or three variables of one width: order, bounded sums and differences."""

from __future__ import annotations

from itertools import combinations, permutations
from operator import add as plus
from operator import sub as minus
from typing import TYPE_CHECKING

from maymust.engines.auto.suppliers.observed.unary import at_least, at_most, fits
from maymust.terms import Term, add, constant, eq, less, less_equal, make, sub
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from maymust.engines.auto.suppliers.observed.sample import Sample

SMALL_BOUND = 64  # of a sum or a difference
TINY_BOUND = 4  # of what has more parts
FIRST_ROWS = 40  # show of most pairs that they have nothing to do with each other
TRIPLED_VARIABLES = 6  # of one width, whose triples are looked at
SCALED_WIDTH, SCALES, SCALE_RANGE, LARGEST_OFFSET = 32, 4, range(10, 100_001), 100


def pairs(sample: Sample) -> Iterator[Term]:
    """What variables of the same width have to do with each other. Requires that there are states."""
    for kind in (_equalities, _order, _octagons, _multiples, _scaled, _triples):
        for width in sample.by_width:
            yield from kind(sample, width)


def _equalities(sample: Sample, width: int) -> Iterator[Term]:
    """a = b + c, where the variables are not both constant."""
    mask = (1 << width) - 1
    for a, b in sample.pairs(width):
        x, y = sample.columns[a], sample.columns[b]
        offset = (x[0] - y[0]) & mask
        if len(sample.values[a]) > 1 and all((p - q) & mask == offset for p, q in zip(x, y, strict=True)):
            yield eq(a, add(b, constant(offset, width)))


def _order(sample: Sample, width: int) -> Iterator[Term]:
    """a <= b and a < b, in both readings, where the variables are not both constant."""
    for a, b in sample.pairs(width):
        if len(sample.values[a]) == len(sample.values[b]) == 1:
            continue
        for signed, columns in ((True, sample.signed), (False, sample.columns)):
            found = _extremes(minus, columns[a], columns[b], 0, 0)
            if found is None:
                continue
            lowest, highest = found
            for x, y, most in ((a, b, highest), (b, a, -lowest)):
                if most < 0:
                    yield less(x, y, signed=signed)
                if most <= 0:
                    yield less_equal(x, y, signed=signed)


def _octagons(sample: Sample, width: int) -> Iterator[Term]:
    """Bounds of a - b and a + b: small ones, and constants of the program."""
    constants = sample.signed_constants(width)
    low, high = min([-SMALL_BOUND, *constants]), max([SMALL_BOUND, *constants])
    for a, b in sample.pairs(width):
        for term, operation in ((sub(a, b), minus), (add(a, b), plus)):
            found = _extremes(operation, sample.signed[a], sample.signed[b], low, high)
            if found is None or found[0] == found[1]:
                continue
            lowest, highest = found
            yield from _between(lowest, term, highest, SMALL_BOUND)
            for bound in [c for c in constants if c >= highest][:2]:
                yield at_most(term, bound, signed=True)
                yield less(term, constant(bound, width), signed=True)
            for bound in [c for c in constants if c <= lowest][-1:]:
                yield at_least(bound, term, signed=True)


def _multiples(sample: Sample, width: int) -> Iterator[Term]:
    """Bounds of 2a - b and 3a - b."""
    for factor in (2, 3):
        multiples = {v: [factor * x for x in sample.signed[v]] for v in sample.by_width[width]}
        for pair in sample.pairs(width):
            for a, b in (pair, pair[::-1]):
                found = _extremes(minus, multiples[a], sample.signed[b], -TINY_BOUND, TINY_BOUND)
                if found is not None:
                    yield from _between(found[0], sub(_times(a, factor), b), found[1], TINY_BOUND)


def _scaled(sample: Sample, width: int) -> Iterator[Term]:
    """a <= K * b + c, for constants K of the program."""
    variables = sample.by_width[width]
    if width < SCALED_WIDTH or len(variables) > TRIPLED_VARIABLES:
        return
    factors = [c for c in sample.constants if c in SCALE_RANGE][:SCALES]
    for a, b in permutations(variables, 2):
        if min(sample.signed[b]) < 0 or len(sample.values[a]) < 3:
            continue
        for factor in factors:
            offset = max([x - factor * y for x, y in zip(sample.signed[a], sample.signed[b], strict=True)])
            if 0 <= offset <= LARGEST_OFFSET:
                yield less_equal(a, add(_times(b, factor), constant(offset, width)), signed=True)


def _triples(sample: Sample, width: int) -> Iterator[Term]:
    """Bounds of a + b - c."""
    variables = sample.by_width[width]
    if len(variables) > TRIPLED_VARIABLES:
        return
    for a, b in combinations(variables, 2):
        sums = list(map(plus, sample.signed[a], sample.signed[b]))
        for c in variables:
            if c is not a and c is not b:
                found = _extremes(minus, sums, sample.signed[c], -TINY_BOUND, TINY_BOUND)
                if found is not None:
                    yield from _between(found[0], sub(add(a, b), c), found[1], TINY_BOUND)


def _extremes(
    operation: Callable[[int, int], int], x: Sequence[int], y: Sequence[int], low: int, high: int
) -> tuple[int, int] | None:
    """The smallest and the largest result, row by row; None if the first rows already show one below `low`
    and one above `high`."""
    first = list(map(operation, x[:FIRST_ROWS], y[:FIRST_ROWS]))
    if min(first) < low and max(first) > high:
        return None
    values = list(map(operation, x, y))
    return min(values), max(values)


def _between(lowest: int, term: Term, highest: int, largest: int) -> Iterator[Term]:
    """lowest <= term and term <= highest, whichever bound is small and not the only value."""
    if lowest == highest:
        return
    if abs(lowest) <= largest and fits(lowest, term.width):
        yield at_least(lowest, term, signed=True)
    if abs(highest) <= largest and fits(highest, term.width):
        yield at_most(term, highest, signed=True)


def _times(term: Term, factor: int) -> Term:
    return make(ops.MUL, (term, constant(factor, term.width)))
