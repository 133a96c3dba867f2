"""FIR's expressions in relational logic (Forge thesis, Fig. 3-2).

The logic tells expressions, formulas and integers apart, FIR does not: each FIR expression can be translated
to any of the three. `true` being among the elements is the formula of a set, their sum its integer; where an
operator of FIR gives a formula or an integer anyway, no detour through sets is made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from maymust import relational as logic
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
    Literal,
    LiteralUse,
    OldUse,
    Projection,
    Quantified,
    Unary,
    Variable,
    VariableUse,
)
from maymust.fir.type_check import Typing
from maymust.frozen import frozen

Values = Mapping[str, logic.Expression]


@frozen
class Environment:
    """The symbolic environment: expressions for variables and domains, and for the old values of both.

    `existing` are the atoms of domains that there are, which may be more than the domains are taken to have.
    """

    variables: Values
    domains: Values
    old: Values
    existing: Values


@frozen
class Constants:
    """The relations of `true`, `false`, `Integer` and the literals."""

    true: logic.Relation
    false: logic.Relation
    integers: logic.Relation
    literals: Mapping[str, logic.Relation]


class Translator:
    """Translates expressions over these variables."""

    def __init__(
        self, variables: Mapping[str, Variable], literals: Mapping[str, Literal], constants: Constants
    ) -> None:
        self._variables = variables
        self._literals = literals
        self._constants = constants
        self._typing = Typing(variables, literals)

    # ---------------------------------------------------------------------------------------- three functions
    def relation(self, expression: Expression, env: Environment, arity: int = 1) -> logic.Expression:
        """T_R; `arity` is that of what has none of its own, as ∅."""
        match expression:
            case EmptySet():
                return nothing(arity)
            case VariableUse(name) | OldUse(name):
                if not self._typing.variable(name).arity:
                    return nothing(arity)
                return env.variables[name] if isinstance(expression, VariableUse) else env.old[name]
            case DomainUse(name):
                return self._domain(name, env)
            case LiteralUse(name):
                return self._constants.literals[name]
            case BooleanLiteral(value):
                return self._constants.true if value else self._constants.false
            case Conditional(condition, then, otherwise):
                known = self._typing.of(expression).arity or arity
                sides = (self.relation(then, env, known), self.relation(otherwise, env, known))
                return self.formula(condition, env).choose(*sides)
            case Projection(operand, columns):
                return self.relation(operand, env, max(columns)).project(*(each - 1 for each in columns))
            case Quantified("comprehension", names, body):
                declarations, inner = self._bound(names, env)
                return logic.comprehension(declarations, self.formula(body, inner))
        match _gives(expression):
            case "boolean":
                return self.formula(expression, env).choose(self._constants.true, self._constants.false)
            case "integer":
                return self.integer(expression, env).atom()
        return self._relational(expression, env, arity)

    def formula(self, expression: Expression, env: Environment) -> logic.Formula:
        """T_F."""
        match expression:
            case BooleanLiteral(value):
                return logic.TRUE if value else logic.FALSE
            case Conditional(condition, then, otherwise):
                sides = (self.formula(then, env), self.formula(otherwise, env))
                return self.formula(condition, env).choose(*sides)
            case Quantified("all" | "exists" as kind, names, body):
                declarations, inner = self._bound(names, env)
                quantify = logic.for_all if kind == "all" else logic.exists
                return quantify(declarations, self.formula(body, inner))
            case Unary("not", operand):
                return ~self.formula(operand, env)
            case Unary(operator, operand) if UNARY[operator].gives == "boolean":
                return _MULTIPLICITIES[operator](self.relation(operand, env))
            case Binary(operator, left, right) if BINARY[operator].takes == "boolean":
                return _CONNECTIVES[operator](self.formula(left, env), self.formula(right, env))
            case Binary(operator, left, right) if BINARY[operator].gives == "boolean":
                if BINARY[operator].takes == "integer":
                    return _ORDERS[operator](self.integer(left, env), self.integer(right, env))
                return self._comparison(operator, left, right, env)
            case _:
                return self._constants.true.in_(self.relation(expression, env))

    def integer(self, expression: Expression, env: Environment) -> logic.IntExpression:
        """T_I."""
        match expression:
            case IntegerLiteral(value):
                return logic.as_int(value)
            case Conditional(condition, then, otherwise):
                sides = (self.integer(then, env), self.integer(otherwise, env))
                return self.formula(condition, env).choose(*sides)
            case Quantified("sum", names, body):
                declarations, inner = self._bound(names, env)
                return logic.sum_over(declarations, self.integer(body, inner))
            case Unary("cardinality", operand):
                return self.relation(operand, env).count()
            case Unary("negate", operand):
                return -self.integer(operand, env)
            case Binary(operator, left, right) if BINARY[operator].gives == "integer":
                return _ARITHMETIC[operator](self.integer(left, env), self.integer(right, env))
            case _:
                return self.relation(expression, env).sum()

    def whole(self, type_: Expression, env: Environment, arity: int) -> logic.Expression:
        """All that a variable of this type may have: of atoms that are allocated, and of literals."""
        domains = {
            name: logic.union([extent, *self._literals_of(name)]) for name, extent in env.domains.items()
        }
        return self.relation(type_, Environment(env.variables, domains, env.old, env.existing), arity)

    # ------------------------------------------------------------------------------------------------- pieces
    def _literals_of(self, domain: str) -> list[logic.Relation]:
        return [
            self._constants.literals[each.name] for each in self._literals.values() if each.domain == domain
        ]

    def _domain(self, name: str, env: Environment) -> logic.Expression:
        if name == BOOLEAN:
            return self._constants.true | self._constants.false
        return self._constants.integers if name == INTEGER else env.domains[name]

    def _bound(self, names: tuple[str, ...], env: Environment) -> tuple[list[logic.Declaration], Environment]:
        """Fresh variables for the names, each an atom of its type."""
        declarations, values = [], dict(env.variables)
        for name in names:
            variable = logic.Variable(name)
            declarations.append(logic.one_of(variable, self.relation(self._variables[name].type, env)))
            values[name] = variable
        return declarations, Environment(values, env.domains, env.old, env.existing)

    def _comparison(
        self, operator: str, left: Expression, right: Expression, env: Environment
    ) -> logic.Formula:
        if operator == "unequal":
            return ~self._comparison("equal", left, right, env)
        if operator == "equal" and _gives(left) == _gives(right) == "integer":
            return self.integer(left, env).equals(self.integer(right, env))
        if operator == "equal" and _gives(left) == _gives(right) == "boolean":
            return self.formula(left, env).iff(self.formula(right, env))
        first, second = self._alike(left, right, env, 1)
        return first.in_(second) if operator == "subset" else first.equals(second)

    def _alike(
        self, left: Expression, right: Expression, env: Environment, arity: int
    ) -> tuple[logic.Expression, logic.Expression]:
        """Both operands, of one arity."""
        known = self._typing.of(left).arity or self._typing.of(right).arity or arity
        return self.relation(left, env, known), self.relation(right, env, known)

    def _relational(self, expression: Expression, env: Environment, arity: int) -> logic.Expression:
        found = self._typing.of(expression).arity
        if not found:
            return nothing(arity)
        match expression:
            case Unary(operator, operand):
                inner = self.relation(operand, env, 2)
                if operator == "transpose":
                    return ~inner
                closed = inner.closure()
                return closed if operator == "closure" else closed | self._identity(operand, env)
            case Binary("join", left, right):
                return self.relation(left, env) @ self.relation(right, env)
            case Binary("product", left, right):
                return self.relation(left, env) * self.relation(right, env)
            case Binary("override", left, right):
                return _override(*self._alike(left, right, env, found))
            case Binary(operator, left, right):
                return _SETS[operator](*self._alike(left, right, env, found))
        raise AssertionError(f"{type(expression).__name__} is translated elsewhere")

    def _identity(self, expression: Expression, env: Environment) -> logic.Expression:
        """Each atom that there is, of the domains in the expression's type, with itself; literals, too."""
        names = sorted({name for each in self._typing.of(expression).products for name in each})
        if not names:
            return nothing(2)
        existing = Environment(env.variables, env.existing, env.old, env.existing)
        sets = [self._domain(name, existing) for name in names]
        sets += [literal for name in names for literal in self._literals_of(name)]
        whole = logic.union(sets)
        return logic.IDEN & (whole * whole)


def nothing(arity: int) -> logic.Expression:
    """The empty relation."""
    return logic.product([logic.NONE] * arity)


def _gives(expression: Expression) -> str:
    """Whether the expression is a Boolean or an integer by its operator, or any relation."""
    match expression:
        case BooleanLiteral():
            return "boolean"
        case IntegerLiteral():
            return "integer"
        case Unary(operator):
            return UNARY[operator].gives
        case Binary(operator):
            return BINARY[operator].gives
        case Quantified(kind):
            return {"sum": "integer", "comprehension": "relation"}.get(kind, "boolean")
        case _:
            return "relation"


def _override(left: logic.Expression, right: logic.Expression) -> logic.Expression:
    """All columns but the last decide (Fig. 3-2); the logic's own operator looks at the first alone."""
    if left.arity == 2:
        return left.override(right)
    replaced = right.project(*range(right.arity - 1))
    return (left - replaced * logic.UNIV) | right


_SETS: dict[str, Callable[[logic.Expression, logic.Expression], logic.Expression]] = {
    "union": lambda left, right: left | right,
    "intersection": lambda left, right: left & right,
    "difference": lambda left, right: left - right,
}
_MULTIPLICITIES: dict[str, Callable[[logic.Expression], logic.Formula]] = {
    "some": lambda each: each.some(),
    "one": lambda each: each.one(),
    "lone": lambda each: each.lone(),
    "no": lambda each: each.no(),
}
_CONNECTIVES: dict[str, Callable[[logic.Formula, logic.Formula], logic.Formula]] = {
    "and": lambda left, right: left & right,
    "or": lambda left, right: left | right,
    "implies": lambda left, right: left.implies(right),
    "iff": lambda left, right: left.iff(right),
}
_ORDERS: dict[str, Callable[[logic.IntExpression, logic.IntExpression], logic.Formula]] = {
    "greater": lambda left, right: left > right,
    "less": lambda left, right: left < right,
    "at_least": lambda left, right: left >= right,
    "at_most": lambda left, right: left <= right,
}
_ARITHMETIC: dict[str, Callable[[logic.IntExpression, logic.IntExpression], logic.IntExpression]] = {
    "plus": lambda left, right: left + right,
    "minus": lambda left, right: left - right,
    "times": lambda left, right: left * right,
    "divide": lambda left, right: left / right,
    "modulo": lambda left, right: left % right,
    "bit_or": lambda left, right: left | right,
    "bit_xor": lambda left, right: left ^ right,
    "bit_and": lambda left, right: left & right,
    "shift_left": lambda left, right: left << right,
    "shift_right": lambda left, right: left >> right,
    "shift_right_unsigned": lambda left, right: left.shift_right_zero(right),
}
