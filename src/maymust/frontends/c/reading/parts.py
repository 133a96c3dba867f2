"""Does what the readers of expressions share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.reading.variable_types import is_variably_modified
from maymust.frontends.c.tree.expressions import Cast, Expression, Opaque, Unary
from maymust.frontends.c.types import PointerType

if TYPE_CHECKING:
    from maymust.frontends.c.clang.api import Raw
    from maymust.frontends.c.reading.body import Body
    from maymust.frontends.c.tree.places import Place
    from maymust.frontends.c.types import CType

_CONSTRUCTS = {
    "MEMBER_REF_EXPR": "structure member",
    "ARRAY_SUBSCRIPT_EXPR": "array element",
    "ADDR_LABEL_EXPR": "address of a label",
    "INIT_LIST_EXPR": "initialiser list",
    "COMPOUND_LITERAL_EXPR": "compound literal",
    "FLOATING_LITERAL": "floating-point number",
    "IMAGINARY_LITERAL": "complex number",
    "STRING_LITERAL": "string literal",
    "UNARY_OPERATOR": "operator",
    "BINARY_OPERATOR": "operator",
}
_HARMLESS = frozenset(
    {
        "ADDR_LABEL_EXPR", "INIT_LIST_EXPR", "COMPOUND_LITERAL_EXPR", "FLOATING_LITERAL", "IMAGINARY_LITERAL",
        "STRING_LITERAL",
    }
)  # fmt: skip


def opaque(body: Body, raw: Raw, construct: str | None = None) -> Opaque:
    """An expression that we have no meaning for."""
    if construct is None:
        construct = _CONSTRUCTS.get(raw.kind, "expression of an unknown kind")
    harmless = raw.kind in _HARMLESS and not is_variably_modified(body.unit, raw.cursor)
    return Opaque(body.types.of(raw.cursor), body.place(raw), construct, operands(body, raw), harmless)


def operands(body: Body, raw: Raw) -> tuple[Expression, ...]:
    """The children that are expressions."""
    return tuple(
        [child.node for child in raw.children if child.node is not None and body.unit.is_expression(child)]
    )


def dereferenced(pointer: Expression, target: CType, place: Place) -> Expression:
    """`*pointer`; `*&x` is x, also if the address is converted to other pointers in between and back."""
    address = pointer
    while isinstance(address, Cast) and isinstance(address.type, PointerType):
        if not isinstance(address.operand.type, PointerType):
            break
        address = address.operand
    if isinstance(address, Unary) and address.op == "&" and address.operand.type == target:
        return address.operand
    return Unary(target, place, "*", pointer)


def converted(expression: Expression, type_: CType, place: Place) -> Expression:
    """A scalar as one of another type."""
    return expression if expression.type == type_ else Cast(type_, place, expression)


def begins_with(body: Body, raw: Raw, word: bytes) -> bool:
    """Whether the first token of a node is this word."""
    start = body.unit.spelled_at(raw.cursor).offset
    return body.unit.contents(raw.cursor)[start : start + len(word)] == word
