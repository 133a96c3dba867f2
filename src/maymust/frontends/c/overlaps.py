"""Whether memory from outside may overlap other memory in a way that the model leaves out.

A pointer from outside points to the beginning of an object of its type that comes from outside, too; two of
one type may point to the same one. A caller may do more: pass a pointer to a member of a structure that
another one points to, to a later element of an array, or to a variable of the program. There must be an
object of the pointer's type: as one is part of the other, their types are. And it matters only where one of
the two is written and the other one read, as data of one kind; what is accessed as bytes may be part of
anything, and data of any kind (C11 6.5p7).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import TYPE_CHECKING

from maymust.frontends.c.effect_sets import InMemory
from maymust.frontends.c.memory_objects import FromOutside, Named
from maymust.frontends.c.tree import Declared
from maymust.frontends.c.types import FloatType, IntType, PointerType, is_byte, size_of, spelled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.frontends.c.effect_sets import Effect, Effects
    from maymust.frontends.c.leaves import Shapes
    from maymust.frontends.c.memory_graph import Cell, Node
    from maymust.frontends.c.points_to import PointsTo
    from maymust.frontends.c.types import CType

Kind = tuple[str, int]  # of data, and its width
_BYTES: Kind = ("bytes", 8)  # data of any kind


@dataclass(slots=True)
class _Home:
    """Where data lives: a node of memory, or a plain variable. `bases` are the types of the objects in it
    that pointers from outside point to; `variables` are those of the program that these may point to, too."""

    bases: list[FromOutside] = field(default_factory=list)
    variables: list[Declared] = field(default_factory=list)
    reads: set[Kind] = field(default_factory=set)
    writes: set[Kind] = field(default_factory=set)

    def meets(self, other: _Home) -> bool:
        """Whether what one of them writes may be what the other one reads."""
        return _common(self.writes, other.reads) or _common(other.writes, self.reads)


def find_overlap(points: PointsTo, shapes: Shapes, effects: Effects) -> str | None:
    """What may overlap in a program with these effects, though it is modelled as if it did not; None if
    nothing that matters does."""
    homes = _homes(points, shapes, effects)
    for node, home in homes.items():
        if isinstance(node, Declared) or not home.bases or not home.meets(home):
            continue
        found = _variable(shapes, home, home)
        if found is None and sum(points.sources[key] for key in home.bases) > 1:
            beyond = _goes_beyond(node, home.bases)
            found = (
                f"what two pointers to {_types(home)} from outside point to may overlap" if beyond else None
            )
        if found is not None:
            return found
    for first, second in combinations(homes.values(), 2):
        if first.meets(second):
            found = _both(shapes, first, second)
            found = found or _variable(shapes, first, second) or _variable(shapes, second, first)
            if found is not None:
                return found
    return None


def _both(shapes: Shapes, first: _Home, second: _Home) -> str | None:
    for one, other in product(first.bases, second.bases):
        if shapes.contains(one.type, other.type) or shapes.contains(other.type, one.type):
            types = f"`{spelled(one.type)}` and to `{spelled(other.type)}`"
            return f"what pointers to {types} from outside point to may overlap"
    return None


def _variable(shapes: Shapes, pointed: _Home, named: _Home) -> str | None:
    for key, declared in product(pointed.bases, named.variables):
        if shapes.contains(declared.type, key.type):
            pointer = f"a pointer to `{spelled(key.type)}` from outside"
            return f"what {pointer} points to may be in the variable `{declared.name}`"
    return None


def _homes(points: PointsTo, shapes: Shapes, effects: Effects) -> dict[Node | Declared, _Home]:
    """What is accessed, and can be pointed to from outside."""
    homes: defaultdict[Node | Declared, _Home] = defaultdict(_Home)
    given = points.reachable(points.given)
    for key in points.objects():
        node = points.graph.resolve(points.object(key)).node
        match key:
            case FromOutside() if points.sources[key]:
                homes[node].bases.append(key)
            case Named(what=Declared(is_users=True) as declared) if declared.lasting or node in given:
                homes[node].variables.append(declared)
    touched = [effect for effect in effects.reads | effects.writes if isinstance(effect, Declared)]
    for declared in sorted(touched, key=lambda declared: declared.place.span):
        if declared.is_users and not points.in_memory(declared) and _is_external(declared):
            homes[declared].variables.append(declared)
    for home, kind in _accesses(shapes, effects.reads, homes):
        home.reads.add(kind)
    for home, kind in _accesses(shapes, effects.writes, homes):
        home.writes.add(kind)
    return homes


def _is_external(declared: Declared) -> bool:
    return declared.place.unit.is_external(declared.place.cursor)


def _accesses(
    shapes: Shapes, effects: Iterable[Effect], homes: dict[Node | Declared, _Home]
) -> list[tuple[_Home, Kind]]:
    found: list[tuple[_Home, Kind]] = []
    for effect in effects:
        match effect:
            case InMemory(node=node, start=start) if node in homes:
                home = homes[node]
                in_bytes = any(is_byte(key.type) for key in home.bases)
                found.append((home, _BYTES if in_bytes else _kind_of_cell(node.cells[start])))
            case Declared() if effect in homes:
                found += [(homes[effect], _kind(leaf.type)) for leaf in shapes.leaves(effect.type)]
    return found


def _kind_of_cell(cell: Cell) -> Kind:
    if cell.in_bytes or cell.mixed or cell.shows_bits:
        return _BYTES
    return ("pointer", 0) if cell.target is not None else ("real" if cell.real else "integer", cell.width)


def _kind(type_: CType) -> Kind:
    match type_:
        case PointerType():
            return ("pointer", 0)
        case FloatType(width=width):
            return ("real", width)
        case IntType(width=width):
            return ("integer", width)
    return _BYTES


def _common(first: set[Kind], second: set[Kind]) -> bool:
    if _BYTES in first or _BYTES in second:
        return bool(first and second)
    return not first.isdisjoint(second)


def _goes_beyond(node: Node, bases: list[FromOutside]) -> bool:
    """Whether more of a node is accessed than one object of each type: elements of an array, say."""
    if node.stride:
        return True
    ends = [node.objects[key] + 8 * (size_of(key.type) or 0) for key in bases]
    return any(cell.end > end for cell in node.cells.values() for end in ends)


def _types(home: _Home) -> str:
    return " or ".join(dict.fromkeys(f"`{spelled(key.type)}`" for key in home.bases))
