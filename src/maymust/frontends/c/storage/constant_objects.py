"""Tells where constant objects are written: what C forbids (C11 6.7.3p6), also through a pointer that does
not say so.

Those that last as long as the program lie in memory that cannot be written: the machine stops the program, as
for string literals. Others it would let pass, and a compiler may rely on what they hold, or not: nothing is
known behind such a write.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.tree.constant_lvalues import is_constant_object, is_read_only
from maymust.frontends.c.types import ArrayType, RecordType, size_of
from maymust.terms import Term, add, and_, constant, eq, less, or_

if TYPE_CHECKING:
    from maymust.frontends.c.memory.regions import Memory
    from maymust.frontends.c.memory.targets import MemoryPlace
    from maymust.frontends.c.tree.records import Records
    from maymust.frontends.c.types import CType

WRITTEN = "write to a constant object"
UNDEFINED = f"undefined: {WRITTEN}"
_MOST_RANGES = 64


def read_only(memory: Memory, target: MemoryPlace) -> Term:
    """Whether a place is in an object in memory that cannot be written."""
    named = memory.region(target.ref).named.items()
    return or_(*[_is(target, number) for key, number in named if is_read_only(key.what)])


def undefined_to_write(memory: Memory, target: MemoryPlace, size: int, records: Records) -> Term:
    """Whether some of `size` bytes at a place are in another constant object, or a constant member."""
    found: list[Term] = []
    for key, number in memory.region(target.ref).named.items():
        if is_read_only(key.what):
            continue
        if is_constant_object(key.what):
            found.append(_is(target, number))
        elif parts := constant_parts(key.what.type, records):
            inside = or_(*[_overlaps(target.offset, size, part) for part in parts])
            found.append(and_(_is(target, number), inside))
    return or_(*found)


def _is(target: MemoryPlace, number: int) -> Term:
    return eq(target.object, constant(number, target.object.width))


def constant_parts(type_: CType, records: Records) -> list[tuple[int, int]]:
    """The members of a type that are constant: the first byte of each, and that behind it. Where there are
    many, all from the first to the last."""
    found: list[tuple[int, int]] = []
    match type_:
        case ArrayType(element=element, count=count):
            inner, size = constant_parts(element, records), size_of(element) or 0
            if inner and (count or 0) * len(inner) > _MOST_RANGES:
                return [(inner[0][0], (count or 0) * size)]
            found = [(k * size + low, k * size + high) for k in range(count or 0) for low, high in inner]
        case RecordType(union=False):
            for field in records.fields(type_):
                start = field.offset // 8
                if field.const:
                    bits = 8 * (size_of(field.type) or 0) if field.bits is None else field.bits
                    found.append((start, (field.offset + bits + 7) // 8))
                else:
                    inner = constant_parts(field.type, records)
                    found += [(start + low, start + high) for low, high in inner]
    return found


def _overlaps(offset: Term, size: int, part: tuple[int, int]) -> Term:
    """Whether `size` bytes from an offset on have one in common with a part."""
    first, behind = (constant(n, offset.width) for n in part)
    length = constant(size, offset.width)
    return and_(less(offset, behind, signed=True), less(first, add(offset, length), signed=True))
