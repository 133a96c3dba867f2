"""`maymust engines`."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import typer

from maymust.engines.auto.options import PROVERS, AutoOptions
from maymust.engines.registry import DEFAULT_ENGINE, ENGINES
from maymust.engines.suppliers.catalogue import SUPPLIERS
from maymust.report.table import table


def run_engines() -> None:
    """Prints each engine and its options, and the parties of the engine that has several."""
    _print_engines()
    seconds = AutoOptions().seconds()
    for heading, parties in (
        ("suppliers of auto", {name: entry.summary for name, entry in SUPPLIERS.items()}),
        ("provers of auto", PROVERS),
    ):
        typer.echo(f"\n{heading} (--supplier NAME=SECONDS sets the first slice, NAME=off leaves one out):")
        rows = [[name, f"{seconds[name]:g} s" if name in seconds else "", parties[name]] for name in parties]
        for line in table(rows, right=(1,)):
            typer.echo(f"    {line}")


def _print_engines() -> None:
    """Each engine with its options: all of the default one's, and where the others differ."""
    defaults = ENGINES[DEFAULT_ENGINE].options()
    for entry in ENGINES.values():
        options = entry.options()
        is_default = entry.name == DEFAULT_ENGINE
        typer.echo(f"{entry.name}{' (default)' if is_default else ''}: {entry.summary}")
        if not is_default and type(options) is type(defaults):
            typer.echo(f"    the options of {DEFAULT_ENGINE}, but")
        for option in fields(options):
            value = getattr(options, option.name)
            if is_default or type(options) is not type(defaults) or value != getattr(defaults, option.name):
                typer.echo(f"    --set {option.name}={_shown(value)}".ljust(42) + _help(option.metadata))


def _shown(value: Any) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _help(metadata: Any) -> str:
    choices = metadata.get("choices")
    return f" {metadata['help']}" + (f" ({', '.join(choices)})" if choices else "")
