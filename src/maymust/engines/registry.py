"""The engines by name, each a lazy factory."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from maymust.engines.base import Engine


@dataclass(frozen=True, slots=True)
class EngineEntry:
    """A line of the registry. `options` makes the engine's default options, `build` the engine."""

    name: str
    summary: str
    options: Callable[[], Any]
    build: Callable[[Any], Engine]


def _may_must_options(**changes: Any) -> Callable[[], Any]:
    def make() -> Any:
        from maymust.engines.maymust.options import MayMustOptions

        return replace(MayMustOptions(), **changes)

    return make


def _may_must(options: Any) -> Engine:
    from maymust.engines.maymust.loop import MayMustEngine

    return MayMustEngine(options)


ENGINES: dict[str, EngineEntry] = {
    entry.name: entry
    for entry in (
        EngineEntry(
            "dash",
            "tests and a region graph refine each other; one test-generation query an iteration"
            " (Proofs from Tests)",
            _may_must_options(),
            _may_must,
        ),
        EngineEntry(
            "synergy",
            "DASH's predecessor: every edge of the abstraction is checked by the prover, predicates are not"
            " generalised",
            _may_must_options(edge_filter="prover", drop_branch_conditions=False),
            _may_must,
        ),
    )
}
DEFAULT_ENGINE = "dash"


class OptionError(ValueError):
    """An engine option that does not exist or a value that does not fit."""


def with_settings(options: Any, settings: Mapping[str, str]) -> Any:
    """`options` with some fields set from text; raises OptionError with the valid names or values."""
    known = {f.name: f for f in fields(options)}
    changes: dict[str, Any] = {}
    for name, text in settings.items():
        if name not in known:
            raise OptionError(f"no engine option is called `{name}`; there are: {', '.join(known)}")
        value = _parsed(name, text, getattr(options, name), known[name].metadata.get("choices"))
        least = known[name].metadata.get("least")
        if least is not None and not value >= least:  # `not >=` refuses NaN as well
            raise OptionError(f"{name}: at least {least}, not `{text}`")
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
