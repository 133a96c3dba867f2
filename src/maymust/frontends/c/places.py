"""Where a node of the tree stands in the source; looked up only when asked, for that is slow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.ir.source import Span

if TYPE_CHECKING:
    from maymust.frontends.c.clang_api import Cursor, Unit


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
        start, end = self.unit.extent(self.cursor)
        found = self.unit.contents(self.cursor)[start.offset : end.offset]
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
