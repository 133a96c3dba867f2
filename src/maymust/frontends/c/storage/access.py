"""Reads and writes parts of variables and of memory, as values: the terms of a type's leaves in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.emitting.checks import check, check_null
from maymust.frontends.c.emitting.gaps import leave_open
from maymust.frontends.c.memory.numbers import SMALLEST_ADDRESS
from maymust.frontends.c.memory.targets import Changes, MemoryPlace, PlainPlace, Target, Value
from maymust.frontends.c.storage.alignment import check_aligned
from maymust.frontends.c.storage.cells import load_cell, save_cell
from maymust.frontends.c.storage.constant_objects import UNDEFINED, WRITTEN, read_only, undefined_to_write
from maymust.frontends.c.storage.leaf_values import element, element_start, elements_of, gathered
from maymust.frontends.c.storage.plain import load_plain, save_plain
from maymust.terms import Term, and_, constant, eq, less, negation

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.emitter import Emitter
    from maymust.frontends.c.tree.leaves import Leaf
    from maymust.frontends.c.tree.places import Place

_NOT_THERE = "access of memory that is not there"
NOT_CLAIMED = "pointer that its analysis does not expect"
LARGEST_COPY = 4096  # elements of an array that are copied one by one


def load(low: Emitter, target: Target, leaves: tuple[Leaf, ...], place: Place, size: int = 0) -> Value | None:
    """The value of a part that has these leaves, and so many bytes at least. The path may end: then there is
    none."""
    if low.dead or not _is_small(low, target, leaves, place):
        return None
    if isinstance(target, PlainPlace):
        return load_plain(target, leaves)
    check_access(low, target, max(size, _extent(leaves)), place)
    found: list[Term] = []
    for leaf in leaves:
        found += gathered(leaf, [load_cell(low, target, leaf, k, place) for k in elements_of(leaf)])
    return None if low.dead else tuple(found)


def save(
    low: Emitter, target: Target, leaves: tuple[Leaf, ...], value: Value, place: Place, size: int = 0
) -> None:
    """The part that has these leaves, and so many bytes at least, gets a value."""
    if low.dead or not _is_small(low, target, leaves, place):
        return
    if isinstance(target, PlainPlace):
        save_plain(low, target, leaves, value, place)
        return
    size = max(size, _extent(leaves))
    check_access(low, target, size, place, writes=True)
    check_writable(low, target, size, place)
    position = 0
    changes: Changes = {}
    for leaf in leaves:
        width = len(leaf.parts())
        terms = value[position : position + width]
        position += width
        for k in elements_of(leaf):
            scalars = tuple([element(leaf, term, k) for term in terms])
            save_cell(low, changes, target, leaf, k, scalars, place)
    low.assign_together(changes, place.span)


def check_access(low: Emitter, target: MemoryPlace, size: int, place: Place, *, writes: bool = False) -> None:
    """The path ends where a place in memory cannot be accessed. (What a function consists of can be read, but
    nobody knows it.)"""
    memory, at = low.program.memory, target.access or place
    if target.named:
        inside = memory.validity.inside(target.ref, target.object, target.offset, size)
        check(
            low,
            "bounds",
            negation(inside),
            target.told("array index out of bounds"),
            at,
            construct=_NOT_THERE,
        )
        if memory.shortcuts:
            return
    check_number(low, target, "access", at)
    null = eq(target.object, constant(0, target.object.width))
    check_null(low, null, target.told("null pointer dereference"), at, target.pointer, is_open=target.open)
    if memory.region(target.ref).functions or not memory.shortcuts:
        code = memory.validity.is_code(target.object)
        if writes:
            check(low, "deref", code, target.told("write to a function"), at)
        else:
            leave_open(low, code, "function as data", at, ("deref", target.told("function as data")))
    check_present(low, target, size, place)
    if not memory.shortcuts:
        claimed = memory.validity.claimed(target.ref, target.object, target.offset)
        leave_open(low, negation(claimed), NOT_CLAIMED, at, ("deref", NOT_CLAIMED), ("bounds", NOT_CLAIMED))
    check_aligned(low, target, at)


def check_number(low: Emitter, target: MemoryPlace, use: str, place: Place) -> None:
    """The path ends where a pointer to no object is used, unless it is null or near to it."""
    memory = low.program.memory
    if memory.stays_near(target.ref):
        return
    # A member of null is null dereferenced, wherever it lies; but far from it, nobody sees to a trap.
    start = target.start if "null" in low.program.checks.asked else None
    offset = target.offset if start is None else start
    small = less(offset, constant(SMALLEST_ADDRESS, memory.word), signed=False)
    large = and_(eq(target.object, constant(0, target.object.width)), negation(small))
    if memory.region(target.ref).has_integers:
        check(low, "deref", large, target.told(f"{use} through a pointer made from an integer"), place)
    else:
        far = f"{use} far behind null"
        hidden = ("null", target.told("null pointer dereference"))
        leave_open(low, large, far, place, hidden, subject=target.pointer)


def check_present(low: Emitter, target: MemoryPlace, size: int, place: Place) -> None:
    """The path ends where a place in memory, reached through a pointer to an object, cannot be accessed."""
    memory, at = low.program.memory, target.access or place
    if low.program.checks.asked.isdisjoint(("deref", "bounds")):
        valid = memory.validity.valid(target.ref, target.object, target.offset, size)
        low.refuse(negation(valid), _NOT_THERE, place)
    else:
        _check_parts(low, target, size, at)


def check_writable(low: Emitter, target: MemoryPlace, size: int, place: Place) -> None:
    """The path ends where a string literal or a constant object is written. A constant object that is named
    is initialised here (see `lvalues.write` for others)."""
    memory, at = low.program.memory, target.access or place
    literal = memory.validity.is_literal(target.ref, target.object)
    check(low, "deref", literal, target.told("write to a string literal"), at)
    if not target.named:
        records = low.program.declarations.types.records
        check(low, "deref", read_only(memory, target), target.told(WRITTEN), at)
        undefined = undefined_to_write(memory, target, size, records)
        leave_open(low, undefined, UNDEFINED, at, ("deref", target.told(WRITTEN)))


def _check_parts(low: Emitter, target: MemoryPlace, size: int, place: Place) -> None:
    """What `Validity.valid` says, one after the other."""
    validity = low.program.memory.validity
    memory, ref, object_, offset = low.program.memory, target.ref, target.object, target.offset
    perhaps_inside = validity.perhaps_inside(ref, object_, offset, size)
    gone = "dereference of a pointer to a variable that is gone"
    freed = "use after free" if memory.region(ref).on_heap else gone
    for kind, good, message in (
        ("deref", validity.exists(ref, object_), "dereference of an uninitialised pointer"),
        ("deref", validity.in_scope(ref, object_), gone),
        ("deref", validity.not_freed(ref, object_), freed),
        ("bounds", perhaps_inside, "access out of bounds"),
    ):
        check(low, kind, negation(good), target.told(message), place, construct=_NOT_THERE)
    inside = and_(
        validity.inside(ref, object_, offset, size),
        validity.inside_allocated(ref, object_, offset, size),
    )
    outside = ("bounds", target.told("access out of bounds"))
    leave_open(low, negation(inside), _NOT_THERE, place, outside)
    known = validity.inside_outside(ref, object_, offset, size)
    leave_open(low, negation(known), "access beyond what is known of memory from outside", place, outside)


def save_elements(
    low: Emitter, target: MemoryPlace, leaf: Leaf, parts: Value, elements: list[int], place: Place
) -> None:
    """Some elements of a leaf in memory get those of its value; they can be accessed."""
    changes: Changes = {}
    for k in elements:
        save_cell(low, changes, target, leaf, k, tuple([element(leaf, term, k) for term in parts]), place)
    low.assign_together(changes, place.span)


def _extent(leaves: tuple[Leaf, ...]) -> int:
    """How many bytes are touched."""
    there = [leaf for leaf in leaves if leaf.count]  # an array may have no elements
    ends = [leaf.start + element_start(leaf, leaf.count - 1) + leaf.width for leaf in there]
    return (max(ends, default=0) + 7) // 8


def _is_small(low: Emitter, target: Target, leaves: tuple[Leaf, ...], place: Place) -> bool:
    """Whether all elements can be gone through, where that is needed; if not, the path ends."""
    if isinstance(target, PlainPlace) and not target.indices and target.window is None:
        return True
    if all(leaf.count <= LARGEST_COPY for leaf in leaves):
        return True
    low.unmodelled("copy of a large array", place)
    return False
