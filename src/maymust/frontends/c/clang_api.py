"""The part of libclang's C API that we use, with types. Nothing else here touches `clang` or `ctypes`.

The bindings that come with libclang (`clang.cindex`) cost a Python object and several calls for each
question, and do not show operators, initialisers or constant values. So only the library's place is taken
from them; the calls are our own. Kinds of cursors and types are given by the bindings' names, such as
"IF_STMT" or "POINTER".

Everything that recurses over a deep tree inside libclang must run on a large stack: see `deep`.
"""

from __future__ import annotations

import ctypes
import re
from bisect import bisect_right
from ctypes import POINTER, Structure, byref, c_char_p, c_int, c_longlong, c_size_t, c_uint, c_ulong, c_void_p
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import clang.cindex as bindings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Cursor(Structure):
    """A node of clang's tree (CXCursor)."""

    _fields_ = (("number", c_int), ("xdata", c_int), ("a", c_void_p), ("b", c_void_p), ("c", c_void_p))
    number: int
    a: int | None
    b: int | None


class Type(Structure):
    """A type (CXType); `a` identifies it."""

    _fields_ = (("number", c_int), ("a", c_void_p), ("b", c_void_p))
    number: int
    a: int | None


class _String(Structure):
    _fields_ = (("data", c_void_p), ("flags", c_uint))


class _Location(Structure):
    _fields_ = (("a", c_void_p), ("b", c_void_p), ("c", c_uint))


class _Range(Structure):
    _fields_ = (("a", c_void_p), ("b", c_void_p), ("c", c_uint), ("d", c_uint))


class _UnsavedFile(Structure):
    _fields_ = (("name", c_char_p), ("contents", c_char_p), ("length", c_ulong))


_VISITOR = ctypes.CFUNCTYPE(c_int, Cursor, Cursor, c_void_p)
_CONTINUE, _RECURSE = 1, 2
_INTEGER_RESULT = 1
_SEVERE = 3  # CXDiagnostic_Error; 4 is fatal

_PROTOTYPES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "clang_createIndex": (c_void_p, (c_int, c_int)),
    "clang_disposeIndex": (None, (c_void_p,)),
    "clang_disposeTranslationUnit": (None, (c_void_p,)),
    "clang_parseTranslationUnit2": (
        c_int,
        (
            c_void_p,
            c_char_p,
            POINTER(c_char_p),
            c_int,
            POINTER(_UnsavedFile),
            c_uint,
            c_uint,
            POINTER(c_void_p),
        ),
    ),
    "clang_getTranslationUnitCursor": (Cursor, (c_void_p,)),
    "clang_getNumDiagnostics": (c_uint, (c_void_p,)),
    "clang_getDiagnostic": (c_void_p, (c_void_p, c_uint)),
    "clang_disposeDiagnostic": (None, (c_void_p,)),
    "clang_getDiagnosticSeverity": (c_int, (c_void_p,)),
    "clang_getDiagnosticSpelling": (_String, (c_void_p,)),
    "clang_getDiagnosticLocation": (_Location, (c_void_p,)),
    "clang_getCString": (c_char_p, (_String,)),
    "clang_disposeString": (None, (_String,)),
    "clang_visitChildren": (c_uint, (Cursor, _VISITOR, c_void_p)),
    "clang_getCursorSpelling": (_String, (Cursor,)),
    "clang_getCursorReferenced": (Cursor, (Cursor,)),
    "clang_getCursorType": (Type, (Cursor,)),
    "clang_getCursorLinkage": (c_int, (Cursor,)),
    "clang_getCursorLocation": (_Location, (Cursor,)),
    "clang_getCursorExtent": (_Range, (Cursor,)),
    "clang_getRangeStart": (_Location, (_Range,)),
    "clang_getRangeEnd": (_Location, (_Range,)),
    "clang_isCursorDefinition": (c_uint, (Cursor,)),
    "clang_isExpression": (c_uint, (c_int,)),
    "clang_isAttribute": (c_uint, (c_int,)),
    "clang_Location_isFromMainFile": (c_int, (_Location,)),
    "clang_getFileName": (_String, (c_void_p,)),
    "clang_getFileContents": (c_void_p, (c_void_p, c_void_p, POINTER(c_size_t))),
    "clang_Cursor_getVarDeclInitializer": (Cursor, (Cursor,)),
    "clang_Cursor_hasVarDeclGlobalStorage": (c_int, (Cursor,)),
    "clang_Cursor_hasVarDeclExternalStorage": (c_int, (Cursor,)),
    "clang_Cursor_getNumArguments": (c_int, (Cursor,)),
    "clang_Cursor_getArgument": (Cursor, (Cursor, c_uint)),
    "clang_getCursorBinaryOperatorKind": (c_int, (Cursor,)),
    "clang_getCursorUnaryOperatorKind": (c_int, (Cursor,)),
    "clang_Cursor_Evaluate": (c_void_p, (Cursor,)),
    "clang_EvalResult_getKind": (c_int, (c_void_p,)),
    "clang_EvalResult_getAsLongLong": (c_longlong, (c_void_p,)),
    "clang_EvalResult_dispose": (None, (c_void_p,)),
    "clang_getEnumConstantDeclValue": (c_longlong, (Cursor,)),
    "clang_getEnumDeclIntegerType": (Type, (Cursor,)),
    "clang_getTypeDeclaration": (Cursor, (Type,)),
    "clang_getCanonicalType": (Type, (Type,)),
    "clang_getResultType": (Type, (Type,)),
    "clang_isConstQualifiedType": (c_uint, (Type,)),
    "clang_isFunctionTypeVariadic": (c_uint, (Type,)),
    "clang_getTypeSpelling": (_String, (Type,)),
    "clang_Type_getSizeOf": (c_longlong, (Type,)),
} | {
    f"clang_get{which}Location": (
        None,
        (_Location, POINTER(c_void_p), POINTER(c_uint), POINTER(c_uint), POINTER(c_uint)),
    )
    for which in ("File", "Spelling", "Expansion")
}


def _load() -> Any:
    library = ctypes.CDLL(bindings.conf.get_filename())
    for name, (result, arguments) in _PROTOTYPES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


_lib = _load()
_KINDS: dict[int, str] = {kind.value: kind.name for kind in bindings.CursorKind.get_all_kinds()}
_TYPE_KINDS: dict[int, str] = {kind.value: kind.name for kind in bindings.TypeKind._kinds if kind is not None}
_NUMBERS = {name: number for number, name in _KINDS.items()}
_LEAVES = frozenset(
    _NUMBERS[k] for k in ("CXX_UNARY_EXPR", "STRUCT_DECL", "UNION_DECL", "ENUM_DECL", "FUNCTION_DECL")
)
_DECLARATIONS = frozenset(
    _NUMBERS[k] for k in ("VAR_DECL", "PARM_DECL", "FUNCTION_DECL", "TYPEDEF_DECL", "STATIC_ASSERT")
)


@dataclass(slots=True, eq=False)
class Raw:
    """A cursor with its kind and its children."""

    cursor: Cursor
    kind: str
    children: list[Raw] = field(default_factory=list)
    node: Any = None  # what `reading` has made of it


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a file: offset in bytes, line and column from 1."""

    file: str
    offset: int
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Message:
    """What clang says about the text; `position` is None where it means no place."""

    error: bool
    text: str
    position: Position | None


@dataclass(frozen=True, slots=True)
class _File:
    """A file that clang has read; `lines` are the bytes where its lines begin."""

    name: str
    text: bytes
    lines: list[int]


class Unit:
    """A translation unit that clang has parsed; the door to everything that clang knows of it."""

    def __init__(self, path: str, text: bytes, arguments: Sequence[str]) -> None:
        """Parses `text` as the contents of `path`. Raises ClangFailure where clang itself gives up."""
        self.path = path
        self._index = _lib.clang_createIndex(0, 0)
        self._handle = c_void_p()
        name = path.encode("utf-8", "surrogateescape")
        words = (c_char_p * len(arguments))(*[a.encode("utf-8", "surrogateescape") for a in arguments])
        unsaved = _UnsavedFile(name, text, len(text))
        code = _lib.clang_parseTranslationUnit2(
            self._index, name, words, len(arguments), byref(unsaved), 1, 0, byref(self._handle)
        )
        if code or not self._handle:
            raise ClangFailure(f"libclang returned error code {code}")
        self.scopes_of_c89 = False  # there, only braces open a scope
        self._files: dict[int | None, _File] = {None: _File("", b"", [0])}

    def __del__(self) -> None:
        if self._handle:
            _lib.clang_disposeTranslationUnit(self._handle)
            self._handle = c_void_p()
        if self._index:
            _lib.clang_disposeIndex(self._index)
            self._index = None

    # -- the text ------------------------------------------------------------------------------------------

    def messages(self) -> Iterator[Message]:
        """Clang's diagnostics, in order."""
        for number in range(_lib.clang_getNumDiagnostics(self._handle)):
            diagnostic = _lib.clang_getDiagnostic(self._handle, number)
            error = _lib.clang_getDiagnosticSeverity(diagnostic) >= _SEVERE
            text = _text(_lib.clang_getDiagnosticSpelling(diagnostic))
            position = self._position(
                _lib.clang_getDiagnosticLocation(diagnostic), _lib.clang_getFileLocation
            )
            _lib.clang_disposeDiagnostic(diagnostic)
            yield Message(error, text, position if position.line else None)

    def extent(self, cursor: Cursor) -> tuple[Position, Position]:
        """Where the cursor's text is in the files; for what a macro expands to, where the macro is used."""
        extent = _lib.clang_getCursorExtent(cursor)
        start = self._position(_lib.clang_getRangeStart(extent), _lib.clang_getFileLocation)
        end = self._position(_lib.clang_getRangeEnd(extent), _lib.clang_getFileLocation)
        return start, end

    def plain_extent(self, cursor: Cursor) -> tuple[Position, Position] | None:
        """Where the cursor's text is in the files, or None where a macro has a part in it."""
        extent = _lib.clang_getCursorExtent(cursor)
        places = (_lib.clang_getRangeStart(extent), _lib.clang_getRangeEnd(extent))
        spelled = [self._position(place, _lib.clang_getSpellingLocation) for place in places]
        expanded = [self._position(place, _lib.clang_getExpansionLocation) for place in places]
        return (spelled[0], spelled[1]) if spelled == expanded else None

    def spelled_at(self, cursor: Cursor) -> Position:
        """Where the first token was written: inside a macro's definition, if it comes from there."""
        extent = _lib.clang_getCursorExtent(cursor)
        return self._position(_lib.clang_getRangeStart(extent), _lib.clang_getSpellingLocation)

    def name_position(self, cursor: Cursor) -> Position:
        """Where the name that a declaration introduces stands."""
        return self._position(_lib.clang_getCursorLocation(cursor), _lib.clang_getFileLocation)

    def in_main_file(self, cursor: Cursor) -> bool:
        """Whether the cursor's place is in the file that was given."""
        return bool(_lib.clang_Location_isFromMainFile(_lib.clang_getCursorLocation(cursor)))

    def contents(self, cursor: Cursor) -> bytes:
        """The text of the file where the cursor's first token was written."""
        location = _lib.clang_getRangeStart(_lib.clang_getCursorExtent(cursor))
        file = c_void_p()
        _lib.clang_getSpellingLocation(location, byref(file), None, None, None)
        return self._file(file).text

    def _position(self, location: _Location, ask: Any) -> Position:
        """The column is not asked for: libclang searches for it from the beginning of the line."""
        handle, offset = c_void_p(), c_uint()
        ask(location, byref(handle), None, None, byref(offset))
        file, at = self._file(handle), offset.value
        line = bisect_right(file.lines, at) if handle else 0
        return Position(file.name, at, line, at - file.lines[line - 1] + 1 if line else 0)

    def _file(self, handle: c_void_p) -> _File:
        known = self._files.get(handle.value)
        if known is None:
            length = c_size_t()
            pointer = _lib.clang_getFileContents(self._handle, handle, byref(length))
            text = ctypes.string_at(pointer, length.value) if pointer else b""
            lines = [0, *[match.end() for match in re.finditer(rb"\n", text)]]
            known = self._files[handle.value] = _File(_text(_lib.clang_getFileName(handle)), text, lines)
        return known

    # -- the tree ------------------------------------------------------------------------------------------

    def top_level(self) -> list[Raw]:
        """The declarations of the unit, without their children."""
        return self.children(_lib.clang_getTranslationUnitCursor(self._handle))

    def children(self, parent: Cursor) -> list[Raw]:
        """The children of a cursor, without theirs."""
        found: list[Raw] = []

        def visit(cursor: Cursor, _parent: Cursor, _data: object) -> int:
            found.append(Raw(cursor, _KINDS.get(cursor.number, "UNKNOWN")))
            return _CONTINUE

        _lib.clang_visitChildren(parent, _VISITOR(visit), None)
        return found

    def preorder(self, root: Cursor) -> list[Raw]:
        """The tree under `root` (itself first), parents before children, children in order and linked.

        What `sizeof` is applied to and the members of types declared inside are left out.
        """
        top = Raw(root, _KINDS.get(root.number, "UNKNOWN"))
        nodes = [top]
        path: list[tuple[tuple[int, int | None], Raw]] = [(_key(root), top)]

        def visit(cursor: Cursor, parent: Cursor, _data: object) -> int:
            node = Raw(cursor, _KINDS.get(cursor.number, "UNKNOWN"))
            nodes.append(node)
            above = _key(parent)
            while path[-1][0] != above and len(path) > 1:
                path.pop()
            path[-1][1].children.append(node)
            if cursor.number in _LEAVES:
                return _CONTINUE
            path.append((_key(cursor), node))
            return _RECURSE

        _lib.clang_visitChildren(root, _VISITOR(visit), None)
        return nodes

    # -- declarations and expressions ----------------------------------------------------------------------

    def kind(self, cursor: Cursor) -> str:
        """The kind of a cursor."""
        return _KINDS.get(cursor.number, "UNKNOWN")

    def is_expression(self, raw: Raw) -> bool:
        """Whether this is an expression."""
        return bool(_lib.clang_isExpression(raw.cursor.number))

    def is_attribute(self, raw: Raw) -> bool:
        """Whether this is an attribute of a declaration."""
        return bool(_lib.clang_isAttribute(raw.cursor.number))

    def spelling(self, cursor: Cursor) -> str:
        """The name or text of a cursor."""
        return _text(_lib.clang_getCursorSpelling(cursor))

    def referenced(self, cursor: Cursor) -> Cursor:
        """The declaration that a name refers to."""
        return _lib.clang_getCursorReferenced(cursor)  # type: ignore[no-any-return]

    def is_definition(self, cursor: Cursor) -> bool:
        """Whether a declaration defines what it declares."""
        return bool(_lib.clang_isCursorDefinition(cursor))

    def has_linkage(self, cursor: Cursor) -> bool:
        """Whether a variable is known by its name in the whole file."""
        return int(_lib.clang_getCursorLinkage(cursor)) > 1

    def is_stored_globally(self, cursor: Cursor) -> bool:
        """Whether a variable lives as long as the program."""
        return int(_lib.clang_Cursor_hasVarDeclGlobalStorage(cursor)) == 1

    def is_extern(self, cursor: Cursor) -> bool:
        """Whether a declaration of a variable says `extern`."""
        return int(_lib.clang_Cursor_hasVarDeclExternalStorage(cursor)) == 1

    def initialiser(self, cursor: Cursor) -> Cursor | None:
        """The initialiser of a variable's declaration."""
        found: Cursor = _lib.clang_Cursor_getVarDeclInitializer(cursor)
        return found if found.b else None

    def parameters(self, function: Cursor) -> list[Cursor]:
        """The declarations of a function's parameters."""
        count = _lib.clang_Cursor_getNumArguments(function)
        return [_lib.clang_Cursor_getArgument(function, i) for i in range(max(count, 0))]

    def binary_operator(self, cursor: Cursor) -> int:
        """CXBinaryOperatorKind."""
        return _lib.clang_getCursorBinaryOperatorKind(cursor)  # type: ignore[no-any-return]

    def unary_operator(self, cursor: Cursor) -> int:
        """CXUnaryOperatorKind."""
        return _lib.clang_getCursorUnaryOperatorKind(cursor)  # type: ignore[no-any-return]

    def enum_value(self, cursor: Cursor) -> int:
        """The value of an enumeration constant."""
        return _lib.clang_getEnumConstantDeclValue(cursor)  # type: ignore[no-any-return]

    def integer(self, cursor: Cursor) -> int | None:
        """The value that clang folds an expression to, if that is an integer.

        Clang folds past side effects, so this must only be asked of literals and constant expressions.
        """
        result = _lib.clang_Cursor_Evaluate(cursor)
        if not result:
            return None
        is_integer = _lib.clang_EvalResult_getKind(result) == _INTEGER_RESULT
        value: int | None = _lib.clang_EvalResult_getAsLongLong(result) if is_integer else None
        _lib.clang_EvalResult_dispose(result)
        return value

    # -- types ---------------------------------------------------------------------------------------------

    def type_of(self, cursor: Cursor) -> Type:
        """The type of an expression or of what is declared."""
        return _lib.clang_getCursorType(cursor)  # type: ignore[no-any-return]

    def canonical(self, type_: Type) -> Type:
        """The type without typedefs."""
        return _lib.clang_getCanonicalType(type_)  # type: ignore[no-any-return]

    def type_kind(self, type_: Type) -> str:
        """The kind of a type."""
        return _TYPE_KINDS.get(type_.number, "UNEXPOSED")

    def type_spelling(self, type_: Type) -> str:
        """A type as C writes it."""
        return _text(_lib.clang_getTypeSpelling(type_))

    def type_size(self, type_: Type) -> int:
        """The size in bytes; negative where there is none."""
        return _lib.clang_Type_getSizeOf(type_)  # type: ignore[no-any-return]

    def enum_integer_type(self, type_: Type) -> Type:
        """The integer type that an enumeration is kept in."""
        return _lib.clang_getEnumDeclIntegerType(_lib.clang_getTypeDeclaration(type_))  # type: ignore[no-any-return]

    def declaration_kind(self, type_: Type) -> str:
        """The kind of the declaration of a type: tells a union from a structure."""
        return self.kind(_lib.clang_getTypeDeclaration(type_))

    def result_type(self, type_: Type) -> Type:
        """What a function of this type returns."""
        return _lib.clang_getResultType(type_)  # type: ignore[no-any-return]

    def is_const(self, type_: Type) -> bool:
        """Whether the type itself is `const`."""
        return bool(_lib.clang_isConstQualifiedType(type_))

    def is_variadic(self, type_: Type) -> bool:
        """Whether a function of this type takes any number of arguments."""
        return bool(_lib.clang_isFunctionTypeVariadic(type_))


class ClangFailure(Exception):  # noqa: N818 - it is libclang's failure
    """Libclang could not make anything of the text."""


def declaration_key(cursor: Cursor) -> int | None:
    """What is the same for the same declaration."""
    return cursor.a


def _key(cursor: Cursor) -> tuple[int, int | None]:
    return cursor.number, cursor.a if cursor.number in _DECLARATIONS else cursor.b


def _text(string: _String) -> str:
    raw: bytes | None = _lib.clang_getCString(string)
    _lib.clang_disposeString(string)
    return raw.decode("utf-8", "replace") if raw is not None else ""
