"""Guesses on one variable: its values, bounds and remainders."""

from __future__ import annotations

from functools import reduce
from math import gcd
from typing import TYPE_CHECKING

from maymust.terms import Term, constant, disjunction, eq, less, less_equal, make, ne, to_signed
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from maymust.engines.auto.suppliers.observed.sample import Sample

FEW_VALUES = 24  # are listed
LARGEST_MODULUS = 1 << 16


def unary(sample: Sample) -> Iterator[Term]:
    """What one variable's values have in common. Requires that there are states."""
    told_once = [v for v in sample.variables if v.op not in (ops.ZEXT, ops.SEXT)]
    for kind in (_values, _bounds, _congruences, _bounds_at_constants, _avoided):
        for variable in told_once:
            yield from kind(sample, variable)


def one_of(variable: Term, values: Iterable[int]) -> Term:
    """variable ∈ values."""
    return disjunction([eq(variable, constant(value, variable.width)) for value in values])


def at_least(bound: int, term: Term, *, signed: bool) -> Term:
    """bound <= term."""
    return less_equal(constant(bound, term.width), term, signed=signed)


def at_most(term: Term, bound: int, *, signed: bool) -> Term:
    """term <= bound."""
    return less_equal(term, constant(bound, term.width), signed=signed)


def fits(value: int, width: int) -> bool:
    """Whether a number is a two's complement number of the width."""
    return -1 << (width - 1) <= value < 1 << (width - 1)


def _values(sample: Sample, variable: Term) -> Iterator[Term]:
    values = sample.values[variable]
    if len(values) <= FEW_VALUES:
        yield one_of(variable, values)


def _extremes(sample: Sample, variable: Term) -> tuple[int, int]:
    signed = [to_signed(value, variable.width) for value in sample.values[variable]]
    return min(signed), max(signed)


def _bounds(sample: Sample, variable: Term) -> Iterator[Term]:
    lowest, highest = _extremes(sample, variable)
    yield at_least(lowest, variable, signed=True)
    yield at_most(variable, highest, signed=True)
    values = sample.values[variable]
    yield at_least(values[0], variable, signed=False)
    yield at_most(variable, values[-1], signed=False)


def _congruences(sample: Sample, variable: Term) -> Iterator[Term]:
    """v & (2^j - 1) = r and v % g = r, where all differences are multiples of the modulus."""
    width, values = variable.width, sample.values[variable]
    if len(values) < 3:
        return
    modulus = reduce(gcd, [value - values[0] for value in values])
    power = modulus & -modulus
    if power > 1:
        low_bits = make(ops.BAND, (variable, constant(power - 1, width)))
        yield eq(low_bits, constant(values[0] % power, width))
    if 1 < modulus < LARGEST_MODULUS and modulus != power:
        remainder = make(ops.UREM, (variable, constant(modulus, width)))
        yield eq(remainder, constant(values[0] % modulus, width))


def _bounds_at_constants(sample: Sample, variable: Term) -> Iterator[Term]:
    """Bounds that no state has reached, but that the program speaks of."""
    width = variable.width
    lowest, highest = _extremes(sample, variable)
    constants = sorted({0, *sample.signed_constants(width)})
    for bound in [c for c in constants if c >= highest][:3]:
        yield at_most(variable, bound, signed=True)
    for bound in [c for c in constants if c > highest][:3]:
        yield less(variable, constant(bound, width), signed=True)
    for bound in [c + 1 for c in constants if c + 1 >= highest and fits(c + 1, width)][:2]:
        yield at_most(variable, bound, signed=True)
    for bound in [c for c in constants if c <= lowest][-3:]:
        yield at_least(bound, variable, signed=True)
    for bound in [c - 1 for c in constants if c - 1 <= lowest and fits(c - 1, width)][-2:]:
        yield at_least(bound, variable, signed=True)
    naturals, values = sample.unsigned_constants(width), sample.values[variable]
    for bound in [c for c in naturals if c >= values[-1]][:3]:
        yield at_most(variable, bound, signed=False)
    for bound in [c for c in naturals if c <= values[0]][-2:]:
        yield at_least(bound, variable, signed=False)


def _avoided(sample: Sample, variable: Term) -> Iterator[Term]:
    """Constants that fit, and that the variable was never seen to have."""
    values = set(sample.values[variable])
    if len(values) > 1:
        for value in dict.fromkeys((0, *sample.constants)):
            if value >> variable.width == 0 and value not in values:
                yield ne(variable, constant(value, variable.width))
