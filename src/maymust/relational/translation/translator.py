"""From formulas to circuits: each expression becomes a matrix, each formula a literal, each integer a list of
bits.

Quantifiers are grounded: their bodies are translated once for each value of their variables. What the bounds
or the circuit decide on the way is not translated further.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from typing import Any

from maymust.relational.bounds import Bounds
from maymust.relational.circuits.circuit import FALSE, TRUE, Circuit
from maymust.relational.circuits.integers import Bits, Integers
from maymust.relational.circuits.matrices import Matrices, Matrix
from maymust.relational.errors import UnboundError
from maymust.relational.logic import Expression, Formula, IntExpression, Node, Relation, Variable
from maymust.relational.logic.declarations import Comprehension, Predicate, Quantified, SumOver
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
    IntComparisonOperator,
    IntOperator,
    MeasureOperator,
    Multiplicity,
    Quantifier,
)
from maymust.relational.logic.walk import landings
from maymust.relational.translation.caching import kept
from maymust.relational.translation.scope import Binder, Scope


class Translator:
    """Translates the formulas of one problem, which share a circuit and all translations of common parts."""

    def __init__(
        self,
        circuit: Circuit,
        matrices: Matrices,
        integers: Integers,
        bounds: Bounds,
        nodes: list[Node],
        asserted: set[Formula],
        most_values: int,
    ) -> None:
        """Prepares the translation.

        `nodes` are all nodes of the problem, parts first; `asserted` are those taken apart elsewhere;
        no body is translated for more than `most_values` values of its variables.
        """
        self.circuit, self.matrices, self.integers = circuit, matrices, integers
        self._bounds = bounds
        self._size = len(bounds.universe)
        deep = [node for node in landings(nodes) if node not in asserted]
        self._kept = kept(nodes, deep)
        self._known: dict[Hashable, Any] = {}
        self._relations: dict[Relation, Matrix] = {}
        self.scope = Scope(circuit, matrices, most_values)
        self._constants: dict[Constant, Matrix] = {}
        self._expressions: dict[type, Callable[[Any], Matrix]] = {
            Variable: self._variable,
            Relation: self.relation,
            ConstantExpression: self._constant,
            Operation: self._operation,
            IfExpression: self._if_expression,
            Projection: self._projection,
            Cast: self._cast,
            Comprehension: self._comprehension,
        }
        self._formulas: dict[type, Callable[[Any], int]] = {
            ConstantFormula: lambda node: TRUE if node.value else FALSE,
            Comparison: self._comparison,
            MultiplicityFormula: lambda node: self.multiplicity(
                node.multiplicity, self.matrix(node.expression)
            ),
            Connected: self._connected,
            IntComparison: self._int_comparison,
            Quantified: self._quantified,
            Predicate: lambda node: self.literal(node.constraints()),
        }
        self._integers: dict[type, Callable[[Any], Bits]] = {
            IntConstant: lambda node: integers.constant(node.value),
            Arithmetic: self._arithmetic,
            Measure: self._measure,
            IfInt: lambda node: integers.chosen(
                self.literal(node.condition), self.bits(node.then), self.bits(node.otherwise)
            ),
            SumOver: self._sum_over,
        }
        self._relations_first(nodes)
        self._deep_first(deep)

    def _relations_first(self, nodes: list[Node]) -> None:
        for relation, upper in self._bounds.upper.items():
            lower, variable = self._bounds.lower[relation].indices, self.circuit.variable
            cells = {index: TRUE if index in lower else variable() for index in sorted(upper.indices)}
            self._relations[relation] = Matrix(relation.arity, cells)
        for node in nodes:
            if isinstance(node, Relation) and node not in self._relations:
                raise UnboundError(f"relation {node.name} has no bounds")

    def _deep_first(self, landings: list[Node]) -> None:
        """Translates deep nodes from the inside."""
        for node in landings:
            if isinstance(node, Expression):
                self.matrix(node)
            elif isinstance(node, IntExpression):
                self.bits(node)
            elif isinstance(node, Formula):
                self.literal(node)

    # --- what is asked for

    def relation(self, relation: Relation) -> Matrix:
        """The cells of a relation: true in the lower bound, else variables."""
        return self._relations[relation]

    def matrix(self, node: Expression) -> Matrix:
        """The matrix of an expression, for the current values of the variables."""
        found: Matrix = self._translated(node, self._expressions)
        return found

    def literal(self, node: Formula) -> int:
        """The literal of a formula, for the current values of the variables."""
        found: int = self._translated(node, self._formulas)
        return found

    def bits(self, node: IntExpression) -> Bits:
        """The bits of an integer expression, for the current values of the variables."""
        found: Bits = self._translated(node, self._integers)
        return found

    def _translated(self, node: Node, translations: dict[type, Callable[[Any], Any]]) -> Any:
        variables = self._kept.get(node)
        if variables is None:
            return translations[node.__class__](node)
        if variables:
            tokens = self.scope.tokens
            try:
                key: Hashable = (node, *[tokens[variable] for variable in variables])
            except KeyError as error:
                raise UnboundError(
                    f"variable {error.args[0].name} is not declared where it is used"
                ) from None
        else:
            key = node
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = translations[node.__class__](node)
        return found

    # --- expressions

    def bindings(self, node: Binder) -> Generator[int, None, None]:
        """Gives the variables that the node declares all their values; see `Scope.bindings`."""
        return self.scope.bindings(node, self.matrix)

    def _variable(self, node: Variable) -> Matrix:
        try:
            return self.scope.values[node]
        except KeyError:
            raise UnboundError(f"variable {node.name} is not declared where it is used") from None

    def _constant(self, node: ConstantExpression) -> Matrix:
        known = self._constants.get(node.constant)
        if known is None:
            size = self._size
            indices: dict[Constant, Any] = {
                Constant.NONE: (),
                Constant.UNIV: range(size),
                Constant.IDEN: range(0, size * size, size + 1),
                Constant.INTS: sorted(self._bounds.integers.values()),
            }
            known = Matrix(node.arity, dict.fromkeys(indices[node.constant], TRUE))
            self._constants[node.constant] = known
        return known

    def _operation(self, node: Operation) -> Matrix:
        matrices, operator = self.matrices, node.operator
        operands = [self.matrix(child) for child in node.children]
        match operator:
            case ExpressionOperator.JOIN:
                return matrices.join(operands[0], operands[1])
            case ExpressionOperator.UNION:
                return matrices.union(operands)
            case ExpressionOperator.INTERSECTION:
                return matrices.intersection(operands)
            case ExpressionOperator.DIFFERENCE:
                return matrices.difference(operands[0], operands[1])
            case ExpressionOperator.OVERRIDE:
                return matrices.override(operands[0], operands[1])
            case ExpressionOperator.PRODUCT:
                result = operands[0]
                for operand in operands[1:]:
                    result = matrices.product(result, operand)
                return result
            case ExpressionOperator.TRANSPOSE:
                return matrices.transpose(operands[0])
            case ExpressionOperator.CLOSURE:
                return matrices.closure(operands[0])
            case ExpressionOperator.REFLEXIVE_CLOSURE:
                return matrices.reflexive_closure(operands[0])

    def _if_expression(self, node: IfExpression) -> Matrix:
        condition = self.literal(node.condition)
        if condition in (TRUE, FALSE):
            return self.matrix(node.then if condition == TRUE else node.otherwise)
        return self.matrices.chosen(condition, self.matrix(node.then), self.matrix(node.otherwise))

    def _projection(self, node: Projection) -> Matrix:
        integers, arity = self.integers, node.expression.arity
        numbers = [number for number in range(arity) if number < 1 << (integers.width - 1)]
        columns = []
        for column in node.columns:
            bits = self.bits(column)
            columns.append({number: integers.equal(bits, integers.constant(number)) for number in numbers})
        return self.matrices.project(self.matrix(node.expression), columns)

    def _cast(self, node: Cast) -> Matrix:
        integers, bits = self.integers, self.bits(node.integer)
        atoms = self._bounds.integers
        if node.operator is CastOperator.INT:
            cells = {place: integers.equal(bits, integers.constant(value)) for value, place in atoms.items()}
        else:
            last = integers.width - 1
            values = [1 << place for place in range(last)] + [-1 << last]
            cells = {
                atoms[value]: bit
                for value, bit in zip(values, integers.all_bits(bits), strict=True)
                if value in atoms
            }
        return Matrix(1, {place: literal for place, literal in sorted(cells.items()) if literal != FALSE})

    def _comprehension(self, node: Comprehension) -> Matrix:
        size, values, both = self._size, self.scope.values, self.circuit.both
        variables = [declaration.variable for declaration in node.declarations]
        cells = {}
        for guard in self.bindings(node):
            index = 0
            for variable in variables:
                (atom,) = values[variable].cells
                index = index * size + atom
            literal = both(guard, self.literal(node.body))
            if literal != FALSE:
                cells[index] = literal
        return Matrix(node.arity, cells)

    # --- formulas

    def _comparison(self, node: Comparison) -> int:
        left, right = self.matrix(node.left), self.matrix(node.right)
        if node.operator is ComparisonOperator.SUBSET:
            return self.matrices.subset(left, right)
        return self.matrices.equal(left, right)

    def multiplicity(self, multiplicity: Multiplicity, matrix: Matrix) -> int:
        """Has the matrix so many tuples?"""
        circuit, literals = self.circuit, list(matrix.cells.values())
        match multiplicity:
            case Multiplicity.NO:
                return -circuit.any(literals)
            case Multiplicity.SOME:
                return circuit.any(literals)
            case Multiplicity.LONE:
                return circuit.at_most_one(literals)
            case Multiplicity.ONE:
                return circuit.both(circuit.any(literals), circuit.at_most_one(literals))
            case Multiplicity.SET:
                return TRUE

    def _connected(self, node: Connected) -> int:
        circuit, connective = self.circuit, node.connective
        if connective is Connective.NOT:
            return -self.literal(node.children[0])
        if connective is Connective.AND or connective is Connective.OR:
            sign = TRUE if connective is Connective.AND else FALSE
            parts = []
            for child in node.children:
                part = sign * self.literal(child)
                if part == FALSE:
                    return FALSE * sign
                parts.append(part)
            return sign * circuit.all(parts)
        left = self.literal(node.children[0])
        if connective is Connective.IFF:
            return -circuit.xor(left, self.literal(node.children[1]))
        return TRUE if left == FALSE else circuit.either(-left, self.literal(node.children[1]))

    def _int_comparison(self, node: IntComparison) -> int:
        left, right = self.bits(node.left), self.bits(node.right)
        match node.operator:
            case IntComparisonOperator.EQUALS:
                return self.integers.equal(left, right)
            case IntComparisonOperator.LESS:
                return self.integers.less(left, right)
            case IntComparisonOperator.AT_MOST:
                return self.integers.at_most(left, right)

    def _quantified(self, node: Quantified) -> int:
        circuit, body = self.circuit, node.body
        sign = TRUE if node.quantifier is Quantifier.ALL else FALSE  # some … is not all not …
        parts = []
        bindings = self.bindings(node)
        for guard in bindings:
            part = circuit.either(-guard, sign * self.literal(body))
            if part == FALSE:
                bindings.close()
                return sign * FALSE
            parts.append(part)
        return sign * circuit.all(parts)

    # --- integers

    def _arithmetic(self, node: Arithmetic) -> Bits:
        integers, operator = self.integers, node.operator
        operands = [self.bits(child) for child in node.children]
        a, b = operands[0], operands[-1]
        match operator:
            case IntOperator.PLUS:
                return integers.plus(a, b)
            case IntOperator.MINUS:
                return integers.minus(a, b)
            case IntOperator.TIMES:
                return integers.times(a, b)
            case IntOperator.DIVIDE:
                return integers.divided(a, b)[0]
            case IntOperator.MODULO:
                return integers.divided(a, b)[1]
            case IntOperator.AND | IntOperator.OR | IntOperator.XOR:
                return integers.bitwise(a, b, operator)
            case IntOperator.SHIFT_LEFT | IntOperator.SHIFT_RIGHT | IntOperator.SHIFT_RIGHT_ZERO:
                return integers.shifted(a, b, operator)
            case IntOperator.NEGATE:
                return integers.negated(a)
            case IntOperator.NOT:
                return [-bit for bit in a]
            case IntOperator.ABS:
                return integers.absolute(a)
            case IntOperator.SIGN:
                return integers.sign(a)

    def _measure(self, node: Measure) -> Bits:
        cells = self.matrix(node.expression).cells
        if node.operator is MeasureOperator.COUNT:
            return self.integers.count(cells.values())
        atoms = self._bounds.integers
        return self.integers.total(
            [(value, [cells[place]]) for value, place in atoms.items() if place in cells]
        )

    def _sum_over(self, node: SumOver) -> Bits:
        integers, zero = self.integers, [FALSE]
        return integers.sum(
            [integers.chosen(guard, self.bits(node.body), zero) for guard in self.bindings(node)]
        )
