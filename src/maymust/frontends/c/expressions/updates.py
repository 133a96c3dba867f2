"""Lowers expressions that change an object: assignments, `++` and `--`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.emitting.arithmetic import FLOAT_OPERATORS, convert_integer, operate
from maymust.frontends.c.emitting.checks import check_arithmetic
from maymust.frontends.c.expressions import conversions, giving_up, lvalues, pointers
from maymust.frontends.c.expressions.watching import note, watch
from maymust.frontends.c.memory.targets import PlainPlace, Value
from maymust.frontends.c.storage.access import load
from maymust.frontends.c.storage.padding import Padding, copied
from maymust.frontends.c.tree.expressions import Assignment, Expression, Step
from maymust.frontends.c.tree.nodes import promoted_operand
from maymust.frontends.c.tree.order import places
from maymust.frontends.c.types import FloatType, IntType, PointerType, RecordType, common_type
from maymust.terms import constant
from maymust.terms.float_build import float_binary, float_constant

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Target


def update(low: Lowering, expression: Step | Assignment, *, wanted: bool) -> Value | None:
    """Changes the object. The result is the value of the expression, None if the path has ended."""
    target = expression.target
    if not _has_value(low, target):
        operands = (expression.value,) if isinstance(expression, Assignment) else ()
        what = f"store: {low.program.shapes.obstacle(target.type)}"
        giving_up.give_up(low, expression, what, *places(target), *operands)
        return None
    result = (
        _step(low, expression, wanted=wanted)
        if isinstance(expression, Step)
        else _assignment(low, expression, wanted=wanted)
    )
    return None if low.dead else result


def _has_value(low: Lowering, target: Expression) -> bool:
    return low.program.shapes.obstacle(target.type) is None


def _step(low: Lowering, expression: Step, *, wanted: bool) -> Value | None:
    """`++` and `--`: computed in the promoted type, like `x += 1`."""
    expr = expression.target
    target, held = lvalues.read_from(low, expr)
    if target is None or held is None:
        return None
    span, type_ = expression.place.span, expr.type
    before = low.kept(held, type_, span) if wanted and not expression.prefix else held
    if isinstance(type_, PointerType):
        new: Value = pointers.stepped(low, expression, (held[0], held[1]))
    elif isinstance(type_, FloatType):
        new = (float_binary("fadd", held[0], float_constant(expression.delta, type_.width)),)
    else:
        assert isinstance(type_, IntType)
        wide = promoted_operand(expr)
        before_it, one = convert_integer(held[0], type_, wide), constant(expression.delta, wide.width)
        if wide.signed:
            check_arithmetic(low, expression, "+", before_it, one, wide)
        else:
            op = "+" if expression.delta > 0 else "-"
            check_arithmetic(low, expression, op, before_it, constant(1, wide.width), wide)
        sum_ = operate("+", before_it, one, wide)
        new = (convert_integer(sum_, wide, type_),)
    after = _put(low, expression, target, new, Padding(), wanted=wanted and expression.prefix)
    return after if expression.prefix else before


def _assignment(low: Lowering, expression: Assignment, *, wanted: bool) -> Value | None:
    with watch(low, low.effects.clashes.of_assignment(expression), expression.place):
        return _watched_assignment(low, expression, wanted=wanted)


def _watched_assignment(low: Lowering, expression: Assignment, *, wanted: bool) -> Value | None:
    if low.dead:
        return None
    expr, right, op = expression.target, expression.value, expression.op
    if op is not None and isinstance(right.type, PointerType):
        giving_up.give_up(low, expression, "addition of a pointer to a number", *places(expr), right)
        return None
    is_record = isinstance(expr.type, RecordType)
    target = lvalues.designate(low, expr)
    if target is None or low.dead:
        return None
    source, new = low.record(right) if is_record else (None, low.value_of(right))
    if new is None or low.dead:
        return None
    if op is None:
        new = conversions.converted(low, right, new, expr.type)
        note(low, expr, target)
    else:
        held = lvalues.held(low, expr, target)
        if held is None:
            return None
        new = _compound(low, expression, op, held, new)
    padding = copied(low, target, source, expr.type, expression.place) if is_record else Padding()
    return None if low.dead else _put(low, expression, target, new, padding, wanted=wanted)


def _compound(low: Lowering, expression: Assignment, op: str, held: Value, new: Value) -> Value:
    """The new value of `target op= value`."""
    type_, given = expression.target.type, expression.value.type
    if isinstance(type_, PointerType):
        assert isinstance(given, IntType)
        start = (held[0], held[1])
        return pointers.moved(low, expression, expression.target, start, op, new[0], given)
    assert isinstance(type_, IntType | FloatType) and isinstance(given, IntType | FloatType)
    if isinstance(type_, FloatType) or isinstance(given, FloatType):
        width = max(t.width for t in (type_, given) if isinstance(t, FloatType))
        wide = FloatType(width)
        a = conversions.convert(low, held[0], type_, wide, expression)
        b = conversions.convert(low, new[0], given, wide, expression)
        return (conversions.convert(low, float_binary(FLOAT_OPERATORS[op], a, b), wide, type_, expression),)
    shift = op in ("<<", ">>")
    own = promoted_operand(expression.target)
    common = own if shift else common_type(own, given)
    amount = new[0] if shift else convert_integer(new[0], given, common)
    result = conversions.defined(low, expression, op, convert_integer(held[0], type_, common), amount, common)
    return (convert_integer(result, common, type_),)


def _put(
    low: Lowering,
    expression: Step | Assignment,
    target: Target,
    new: Value,
    padding: Padding,
    *,
    wanted: bool,
) -> Value:
    """Writes. The result is what is held then, in terms that mean it after the write."""
    expr, place = expression.target, expression.place
    if isinstance(target, PlainPlace) and not target.indices and target.window is None:
        lvalues.write(low, expr, target, new, place)
        leaves = lvalues.designated_leaves(low, expr)
        held = load(low, target, leaves, expr.place)
        return new if held is None else lvalues.extended(expr, held)
    if wanted:
        new = low.kept(new, expr.type, place.span)
    return lvalues.write(low, expr, target, new, place, padding)
