"""The nodes of problems, and the functions that check parts and build nodes from them.

Each class is one production of Fig. 3-1 of the Forge thesis. Build them by the operators and methods of
`terms` and the functions of `declarations`: they check, these classes do not.
"""

from __future__ import annotations

from maymust.relational.errors import ArityError
from maymust.relational.logic.interning import free_of, interned, node
from maymust.relational.logic.operators import (
    CastOperator,
    ComparisonOperator,
    Connective,
    Constant,
    ExpressionOperator,
    IntComparisonOperator,
    IntOperator,
    MeasureOperator,
    Multiplicity,
)
from maymust.relational.logic.terms import Expression, Formula, IntExpression, Node, as_int

_NOTHING: frozenset[Variable] = frozenset()

# ------------------------------------------------------------------- expressions


class Variable(Expression):
    """What a declaration binds to tuples of `arity` atoms. Each call makes a new one."""

    __slots__ = ("arity", "free", "name")

    def __init__(self, name: str, arity: int = 1) -> None:
        if arity < 1:
            raise ArityError(f"variable {name}: an arity is at least 1, not {arity}")
        self.name = name
        self.arity = arity
        self.free = frozenset((self,))


@node
class ConstantExpression(Expression):
    """`NONE`, `UNIV`, `IDEN` or `INTS` (the atoms that stand for integers)."""

    free: frozenset[Variable]
    constant: Constant
    arity: int


@node
class Operation(Expression):
    """An operator applied to expressions; union, intersection and product may have any number of them."""

    free: frozenset[Variable]
    operator: ExpressionOperator
    children: tuple[Expression, ...]
    arity: int


@node
class IfExpression(Expression):
    """One of two expressions of one arity."""

    free: frozenset[Variable]
    condition: Formula
    then: Expression
    otherwise: Expression
    arity: int


@node
class Projection(Expression):
    """Columns of an expression, in an order of one's own; columns are counted from 0."""

    free: frozenset[Variable]
    expression: Expression
    columns: tuple[IntExpression, ...]
    arity: int


@node
class Cast(Expression):
    """The atom, or the atoms of the bits, of an integer."""

    free: frozenset[Variable]
    operator: CastOperator
    integer: IntExpression
    arity: int


NONE = ConstantExpression(_NOTHING, Constant.NONE, 1)
UNIV = ConstantExpression(_NOTHING, Constant.UNIV, 1)
IDEN = ConstantExpression(_NOTHING, Constant.IDEN, 2)
INTS = ConstantExpression(_NOTHING, Constant.INTS, 1)

_BINARY_ONLY = (
    ExpressionOperator.TRANSPOSE,
    ExpressionOperator.CLOSURE,
    ExpressionOperator.REFLEXIVE_CLOSURE,
)


def operation(operator: ExpressionOperator, children: tuple[Expression, ...]) -> Expression:
    """The operation; one of one operand, where any number is allowed, is the operand."""
    for child in children:
        if not isinstance(child, Expression):
            raise TypeError(f"{operator.name.lower()} takes expressions, not {child!r}")
    arity = _arity(operator, children)
    if len(children) == 1 and operator not in _BINARY_ONLY:
        return children[0]
    return interned(Operation, free_of(children), operator, children, arity)


def _arity(operator: ExpressionOperator, children: tuple[Expression, ...]) -> int:
    name = operator.name.lower()
    if not children:
        raise ArityError(f"{name} of nothing has no arity")
    arities = [child.arity for child in children]
    if operator in _BINARY_ONLY:
        if arities[0] != 2:
            raise ArityError(f"{name} needs a binary relation; `{children[0]}` has arity {arities[0]}")
        return 2
    if operator is ExpressionOperator.PRODUCT:
        return sum(arities)
    if operator is ExpressionOperator.JOIN:
        if sum(arities) < 3:
            raise ArityError(f"join of two sets, `{children[0]}` and `{children[1]}`, has no columns left")
        return sum(arities) - 2
    if len(set(arities)) > 1:
        listed = ", ".join(f"`{child}` has {child.arity}" for child in children)
        raise ArityError(f"{name} needs expressions of one arity: {listed}")
    if operator is ExpressionOperator.OVERRIDE and arities[0] < 2:
        raise ArityError(f"override needs at least two columns; `{children[0]}` is a set")
    return arities[0]


def projection(expression: Expression, columns: tuple[IntExpression, ...]) -> Expression:
    """The projection on one or more columns."""
    if not columns:
        raise ArityError(f"a projection of `{expression}` needs at least one column")
    return interned(Projection, free_of((expression, *columns)), expression, columns, len(columns))


def cast(operator: CastOperator, integer: IntExpression) -> Expression:
    """The set of atoms of an integer."""
    return interned(Cast, integer.free, operator, integer, 1)


# ------------------------------------------------------------------- formulas


@node
class ConstantFormula(Formula):
    """`TRUE` or `FALSE`."""

    free: frozenset[Variable]
    value: bool


@node
class Comparison(Formula):
    """Subset, or equality, of two expressions of one arity."""

    free: frozenset[Variable]
    operator: ComparisonOperator
    left: Expression
    right: Expression


@node
class MultiplicityFormula(Formula):
    """The expression has no, at most one, exactly one, or some tuple."""

    free: frozenset[Variable]
    multiplicity: Multiplicity
    expression: Expression


@node
class Connected(Formula):
    """A connective applied to formulas; `and` and `or` have any number of them but one."""

    free: frozenset[Variable]
    connective: Connective
    children: tuple[Formula, ...]


@node
class IntComparison(Formula):
    """Equality or order of two integers."""

    free: frozenset[Variable]
    operator: IntComparisonOperator
    left: IntExpression
    right: IntExpression


TRUE = ConstantFormula(_NOTHING, True)
FALSE = ConstantFormula(_NOTHING, False)


def comparison(operator: ComparisonOperator, left: Expression, right: Expression) -> Formula:
    """The comparison of two expressions."""
    if not isinstance(right, Expression):
        raise TypeError(f"`{left}` can be compared with expressions, not with {right!r}")
    if left.arity != right.arity:
        raise ArityError(
            f"`{left}` has arity {left.arity}, and `{right}` {right.arity}: they cannot be compared"
        )
    return interned(Comparison, free_of((left, right)), operator, left, right)


def multiplicity(given: Multiplicity, expression: Expression) -> Formula:
    """The multiplicity of an expression, which is always true for `SET`."""
    if given is Multiplicity.SET:
        return TRUE
    return interned(MultiplicityFormula, expression.free, given, expression)


def connected(connective: Connective, children: tuple[Formula, ...]) -> Formula:
    """The formulas connected; a conjunction or disjunction of one formula is that formula."""
    for child in children:
        if not isinstance(child, Formula):
            raise TypeError(f"{connective.name.lower()} takes formulas, not {child!r}")
    if connective in (Connective.AND, Connective.OR):
        if len(children) == 1:
            return children[0]
        if not children:
            return TRUE if connective is Connective.AND else FALSE
    return interned(Connected, free_of(children), connective, children)


def int_comparison(operator: IntComparisonOperator, left: IntExpression, right: IntExpression) -> Formula:
    """The comparison of two integers."""
    return interned(IntComparison, free_of((left, right)), operator, left, right)


# ------------------------------------------------------------------- integers


@node
class IntConstant(IntExpression):
    """A number; what the width of a solution cannot hold wraps around."""

    free: frozenset[Variable]
    value: int


@node
class Arithmetic(IntExpression):
    """An operator applied to one or two integers."""

    free: frozenset[Variable]
    operator: IntOperator
    children: tuple[IntExpression, ...]


@node
class Measure(IntExpression):
    """The number of tuples of an expression, or the sum of the integers of a set."""

    free: frozenset[Variable]
    operator: MeasureOperator
    expression: Expression


@node
class IfInt(IntExpression):
    """One of two integers."""

    free: frozenset[Variable]
    condition: Formula
    then: IntExpression
    otherwise: IntExpression


def constant_int(value: int) -> IntExpression:
    """The number as an integer expression."""
    if not isinstance(value, int):
        raise TypeError(f"an integer expression or a number is needed, not {value!r}")
    return interned(IntConstant, _NOTHING, int(value))


def arithmetic(operator: IntOperator, *children: IntExpression) -> IntExpression:
    """The operator applied."""
    return interned(Arithmetic, free_of(children), operator, children)


def measure(operator: MeasureOperator, expression: Expression) -> IntExpression:
    """The count, or the sum, of an expression."""
    if operator is MeasureOperator.SUM and expression.arity != 1:
        raise ArityError(f"only sets have a sum; `{expression}` has arity {expression.arity}")
    return interned(Measure, expression.free, operator, expression)


def choice(condition: Formula, then: object, otherwise: object) -> Node:
    """The first if the condition holds, else the second: of expressions, integers or formulas."""
    if isinstance(then, Expression) and isinstance(otherwise, Expression):
        if then.arity != otherwise.arity:
            raise ArityError(
                f"a choice needs one arity: `{then}` has {then.arity}, `{otherwise}` has {otherwise.arity}"
            )
        free = free_of((condition, then, otherwise))
        return interned(IfExpression, free, condition, then, otherwise, then.arity)
    if isinstance(then, Formula) and isinstance(otherwise, Formula):
        return condition.implies(then) & (~condition).implies(otherwise)
    if isinstance(then, IntExpression | int) and isinstance(otherwise, IntExpression | int):
        left, right = as_int(then), as_int(otherwise)
        return interned(IfInt, free_of((condition, left, right)), condition, left, right)
    raise TypeError(f"cannot choose between {then!r} and {otherwise!r}")
