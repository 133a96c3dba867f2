"""FIR as text, in the thesis's symbols or in ASCII; `parsing.parse` reads both back to the same tree."""

from __future__ import annotations

from collections.abc import Iterator

from maymust.fir.operators import BINARY, CONDITIONAL_PRECEDENCE, QUANTIFIED_PRECEDENCE, QUANTIFIERS, UNARY
from maymust.fir.tree import (
    Assign,
    Binary,
    BooleanLiteral,
    Call,
    Conditional,
    Create,
    DomainUse,
    EmptySet,
    Expression,
    If,
    IntegerLiteral,
    Jump,
    LiteralUse,
    OldUse,
    Procedure,
    Program,
    Projection,
    Quantified,
    Spec,
    Statement,
    Unary,
    Update,
    VariableUse,
    While,
)

_ATOM = 21
_INSIDE = {"not": UNARY["negate"].precedence, "negate": UNARY["negate"].precedence + 1}
_TIGHT = ("product", "join")  # written without spaces, as in the thesis


class Printer:
    """Writes expressions, statements and programs; with `plain`, in the spellings of keyboards."""

    def __init__(self, plain: bool = False) -> None:
        self._which = 1 if plain else 0

    # ----------------------------------------------------------------------------------------- expressions
    def expression(self, expression: Expression, at_least: int = 0) -> str:
        """The text; in parentheses if it binds less tightly than `at_least`."""
        text, precedence = self._written(expression)
        return text if precedence >= at_least else f"({text})"

    def _written(self, expression: Expression) -> tuple[str, int]:
        match expression:
            case VariableUse(name) | DomainUse(name) | LiteralUse(name):
                return name, _ATOM
            case OldUse(name):
                return f"{name}_old", _ATOM
            case BooleanLiteral(value):
                return "true" if value else "false", _ATOM
            case IntegerLiteral(number):
                return str(number), _ATOM if number >= 0 else UNARY["negate"].precedence
            case EmptySet():
                return ("∅", "none")[self._which], _ATOM
            case Unary(name, operand):
                unary = UNARY[name]
                spelt = unary.spellings[self._which]
                inner = self.expression(operand, _INSIDE.get(name, unary.precedence))
                return (f"{spelt} {inner}" if spelt.isalpha() else f"{spelt}{inner}"), unary.precedence
            case Binary():
                return self._infix(expression)
            case Conditional(condition, then, otherwise):
                tighter = CONDITIONAL_PRECEDENCE + 1
                parts = (self.expression(part, tighter) for part in (condition, then, otherwise))
                return "{} ? {} : {}".format(*parts), CONDITIONAL_PRECEDENCE
            case Projection(operand, columns):
                listed = ", ".join(map(str, columns))
                return f"{('π', 'proj')[self._which]}({self.expression(operand)}, {listed})", _ATOM
            case Quantified("comprehension", variables, body):
                return f"{{{', '.join(variables)} | {self.expression(body)}}}", _ATOM
            case Quantified(kind, variables, body):
                spelt = QUANTIFIERS[kind][self._which]
                return f"{spelt} {', '.join(variables)} | {self.expression(body)}", QUANTIFIED_PRECEDENCE

    def _infix(self, expression: Binary) -> tuple[str, int]:
        operator = BINARY[expression.operator]
        comparison = operator.gives == "boolean" and operator.takes != "boolean"
        left_bound = operator.precedence + (operator.right_associative or comparison)
        right_bound = operator.precedence + (not operator.right_associative)
        left = self.expression(expression.left, left_bound)
        right = self.expression(expression.right, right_bound)
        spelt = operator.spellings[self._which]
        tight = expression.operator in _TIGHT and not spelt.isalpha()
        return (f"{left}{spelt}{right}" if tight else f"{left} {spelt} {right}"), operator.precedence

    # ------------------------------------------------------------------------------------------ statements
    def update(self, statement: Update) -> str:
        """A statement that fits on one line."""
        match statement:
            case Assign(target, value):
                return f"{target} := {self.expression(value)}"
            case Create(target, domain):
                return f"{target} := new {domain}"
            case Call(targets, procedure, arguments):
                listed = ", ".join(self.expression(argument) for argument in arguments)
                return f"{_left(targets)}{procedure}({listed})"
            case Spec(targets, condition):
                return f"{_left(targets)}spec({self.expression(condition)})"

    def _lines(self, statements: tuple[Statement, ...], indent: str) -> Iterator[str]:
        for statement in statements:
            match statement:
                case If(condition, then, otherwise):
                    yield f"{indent}if {self.expression(condition)} {{"
                    yield from self._lines(then, indent + "  ")
                    if otherwise:
                        yield f"{indent}}} else {{"
                        yield from self._lines(otherwise, indent + "  ")
                    yield f"{indent}}}"
                case While(condition, body):
                    yield f"{indent}while {self.expression(condition)} {{"
                    yield from self._lines(body, indent + "  ")
                    yield f"{indent}}}"
                case Jump(kind):
                    yield f"{indent}{kind}"
                case _:
                    yield f"{indent}{self.update(statement)}"

    def header(self, procedure: Procedure) -> str:
        """The signature."""
        inputs, outputs = ", ".join(procedure.inputs), ", ".join(procedure.outputs)
        return f"proc {procedure.name} ({inputs}) : ({outputs})"

    def procedure(self, procedure: Procedure) -> str:
        """A procedure with its specification."""
        lines = [self.header(procedure)]
        if procedure.requirement:
            lines.append(f"  requires {self.expression(procedure.requirement)}")
        if procedure.specification:
            lines.append(f"  meets {self.update(procedure.specification)}")
        lines[-1] += " {"
        return "\n".join([*lines, *self._lines(procedure.body, "  "), "}"])

    def program(self, program: Program) -> str:
        """The whole program."""
        lines = [f"domain {name}" for name in program.domains]
        lines += [f"literal {literal.name}: {literal.domain}" for literal in program.literals.values()]
        for variable in program.variables.values():
            kind = "global" if variable.is_global else "local"
            lines.append(f"{kind} {variable.name}: {self.expression(variable.type)}")
        text = "\n".join(lines) + "\n"
        return text + "".join(f"\n{self.procedure(one)}\n" for one in program.procedures.values())


def _left(targets: tuple[str, ...]) -> str:
    return f"{', '.join(targets)} := " if targets else ""


def show(expression: Expression) -> str:
    """An expression in the thesis's symbols, for messages."""
    return Printer().expression(expression)
