"""Lowers the functions of <math.h> that have an exact meaning, and the tests of floats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.builtins import left_open
from maymust.frontends.c.types import INT, FloatType, IntType
from maymust.terms import and_, constant, eq, ite, ne, or_
from maymust.terms import float_build as floats

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value
    from maymust.frontends.c.tree.expressions import CallExpression
    from maymust.terms import Term

_UNARY: dict[str, Callable[[Term], Term]] = {
    "fabs": floats.float_absolute,
    "sqrt": lambda a: floats.float_unary("fsqrt", a),
    "floor": lambda a: floats.float_unary("ffloor", a),
    "ceil": lambda a: floats.float_unary("fceil", a),
    "trunc": lambda a: floats.float_unary("ftrunc", a),
    "round": lambda a: floats.float_unary("fround", a),
    "rint": lambda a: floats.float_unary("frint", a),
    "nearbyint": lambda a: floats.float_unary("frint", a),
}


def _extreme(a: Term, b: Term, *, least: bool) -> Term:
    """The smaller or larger one; the other one, if one is a NaN."""
    first = floats.float_compare("flt", a, b) if least else floats.float_compare("flt", b, a)
    return ite(or_(first, floats.float_is_nan(b)), a, b)


def _positive_difference(a: Term, b: Term) -> Term:
    none = floats.float_compare("fle", a, b)
    return ite(none, constant(0, a.width), floats.float_binary("fsub", a, b))


_BINARY: dict[str, Callable[[Term, Term], Term]] = {
    "fmod": lambda a, b: floats.float_binary("frem", a, b),
    "fmin": lambda a, b: _extreme(a, b, least=True),
    "fmax": lambda a, b: _extreme(a, b, least=False),
    "fdim": _positive_difference,
    "copysign": floats.float_copy_sign,
}


def _truth(condition: Term) -> Term:
    return ite(condition, constant(1, 32), constant(0, 32))


def _sign_of_infinity(a: Term) -> Term:
    sign = ite(floats.float_sign_bit(a), constant(-1, 32), constant(1, 32))
    return ite(floats.float_is_infinite(a), sign, constant(0, 32))


def _class(a: Term, numbers: Sequence[Term]) -> Term:
    """Which of these: NaN, infinite, normal, subnormal, zero."""
    nan, infinite, normal, subnormal, zero = numbers
    rest = ite(floats.float_is_zero(a), zero, ite(floats.float_is_normal(a), normal, subnormal))
    return ite(floats.float_is_nan(a), nan, ite(floats.float_is_infinite(a), infinite, rest))


def _usual_class(a: Term) -> Term:
    """By the numbers of glibc."""
    return _class(a, [constant(number, 32) for number in (0, 1, 4, 3, 2)])


_TESTS: dict[str, Callable[[Term], Term]] = {
    "isnan": lambda a: _truth(floats.float_is_nan(a)),
    "isinf_sign": _sign_of_infinity,
    "isfinite": lambda a: _truth(floats.float_is_finite(a)),
    "finite": lambda a: _truth(floats.float_is_finite(a)),
    "isnormal": lambda a: _truth(floats.float_is_normal(a)),
    "fpclassify": _usual_class,
}
_NON_ZERO: dict[str, Callable[[Term], Term]] = {
    # of these C, and compilers, only say whether they are zero
    "signbit": lambda a: _truth(floats.float_sign_bit(a)),
    "isinf": _sign_of_infinity,
}
_ORDERS: dict[str, Callable[[Term, Term], Term]] = {
    "isgreater": lambda a, b: floats.float_compare("flt", b, a),
    "isgreaterequal": lambda a, b: floats.float_compare("fle", b, a),
    "isless": lambda a, b: floats.float_compare("flt", a, b),
    "islessequal": lambda a, b: floats.float_compare("fle", a, b),
    "islessgreater": lambda a, b: or_(floats.float_compare("flt", a, b), floats.float_compare("flt", b, a)),
    "isunordered": lambda a, b: or_(floats.float_is_nan(a), floats.float_is_nan(b)),
}
_CLASSIFY = "__builtin_fpclassify"  # is given the five numbers
_CONSTANTS = {"inf": False, "huge_val": False, "nan": True}
_ARITIES = {
    name: arity
    for arity, names in ((1, (*_UNARY, *_TESTS, *_NON_ZERO)), (2, (*_BINARY, *_ORDERS)))
    for name in names
}


def _plain(name: str) -> str | None:
    """`floor` for `__builtin_floorf`, `isnan` for `__isnanf`; None for other functions."""
    known = {*_ARITIES, *_CONSTANTS}
    compilers = name.startswith("__builtin_")
    name = name.removeprefix("__builtin_") if compilers else name.removeprefix("__")
    if not compilers and (name in _CONSTANTS or name.removesuffix("f") in _CONSTANTS):
        return None
    return name if name in known else name[:-1] if name.endswith("f") and name[:-1] in known else None


def is_known(name: str) -> bool:
    """Whether the function is one of these."""
    return _plain(name) is not None


def result(low: Lowering, call: CallExpression) -> Value | None:
    """The result of a call of one of these functions; None where the path has ended."""
    name = call.function or ""
    plain = _plain(name)
    assert plain is not None
    if plain in _CONSTANTS:
        return _constant(low, call, plain)
    if name == _CLASSIFY:
        return _classified(low, call)
    types = {argument.type for argument in call.arguments}
    given = [low.value(argument) for argument in call.arguments if isinstance(argument.type, FloatType)]
    if len(types) != 1 or len(given) != _ARITIES[plain] or low.dead or not _returns(call, plain, given):
        low.unmodelled(f"`{name}` with such arguments", call.place)
        return None
    if plain in _UNARY:
        return (_UNARY[plain](given[0]),)
    if plain in _BINARY:
        a, b = given
        if plain in ("fmin", "fmax"):
            zeros = and_(floats.float_is_zero(a), floats.float_is_zero(b), ne(a, b))
            low.refuse(zeros, f"`{name}` of zeros of both signs", call.place)
        if plain == "copysign":
            low.refuse(floats.float_is_nan(b), "sign of a NaN", call.place)
        return (_BINARY[plain](a, b),)
    if plain in _TESTS:
        return (_TESTS[plain](given[0]),)
    if plain in _ORDERS:
        return (_truth(_ORDERS[plain](*given)),)
    if plain == "signbit":
        low.refuse(floats.float_is_nan(given[0]), "sign of a NaN", call.place)
    usual, zero = _NON_ZERO[plain](given[0]), constant(0, 32)
    return (ite(eq(usual, zero), zero, left_open.nonzero(low, usual, call.place)),)


def _classified(low: Lowering, call: CallExpression) -> Value | None:
    types = [argument.type for argument in call.arguments]
    if types[:-1] != [INT] * 5 or not isinstance(types[-1], FloatType) or call.type != INT:
        low.unmodelled(f"`{_CLASSIFY}` with such arguments", call.place)
        return None
    *numbers, given = [low.value(argument) for argument in call.arguments]
    return None if low.dead else (_class(given, numbers),)


def _returns(call: CallExpression, plain: str, given: list[Term]) -> bool:
    """Whether the function is declared to return what it does."""
    if plain in _UNARY or plain in _BINARY:
        return call.type == FloatType(given[0].width)
    return isinstance(call.type, IntType) and call.type.width == 32


def _constant(low: Lowering, call: CallExpression, plain: str) -> Value | None:
    if not isinstance(call.type, FloatType):
        low.unmodelled(f"`{call.function}`", call.place)
        return None
    value = float("nan") if _CONSTANTS[plain] else float("inf")
    return (floats.float_constant(value, call.type.width),)
