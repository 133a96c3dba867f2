"""The programs of the hunt with no check left out as needless: the verdicts are the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from maymust.frontends.c.storage.access import NOT_CLAIMED

from .judging import SECONDS, Said, ask, ask_without_shortcuts
from .recipes import Program

Comparison = Literal["same program", "same verdict", "undecided", "different"]


def compared(program: Program, seconds: float = SECONDS) -> tuple[Comparison, str]:
    """How verdicts with and without shortcuts compare, and both as text. Without, there are more checks, so
    it may be that something is not decided; but not because what an analysis claims is false."""
    asked = program.recipe.asked
    other = ask_without_shortcuts(program.text, asked, seconds)
    if other is None:
        return "same program", ""
    ours = ask(program.text, asked, seconds)
    told = f"{program.title}\nwith shortcuts {ours}, without {other}\n{program.text}"
    if _kind(ours) == _kind(other):
        return "same verdict", told
    contradicts = _is_decided(other) or NOT_CLAIMED in str(other.reasons)
    return "different" if _is_decided(ours) and contradicts else "undecided", told


def _is_decided(said: Said) -> bool:
    return bool(said.crash or said.failing) or not said.reasons


def _kind(said: Said) -> object:
    return said.crash or said.failing or bool(said.reasons)


def counted(found: Iterable[tuple[Comparison, str]]) -> str:
    """How often each came out."""
    counts = Counter(comparison for comparison, _ in found)
    return ", ".join(f"{count} {comparison}" for comparison, count in counts.most_common())
