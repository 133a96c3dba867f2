"""What a translation of C to FIR has to say, so that contracts can be put into its words."""

from __future__ import annotations

from typing import Literal, Protocol

from maymust.fir.tree import Expression
from maymust.frontends.acsl.typed import Path
from maymust.frontends.c.types import CType, IntType, PointerType

State = Literal["now", "old"]
ELEMENTS = "[]"  # at the end of a path: the relation from the indices of an array to its elements


class Unspeakable(Exception):  # noqa: N818 - no error by itself: the translator tells where it is
    """The translation has no words for this; the reason is for the user."""


class Vocabulary(Protocol):
    """FIR's expressions for what contracts are about. All methods may raise `Unspeakable`.

    "now" is the end of the procedure where something is ensured, and its start where it is required; "old" is
    the start. A number of n bits is the integer that its bits are in two's complement.
    """

    @property
    def width(self) -> int:
        """How many bits FIR's integers have."""

    def null(self, of: CType) -> Expression:
        """The null pointer to this type."""

    def variable(
        self, kind: Literal["parameter", "global"], name: str, path: Path, type_: CType, state: State
    ) -> Expression:
        """The value of a variable, or of a member of one; of a parameter, always that of the start.

        The type is that of the value.
        """

    def result(self, type_: CType) -> Expression:
        """What the function returns."""

    def field(self, of: CType, path: Path, state: State) -> Expression:
        """The relation from the objects of a type to what they hold, or their member at that path does."""

    def places(self, of: CType, path: Path) -> Expression:
        """Where the elements of an array are, that is a member of a type: the relation from the indices to
        the second column of the field that has `ELEMENTS` behind the path."""

    def links(self, of: CType, path: Path, state: State) -> Expression:
        """The same of accessible objects only: nothing follows null, or what leads nowhere."""

    def objects(self, of: CType, state: State) -> Expression:
        """The objects of a type that can be accessed; null is none of them."""

    def all_objects(self, of: CType, state: State) -> Expression:
        """The same, if it is known that there are no others of the type."""

    def bound(self, type_: IntType | PointerType) -> str:
        """A new variable for a quantifier, over all integers, or over the domain of the type's objects."""

    def globals(self) -> list[tuple[str, Path, Expression, Expression]]:
        """All parts of global variables: their values now, and their old ones."""

    def fields(self) -> list[tuple[CType, Path]]:
        """All that objects hold, by their scalar parts."""
