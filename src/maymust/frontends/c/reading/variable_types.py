"""Finds variably modified types: an array in them has a size that is computed where they are declared."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maymust.frontends.c.clang.api import Raw, Unit
    from maymust.frontends.c.clang.libclang import Cursor, Type

_HARMLESS = frozenset(
    {"DECL_REF_EXPR", "UNEXPOSED_EXPR", "PAREN_EXPR", "INTEGER_LITERAL", "CHARACTER_LITERAL", "TYPE_REF"}
)

_CASTS = ("CSTYLE_CAST_EXPR", "COMPOUND_LITERAL_EXPR")
_STEPS = range(1, 5)  # by CXUnaryOperatorKind: ++ and --
_ASSIGNMENT = 22  # CXBinaryOperatorKind


def is_variably_modified(unit: Unit, cursor: Cursor) -> bool:
    """Whether the type of an expression, or of what is declared, is variably modified."""
    type_: Type | None = unit.canonical(unit.type_of(cursor))
    while type_ is not None:
        if unit.type_kind(type_) == "VARIABLEARRAY":
            return True
        type_ = unit.inner_type(type_)
    return False


def variable_array_element(unit: Unit, cursor: Cursor) -> Type | None:
    """The elements of a variable-length array that is declared here, if their size is constant."""
    type_ = unit.canonical(unit.type_of(cursor))
    element = unit.inner_type(type_) if unit.type_kind(type_) == "VARIABLEARRAY" else None
    inner = element
    while inner is not None:
        if unit.type_kind(unit.canonical(inner)) == "VARIABLEARRAY":
            return None
        inner = unit.inner_type(unit.canonical(inner))
    return element


def parameter_obstacle(unit: Unit, cursor: Cursor) -> str | None:
    """Why a parameter's type cannot be evaluated: its size is not just a variable or a constant."""
    if not is_variably_modified(unit, cursor):
        return None
    if all(raw.kind in _HARMLESS for raw in unit.preorder(cursor)[1:]):
        return None
    return f"variably modified type of `{unit.spelling(cursor)}`"


def has_variable_size(unit: Unit, cursor: Cursor) -> bool:
    """Whether an operand of `sizeof` has a size in it whose evaluation does something, or might.

    C leaves open whether a size that does not matter is evaluated (C11 6.7.6.2p5).
    """
    end = unit.extent(cursor)[1]
    for raw in unit.children(cursor):
        parts = unit.preorder(raw.cursor)
        is_size = unit.is_expression(raw) and unit.extent(raw.cursor)[1] != end
        if is_size and any(_acts(unit, part) for part in parts):
            return True
        if any(part.kind in _CASTS and is_variably_modified(unit, part.cursor) for part in parts):
            return True
    return False


def _acts(unit: Unit, raw: Raw) -> bool:
    match raw.kind:
        case "UNARY_OPERATOR":
            return unit.unary_operator(raw.cursor) in _STEPS
        case "BINARY_OPERATOR":
            return unit.binary_operator(raw.cursor) == _ASSIGNMENT
        case "CXX_UNARY_EXPR":
            return unit.integer(raw.cursor) is None
    return raw.kind in ("CALL_EXPR", "COMPOUND_ASSIGNMENT_OPERATOR", "StmtExpr")
