"""From words to contracts, by recursive descent.

    contract   = { clause } { behavior } { cover }
    clause     = "requires" expression ";" | "ensures" expression ";"
               | "assigns" ( "\\nothing" | expression { "," expression } ) ";"
    behavior   = "behavior" NAME ":" { "assumes" expression ";" | clause }
    cover      = ( "complete" | "disjoint" ) "behaviors" [ NAME { "," NAME } ] ";"
    expression = ( "\\forall" | "\\exists" ) binders ";" expression
               | level [ "?" expression ":" expression ]
    binders    = type { "*" } NAME { "," { "*" } NAME } { "," type … }
    postfix    = primary { "->" NAME | "." NAME | "[" expression [ ".." expression ] "]" }
    primary    = NAME | NUMBER | "\\result" | … | "\\f" "(" … ")" | "{" … "}" | "(" expression [ ".." … ] ")"

`LEVELS` has the operators between, from loose to tight; `==>` groups to the right. Comparisons make chains.
"""

from __future__ import annotations

from typing import Literal, NoReturn

from maymust.diagnostics import Diagnostic, InputError
from maymust.frontends.acsl import tree
from maymust.frontends.acsl.lexing import Token, number
from maymust.ir.source import Span

LEVELS = (
    ("<==>",), ("==>",), ("||",), ("^^",), ("&&",), ("|",), ("^",), ("&",),
    ("==", "!=", "<", ">", "<=", ">=", "\\in"), ("<<", ">>"), ("+", "-"), ("*", "/", "%"),
)  # fmt: skip
STRENGTH = {op: strength for strength, level in enumerate(LEVELS) for op in level}
COMPARISONS = STRENGTH["=="]
PREFIXES = ("-", "+", "~", "!", "*")
WORDS = ("result", "null", "true", "false", "empty")
FUNCTIONS = {
    "old": "1", "valid": "1", "fresh": "1", "card": "1", "size": "1", "in": "2", "subset": "2",
    "union": "+", "inter": "+", "diff": "2",
}  # fmt: skip
_LEFT_OUT = {
    "terminates": "a bounded search says nothing about endless executions",
    "decreases": "a bounded search says nothing about endless executions",
    "allocates": "say what is new with \\fresh",
    "frees": "say what there is with \\valid",
    "exits": "",
}
_TYPE_WORDS = frozenset({"signed", "unsigned", "char", "short", "int", "long", "_Bool", "const", "volatile"})
_TAGS = frozenset({"struct", "union", "enum"})
_MOST_NESTED = 100


class Parser:
    """Reads one annotation; every method leaves `next` behind what it has read. Raises InputError."""

    def __init__(self, words: list[Token]) -> None:
        self._tokens = words
        self._at = 0
        self._depth = 0

    def contract(self) -> tree.WrittenContract:
        """The whole contract."""
        first = self._next
        clauses: list[tree.Clause] = []
        while self._next.kind != "end":
            match self._next.text:
                case "behavior":
                    clauses.append(self._behavior())
                case "complete" | "disjoint":
                    clauses.append(self._cover())
                case _:
                    if clauses and isinstance(clauses[-1], tree.Cover):
                        self._fail("clauses of the function stand before its behaviors")
                    clauses.append(self._clause())
        return tree.WrittenContract(tuple(clauses), self._since(first.span))

    def whole_expression(self) -> tree.Expression:
        """An expression alone."""
        found = self._expression()
        if self._next.kind != "end":
            self._fail("here must be the end")
        return found

    # -- clauses -------------------------------------------------------------------------------------------

    def _behavior(self) -> tree.Behavior:
        first = self._advance()
        name = self._name("the name of a behavior")
        self._expect(":")
        clauses: list[tree.Assumes | tree.Requires | tree.Ensures | tree.Assigns] = []
        while self._next.kind != "end" and self._next.text not in ("behavior", "complete", "disjoint"):
            clauses.append(self._assumes() if self._next.text == "assumes" else self._clause())
        return tree.Behavior(name.text, tuple(clauses), _joined(first.span, name.span))

    def _assumes(self) -> tree.Assumes:
        first = self._advance()
        found = tree.Assumes(self._expression(), self._since(first.span))
        self._expect(";")
        return found

    def _cover(self) -> tree.Cover:
        first = self._advance()
        self._expect("behaviors")
        names: list[tree.Name] = []
        while self._next.text != ";":
            if names:
                self._expect(",")
            name = self._name("the name of a behavior")
            names.append(tree.Name(name.text, name.span))
        kind: Literal["complete", "disjoint"] = "complete" if first.text == "complete" else "disjoint"
        found = tree.Cover(kind, tuple(names), self._since(first.span))
        self._expect(";")
        return found

    def _clause(self) -> tree.Requires | tree.Ensures | tree.Assigns:
        first = self._advance()
        found: tree.Requires | tree.Ensures | tree.Assigns
        match first.text:
            case "requires":
                condition = self._expression()
                found = tree.Requires(condition, self._since(first.span))
            case "ensures":
                condition = self._expression()
                found = tree.Ensures(condition, self._since(first.span))
            case "assigns" | "modifies":
                locations = self._locations()
                found = tree.Assigns(locations, self._since(first.span))
            case "assumes":
                raise _error(
                    first.span, "`assumes` belongs to a behavior", "write `behavior NAME:` before it"
                )
            case word if word in _LEFT_OUT:
                raise _error(first.span, f"`{word}` is not supported in contracts", _LEFT_OUT[word])
            case _:
                self._fail("here must be `requires`, `ensures` or `assigns`", first)
        self._expect(";")
        return found

    def _locations(self) -> tuple[tree.Expression, ...]:
        if self._take("\\nothing"):
            return ()
        found = [self._expression()]
        while self._take(","):
            found.append(self._expression())
        return tuple(found)

    # -- expressions ---------------------------------------------------------------------------------------

    def _expression(self) -> tree.Expression:
        self._enter()
        first = self._next
        found: tree.Expression
        if first.text in ("\\forall", "\\exists"):
            self._advance()
            variables = self._binders()
            self._expect(";")
            body = self._expression()
            kind = "forall" if first.text == "\\forall" else "exists"
            found = tree.Quantified(kind, variables, body, self._since(first.span))  # type: ignore[arg-type]
        else:
            found = self._level(0)
            if self._take("?"):
                then = self._expression()
                self._expect(":")
                otherwise = self._expression()
                found = tree.Conditional(found, then, otherwise, self._since(first.span))
        self._depth -= 1
        return found

    def _operand(self, least: int) -> tree.Expression:
        """The right side of an operator; a quantifier may stand there, and goes to the end."""
        return self._expression() if self._next.text in ("\\forall", "\\exists") else self._level(least)

    def _level(self, least: int) -> tree.Expression:
        """Operands with operators between them that bind at least so strongly."""
        left = self._unary()
        while STRENGTH.get(self._next.text, -1) >= least:
            operator = self._advance().text
            strength = STRENGTH[operator]
            right = self._operand(strength if operator == "==>" else strength + 1)
            span = _joined(left.span, right.span)
            if strength != COMPARISONS:
                left = tree.Binary(operator, left, right, span)
                continue
            operands, operators = [left, right], [operator]
            while STRENGTH.get(self._next.text, -1) == COMPARISONS:
                operators.append(self._advance().text)
                operands.append(self._operand(strength + 1))
            span = _joined(left.span, operands[-1].span)
            left = tree.Comparison(tuple(operands), tuple(operators), span)
        return left

    def _unary(self) -> tree.Expression:
        token = self._next
        if token.kind == "mark" and token.text in PREFIXES:
            self._enter()
            self._advance()
            operand = self._operand_of_prefix()
            self._depth -= 1
            return tree.Unary(token.text, operand, _joined(token.span, operand.span))
        if token.text == "&":
            self._fail("contracts do not take addresses", token)
        return self._postfix(self._primary())

    def _operand_of_prefix(self) -> tree.Expression:
        return self._expression() if self._next.text in ("\\forall", "\\exists") else self._unary()

    def _postfix(self, base: tree.Expression) -> tree.Expression:
        while self._next.kind == "mark":
            mark = self._next
            if mark.text in ("->", "."):
                self._advance()
                name = self._name("the name of a member")
                base = tree.Member(base, name.text, mark.text == "->", _joined(base.span, name.span))
            elif mark.text == "[":
                self._advance()
                index = self._expression()
                if self._take(".."):
                    most = self._expression()
                    index = tree.Range(index, most, _joined(index.span, most.span))
                self._expect("]")
                base = tree.Index(base, index, _joined(base.span, self._before.span))
            elif mark.text == "(":
                hint = "say what it gives by what it ensures"
                raise _error(_joined(base.span, mark.span), "contracts do not call functions", hint)
            else:
                break
        return base

    def _primary(self) -> tree.Expression:  # noqa: RET503 - `_fail` does not return
        token = self._advance()
        match token.kind:
            case "name" if token.text in _TYPE_WORDS | _TAGS:
                hint = "casts, sizeof and declarations are no part of contracts"
                raise _error(token.span, f"`{token.text}` begins no expression", hint)
            case "name":
                return tree.Name(token.text, token.span)
            case "number":
                return _number(token)
            case "character":
                return tree.Number(number(token.text), span=token.span)
            case "keyword":
                return self._backslashed(token)
            case "mark" if token.text == "(":
                return self._parenthesised(token)
            case "mark" if token.text == "{":
                return self._set(token)
            case _:
                self._fail("here must be an expression", token)

    def _backslashed(self, token: Token) -> tree.Expression:
        word = token.text[1:]
        if word in WORDS:
            return tree.Word(word, token.span)
        if word == "reach":
            self._expect("(")
            start = self._expression()
            fields: list[tree.Name] = []
            self._expect(",")
            while not fields or self._take(","):
                name = self._name("the name of a field")
                fields.append(tree.Name(name.text, name.span))
            self._expect(")")
            return tree.Reach(start, tuple(fields), self._since(token.span))
        if word not in FUNCTIONS:
            known = ", ".join(f"\\{each}" for each in (*WORDS, "reach", *FUNCTIONS, "forall", "exists"))
            raise _error(token.span, f"`{token.text}` is not known in contracts", f"there are {known}")
        self._expect("(")
        arguments = [self._expression()]
        while self._take(","):
            arguments.append(self._expression())
        self._expect(")")
        span, wanted = self._since(token.span), FUNCTIONS[word]
        if wanted != "+" and len(arguments) != int(wanted):
            raise _error(span, f"`{token.text}` takes {wanted} argument{'s' if wanted != '1' else ''}")
        if word == "in":
            return tree.Comparison(tuple(arguments), ("\\in",), span)
        return tree.Apply("card" if word == "size" else word, tuple(arguments), span)

    def _parenthesised(self, token: Token) -> tree.Expression:
        inner = self._expression()
        if self._take(".."):
            most = self._expression()
            self._expect(")")
            return tree.Range(inner, most, self._since(token.span))
        self._expect(")")
        return inner

    def _set(self, token: Token) -> tree.Expression:
        if self._take("}"):
            return tree.Word("empty", self._since(token.span))
        if self._next.kind == "name" and self._tokens[self._at + 1].text == "|":
            name = self._advance()
            self._advance()
            variables = self._binders()
            if [each.name for each in variables] != [name.text]:
                message = f"the set of all `{name.text}` needs one declaration of it"
                raise _error(
                    self._since(token.span), message, f"such as {{{name.text} | int {name.text}; …}}"
                )
            self._expect(";")
            body = self._expression()
            self._expect("}")
            return tree.Quantified("set", variables, body, self._since(token.span))
        elements = [self._expression()]
        while self._take(","):
            elements.append(self._expression())
        self._expect("}")
        return tree.SetOf(tuple(elements), self._since(token.span))

    # -- declarations --------------------------------------------------------------------------------------

    def _binders(self) -> tuple[tree.Bound, ...]:
        found: list[tree.Bound] = []
        type_ = self._type()
        while True:
            first = self._next
            stars = 0
            while self._take("*"):
                stars += 1
            name = self._name("the name of a variable")
            found.append(tree.Bound(type_, stars, name.text, _joined(first.span, name.span)))
            if not self._take(","):
                return tuple(found)
            if self._begins_type():
                type_ = self._type()

    def _begins_type(self) -> bool:
        """A type begins here if a name or star follows the first name: else it is one more variable."""
        following = self._tokens[min(self._at + 1, len(self._tokens) - 1)]
        return self._next.kind == "name" and (following.kind == "name" or following.text == "*")

    def _type(self) -> str:
        words: list[str] = []
        while self._next.kind == "name" and self._next.text in _TYPE_WORDS:
            words.append(self._advance().text)
        plain = [word for word in words if word not in ("const", "volatile")]
        if plain:
            return " ".join(plain)
        token = self._name("a type")
        if token.text in _TAGS:
            return f"{token.text} {self._name('the name of a type').text}"
        return token.text

    # -- words ---------------------------------------------------------------------------------------------

    @property
    def _next(self) -> Token:
        return self._tokens[self._at]

    @property
    def _before(self) -> Token:
        return self._tokens[max(0, self._at - 1)]

    def _since(self, start: Span) -> Span:
        return _joined(start, self._before.span)

    def _advance(self) -> Token:
        token = self._next
        if token.kind != "end":
            self._at += 1
        return token

    def _take(self, text: str) -> bool:
        found = self._next.text == text
        if found:
            self._at += 1
        return found

    def _expect(self, text: str) -> None:
        if not self._take(text):
            self._fail(f"here must be `{text}`")

    def _name(self, what: str) -> Token:
        if self._next.kind != "name":
            self._fail(f"here must be {what}")
        return self._advance()

    def _enter(self) -> None:
        self._depth += 1
        if self._depth > _MOST_NESTED:
            raise _error(self._next.span, f"nested too deeply (more than {_MOST_NESTED} levels)")

    def _fail(self, message: str, token: Token | None = None) -> NoReturn:
        at = token or self._next
        found = "the end" if at.kind == "end" else f"`{at.text}`"
        if message.startswith("here must be"):
            message += f", not {found}"
        raise _error(at.span, message)


def _joined(start: Span, end: Span) -> Span:
    return Span(start.file, start.line, start.column, end.end_line, end.end_column)


def _number(token: Token) -> tree.Number:
    """An integer constant. What is not decimal is unsigned in C where only that fits."""
    value, text = number(token.text), token.text.lower()
    suffix = text[len(text.rstrip("ul")) :]
    longs, is_decimal = suffix.count("l"), text[0] != "0"
    unsigned = "u" in suffix
    if not is_decimal:
        unsigned |= value >> 63 == 1 or (not longs and value >> 31 == 1)
    if value >> (64 if unsigned else 63):
        raise _error(token.span, "this number is too large for the types of C")
    return tree.Number(value, unsigned, longs, token.span)


def _error(span: Span, message: str, hint: str = "") -> InputError:
    return InputError(Diagnostic("error", message, span, hint))
