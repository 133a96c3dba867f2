"""Spans → places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.report.view import Place

if TYPE_CHECKING:
    from maymust.ir.source import Span


def place_of(span: Span) -> Place:
    """Where a span begins."""
    return Place(span.file, span.line, span.column)
