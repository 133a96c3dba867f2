"""Runs with a store, and what hostile hands may put there."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING

from maymust.checking import CheckOptions, check_program
from maymust.deciding import Tally
from maymust.frontends.c import COptions, translate
from maymust.store.database import Store

if TYPE_CHECKING:
    from pathlib import Path

    from maymust.ir.program import Program
    from maymust.verdicts import PropertyResult

SECONDS = 200.0


@dataclass(frozen=True)
class Checked:
    """The results of a run, and what it asked of solvers."""

    results: list[PropertyResult]
    tally: Tally
    warnings: list[str]

    @property
    def verdicts(self) -> list[str]:
        """Their names."""
        return [type(result.verdict).__name__ for result in self.results]

    @property
    def recalled(self) -> list[bool]:
        """Which of them came from the store."""
        return [result.recalled for result in self.results]


def program_of(text: str, **options: object) -> Program:
    """A C program, whose file is always called alike."""
    return translate("t.c", text, COptions(**options)).program  # type: ignore[arg-type]


def checked(
    program: Program | str,
    path: Path | None,
    engine: str = "auto",
    seconds: float = SECONDS,
    turns: int | None = None,
) -> Checked:
    """A run, with the store in a file."""
    warnings: list[str] = []
    store = None if path is None else Store(path, warnings.append)
    tally = Tally()
    program = program_of(program) if isinstance(program, str) else program
    settings = {"deterministic": "on"} if engine == "auto" else {}
    options = CheckOptions(engine, settings, seconds, turns)
    results = list(check_program(program, options, store=store, tally=tally))
    if store is not None:
        store.close()
    return Checked(results, tally, warnings)


def rows(path: Path) -> list[tuple[str, str, str, str, bytes]]:
    """All rows of a store."""
    connection = sqlite3.connect(path)
    found = connection.execute("select kind, key, scope, about, body from entries").fetchall()
    connection.close()
    return found


def put(path: Path, changed: list[tuple[str, str, str, str, bytes]]) -> None:
    """Puts rows into a store, in the place of those with their keys."""
    connection = sqlite3.connect(path)
    connection.executemany("insert or replace into entries values (?, ?, ?, ?, ?, 1)", changed)
    connection.commit()
    connection.close()
