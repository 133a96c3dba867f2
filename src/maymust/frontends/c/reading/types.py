"""Reads clang's types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.tree.records import Records
from maymust.frontends.c.types import (
    FLOATING_POINT,
    VLA,
    VOID,
    ArrayType,
    CType,
    FloatType,
    FunctionType,
    IntType,
    OtherType,
    PointerType,
)

if TYPE_CHECKING:
    from maymust.frontends.c.clang.api import Unit
    from maymust.frontends.c.clang.libclang import Cursor, Type

_SIGNED = frozenset({"CHAR_S", "SCHAR", "SHORT", "INT", "LONG", "LONGLONG", "WCHAR"})
_UNSIGNED = frozenset({"CHAR_U", "UCHAR", "USHORT", "UINT", "ULONG", "ULONGLONG", "CHAR16", "CHAR32"})
_ARRAYS = frozenset({"CONSTANTARRAY", "INCOMPLETEARRAY", "VARIABLEARRAY"})
_FUNCTIONS = frozenset({"FUNCTIONPROTO", "FUNCTIONNOPROTO"})
_FAMILIES = {
    "INT128": "128-bit integer",
    "UINT128": "128-bit integer",
    "COMPLEX": "complex number",
    "VECTOR": "vector",
    "EXTVECTOR": "vector",
} | dict.fromkeys(("LONGDOUBLE", "FLOAT128", "HALF", "FLOAT16", "IBM128", "BFLOAT16"), FLOATING_POINT)


class TypeTable:
    """Translates types, each once. `records` knows what structures and unions consist of.

    Libclang shows the type of a parameter as it was written, `int a[3]`, although it is a pointer, and so the
    type of every expression that has the parameter's type. Hence three questions: `of` believes libclang,
    `value_of` is for what cannot be an array or function, `declared` for what a declaration introduces. Where
    an expression designates an object, its type comes from the parts of the expression.
    """

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self._known: dict[tuple[int, int | None], CType] = {}
        self.records = Records(unit, self.declared)
        self.pointer_width = unit.pointer_width()

    def of(self, cursor: Cursor) -> CType:
        """The type of an expression, as libclang shows it."""
        return self.translate(self._unit.type_of(cursor))

    def value_of(self, cursor: Cursor) -> CType:
        """The type of an expression that is a value, or of a parameter: in place of an array or function, a
        pointer."""
        unit = self._unit
        type_ = unit.canonical(unit.type_of(cursor))
        kind = unit.type_kind(type_)
        if kind in _ARRAYS:
            element = unit.inner_type(type_)
            assert element is not None
            return self.pointer_to(self.translate(element))
        return self.pointer_to(self.translate(type_)) if kind in _FUNCTIONS else self.translate(type_)

    def declared(self, cursor: Cursor) -> CType:
        """The type of a variable, parameter or member."""
        return self.value_of(cursor) if self._unit.kind(cursor) == "PARM_DECL" else self.of(cursor)

    def pointer_to(self, target: CType) -> PointerType:
        """The type of pointers to this one."""
        return PointerType(target, self.pointer_width)

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
        if kind in _SIGNED or kind in _UNSIGNED:
            return IntType(8 * unit.type_size(type_), signed=kind in _SIGNED)
        match kind:
            case "ENUM":
                return self._translate(unit.canonical(unit.enum_integer_type(type_)))
            case "BOOL":
                return IntType(8 * unit.type_size(type_), signed=False, boolean=True)
            case "FLOAT" | "DOUBLE":
                return FloatType(8 * unit.type_size(type_))
            case "VOID":
                return VOID
            case "RECORD":
                return self.records.record(type_)
            case "VARIABLEARRAY":
                return VLA
            case "POINTER" | "CONSTANTARRAY" | "INCOMPLETEARRAY":
                inner = unit.inner_type(type_)
                assert inner is not None
                if kind == "POINTER":
                    return self.pointer_to(self.translate(inner))
                return ArrayType(self.translate(inner), unit.array_size(type_))
            case "FUNCTIONPROTO" | "FUNCTIONNOPROTO":
                return FunctionType(
                    self.translate(unit.result_type(type_)),
                    tuple(self.translate(parameter) for parameter in unit.parameter_types(type_)),
                    variadic=unit.is_variadic(type_) and kind == "FUNCTIONPROTO",
                    prototyped=kind == "FUNCTIONPROTO",
                )
        known = _FAMILIES.get(kind)
        return OtherType(known if known is not None else f"type `{unit.type_spelling(type_)}`")
