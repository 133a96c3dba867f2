"""Holds a text with rules woven into it, and where its parts come from.

    #define lock maymust_rule_lock          lines in front of the user's
    …                                       the user's lines, each with what was put into it
    void maymust_rule_lock(void) { … }      lines behind them, each with the place that it stands for

Reports speak of the user's text and of the rules alone, so places are translated back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maymust.diagnostics import Diagnostic
    from maymust.frontends.c.source import RuleViolation
    from maymust.ir.source import Span


@frozen
class WovenRule:
    """A rule that the program is checked against."""

    name: str
    description: str


@frozen
class Weaving:
    """The `text`. `before` lines stand in front of the user's. `inserted` has, for lines of the user's, the
    columns where something was put and its length, in order; `behind` the places of the lines behind.
    `renamed` are the functions that macros rename, so that no call is of them. `violations` are counted by
    the calls of `library.RULE_VIOLATION`. Where the user's lines were rewritten before, `dialects` tells
    from what, its `original`."""

    text: bytes
    before: int
    inserted: Mapping[int, tuple[tuple[int, int], ...]]
    behind: Mapping[int, Span]
    renamed: tuple[str, ...]
    rules: tuple[WovenRule, ...]
    violations: tuple[RuleViolation, ...]
    warnings: tuple[Diagnostic, ...]
    original: bytes | None = None
    rewriting: Weaving | None = None

    def place(self, line: int, column: int) -> tuple[str | None, int, int]:
        """File, line and column that a place in the text stands for; the file is None if it is the user's."""
        file, line, column = self._place(line, column)
        if file is None and self.rewriting is not None:
            return self.rewriting.place(line, column)
        return file, line, column

    def _place(self, line: int, column: int) -> tuple[str | None, int, int]:
        span = self.behind.get(line)
        if span is not None:
            return span.file, span.line, span.column
        shift = 0
        for at, length in self.inserted.get(line - self.before, ()):
            if column <= at + shift:
                break
            if column < at + shift + length:
                return None, line - self.before, at
            shift += length
        return None, line - self.before, column - shift

    def is_users(self, line: int) -> bool:
        """Whether a line of the text is the user's."""
        return line > self.before and line not in self.behind
