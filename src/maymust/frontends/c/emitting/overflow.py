"""Tells when arithmetic overflows: the exact result is not a value of the type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.terms import FALSE, Term, constant, less, make, or_, resize, to_signed
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from maymust.frontends.c.types import IntType

_DEEPEST = 4
_EXACT = {"+": ops.ADD, "-": ops.SUB, "*": ops.MUL, "<<": ops.SHL}


def overflows(op: str, a: Term, b: Term, type_: IntType) -> Term:
    """Whether `a op b`, computed in `type_`, overflows. A shift's amount must be less than the width. A
    division is no matter of this (`arithmetic.undefined`)."""
    if not type_.signed or op not in _EXACT:
        return FALSE
    if _known(b) is not None:
        return _beyond(a, *_good_left(op, _known(b) or 0, a.width))
    if _known(a) is not None and op != "<<":
        return _beyond(b, *_good_right(op, _known(a) or 0, b.width))
    width = a.width
    needed = sum(map(_bits, (a, b))) if op == "*" else max(_bits(a), _bits(b)) + 1
    if op != "<<" and needed <= width:
        return FALSE
    wide = width + 1 if op in "+-" else 2 * width
    exact = make(_EXACT[op], (resize(a, wide, signed=True), resize(b, wide, signed=op != "<<")))
    return _beyond(exact, -(1 << (width - 1)), (1 << (width - 1)) - 1)


def wraps(op: str, a: Term, b: Term, type_: IntType) -> Term:
    """Whether `a op b`, computed in an unsigned type, wraps around: the exact result is not a value of it."""
    if type_.signed or type_.boolean:
        return FALSE
    width = a.width
    match op:
        case "+":
            return less(make(ops.ADD, (a, b)), a, signed=False)
        case "-":
            return less(a, b, signed=False)
        case "*" if isinstance(b.value, int) or isinstance(a.value, int):
            term, factor = (a, b.value) if isinstance(b.value, int) else (b, a.value)
            assert isinstance(factor, int)
            most = constant(((1 << width) - 1) // factor, width) if factor else term
            return less(most, term, signed=False)
        case "*":
            exact = make(ops.MUL, (resize(a, 2 * width, signed=False), resize(b, 2 * width, signed=False)))
            return less(constant((1 << width) - 1, 2 * width), exact, signed=False)
    return FALSE


def negation_overflows(a: Term, type_: IntType) -> Term:
    """Whether `-a` overflows."""
    return overflows("-", constant(0, a.width), a, type_)


def _known(term: Term) -> int | None:
    return to_signed(term.value, term.width) if isinstance(term.value, int) else None


def _beyond(term: Term, low: int, high: int) -> Term:
    """Whether a term, as a signed number, is not between these."""
    limit = 1 << (term.width - 1)
    below = less(term, constant(low, term.width), signed=True) if low > -limit else FALSE
    above = less(constant(high, term.width), term, signed=True) if high < limit - 1 else FALSE
    bits = _bits(term)
    if low <= -(1 << (bits - 1)):
        below = FALSE
    if high >= (1 << (bits - 1)) - 1:
        above = FALSE
    return or_(below, above)


def _good_left(op: str, b: int, width: int) -> tuple[int, int]:
    """The values of `a` for which `a op b` does not overflow."""
    low, high = -(1 << (width - 1)), (1 << (width - 1)) - 1
    match op:
        case "+":
            return low - b, high - b
        case "-":
            return low + b, high + b
        case "<<":
            return (low >> b, high >> b) if 0 <= b < width else (low, high)
    return _good_factor(b, low, high)


def _good_right(op: str, a: int, width: int) -> tuple[int, int]:
    """The values of `b` for which `a op b` does not overflow."""
    low, high = -(1 << (width - 1)), (1 << (width - 1)) - 1
    match op:
        case "+":
            return low - a, high - a
        case "-":
            return a - high, a - low
    return _good_factor(a, low, high)


def _good_factor(factor: int, low: int, high: int) -> tuple[int, int]:
    if factor == 0:
        return low, high
    if factor < 0:
        low, high = -high, -low
    size = abs(factor)
    return -(-low // size), high // size


def _bits(term: Term, depth: int = _DEEPEST) -> int:
    """So many bits hold a term as a signed number, as far as is easily seen."""
    known = _known(term)
    if known is not None:
        return (known if known >= 0 else ~known).bit_length() + 1
    if term.op is ops.ZEXT:
        return term.args[0].width + 1
    if depth and term.op in (ops.SEXT, ops.ADD, ops.SUB, ops.MUL):
        inner = [_bits(part, depth - 1) for part in term.args]
        if term.op is ops.SEXT:
            return inner[0]
        return min(term.width, sum(inner) if term.op is ops.MUL else max(inner) + len(inner) - 1)
    return term.width
