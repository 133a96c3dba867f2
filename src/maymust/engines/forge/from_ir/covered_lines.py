"""Tells coverage by source lines: a line is missed if the verdict needed no statement that stems from it."""

from __future__ import annotations

from collections.abc import Mapping

from maymust.engines.forge.coverage import Coverage
from maymust.ir.program import Edge


def missed_lines(coverage: Coverage, edges: Mapping[int, Edge], file: str) -> list[int]:
    """The lines of the file that have statements, none of which was covered."""
    needed: dict[int, bool] = {}
    for number, fraction in coverage.statements.items():
        edge = edges.get(number)
        if edge is not None and edge.span.file == file and edge.span.line:
            needed[edge.span.line] = needed.get(edge.span.line, False) or fraction.covered > 0
    return sorted(line for line, covered in needed.items() if not covered)
