"""From words to the tree of a rule, by recursive descent.

    rule      = [ "state" "{" { field } "}" [ "watch" trigger { "," trigger } ";" ] ] event { event }
    field     = ( "int" | "unsigned" | "enum" "{" constant { "," constant } "}" ) NAME [ "=" value ] ";"
    constant  = NAME [ "=" value ]
    trigger   = [ "new" ] NAME "." when "." ARGUMENT [ "size" ARGUMENT ]
    event     = NAME "." when [ guard ] { "," NAME "." when [ guard ] } block
    when      = "entry" | "call" | "exit" | "return"
    guard     = "[" "guard" ARGUMENT "]"
    statement = block | "if" "(" expression ")" statement [ "else" statement ] | "abort" [ TEXT ] ";"
              | "halt" ";" | NAME ( "=" | "+=" | "-=" ) expression ";" | NAME ( "++" | "--" ) ";" | ";"

Expressions are C's, without assignments, calls and memory. The end of a `state` may have a `;`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn

from maymust.diagnostics import Diagnostic, InputError
from maymust.frontends.slic import lexing, tree
from maymust.ir.source import Span

if TYPE_CHECKING:
    from maymust.frontends.slic.lexing import Token

_WHEN: dict[str, tree.When] = {"entry": "entry", "call": "entry", "exit": "exit", "return": "exit"}
_LEVELS = (
    ("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", ">", "<=", ">="), ("<<", ">>"),
    ("+", "-"), ("*", "/", "%"),
)  # fmt: skip
_STRENGTH = {op: strength for strength, level in enumerate(_LEVELS) for op in level}
_MOST_NESTED = 100
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
KEYWORDS = frozenset({"if", "else", "abort", "halt", "int", "unsigned", "enum"})


class Parser:
    """Reads one rule; every method leaves `next` behind what it has read. Raises InputError."""

    def __init__(self, name: str, path: str, text: str) -> None:
        self._name = name
        self._description = lexing.description(text)
        self._tokens = lexing.tokens(path, text)
        self._at = 0
        self._depth = 0
        self._fields: list[tree.Field] = []
        self._constants: dict[str, int] = {}

    def rule(self) -> tree.Rule:
        """The whole rule."""
        span = self._next.span
        begins_with_state = [token.text for token in self._tokens[:2]] == ["state", "{"]
        watch = self._state() if begins_with_state else ()
        events: list[tree.Event] = []
        while self._next.kind != "end":
            events += self._events()
        if not events:
            self._fail("a rule needs an event, such as `F.entry { … }`")
        return tree.Rule(self._name, self._description, tuple(self._fields), watch, tuple(events), span)

    # -- state ---------------------------------------------------------------------------------------------

    def _state(self) -> tuple[tree.Trigger, ...]:
        self._expect("state")
        self._expect("{")
        while not self._is("}"):
            self._field()
        self._expect("}")
        watch: list[tree.Trigger] = []
        if self._take("watch"):
            watch.append(self._trigger())
            while self._take(","):
                watch.append(self._trigger())
            self._expect(";")
        else:
            self._take(";")
        return tuple(watch)

    def _field(self) -> None:
        first = self._next
        signed = True
        if self._take("enum"):
            self._enumeration()
        elif self._take("unsigned"):
            signed = False
            self._take("int")
        elif not self._take("int"):
            self._fail("a field is an `int`, `unsigned` or `enum { … }`")
        name = self._new_name()
        initial = self._constant() if self._take("=") else 0
        self._expect(";")
        span = _joined(first.span, self._before.span)
        self._fields.append(tree.Field(name, signed, initial, span))

    def _enumeration(self) -> None:
        self._expect("{")
        value = 0
        while not self._is("}"):
            name = self._new_name()
            if self._take("="):
                value = self._constant()
            self._constants[name] = value
            value += 1
            if not self._take(","):
                break
        self._expect("}")

    def _new_name(self) -> str:
        token = self._name_token("a name")
        if token.text in self._constants or any(field.name == token.text for field in self._fields):
            self._fail(f"`{token.text}` has been declared before", token)
        return token.text

    def _constant(self) -> int:
        """A number, perhaps negative, or a constant that was named before."""
        negative = self._take("-")
        token = self._advance()
        if token.kind == "number":
            value = _number(token.text)
        elif token.text in self._constants:
            value = self._constants[token.text]
        else:
            self._fail("the value must be a number, or a constant of this rule", token)
        if value >= 1 << 32:
            self._fail("the value does not fit an `int`", token)
        return -value if negative else value

    def _trigger(self) -> tree.Trigger:
        first = self._next
        is_new = first.text == "new" and self._tokens[self._at + 1].kind == "name"
        if is_new:
            self._advance()
        function = self._name_token("a function")
        self._expect(".")
        when = self._when()
        self._expect(".")
        value = self._argument()
        size = self._argument() if is_new and self._take("size") else None
        span = _joined(first.span, self._before.span)
        return tree.Trigger(function.text, when, value, is_new, size, span)

    # -- events --------------------------------------------------------------------------------------------

    def _events(self) -> list[tree.Event]:
        heads = [self._head()]
        while self._take(","):
            heads.append(self._head())
        body = self._block()
        return [tree.Event(function, when, guard, body, span) for function, when, guard, span in heads]

    def _head(self) -> tuple[str, tree.When, tree.Argument | None, Span]:
        function = self._name_token("an event, such as `F.entry`")
        self._expect(".")
        when = self._when()
        span = _joined(function.span, self._before.span)
        guard = None
        if self._take("["):
            self._expect("guard")
            guard = self._argument()
            self._expect("]")
        return function.text, when, guard, span

    def _when(self) -> tree.When:
        token = self._advance()
        if token.text not in _WHEN:
            self._fail(f"an event is one of {', '.join(_WHEN)}", token)
        return _WHEN[token.text]

    def _argument(self) -> tree.Argument:
        token = self._advance()
        if token.kind != "argument":
            self._fail("here must be `$1`, `$2`, … or `$return`", token)
        return self._argument_of(token)

    def _argument_of(self, token: Token) -> tree.Argument:
        if token.text == "$return":
            return tree.Argument(tree.RETURNED, token.span)
        position = int(token.text[1:])
        if not 1 <= position <= 1000:
            self._fail("arguments count from `$1`", token)
        return tree.Argument(position, token.span)

    # -- statements ----------------------------------------------------------------------------------------

    def _block(self) -> tree.Block:
        first = self._next
        self._expect("{")
        statements: list[tree.Statement] = []
        while not self._is("}"):
            statements.append(self._statement())
        self._expect("}")
        return tree.Block(tuple(statements), _joined(first.span, self._before.span))

    def _statement(self) -> tree.Statement:
        self._enter()
        first = self._next
        found: tree.Statement
        if self._is("{"):
            found = self._block()
        elif self._take(";"):
            found = tree.Block((), first.span)
        elif self._take("if"):
            self._expect("(")
            condition = self._expression()
            self._expect(")")
            then = self._statement()
            otherwise = self._statement() if self._take("else") else None
            found = tree.If(condition, then, otherwise, _joined(first.span, self._before.span))
        elif self._take("abort"):
            text = _message(self._advance().text) if self._next.kind == "text" else ""
            found = tree.Abort(text, _joined(first.span, self._before.span))
            self._expect(";")
        elif self._take("halt"):
            found = tree.Halt(first.span)
            self._expect(";")
        else:
            found = self._assignment()
        self._depth -= 1
        return found

    def _assignment(self) -> tree.Assign:
        token = self._name_token("a statement")
        if all(field.name != token.text for field in self._fields):
            self._fail(f"`{token.text}` is no field of this rule's state: a rule changes nothing else", token)
        old, mark = tree.FieldName(token.text, token.span), self._advance()
        value: tree.Expression
        match mark.text:
            case "=":
                value = self._expression()
            case "+=" | "-=":
                value = self._expression()
                value = tree.Binary(mark.text[0], old, value, _joined(token.span, self._before.span))
            case "++" | "--":
                value = tree.Binary(mark.text[0], old, tree.Number(1, mark.span), mark.span)
            case _:
                self._fail("here must be `=`, `+=`, `-=`, `++` or `--`", mark)
        span = _joined(token.span, self._before.span)
        self._expect(";")
        return tree.Assign(token.text, value, span)

    # -- expressions ---------------------------------------------------------------------------------------

    def _expression(self) -> tree.Expression:
        self._enter()
        condition = self._binary(0)
        if self._take("?"):
            then = self._expression()
            self._expect(":")
            otherwise = self._expression()
            span = _joined(condition.span, otherwise.span)
            condition = tree.Conditional(condition, then, otherwise, span)
        self._depth -= 1
        return condition

    def _binary(self, least: int) -> tree.Expression:
        """Operands with operators between them that bind at least so strongly."""
        left = self._unary()
        while self._next.kind == "mark" and _STRENGTH.get(self._next.text, -1) >= least:
            op = self._advance().text
            right = self._binary(_STRENGTH[op] + 1)
            left = tree.Binary(op, left, right, _joined(left.span, right.span))
        return left

    def _unary(self) -> tree.Expression:
        token = self._next
        if token.kind == "mark" and token.text in ("-", "!", "~", "+"):
            self._enter()
            self._advance()
            operand = self._unary()
            self._depth -= 1
            return tree.Unary(token.text, operand, _joined(token.span, operand.span))
        return self._primary()

    def _primary(self) -> tree.Expression:
        token = self._advance()
        if token.text == "(" and token.kind == "mark":
            inner = self._expression()
            self._expect(")")
            found = inner
        elif token.kind == "number":
            found = tree.Number(_number(token.text), token.span)
            if found.value >= 1 << 31:
                self._fail("the number does not fit an `int`", token)
        elif token.kind == "argument":
            found = self._argument_of(token)
        elif token.kind == "name" and token.text not in KEYWORDS:
            found = self._named(token)
        else:
            self._fail("here must be an expression", token)
        if self._next.kind == "mark" and self._next.text in (".", "[", "("):
            self._fail("an expression of a rule makes no calls and does not look into memory")
        return found

    def _named(self, token: Token) -> tree.Expression:
        if token.text in self._constants:
            return tree.Number(self._constants[token.text], token.span)
        if any(field.name == token.text for field in self._fields):
            return tree.FieldName(token.text, token.span)
        return tree.ProgramName(token.text, token.span)

    # -- words ---------------------------------------------------------------------------------------------

    @property
    def _next(self) -> Token:
        return self._tokens[self._at]

    @property
    def _before(self) -> Token:
        return self._tokens[max(0, self._at - 1)]

    def _advance(self) -> Token:
        token = self._next
        if token.kind != "end":
            self._at += 1
        return token

    def _is(self, text: str) -> bool:
        if self._next.kind == "end":
            self._fail(f"the rule ends where `{text}` or more was expected")
        return self._next.kind in ("name", "mark") and self._next.text == text

    def _take(self, text: str) -> bool:
        found = self._next.kind in ("name", "mark") and self._next.text == text
        if found:
            self._at += 1
        return found

    def _expect(self, text: str) -> None:
        if not self._take(text):
            self._fail(f"here must be `{text}`")

    def _name_token(self, what: str) -> Token:
        token = self._next
        if token.kind != "name" or token.text in KEYWORDS:
            self._fail(f"here must be {what}")
        return self._advance()

    def _enter(self) -> None:
        self._depth += 1
        if self._depth > _MOST_NESTED:
            self._fail(f"nested too deeply (more than {_MOST_NESTED} levels)")

    def _fail(self, message: str, token: Token | None = None) -> NoReturn:
        at = token or self._next
        found = "the end" if at.kind == "end" else f"`{at.text}`"
        if message.startswith(("here must be", "an event is")):
            message += f", not {found}"
        raise InputError(Diagnostic("error", message, at.span))


def _message(text: str) -> str:
    return _ESCAPE.sub(r"\1", text[1:-1])


def _number(text: str) -> int:
    digits = text.rstrip("uUlL")
    if digits[:2] in ("0x", "0X"):
        return int(digits, 16)
    octal = len(digits) > 1 and digits[0] == "0" and not set(digits) & {"8", "9"}
    return int(digits, 8) if octal else int(digits)


def _joined(start: Span, end: Span) -> Span:
    return Span(start.file, start.line, start.column, end.end_line, end.end_column)
