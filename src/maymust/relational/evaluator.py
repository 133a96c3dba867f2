"""The value of any expression, formula or integer in an instance.

Sets of tuples are computed as the definitions of the operators say, without circuits: what the solver claims
is checked by something that shares nothing with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain, combinations
from typing import TypeVar, overload

from maymust.relational.arithmetic import applied, compared, wrapped
from maymust.relational.bounds import Instance
from maymust.relational.errors import TooLarge, UnboundError
from maymust.relational.logic import Expression, Formula, IntExpression, Node, Relation, Variable
from maymust.relational.logic.declarations import Comprehension, Declaration, Predicate, Quantified, SumOver
from maymust.relational.logic.nodes import (
    Arithmetic,
    Cast,
    Comparison,
    Connected,
    ConstantExpression,
    ConstantFormula,
    IfExpression,
    IfInt,
    IntComparison,
    IntConstant,
    Measure,
    MultiplicityFormula,
    Operation,
    Projection,
)
from maymust.relational.logic.operators import (
    CastOperator,
    ComparisonOperator,
    Connective,
    Constant,
    ExpressionOperator,
    MeasureOperator,
    Multiplicity,
    Quantifier,
)
from maymust.relational.logic.walk import landings, post_order
from maymust.relational.universe import MOST_TUPLES, TupleSet, positions

Tuples = frozenset[tuple[int, ...]]
Environment = dict[Variable, Tuples]

Part = TypeVar("Part", bound=Node)
Value = TypeVar("Value")

DEFAULT_WIDTH = 4


@overload
def evaluate(node: Expression, instance: Instance, width: int = DEFAULT_WIDTH) -> TupleSet: ...
@overload
def evaluate(node: Formula, instance: Instance, width: int = DEFAULT_WIDTH) -> bool: ...
@overload
def evaluate(node: IntExpression, instance: Instance, width: int = DEFAULT_WIDTH) -> int: ...


def evaluate(node: Node, instance: Instance, width: int = DEFAULT_WIDTH) -> TupleSet | bool | int:
    """The value of the node: a set of tuples, a truth value or a number."""
    return Evaluator(instance, width).value(node)


class Evaluator:
    """Evaluates many nodes in one instance; what has no free variables is evaluated once."""

    def __init__(self, instance: Instance, width: int = DEFAULT_WIDTH) -> None:
        self._universe = instance.universe
        self._width = width
        self._size = len(instance.universe)
        self._atoms = instance.integers
        self._values = {place: value for value, place in instance.integers.items()}
        self._known: dict[Node, Tuples] = {}
        self._truths: dict[Node, bool] = {}
        self._numbers: dict[Node, int] = {}
        for relation, tuples in instance.tuples.items():
            self._known[relation] = frozenset(
                positions(index, self._size, tuples.arity) for index in tuples.indices
            )

    @overload
    def value(self, node: Expression) -> TupleSet: ...
    @overload
    def value(self, node: Formula) -> bool: ...
    @overload
    def value(self, node: IntExpression) -> int: ...
    @overload
    def value(self, node: Node) -> TupleSet | bool | int: ...

    def value(self, node: Node) -> TupleSet | bool | int:
        """The value of the node: a set of tuples, a truth value or a number."""
        if isinstance(node, Formula):
            return self.truth(node)
        if isinstance(node, IntExpression):
            return self.number(node)
        if not isinstance(node, Expression):
            raise TypeError(f"expressions, formulas and integers have values, not {node!r}")
        indices = set()
        for found in self.tuples(node):
            index = 0
            for position in found:
                index = index * self._size + position
            indices.add(index)
        return TupleSet(self._universe, node.arity, frozenset(indices))

    def tuples(self, expression: Expression) -> Tuples:
        """The tuples of the expression, each as positions of atoms."""
        return self._evaluated(expression, self._tuples)

    def truth(self, formula: Formula) -> bool:
        """Is the formula true?"""
        return self._evaluated(formula, self._truth)

    def number(self, integer: IntExpression) -> int:
        """The value of the integer expression."""
        return self._evaluated(integer, self._number)

    def _evaluated(self, root: Part, evaluate: Callable[[Part, Environment], Value]) -> Value:
        """The value of a node; if that gets too deep, it is evaluated from the inside."""
        if root.free:
            names = ", ".join(sorted(variable.name for variable in root.free))
            raise UnboundError(f"not declared where they are used: {names}")
        with suppress(RecursionError):
            return evaluate(root, {})
        try:
            for node in landings(post_order((root,))):
                if isinstance(node, Expression):
                    self._tuples(node, {})
                elif isinstance(node, Formula):
                    self._truth(node, {})
                elif isinstance(node, IntExpression):
                    self._number(node, {})
            return evaluate(root, {})
        except RecursionError:
            raise TooLarge("it is nested too deeply") from None

    # --- expressions

    def _tuples(self, node: Expression, env: Environment) -> Tuples:
        if not node.free:
            known = self._known.get(node)
            if known is None:
                known = self._known[node] = self._fresh(node, env)
            return known
        return self._fresh(node, env)

    def _fresh(self, node: Expression, env: Environment) -> Tuples:
        match node:
            case Variable():
                if node not in env:
                    raise UnboundError(f"variable {node.name} is not declared where it is used")
                return env[node]
            case Relation():
                raise UnboundError(f"relation {node.name} has no value in the instance")
            case ConstantExpression(constant=constant):
                return self._constant(constant)
            case Operation(operator=operator, children=children):
                return self._operation(operator, [self._tuples(child, env) for child in children])
            case IfExpression():
                return self._tuples(node.then if self._truth(node.condition, env) else node.otherwise, env)
            case Projection(expression=expression, columns=columns):
                chosen = [self._number(column, env) for column in columns]
                if not all(0 <= column < expression.arity for column in chosen):
                    return frozenset()
                return frozenset(
                    tuple(one[column] for column in chosen) for one in self._tuples(expression, env)
                )
            case Cast(operator=operator, integer=integer):
                return self._cast(operator, self._number(integer, env))
            case Comprehension(declarations=declarations, body=body):
                return frozenset(
                    tuple(position for declared in declarations for (position,) in inner[declared.variable])
                    for inner in self._bindings(declarations, env)
                    if self._truth(body, inner)
                )
        raise TypeError(f"not an expression: {node!r}")

    def _constant(self, constant: Constant) -> Tuples:
        match constant:
            case Constant.NONE:
                return frozenset()
            case Constant.UNIV:
                return frozenset((position,) for position in range(self._size))
            case Constant.IDEN:
                return frozenset((position, position) for position in range(self._size))
            case Constant.INTS:
                return frozenset((position,) for position in self._values)

    def _operation(self, operator: ExpressionOperator, operands: list[Tuples]) -> Tuples:
        first = operands[0]
        match operator:
            case ExpressionOperator.UNION:
                return first.union(*operands[1:])
            case ExpressionOperator.INTERSECTION:
                return first.intersection(*operands[1:])
            case ExpressionOperator.DIFFERENCE:
                return first - operands[1]
            case ExpressionOperator.OVERRIDE:
                replaced = {one[0] for one in operands[1]}
                return operands[1] | {one for one in first if one[0] not in replaced}
            case ExpressionOperator.PRODUCT:
                return _product(operands)
            case ExpressionOperator.JOIN:
                return frozenset(
                    left[:-1] + right[1:] for left in first for right in operands[1] if left[-1] == right[0]
                )
            case ExpressionOperator.TRANSPOSE:
                return frozenset(one[::-1] for one in first)
            case ExpressionOperator.CLOSURE:
                return _closure(first)
            case ExpressionOperator.REFLEXIVE_CLOSURE:
                return _closure(first) | self._constant(Constant.IDEN)

    def _cast(self, operator: CastOperator, value: int) -> Tuples:
        if operator is CastOperator.INT:
            values = [value]
        else:
            last = self._width - 1
            values = [1 << bit for bit in range(last) if value >> bit & 1] + (
                [-1 << last] if value < 0 else []
            )
        return frozenset((self._atoms[one],) for one in values if one in self._atoms)

    # --- formulas

    def _truth(self, node: Formula, env: Environment) -> bool:
        if node.free:
            return self._fresh_truth(node, env)
        known = self._truths.get(node)
        if known is None:
            known = self._truths[node] = self._fresh_truth(node, env)
        return known

    def _fresh_truth(self, node: Formula, env: Environment) -> bool:
        match node:
            case ConstantFormula(value=value):
                return value
            case Comparison(operator=operator, left=left, right=right):
                if operator is ComparisonOperator.SUBSET:
                    return self._tuples(left, env) <= self._tuples(right, env)
                return self._tuples(left, env) == self._tuples(right, env)
            case MultiplicityFormula(multiplicity=multiplicity, expression=expression):
                return _allowed(multiplicity, len(self._tuples(expression, env)))
            case Connected(connective=connective, children=children):
                return self._connected(connective, children, env)
            case IntComparison(operator=order, left=lower, right=higher):
                return compared(order, self._number(lower, env), self._number(higher, env))
            case Quantified(quantifier=quantifier, declarations=declarations, body=body):
                holds = (self._truth(body, inner) for inner in self._bindings(declarations, env))
                return all(holds) if quantifier is Quantifier.ALL else any(holds)
            case Predicate():
                return self._truth(node.constraints(), env)
        raise TypeError(f"not a formula: {node!r}")

    def _connected(self, connective: Connective, children: tuple[Formula, ...], env: Environment) -> bool:
        values = (self._truth(child, env) for child in children)
        match connective:
            case Connective.AND:
                return all(values)
            case Connective.OR:
                return any(values)
            case Connective.NOT:
                return not next(values)
            case Connective.IMPLIES:
                return not next(values) or next(values)
            case Connective.IFF:
                return next(values) == next(values)

    def _bindings(self, declarations: tuple[Declaration, ...], env: Environment) -> Iterator[Environment]:
        """The environments in which the declared variables have all their values."""
        if not declarations:
            yield env
            return
        first, rest = declarations[0], declarations[1:]
        for value in _values(first.multiplicity, self._tuples(first.expression, env)):
            yield from self._bindings(rest, {**env, first.variable: value})

    # --- integers

    def _number(self, node: IntExpression, env: Environment) -> int:
        if node.free:
            return self._fresh_number(node, env)
        known = self._numbers.get(node)
        if known is None:
            known = self._numbers[node] = self._fresh_number(node, env)
        return known

    def _fresh_number(self, node: IntExpression, env: Environment) -> int:
        match node:
            case IntConstant(value=value):
                return wrapped(value, self._width)
            case Arithmetic(operator=operator, children=children):
                return applied(operator, [self._number(child, env) for child in children], self._width)
            case Measure(operator=MeasureOperator.COUNT, expression=expression):
                return wrapped(len(self._tuples(expression, env)), self._width)
            case Measure(expression=expression):
                found = self._tuples(expression, env)
                return wrapped(sum(self._values.get(position, 0) for (position,) in found), self._width)
            case IfInt():
                return self._number(node.then if self._truth(node.condition, env) else node.otherwise, env)
            case SumOver(declarations=declarations, body=body):
                total = sum(self._number(body, inner) for inner in self._bindings(declarations, env))
                return wrapped(total, self._width)
        raise TypeError(f"not an integer expression: {node!r}")


def _product(operands: list[Tuples]) -> Tuples:
    result = operands[0]
    for operand in operands[1:]:
        if len(result) * len(operand) > MOST_TUPLES:
            raise TooLarge(f"a product of {len(result)} and {len(operand)} tuples: more than {MOST_TUPLES}")
        result = frozenset(left + right for left in result for right in operand)
    return result


def _closure(pairs: Tuples) -> Tuples:
    successors: dict[int, set[int]] = {}
    for source, target in pairs:
        successors.setdefault(source, set()).add(target)
    closed: set[tuple[int, ...]] = set()
    for source in successors:
        seen: set[int] = set()
        waiting = list(successors[source])
        while waiting:
            target = waiting.pop()
            if target not in seen:
                seen.add(target)
                waiting.extend(successors.get(target, ()))
        closed.update((source, target) for target in seen)
    return frozenset(closed)


def _allowed(multiplicity: Multiplicity, count: int) -> bool:
    match multiplicity:
        case Multiplicity.NO:
            return count == 0
        case Multiplicity.LONE:
            return count <= 1
        case Multiplicity.ONE:
            return count == 1
        case Multiplicity.SOME:
            return count >= 1
        case Multiplicity.SET:
            return True


def _values(multiplicity: Multiplicity, tuples: Tuples) -> Iterator[Tuples]:
    """The values of a variable that ranges over the tuples."""
    ordered = sorted(tuples)
    smallest = 0 if multiplicity in (Multiplicity.LONE, Multiplicity.SET) else 1
    largest = 1 if multiplicity in (Multiplicity.LONE, Multiplicity.ONE) else len(ordered)
    sizes = range(smallest, largest + 1)
    return map(frozenset, chain.from_iterable(combinations(ordered, size) for size in sizes))
