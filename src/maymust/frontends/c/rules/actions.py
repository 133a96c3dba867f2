"""Writes what a rule does at an event, in C. Every line knows the place in the rule that it stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from maymust.frontends.c import library
from maymust.frontends.c.source import RuleViolation
from maymust.frontends.slic import tree

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maymust.ir.source import Span

Lines = list[tuple[str, "Span"]]
_LARGEST = (1 << 31) - 1
WATCHING, WATCHED = "watching", "watched"  # a number
OBJECT, OFFSET = "watched_object", "watched_offset"  # a pointer's. As numbers they bring no objects together


def variable(rule: str, name: str) -> str:
    """The variable for a field of a rule's state."""
    return f"rule_{rule}_{name}"


class ActionWriter:
    """Writes the actions of one rule. `violations` grows with the aborts that are written."""

    def __init__(self, rule: tree.Rule, violations: list[RuleViolation]) -> None:
        self.rule = rule
        self._violations = violations

    def state(self, pointer: bool | None) -> Lines:
        """The definitions of the state. What is watched, if anything, is a pointer or an integer."""
        found: Lines = []
        for field in self.rule.fields:
            type_ = "int" if field.signed else "unsigned"
            value = _number(field.initial)
            found.append((f"static {type_} {variable(self.rule.name, field.name)} = {value};", field.span))
        if pointer is not None:
            span = self.rule.watch[0].span
            types = ("unsigned", "long") if pointer else ("int", "long long")
            names = (self._object, self._offset) if pointer else (self._watching, self._watched)
            found += [(f"static {type_} {name};", span) for type_, name in zip(types, names, strict=True)]
        return found

    @property
    def _watching(self) -> str:
        return variable(self.rule.name, WATCHING)

    @property
    def _object(self) -> str:
        return variable(self.rule.name, OBJECT)

    @property
    def _offset(self) -> str:
        return variable(self.rule.name, OFFSET)

    @property
    def _watched(self) -> str:
        return variable(self.rule.name, WATCHED)

    def choice(self, value: str, pointer: bool, span: Span) -> Lines:
        """An object is chosen to be watched, or it is not. Null is no object: it means that none is. (Whether
        an uninitialised pointer is null is not asked here: guards do, before an event is about it.)"""
        if pointer:
            unwatched = f"{library.RULE_SAME}({self._object}, {self._offset}, 0)"
            condition = f"{unwatched} && !{library.RULE_SAME}(0, 0, {value}) && {library.RULE_CHOICE}()"
            chosen = f"{self._object} = {library.RULE_OBJECT}({value}); "
            chosen += f"{self._offset} = {library.RULE_OFFSET}({value});"
            return [(f"if ({condition}) {{ {chosen} }}", span)]
        condition = f"!{self._watching} && {library.RULE_CHOICE}()"
        return [(f"if ({condition}) {{ {self._watching} = 1; {self._watched} = {value}; }}", span)]

    def event(self, event: tree.Event, names: Mapping[int, str], pointer: bool | None) -> Lines:
        """The actions of an event; `names` has the variables for arguments and result, and what is watched,
        if anything, is a pointer or an integer."""
        body = self._statement(event.body, names)
        if event.guard is None:
            return body
        value = names[event.guard.position]
        if pointer:
            condition = f"{value} != 0 && {library.RULE_SAME}({self._object}, {self._offset}, {value})"
        else:
            condition = f"{self._watching} && {self._watched} == {value}"
        return [(f"if ({condition})", event.guard.span), *body]

    def _statement(self, statement: tree.Statement, names: Mapping[int, str]) -> Lines:
        match statement:
            case tree.Block(statements, span):
                inner = [line for part in statements for line in self._statement(part, names)]
                return [("{", span), *inner, ("}", span)]
            case tree.If(condition, then, otherwise):
                found = [(f"if ({self._expression(condition, names)})", condition.span)]
                found += _braced(self._statement(then, names), then.span)
                if otherwise is not None:
                    found.append(("else", otherwise.span))
                    found += _braced(self._statement(otherwise, names), otherwise.span)
                return found
            case tree.Assign(field, value, span):
                target = variable(self.rule.name, field)
                return [(f"{target} = {self._expression(value, names)};", span)]
            case tree.Abort(message, span):
                self._violations.append(RuleViolation(self.rule.name, message, span))
                return [(f"{library.RULE_VIOLATION}({len(self._violations) - 1});", span)]
            case tree.Halt(span):
                return [(f"{library.RULE_HALT}();", span)]
            case _:
                assert_never(statement)

    def _expression(self, expression: tree.Expression, names: Mapping[int, str]) -> str:
        match expression:
            case tree.Number(value):
                return _number(value)
            case tree.FieldName(name):
                return variable(self.rule.name, name)
            case tree.Argument(position):
                return names[position]
            case tree.ProgramName(name):
                return "((void *)0)" if name == "NULL" else name
            case tree.Unary(op, operand):
                return f"({op}{self._expression(operand, names)})"
            case tree.Binary(op, left, right):
                return f"({self._expression(left, names)} {op} {self._expression(right, names)})"
            case tree.Conditional(condition, then, otherwise):
                parts = [self._expression(part, names) for part in (condition, then, otherwise)]
                return f"({parts[0]} ? {parts[1]} : {parts[2]})"
            case _:
                assert_never(expression)


def _braced(lines: Lines, span: Span) -> Lines:
    """One statement, so that an `else` behind it belongs to the right `if`."""
    return [("{", span), *lines, ("}", span)]


def _number(value: int) -> str:
    return f"({value})" if value < 0 else f"{value}u" if value > _LARGEST else str(value)
