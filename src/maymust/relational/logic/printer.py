"""Problems as text, close to Alloy's notation, with no more parentheses than are needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from maymust.relational.logic.operators import (
    Connective,
    ExpressionOperator,
    IntOperator,
    MeasureOperator,
)

if TYPE_CHECKING:
    from maymust.relational.logic import declarations as _decl
    from maymust.relational.logic import nodes as _node
    from maymust.relational.logic.terms import Node

# How tightly an operator holds its operands: the more, the tighter.
_QUANTIFIER, _IFF, _IMPLIES, _OR, _AND, _NOT, _COMPARISON, _CHOICE, _SUM, _INTERSECTION, _PRODUCT, _TIMES = (
    range(12)
)
_JOIN, _UNARY, _ATOM = 12, 13, 14

_EXPRESSIONS = {
    ExpressionOperator.UNION: _SUM,
    ExpressionOperator.DIFFERENCE: _SUM,
    ExpressionOperator.OVERRIDE: _SUM,
    ExpressionOperator.INTERSECTION: _INTERSECTION,
    ExpressionOperator.PRODUCT: _PRODUCT,
    ExpressionOperator.JOIN: _JOIN,
}
_CONNECTIVES = {
    Connective.AND: _AND,
    Connective.OR: _OR,
    Connective.IMPLIES: _IMPLIES,
    Connective.IFF: _IFF,
}
_ARITHMETIC = {
    IntOperator.PLUS: _SUM,
    IntOperator.MINUS: _SUM,
    IntOperator.TIMES: _TIMES,
    IntOperator.DIVIDE: _TIMES,
    IntOperator.MODULO: _TIMES,
}
_ASSOCIATIVE = (
    ExpressionOperator.UNION,
    ExpressionOperator.INTERSECTION,
    ExpressionOperator.PRODUCT,
    Connective.AND,
    Connective.OR,
)

Part = tuple[str, int]  # a text, and how tightly its outermost operator holds


def text(node: Node) -> str:
    """The node in one line; what is nested deeper than Python's stack is cut with an ellipsis."""
    try:
        return _part(node)[0]
    except RecursionError:
        return "…"


def _part(node: Node) -> Part:
    return _PRINTERS[type(node).__name__](node)


def _inside(node: Node, outer: int) -> str:
    """The node as an operand of an operator that holds as tightly as `outer`."""
    shown, inner = _part(node)
    return shown if inner > outer else f"({shown})"


def _infix(operator: Any, symbol: str, operands: Sequence[Node], strength: int) -> Part:
    if operator is ExpressionOperator.JOIN:
        gap = "."
    else:
        gap = f" {symbol} "
    first, *rest = operands
    # Operators group to the left; for associative ones, and repeated ones, no parentheses are due.
    shown, inner = _part(first)
    same = inner == strength and (operator in _ASSOCIATIVE or operator is ExpressionOperator.JOIN)
    left = shown if inner > strength or (same and _symbol(first) == symbol) else f"({shown})"
    return gap.join([left, *(_inside(one, strength) for one in rest)]), strength


def _symbol(node: Node) -> str | None:
    operator = getattr(node, "operator", None) or getattr(node, "connective", None)
    return operator.value if operator is not None else None


def _operation(node: _node.Operation) -> Part:
    strength = _EXPRESSIONS.get(node.operator)
    if strength is not None:
        return _infix(node.operator, node.operator.value, node.children, strength)
    return node.operator.value + _inside(node.children[0], _UNARY - 1), _UNARY


def _connected(node: _node.Connected) -> Part:
    if node.connective is Connective.NOT:
        return "!" + _inside(node.children[0], _UNARY - 1), _NOT
    return _infix(node.connective, node.connective.value, node.children, _CONNECTIVES[node.connective])


def _arithmetic(node: _node.Arithmetic) -> Part:
    symbol = node.operator.value
    if len(node.children) == 2:
        strength = _ARITHMETIC.get(node.operator, _INTERSECTION)
        return _infix(node.operator, symbol, node.children, strength)
    if node.operator is IntOperator.NEGATE:
        return "-" + _inside(node.children[0], _UNARY - 1), _UNARY
    if node.operator is IntOperator.NOT:
        return "~" + _inside(node.children[0], _UNARY - 1), _UNARY
    return f"{symbol}({_part(node.children[0])[0]})", _ATOM


def _declarations(declarations: tuple[_decl.Declaration, ...]) -> str:
    return ", ".join(
        f"{one.variable.name}: {one.multiplicity.value} {_inside(one.expression, _COMPARISON)}"
        for one in declarations
    )


def _quantified(node: _decl.Quantified) -> Part:
    return f"{node.quantifier.value} {_declarations(node.declarations)} | {_part(node.body)[0]}", _QUANTIFIER


def _choice(node: _node.IfExpression | _node.IfInt) -> Part:
    condition = _inside(node.condition, _NOT)
    return f"{condition} ? {_inside(node.then, _CHOICE)} : {_inside(node.otherwise, _CHOICE)}", _CHOICE


def _measure(node: _node.Measure) -> Part:
    if node.operator is MeasureOperator.COUNT:
        return "#" + _inside(node.expression, _JOIN - 1), _UNARY
    return f"sum({_part(node.expression)[0]})", _ATOM


def _predicate(node: _decl.Predicate) -> Part:
    parts = ", ".join(_part(one)[0] for one in (*node.relations, *node.expressions))
    return f"{node.kind.value}[{parts}]", _ATOM


def _compared(node: _node.Comparison | _node.IntComparison) -> Part:
    left, right = _inside(node.left, _COMPARISON), _inside(node.right, _COMPARISON)
    return f"{left} {node.operator.value} {right}", _COMPARISON


def _projection(node: _node.Projection) -> Part:
    columns = ", ".join(_part(column)[0] for column in node.columns)
    return f"{_inside(node.expression, _UNARY)}[{columns}]", _ATOM


_PRINTERS: dict[str, Callable[[Any], Part]] = {
    "Variable": lambda node: (node.name, _ATOM),
    "Relation": lambda node: (node.name, _ATOM),
    "ConstantExpression": lambda node: (node.constant.value, _ATOM),
    "ConstantFormula": lambda node: ("true" if node.value else "false", _ATOM),
    "IntConstant": lambda node: (str(node.value), _ATOM if node.value >= 0 else _UNARY),
    "Operation": _operation,
    "IfExpression": _choice,
    "IfInt": _choice,
    "Projection": _projection,
    "Cast": lambda node: (f"{node.operator.value}[{_part(node.integer)[0]}]", _ATOM),
    "Comprehension": lambda node: (f"{{{_declarations(node.declarations)} | {_part(node.body)[0]}}}", _ATOM),
    "Comparison": _compared,
    "IntComparison": _compared,
    "MultiplicityFormula": lambda node: (
        f"{node.multiplicity.value} {_inside(node.expression, _COMPARISON)}",
        _COMPARISON,
    ),
    "Connected": _connected,
    "Quantified": _quantified,
    "Predicate": _predicate,
    "Arithmetic": _arithmetic,
    "Measure": _measure,
    "SumOver": lambda node: (f"sum {_declarations(node.declarations)} | {_part(node.body)[0]}", _QUANTIFIER),
}
