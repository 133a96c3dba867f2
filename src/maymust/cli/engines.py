"""`maymust engines`."""

from __future__ import annotations

from dataclasses import fields

import typer

from maymust.engines.registry import DEFAULT_ENGINE, ENGINES


def run_engines() -> None:
    """Prints each engine, and the options with their defaults."""
    for entry in ENGINES.values():
        typer.echo(f"{entry.name}{' (default)' if entry.name == DEFAULT_ENGINE else ''}: {entry.summary}")
        options = entry.options()
        for option in fields(options):
            value = getattr(options, option.name)
            shown = ("on" if value else "off") if isinstance(value, bool) else str(value)
            choices = option.metadata.get("choices")
            values = f" ({', '.join(choices)})" if choices else ""
            setting = f"--set {option.name}={shown}"
            typer.echo(f"    {setting:<38} {option.metadata['help']}{values}")
