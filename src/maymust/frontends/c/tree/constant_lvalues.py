"""Tells which lvalues designate constant objects by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from maymust.frontends.c.tree.expressions import (
    Cast,
    CompoundLiteral,
    Declared,
    Member,
    Name,
    Subscript,
    Text,
    Unary,
)
from maymust.frontends.c.types import ArrayType

if TYPE_CHECKING:
    from maymust.frontends.c.tree.expressions import Expression


def is_constant_lvalue(expression: Expression) -> Literal["read-only", "undefined"] | None:
    """Whether an lvalue designates a constant object, or a part of one, by name. C lets it be written only if
    a conversion has taken `const` away: `*(int *)&x` is x."""
    part = False
    while True:
        match expression:
            case Member(base=base, field=field):
                part, expression = part or field.const, base
            case Subscript(base=Cast(operand=array)) if isinstance(array.type, ArrayType):
                expression = array
            case Unary(op="*", operand=Cast(operand=array)) if isinstance(array.type, ArrayType):
                expression = array
            case Name(variable=what) | (CompoundLiteral() as what):
                if is_read_only(what):
                    return "read-only"
                return "undefined" if part or is_constant_object(what) else None
            case _:
                return None


def is_read_only(what: Declared | CompoundLiteral | Text) -> bool:
    """Whether an object lies in memory that cannot be written. (Compilers do not put `volatile` ones there.)
    String literals do, too, but are looked at elsewhere."""
    if isinstance(what, Text) or not is_constant_object(what) or not what.lasting:
        return False
    return isinstance(what, CompoundLiteral) or not (what.volatile or what.outside)


def is_constant_object(what: Declared | CompoundLiteral | Text) -> bool:
    """Whether an object is declared constant."""
    return not isinstance(what, Text) and what.const
