"""Defines where values lie: in parts of plain variables, and at places in memory."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from maymust.frozen import frozen
from maymust.terms import Term

if TYPE_CHECKING:
    from maymust.frontends.c.points_to.graph import Ref
    from maymust.frontends.c.tree.leaves import Leaf
    from maymust.frontends.c.tree.places import Place

Pointer = tuple[Term, Term]
"""The object, and the offset in it."""

Value = tuple[Term, ...]
Changes = dict[Term, Term]
"""What variables become, in terms of what all of them were."""


@frozen
class Need:
    """What is at an offset of an object, where the analysis puts `ref`, must be aligned to so many bytes."""

    ref: Ref
    offset: Term
    bytes: int


@dataclass(frozen=True, slots=True)
class PlainPlace:
    """A part of a plain variable: of the variables `terms`, which hold its `leaves`, the element that
    `indices` select. In a union, it begins so many bits (`window`) behind the start of the leaf."""

    terms: tuple[Term, ...]
    leaves: tuple[Leaf, ...]
    indices: tuple[Term, ...] = ()
    window: Term | None = None


@dataclass(frozen=True, slots=True)
class MemoryPlace:
    """A place in memory: where the analysis puts it, and its address. If it is `named`, not reached through a
    pointer, the object is there. `pointer` is the text of the pointer, `access` that of the whole. If the
    pointer is null, and the trap is `open`, C does not tell when it comes. It may be a library function, `by`
    name, that accesses it. `need` says how it must be aligned. `start` is the offset of the pointer that
    leads there, where this is a member of what it points to."""

    ref: Ref
    object: Term
    offset: Term
    named: bool = False
    pointer: Place | None = None
    access: Place | None = None
    open: bool = False
    by: str | None = None
    need: Need | None = None
    start: Term | None = None

    def told(self, message: str) -> str:
        """What is said of an access that goes wrong."""
        return message if self.by is None else f"{message} in `{self.by}`"

    def moved(self, ref: Ref, offset: Term) -> MemoryPlace:
        """Another place in the same object."""
        return replace(self, ref=ref, offset=offset)


Target = PlainPlace | MemoryPlace
