"""`maymust store show` and `maymust store clear`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from maymust.report.table import table
from maymust.store.database import Store
from maymust.store.place import OFF, store_path

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def show_store(given: str | None) -> int:
    """Prints where the store is, and what it has by kind; returns the exit code."""
    return _look(given, _shown)


def clear_store(given: str | None) -> int:
    """Forgets everything; returns the exit code."""
    return _look(given, lambda path, store: [f"{path}: {store.clear()} entries are gone"])


def _shown(path: Path, store: Store) -> list[str]:
    contents = store.contents()
    rows = [[kind, f"{count:,}", f"{size:,} bytes"] for kind, (count, size) in contents.kinds.items()]
    return [f"{path}: {contents.bytes:,} bytes", *[f"    {line}" for line in table(rows, right=(1, 2))]]


def _look(given: str | None, use: Callable[[Path, Store], list[str]]) -> int:
    """Opens the store, if there is one, and prints what came of it."""
    path = _path(given)
    if path is None or not path.exists():
        typer.echo("no store is used" if path is None else f"{path}: nothing is kept")
        return 0
    warnings: list[str] = []
    store = Store(path, warnings.append)
    lines = use(path, store)
    store.close()
    for warning in warnings:
        typer.echo(f"warning: {warning}", err=True)
    for line in lines:
        typer.echo(line)
    return 2 if warnings else 0


def _path(given: str | None) -> Path | None:
    try:
        return store_path(given)
    except OSError as error:
        typer.echo(f"error: {error}", err=True)
        return store_path(OFF)
