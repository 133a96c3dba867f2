"""What bounded verification cannot speak of."""

from __future__ import annotations

from maymust.ir.source import NOWHERE, Span


class Unsupported(Exception):  # noqa: N818 - no error: a limit of the translation, told as a verdict's reason
    """The program has something, at this place, that has no translation to FIR."""

    def __init__(self, what: str, span: Span = NOWHERE) -> None:
        super().__init__(what)
        self.what = what
        self.span = span

    def __str__(self) -> str:
        place = f" at {self.span.file}:{self.span.line}" if self.span.line else ""
        return f"not supported in bounded verification: {self.what}{place}"
