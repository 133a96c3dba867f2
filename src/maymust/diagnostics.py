"""What is said to a user about their input: errors and warnings with a place."""

from __future__ import annotations

from typing import Literal

from maymust.frozen import frozen
from maymust.ir.source import NOWHERE, Span


@frozen
class Diagnostic:
    """One message. `span` is `NOWHERE` where no place in a file is meant; `hint` says what to do."""

    severity: Literal["error", "warning"]
    message: str
    span: Span = NOWHERE
    hint: str = ""

    def __str__(self) -> str:
        place = f"{self.span}: " if self.span.line else f"{self.span.file}: " if self.span.file else ""
        return f"{place}{self.severity}: {self.message}" + (f" ({self.hint})" if self.hint else "")


class InputError(Exception):
    """The user's input cannot be worked with; carries the diagnostics, at least one an error."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__("; ".join(map(str, diagnostics)))
        self.diagnostics = diagnostics
