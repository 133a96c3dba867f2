"""Expressions that change a variable: assignments, `++` and `--`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import discarding, values
from maymust.frontends.c.arithmetic import convert, operate
from maymust.frontends.c.tree import Assignment, Expression, Name, Step
from maymust.frontends.c.types import IntType, common_type, promoted
from maymust.terms import constant

if TYPE_CHECKING:
    from maymust.frontends.c.context import Lowering
    from maymust.terms import Term


def update(low: Lowering, expression: Step | Assignment, *, wanted: bool) -> Term | None:
    """Changes the variable. The result is the value of the expression, None if the path has ended."""
    return (
        _step(low, expression, wanted=wanted)
        if isinstance(expression, Step)
        else _assignment(low, expression)
    )


def _step(low: Lowering, expression: Step, *, wanted: bool) -> Term | None:
    """`++` and `--`: computed in the promoted type, like `x += 1`."""
    target = expression.target
    if not _writable(low, target):
        return None
    assert isinstance(target, Name) and isinstance(target.type, IntType)
    type_, cell = target.type, low.variable(target.variable)
    span, wide = expression.place.span, promoted(type_)
    before = low.stored(cell, span, signed=type_.signed) if wanted and not expression.prefix else cell
    sum_ = operate("+", convert(cell, type_, wide), constant(expression.delta, wide.width), wide)
    low.assign(cell, convert(sum_, wide, type_), span)
    return before


def _assignment(low: Lowering, expression: Assignment) -> Term | None:
    target, right, op = expression.target, expression.value, expression.op
    clash = _assignment_conflict(low, expression)
    if clash is not None:
        low.unmodelled(clash, expression.place)
        return None
    if isinstance(target, Name) and not isinstance(target.type, IntType):
        discarding.discard(low, right)  # nothing that reads the variable is modelled
        return None
    if not isinstance(target, Name) or not isinstance(right.type, IntType):
        return discarding.give_up(
            low, expression, _store_construct(expression), *discarding.places(target), right
        )
    if not _writable(low, target):
        return None
    assert isinstance(target.type, IntType)
    type_, cell = target.type, low.variable(target.variable)
    new = values.value(low, right)
    if op is None:
        new = convert(new, right.type, type_)
    else:
        shift = op in ("<<", ">>")
        wide = promoted(type_) if shift else common_type(type_, right.type)
        amount = new if shift else convert(new, right.type, wide)
        new = convert(
            values.defined(low, expression, op, convert(cell, type_, wide), amount, wide), wide, type_
        )
    low.assign(cell, new, expression.place.span)
    return cell


def _assignment_conflict(low: Lowering, expression: Assignment) -> str | None:
    """The write comes after the values of both sides are known, not after their pending side effects."""
    target, right = expression.target, expression.value
    if not low.effects.active(right):
        return None
    if not isinstance(target, Name):
        return low.effects.conflict((target, right))
    inner = low.effects.of(right)
    open_ = inner.writes if expression.op else inner.pending
    return f"unsequenced side effects on `{target.variable.name}`" if target.variable in open_ else None


def _store_construct(expression: Assignment) -> str:
    if isinstance(expression.target, Name):
        return f"compound assignment of a {discarding.family(expression.value)}"
    return f"store: {discarding.construct(expression.target)}"


def _writable(low: Lowering, target: Expression) -> bool:
    """Whether the target is a variable that is modelled; if not, the path ends."""
    if isinstance(target, Name) and target.variable.obstacle is None:
        return True
    if isinstance(target, Name):
        low.unmodelled(target.variable.obstacle or "variable", target.place)
    else:
        discarding.give_up(low, target, discarding.construct(target), *discarding.places(target))
    return False
