"""Lowers calls that give inputs in a range: `klee_range`, `Frama_C_interval` and so on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.builtins import argument_checks
from maymust.frontends.c.library.table import Does, find
from maymust.frontends.c.source import Answer, Chance, InputCall
from maymust.frontends.c.types import FloatType, IntType
from maymust.ir.program import Assign
from maymust.terms import and_, bitvec, constant, is_nonzero, ite, less, less_equal, negation
from maymust.terms.float_build import float_compare

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value
    from maymust.frontends.c.tree.expressions import CallExpression
    from maymust.terms import Term

_BOUNDS = {Does.BETWEEN: 2, Does.BETWEEN_EXCLUDED: 2, Does.BELOW: 1, Does.EITHER: 2}


def result(low: Lowering, call: CallExpression) -> Value | None:
    """A number in the range, or one of two; None where the path has ended."""
    name = call.function or ""
    row, type_ = find(name), call.type
    assert row is not None
    given = argument_checks.evaluate_all(low, call)
    told = call.arguments[: _BOUNDS[row.does]]
    bounds = [value[0] for argument in told if (value := given[argument]) is not None]
    if low.dead:
        return None
    fits = isinstance(type_, IntType | FloatType) and all(argument.type == type_ for argument in told)
    if len(bounds) != _BOUNDS[row.does] or not fits or not isinstance(type_, IntType | FloatType):
        low.unmodelled(f"`{name}` with such arguments", call.place)
        return None
    if row.does is Does.EITHER:
        return _chosen(low, call, type_, *bounds)
    least, most = bounds if len(bounds) == 2 else (constant(0, bounds[0].width), *bounds)
    excluded = row.does is not Does.BETWEEN
    low.refuse(
        negation(_is_in(type_, least, least, most, excluded)), f"`{name}` with an empty range", call.place
    )
    (part,) = low.program.shapes.parts(type_)
    found = low.temporary(part.sort, f"{name}()", signed=part.signed)
    low.read_input(found, f"{name}()", "call", call.place.span, _origin(low, name, type_))
    low.require(_is_in(type_, least, found, most, excluded), call.place.span)
    return (found,)


def _origin(low: Lowering, name: str, type_: IntType | FloatType) -> InputCall:
    return InputCall(name, None if isinstance(type_, IntType) else low.program.objects.parts(type_)[0])


def _is_in(type_: IntType | FloatType, least: Term, value: Term, most: Term, excluded: bool) -> Term:
    """Whether a value is in a range, perhaps without its end."""
    if isinstance(type_, FloatType):
        return and_(float_compare("fle", least, value), float_compare("fle", value, most))
    compare = less if excluded else less_equal
    return and_(less_equal(least, value, signed=type_.signed), compare(value, most, signed=type_.signed))


def _chosen(
    low: Lowering, call: CallExpression, type_: IntType | FloatType, first: Term, second: Term
) -> Value:
    name, span = f"{call.function}()", call.place.span
    (part,) = low.program.shapes.parts(type_)
    bit = low.temporary(bitvec(1), name)
    low.read_input(bit, name, "call", span, Chance())
    found = low.temporary(part.sort, name, signed=part.signed)
    low.graph.emit(Assign(found, ite(is_nonzero(bit), first, second)), span, Answer(call.function or ""))
    return (found,)
