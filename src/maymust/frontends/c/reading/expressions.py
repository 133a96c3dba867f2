"""Reads expressions, one kind of clang's at a time; the operands have been read before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.reading.aggregates import (
    read_compound_literal,
    read_initialiser_list,
    read_member,
    read_subscript,
)
from maymust.frontends.c.reading.literals import read_integer, read_real, read_text
from maymust.frontends.c.reading.parts import begins_with, dereferenced, opaque, operands
from maymust.frontends.c.reading.variable_types import is_variably_modified
from maymust.frontends.c.reading.variadic import given_away, read_call, read_use
from maymust.frontends.c.tree.expressions import (
    Assignment,
    Binary,
    CallExpression,
    Cast,
    Comma,
    Conditional,
    Constant,
    Expression,
    FloatConstant,
    FunctionName,
    Logical,
    Member,
    Name,
    Opaque,
    StatementExpression,
    Step,
    Unary,
)
from maymust.frontends.c.tree.nodes import promoted_operand
from maymust.frontends.c.tree.va_lists import VA_LIST
from maymust.frontends.c.types import (
    ArrayType,
    FunctionType,
    IntType,
    OtherType,
    PointerType,
    VoidType,
    family,
    is_scalar,
    promoted,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.frontends.c.clang.api import Raw
    from maymust.frontends.c.reading.body import Body

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
_OPEN_TYPE = "arithmetic on a bit-field that may be promoted or not"


def _name(body: Body, raw: Raw) -> Expression:
    unit, type_, place = body.unit, body.types.of(raw.cursor), body.place(raw)
    declaration = unit.referenced(raw.cursor)
    match unit.kind(declaration):
        case "ENUM_CONSTANT_DECL":
            return Constant(type_, place, unit.enum_value(declaration))
        case "VAR_DECL" | "PARM_DECL":
            variable = body.variable(declaration)
            return Name(variable.type, place, variable)
        case "FUNCTION_DECL":
            name = unit.spelling(declaration)
            body.declarations.mention(name, declaration, place)
            return FunctionName(type_, place, body.declarations.known_as(name))
    return Opaque(type_, place, f"`{unit.spelling(raw.cursor)}`", ())


def _parenthesised(body: Body, raw: Raw) -> Expression:
    found = operands(body, raw)
    return found[0] if len(found) == 1 else opaque(body, raw)


def _unexposed(body: Body, raw: Raw) -> Expression:
    """Implicit conversions, GNU's `a ?: b`, and constants of kinds that libclang does not name."""
    found = operands(body, raw)
    if found and found[0].type == VA_LIST:
        return read_use(body, raw, found[0]) or opaque(body, raw, "va_arg")
    if len(raw.children) == len(found) == 1 and body.unit.same_extent(raw.cursor, raw.children[0].cursor):
        return _converted(body, raw, found[0])
    type_, place = body.types.value_of(raw.cursor), body.place(raw)
    if all(isinstance(part, Constant) for part in found) and isinstance(type_, IntType):
        value = body.unit.integer(raw.cursor)
        if value is not None:
            return Constant(type_, place, value)
    if len(raw.children) == len(found) == 4 and is_scalar(type_) and is_scalar(found[0].type):
        starts = {body.place(child).start_offset() for child in raw.children[:3]}
        if len(starts) == 1:  # the condition is shown three times
            return Conditional(type_, place, found[0], None, found[3])
    if len(found) == 3 and begins_with(body, raw, b"__builtin_choose_expr"):
        return _chosen(body, raw, found)
    return opaque(body, raw, "va_arg" if begins_with(body, raw, b"__builtin_va_arg") else None)


def _chosen(body: Body, raw: Raw, found: tuple[Expression, ...]) -> Expression:
    """`__builtin_choose_expr(constant, then, otherwise)`: the other one is not evaluated."""
    expressions = [child for child in raw.children if body.unit.is_expression(child)]
    value = body.unit.integer(expressions[0].cursor)
    if value is None:
        return opaque(body, raw)
    chosen = found[1] if value else found[2]
    return chosen if chosen.type == body.types.of(raw.cursor) else opaque(body, raw)


def _cast(body: Body, raw: Raw) -> Expression:
    found = operands(body, raw)
    if is_variably_modified(body.unit, raw.cursor):
        type_ = body.types.value_of(raw.cursor)
        return Opaque(type_, body.place(raw), "cast to a variably modified type", found, has_lengths=True)
    return _converted(body, raw, found[-1]) if found else opaque(body, raw)


def _converted(body: Body, raw: Raw, operand: Expression) -> Expression:
    type_, source = body.types.of(raw.cursor), operand.type
    if type_ == source:
        return operand
    if isinstance(source, PointerType):
        type_ = body.types.value_of(raw.cursor)  # a parameter that was written as an array
        if type_ == source:
            return operand
    decays = isinstance(type_, PointerType) and isinstance(source, ArrayType | FunctionType)
    known = decays or isinstance(type_, VoidType | OtherType) or isinstance(source, OtherType)
    if known or (is_scalar(type_) and is_scalar(source)):
        return Cast(type_, body.place(raw), operand)
    return Opaque(type_, body.place(raw), f"conversion to a {family(type_)}", (operand,), harmless=True)


def _unary(body: Body, raw: Raw) -> Expression:
    kind, found = body.unit.unary_operator(raw.cursor), operands(body, raw)
    if len(found) != 1:
        return opaque(body, raw)
    place, inner = body.place(raw), found[0]
    if kind in _STEPS:
        delta, prefix = _STEPS[kind]
        return Step(inner.type, place, inner, delta, prefix)
    if kind == _EXTENSION:
        return inner
    match _UNARY.get(kind):
        case "&" if isinstance(inner, Name) and inner.variable.count is not None:
            return opaque(body, raw, "address of a variable-length array")
        case "&":
            return Unary(body.types.pointer_to(inner.type), place, "&", inner)
        case "*":
            target = inner.type.target if isinstance(inner.type, PointerType) else body.types.of(raw.cursor)
            return dereferenced(inner, target, place)
        case str(op):
            return Unary(body.types.value_of(raw.cursor), place, op, inner)
    return opaque(body, raw)


def _has_open_type(operand: Expression) -> bool:
    """Whether this is `s.f++` or `x, s.f` for a bit-field: compilers disagree whether that is promoted."""
    while isinstance(operand, Cast | Comma):
        if isinstance(operand, Comma) and isinstance(operand.right, Member):
            return _changes_in_promotion(operand.right)
        operand = operand.operand if isinstance(operand, Cast) else operand.right
    return isinstance(operand, Step) and _changes_in_promotion(operand.target)


def _changes_in_promotion(expression: Expression) -> bool:
    return isinstance(expression.type, IntType) and promoted_operand(expression) != promoted(expression.type)


def _binary(body: Body, raw: Raw) -> Expression:
    kind, found = body.unit.binary_operator(raw.cursor), operands(body, raw)
    if len(found) != 2:
        return opaque(body, raw)
    type_, place, (left, right) = body.types.value_of(raw.cursor), body.place(raw), found
    if (kind in _BINARY or kind in _COMPOUND) and any(_has_open_type(operand) for operand in found):
        return opaque(body, raw, _OPEN_TYPE)
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
    if any(_has_open_type(branch) for branch in found[1:]):
        return opaque(body, raw, _OPEN_TYPE)
    return Conditional(body.types.value_of(raw.cursor), body.place(raw), *found)


def _call(body: Body, raw: Raw) -> Expression:
    found = operands(body, raw)
    if not found:
        return opaque(body, raw)
    name, prototyped = _callee(body, raw.children[0])
    arguments = found[1:] if prototyped else tuple([_as_written(child) for child in raw.children[1:]])
    if name in library.HINTS and arguments and all(_is_constant(hint) for hint in arguments[1:]):
        return arguments[0]
    variadic = read_call(body, raw, name, arguments)
    if variadic is not None:
        return variadic
    arguments = tuple([given_away(body, argument) for argument in arguments])
    type_ = body.types.value_of(raw.cursor)
    call = CallExpression(type_, body.place(raw), name, found[0], arguments, prototyped)
    return body.declarations.call_of(call, body.name)


def _is_constant(expression: Expression) -> bool:
    while isinstance(expression, Cast):
        expression = expression.operand
    return isinstance(expression, Constant | FloatConstant)


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
    unit, called = body.unit, raw.cursor
    while raw.kind in ("PAREN_EXPR", "UNEXPOSED_EXPR", "UNARY_OPERATOR") and len(raw.children) == 1:
        if raw.kind == "UNARY_OPERATOR" and _UNARY.get(unit.unary_operator(raw.cursor)) not in ("&", "*"):
            break
        raw = raw.children[0]
    if isinstance(raw.node, FunctionName):
        kind = unit.type_kind(unit.canonical(unit.type_of(raw.cursor)))
        return raw.node.name, kind != "FUNCTIONNOPROTO"
    type_ = unit.canonical(unit.type_of(called))
    target = unit.inner_type(type_) if unit.type_kind(type_) == "POINTER" else type_
    return None, target is None or unit.type_kind(unit.canonical(target)) != "FUNCTIONNOPROTO"


def _generic(body: Body, raw: Raw) -> Expression:
    """`_Generic`: the first expression is not evaluated, nor those of other types. Clang does not tell which
    one it has chosen, but its type, and its value where it is a constant."""
    unit = body.unit
    parts = [child for child in raw.children if child.node is not None and unit.is_expression(child)]
    type_ = unit.canonical(unit.type_of(raw.cursor)).a
    fitting = [child.node for child in parts[1:] if unit.canonical(unit.type_of(child.cursor)).a == type_]
    if len(fitting) == 1:
        return fitting[0]  # type: ignore[no-any-return]
    ctype, place = body.types.of(raw.cursor), body.place(raw)
    if fitting and isinstance(ctype, IntType) and all(isinstance(node, Constant) for node in fitting):
        value = unit.integer(raw.cursor)
        if value is not None:
            return Constant(ctype, place, value)
    return Opaque(ctype, place, "_Generic", (), perhaps=tuple(fitting))


def _statement_expression(body: Body, raw: Raw) -> Expression:
    return StatementExpression(body.types.value_of(raw.cursor), body.place(raw), raw.children[0].node)


EXPRESSIONS: dict[str, Callable[[Body, Raw], Expression]] = {
    "INTEGER_LITERAL": read_integer,
    "CHARACTER_LITERAL": read_integer,
    "CXX_UNARY_EXPR": read_integer,
    "FLOATING_LITERAL": read_real,
    "STRING_LITERAL": read_text,
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
    "GENERIC_SELECTION_EXPR": _generic,
    "MEMBER_REF_EXPR": read_member,
    "ARRAY_SUBSCRIPT_EXPR": read_subscript,
    "INIT_LIST_EXPR": read_initialiser_list,
    "COMPOUND_LITERAL_EXPR": read_compound_literal,
}
