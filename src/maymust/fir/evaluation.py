"""The value of an expression in a state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from maymust.fir import values
from maymust.fir.operators import BINARY, UNARY
from maymust.fir.tree import (
    BOOLEAN,
    INTEGER,
    Binary,
    BooleanLiteral,
    Conditional,
    DomainUse,
    EmptySet,
    Expression,
    IntegerLiteral,
    LiteralUse,
    OldUse,
    Program,
    Projection,
    Quantified,
    Unary,
    Variable,
    VariableUse,
)
from maymust.fir.type_check import Typing
from maymust.fir.values import Relation, State, integers, of_atoms, of_truth, wrapped


class Evaluator:
    """Evaluates expressions of a program, with integers of a width.

    `variables` are the program's, and more if calls were inlined.
    """

    def __init__(self, program: Program, width: int, variables: Mapping[str, Variable] | None = None) -> None:
        self._program = program
        self._width = width
        self._variables = program.variables if variables is None else variables
        self._typing = Typing(self._variables, program.literals)

    def truth(self, expression: Expression, state: State, old: State | None = None) -> bool:
        """Whether `true` is in its value; `old` has the values before a change."""
        return ("true",) in self.value(expression, state, old)

    def number(self, expression: Expression, state: State, old: State | None = None) -> int:
        """The sum of its value."""
        return self._sum(self.value(expression, state, old))

    def whole(self, type_: Expression, state: State) -> Relation:
        """All tuples that a variable of this type may have: of atoms that are allocated, and of literals."""
        literals = self._program.literals.values()
        extents = {
            name: extent | of_atoms(*(each.name for each in literals if each.domain == name))
            for name, extent in state.extents.items()
        }
        return self.value(type_, State({}, extents))

    def value(self, expression: Expression, state: State, old: State | None = None) -> Relation:
        """Its value. Expressions are no deeper than `building.DEEPEST`."""
        match expression:
            case VariableUse(name):
                return state.variables[name]
            case OldUse(name):
                return (old or state).value(name)
            case DomainUse(name):
                return self._domain(name, state)
            case LiteralUse(name):
                return of_atoms(name)
            case BooleanLiteral(truth):
                return of_truth(truth)
            case IntegerLiteral(number):
                return of_atoms(wrapped(number, self._width))
            case EmptySet():
                return values.NOTHING
            case Unary():
                return self._unary(expression, state, old)
            case Binary():
                return self._binary(expression, state, old)
            case Conditional(condition, then, otherwise):
                chosen = then if self.truth(condition, state, old) else otherwise
                return self.value(chosen, state, old)
            case Projection(operand, columns):
                found = self.value(operand, state, old)
                return frozenset(tuple(each[column - 1] for column in columns) for each in found)
            case Quantified():
                return self._quantified(expression, state, old)

    def _domain(self, name: str, state: State) -> Relation:
        if name == BOOLEAN:
            return values.TRUE | values.FALSE
        return of_atoms(*integers(self._width)) if name == INTEGER else state.extents[name]

    def _sum(self, relation: Relation) -> int:
        return wrapped(sum(each[0] for each in relation if isinstance(each[0], int)), self._width)

    def _unary(self, expression: Unary, state: State, old: State | None) -> Relation:
        found = self.value(expression.operand, state, old)
        match expression.operator:
            case "not":
                return of_truth(("true",) not in found)
            case "some":
                return of_truth(bool(found))
            case "one":
                return of_truth(len(found) == 1)
            case "lone":
                return of_truth(len(found) <= 1)
            case "no":
                return of_truth(not found)
            case "cardinality":
                return of_atoms(wrapped(len(found), self._width))
            case "negate":
                return of_atoms(wrapped(-self._sum(found), self._width))
            case "transpose":
                return frozenset(each[::-1] for each in found)
            case "closure":
                return values.closure(found)
            case _:
                assert expression.operator in UNARY
                return values.closure(found) | self._identity(expression.operand, state)

    def _identity(self, expression: Expression, state: State) -> Relation:
        """Each atom that there is, of the domains in the expression's type, with itself; literals, too."""
        names = {name for each in self._typing.of(expression).products for name in each}
        existing = State({}, state.extents if state.existing is None else state.existing)
        atoms = [atom for name in sorted(names) for (atom,) in self._domain(name, existing)]
        atoms += [each.name for each in self._program.literals.values() if each.domain in names]
        return frozenset((atom, atom) for atom in atoms)

    def _binary(self, expression: Binary, state: State, old: State | None) -> Relation:
        operator = BINARY[expression.operator]
        if operator.takes == "boolean":
            return of_truth(self._connected(expression, state, old))
        left = self.value(expression.left, state, old)
        right = self.value(expression.right, state, old)
        if operator.takes == "integer":
            numbers = (self._sum(left), self._sum(right))
            if operator.gives == "boolean":
                return of_truth(values.COMPARISONS[expression.operator](*numbers))
            result = values.ARITHMETIC[expression.operator](*numbers, self._width)
            return of_atoms(wrapped(result, self._width))
        return _relational(expression.operator, left, right)

    def _connected(self, expression: Binary, state: State, old: State | None) -> bool:
        left = self.truth(expression.left, state, old)
        match expression.operator:
            case "and":
                return left and self.truth(expression.right, state, old)
            case "or":
                return left or self.truth(expression.right, state, old)
            case "implies":
                return not left or self.truth(expression.right, state, old)
            case _:
                return left == self.truth(expression.right, state, old)

    def _quantified(self, expression: Quantified, state: State, old: State | None) -> Relation:
        body = expression.body
        bindings = self._bindings(expression, state)
        match expression.kind:
            case "all":
                return of_truth(all(self.truth(body, inner, old) for inner in bindings))
            case "exists":
                return of_truth(any(self.truth(body, inner, old) for inner in bindings))
            case "sum":
                total = sum(self.number(body, inner, old) for inner in bindings)
                return of_atoms(wrapped(total, self._width))
            case "comprehension":
                return frozenset(
                    tuple(atom for name in expression.variables for (atom,) in inner.variables[name])
                    for inner in bindings
                    if self.truth(body, inner, old)
                )

    def _bindings(self, expression: Quantified, state: State) -> Iterator[State]:
        extents = [
            values.in_order(self.value(self._variables[name].type, state)) for name in expression.variables
        ]
        for chosen in product(*extents):
            bound = {name: frozenset({each}) for name, each in zip(expression.variables, chosen, strict=True)}
            yield state.with_values(bound)


def _relational(operator: str, left: Relation, right: Relation) -> Relation:
    match operator:
        case "equal":
            return of_truth(left == right)
        case "unequal":
            return of_truth(left != right)
        case "subset":
            return of_truth(left <= right)
        case "union":
            return left | right
        case "difference":
            return left - right
        case "intersection":
            return left & right
        case "override":
            return values.overridden(left, right)
        case "product":
            return frozenset(a + b for a in left for b in right)
        case _:
            return values.joined(left, right)
