"""Has clang parse a text, and finds the places of its parts there."""

from __future__ import annotations

import ctypes
import re
from bisect import bisect_right
from ctypes import byref, c_char_p, c_size_t, c_uint, c_void_p
from typing import TYPE_CHECKING, Any

from maymust.frontends.c.clang.libclang import (
    INCLUSION_VISITOR,
    KINDS,
    Cursor,
    Location,
    UnsavedFile,
    lib,
    text_of,
)
from maymust.frontends.c.clang.pragmas import WeakSymbols
from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from maymust.frontends.c.clang.weaving import Weaving

_SEVERE = 3  # CXDiagnostic_Error; 4 is fatal


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


class ClangFailure(Exception):  # noqa: N818 - it is libclang's failure
    """Libclang could not make anything of the text."""


class UnitText:
    """A translation unit that clang has parsed, as far as its text goes."""

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
        self.weak = WeakSymbols()  # what pragmas make weak
        self._files: dict[int | None, _File] = {None: _File("", b"", [0])}

    def __del__(self) -> None:
        if self._handle:
            lib.clang_disposeTranslationUnit(self._handle)
            self._handle = c_void_p()
        if self._index:
            lib.clang_disposeIndex(self._index)
            self._index = None

    def messages(self) -> Iterator[Message]:
        """Clang's diagnostics, in order."""
        for number in range(lib.clang_getNumDiagnostics(self._handle)):
            diagnostic = lib.clang_getDiagnostic(self._handle, number)
            error = lib.clang_getDiagnosticSeverity(diagnostic) >= _SEVERE
            text = text_of(lib.clang_getDiagnosticSpelling(diagnostic))
            position = self._position(lib.clang_getDiagnosticLocation(diagnostic), lib.clang_getFileLocation)
            lib.clang_disposeDiagnostic(diagnostic)
            yield Message(error, text, position if position.line else None)

    def kind(self, cursor: Cursor) -> str:
        """The kind of a cursor."""
        return KINDS.get(cursor.number, "UNKNOWN")

    def spelling(self, cursor: Cursor) -> str:
        """The name or text of a cursor."""
        return text_of(lib.clang_getCursorSpelling(cursor))

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

    def files_of(self, cursors: Iterable[Cursor]) -> list[tuple[str, bytes]]:
        """The files in which these are, and what they hold."""
        found: dict[int | None, _File] = {}
        for cursor in cursors:
            handle = c_void_p()
            location = lib.clang_getCursorLocation(cursor)
            lib.clang_getFileLocation(location, byref(handle), None, None, None)
            found.setdefault(handle.value, self._file(handle))
        return [(file.name, file.text) for file in found.values()]

    def included(self) -> list[tuple[bytes, bool]]:
        """What the files hold that were read, also those without declarations, and whether it is the
        system's."""
        handles: list[int] = []

        def note(handle: int, _stack: object, _length: int, _data: object) -> None:
            handles.append(handle)

        lib.clang_getInclusions(self._handle, INCLUSION_VISITOR(note), None)
        found = []
        for handle in map(c_void_p, handles):
            begin = lib.clang_getLocation(self._handle, handle, 1, 1)
            found.append((self._contents(handle), bool(lib.clang_Location_isInSystemHeader(begin))))
        return found

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

    def _contents(self, handle: c_void_p) -> bytes:
        length = c_size_t()
        pointer = lib.clang_getFileContents(self._handle, handle, byref(length))
        return ctypes.string_at(pointer, length.value) if pointer else b""

    def _file(self, handle: c_void_p) -> _File:
        known = self._files.get(handle.value)
        if known is None:
            text = self._contents(handle)
            lines = [0, *[match.end() for match in re.finditer(rb"\n", text)]]
            known = self._files[handle.value] = _File(text_of(lib.clang_getFileName(handle)), text, lines)
        return known
