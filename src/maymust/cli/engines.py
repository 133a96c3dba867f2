"""`maymust engines`."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import typer

from maymust.engines.auto.options import PROVERS
from maymust.engines.auto.suppliers.catalogue import SUPPLIERS
from maymust.engines.registry import DEFAULT_ENGINE, ENGINES, EngineEntry
from maymust.report.table import table

_PROVING = """
What suppliers propose is proved in one place, by Houdini, which cannot be left out. What it decides without
any proposal, by the blocks of the program alone, is called `blocks` in profiles."""


def run_engines() -> None:
    """Prints each engine and its options, and the parties of the engine that has several."""
    _print_engines()
    for heading, parties in (
        ("suppliers of auto", SUPPLIERS),
        ("provers of auto", PROVERS),
    ):
        typer.echo(f"\n{heading} (--supplier NAME=SECONDS sets the first slice, NAME=off leaves one out):")
        rows = [[name, f"{entry.seconds:g} s", entry.summary] for name, entry in parties.items()]
        for line in table(rows, right=(1,)):
            typer.echo(f"    {line}")
    typer.echo(_PROVING)


def _print_engines() -> None:
    """Each engine with its options; of one that has another's options only those that differ."""
    first: dict[type, EngineEntry] = {}
    for entry in ENGINES.values():
        options = entry.options()
        like = first.setdefault(type(options), entry)
        typer.echo(f"{entry.name}{' (default)' if entry.name == DEFAULT_ENGINE else ''}: {entry.summary}")
        if like is not entry:
            typer.echo(f"    the options of {like.name}, but")
        others = like.options()
        for option in fields(options):
            value = getattr(options, option.name)
            if like is entry or value != getattr(others, option.name):
                typer.echo(f"    --set {option.name}={_shown(value)}".ljust(42) + _help(option.metadata))


def _shown(value: Any) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _help(metadata: Any) -> str:
    choices = metadata.get("choices")
    return f" {metadata['help']}" + (f" ({', '.join(choices)})" if choices else "")
