"""Tells where a node of the tree stands in the source; it is looked up only when asked, for that is slow."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maymust.ir.source import Span

if TYPE_CHECKING:
    from maymust.frontends.c.clang.api import Unit
    from maymust.frontends.c.clang.libclang import Cursor


_NAME = re.compile(rb"[A-Za-z_]\w*")
_PARENTHESES = re.compile(rb"""[()]|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|/\*.*?\*/""", re.DOTALL)
_DECLARATOR_END = re.compile(rb"\s*[;,]")


def _length_of_call(text: bytes, name: str) -> int:
    """How long the call of a function is with which a text begins; 0 if it does not begin so."""
    begin = re.match(re.escape(name.encode()) + rb"\s*\(", text)
    depth = 0
    for token in _PARENTHESES.finditer(text, begin.end() - 1) if begin else ():
        depth += {b"(": 1, b")": -1}.get(token[0], 0)
        if depth == 0:
            return token.end()
    return 0


class Place:
    """The place of a cursor."""

    __slots__ = ("_span", "cursor", "unit")

    def __init__(self, unit: Unit, cursor: Cursor) -> None:
        self.unit = unit
        self.cursor = cursor
        self._span: Span | None = None

    @property
    def span(self) -> Span:
        """The text that the node covers; for what comes from a macro, the use of the macro."""
        if self._span is None:
            start, end = self.unit.extent(self.cursor)
            if end.file != start.file or end.offset < start.offset:
                end = start
            self._span = Span(start.file, start.line, start.column, end.line, end.column)
        return self._span

    def text(self) -> str:
        """The text itself, in one line."""
        found = self.unit.written(self.cursor)
        return " ".join(found.decode("utf-8", "replace").split())

    def start_offset(self) -> int:
        """The byte where the text begins, in whatever file that is."""
        return self.unit.extent(self.cursor)[0].offset

    def plain_bytes(self) -> tuple[int, int] | None:
        """The bytes of the main file that the node covers; None if it is elsewhere or touches a macro."""
        if not self.unit.in_main_file(self.cursor):
            return None
        extent = self.unit.plain_extent(self.cursor)
        return None if extent is None else (extent[0].offset, extent[1].offset)

    def name_bytes(self) -> tuple[int, int] | None:
        """The bytes of the main file where the node is written, if it is a name and nothing else: what a
        macro is given counts as well."""
        written = self.unit.spelled_at(self.cursor)
        name = self.unit.spelling(self.cursor).encode()
        found = _NAME.match(self.unit.contents(self.cursor), written.offset)
        if self.unit.is_model or written.file != self.unit.path or found is None or found[0] != name:
            return None
        return found.span()

    def call_bytes(self, name: str) -> tuple[int, int] | None:
        """The bytes of the main file where a call of this function is written: as it is, as what a macro is
        given, or as the macro that stands for the function."""
        plain = self.plain_bytes()
        if plain is not None or self.unit.is_model:
            return plain
        for start in (self.unit.spelled_at(self.cursor), self.unit.extent(self.cursor)[0]):
            if start.file == self.unit.path:
                length = _length_of_call(self.unit.text[start.offset :], name)
                if length:
                    return start.offset, start.offset + length
        return None

    def declarator_end(self) -> int | None:
        """The byte of the main file behind the declarator that the node is, where an initialiser or another
        declarator could follow; None if there is no such place."""
        extent = self.plain_bytes()
        if extent is None:
            return None
        text = self.unit.contents(self.cursor)
        return extent[1] if _DECLARATOR_END.match(text, extent[1]) else None
