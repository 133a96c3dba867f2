"""Keeps a program's pointers while it is found out what they may point to (`flow`).

An object in memory is a variable whose address is taken, a string or compound literal, what a call allocates,
a function, or what a pointer that comes from outside points to. All other variables are plain: for them only
the targets of the pointers in them are kept.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from maymust.frontends.c.points_to.graph import MemoryGraph, Ref
from maymust.frontends.c.points_to.objects import FromOutside, MemoryObject, Named
from maymust.frontends.c.types import ArrayType, CType, FloatType, PointerType, RecordType, size_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.frontends.c.tree.expressions import Declared
    from maymust.frontends.c.tree.leaves import Leaf, Shapes
    from maymust.frontends.c.tree.records import Records
    from maymust.frontends.c.types import Field

Targets = tuple[Ref, ...]
ENDLESS = 1 << 40  # elements of an array whose length is not known
MANY = 2


class PointerMemory:
    """The objects and the plain variables of a program, and what the pointers in them may point to."""

    def __init__(self, records: Records, shapes: Shapes, in_memory: Iterable[Declared]) -> None:
        self.graph = MemoryGraph()
        self._records = records
        self._shapes = shapes
        self._in_memory = frozenset(in_memory)
        self._objects: dict[MemoryObject, Ref] = {}
        self._plain: dict[Declared, Targets] = {}
        self.sources: Counter[FromOutside] = Counter()  # how many pointers from outside there are, or more

    def in_memory(self, declared: Declared) -> bool:
        """Whether a variable is an object in memory."""
        return declared in self._in_memory

    def targets(self, declared: Declared) -> Targets:
        """What the pointers in a plain variable point to."""
        return self._plain[declared]

    def objects(self) -> list[MemoryObject]:
        """All objects that were met."""
        return list(self._objects)

    def object(self, key: MemoryObject) -> Ref:
        """Where an object is."""
        known = self._objects.get(key)
        if known is None:
            known = self._objects[key] = self.graph.object(key)
        return known

    # -- variables and their parts -------------------------------------------------------------------------

    def _variable(self, declared: Declared) -> Ref | Targets:
        if declared in self._in_memory:
            return self.object(Named(declared))
        known = self._plain.get(declared)
        if known is None:
            known = self._plain[declared] = self._fresh(declared.type)
        return known

    def _member(self, held: Targets, field: Field) -> Targets:
        """The targets that belong to a member, of those in a structure."""
        earlier = self._shapes.leaves(field.record)[: self._shapes.before(field)]
        skipped = sum(isinstance(leaf.type, PointerType) for leaf in earlier)
        return held[skipped : skipped + len(self._pointers(field.type))]

    def _pointers(self, type_: CType) -> list[PointerType]:
        if self._shapes.obstacle(type_) is not None:
            return []
        return [leaf.type for leaf in self._shapes.leaves(type_) if isinstance(leaf.type, PointerType)]

    def _fresh(self, type_: CType) -> Targets:
        return tuple([self.graph.unknown() for _ in self._pointers(type_)])

    def _equate(self, first: Targets, second: Targets) -> None:
        for a, b in zip(first, second, strict=False):
            self.graph.unify(a, b)

    # -- accesses ------------------------------------------------------------------------------------------

    def _load(self, place: Ref | Targets, type_: CType) -> Targets:
        if not isinstance(place, Ref):
            return place
        if self._shapes.obstacle(type_) is not None:
            return ()
        self._declare_arrays(place, type_)
        return self._parts(place, self._shapes.leaves(type_))

    def _parts(self, place: Ref, leaves: Iterable[Leaf]) -> Targets:
        """The targets of the pointers among some parts of what is at a place."""
        held = []
        for leaf in leaves:
            pointer, real = isinstance(leaf.type, PointerType), isinstance(leaf.type, FloatType)
            target = self.graph.access(place.moved(leaf.start), leaf.width, pointer=pointer, real=real)
            if target is not None and pointer:
                held.append(target)
        return tuple(held)

    def _store(self, place: Ref | Targets, type_: CType, new: Targets) -> None:
        self._equate(self._load(place, type_), new)

    def _declare_arrays(self, place: Ref, type_: CType) -> None:
        """An object of the type is accessed as a whole, with the arrays in it."""
        match type_:
            case ArrayType(element=element, count=count):
                self.graph.array(place, count or ENDLESS, 8 * (size_of(element) or 0))
                self._declare_arrays(place, element)
            case RecordType(union=False):
                for field in self._records.fields(type_):
                    self._declare_arrays(place.moved(field.offset), field.type)

    # -- what comes from outside ---------------------------------------------------------------------------

    def _from_outside(self, held: Targets, type_: CType, times: int) -> None:
        """Pointers that come from outside so many times, and those in what they point to, point to objects of
        their own."""
        for leaf, ref in zip(self._pointers(type_), held, strict=False):
            assert isinstance(leaf, PointerType)
            key = FromOutside(leaf.target)
            met = key in self._objects and (self.sources[key] > 0 or not times)
            self.sources[key] += times
            self.graph.unify(ref, self.object(key))
            if not met and self._shapes.obstacle(leaf.target) is None:
                self._from_outside(self._load(ref, leaf.target), leaf.target, MANY if times else 0)
