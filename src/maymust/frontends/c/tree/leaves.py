"""Lists the scalar parts of a type, in order: what a value of the type consists of.

A value of a scalar type is one leaf, of a structure the leaves of its members one after the other, of an
array the leaves of its element, each with one more dimension. A union is one leaf of bits, or, if it may hold
pointers, one of each word, read as a pointer: such a union lives in memory only (`cells`). So the leaves of a
member, and those of an element, are a range of the leaves of the whole; but for members of unions.

A leaf is one term, a pointer's two (`parts`): object and offset. With dimensions these are arrays, indexed by
the number of the element.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import prod
from typing import TYPE_CHECKING

from maymust.frontends.c.types import (
    ArrayType,
    CType,
    FloatType,
    IntType,
    PointerType,
    RecordType,
    family,
    size_of,
)
from maymust.frozen import frozen
from maymust.ir.memory import OBJECT_WIDTH, Role
from maymust.terms import Sort, array_sort, bitvec

if TYPE_CHECKING:
    from maymust.frontends.c.tree.records import Records
    from maymust.frontends.c.types import Field

Scalar = IntType | FloatType | PointerType

_LARGEST_UNION = 64  # bytes that are worth a single bit-vector
_MOST_WORDS = 64  # of a union


@frozen
class Dimension:
    """An array that a leaf lies in: so many elements, so many bits from one to the next."""

    count: int
    stride: int


@frozen
class Part:
    """A term that a value consists of: how it is written behind the name of the whole, what it holds, and its
    sort."""

    path: str
    role: Role
    sort: Sort
    signed: bool

    @property
    def name(self) -> str:
        """Its name in the IR, behind that of the whole."""
        return self.path if self.role is Role.VALUE else f"{self.path}.{self.role}"


@frozen
class Leaf:
    """A scalar part: how it is reached, its type, where it first lies and how many bits it takes there, and
    the arrays around it, the outermost first. A bit-field takes less than its type. A `union` is one, or a
    word of one."""

    name: str
    type: Scalar
    start: int
    width: int
    dimensions: tuple[Dimension, ...] = ()
    union: bool = False

    @property
    def count(self) -> int:
        """How many there are."""
        return prod(d.count for d in self.dimensions)

    def parts(self) -> tuple[Part, ...]:
        """The terms that it is."""
        if not isinstance(self.type, PointerType):
            signed = isinstance(self.type, IntType) and self.type.signed
            return (Part(self.name, Role.VALUE, self._sort(self.width), signed),)
        return (
            Part(self.name, Role.OBJECT, self._sort(OBJECT_WIDTH), False),
            Part(self.name, Role.OFFSET, self._sort(self.width), True),
        )

    def _sort(self, width: int) -> Sort:
        return array_sort(index_width(self.count), width) if self.dimensions else bitvec(width)


class Shapes:
    """The leaves of types."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self.leaves = cache(self._leaves)
        self.obstacle = cache(self._obstacle)
        self.has_words = cache(self._has_words)
        self.gaps = cache(self._gaps)

    def _obstacle(self, type_: CType) -> str | None:
        """What kind of part of the type has no values here; None if all is well."""
        match type_:
            case IntType() | FloatType() | PointerType():
                return None
            case ArrayType(element=element):
                return self.obstacle(element)
            case RecordType(size=None):
                return "incomplete structure"
            case RecordType(union=True):
                return self._union_obstacle(type_)
            case RecordType():
                found = [self.obstacle(f.type) for f in self._records.fields(type_)]
                return next((obstacle for obstacle in found if obstacle is not None), None)
        return family(type_)

    def _union_obstacle(self, type_: RecordType) -> str | None:
        for field in self._records.fields(type_):
            inner = self.obstacle(field.type)
            if inner is not None:
                return inner
        word = self._word(type_)
        if (type_.size or 0) > (_LARGEST_UNION if word is None else _MOST_WORDS * word.width // 8):
            return "large union"
        return None

    def _word(self, type_: RecordType) -> PointerType | None:
        """As what the words of a union are read: as the first pointers in it are; None if it has none."""
        inner = [leaf.type for field in self._records.fields(type_) for leaf in self.leaves(field.type)]
        return next((t for t in inner if isinstance(t, PointerType)), None)

    def _has_words(self, type_: CType) -> bool:
        """Whether there are unions with pointers in values of the type."""
        if self.obstacle(type_) is not None:
            return False
        return any(leaf.union and isinstance(leaf.type, PointerType) for leaf in self.leaves(type_))

    def _leaves(self, type_: CType) -> tuple[Leaf, ...]:
        """The leaves of a type. Requires that it has no obstacle."""
        match type_:
            case IntType() | FloatType() | PointerType():
                return (Leaf("", type_, 0, type_.width),)
            case ArrayType(element=element, count=count):
                stride = 8 * (size_of(element) or 0)
                outer = Dimension(count or 0, stride)
                return tuple(
                    replace(leaf, name=f"[]{leaf.name}", dimensions=(outer, *leaf.dimensions))
                    for leaf in self.leaves(element)
                )
            case RecordType(union=True):
                return self._union_leaves(type_)
            case RecordType():
                return tuple(leaf for field in self._records.fields(type_) for leaf in self.member(field))
        raise AssertionError(type_)

    def _union_leaves(self, type_: RecordType) -> tuple[Leaf, ...]:
        width, word = 8 * (type_.size or 0), self._word(type_)
        if word is None:
            return (Leaf("", IntType(width, signed=False), 0, width, union=True),) if width else ()
        starts = range(0, width - width % word.width, word.width)
        leaves = [Leaf(f"<{start // word.width}>", word, start, word.width, union=True) for start in starts]
        if width % word.width:
            rest = IntType(width % word.width, signed=False)
            leaves.append(Leaf("<rest>", rest, width - rest.width, rest.width, union=True))
        return tuple(leaves)

    def _gaps(self, type_: CType) -> tuple[tuple[int, int], ...]:
        """What lies between the parts of a type: where it begins, and how many bits it takes. Requires that
        the type has no obstacle."""
        match type_:
            case ArrayType(element=element, count=count):
                inner, stride = self.gaps(element), 8 * (size_of(element) or 0)
                return tuple(
                    [(k * stride + start, width) for k in range(count or 0) for start, width in inner]
                )
            case RecordType(union=False, size=size):
                found, at = list[tuple[int, int]](), 0
                for field in self._records.fields(type_):
                    if field.padding:
                        continue
                    if field.offset > at:
                        found.append((at, field.offset - at))
                    found += [(field.offset + start, width) for start, width in self.gaps(field.type)]
                    at = field.offset + (8 * (size_of(field.type) or 0) if field.bits is None else field.bits)
                return tuple(found) if at >= 8 * (size or 0) else (*found, (at, 8 * (size or 0) - at))
        return ()

    def member(self, field: Field) -> tuple[Leaf, ...]:
        """The leaves of a member, as they lie in its record."""
        if field.padding:
            return ()
        dot = f".{field.name}" if field.name else ""
        return tuple(
            replace(
                leaf,
                name=dot + leaf.name,
                start=field.offset + leaf.start,
                width=leaf.width if field.bits is None else field.bits,
            )
            for leaf in self.leaves(field.type)
        )

    def designated(self, type_: CType, field: Field | None) -> tuple[Leaf, ...]:
        """The leaves of what an lvalue designates: of a type, or of the bit-field that `field` may be,
        counted from the byte in which it begins."""
        if field is None or field.bits is None:
            return self.leaves(type_)
        (leaf,) = self.leaves(type_)
        return (replace(leaf, start=field.offset % 8, width=field.bits),)

    def before(self, field: Field) -> int:
        """How many leaves of a structure come before those of a member."""
        earlier = self._records.fields(field.record)[: field.index]
        return sum(len(self.member(other)) for other in earlier)

    def parts(self, type_: CType) -> tuple[Part, ...]:
        """The terms that a value of the type is."""
        return tuple(part for leaf in self.leaves(type_) for part in leaf.parts())


def index_width(count: int) -> int:
    """The width of the index of an array with so many elements."""
    return 32 if count < 1 << 31 else 64
