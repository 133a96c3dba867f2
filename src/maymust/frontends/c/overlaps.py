"""Whether memory from outside may overlap other memory in a way that the model leaves out.

A pointer from outside points to the beginning of an object of its type that comes from outside, too; two of
one type may point to the same one. A caller may do more: pass a pointer to a member of a structure that
another one points to, to a later element of an array, or to a variable of the program. There must be an
object of the pointer's type: as one is part of the other, their types are, or both are in one union. And it
matters only where one of the two is written and the other one read, as data of one kind; what is accessed as
bytes may be part of anything, and data of any kind (C11 6.5p7).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import TYPE_CHECKING

from maymust.frontends.c.effect_sets import InMemory
from maymust.frontends.c.memory_objects import Allocated, Code, FromOutside, Named
from maymust.frontends.c.tree import Binary, CompoundLiteral, Declared, Text
from maymust.frontends.c.types import (
    FloatType,
    IntType,
    PointerType,
    size_of,
    spelled,
)
from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from maymust.frontends.c.effect_sets import Effect, Effects
    from maymust.frontends.c.leaves import Shapes
    from maymust.frontends.c.memory_graph import Cell, Node
    from maymust.frontends.c.points_to import PointsTo
    from maymust.frontends.c.tree import Node as TreeNode
    from maymust.frontends.c.types import CType

Kind = tuple[str, int]  # of data, and its width
_BYTES: Kind = ("bytes", 8)  # data of any kind
_COMPARISONS = ("==", "!=", "<", ">", "<=", ">=", "-")


@frozen
class Overlap:
    """What may overlap. If it is `mixed`, what there is in memory is not told apart as it should be, so that
    also tests cannot be trusted."""

    reason: str
    mixed: bool = False


@dataclass(slots=True)
class _Home:
    """Where data lives: a node of memory, or a plain variable. `bases` are the types of the objects in it
    that pointers from outside point to; `variables` are names and types of the program's own objects that
    these may point to, too (None: it may have any type)."""

    bases: list[FromOutside] = field(default_factory=list)
    variables: list[tuple[str, CType | None]] = field(default_factory=list)
    reads: set[Kind] = field(default_factory=set)
    writes: set[Kind] = field(default_factory=set)

    def meets(self, other: _Home) -> bool:
        """Whether what one of them writes may be what the other one reads."""
        return _common(self.writes, other.reads) or _common(other.writes, self.reads)

    def in_bytes(self) -> bool:
        """Whether it is accessed byte by byte."""
        return _BYTES in self.reads or _BYTES in self.writes


def find_overlap(
    points: PointsTo, shapes: Shapes, effects: Effects, nodes: Iterable[TreeNode], shown: Collection[Declared]
) -> Overlap | None:
    """What may overlap in a program with these effects and expressions, though it is modelled as if it did
    not; None if nothing that matters does. Pointers to what is `shown` may be anywhere."""
    homes = _homes(points, shapes, effects, shown)
    for node, home in homes.items():
        if not isinstance(node, Declared) and home.bases and len(set(node.objects.values())) > 1:
            return Overlap(
                f"what pointers to {_types(home)} from outside point to is a part of something", True
            )
    compared = _compared(points, shapes, homes, nodes)
    if compared is not None:
        return Overlap(compared)
    for node, home in homes.items():
        if not isinstance(node, Declared) and home.bases and home.meets(home):
            found = _within(points, shapes, node, home)
            if found is not None:
                return Overlap(found)
    for first, second in combinations(homes.values(), 2):
        if first.meets(second):
            found = _between(shapes, first, second)
            if found is not None:
                return Overlap(found)
    return None


def _within(points: PointsTo, shapes: Shapes, node: Node, home: _Home) -> str | None:
    found = _variable(shapes, home, home)
    many = sum(points.sources[key] for key in home.bases) > 1
    if found is None and many and _goes_beyond(node, home.bases):
        return f"what two pointers to {_types(home)} from outside point to may overlap"
    return found


def _between(shapes: Shapes, first: _Home, second: _Home) -> str | None:
    found = _both(shapes, first, second)
    return found or _variable(shapes, first, second) or _variable(shapes, second, first)


def _both(shapes: Shapes, first: _Home, second: _Home) -> str | None:
    in_bytes = first.in_bytes() or second.in_bytes()
    for one, other in product(first.bases, second.bases):
        if in_bytes or _may_share(shapes, one.type, other.type):
            types = f"`{spelled(one.type)}` and to `{spelled(other.type)}`"
            return f"what pointers to {types} from outside point to may overlap"
    return None


def _may_share(shapes: Shapes, one: CType, other: CType) -> bool:
    """Whether an object of one type may be a part of one of the other, or begin like it."""
    return shapes.contains(one, other) or shapes.contains(other, one) or shapes.are_united(one, other)


def _variable(shapes: Shapes, pointed: _Home, named: _Home) -> str | None:
    in_bytes = pointed.in_bytes() or named.in_bytes()
    for key, (name, type_) in product(pointed.bases, named.variables):
        if in_bytes or type_ is None or shapes.contains(type_, key.type):
            pointer = f"a pointer to `{spelled(key.type)}` from outside"
            return f"what {pointer} points to may be in `{name}`"
    return None


def _compared(
    points: PointsTo, shapes: Shapes, homes: dict[Node | Declared, _Home], nodes: Iterable[TreeNode]
) -> str | None:
    """What may be the same address, where pointers are compared: of functions and string literals, too."""
    moved = {points.graph.resolve(ref).node for ref in points.moved}
    homes = _with_constants(points, homes)
    for node in nodes:
        if not isinstance(node, Binary) or node.op not in _COMPARISONS:
            continue
        for one, other in product(points.value(node.left), points.value(node.right)):
            a, b = points.graph.resolve(one), points.graph.resolve(other)
            first, second = homes.get(a.node), homes.get(b.node)
            if first is None or second is None or not (first.bases or second.bases):
                continue
            if first is not second:
                found = _between(shapes, first, second)
            elif a.offset != b.offset or a.node.stride or a.node in moved:
                found = _variable(shapes, first, first)
                if sum(points.sources[key] for key in first.bases) > 1:
                    found = f"two pointers to {_types(first)} from outside may point to one object"
            else:
                found = _variable(shapes, first, first)
            if found is not None:
                return found
    return None


def _with_constants(points: PointsTo, homes: dict[Node | Declared, _Home]) -> dict[Node | Declared, _Home]:
    """The homes, and those of functions and string literals."""
    found = dict(homes)
    for key in points.objects():
        match key:
            case Code(name=name):
                known: tuple[str, CType | None] = (name, None)
            case Named(what=Text(type=type_)):
                known = ("a string literal", type_)
            case _:
                continue
        node = points.graph.resolve(points.object(key)).node
        home = found.get(node, _Home())
        found[node] = _Home(home.bases, [*home.variables, known], home.reads, home.writes)
    return found


def _homes(
    points: PointsTo, shapes: Shapes, effects: Effects, shown: Collection[Declared]
) -> dict[Node | Declared, _Home]:
    """What is accessed, and can be pointed to from outside."""
    homes: defaultdict[Node | Declared, _Home] = defaultdict(_Home)
    given = points.known_outside()
    for key in points.objects():
        node = points.graph.resolve(points.object(key)).node
        match key:
            case FromOutside() if points.sources[key]:
                homes[node].bases.append(key)
            case Named(what=Declared(is_users=True) as declared) if declared.lasting or node in given:
                homes[node].variables.append((declared.name, declared.type))
            case Named(what=CompoundLiteral() as literal) if node in given or points.lasts(literal):
                homes[node].variables.append(("a compound literal", literal.type))
            case Allocated() if node in given:
                homes[node].variables.append((points.variable_array(node) or "allocated memory", None))
    touched = [effect for effect in effects.reads | effects.writes if isinstance(effect, Declared)]
    for declared in sorted(touched, key=lambda declared: declared.place.span):
        known = declared in shown or _is_external(declared)
        if known and declared.is_users and not points.in_memory(declared):
            homes[declared].variables.append((declared.name, declared.type))
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
                types = [*[key.type for key in home.bases], *[type_ for _, type_ in home.variables]]
                loose = any(type_ is None or shapes.is_loose(type_) for type_ in types)
                found.append((home, _BYTES if loose else _kind_of_cell(node.cells[start])))
            case Declared() if effect in homes:
                found.append((homes[effect], _kind(effect.type)))
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
