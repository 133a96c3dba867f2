"""Patterns: what may go wrong, for which values of the selector."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Model = Literal["LP64", "ILP32"]
MODELS: tuple[Model, ...] = ("LP64", "ILP32")
Oracle = Literal["sanitizers", "valgrind", "none"]


@dataclass(frozen=True)
class Outcome:
    """What an execution comes to. It is fine if `kinds` is empty; else it violates what is called one of
    them. If it is `open`, maymust need not know (UNKNOWN is as right as FAILS); if it is `free`, HOLDS is
    right as well, for the documentation leaves it out, or C does."""

    kinds: frozenset[str] = frozenset()
    open: bool = False
    free: bool = False

    @staticmethod
    def of(text: str) -> Outcome:
        """From `bounds`, `null|deref` (it may be called either), `?deref` (open), `~uninit` (free), or
        nothing."""
        kinds = frozenset(filter(None, text.lstrip("?~").split("|")))
        return Outcome(kinds, open=text[:1] in ("?", "~"), free=text[:1] == "~")

    def __str__(self) -> str:
        return ("~" if self.free else "?" if self.open else "") + "|".join(sorted(self.kinds))


FINE = Outcome()


@dataclass(frozen=True)
class Pattern:
    """Statements of C with markers, and what comes of them.

    In `body` and `top` (what stands outside of functions) `@name` is a name at file scope. In the body,
    `$K` is the selector, `$<type|expression$>` a value that a carrier may bring, and `$check(p, cleanup)`,
    alone on its line, ends the function if p was not allocated. A line with a marker is a statement before
    which another may stand, and its expression has no side effects. `outcomes` is by selector; in ILP32
    some may differ (`ilp32`). `on_failure` is the outcome where the first allocation fails. A body that is
    not `repeatable` runs once at most. `oracle` tells who can see violations natively. `goes_on`: behind a
    violation that is not asked for the execution goes on, though of this kind that is not so in general.
    """

    name: str
    body: str
    outcomes: Mapping[int, str]
    top: str = ""
    ilp32: Mapping[int, str] = field(default_factory=dict)
    on_failure: str = ""
    repeatable: bool = True
    models: tuple[Model, ...] = MODELS
    oracle: Oracle = "sanitizers"
    goes_on: bool = False

    def outcome(self, selector: int, model: Model) -> Outcome:
        """What comes of a selector."""
        found = self.outcomes[selector]
        return Outcome.of(self.ilp32.get(selector, found) if model == "ILP32" else found)

    @property
    def allocates(self) -> bool:
        return any(name in self.body + self.top for name in ("malloc(", "calloc(", "realloc(", "strdup("))


def fine(*selectors: int) -> dict[int, str]:
    """Selectors for which nothing goes wrong."""
    return dict.fromkeys(selectors, "")


def bad(kinds: str, *selectors: int) -> dict[int, str]:
    """Selectors for which this goes wrong, in the notation of `Outcome.of`."""
    return dict.fromkeys(selectors, kinds)
