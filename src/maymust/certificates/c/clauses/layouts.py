"""In which part of memory the objects of a type lie.

A type is known by the pointers from outside that lead to it, or by pointers to what was allocated. It has one
layout, in which no other type lies: where that is not so, nothing is seen.
"""

from __future__ import annotations

from collections.abc import Mapping

from maymust.certificates.c.clauses.values import NotSeen
from maymust.frontends.acsl.scope import Scope
from maymust.frontends.c.source import GlobalInput, ParameterInput, Source
from maymust.frontends.c.types import ArrayType, CType, IntType, PointerType, spelled
from maymust.frozen import frozen
from maymust.ir.memory import Area, Cell, Memory

Path = tuple[str, ...]


@frozen
class ArrayPlace:
    """An array in an object: which member it is, the byte where it begins, the size of an element in bytes,
    how many there are, and of which type."""

    path: Path
    start: int
    size: int
    count: int
    element: IntType


class Layouts:
    """The layouts of the types that a contract may speak of: areas of memory, as seen from a type."""

    def __init__(self, memory: Memory, source: Source, scope: Scope) -> None:
        self._memory, self._source, self._scope = memory, source, scope
        self._found: dict[CType, set[int]] = {}
        self._targets: dict[CType, set[int]] = {}
        self._note_inputs()

    def note(self, of: CType, layout: int) -> None:
        """An object of the type lies in this layout."""
        self._found.setdefault(of, set()).add(layout)

    def may_come_from_outside(self, of: CType) -> bool:
        """Whether pointers from outside lead to this type, or to where it lies."""
        layouts = self._found.get(of, set())
        return of in self._targets or any(each.area in layouts for each in self._memory.outside)

    def types_in(self, layout: int) -> list[CType]:
        """The types that lie in a layout."""
        return [type_ for type_, others in self._found.items() if layout in others]

    def number(self, of: CType) -> int:
        """The layout in which objects of the type lie, and nothing else; its place in `Memory.areas`."""
        found = self._found.get(of, set())
        if len(found) != 1:
            raise NotSeen(f"it is not known where objects of type `{spelled(of)}` lie")
        (number,) = found
        layout = self._memory.areas[number]
        outside = [each for each in self._memory.outside if each.area == number]
        is_plain = not layout.stride and self._has_own_arrays(of, layout)
        is_plain = is_plain and not any(each.base for each in outside)
        if len(self.types_in(number)) > 1 or len(outside) > 1 or not is_plain:
            raise NotSeen(f"objects of type `{spelled(of)}` share their memory with others")
        return number

    def _has_own_arrays(self, of: CType, layout: Area) -> bool:
        """Whether all arrays in the layout are arrays of numbers in the type."""
        known = {(8 * each.start, 8 * each.size * each.count, 8 * each.size) for each in self.arrays(of)}
        return known.issuperset(layout.folds)

    def arrays(self, of: CType) -> list[ArrayPlace]:
        """The arrays of numbers in objects of the type."""
        found: list[ArrayPlace] = []
        for path, count in self._scope.arrays(of):
            place = self._scope.place(of, path)
            assert isinstance(place.type, ArrayType) and isinstance(place.type.element, IntType)
            found.append(
                ArrayPlace(path, place.offset, place.type.element.width // 8, count, place.type.element)
            )
        return found

    def of(self, type_: CType) -> Area:
        """The layout itself."""
        return self._memory.areas[self.number(type_)]

    def cell(self, of: CType, path: Path) -> Cell:
        """The cell of a member."""
        start = 8 * self._scope.place(of, path).offset
        for cell in self.of(of).cells:
            if cell.start == start:
                return cell
        raise NotSeen(f"a member of `{spelled(of)}` is not known")

    # -- from outside --------------------------------------------------------------------------------------

    def _note_inputs(self) -> None:
        """What pointers from outside lead to, from the parameters and global variables on."""
        names = list(self._scope.parameters)
        for origin in self._source.origins.values():
            match origin:
                case ParameterInput(position, part) if part is not None:
                    self._note_parts(self._scope.parameters[names[position]], {part.path: part.target})
                case GlobalInput(name, part) if part is not None and name in self._scope.globals:
                    self._note_parts(self._scope.globals[name], {part.path: part.target})

    def _note_parts(self, type_: CType, targets: Mapping[str, int | None]) -> None:
        """What the pointers in something of a type lead to; `targets` tells it by the paths to them."""
        pending = [(type_, targets)]
        while pending:
            of, known = pending.pop()
            for path, scalar in self._scope.scalars(of):
                target = known.get("".join(f".{name}" for name in path))
                if not isinstance(scalar, PointerType) or target is None:
                    continue
                seen = self._targets.setdefault(scalar.target, set())
                if target not in seen:
                    seen.add(target)
                    led_to = self._memory.outside[target]
                    self.note(scalar.target, led_to.area)
                    pending.append((scalar.target, {part.path: part.target for part in led_to.parts}))
