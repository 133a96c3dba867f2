"""The types of the tree, from clang's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.tree import VOID, CType, IntType, OtherType

if TYPE_CHECKING:
    from maymust.frontends.c.clang_api import Cursor, Type, Unit

_SIGNED = frozenset({"CHAR_S", "SCHAR", "SHORT", "INT", "LONG", "LONGLONG", "WCHAR"})
_UNSIGNED = frozenset({"CHAR_U", "UCHAR", "USHORT", "UINT", "ULONG", "ULONGLONG", "CHAR16", "CHAR32"})
_FAMILIES = {
    "POINTER": "pointer",
    "CONSTANTARRAY": "array",
    "INCOMPLETEARRAY": "array",
    "VARIABLEARRAY": "variable-length array",
    "FUNCTIONPROTO": "function",
    "FUNCTIONNOPROTO": "function",
    "INT128": "128-bit integer",
    "UINT128": "128-bit integer",
    "COMPLEX": "complex number",
    "VECTOR": "vector",
    "EXTVECTOR": "vector",
    "FLOAT": "floating-point number",
    "DOUBLE": "floating-point number",
    "LONGDOUBLE": "floating-point number",
    "FLOAT128": "floating-point number",
    "HALF": "floating-point number",
    "FLOAT16": "floating-point number",
    "IBM128": "floating-point number",
    "BFLOAT16": "floating-point number",
}


class TypeTable:
    """Translates types, each once."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self._known: dict[tuple[int, int | None], CType] = {}

    def of(self, cursor: Cursor) -> CType:
        """The type of an expression or of what is declared."""
        return self.translate(self._unit.type_of(cursor))

    def translate(self, type_: Type) -> CType:
        """The tree's type for clang's."""
        key = (type_.number, type_.a)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._translate(self._unit.canonical(type_))
        return known

    def _translate(self, type_: Type) -> CType:
        unit = self._unit
        kind = unit.type_kind(type_)
        if kind == "ENUM":
            return self._translate(unit.canonical(unit.enum_integer_type(type_)))
        if kind == "BOOL":
            return IntType(8 * unit.type_size(type_), signed=False, boolean=True)
        if kind in _SIGNED or kind in _UNSIGNED:
            return IntType(8 * unit.type_size(type_), signed=kind in _SIGNED)
        if kind == "VOID":
            return VOID
        if kind == "RECORD":
            return OtherType("union" if unit.declaration_kind(type_) == "UNION_DECL" else "structure")
        family = _FAMILIES.get(kind)
        return OtherType(family if family is not None else f"type `{unit.type_spelling(type_)}`")


def promoted(type_: IntType) -> IntType:
    """The integer promotion (C11 6.3.1.1): what is narrower than int becomes int."""
    return type_ if type_.width >= 32 else IntType(32, signed=True)


def common_type(a: IntType, b: IntType) -> IntType:
    """The usual arithmetic conversions (C11 6.3.1.8). Rank never disagrees with width, so width decides."""
    a, b = promoted(a), promoted(b)
    if a.width != b.width:
        return a if a.width > b.width else b
    return IntType(a.width, signed=a.signed and b.signed)
