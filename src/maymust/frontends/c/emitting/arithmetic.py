"""Makes terms of C's operators and conversions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.errors import InternalError
from maymust.terms import (
    Term,
    and_,
    constant,
    eq,
    from_bool,
    is_nonzero,
    less,
    less_equal,
    make,
    ne,
    negation,
    resize,
)
from maymust.terms import operators as ops
from maymust.terms.float_build import float_compare

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maymust.frontends.c.types import IntType

_MODULAR = {"+": ops.ADD, "-": ops.SUB, "*": ops.MUL, "&": ops.BAND, "|": ops.BOR, "^": ops.XOR}


def convert_integer(value: Term, source: IntType, target: IntType) -> Term:
    """A value of one integer type in another (C11 6.3.1.2-3)."""
    if target.boolean:
        return value if source.boolean else from_bool(is_nonzero(value), target.width)
    return resize(value, target.width, signed=source.signed)


FLOAT_OPERATORS = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}


def compare_floats(op: str, a: Term, b: Term) -> Term:
    """The truth of a comparison of floating-point numbers; all but `!=` are false of a NaN."""
    match op:
        case "==":
            return float_compare("feq", a, b)
        case "!=":
            return negation(float_compare("feq", a, b))
        case "<":
            return float_compare("flt", a, b)
        case ">":
            return float_compare("flt", b, a)
        case "<=":
            return float_compare("fle", a, b)
        case ">=":
            return float_compare("fle", b, a)
    raise InternalError(f"no comparison is written {op}")


def compare(op: str, a: Term, b: Term, *, signed: bool) -> Term:
    """The truth of a comparison."""
    match op:
        case "==":
            return eq(a, b)
        case "!=":
            return ne(a, b)
        case "<":
            return less(a, b, signed=signed)
        case ">":
            return less(b, a, signed=signed)
        case "<=":
            return less_equal(a, b, signed=signed)
        case ">=":
            return less_equal(b, a, signed=signed)
    raise InternalError(f"no comparison is written {op}")


def undefined(op: str, a: Term, b: Term, type_: IntType) -> Iterator[tuple[str, Term, str]]:
    """When `a op b`, computed in `type_`, has no meaning on a machine, with the kind of property that this
    violates and what it is called."""
    if op in ("/", "%"):
        yield "div", eq(b, constant(0, b.width)), "division by zero"
        if type_.signed:
            lowest = constant(1 << (a.width - 1), a.width)
            too_large = and_(eq(a, lowest), eq(b, constant(-1, b.width)))
            yield "overflow", too_large, "overflow in a signed division"
    elif op in ("<<", ">>"):
        # A negative amount reads as a large one.
        outside = negation(less(b, constant(type_.width, b.width), signed=False))
        yield "shift", outside, "shift by more than the width"


def operate(op: str, a: Term, b: Term, type_: IntType) -> Term:
    """`a op b` computed in `type_`. Requires that none of the `undefined` cases holds."""
    if op in _MODULAR:
        return make(_MODULAR[op], (a, b))
    match op:
        case "/":
            return make(ops.SDIV if type_.signed else ops.UDIV, (a, b))
        case "%":
            return make(ops.SREM if type_.signed else ops.UREM, (a, b))
        case "<<":
            return make(ops.SHL, (a, resize(b, a.width, signed=False)))
        case ">>":
            return make(ops.ASHR if type_.signed else ops.LSHR, (a, resize(b, a.width, signed=False)))
    raise InternalError(f"no operator is written {op}")
