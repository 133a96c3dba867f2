"""Aligned columns."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence


def table(rows: Sequence[Sequence[str]], right: Container[int] = ()) -> Iterator[str]:
    """The rows as lines, their columns aligned, those in `right` to the right. Rows may be short."""
    count = max(len(row) for row in rows)
    widths = [max(len(row[i]) for row in rows if i < len(row)) for i in range(count)]
    for row in rows:
        cells = [
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=False))
        ]
        yield "  ".join(cells).rstrip()
