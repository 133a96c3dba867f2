"""Reading FIR: text to a checked `Program`, or an `InputError` that names the place."""

from __future__ import annotations

from functools import cache
from typing import Any

from maymust.diagnostics import Diagnostic, InputError
from maymust.fir.building import Builder
from maymust.fir.grammar import grammar
from maymust.fir.operators import BINARY, UNARY
from maymust.fir.tree import Program
from maymust.ir.source import Span


def parse(text: str, file: str = "") -> Program:
    """The program of this text, whose names are resolved; its types are `type_check.check`'s to look at."""
    import lark  # 60 ms that only those who read FIR pay

    builder = Builder(text, file)
    try:
        tree = _parser().parse(text)
        _Reading(builder).items(tree)
    except lark.UnexpectedInput as refused:
        raise InputError(_explained(refused, builder)) from None
    return builder.program()


@cache
def _parser() -> Any:
    import lark

    options = {"propagate_positions": True, "maybe_placeholders": False}
    return lark.Lark(grammar(), parser="lalr", lexer="basic", **options)  # basic: keywords are no names


def _explained(refused: Any, builder: Builder) -> Diagnostic:
    import lark

    if isinstance(refused, lark.UnexpectedCharacters):
        message = f"{refused.char!r} means nothing here"
        span = builder.place(refused.line, refused.column, refused.line, refused.column + 1)
        return Diagnostic("error", message, span)
    token = getattr(refused, "token", None)
    if token is None or token.type == "$END":
        last = len(builder.lines)
        span = builder.place(last, len(builder.lines[-1]) + 1, last, len(builder.lines[-1]) + 1)
        return Diagnostic("error", "the text ends too early", span, "is a } or a ) missing?")
    span = builder.place(token.line, token.column, token.end_line, token.end_column)
    wanted = {"RBRACE": "}", "RPAR": ")", "LBRACE": "{", "COLON": ":", "NAME": "a name"}
    expected = sorted(wanted[name] for name in refused.expected if name in wanted)
    hint = f"expected {' or '.join(expected)}" if expected and len(refused.expected) < 6 else ""
    return Diagnostic("error", f"{str(token)!r} cannot come here", span, hint)


class _Reading:
    """Goes through lark's tree from the leaves up, in the order of the text, on a stack of its own."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder

    def items(self, tree: Any) -> None:
        for item in tree.children:
            self._fold(item)

    def _fold(self, tree: Any) -> Any:
        """What the rules make of this subtree. Children come first, from left to right."""
        results: list[list[Any]] = [[]]
        pending: list[Any] = [tree]
        open_trees: list[Any] = []
        while pending:
            node = pending.pop()
            if node is None:
                done = open_trees.pop()
                children = results.pop()
                results[-1].append(self._reduce(done, children))
            elif hasattr(node, "data"):
                open_trees.append(node)
                results.append([])
                pending.append(None)
                pending.extend(reversed(node.children))
            else:
                results[-1].append(node)
        return results[0][0]

    def _span(self, thing: Any) -> Span:
        where = getattr(thing, "meta", thing)
        if getattr(where, "line", None) is None:
            return Span(self.builder.file, 1, 1, 1, 1)
        return self.builder.place(where.line, where.column, where.end_line, where.end_column)

    def _named(self, token: Any) -> tuple[str, Span]:
        return str(token), self._span(token)

    def _reduce(self, tree: Any, parts: list[Any]) -> Any:
        rule, span, build = str(tree.data), self._span(tree), self.builder
        prefix, _, operator = rule.partition("_")
        if prefix == "binary" and operator in BINARY:
            return build.binary(span, operator, *parts)
        if prefix == "unary" and operator in UNARY:
            return build.unary(span, operator, parts[0])
        return getattr(self, f"_rule_{rule}")(span, parts)

    # declarations
    def _rule_domain(self, span: Span, parts: list[Any]) -> None:
        self.builder.domain(span, str(parts[0]))

    def _rule_literal(self, span: Span, parts: list[Any]) -> None:
        self.builder.literal(span, str(parts[0]), str(parts[1]))

    def _rule_global(self, span: Span, parts: list[Any]) -> None:
        self.builder.variable(span, str(parts[0]), parts[1], is_global=True)

    def _rule_local(self, span: Span, parts: list[Any]) -> None:
        self.builder.variable(span, str(parts[0]), parts[1], is_global=False)

    def _rule_item(self, _span: Span, _parts: list[Any]) -> None:
        return None

    # procedures
    def _rule_parameter(self, span: Span, parts: list[Any]) -> Any:
        return self.builder.parameter(span, str(parts[0]), *parts[1:])

    def _rule_parameters(self, _span: Span, parts: list[Any]) -> Any:
        return parts

    def _rule_header(self, span: Span, parts: list[Any]) -> Any:
        return self.builder.header(span, str(parts[0]), *parts[1:])

    def _rule_procedure(self, _span: Span, parts: list[Any]) -> None:
        self.builder.procedure(parts[0], parts[1:-1], parts[-1])

    def _rule_requires(self, _span: Span, parts: list[Any]) -> Any:
        return "requires", parts[0]

    def _rule_ensures(self, _span: Span, parts: list[Any]) -> Any:
        return "ensures", parts[0]

    def _rule_modifies(self, _span: Span, parts: list[Any]) -> Any:
        return "modifies", self.builder.targets(parts[0], domains=True)

    def _rule_meets(self, _span: Span, parts: list[Any]) -> Any:
        return "meets", parts[0]

    # statements
    def _rule_block(self, _span: Span, parts: list[Any]) -> Any:
        return tuple(parts)

    def _rule_names(self, _span: Span, parts: list[Any]) -> Any:
        return [self._named(part) for part in parts]

    def _rule_assign(self, span: Span, parts: list[Any]) -> Any:
        return self.builder.assign(span, parts[0], parts[1])

    def _rule_create(self, span: Span, parts: list[Any]) -> Any:
        return self.builder.create(span, parts[0], self._named(parts[1]))

    def _rule_call(self, span: Span, parts: list[Any]) -> Any:
        targets = parts.pop(0) if isinstance(parts[0], list) else []
        return self.builder.call(span, targets, str(parts[0]), parts[1:])

    def _rule_specification(self, span: Span, parts: list[Any]) -> Any:
        targets = parts.pop(0) if isinstance(parts[0], list) else []
        return self.builder.specification(span, targets, parts[0])

    def _rule_if(self, span: Span, parts: list[Any]) -> Any:
        condition, *sides = parts
        blocks = [side if isinstance(side, tuple) else (side,) for side in sides]
        return self.builder.branch(span, condition, blocks[0], blocks[1] if len(blocks) > 1 else ())

    def _rule_while(self, span: Span, parts: list[Any]) -> Any:
        return self.builder.loop(span, *parts)

    def _rule_exit(self, span: Span, _parts: list[Any]) -> Any:
        return self.builder.jump(span, "exit")

    def _rule_break(self, span: Span, _parts: list[Any]) -> Any:
        return self.builder.jump(span, "break")

    def _rule_continue(self, span: Span, _parts: list[Any]) -> Any:
        return self.builder.jump(span, "continue")

    # expressions
    def _rule_name(self, span: Span, parts: list[Any]) -> Any:
        return self.builder.name(span, str(parts[0]))

    def _rule_integer(self, span: Span, parts: list[Any]) -> Any:
        return self.builder.leaf(span, "integer", str(parts[0]))

    def _rule_true(self, span: Span, _parts: list[Any]) -> Any:
        return self.builder.leaf(span, "true")

    def _rule_false(self, span: Span, _parts: list[Any]) -> Any:
        return self.builder.leaf(span, "false")

    def _rule_empty(self, span: Span, _parts: list[Any]) -> Any:
        return self.builder.leaf(span, "empty")

    def _rule_conditional(self, span: Span, parts: list[Any]) -> Any:
        return self.builder.conditional(span, *parts)

    def _rule_projection(self, span: Span, parts: list[Any]) -> Any:
        return self.builder.projection(span, parts[0], *map(str, parts[1:]))

    def _rule_all(self, span: Span, parts: list[Any]) -> Any:
        return self.builder.quantified(span, "all", *parts)

    def _rule_exists(self, span: Span, parts: list[Any]) -> Any:
        return self.builder.quantified(span, "exists", *parts)

    def _rule_sum(self, span: Span, parts: list[Any]) -> Any:
        return self.builder.quantified(span, "sum", *parts)

    def _rule_comprehension(self, span: Span, parts: list[Any]) -> Any:
        return self.builder.quantified(span, "comprehension", *parts)
