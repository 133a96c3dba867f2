"""Expressions: their value as a term, after code for their side effects; or only the side effects.

Operands are evaluated from left to right. Where C leaves the order open and it matters, the evaluation is
not modelled; therefore the term of a left operand still holds after a right operand's side effects.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from maymust.frontends.c import calls, conditions, statements
from maymust.frontends.c.arithmetic import COMPARISONS, compare, convert, operate, undefined
from maymust.frontends.c.tree import (
    Assignment,
    Binary,
    CallExpression,
    Cast,
    Comma,
    Conditional,
    Constant,
    Expression,
    FunctionName,
    IntType,
    Logical,
    Name,
    Opaque,
    OtherType,
    StatementExpression,
    Step,
    Text,
    Unary,
)
from maymust.frontends.c.types import common_type, promoted
from maymust.terms import Term, and_, complement, constant, from_bool, is_nonzero, ite, neg, negation, or_

if TYPE_CHECKING:
    from maymust.frontends.c.context import Lowering


def value(low: Lowering, expression: Expression) -> Term:
    """The value of an expression of integer type. Where the path has ended, any term of the right width."""
    type_ = expression.type
    assert isinstance(type_, IntType)
    result = None if low.dead else _value(low, expression, type_)
    return constant(0, type_.width) if result is None or low.dead else result


def truth(low: Lowering, expression: Expression) -> Term:
    """Whether the value of a scalar expression is not zero."""
    if isinstance(expression, Unary) and expression.op == "!":
        return negation(truth(low, expression.operand))
    if not isinstance(expression.type, IntType):
        _give_up(low, expression, f"{_family(expression)} as a condition", expression)
        return is_nonzero(constant(0, 1))
    return is_nonzero(value(low, expression))


def _value(low: Lowering, expression: Expression, type_: IntType) -> Term | None:
    match expression:
        case Constant():
            return constant(expression.value, type_.width)
        case Name(variable=variable):
            if variable.obstacle is not None:
                low.unmodelled(variable.obstacle, expression.place)
                return None
            return low.variable(variable)
        case Cast(operand=operand):
            if isinstance(operand.type, IntType):
                return convert(value(low, operand), operand.type, type_)
            return _give_up(low, expression, f"conversion of a {_family(operand)}", operand)
        case Unary():
            return _unary(low, expression, type_)
        case Step():
            return _step(low, expression, wanted=True)
        case Binary():
            return _binary(low, expression, type_)
        case Logical():
            return _logical(low, expression, type_)
        case Comma(left=left, right=right):
            discard(low, left)
            return value(low, right)
        case Assignment():
            return _assignment(low, expression)
        case Conditional():
            return _conditional(low, expression, type_)
        case CallExpression():
            return calls.call(low, expression, wanted=True)
        case StatementExpression(body=body):
            return statements.block_value(low, body, wanted=True)
        case Opaque(construct=construct, operands=operands):
            return _give_up(low, expression, construct, *operands)
        case Text() | FunctionName():
            return _give_up(low, expression, "address as an integer")
        case _:
            assert_never(expression)


def _give_up(low: Lowering, expression: Expression, construct: str, *operands: Expression) -> None:
    """Evaluates the operands; then the path ends."""
    for operand in operands:
        discard(low, operand)
    low.unmodelled(construct, expression.place)


def _family(expression: Expression) -> str:
    return expression.type.family if isinstance(expression.type, OtherType) else "void value"


def _unary(low: Lowering, expression: Unary, type_: IntType) -> Term | None:
    operand = expression.operand
    match expression.op:
        case "!":
            return from_bool(negation(truth(low, operand)), type_.width)
        case "*":
            return _give_up(low, expression, "pointer dereference", operand)
        case "-":
            return neg(value(low, operand))
        case "~":
            return complement(value(low, operand))
        case "+":
            return value(low, operand)
    return _give_up(low, expression, "address as an integer")


def _binary(low: Lowering, expression: Binary, type_: IntType) -> Term | None:
    left, right, op = expression.left, expression.right, expression.op
    clash = low.effects.conflict((left, right))
    if clash is not None:
        low.unmodelled(clash, expression.place)
        return None
    if not (isinstance(left.type, IntType) and isinstance(right.type, IntType)):
        family = _family(right if isinstance(left.type, IntType) else left)
        return _give_up(low, expression, f"`{op}` on a {family}", left, right)
    a, b = value(low, left), value(low, right)
    if op in COMPARISONS:
        return from_bool(compare(op, a, b, signed=left.type.signed), type_.width)
    return _defined(low, expression, op, a, b, type_)


def _defined(low: Lowering, expression: Expression, op: str, a: Term, b: Term, type_: IntType) -> Term:
    """`a op b`; the path ends where that is undefined."""
    for condition, construct in undefined(op, a, b, type_):
        low.refuse(condition, construct, expression.place)
    return operate(op, a, b, type_)


def _logical(low: Lowering, expression: Logical, type_: IntType) -> Term:
    if low.effects.simple(expression.right):
        a = truth(low, expression.left)
        b = truth(low, expression.right)
        return from_bool(and_(a, b) if expression.op == "&&" else or_(a, b), type_.width)
    span = expression.place.span
    yes, no, behind = (low.graph.location() for _ in range(3))
    result = low.temporary(type_.width, signed=type_.signed)
    conditions.branch(low, expression, yes, no)
    for location, outcome in ((yes, 1), (no, 0)):
        low.graph.at(location)
        low.assign(result, constant(outcome, type_.width), span)
        low.graph.jump(behind)
    low.graph.at(behind)
    return result


def _conditional(low: Lowering, expression: Conditional, type_: IntType) -> Term | None:
    condition, then, otherwise = expression.condition, expression.then, expression.otherwise
    if not all(isinstance(part.type, IntType) for part in (then, otherwise) if part is not None):
        return _give_up(low, expression, "conditional of mixed types")
    simple = low.effects.simple
    if then is None:
        assert isinstance(condition.type, IntType)
        whole = value(low, condition)
        chosen = convert(whole, condition.type, type_)
        if simple(otherwise):
            return ite(is_nonzero(whole), chosen, value(low, otherwise))
    elif simple(then) and simple(otherwise):
        return ite(truth(low, condition), value(low, then), value(low, otherwise))
    yes, no, behind = (low.graph.location() for _ in range(3))
    result = low.temporary(type_.width, signed=type_.signed)
    if then is None:
        low.graph.split(is_nonzero(whole), yes, no, condition.place.span)
    else:
        conditions.branch(low, condition, yes, no)
    low.graph.at(yes)
    low.assign(result, chosen if then is None else value(low, then), (then or condition).place.span)
    low.graph.jump(behind)
    low.graph.at(no)
    low.assign(result, value(low, otherwise), otherwise.place.span)
    low.graph.jump(behind)
    low.graph.at(behind)
    return result


# -- side effects ----------------------------------------------------------------------------------------


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
        discard(low, right)  # nothing that reads the variable is modelled
        return None
    if not isinstance(target, Name) or not isinstance(right.type, IntType):
        return _give_up(low, expression, _store_construct(expression), *_places(target), right)
    if not _writable(low, target):
        return None
    assert isinstance(target.type, IntType)
    type_, cell = target.type, low.variable(target.variable)
    new = value(low, right)
    if op is None:
        new = convert(new, right.type, type_)
    else:
        shift = op in ("<<", ">>")
        wide = promoted(type_) if shift else common_type(type_, right.type)
        amount = new if shift else convert(new, right.type, wide)
        new = convert(_defined(low, expression, op, convert(cell, type_, wide), amount, wide), wide, type_)
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
    target = expression.target
    match target:
        case Unary(op="*"):
            return "store through a pointer"
        case Opaque(construct=construct):
            return f"store to a {construct}"
        case Name():
            return f"compound assignment of a {_family(expression.value)}"
    return "store"


def _writable(low: Lowering, target: Expression) -> bool:
    """Whether the target is a variable that is modelled; if not, the path ends."""
    if isinstance(target, Name) and target.variable.obstacle is None:
        return True
    if isinstance(target, Name):
        low.unmodelled(target.variable.obstacle or "variable", target.place)
    else:
        construct = target.construct if isinstance(target, Opaque) else "pointer dereference"
        _give_up(low, target, construct, *_places(target))
    return False


def _places(target: Expression) -> tuple[Expression, ...]:
    """What is evaluated to find out which object an expression designates."""
    match target:
        case Unary(op="*", operand=operand):
            return (operand,)
        case Opaque(operands=operands):
            return tuple(part for operand in operands for part in _places(operand))
        case Name() | FunctionName():
            return ()
    return (target,)


def discard(low: Lowering, expression: Expression) -> None:
    """Evaluates an expression of any type for its side effects."""
    if low.dead or low.effects.simple(expression):
        return
    match expression:
        case Constant() | Text() | Name() | FunctionName():
            pass
        case Cast(operand=operand):
            discard(low, operand)
        case Unary(op="&", operand=operand):
            for part in _places(operand):
                discard(low, part)
        case Unary(op="*", operand=operand):
            _give_up(low, expression, "pointer dereference", operand)
        case Unary(operand=operand):
            discard(low, operand)
        case Step():
            _step(low, expression, wanted=False)
        case Binary():
            _discard_binary(low, expression)
        case Logical() | Conditional():
            conditions.discard_choice(low, expression)
        case Comma(left=left, right=right):
            discard(low, left)
            discard(low, right)
        case Assignment():
            _assignment(low, expression)
        case CallExpression():
            calls.call(low, expression, wanted=False)
        case StatementExpression(body=body):
            statements.block_value(low, body, wanted=False)
        case Opaque(construct=construct, operands=operands, harmless=harmless):
            clash = low.effects.conflict(operands)
            if clash is not None:
                low.unmodelled(clash, expression.place)
            for operand in operands:
                discard(low, operand)
            if not harmless:
                low.unmodelled(construct, expression.place)
        case _:
            assert_never(expression)


def _discard_binary(low: Lowering, expression: Binary) -> None:
    if isinstance(expression.type, IntType) and expression.op in ("/", "%", "<<", ">>"):
        value(low, expression)  # it may be undefined
        return
    clash = low.effects.conflict((expression.left, expression.right))
    if clash is not None:
        low.unmodelled(clash, expression.place)
    discard(low, expression.left)
    discard(low, expression.right)
