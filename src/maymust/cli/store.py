"""`maymust store show` and `maymust store clear`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from maymust.report.table import table
from maymust.store.database import Store
from maymust.store.place import OFF, store_path

if TYPE_CHECKING:
    from pathlib import Path


def show_store(given: str | None) -> int:
    """Prints where the store is, and what it has by kind; returns the exit code."""
    path = _path(given)
    if path is None or not path.exists():
        typer.echo("no store is used" if path is None else f"{path}: nothing is kept")
        return 0
    warnings: list[str] = []
    store = Store(path, warnings.append)
    contents = store.contents()
    store.close()
    _tell(warnings)
    typer.echo(f"{path}: {contents.bytes:,} bytes")
    rows = [[kind, f"{count:,}", f"{size:,} bytes"] for kind, (count, size) in contents.kinds.items()]
    for line in table(rows, right=(1, 2)):
        typer.echo(f"    {line}")
    return 2 if warnings else 0


def clear_store(given: str | None) -> int:
    """Forgets everything; returns the exit code."""
    path = _path(given)
    if path is None or not path.exists():
        typer.echo("no store is used" if path is None else f"{path}: nothing is kept")
        return 0
    warnings: list[str] = []
    store = Store(path, warnings.append)
    gone = store.clear()
    store.close()
    _tell(warnings)
    typer.echo(f"{path}: {gone} entries are gone")
    return 2 if warnings else 0


def _path(given: str | None) -> Path | None:
    try:
        return store_path(given)
    except OSError as error:
        typer.echo(f"error: {error}", err=True)
        return store_path(OFF)


def _tell(warnings: list[str]) -> None:
    for warning in warnings:
        typer.echo(f"warning: {warning}", err=True)
