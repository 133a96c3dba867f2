"""Lowers expressions of any type only for their side effects.

The value of a variable that is not modelled may be copied to another that is not modelled: nothing that
would use it is modelled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from maymust.frontends.c import types
from maymust.frontends.c.expressions import calls, conditions, lvalues, null_checks, uninitialised, updates
from maymust.frontends.c.expressions.giving_up import use_all
from maymust.frontends.c.expressions.watching import note
from maymust.frontends.c.properties.undefined import has_index
from maymust.frontends.c.tree.expressions import (
    Assignment,
    Binary,
    CallExpression,
    Cast,
    Comma,
    CompoundLiteral,
    Conditional,
    Constant,
    Expression,
    FloatConstant,
    FunctionName,
    InitList,
    Logical,
    Member,
    Name,
    Opaque,
    StatementExpression,
    Step,
    Subscript,
    Text,
    Unary,
)
from maymust.frontends.c.tree.order import places
from maymust.frontends.c.types import FloatType, IntType, PointerType, RecordType

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering

_READ = IntType | FloatType | PointerType | RecordType  # what lvalues of these types designate is read


def discard(low: Lowering, expression: Expression) -> None:
    """Evaluates an expression of any type for its side effects."""
    if low.dead or low.is_simple(expression):
        return
    match expression:
        case Constant() | FloatConstant() | Text() | FunctionName():
            pass
        case Name() | Member() | Subscript() | Unary(op="*"):
            _discard_lvalue(low, expression)
        case CompoundLiteral(initialiser=initialiser):
            use(low, initialiser)
        case InitList():
            use_all(low, expression, expression.values)
        case Cast(type=IntType(), operand=operand) if isinstance(operand.type, FloatType):
            low.value(expression)  # it may not fit
        case Cast(type=type_, operand=operand):
            (discard if isinstance(type_, types.VoidType) else use)(low, operand)
        case Unary():
            _discard_unary(low, expression)
        case Step() | Assignment():
            updates.update(low, expression, wanted=False)
        case Binary():
            _discard_binary(low, expression)
        case Logical() | Conditional():
            conditions.discard_choice(low, expression)
        case Comma(left=left, right=right):
            discard(low, left)
            discard(low, right)
        case CallExpression():
            calls.call(low, expression, wanted=False)
        case StatementExpression(body=body):
            low.block_value(body, wanted=False)
        case Opaque():
            _discard_opaque(low, expression)
        case _:
            assert_never(expression)


def _discard_lvalue(low: Lowering, expression: Expression) -> None:
    """Nothing is read that is no scalar, and no variable, but that it is accessed matters to who watches."""
    if isinstance(expression, Name):
        if low.watches and low.program.obstacle(expression.variable) is None:
            note(low, expression, lvalues.variable(low, expression.variable))
    elif isinstance(expression.type, _READ) and low.program.shapes.obstacle(expression.type) is None:
        lvalues.read(low, expression)
    else:
        target = lvalues.designate(low, expression)
        if target is not None:
            note(low, expression, target)


def _discard_unary(low: Lowering, expression: Unary) -> None:
    operand = expression.operand
    if expression.op == "&" and "pointer" in low.program.checks.asked and has_index(operand):
        low.value_of(expression)
    elif expression.op == "&":
        use_all(low, expression, places(operand))
    elif expression.op == "-" and isinstance(expression.type, IntType):
        low.value(expression)  # it may overflow
    else:
        use(low, operand)


def use(low: Lowering, expression: Expression) -> None:
    """Evaluates an expression whose value something gets that nobody follows. A variable must be set then;
    alone, as in `x;` or `(void)x`, it is not looked at by anything."""
    if low.dead:
        return
    if null_checks.is_watched(low, expression):
        low.value_of(expression)
        return
    uninitialised.check_read(low, expression)
    discard(low, expression)


def _discard_opaque(low: Lowering, expression: Opaque) -> None:
    use_all(low, expression, expression.operands)
    if not expression.harmless:
        low.unmodelled(expression.construct, expression.place, evaluated=expression)


def _discard_binary(low: Lowering, expression: Binary) -> None:
    if isinstance(expression.type, IntType):
        low.value(expression)  # it may be undefined
        return
    if "pointer" in low.program.checks.asked and isinstance(expression.type, PointerType):
        low.value_of(expression)
        return
    use_all(low, expression, (expression.left, expression.right))
