"""Options of engines: fields of a frozen dataclass that document themselves, and can be set from text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, fields, replace
from typing import Any


class OptionError(ValueError):
    """An engine option that does not exist or a value that does not fit."""


def option(
    default: Any,
    help_text: str,
    choices: tuple[str, ...] | None = None,
    least: float | None = None,
    check: Callable[[str], object] | None = None,
) -> Any:
    """A field with its help and the values that it takes; `check` raises OptionError for a wrong text."""
    metadata = {"help": help_text, "choices": choices, "least": least, "check": check}
    return field(default=default, metadata=metadata)


def with_settings(options: Any, settings: Mapping[str, str]) -> Any:
    """`options` with some fields set from text; raises OptionError with the valid names or values."""
    known = {f.name: f for f in fields(options)}
    changes: dict[str, Any] = {}
    for name, text in settings.items():
        if name not in known:
            raise OptionError(f"no engine option is called `{name}`; there are: {', '.join(known)}")
        metadata = known[name].metadata
        value = _parsed(name, text, getattr(options, name), metadata.get("choices"))
        least, check = metadata.get("least"), metadata.get("check")
        if least is not None and not value >= least:  # `not >=` refuses NaN as well
            raise OptionError(f"{name}: at least {least}, not `{text}`")
        if check is not None:
            check(text)
        changes[name] = value
    return replace(options, **changes)


def _parsed(name: str, text: str, default: Any, choices: tuple[str, ...] | None) -> Any:
    if choices and text not in choices:
        raise OptionError(f"{name}: `{text}` is none of {', '.join(choices)}")
    if isinstance(default, bool):
        if text not in ("on", "off"):
            raise OptionError(f"{name}: on or off, not `{text}`")
        return text == "on"
    try:
        return type(default)(text)
    except ValueError:
        wanted = "whole number" if isinstance(default, int) else "number"
        raise OptionError(f"{name}: a {wanted} was expected, not `{text}`") from None
