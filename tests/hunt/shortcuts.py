"""The programs of the hunt with no check left out as needless: the verdicts are the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from .judging import SECONDS, Said, ask, ask_without_shortcuts
from .recipes import Program
from .summary import is_late

Comparison = Literal["same program", "same verdict", "late", "different"]


def compared(program: Program, seconds: float = SECONDS) -> tuple[Comparison, str]:
    """How verdicts with and without shortcuts compare, and both as text."""
    asked = program.recipe.asked
    other = ask_without_shortcuts(program.text, asked, seconds)
    if other is None:
        return "same program", ""
    ours = ask(program.text, asked, seconds)
    told = f"{program.title}\nwith shortcuts {ours}, without {other}\n{program.text}"
    if _kind(ours) == _kind(other):
        return "same verdict", told
    if is_late(ours) or is_late(other):
        return "late", told
    return "different", told


def _kind(said: Said) -> object:
    return said.crash or said.failing or bool(said.reasons)


def counted(found: Iterable[tuple[Comparison, str]]) -> str:
    """How often each came out."""
    counts = Counter(comparison for comparison, _ in found)
    return ", ".join(f"{count} {comparison}" for comparison, count in counts.most_common())
