"""From lark's reductions to the tree: names are resolved as they come, so what is used is declared before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from maymust.diagnostics import Diagnostic, InputError
from maymust.fir.operators import BINARY, UNARY
from maymust.fir.specifications import from_clauses
from maymust.fir.tree import (
    BOOLEAN,
    INTEGER,
    Assign,
    Binary,
    BooleanLiteral,
    Call,
    Conditional,
    Create,
    Domain,
    DomainUse,
    EmptySet,
    Expression,
    If,
    IntegerLiteral,
    Jump,
    Literal,
    LiteralUse,
    OldUse,
    Procedure,
    Program,
    Projection,
    Quantified,
    Spec,
    Statement,
    Unary,
    Variable,
    VariableUse,
    While,
)
from maymust.ir.source import Span

DEEPEST = 100  # nested expressions or statements: traversals of the tree recurse


class Builder:
    """The declarations so far, and a method for each rule of the grammar."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.lines = text.split("\n")
        self.domains: dict[str, Domain] = {}
        self.literals: dict[str, Literal] = {}
        self.variables: dict[str, Variable] = {}
        self.procedures: dict[str, Procedure] = {}
        self.depths: dict[int, tuple[object, int]] = {}

    # ---------------------------------------------------------------------------------------------- places
    def place(self, line: int, column: int, end_line: int, end_column: int) -> Span:
        """The span of these characters, whose columns lark counts in characters."""
        return Span(self.file, line, self._bytes(line, column), end_line, self._bytes(end_line, end_column))

    def _bytes(self, line: int, column: int) -> int:
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        return len(text[: column - 1].encode()) + 1

    def refuse(self, span: Span, message: str, hint: str = "") -> InputError:
        """An error at this place, to be raised."""
        return InputError(Diagnostic("error", message, span, hint))

    def _nested(self, node: Any, span: Span, *parts: object) -> Any:
        depth = 1 + max((self.depths.get(id(part), (None, 0))[1] for part in parts), default=0)
        if depth > DEEPEST:
            raise self.refuse(span, f"this is nested more than {DEEPEST} levels deep", "split it")
        self.depths[id(node)] = (node, depth)
        return node

    # ---------------------------------------------------------------------------------------- declarations
    def _declare(self, name: str, span: Span) -> None:
        if name in {BOOLEAN, INTEGER, *self.domains, *self.literals, *self.variables, *self.procedures}:
            raise self.refuse(span, f"{name} is declared already", "choose another name")
        if name.endswith("_old"):
            raise self.refuse(span, f"{name} cannot be declared: names in _old are values before a change")

    def domain(self, span: Span, name: str) -> None:
        """A domain."""
        self._declare(name, span)
        self.domains[name] = Domain(name, span)

    def literal(self, span: Span, name: str, domain: str) -> None:
        """A literal of a user's domain."""
        self._declare(name, span)
        if domain not in self.domains:
            raise self.refuse(span, f"{domain} is no domain of this program, so {name} cannot belong to it")
        self.literals[name] = Literal(name, domain, span)

    def variable(self, span: Span, name: str, type_: Expression, is_global: bool) -> None:
        """A variable and its type."""
        self._declare(name, span)
        self.variables[name] = Variable(name, type_, is_global, span)

    def parameter(self, span: Span, name: str, type_: Expression | None = None) -> tuple[str, Span]:
        """A parameter: a local, which may be declared here."""
        if type_ is not None:
            self.variable(span, name, type_, is_global=False)
        elif name not in self.variables or self.variables[name].is_global:
            raise self.refuse(span, f"{name} is no local variable", f"declare it: local {name}: <type>")
        return name, span

    # ------------------------------------------------------------------------------------------ procedures
    def header(
        self,
        span: Span,
        name: str,
        inputs: list[tuple[str, Span]],
        outputs: list[tuple[str, Span]] | None = None,
    ) -> Procedure:
        """The signature. The procedure is known from here on."""
        self._declare(name, span)
        for parameters in (inputs, outputs or []):
            names = [each for each, _ in parameters]
            for each, place in parameters:
                if names.count(each) > 1:
                    raise self.refuse(place, f"{each} is twice among the parameters of {name}")
        inside = (tuple(each for each, _ in inputs), tuple(each for each, _ in outputs or []))
        procedure = Procedure(name, *inside, (), span=span)
        self.procedures[name] = procedure
        return procedure

    def procedure(
        self, header: Procedure, clauses: list[tuple[str, Any]], body: tuple[Statement, ...]
    ) -> None:
        """The whole procedure, in place of its signature."""
        requirement, specification = from_clauses(header, clauses)
        self.procedures[header.name] = Procedure(
            header.name, header.inputs, header.outputs, body, requirement, specification, header.span
        )

    def program(self) -> Program:
        """All that was declared."""
        return Program(self.domains, self.literals, self.variables, self.procedures, self.file)

    # ------------------------------------------------------------------------------------------ statements
    def targets(self, names: list[tuple[str, Span]], domains: bool = False) -> tuple[str, ...]:
        """Variables to be changed, each once; with `domains`, those may be among them."""
        seen: set[str] = set()
        for name, span in names:
            if name not in self.variables and not (domains and name in self.domains):
                raise self.refuse(span, f"{name} is no variable", f"declare it: local {name}: <type>")
            if name in seen:
                raise self.refuse(span, f"{name} is set twice here")
            seen.add(name)
        return tuple(name for name, _ in names)

    def _target(self, span: Span, names: list[tuple[str, Span]]) -> str:
        if len(names) > 1:
            raise self.refuse(span, "only calls and specifications set several variables")
        return self.targets(names)[0]

    def assign(self, span: Span, targets: list[tuple[str, Span]], value: Expression) -> Statement:
        """An assignment."""
        return Assign(self._target(span, targets), value, span)

    def create(self, span: Span, targets: list[tuple[str, Span]], domain: tuple[str, Span]) -> Statement:
        """An allocation."""
        name = self._target(span, targets)
        if domain[0] not in self.domains:
            raise self.refuse(domain[1], f"{domain[0]} is no domain that atoms can be allocated from")
        return Create(name, domain[0], span)

    def call(
        self, span: Span, targets: list[tuple[str, Span]], name: str, arguments: list[Expression]
    ) -> Statement:
        """A call; what is called may follow in the text, so it is looked for later."""
        return Call(self.targets(targets), name, tuple(arguments), span)

    def specification(self, span: Span, targets: list[tuple[str, Span]], condition: Expression) -> Spec:
        """A specification statement."""
        return Spec(self.targets(targets, domains=True), condition, span)

    def branch(
        self, span: Span, condition: Expression, then: tuple[Statement, ...], otherwise: tuple[Statement, ...]
    ) -> Statement:
        """A branch."""
        made = If(condition, then, otherwise, span)
        return cast(Statement, self._nested(made, span, *then, *otherwise))

    def loop(self, span: Span, condition: Expression, body: tuple[Statement, ...]) -> Statement:
        """A loop."""
        return cast(Statement, self._nested(While(condition, body, span), span, *body))

    def jump(self, span: Span, kind: Any) -> Statement:
        """`exit`, `break` or `continue`."""
        return Jump(kind, span)

    # ----------------------------------------------------------------------------------------- expressions
    def name(self, span: Span, name: str) -> Expression:
        """What a name stands for."""
        if name in self.variables:
            return VariableUse(name, span)
        if name in self.domains or name in (BOOLEAN, INTEGER):
            return DomainUse(name, span)
        if name in self.literals:
            return LiteralUse(name, span)
        before = name.removesuffix("_old")
        if before != name and (before in self.variables or before in self.domains):
            return OldUse(before, span)
        raise self.refuse(span, f"{name} is not declared", "declarations come before their use")

    def unary(self, span: Span, operator: str, operand: Expression) -> Expression:
        """A prefix operator; the negative of a number is a number."""
        assert operator in UNARY
        if operator == "negate" and isinstance(operand, IntegerLiteral) and operand.value > 0:
            return IntegerLiteral(-operand.value, span)
        return cast(Expression, self._nested(Unary(operator, operand, span), span, operand))

    def binary(self, span: Span, operator: str, left: Expression, right: Expression) -> Expression:
        """An infix operator."""
        assert operator in BINARY
        return cast(Expression, self._nested(Binary(operator, left, right, span), span, left, right))

    def conditional(
        self, span: Span, condition: Expression, then: Expression, otherwise: Expression
    ) -> Expression:
        """`c ? a : b`."""
        made = Conditional(condition, then, otherwise, span)
        return cast(Expression, self._nested(made, span, condition, then, otherwise))

    def projection(self, span: Span, operand: Expression, *columns: str) -> Expression:
        """π."""
        numbers = tuple(int(column) for column in columns)
        return cast(Expression, self._nested(Projection(operand, numbers, span), span, operand))

    def quantified(
        self, span: Span, kind: Any, names: list[tuple[str, Span]], body: Expression
    ) -> Expression:
        """∀, ∃, Σ or a comprehension."""
        made = Quantified(kind, self.targets(names), body, span)
        return cast(Expression, self._nested(made, span, body))

    def leaf(self, span: Span, rule: str, *texts: str) -> Expression:
        """A constant."""
        makers: dict[str, Callable[[], Expression]] = {
            "integer": lambda: IntegerLiteral(int(texts[0]), span),
            "true": lambda: BooleanLiteral(True, span),
            "false": lambda: BooleanLiteral(False, span),
            "empty": lambda: EmptySet(span),
        }
        return makers[rule]()
