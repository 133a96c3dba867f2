"""What clang knows of a text. Nothing but this and `clang_library` touches `clang` or `ctypes`.

Kinds of cursors and types are given by the bindings' names, such as "IF_STMT" or "POINTER". Everything that
recurses over a deep tree inside libclang must run on a large stack: see `deep`.
"""

from __future__ import annotations

import ctypes
import re
from bisect import bisect_right
from ctypes import byref, c_char_p, c_size_t, c_uint, c_void_p
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from maymust.frontends.c.clang.libclang import (
    FIELD_VISITOR,
    KINDS,
    TYPE_KINDS,
    VISITOR,
    Cursor,
    Location,
    String,
    Type,
    UnsavedFile,
    lib,
)
from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from maymust.frontends.c.clang.weaving import Weaving

__all__ = [
    "ClangFailure",
    "Cursor",
    "Message",
    "Position",
    "Raw",
    "Type",
    "Unit",
    "declaration_key",
    "statement_key",
]

_CONTINUE, _RECURSE = 1, 2
_INTEGER_RESULT, _FLOAT_RESULT = 1, 2  # CXEvalResultKind
_SEVERE = 3  # CXDiagnostic_Error; 4 is fatal
_NO_INITIALISERS, _TERSE = 6, 17  # CXPrintingPolicyProperty; the second leaves out bodies
_NUMBERS = {name: number for number, name in KINDS.items()}
_LEAVES = frozenset(
    _NUMBERS[k] for k in ("CXX_UNARY_EXPR", "STRUCT_DECL", "UNION_DECL", "ENUM_DECL", "FUNCTION_DECL")
)
_DECLARATIONS = frozenset(
    _NUMBERS[k] for k in ("VAR_DECL", "PARM_DECL", "FUNCTION_DECL", "TYPEDEF_DECL", "STATIC_ASSERT")
)
_INNER = {
    "POINTER": lib.clang_getPointeeType,
    "FUNCTIONPROTO": lib.clang_getResultType,
    "FUNCTIONNOPROTO": lib.clang_getResultType,
} | dict.fromkeys(("CONSTANTARRAY", "INCOMPLETEARRAY", "VARIABLEARRAY"), lib.clang_getArrayElementType)


@dataclass(slots=True, eq=False)
class Raw:
    """A cursor with its kind and its children."""

    cursor: Cursor
    kind: str
    children: list[Raw] = field(default_factory=list)
    node: Any = None  # what `reading` has made of it


@frozen
class Position:
    """A place in a file: offset in bytes, line and column from 1."""

    file: str
    offset: int
    line: int
    column: int


@frozen
class Message:
    """What clang says about the text; `position` is None where it means no place."""

    error: bool
    text: str
    position: Position | None


@frozen
class _File:
    """A file that clang has read; `lines` are the bytes where its lines begin."""

    name: str
    text: bytes
    lines: list[int]


class Unit:
    """A translation unit that clang has parsed; the door to everything that clang knows of it."""

    def __init__(
        self,
        path: str,
        text: bytes,
        arguments: Sequence[str],
        weaving: Weaving | None = None,
        others: Mapping[str, str] | None = None,
    ) -> None:
        """Parses `text` as the contents of `path`; if it was woven, places are those that the weaving says.
        `others` are further files. Raises ClangFailure where clang itself gives up."""
        self.path = path
        self.text = text
        self._weaving = weaving
        self._index = lib.clang_createIndex(0, 0)
        self._handle = c_void_p()
        name = path.encode("utf-8", "surrogateescape")
        words = (c_char_p * len(arguments))(*[a.encode("utf-8", "surrogateescape") for a in arguments])
        files = [(name, text), *[(other.encode(), held.encode()) for other, held in (others or {}).items()]]
        unsaved = (UnsavedFile * len(files))(*[UnsavedFile(file, held, len(held)) for file, held in files])
        code = lib.clang_parseTranslationUnit2(
            self._index, name, words, len(arguments), unsaved, len(files), 0, byref(self._handle)
        )
        if code or not self._handle:
            raise ClangFailure(f"libclang returned error code {code}")
        self.scopes_of_c89 = False  # there, only braces open a scope
        self.is_model = False  # of functions of the C library, not the user's text
        self.declares_itself = frozenset[str]()  # what of the prelude the text declares in its own way
        self.weak_names = frozenset[str]()  # what pragmas make weak
        self._files: dict[int | None, _File] = {None: _File("", b"", [0])}

    def __del__(self) -> None:
        if self._handle:
            lib.clang_disposeTranslationUnit(self._handle)
            self._handle = c_void_p()
        if self._index:
            lib.clang_disposeIndex(self._index)
            self._index = None

    # -- the text ------------------------------------------------------------------------------------------

    def messages(self) -> Iterator[Message]:
        """Clang's diagnostics, in order."""
        for number in range(lib.clang_getNumDiagnostics(self._handle)):
            diagnostic = lib.clang_getDiagnostic(self._handle, number)
            error = lib.clang_getDiagnosticSeverity(diagnostic) >= _SEVERE
            text = _text(lib.clang_getDiagnosticSpelling(diagnostic))
            position = self._position(lib.clang_getDiagnosticLocation(diagnostic), lib.clang_getFileLocation)
            lib.clang_disposeDiagnostic(diagnostic)
            yield Message(error, text, position if position.line else None)

    def extent(self, cursor: Cursor) -> tuple[Position, Position]:
        """Where the cursor's text is in the files; for what a macro expands to, where the macro is used."""
        extent = lib.clang_getCursorExtent(cursor)
        start = self._position(lib.clang_getRangeStart(extent), lib.clang_getFileLocation)
        end = self._position(lib.clang_getRangeEnd(extent), lib.clang_getFileLocation)
        return start, end

    def plain_extent(self, cursor: Cursor) -> tuple[Position, Position] | None:
        """Where the cursor's text is in the files, or None where a macro has a part in it."""
        extent = lib.clang_getCursorExtent(cursor)
        places = (lib.clang_getRangeStart(extent), lib.clang_getRangeEnd(extent))
        spelled = [self._position(place, lib.clang_getSpellingLocation) for place in places]
        expanded = [self._position(place, lib.clang_getExpansionLocation) for place in places]
        return (spelled[0], spelled[1]) if spelled == expanded else None

    def spelled_at(self, cursor: Cursor) -> Position:
        """Where the first token was written: inside a macro's definition, if it comes from there."""
        extent = lib.clang_getCursorExtent(cursor)
        return self._position(lib.clang_getRangeStart(extent), lib.clang_getSpellingLocation)

    def same_extent(self, a: Cursor, b: Cursor) -> bool:
        """Whether two cursors cover the same text."""
        first, second = lib.clang_getCursorExtent(a), lib.clang_getCursorExtent(b)
        return bool(first.c == second.c and first.d == second.d)

    def name_position(self, cursor: Cursor) -> Position:
        """Where the name that a declaration introduces stands."""
        return self._position(lib.clang_getCursorLocation(cursor), lib.clang_getFileLocation)

    def in_main_file(self, cursor: Cursor) -> bool:
        """Whether the cursor's place is in the user's file that was given."""
        location = lib.clang_getCursorLocation(cursor)
        return not self.is_model and bool(lib.clang_Location_isFromMainFile(location))

    def in_system_header(self, cursor: Cursor) -> bool:
        """Whether the cursor's place is in a header of the system or ours, also one that was pasted with line
        markers."""
        return bool(lib.clang_Location_isInSystemHeader(lib.clang_getCursorLocation(cursor)))

    def is_users(self, cursor: Cursor) -> bool:
        """Whether the cursor's place is in text of the user's: in no model, and not in what rules added."""
        return not self.is_model and not self.is_woven(cursor)

    def is_woven(self, cursor: Cursor) -> bool:
        """Whether the cursor's place is in what rules added."""
        if self._weaving is None or not self.in_main_file(cursor):
            return False
        handle, offset = c_void_p(), c_uint()
        location = lib.clang_getCursorLocation(cursor)
        lib.clang_getFileLocation(location, byref(handle), None, None, byref(offset))
        return not self._weaving.is_users(bisect_right(self._file(handle).lines, offset.value))

    def contents(self, cursor: Cursor) -> bytes:
        """The text of the file where the cursor's first token was written."""
        location = lib.clang_getRangeStart(lib.clang_getCursorExtent(cursor))
        file = c_void_p()
        lib.clang_getSpellingLocation(location, byref(file), None, None, None)
        return self._file(file).text

    def files(self) -> list[tuple[str, bytes]]:
        """The files with declarations in them, and what they hold."""
        found: dict[int | None, _File] = {}
        for raw in self.top_level():
            handle = c_void_p()
            location = lib.clang_getCursorLocation(raw.cursor)
            lib.clang_getFileLocation(location, byref(handle), None, None, None)
            found.setdefault(handle.value, self._file(handle))
        return [(file.name, file.text) for file in found.values()]

    def written(self, cursor: Cursor) -> bytes:
        """The text that a cursor covers, as the user has written it."""
        start, end = self.extent(cursor)
        rewriting = None if self._weaving is None else self._weaving.rewriting or self._weaving
        if rewriting is None or rewriting.original is None or start.file != self.path != end.file:
            return self.contents(cursor)[start.offset : end.offset]
        lines = rewriting.original.splitlines(keepends=True)
        first, last = (sum(map(len, lines[: at.line - 1])) + at.column - 1 for at in (start, end))
        return rewriting.original[first:last]

    def _position(self, location: Location, ask: Any) -> Position:
        """The column is not asked for: libclang searches for it from the beginning of the line."""
        handle, offset = c_void_p(), c_uint()
        ask(location, byref(handle), None, None, byref(offset))
        file, at = self._file(handle), offset.value
        line = bisect_right(file.lines, at) if handle else 0
        column = at - file.lines[line - 1] + 1 if line else 0
        if self._weaving is None or not line or file.name != self.path:
            return Position(file.name, at, line, column)
        name, line, column = self._weaving.place(line, column)
        return Position(name or self.path, at, line, column)

    def _file(self, handle: c_void_p) -> _File:
        known = self._files.get(handle.value)
        if known is None:
            length = c_size_t()
            pointer = lib.clang_getFileContents(self._handle, handle, byref(length))
            text = ctypes.string_at(pointer, length.value) if pointer else b""
            lines = [0, *[match.end() for match in re.finditer(rb"\n", text)]]
            known = self._files[handle.value] = _File(_text(lib.clang_getFileName(handle)), text, lines)
        return known

    # -- the tree ------------------------------------------------------------------------------------------

    def top_level(self) -> list[Raw]:
        """The declarations of the unit, without their children."""
        return self.children(lib.clang_getTranslationUnitCursor(self._handle))

    def children(self, parent: Cursor) -> list[Raw]:
        """The children of a cursor, without theirs."""
        found: list[Raw] = []

        def visit(cursor: Cursor, _parent: Cursor, _data: object) -> int:
            found.append(Raw(cursor, KINDS.get(cursor.number, "UNKNOWN")))
            return _CONTINUE

        lib.clang_visitChildren(parent, VISITOR(visit), None)
        return found

    def preorder(self, root: Cursor) -> list[Raw]:
        """The tree under `root` (itself first), parents before children, children in order and linked.

        What `sizeof` is applied to and the members of types declared inside are left out.
        """
        top = Raw(root, KINDS.get(root.number, "UNKNOWN"))
        nodes = [top]
        path: list[tuple[tuple[int, int | None], Raw]] = [(_key(root), top)]

        def visit(cursor: Cursor, parent: Cursor, _data: object) -> int:
            node = Raw(cursor, KINDS.get(cursor.number, "UNKNOWN"))
            nodes.append(node)
            above = _key(parent)
            while path[-1][0] != above and len(path) > 1:
                path.pop()
            path[-1][1].children.append(node)
            if cursor.number in _LEAVES:
                return _CONTINUE
            path.append((_key(cursor), node))
            return _RECURSE

        lib.clang_visitChildren(root, VISITOR(visit), None)
        return nodes

    def records(self) -> list[Cursor]:
        """Every declaration of a structure or union in the unit, wherever it stands."""
        found: list[Cursor] = []

        def visit(cursor: Cursor, _parent: Cursor, _data: object) -> int:
            if KINDS.get(cursor.number) in ("STRUCT_DECL", "UNION_DECL"):
                found.append(cursor)
            return _RECURSE

        lib.clang_visitChildren(lib.clang_getTranslationUnitCursor(self._handle), VISITOR(visit), None)
        return found

    # -- declarations and expressions ----------------------------------------------------------------------

    def kind(self, cursor: Cursor) -> str:
        """The kind of a cursor."""
        return KINDS.get(cursor.number, "UNKNOWN")

    def is_expression(self, raw: Raw) -> bool:
        """Whether this is an expression."""
        return bool(lib.clang_isExpression(raw.cursor.number))

    def is_attribute(self, raw: Raw) -> bool:
        """Whether this is an attribute of a declaration."""
        return bool(lib.clang_isAttribute(raw.cursor.number))

    def spelling(self, cursor: Cursor) -> str:
        """The name or text of a cursor."""
        return _text(lib.clang_getCursorSpelling(cursor))

    def symbol(self, cursor: Cursor) -> str:
        """What the linker knows a function or variable by."""
        return _text(lib.clang_Cursor_getMangling(cursor)).removeprefix("\1")

    def declaration(self, cursor: Cursor) -> str:
        """A declaration as clang prints it, with every attribute, without body or initialiser."""
        policy = lib.clang_getCursorPrintingPolicy(cursor)
        for option in (_NO_INITIALISERS, _TERSE):
            lib.clang_PrintingPolicy_setProperty(policy, option, 1)
        text = _text(lib.clang_getCursorPrettyPrinted(cursor, policy))
        lib.clang_PrintingPolicy_dispose(policy)
        return text

    def referenced(self, cursor: Cursor) -> Cursor:
        """The declaration that a name refers to."""
        return lib.clang_getCursorReferenced(cursor)  # type: ignore[no-any-return]

    def is_definition(self, cursor: Cursor) -> bool:
        """Whether a declaration defines what it declares."""
        return bool(lib.clang_isCursorDefinition(cursor))

    def has_linkage(self, cursor: Cursor) -> bool:
        """Whether a variable is known by its name in the whole file."""
        return int(lib.clang_getCursorLinkage(cursor)) > 1

    def is_external(self, cursor: Cursor) -> bool:
        """Whether a variable is known by its name in other files, too."""
        return int(lib.clang_getCursorLinkage(cursor)) > 2

    def is_stored_globally(self, cursor: Cursor) -> bool:
        """Whether a variable lives as long as the program."""
        return int(lib.clang_Cursor_hasVarDeclGlobalStorage(cursor)) == 1

    def is_extern(self, cursor: Cursor) -> bool:
        """Whether a declaration of a variable says `extern`."""
        return int(lib.clang_Cursor_hasVarDeclExternalStorage(cursor)) == 1

    def initialiser(self, cursor: Cursor) -> Cursor | None:
        """The initialiser of a variable's declaration."""
        found: Cursor = lib.clang_Cursor_getVarDeclInitializer(cursor)
        return found if found.b else None

    def parameters(self, function: Cursor) -> list[Cursor]:
        """The declarations of a function's parameters."""
        count = lib.clang_Cursor_getNumArguments(function)
        return [lib.clang_Cursor_getArgument(function, i) for i in range(max(count, 0))]

    def binary_operator(self, cursor: Cursor) -> int:
        """CXBinaryOperatorKind."""
        return lib.clang_getCursorBinaryOperatorKind(cursor)  # type: ignore[no-any-return]

    def unary_operator(self, cursor: Cursor) -> int:
        """CXUnaryOperatorKind."""
        return lib.clang_getCursorUnaryOperatorKind(cursor)  # type: ignore[no-any-return]

    def enum_value(self, cursor: Cursor) -> int:
        """The value of an enumeration constant."""
        return lib.clang_getEnumConstantDeclValue(cursor)  # type: ignore[no-any-return]

    def integer(self, cursor: Cursor) -> int | None:
        """The value that clang folds an expression to, if that is an integer.

        Clang folds past side effects, so this must only be asked of literals and constant expressions.
        """
        result = lib.clang_Cursor_Evaluate(cursor)
        if not result:
            return None
        is_integer = lib.clang_EvalResult_getKind(result) == _INTEGER_RESULT
        value: int | None = lib.clang_EvalResult_getAsLongLong(result) if is_integer else None
        lib.clang_EvalResult_dispose(result)
        return value

    def real(self, cursor: Cursor) -> float | None:
        """The value of a literal of type float or double: a double holds both exactly."""
        result = lib.clang_Cursor_Evaluate(cursor)
        if not result:
            return None
        is_real = lib.clang_EvalResult_getKind(result) == _FLOAT_RESULT
        value: float | None = lib.clang_EvalResult_getAsDouble(result) if is_real else None
        lib.clang_EvalResult_dispose(result)
        return value

    # -- types ---------------------------------------------------------------------------------------------

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
        return _text(lib.clang_getTypeSpelling(type_))

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
            return _CONTINUE

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


class ClangFailure(Exception):  # noqa: N818 - it is libclang's failure
    """Libclang could not make anything of the text."""


def declaration_key(cursor: Cursor) -> int | None:
    """What is the same for the same declaration."""
    return cursor.a


def statement_key(cursor: Cursor) -> int | None:
    """What is the same for the same statement."""
    return cursor.b


def _key(cursor: Cursor) -> tuple[int, int | None]:
    return cursor.number, cursor.a if cursor.number in _DECLARATIONS else cursor.b


def _text(string: String) -> str:
    raw: bytes | None = lib.clang_getCString(string)
    lib.clang_disposeString(string)
    return raw.decode("utf-8", "replace") if raw is not None else ""
