"""Holds which kinds of properties are asked for, and those that lowering has found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.kinds import KINDS, LOST
from maymust.ir.program import Property

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.frontends.c.properties.doubtful import Doubtful
    from maymust.frontends.c.properties.guards import Guards
    from maymust.frontends.c.tree.expressions import Declared
    from maymust.frontends.c.tree.places import Place
    from maymust.ir.source import Span

_ORDER = {kind: number for number, kind in enumerate((*KINDS, LOST))}
Position = tuple[bool, str, int]
Order = tuple[Position, tuple[int, int], int, str]


class Checks:
    """What is asked for, and the properties that lowering has found. `position` orders places as the source
    does; `tracked` are the variables that are watched for being read before they are set, and `guards` other
    nodes that are watched; a plain `_Bool` that is `doubtful` need not be 0 or 1."""

    def __init__(
        self,
        asked: frozenset[str],
        tracked: set[Declared],
        guards: Guards,
        doubtful: Doubtful,
        position: Callable[[Place], Position],
    ) -> None:
        self.asked = asked
        self.tracked = tracked
        self.guards = guards
        self.doubtful = doubtful
        self._position = position
        self._found: dict[tuple[str, Span, str], Property] = {}
        self._places: dict[str, Place] = {}
        self._order: dict[str, Order] = {}

    def property(self, kind: str, description: str, place: Place) -> Property:
        """The property of a kind at a place; its identity tells both."""
        span = place.span
        known = self._found.get((kind, span, description))
        if known is None:
            start = identity = f"{kind}.{span.line}.{span.column}"
            number = 1
            while identity in self._order:
                number += 1
                identity = f"{start}.{number}"
            known = self._found[kind, span, description] = Property(identity, kind, description, span)
            self._places[identity] = place
            end = (span.end_line, span.end_column)
            self._order[identity] = (self._position(place), end, _ORDER[kind], identity)
        return known

    def found(self, used: set[str]) -> list[Property]:
        """The properties of checks with these identities."""
        return [p for p in self._found.values() if p.id in used]

    def places(self, kind: str) -> dict[str, Place]:
        """Where the properties of a kind are, by their identities."""
        return {p.id: self._places[p.id] for p in self._found.values() if p.kind == kind}

    def order(self, wanted: Property, place: Place | None) -> Order:
        """Where a property comes among all, in the order of the source; `place` is that of an assertion."""
        if place is None:
            return self._order[wanted.id]
        return (self._position(place), (0, 0), -1, "")
