"""What a program's memory is, in data: for those who read a program and do not know its language.

A pointer is two numbers, an *object* and an *offset* in bytes. Objects are numbered: 0 is no object; then
come those with a name, from 1 on; then those that are allocated, in order; functions from `CODE` on; objects
that pointers from outside lead to from `OUTSIDE` on. A pointer that was never set has the object
`UNINITIALISED`.

Memory is in *areas*, each for the objects that some pointers may share. What an area's objects hold is in its
*cells*; a cell lives in one variable of the program, or in two for a pointer. Such a variable is indexed by
what can differ: by nothing, the object, the offset, or both. Every variable of a program knows its `Role`.
Who makes the program says all this; nobody else guesses it from names.
"""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from math import prod
from typing import TYPE_CHECKING, Literal

from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

OBJECT_WIDTH = 32  # of the number of an object
NO_OBJECT = 0
OUTSIDE = 1 << 31
CODE = OUTSIDE - (1 << 20)
UNINITIALISED = (1 << OBJECT_WIDTH) - 1


class Role(StrEnum):
    """What a variable holds."""

    VALUE = "value"  # a number or bits, of a variable or a cell
    OBJECT = "object"  # the object of a pointer
    OFFSET = "offset"  # the offset of a pointer
    TAG = "tag"  # the object of a pointer that is among the bits of a cell
    ALIVE = "alive"  # what is allocated in an area and not freed yet, by the object
    SIZE = "size"  # of what is allocated in an area, by the object
    LIFE = "life"  # whether a local variable is not yet there, there, or gone
    NEXT = "next"  # the number of the next allocation
    NOTE = "note"  # what checks remember
    TEMPORARY = "temporary"  # a value in between, which no text names


OF_POINTERS = (Role.OBJECT, Role.OFFSET)
HOLDS_OBJECTS = (Role.OBJECT, Role.TAG)
SEEN = (Role.VALUE, *OF_POINTERS)  # the program's own; the others are the model's


@frozen
class Held:
    """What a variable holds: its role, the area that it belongs to, by its place in `Memory.areas`, and by
    what it is indexed there. A variable that is `initial` keeps what a cell held at the start; one that is
    `inner` lasts as long as the program, but is a function's own."""

    role: Role = Role.VALUE
    area: int | None = None
    index: tuple[Role, ...] = ()
    initial: bool = False
    inner: bool = False

    @property
    def is_cell(self) -> bool:
        """Whether it is what objects hold."""
        return self.area is not None and self.role in (*SEEN, Role.TAG) and not self.initial

    @property
    def is_variable(self) -> bool:
        """Whether it is a variable that the source has, or a part of one."""
        return self.area is None and self.role in SEEN


VALUE = Held()


@frozen
class Scalar:
    """A scalar part of an object: how it is written behind the object's name (`.a[].b`), what it is, the bit
    where it first lies and how many it takes, and the arrays around it, the outermost first: how many
    elements, and how many bits from one to the next. A union is a part of `bits`.

    `target` counts, in `Memory.outside`, the objects that a pointer that comes from outside leads to.
    """

    path: str
    kind: Literal["integer", "float", "pointer", "bits"]
    start: int
    width: int
    signed: bool = False
    dimensions: tuple[tuple[int, int], ...] = ()
    target: int | None = None

    @property
    def count(self) -> int:
        """How many there are."""
        return prod(count for count, _ in self.dimensions)

    def elements(self) -> Iterator[tuple[str, int]]:
        """All of them in order: how they are written, and where they begin."""
        return map(self.element, range(self.count))

    def element(self, number: int) -> tuple[str, int]:
        """One of them: how it is written, and where it begins."""
        pieces, indices, start = self.path.split("[]"), list[int](), self.start
        for count, stride in reversed(self.dimensions):
            number, index = divmod(number, count)
            start += index * stride
            indices.insert(0, index)
        path = "".join(f"{piece}[{i}]" for piece, i in zip(pieces, indices, strict=False)) + pieces[-1]
        return path, start


@frozen
class Cell:
    """A cell of an area: its bits, what it holds, and the variable for that (of a pointer, the object's).
    `offset` is the variable of a pointer's offset."""

    start: int
    width: int
    kind: Literal["number", "bytes", "pointer"]
    variable: str
    offset: str | None = None


@frozen
class Area:
    """How the objects of an area lie in its cells: the objects and, within them, the arrays (`folds`: start,
    length and stride) are folded onto elements of `stride` bits. `named` are the numbers of the variables
    among the objects; `alive` is the variable that tells what is allocated and not freed yet, where something
    may be freed."""

    stride: int
    folds: tuple[tuple[int, int, int], ...]
    cells: tuple[Cell, ...]
    named: tuple[int, ...] = ()
    alive: str | None = None


@frozen
class ObjectType:
    """The objects outside that pointers of one type lead to: their type as the language writes it, if it has
    a name, and size in bytes, 0 if it is not known; their parts, and at which bit of which area they begin.
    They may be functions, with a `size` of 0."""

    text: str | None
    is_function: bool
    size: int
    parts: tuple[Scalar, ...]
    area: int
    base: int


@frozen
class Memory:
    """The memory of a program. Offsets have `word` bits. `named` are the variables, `functions` the functions
    that pointers may point to, by the numbers of the objects; the first allocation gets `first_allocated`."""

    word: int
    areas: tuple[Area, ...] = ()
    outside: tuple[ObjectType, ...] = ()
    named: Mapping[int, str] = field(default_factory=dict)
    functions: Mapping[int, str] = field(default_factory=dict)
    first_allocated: int = 1
