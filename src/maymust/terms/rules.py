"""Simplifications of the operator table: local rewrites, applied by `build.make` bottom-up.

A rule sees arguments that are already simplified, at least one of them not constant, a constant of a
commutative operator in last place. It returns an equal term, or None. Rules keep terms small and bring
equal meanings to equal objects; they are never needed for correctness. Each is checked against the
operator's meaning by exhaustive evaluation on narrow widths in the tests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.terms import operators as ops
from maymust.terms.build import (
    add,
    conjunction,
    disjunction,
    eq,
    ite,
    less,
    make,
    negation,
    resize,
)
from maymust.terms.sorts import BOOL, to_signed
from maymust.terms.term import FALSE, TRUE, Term, constant

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.terms.operators import Operator, Simplification

SMALL = 100  # nodes; rules that follow a term inwards leave larger ones alone: they recur, and have no memo

Args = tuple[Term, ...]
Indices = tuple[int, ...]


def simplifies(*operators: Operator) -> Callable[[Simplification], Simplification]:
    """Adds the decorated rule to the rows of these operators."""

    def register(rule: Simplification) -> Simplification:
        for operator in operators:
            operator.simplifications.append(rule)
        return rule

    return register


def _choice_of_constants(term: Term) -> bool:
    """Whether the term is an `ite` with a constant branch: comparisons go into its branches."""
    if term.op is not ops.ITE:
        return False
    _, then, otherwise = term.args
    if then.value is not None:
        return otherwise.size <= SMALL
    return otherwise.value is not None and then.size <= SMALL


def _by_case(term: Term, function: Callable[[Term], Term]) -> Term:
    condition, then, otherwise = term.args
    yes, no = function(then), function(otherwise)
    return disjunction((conjunction((condition, yes)), conjunction((negation(condition), no))))


@simplifies(ops.ITE)
def _ite(args: Args, _: Indices) -> Term | None:
    condition, then, otherwise = args
    if condition.value is not None:
        return then if condition is TRUE else otherwise
    if then is otherwise:
        return then
    if then.sort is BOOL:
        return disjunction((conjunction((condition, then)), conjunction((negation(condition), otherwise))))
    if condition.op is ops.NOT:
        return ite(condition.args[0], otherwise, then)
    if then.op is ops.ITE and then.args[0] is condition:
        return ite(condition, then.args[1], otherwise)
    if otherwise.op is ops.ITE and otherwise.args[0] is condition:
        return ite(condition, then, otherwise.args[2])
    return None


@simplifies(ops.EQ)
def _eq(args: Args, _: Indices) -> Term | None:
    a, b = args
    if a is b:
        return TRUE
    if a.sort is BOOL:
        if b.value is not None:
            return a if b is TRUE else negation(a)
        return FALSE if a._negation is b else None
    if b.value is not None:
        return _eq_constant(a, b)
    if a.op in (ops.ZEXT, ops.SEXT) and a.op is b.op and a.args[0].sort is b.args[0].sort:
        return eq(a.args[0], b.args[0])
    a_base, a_offset = base_and_offset(a)
    b_base, b_offset = base_and_offset(b)
    if a_base is b_base:
        return FALSE  # the offsets differ, or a would be b
    if a_offset and b_offset:
        return eq(a_base, add(b_base, constant(b_offset - a_offset, a.width)))
    return _eq_without_shared_addend(a, b)


def _eq_without_shared_addend(a: Term, b: Term) -> Term | None:
    """x + y + c = x + z + d is y + c = z + d."""
    left, right = a, b
    while True:
        (left_base, left_offset), (right_base, right_offset) = base_and_offset(left), base_and_offset(right)
        left_addends = left_base.args if left_base.op is ops.ADD else (left_base,)
        right_addends = right_base.args if right_base.op is ops.ADD else (right_base,)
        shared = next((addend for addend in left_addends if addend in right_addends), None)
        if shared is None:
            return None if left is a else eq(left, right)
        left = add(_other(left_addends, shared), constant(left_offset, a.width))
        right = add(_other(right_addends, shared), constant(right_offset, a.width))


def _other(addends: Args, one: Term) -> Term:
    """What is added to one of the addends."""
    if len(addends) == 1:
        return constant(0, one.width)
    return addends[1] if addends[0] is one else addends[0]


def _eq_constant(a: Term, b: Term) -> Term | None:
    value = b.value
    assert value is not None
    if _choice_of_constants(a):
        return _by_case(a, lambda branch: eq(branch, b))
    base, offset = base_and_offset(a)
    if offset:
        return eq(base, constant(value - offset, a.width))
    if a.op is ops.ZEXT or a.op is ops.SEXT:
        inner = a.args[0]
        narrow = constant(value, inner.width)
        return eq(inner, narrow) if make(a.op, (narrow,), a.indices) is b else FALSE
    if a.op is ops.SUB and a.args[0].value is not None:
        return eq(a.args[1], constant(a.args[0].value - value, a.width))
    if a.op is ops.XOR and a.args[1].value is not None:
        return eq(a.args[0], constant(a.args[1].value ^ value, a.width))
    return None


def base_and_offset(term: Term) -> tuple[Term, int]:
    """`term` as base + constant."""
    if term.op is ops.ADD and term.args[1].value is not None:
        return term.args[0], term.args[1].value
    return term, 0


@simplifies(ops.ULT)
def _ult(args: Args, _: Indices) -> Term | None:
    a, b = args
    if a is b:
        return FALSE
    width, top = a.width, (1 << a.width) - 1
    if b.value is not None:
        if b.value == 0:
            return FALSE
        if b.value == 1:
            return eq(a, constant(0, width))
        if b.value == top:
            return negation(eq(a, b))
    if a.value is not None:
        if a.value == top:
            return FALSE
        if a.value == 0:
            return negation(eq(b, a))
        if not _choice_of_constants(b):
            return negation(less(b, constant(a.value + 1, width), signed=False))
    return _compare_inside(ops.ULT, a, b)


@simplifies(ops.SLT)
def _slt(args: Args, _: Indices) -> Term | None:
    a, b = args
    if a is b:
        return FALSE
    width = a.width
    lowest = 1 << (width - 1)
    if b.value is not None:
        if b.value == lowest:
            return FALSE
        if b.value == (lowest + 1) & ((1 << width) - 1):
            return eq(a, constant(lowest, width))
        if b.value == lowest - 1:
            return negation(eq(a, b))
    if a.value is not None:
        if a.value == lowest - 1:
            return FALSE
        if not _choice_of_constants(b):
            return negation(less(b, constant(a.value + 1, width), signed=True))
    return _compare_inside(ops.SLT, a, b)


def _compare_inside(op: Operator, a: Term, b: Term) -> Term | None:
    """An order of extensions becomes an order of what is extended; an order with an ite, one per branch."""
    if b.value is not None and _choice_of_constants(a):
        return _by_case(a, lambda branch: make(op, (branch, b)))
    if a.value is not None and _choice_of_constants(b):
        return _by_case(b, lambda branch: make(op, (a, branch)))
    if a.op is b.op and a.op in (ops.ZEXT, ops.SEXT) and a.args[0].sort is b.args[0].sort:
        signed = op is ops.SLT and a.op is ops.SEXT
        return less(a.args[0], b.args[0], signed=signed)
    if a.op is ops.ZEXT and b.value is not None:
        return _zext_below(op, a.args[0], b)
    if a.op is ops.SEXT and op is ops.SLT and b.value is not None:
        return _sext_below(a.args[0], b)
    return None


def _zext_below(op: Operator, inner: Term, bound: Term) -> Term:
    """zext(inner) < bound; the extension is never negative."""
    assert bound.value is not None
    if op is ops.SLT and bound.value >> (bound.width - 1):
        return FALSE
    if bound.value >> inner.width:
        return TRUE
    return less(inner, constant(bound.value, inner.width), signed=False)


def _sext_below(inner: Term, bound: Term) -> Term:
    """sext(inner) < bound, signed."""
    assert bound.value is not None
    limit, half = to_signed(bound.value, bound.width), 1 << (inner.width - 1)
    if limit > half - 1:
        return TRUE
    if limit <= -half:
        return FALSE
    return less(inner, constant(limit, inner.width), signed=True)


@simplifies(ops.ADD)
def _add(args: Args, _: Indices) -> Term | None:
    a, b = args
    if b.value is not None:
        if b.value == 0:
            return a
        base, offset = base_and_offset(a)
        if offset:
            return add(base, constant(offset + b.value, a.width))
        if a.op is ops.SUB and a.args[0].value is not None:
            return make(ops.SUB, (constant(a.args[0].value + b.value, a.width), a.args[1]))
        return _into_constant_branches(a, lambda branch: add(branch, b))
    a_base, a_offset = base_and_offset(a)
    b_base, b_offset = base_and_offset(b)
    if a_offset or b_offset:
        return add(add(a_base, b_base), constant(a_offset + b_offset, a.width))
    if b.op is ops.SUB and b.args[1] is a:
        return b.args[0]
    if a.op is ops.SUB and a.args[1] is b:
        return a.args[0]
    return None


@simplifies(ops.SUB)
def _sub(args: Args, _: Indices) -> Term | None:
    a, b = args
    if a is b:
        return constant(0, a.width)
    if b.value is not None:
        return add(a, constant(-b.value, a.width))
    a_base, a_offset = base_and_offset(a)
    b_base, b_offset = base_and_offset(b)
    if a_offset or b_offset:
        return add(make(ops.SUB, (a_base, b_base)), constant(a_offset - b_offset, a.width))
    if a.op is ops.ADD and b in a.args:
        return a.args[1] if a.args[0] is b else a.args[0]
    if b.op is ops.SUB and b.args[0] is a:
        return b.args[1]
    if a.value == 0 and b.op is ops.SUB:
        return make(ops.SUB, (b.args[1], b.args[0]))
    if a.value is not None:
        return _into_constant_branches(b, lambda branch: make(ops.SUB, (a, branch)))
    return None


def _into_constant_branches(term: Term, function: Callable[[Term], Term]) -> Term | None:
    """An operation on `ite(c, constant, constant)` goes into the branches, where it folds."""
    if term.op is ops.ITE and term.args[1].value is not None and term.args[2].value is not None:
        return ite(term.args[0], function(term.args[1]), function(term.args[2]))
    return None


@simplifies(ops.MUL)
def _mul(args: Args, _: Indices) -> Term | None:
    a, b = args
    if b.value == 0:
        return b
    if b.value == 1:
        return a
    return None


@simplifies(ops.BAND)
def _band(args: Args, _: Indices) -> Term | None:
    a, b = args
    if b.value == 0:
        return b
    if a is b or b.value == (1 << a.width) - 1:
        return a
    return None


@simplifies(ops.BOR)
def _bor(args: Args, _: Indices) -> Term | None:
    a, b = args
    if b.value == (1 << a.width) - 1:
        return b
    if a is b or b.value == 0:
        return a
    return None


@simplifies(ops.XOR)
def _xor(args: Args, _: Indices) -> Term | None:
    a, b = args
    if a is b:
        return constant(0, a.width)
    if b.value == 0:
        return a
    if b.value is not None and a.op is ops.XOR and a.args[1].value is not None:
        return make(ops.XOR, (a.args[0], constant(a.args[1].value ^ b.value, a.width)))
    return None


@simplifies(ops.SHL, ops.LSHR, ops.ASHR)
def _shift_by_zero(args: Args, _: Indices) -> Term | None:
    return args[0] if args[1].value == 0 else None


@simplifies(ops.UDIV, ops.SDIV)
def _divide_by_one(args: Args, _: Indices) -> Term | None:
    return args[0] if args[1].value == 1 else None


@simplifies(ops.UREM, ops.SREM)
def _remainder_by_one(args: Args, _: Indices) -> Term | None:
    return constant(0, args[0].width) if args[1].value == 1 and args[0].width > 1 else None


@simplifies(ops.ZEXT)
def _zext(args: Args, indices: Indices) -> Term | None:
    a, width = args[0], indices[0]
    if a.op is ops.ZEXT:
        return make(ops.ZEXT, a.args, (width,))
    return _into_constant_branches(a, lambda branch: make(ops.ZEXT, (branch,), (width,)))


@simplifies(ops.SEXT)
def _sext(args: Args, indices: Indices) -> Term | None:
    a, width = args[0], indices[0]
    if a.op is ops.SEXT or a.op is ops.ZEXT:  # a zero-extension has a clear sign bit
        return make(a.op, a.args, (width,))
    return _into_constant_branches(a, lambda branch: make(ops.SEXT, (branch,), (width,)))


@simplifies(ops.EXTRACT)
def _extract(args: Args, indices: Indices) -> Term | None:
    a, (high, low) = args[0], indices
    if low == 0 and high == a.width - 1:
        return a
    if a.op is ops.EXTRACT:
        return make(ops.EXTRACT, a.args, (high + a.indices[1], low + a.indices[1]))
    if a.op is ops.ZEXT and low >= a.args[0].width:
        return constant(0, high - low + 1)
    if a.op in (ops.ZEXT, ops.SEXT) and high < a.args[0].width:
        return make(ops.EXTRACT, a.args, indices)
    if low == 0:
        width = high + 1
        if a.op is ops.ZEXT or a.op is ops.SEXT:
            return resize(a.args[0], width, signed=a.op is ops.SEXT)
        if a.op in (ops.ADD, ops.SUB, ops.MUL, ops.BAND, ops.BOR, ops.XOR) and a.size <= SMALL:
            return make(a.op, tuple([resize(x, width, signed=False) for x in a.args]))
    return _into_constant_branches(a, lambda branch: make(ops.EXTRACT, (branch,), (high, low)))
