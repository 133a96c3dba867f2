"""Names in expressions: which occur, and the same expression with others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from maymust.fir.tree import (
    Assign,
    Binary,
    Call,
    Conditional,
    Create,
    Expression,
    OldUse,
    Projection,
    Quantified,
    Spec,
    Unary,
    Update,
    VariableUse,
)


def parts(expression: Expression) -> tuple[Expression, ...]:
    """The expressions that this one is made of."""
    match expression:
        case Unary(operand=operand) | Projection(operand=operand):
            return (operand,)
        case Binary(left=left, right=right):
            return (left, right)
        case Conditional(condition, then, otherwise):
            return (condition, then, otherwise)
        case Quantified(body=body):
            return (body,)
        case _:
            return ()


def everything_in(expression: Expression) -> Iterator[Expression]:
    """The expression and all below it."""
    pending = [expression]
    while pending:
        each = pending.pop()
        yield each
        pending.extend(parts(each))


def names_in(expression: Expression) -> set[str]:
    """All variables that occur, bound ones too."""
    found: set[str] = set()
    for each in everything_in(expression):
        match each:
            case VariableUse(name) | OldUse(name):
                found.add(name)
            case Quantified(variables=variables):
                found.update(variables)
    return found


def reads(expression: Expression, bound: frozenset[str] = frozenset()) -> set[VariableUse | OldUse]:
    """The uses of variables that no quantifier binds."""
    match expression:
        case VariableUse(name) | OldUse(name):
            return set() if name in bound else {expression}
        case Quantified(variables=variables, body=body):
            return reads(body, bound | set(variables))
        case _:
            return set().union(*(reads(part, bound) for part in parts(expression)))


def in_order(uses: set[VariableUse | OldUse]) -> list[VariableUse | OldUse]:
    """The uses in the order of the text."""
    return sorted(uses, key=lambda each: (each.span, each.name))


def renamed(expression: Expression, names: Mapping[str, str]) -> Expression:
    """The expression with these variables under other names, which must be new to it."""

    def new(part: Expression) -> Expression:
        return renamed(part, names)

    match expression:
        case VariableUse(name, span):
            return VariableUse(names.get(name, name), span)
        case OldUse(name, span):
            return OldUse(names.get(name, name), span)
        case Unary(operator, operand, span):
            return Unary(operator, new(operand), span)
        case Binary(operator, left, right, span):
            return Binary(operator, new(left), new(right), span)
        case Conditional(condition, then, otherwise, span):
            return Conditional(new(condition), new(then), new(otherwise), span)
        case Projection(operand, columns, span):
            return Projection(new(operand), columns, span)
        case Quantified(kind, variables, body, span):
            return Quantified(kind, tuple(names.get(name, name) for name in variables), new(body), span)
        case _:
            return expression


def renamed_update(update: Update, names: Mapping[str, str]) -> Update:
    """The statement with these variables under other names."""
    match update:
        case Assign(target, value, span):
            return Assign(names.get(target, target), renamed(value, names), span)
        case Create(target, domain, span):
            return Create(names.get(target, target), domain, span)
        case Call(targets, procedure, arguments, span):
            changed = tuple(names.get(target, target) for target in targets)
            return Call(changed, procedure, tuple(renamed(each, names) for each in arguments), span)
        case Spec(targets, condition, span):
            return Spec(tuple(names.get(each, each) for each in targets), renamed(condition, names), span)


def targets_of(update: Update) -> tuple[str, ...]:
    """The variables that the statement may change."""
    match update:
        case Assign(target=target) | Create(target=target):
            return (target,)
        case Call(targets=targets) | Spec(targets=targets):
            return targets


def read_by(update: Update) -> tuple[Expression, ...]:
    """The expressions that the statement evaluates."""
    match update:
        case Assign(value=value):
            return (value,)
        case Create():
            return ()
        case Call(arguments=arguments):
            return arguments
        case Spec(condition=condition):
            return (condition,)
