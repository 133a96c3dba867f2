"""What has changed between the call and the return, and whether it was allowed to (`assigns`).

Of objects, those count that there were at the call. What an undefined location would be is nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from maymust.certificates.clauses.layouts import Path
from maymust.certificates.clauses.memory import Memory, pointer_variables
from maymust.certificates.clauses.states import State
from maymust.certificates.clauses.terms import Terms
from maymust.certificates.clauses.values import ClauseValue, NotSeen, Pointer, Undefined, pointers
from maymust.frontends.acsl.typed import Element, Field, Frame, Location, SetType, Term, Variable
from maymust.frontends.c.source import GlobalInput, Source, StoredCell
from maymust.frontends.c.tree.leaves import OBJECT_WIDTH
from maymust.frontends.c.types import CType
from maymust.frozen import frozen
from maymust.ir.program import Havoc, Program
from maymust.terms import ArrayValue, Value


@frozen
class Changed:
    """A part of a global variable: its name, and how C writes the part; of an array, which element."""

    name: str
    path: str
    index: int | None = None


@frozen
class ChangedMember:
    """A member of an object; of an array, which element."""

    pointer: Pointer
    of: CType
    path: Path
    index: int | None = None


class Changes:
    """What the function has changed of what there was before."""

    def __init__(self, program: Program, source: Source, memory: Memory, called: State, now: State) -> None:
        self._program, self._source, self._memory = program, source, memory
        self._called, self._now = called, now

    def all(self) -> Iterator[Changed | ChangedMember | NotSeen]:
        """All changes; `NotSeen` instead where it cannot be told what they are of."""
        yield from self._variables()
        for number, layout in enumerate(self._source.layouts):
            for cell in layout.cells:
                try:
                    yield from self._members(number, cell)
                except NotSeen as reason:
                    yield reason

    def _variables(self) -> Iterator[Changed | NotSeen]:
        """Global variables are inputs, each part on its own."""
        for edge in self._program.procedures[self._program.start].edges:
            origin = self._source.origins.get((self._program.start, edge.source))
            if isinstance(edge.statement, Havoc) and isinstance(origin, GlobalInput):
                path = "" if origin.part is None else origin.part.path
                is_pointer = origin.part is not None and origin.part.kind == "pointer"
                for suffix in (".object", ".offset") if is_pointer else ("",):
                    name = f"{origin.name}{path}{suffix}"
                    if name not in self._now.values:
                        yield NotSeen("a global variable is not kept as one value")
                    else:
                        yield from self._parts(origin, path, name)

    def _parts(self, origin: GlobalInput, path: str, name: str) -> Iterator[Changed | NotSeen]:
        """What has changed of a part of a variable: of an array, elements."""
        before, after = self._called.values[name], self._now.values[name]
        if before == after:
            return
        if not isinstance(before, ArrayValue) or not isinstance(after, ArrayValue):
            yield Changed(origin.name, path)
            return
        if before.default != after.default:
            yield NotSeen("an array changes as a whole")
        for index in sorted(_places(before, after)):
            if origin.part is not None and index < origin.part.count:
                yield Changed(origin.name, path, index)
            else:
                yield NotSeen("what lies beyond an array changes")

    def _members(self, layout: int, cell: StoredCell) -> Iterator[ChangedMember]:
        names = pointer_variables(cell) if cell.kind == "pointer" else (cell.variable,)
        differing = {
            place
            for name in names
            if name in self._now.values
            for place in _differing(self._called.values[name], self._now.values[name])
        }
        for number, byte in sorted(differing):
            if self._memory.is_new(number):
                continue
            of = self._memory.outside.get(number)
            if of is None or self._memory.layouts.number(of) != layout:
                raise NotSeen("memory changes that contracts cannot speak of")
            if byte < 0:
                yield ChangedMember(Pointer(number), of, self._memory.member_at(of, cell))
            else:
                yield ChangedMember(Pointer(number), of, *self._memory.element_at(of, cell, byte))


def _places(before: ArrayValue, after: ArrayValue) -> set[int]:
    """Where two arrays with the same default differ."""
    places = {index for array in (before, after) for index, _ in array.items()}
    return {index for index in places if before.select(index) != after.select(index)}


def _differing(before: Value, after: Value) -> set[tuple[int, int]]:
    """The objects of which a memory holds something else than before, and the bytes where; -1 if it does not
    go by bytes."""
    if before == after:
        return set()
    if not isinstance(before, ArrayValue) or not isinstance(after, ArrayValue):
        raise NotSeen("memory changes that contracts cannot speak of")
    if before.default != after.default or before.index_width < OBJECT_WIDTH:
        raise NotSeen("memory changes that contracts cannot speak of")
    shift = before.index_width - OBJECT_WIDTH
    places = _places(before, after)
    return {(each >> shift, each & ((1 << shift) - 1)) if shift else (each, -1) for each in places}


class Allowed:
    """What a frame allows to change: its locations, in the state of the call."""

    def __init__(self, frame: Frame, terms: Terms, called: State) -> None:
        self._places = [_place(each, terms, called) for each in frame.locations]

    def covers(self, changed: Changed | ChangedMember) -> bool:
        """Whether this may change."""
        return any(_covers(each, changed) for each in self._places)


@frozen
class _Place:
    """A location, the objects that it is of, and the indices; none of a variable."""

    location: Location
    objects: tuple[Pointer, ...] = ()
    indices: ClauseValue = frozenset()


def _place(location: Location, terms: Terms, called: State) -> _Place:
    owner = location.array if isinstance(location, Element) else location
    objects, indices = list[Pointer](), None
    if isinstance(owner, Field):
        found = _value(owner.base, terms, called)
        objects = [] if found is None else pointers(found)
    if isinstance(location, Element):
        indices = _value(location.index, terms, called)
    if isinstance(indices, int):
        indices = frozenset((indices,))
    return _Place(location, tuple(objects), frozenset() if indices is None else indices)


def _value(term: Term, terms: Terms, called: State) -> ClauseValue | None:
    """What a part of a location is at the call; None if it is not defined."""
    try:
        return terms.value(term, called, {})
    except Undefined:
        if isinstance(term.type, SetType):
            raise NotSeen("only some of what may be assigned is there") from None
        return None


def _covers(place: _Place, changed: Changed | ChangedMember) -> bool:
    location, objects, indices = place.location, place.objects, place.indices
    assert isinstance(indices, frozenset | range)
    match location, changed:
        case Element(array=Variable(name=name, path=path)), Changed():
            whole = "".join(f".{each}" for each in path) + "[]"
            return (name, whole) == (changed.name, changed.path) and changed.index in indices
        case Element(array=Field(of=of, path=path)), ChangedMember():
            is_same = (of, path) == (changed.of, changed.path)
            return is_same and changed.pointer in objects and changed.index in indices
        case Variable(name=name, path=path), Changed():
            whole = "".join(f".{each}" for each in path)
            rest = changed.path.removeprefix(whole)
            return name == changed.name and changed.path.startswith(whole) and rest[:1] in ("", ".", "[")
        case Field(of=of, path=path), ChangedMember():
            return of == changed.of and changed.pointer in objects and changed.path[: len(path)] == path
    return False
