"""Fresh constants that stand for parts of a formula, with the conditions that define them.

A condition *defines* a fresh constant: there is a value that meets it whatever the variables are. So it may
be asserted anywhere, and must be with every formula that has the constant in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable


@frozen(eq=False)
class Definition:
    """The condition on a fresh constant; `exact` if it leaves one value only."""

    fresh: Any
    condition: Any
    exact: bool


@frozen(eq=False)
class Needs:
    """What a formula needs: definitions, of its own and of its parts."""

    own: Definition | None
    parts: tuple[Needs, ...]


def definitions(needs: Iterable[Needs | None]) -> list[Definition]:
    """Every definition that is needed, once, in the order of a walk."""
    seen: set[Needs] = set()
    found: list[Definition] = []
    stack = [need for need in needs if need is not None][::-1]
    while stack:
        need = stack.pop()
        if need in seen:
            continue
        seen.add(need)
        if need.own is not None:
            found.append(need.own)
        stack.extend(reversed(need.parts))
    return found


def join(*needs: Needs | None) -> Needs | None:
    """What is needed by several formulas."""
    parts = tuple(dict.fromkeys(need for need in needs if need is not None))
    return Needs(None, parts) if len(parts) > 1 else parts[0] if parts else None
