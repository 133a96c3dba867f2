"""The type checker: arities, what operators take, and that values stay within the types of variables.

What the thesis gives a meaning is no error (sets where one integer is meant, §2.1.1); an expression that
must be empty, unless it is ∅, is a warning (§2.1, footnote 2). An assignment is only well-typed if the
value's type is within the variable's: the type is what a later analysis may rely on.
"""

from __future__ import annotations

from collections.abc import Mapping

from maymust.diagnostics import Diagnostic, InputError
from maymust.fir import types
from maymust.fir.operators import BINARY, UNARY
from maymust.fir.printing import show
from maymust.fir.tree import (
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
from maymust.fir.types import ANY_EMPTY, BOOLEANS, INTEGERS, Type


class Typing:
    """The types of expressions over these variables and literals; warnings are collected."""

    def __init__(self, variables: Mapping[str, Variable], literals: Mapping[str, Literal]) -> None:
        self._variables = variables
        self._literals = literals
        self.warnings: list[Diagnostic] = []

    def variable(self, name: str) -> Type:
        """The declared type, which `declaration` has checked; of a domain, itself."""
        if name not in self._variables:
            return types.made(1, {(name,)})
        found = types.declared(self._variables[name].type)
        return found if found is not None else ANY_EMPTY

    def declaration(self, variable: Variable) -> None:
        """Checks the type that is declared."""
        found = types.declared(variable.type)
        if found is None:
            hint = "a type is made of domains, ∪, → and ∅, with one arity"
            raise _error(variable.type, f"{show(variable.type)} is no type", hint)
        if found.is_empty:
            self._warn(variable.type, f"{variable.name} has the empty type, so it is always empty")

    def of(self, expression: Expression) -> Type:
        """The expression's type; an `InputError` if it has none."""
        match expression:
            case VariableUse(name) | OldUse(name):
                return self.variable(name)
            case DomainUse(name):
                return types.made(1, {(name,)})
            case LiteralUse(name):
                return types.made(1, {(self._literals[name].domain,)})
            case BooleanLiteral():
                return BOOLEANS
            case IntegerLiteral():
                return INTEGERS
            case EmptySet():
                return ANY_EMPTY
            case Unary():
                return self._unary(expression)
            case Binary():
                return self._binary(expression)
            case Conditional(condition, then, otherwise):
                self.boolean(condition)
                left, right = self.of(then), self.of(otherwise)
                self._same_arity(expression, left, right)
                return types.union(left, right)
            case Projection():
                return self._projection(expression)
            case Quantified():
                return self._quantified(expression)

    # ----------------------------------------------------------------------------------- what is asked for
    def boolean(self, expression: Expression) -> None:
        """The expression must be of Booleans."""
        self._scalar(expression, BOOLEANS)

    def integer(self, expression: Expression) -> None:
        """The expression must be of integers."""
        self._scalar(expression, INTEGERS)

    def _scalar(self, expression: Expression, wanted: Type) -> None:
        found = self.of(expression)
        if found.arity > 1 or not found.within(wanted):
            raise _error(expression, f"{show(expression)} is of type {found}, but {wanted} is needed here")

    def value_for(self, expression: Expression, variable: str, where: str) -> None:
        """The expression must be within the variable's type."""
        found, wanted = self.of(expression), self.variable(variable)
        if found.arity and wanted.arity and found.arity != wanted.arity:
            message = f"{show(expression)} has arity {found.arity}, but {variable} has {wanted.arity}"
            raise _error(expression, f"{where}: {message}")
        if not found.within(wanted):
            message = (
                f"{show(expression)} is of type {found}, which is not within {wanted}, the type of {variable}"
            )
            raise _error(expression, f"{where}: {message}", "intersect it with the type, or widen the type")

    # -------------------------------------------------------------------------------------------- operators
    def _unary(self, expression: Unary) -> Type:
        operand = expression.operand
        match UNARY[expression.operator].takes:
            case "boolean":
                self.boolean(operand)
                return BOOLEANS
            case "integer":
                self.integer(operand)
                return INTEGERS
            case "relation":
                found = self.of(operand)
        if UNARY[expression.operator].gives != "relation":
            return BOOLEANS if UNARY[expression.operator].gives == "boolean" else INTEGERS
        if found.arity not in (0, 2):
            raise _error(expression, f"{show(operand)} has arity {found.arity}, but 2 is needed here")
        match expression.operator:
            case "transpose":
                return types.made(2, {(b, a) for a, b in found.products})
            case "closure":
                return types.closure(found)
            case _:
                atoms = {name for pair in found.products for name in pair}
                same = types.made(2, {(name, name) for name in atoms})
                return types.union(types.closure(found), same)

    def _binary(self, expression: Binary) -> Type:
        operator = BINARY[expression.operator]
        if operator.takes != "relation":
            ask = self.boolean if operator.takes == "boolean" else self.integer
            ask(expression.left)
            ask(expression.right)
            return BOOLEANS if operator.gives == "boolean" else INTEGERS
        left, right = self.of(expression.left), self.of(expression.right)
        if expression.operator in ("join", "product"):
            return self._joined(expression, left, right)
        self._same_arity(expression, left, right)
        if operator.gives == "boolean":
            if not (left.is_empty or right.is_empty or left.products & right.products):
                self._warn(expression, f"no tuple can be on both sides of {show(expression)}")
            return BOOLEANS
        return self._set_operation(expression, left, right)

    def _set_operation(self, expression: Binary, left: Type, right: Type) -> Type:
        match expression.operator:
            case "union":
                return types.union(left, right)
            case "override":
                if 1 in (left.arity, right.arity):
                    raise _error(expression, f"{show(expression)}: ⊕ is for relations of arity 2 and more")
                return types.union(left, right)
            case "difference":
                return types.combined(left, right, lambda a, _: a)
            case _:
                both = types.combined(left, right, frozenset.intersection)
                return self._perhaps_empty(expression, both, left, right)

    def _joined(self, expression: Binary, left: Type, right: Type) -> Type:
        if not left.arity or not right.arity:
            return ANY_EMPTY
        if expression.operator == "product":
            return types.product(left, right)
        if left.arity + right.arity == 2:
            raise _error(expression, f"{show(expression)} joins two sets: one must have arity 2 or more")
        return self._perhaps_empty(expression, types.join(left, right), left, right)

    def _perhaps_empty(self, expression: Expression, found: Type, *parts: Type) -> Type:
        if found.is_empty and not any(part.is_empty for part in parts):
            self._warn(expression, f"{show(expression)} is always empty, by the types of its parts")
        return found

    def _projection(self, expression: Projection) -> Type:
        found = self.of(expression.operand)
        for column in expression.columns:
            if found.arity and not 1 <= column <= found.arity:
                message = f"{show(expression.operand)} has arity {found.arity}: there is no column {column}"
                raise _error(expression, message, "columns count from 1")
        picked = {tuple(each[column - 1] for column in expression.columns) for each in found.products}
        return types.made(len(expression.columns), picked)

    def _quantified(self, expression: Quantified) -> Type:
        columns = [self.variable(name) for name in expression.variables]
        for name, column in zip(expression.variables, columns, strict=True):
            if column.arity != 1:
                message = f"{name} has arity {column.arity}: quantified variables are single atoms"
                raise _error(expression, message)
        if expression.kind == "sum":
            self.integer(expression.body)
            return INTEGERS
        self.boolean(expression.body)
        if expression.kind != "comprehension":
            return BOOLEANS
        whole = columns[0]
        for column in columns[1:]:
            whole = types.product(whole, column)
        return whole

    def _same_arity(self, expression: Expression, left: Type, right: Type) -> None:
        if left.arity and right.arity and left.arity != right.arity:
            message = f"{show(expression)} has parts of arity {left.arity} and {right.arity}"
            raise _error(expression, message)

    def _warn(self, expression: Expression, message: str) -> None:
        warning = Diagnostic("warning", message, expression.span)
        if warning not in self.warnings:
            self.warnings.append(warning)


def _error(expression: Expression, message: str, hint: str = "") -> InputError:
    return InputError(Diagnostic("error", message, expression.span, hint))
