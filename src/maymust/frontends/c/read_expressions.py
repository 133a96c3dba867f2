"""Clang's expressions to ours, one kind at a time; the operands have been read before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.tree import (
    Assignment,
    Binary,
    CallExpression,
    Cast,
    Comma,
    Conditional,
    Constant,
    Expression,
    FunctionName,
    IntType,
    Logical,
    Name,
    Opaque,
    OtherType,
    StatementExpression,
    Step,
    Text,
    Unary,
)
from maymust.frontends.c.variable_types import has_variable_size, is_variably_modified

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.frontends.c.clang_api import Raw
    from maymust.frontends.c.reading import Body

# By CXBinaryOperatorKind.
_BINARY = {
    3: "*", 4: "/", 5: "%", 6: "+", 7: "-", 8: "<<", 9: ">>", 11: "<", 12: ">", 13: "<=", 14: ">=",
    15: "==", 16: "!=", 17: "&", 18: "^", 19: "|",
}  # fmt: skip
_AND, _OR, _ASSIGN, _COMMA = 20, 21, 22, 33
_COMPOUND = {23: "*", 24: "/", 25: "%", 26: "+", 27: "-", 28: "<<", 29: ">>", 30: "&", 31: "^", 32: "|"}
# By CXUnaryOperatorKind.
_STEPS = {1: (1, False), 2: (-1, False), 3: (1, True), 4: (-1, True)}
_UNARY = {5: "&", 6: "*", 7: "+", 8: "-", 9: "~", 10: "!"}
_EXTENSION = 13

_CONSTRUCTS = {
    "MEMBER_REF_EXPR": "structure member",
    "ARRAY_SUBSCRIPT_EXPR": "array element",
    "ADDR_LABEL_EXPR": "address of a label",
    "INIT_LIST_EXPR": "initialiser list",
    "COMPOUND_LITERAL_EXPR": "compound literal",
    "FLOATING_LITERAL": "floating-point number",
    "IMAGINARY_LITERAL": "complex number",
    "GENERIC_SELECTION_EXPR": "_Generic",
    "UNARY_OPERATOR": "operator",
    "BINARY_OPERATOR": "operator",
}
_HARMLESS = frozenset(
    {"ADDR_LABEL_EXPR", "INIT_LIST_EXPR", "COMPOUND_LITERAL_EXPR", "FLOATING_LITERAL", "IMAGINARY_LITERAL"}
)


def opaque(body: Body, raw: Raw) -> Expression:
    """An expression that we have no meaning for."""
    construct = _CONSTRUCTS.get(raw.kind, "expression of an unknown kind")
    harmless = raw.kind in _HARMLESS and not is_variably_modified(body.unit, raw.cursor)
    return Opaque(body.types.of(raw.cursor), body.place(raw), construct, operands(body, raw), harmless)


def operands(body: Body, raw: Raw) -> tuple[Expression, ...]:
    """The children that are expressions."""
    return tuple(
        [child.node for child in raw.children if child.node is not None and body.unit.is_expression(child)]
    )


def _integer(body: Body, raw: Raw) -> Expression:
    """Literals, `sizeof` and the like."""
    type_ = body.types.of(raw.cursor)
    value = body.unit.integer(raw.cursor) if isinstance(type_, IntType) else None
    sizeof = raw.kind == "CXX_UNARY_EXPR"
    if value is None or (sizeof and has_variable_size(body.unit, raw.cursor)):
        construct = "sizeof a variable-length array" if sizeof else "constant of an unknown kind"
        return Opaque(type_, body.place(raw), construct, ())
    return Constant(type_, body.place(raw), value)


def _text(body: Body, raw: Raw) -> Expression:
    return Text(body.types.of(raw.cursor), body.place(raw), body.unit.spelling(raw.cursor))


def _name(body: Body, raw: Raw) -> Expression:
    unit, type_, place = body.unit, body.types.of(raw.cursor), body.place(raw)
    declaration = unit.referenced(raw.cursor)
    match unit.kind(declaration):
        case "ENUM_CONSTANT_DECL":
            return Constant(type_, place, unit.enum_value(declaration))
        case "VAR_DECL" | "PARM_DECL":
            return Name(type_, place, body.variable(declaration))
        case "FUNCTION_DECL":
            name = unit.spelling(declaration)
            body.declarations.mention(name, declaration)
            return FunctionName(type_, place, name)
    return Opaque(type_, place, f"`{unit.spelling(raw.cursor)}`", ())


def _parenthesised(body: Body, raw: Raw) -> Expression:
    found = operands(body, raw)
    return found[0] if len(found) == 1 else opaque(body, raw)


def _unexposed(body: Body, raw: Raw) -> Expression:
    """Implicit conversions, GNU's `a ?: b`, and constants of kinds that libclang does not name."""
    found = operands(body, raw)
    if len(raw.children) == len(found) == 1 and body.unit.same_extent(raw.cursor, raw.children[0].cursor):
        return _converted(body, raw, found[0])
    type_, place = body.types.of(raw.cursor), body.place(raw)
    if all(isinstance(part, Constant) for part in found) and isinstance(type_, IntType):
        value = body.unit.integer(raw.cursor)
        if value is not None:
            return Constant(type_, place, value)
    if len(raw.children) == len(found) == 4 and isinstance(found[0].type, IntType):
        starts = {body.place(child).start_offset() for child in raw.children[:3]}
        if len(starts) == 1:  # the condition is shown three times
            return Conditional(type_, place, found[0], None, found[3])
    return opaque(body, raw)


def _cast(body: Body, raw: Raw) -> Expression:
    found = operands(body, raw)
    if is_variably_modified(body.unit, raw.cursor):
        return Opaque(body.types.of(raw.cursor), body.place(raw), "cast to a variably modified type", found)
    return _converted(body, raw, found[-1]) if found else opaque(body, raw)


def _converted(body: Body, raw: Raw, operand: Expression) -> Expression:
    type_ = body.types.of(raw.cursor)
    if type_ == operand.type:
        return operand
    return Cast(type_, body.place(raw), operand)


def _unary(body: Body, raw: Raw) -> Expression:
    kind, found = body.unit.unary_operator(raw.cursor), operands(body, raw)
    if len(found) != 1:
        return opaque(body, raw)
    type_, place = body.types.of(raw.cursor), body.place(raw)
    if kind in _STEPS:
        delta, prefix = _STEPS[kind]
        return Step(type_, place, found[0], delta, prefix)
    if kind == _EXTENSION:
        return found[0]
    if kind in _UNARY:
        inner = found[0]
        if (
            _UNARY[kind] == "*"
            and isinstance(inner, Unary)
            and inner.op == "&"
            and inner.operand.type == type_
        ):
            return inner.operand
        return Unary(type_, place, _UNARY[kind], found[0])
    return opaque(body, raw)


def _binary(body: Body, raw: Raw) -> Expression:
    kind, found = body.unit.binary_operator(raw.cursor), operands(body, raw)
    if len(found) != 2:
        return opaque(body, raw)
    type_, place, (left, right) = body.types.of(raw.cursor), body.place(raw), found
    if kind in _BINARY:
        return Binary(type_, place, _BINARY[kind], left, right)
    if kind in (_AND, _OR):
        return Logical(type_, place, "&&" if kind == _AND else "||", left, right)
    if kind == _COMMA:
        return Comma(type_, place, left, right)
    if kind == _ASSIGN or kind in _COMPOUND:
        return Assignment(type_, place, _COMPOUND.get(kind), left, right)
    return opaque(body, raw)


def _conditional(body: Body, raw: Raw) -> Expression:
    found = operands(body, raw)
    if len(found) != 3:
        return opaque(body, raw)
    return Conditional(body.types.of(raw.cursor), body.place(raw), *found)


def _call(body: Body, raw: Raw) -> Expression:
    found = operands(body, raw)
    if not found:
        return opaque(body, raw)
    name, prototyped = _callee(body, raw.children[0])
    arguments = found[1:] if prototyped else tuple([_as_written(child) for child in raw.children[1:]])
    return CallExpression(body.types.of(raw.cursor), body.place(raw), name, found[0], arguments, prototyped)


def _as_written(raw: Raw) -> Expression:
    """An argument before conversion: where clang sees an old-style definition, it converts as if to a
    prototype, although C only promotes."""
    while raw.kind == "UNEXPOSED_EXPR" and isinstance(raw.node, Cast) and isinstance(raw.node.type, IntType):
        if len(raw.children) != 1 or not isinstance(raw.children[0].node.type, IntType):
            break
        raw = raw.children[0]
    return raw.node  # type: ignore[no-any-return]


def _callee(body: Body, raw: Raw) -> tuple[str | None, bool]:
    """The function that a callee names without detour, and whether it has a prototype there.

    A written cast changes how the function is called, so it is a detour.
    """
    unit = body.unit
    while raw.kind in ("PAREN_EXPR", "UNEXPOSED_EXPR", "UNARY_OPERATOR") and len(raw.children) == 1:
        if raw.kind == "UNARY_OPERATOR" and _UNARY.get(unit.unary_operator(raw.cursor)) not in ("&", "*"):
            break
        raw = raw.children[0]
    if isinstance(raw.node, FunctionName):
        kind = unit.type_kind(unit.canonical(unit.type_of(raw.cursor)))
        return raw.node.name, kind != "FUNCTIONNOPROTO"
    return None, True


def _statement_expression(body: Body, raw: Raw) -> Expression:
    return StatementExpression(body.types.of(raw.cursor), body.place(raw), raw.children[0].node)


def _member(body: Body, raw: Raw) -> Expression:
    found = operands(body, raw)
    through_pointer = bool(found) and found[0].type == OtherType("pointer")
    return Opaque(body.types.of(raw.cursor), body.place(raw), "structure member", found, not through_pointer)


def _initialiser_list(body: Body, raw: Raw) -> Expression:
    """`{ 1 }` is allowed for a scalar."""
    type_, found = body.types.of(raw.cursor), operands(body, raw)
    if isinstance(type_, IntType) and len(found) <= 1:
        return found[0] if found else Constant(type_, body.place(raw), 0)
    return opaque(body, raw)


EXPRESSIONS: dict[str, Callable[[Body, Raw], Expression]] = {
    "INTEGER_LITERAL": _integer,
    "CHARACTER_LITERAL": _integer,
    "CXX_UNARY_EXPR": _integer,
    "STRING_LITERAL": _text,
    "DECL_REF_EXPR": _name,
    "PAREN_EXPR": _parenthesised,
    "UNEXPOSED_EXPR": _unexposed,
    "CSTYLE_CAST_EXPR": _cast,
    "UNARY_OPERATOR": _unary,
    "BINARY_OPERATOR": _binary,
    "COMPOUND_ASSIGNMENT_OPERATOR": _binary,
    "CONDITIONAL_OPERATOR": _conditional,
    "CALL_EXPR": _call,
    "StmtExpr": _statement_expression,
    "MEMBER_REF_EXPR": _member,
    "INIT_LIST_EXPR": _initialiser_list,
}
