"""Names the objects in memory that pointers may point to."""

from __future__ import annotations

from maymust.frontends.c.tree.expressions import CallExpression, Cast, CompoundLiteral, Declared, Text
from maymust.frontends.c.types import CType, size_of
from maymust.frozen import frozen


@frozen
class Allocated:
    """What a call allocates."""

    call: CallExpression


@frozen
class Named:
    """A variable, or what a string or compound literal designates."""

    what: Declared | Text | CompoundLiteral

    @property
    def is_lasting(self) -> bool:
        """Whether it lives as long as the program."""
        return isinstance(self.what, Text) or (isinstance(self.what, Declared) and self.what.lasting)


@frozen
class FromInteger:
    """What a pointer that is made from an integer points to: nothing."""

    cast: Cast


@frozen
class Code:
    """A function."""

    name: str


@frozen
class FromOutside:
    """Objects of a type that pointers from outside point to. Such pointers may be equal."""

    type: CType


MemoryObject = Allocated | Named | Code | FromOutside | FromInteger


def object_size(key: Named) -> int:
    """The size in bytes of an object with a name; 0 where its type has none."""
    return size_of(key.what.type) or 0
