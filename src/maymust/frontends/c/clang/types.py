"""Asks clang about types."""

from __future__ import annotations

from maymust.frontends.c.clang.libclang import (
    CONTINUE,
    FIELD_VISITOR,
    TYPE_KINDS,
    Cursor,
    Type,
    declaration_key,
    lib,
    text_of,
)
from maymust.frontends.c.clang.text import UnitText

_INNER = {
    "POINTER": lib.clang_getPointeeType,
    "FUNCTIONPROTO": lib.clang_getResultType,
    "FUNCTIONNOPROTO": lib.clang_getResultType,
} | dict.fromkeys(("CONSTANTARRAY", "INCOMPLETEARRAY", "VARIABLEARRAY"), lib.clang_getArrayElementType)


class UnitTypes(UnitText):
    """A translation unit, as far as its text and its types go."""

    def type_of(self, cursor: Cursor) -> Type:
        """The type of an expression or of what is declared."""
        return lib.clang_getCursorType(cursor)  # type: ignore[no-any-return]

    def canonical(self, type_: Type) -> Type:
        """The type without typedefs."""
        return lib.clang_getCanonicalType(type_)  # type: ignore[no-any-return]

    def type_kind(self, type_: Type) -> str:
        """The kind of a type."""
        return TYPE_KINDS.get(type_.number, "UNEXPOSED")

    def type_spelling(self, type_: Type) -> str:
        """A type as C writes it."""
        return text_of(lib.clang_getTypeSpelling(type_))

    def type_size(self, type_: Type) -> int:
        """The size in bytes; negative where there is none."""
        return lib.clang_Type_getSizeOf(type_)  # type: ignore[no-any-return]

    def type_alignment(self, type_: Type) -> int:
        """The alignment in bytes; negative where there is none."""
        return lib.clang_Type_getAlignOf(type_)  # type: ignore[no-any-return]

    def pointer_width(self) -> int:
        """The width of a pointer in bits."""
        target = lib.clang_getTranslationUnitTargetInfo(self._handle)
        width: int = lib.clang_TargetInfo_getPointerWidth(target)
        lib.clang_TargetInfo_dispose(target)
        return width

    def array_size(self, type_: Type) -> int | None:
        """The number of an array's elements, if that is known."""
        count = int(lib.clang_getArraySize(type_))
        return count if count >= 0 else None

    def parameter_types(self, type_: Type) -> list[Type]:
        """The types of the parameters of a function's type."""
        return [lib.clang_getArgType(type_, i) for i in range(max(lib.clang_getNumArgTypes(type_), 0))]

    def type_declaration_key(self, type_: Type) -> int | None:
        """What is the same for the same structure or union."""
        return declaration_key(lib.clang_getTypeDeclaration(type_))

    def fields(self, type_: Type) -> list[Cursor]:
        """The declarations of a record's members, with those that have no name."""
        found: list[Cursor] = []

        def visit(cursor: Cursor, _data: object) -> int:
            found.append(cursor)
            return CONTINUE

        lib.clang_Type_visitFields(type_, FIELD_VISITOR(visit), None)
        return found

    def field_offset(self, cursor: Cursor) -> int:
        """How many bits a member lies behind the start of the record that it is declared in."""
        return lib.clang_Cursor_getOffsetOfField(cursor)  # type: ignore[no-any-return]

    def bit_width(self, cursor: Cursor) -> int:
        """The width of a bit-field; negative for other members."""
        return lib.clang_getFieldDeclBitWidth(cursor)  # type: ignore[no-any-return]

    def enum_integer_type(self, type_: Type) -> Type:
        """The integer type that an enumeration is kept in."""
        return lib.clang_getEnumDeclIntegerType(lib.clang_getTypeDeclaration(type_))  # type: ignore[no-any-return]

    def declaration_kind(self, type_: Type) -> str:
        """The kind of the declaration of a type: tells a union from a structure."""
        return self.kind(lib.clang_getTypeDeclaration(type_))

    def is_synonym(self, type_: Type, name: str) -> bool:
        """Whether a type is, perhaps by way of others, the typedef of this name."""
        declaration = lib.clang_getTypeDeclaration(type_)
        while self.kind(declaration) == "TYPEDEF_DECL":
            if self.spelling(declaration) == name:
                return True
            declaration = lib.clang_getTypeDeclaration(lib.clang_getTypedefDeclUnderlyingType(declaration))
        return False

    def is_declared_globally(self, type_: Type) -> bool:
        """Whether the declaration of a type is in no function."""
        outer = lib.clang_getCursorSemanticParent(lib.clang_getTypeDeclaration(type_))
        return self.kind(outer) == "TRANSLATION_UNIT"

    def inner_type(self, type_: Type) -> Type | None:
        """What a pointer points to, an array consists of, or a function returns; None for other types."""
        inner = _INNER.get(self.type_kind(type_))
        return None if inner is None else inner(type_)

    def pointee(self, type_: Type) -> Type | None:
        """What a pointer, or a parameter that is written as an array, points to, with the typedef that names
        it; None for other types."""
        while self.type_kind(type_) in ("ELABORATED", "TYPEDEF"):
            if self.type_kind(type_) == "ELABORATED":
                type_ = lib.clang_Type_getNamedType(type_)
            else:
                type_ = lib.clang_getTypedefDeclUnderlyingType(lib.clang_getTypeDeclaration(type_))
        if self.type_kind(type_) in ("FUNCTIONPROTO", "FUNCTIONNOPROTO"):
            return None
        return self.inner_type(type_)

    def result_type(self, type_: Type) -> Type:
        """What a function of this type returns."""
        return lib.clang_getResultType(type_)  # type: ignore[no-any-return]

    def is_const(self, type_: Type) -> bool:
        """Whether the type itself is `const`."""
        return bool(lib.clang_isConstQualifiedType(type_))

    def is_volatile(self, type_: Type) -> bool:
        """Whether the type itself is `volatile`."""
        return bool(lib.clang_isVolatileQualifiedType(type_))

    def is_variadic(self, type_: Type) -> bool:
        """Whether a function of this type takes any number of arguments."""
        return bool(lib.clang_isFunctionTypeVariadic(type_))
