"""What has changed between the call and the return, and whether it was allowed to (`assigns`).

Of objects, those count that there were at the call. What an undefined location would be is nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from maymust.certificates.clauses.layouts import Path
from maymust.certificates.clauses.memory import Memory, pointer_variables
from maymust.certificates.clauses.states import State
from maymust.certificates.clauses.terms import Terms
from maymust.certificates.clauses.values import NotSeen, Pointer, Undefined, pointers
from maymust.frontends.acsl.typed import Field, Frame, Location, SetType, Variable
from maymust.frontends.c.leaves import OBJECT_WIDTH
from maymust.frontends.c.source import GlobalInput, Source, StoredCell
from maymust.frontends.c.types import CType
from maymust.frozen import frozen
from maymust.ir.program import Havoc, Program
from maymust.terms import ArrayValue, Value


@frozen
class Changed:
    """A part of a global variable: its name, and how C writes the part."""

    name: str
    path: str


@frozen
class ChangedMember:
    """A member of an object."""

    pointer: Pointer
    of: CType
    path: Path


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
                    elif self._called.values[name] != self._now.values[name]:
                        yield Changed(origin.name, path)

    def _members(self, layout: int, cell: StoredCell) -> Iterator[ChangedMember]:
        names = pointer_variables(cell) if cell.kind == "pointer" else (cell.variable,)
        objects = {
            number
            for name in names
            if name in self._now.values
            for number in _differing(self._called.values[name], self._now.values[name])
        }
        for number in sorted(objects):
            if self._memory.is_new(number):
                continue
            of = self._memory.outside.get(number)
            if of is None or self._memory.layouts.number(of) != layout:
                raise NotSeen("memory changes that contracts cannot speak of")
            yield ChangedMember(Pointer(number), of, self._memory.member_at(of, cell))


def _differing(before: Value, after: Value) -> set[int]:
    """The objects of which a memory holds something else than before."""
    if before == after:
        return set()
    if not isinstance(before, ArrayValue) or not isinstance(after, ArrayValue):
        raise NotSeen("memory changes that contracts cannot speak of")
    if before.default != after.default or before.index_width < OBJECT_WIDTH:
        raise NotSeen("memory changes that contracts cannot speak of")
    places = {index for array in (before, after) for index, _ in array.items()}
    shift = before.index_width - OBJECT_WIDTH
    return {index >> shift for index in places if before.select(index) != after.select(index)}


class Allowed:
    """What a frame allows to change: its locations, in the state of the call."""

    def __init__(self, frame: Frame, terms: Terms, called: State) -> None:
        self._locations = [(each, _objects(each, terms, called)) for each in frame.locations]

    def covers(self, changed: Changed | ChangedMember) -> bool:
        """Whether this may change."""
        return any(_covers(location, objects, changed) for location, objects in self._locations)


def _objects(location: Location, terms: Terms, called: State) -> list[Pointer]:
    """The objects that a location is of; none of a variable."""
    if isinstance(location, Variable):
        return []
    try:
        return pointers(terms.value(location.base, called, {}))
    except Undefined:
        if isinstance(location.base.type, SetType):
            raise NotSeen("only some of what may be assigned is there") from None
        return []


def _covers(location: Location, objects: list[Pointer], changed: Changed | ChangedMember) -> bool:
    match location, changed:
        case Variable(name=name, path=path), Changed():
            whole = "".join(f".{each}" for each in path)
            rest = changed.path.removeprefix(whole)
            return name == changed.name and changed.path.startswith(whole) and rest[:1] in ("", ".", "[")
        case Field(of=of, path=path), ChangedMember():
            return of == changed.of and changed.pointer in objects and changed.path[: len(path)] == path
    return False
