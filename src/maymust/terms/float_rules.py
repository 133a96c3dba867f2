"""Simplifications of the float operators; see `terms.rules` for what a rule is.

Only what is true of every float: NaNs, both zeros and the infinities. So `x + 0` is not `x` (of -0), and
`x == x` says that x is no NaN. What needs no arithmetic becomes a test of bits, conversions to double and of
integers that lose nothing are compared before they are converted.
"""

from __future__ import annotations

import math
from functools import wraps
from typing import TYPE_CHECKING

from maymust.terms import operators as ops
from maymust.terms.build import conjunction, disjunction, eq, ite, less, less_equal, make, negation, resize
from maymust.terms.float_build import float_compare, float_is_nan, float_is_zero, float_negate
from maymust.terms.float_meaning import FORMATS, float_bits, is_nan, value_of_float
from maymust.terms.float_operators import (
    FCONVERT,
    FDIV,
    FEQ,
    FLE,
    FLOAT_FROM_SIGNED,
    FLOAT_FROM_UNSIGNED,
    FLOAT_OPERATORS,
    FLOAT_TO_SIGNED,
    FLOAT_TO_UNSIGNED,
    FLT,
    FMUL,
)
from maymust.terms.rules import Args, Indices, simplifies
from maymust.terms.sorts import BOOL
from maymust.terms.term import FALSE, TRUE, Term, boolean, constant

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.terms.operators import Operator

    Rule = Callable[[Operator, Args, Indices], Term | None]


def _simplifies_each(*operators: Operator) -> Callable[[Rule], Rule]:
    """Adds the decorated rule to the rows of these operators; it is told which one it is applied to."""

    def register(rule: Rule) -> Rule:
        for operator in operators:

            @wraps(rule)
            def bound(args: Args, indices: Indices, operator: Operator = operator) -> Term | None:
                return rule(operator, args, indices)

            operator.simplifications.append(bound)
        return rule

    return register


@simplifies(FEQ, FLT, FLE)
def _with_a_nan(args: Args, _: Indices) -> Term | None:
    return FALSE if any(a.value is not None and is_nan(a.value, a.width) for a in args) else None


@simplifies(FEQ, FLE)
def _equal_to_itself(args: Args, _: Indices) -> Term | None:
    return negation(float_is_nan(args[0])) if args[0] is args[1] else None


@simplifies(FLT)
def _less_than_itself(args: Args, _: Indices) -> Term | None:
    return FALSE if args[0] is args[1] else None


# -- comparisons of conversions ------------------------------------------------------------------------------


def _exact_integer(term: Term) -> bool:
    """Whether the term is an integer that was converted to a float, and lost nothing."""
    return (
        term.op in (FLOAT_FROM_SIGNED, FLOAT_FROM_UNSIGNED)
        and term.args[0].width <= FORMATS[term.width].precision
    )


def _widened(term: Term) -> bool:
    return term.op is FCONVERT and term.width == 64


def _compare_two(op: Operator, a: Term, b: Term) -> Term | None:
    """A comparison of two conversions."""
    if _widened(a) and _widened(b):
        return make(op, (a.args[0], b.args[0]))
    if _exact_integer(a) and a.op is b.op and a.args[0].sort is b.args[0].sort:
        return _compare_integers(op, a.args[0], b.args[0], signed=a.op is FLOAT_FROM_SIGNED)
    return None


def _compare_integers(op: Operator, a: Term, b: Term, *, signed: bool) -> Term:
    if op is FEQ:
        return eq(a, b)
    return less(a, b, signed=signed) if op is FLT else less_equal(a, b, signed=signed)


def _below(op: Operator, a: Term, bound: float, *, mirrored: bool) -> Term | None:
    """A comparison of a conversion with a constant, which is on the left where it is `mirrored`."""
    if _widened(a):
        return _single_below(op, a.args[0], bound, mirrored=mirrored)
    if _exact_integer(a):
        return _integer_below(op, a.args[0], bound, signed=a.op is FLOAT_FROM_SIGNED, mirrored=mirrored)
    return None


def _single_below(op: Operator, a: Term, bound: float, *, mirrored: bool) -> Term:
    near = value_of_float(float_bits(bound, 32), 32)
    if near != bound:  # it lies between two singles: take the one below
        if op is FEQ:
            return FALSE
        below = constant(_single_before(bound, near), 32)
        return float_compare("flt", below, a) if mirrored else float_compare("fle", a, below)
    limit = constant(float_bits(bound, 32), 32)
    return make(op, (limit, a) if mirrored else (a, limit))


def _single_before(bound: float, near: float) -> int:
    """The greatest single below a number, given the nearest, which it is not itself."""
    bits = float_bits(near, 32)
    if near < bound:
        return bits
    if near == 0:
        return FORMATS[32].sign | 1
    return bits + 1 if near < 0 else bits - 1


def _integer_below(op: Operator, a: Term, bound: float, *, signed: bool, mirrored: bool) -> Term:
    low, high = (-(1 << (a.width - 1)), (1 << (a.width - 1)) - 1) if signed else (0, (1 << a.width) - 1)
    if op is FEQ:
        fits = math.isfinite(bound) and bound == math.trunc(bound) and low <= bound <= high
        return eq(a, constant(math.trunc(bound), a.width)) if fits else FALSE
    if math.isinf(bound):
        return boolean((bound > 0) != mirrored)
    if mirrored:  # bound < a or bound <= a: a is not below the least integer that qualifies
        least = math.floor(bound) + 1 if op is FLT else math.ceil(bound)
        return negation(_less_than_number(a, least, low, high, signed=signed))
    end = math.ceil(bound) if op is FLT else math.floor(bound) + 1
    return _less_than_number(a, end, low, high, signed=signed)


def _less_than_number(a: Term, number: int, low: int, high: int, *, signed: bool) -> Term:
    if number <= low:
        return FALSE
    return TRUE if number > high else less(a, constant(number, a.width), signed=signed)


@_simplifies_each(FEQ, FLT, FLE)
def _compared_before_conversion(op: Operator, args: Args, _: Indices) -> Term | None:
    a, b = args
    if b.value is not None:
        return _below(op, a, value_of_float(b.value, b.width), mirrored=False)
    if a.value is not None:
        return _below(op, b, value_of_float(a.value, a.width), mirrored=True)
    return _compare_two(op, a, b)


@simplifies(FEQ)
def _equal_to_a_constant(args: Args, _: Indices) -> Term | None:
    """Of the numbers only zero has two forms."""
    a, b = args
    if b.value is None:
        return None
    return float_is_zero(a) if b.value & ~FORMATS[b.width].sign == 0 else eq(a, b)


# -- arithmetic ----------------------------------------------------------------------------------------------


@_simplifies_each(FMUL, FDIV)
def _by_one(op: Operator, args: Args, _: Indices) -> Term | None:
    """x * 1, x / 1, x * -1, x / -1: what is no NaN keeps its bits, but for the sign."""
    x, factor = args
    if op is FMUL and x.value is not None:
        x, factor = factor, x
    form = FORMATS[x.width]
    if factor.value is None or factor.value & ~form.sign != float_bits(1.0, x.width):
        return None
    kept = float_negate(x) if factor.value & form.sign else x
    return ite(float_is_nan(x), constant(form.nan, x.width), kept)


# -- others --------------------------------------------------------------------------------------------------


@_simplifies_each(FLOAT_TO_SIGNED, FLOAT_TO_UNSIGNED)
def _there_and_back(op: Operator, args: Args, indices: Indices) -> Term | None:
    """An integer that was converted to a float and lost nothing, where every such integer fits the result."""
    if not _exact_integer(args[0]):
        return None
    integer, signed, width = args[0].args[0], args[0].op is FLOAT_FROM_SIGNED, indices[0]
    alike = signed == (op is FLOAT_TO_SIGNED)
    if width < integer.width or (not alike and (signed or width == integer.width)):
        return None
    return resize(integer, width, signed=signed)


@_simplifies_each(*(row for row in FLOAT_OPERATORS.values() if row is not FEQ))  # that becomes an `eq`
def _into_constant_branches(op: Operator, args: Args, indices: Indices) -> Term | None:
    """An operation on `ite(c, constant, constant)` and constants goes into the branches, where it folds."""
    places = [place for place, a in enumerate(args) if a.value is None]
    choice = args[places[0]]
    if len(places) > 1 or choice.op is not ops.ITE or any(a.value is None for a in choice.args[1:]):
        return None
    condition, *branches = choice.args
    then, otherwise = (
        make(op, tuple([branch if a is choice else a for a in args]), indices) for branch in branches
    )
    if then.sort is not BOOL:
        return ite(condition, then, otherwise)
    return disjunction((conjunction((condition, then)), conjunction((negation(condition), otherwise))))
