"""Contracts as text; `parsing` reads it back to the same tree."""

from __future__ import annotations

from maymust.frontends.acsl.parsing import COMPARISONS, LEVELS, STRENGTH
from maymust.frontends.acsl.tree import (
    Apply,
    Assigns,
    Assumes,
    Behavior,
    Binary,
    Bound,
    Clause,
    Comparison,
    Conditional,
    Cover,
    Ensures,
    Expression,
    Index,
    Member,
    Name,
    Number,
    Quantified,
    Range,
    Reach,
    Requires,
    SetOf,
    Unary,
    Word,
    WrittenContract,
)

_LOOSEST = -2  # quantifiers, which go as far as they can
_CONDITIONAL = -1
_PREFIX = len(LEVELS)
_POSTFIX = _PREFIX + 1


def contract_text(contract: WrittenContract) -> str:
    """The clauses, each on a line."""
    return "\n".join(map(clause_text, contract.clauses))


def clause_text(clause: Clause | Assumes) -> str:
    """A clause with its semicolon; a behavior with its clauses."""
    match clause:
        case Assumes(condition):
            return f"assumes {text_of(condition)};"
        case Behavior(name, clauses):
            return "\n".join([f"behavior {name}:", *(f"    {clause_text(each)}" for each in clauses)])
        case Cover(kind, names):
            return f"{kind} behaviors {_listed(names)}".rstrip() + ";"
        case Requires(condition):
            return f"requires {text_of(condition)};"
        case Ensures(condition):
            return f"ensures {text_of(condition)};"
        case Assigns(locations):
            return f"assigns {_listed(locations)};" if locations else "assigns \\nothing;"


def text_of(expression: Expression, least: int = _LOOSEST) -> str:
    """An expression; in parentheses if it binds less tightly than `least`."""
    text, strength = _written(expression)
    return text if strength >= least else f"({text})"


def _written(expression: Expression) -> tuple[str, int]:
    match expression:
        case Name(name):
            return name, _POSTFIX
        case Number(value, unsigned, longs):
            return f"{value}{'u' if unsigned else ''}{'L' * longs}", _POSTFIX
        case Word(word):
            return f"\\{word}", _POSTFIX
        case Unary(operator, operand):
            inner = text_of(operand, _PREFIX)
            gap = " " if operator in "+-" and inner.startswith(operator) else ""
            return f"{operator}{gap}{inner}", _PREFIX
        case Binary(operator, left, right):
            strength = STRENGTH[operator]
            groups_right = operator == "==>"
            texts = text_of(left, strength + groups_right), text_of(right, strength + (not groups_right))
            return f"{texts[0]} {operator} {texts[1]}", strength
        case Comparison(operands, operators):
            first, *others = (text_of(operand, COMPARISONS + 1) for operand in operands)
            rest = "".join(f" {op} {text}" for op, text in zip(operators, others, strict=True))
            return first + rest, COMPARISONS
        case Conditional(condition, then, otherwise):
            parts = text_of(condition, 0), text_of(then, _CONDITIONAL), text_of(otherwise, _CONDITIONAL)
            return "{} ? {} : {}".format(*parts), _CONDITIONAL
        case Member(base, name, arrow):
            return f"{text_of(base, _POSTFIX)}{'->' if arrow else '.'}{name}", _POSTFIX
        case Index(base, index):
            return f"{text_of(base, _POSTFIX)}[{_index(index)}]", _POSTFIX
        case Apply(function, arguments):
            return f"\\{function}({_listed(arguments)})", _POSTFIX
        case Reach(start, fields):
            return f"\\reach({_listed((start, *fields))})", _POSTFIX
        case SetOf(elements):
            return f"{{{_listed(elements)}}}", _POSTFIX
        case Range(least, most):
            return f"({text_of(least)} .. {text_of(most)})", _POSTFIX
        case Quantified("set", variables, body):
            return f"{{{variables[0].name} | {_declared(variables)}; {text_of(body)}}}", _POSTFIX
        case Quantified(kind, variables, body):
            return f"\\{kind} {_declared(variables)}; {text_of(body)}", _LOOSEST


def _index(index: Expression) -> str:
    text = text_of(index)
    return text[1:-1] if isinstance(index, Range) else text


def _listed(expressions: tuple[Expression, ...]) -> str:
    return ", ".join(map(text_of, expressions))


def _declared(variables: tuple[Bound, ...]) -> str:
    return ", ".join(f"{each.type} {'*' * each.stars}{each.name}" for each in variables)
