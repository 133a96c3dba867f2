"""Finds where the data of a program lives that pointers from outside may lead to, and what is done to it
there (`overlaps`)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from maymust.frontends.c.effects.sets import InMemory, InVariable
from maymust.frontends.c.points_to.objects import Allocated, Code, FromOutside, Named
from maymust.frontends.c.tree.expressions import Cast, CompoundLiteral, Declared, Member, Text
from maymust.frontends.c.tree.statements import Declare
from maymust.frontends.c.types import FloatType, PointerType, VoidType

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from maymust.frontends.c.effects.sets import Effect, Effects
    from maymust.frontends.c.memory.sharing import Sharing
    from maymust.frontends.c.points_to.graph import Cell, Node
    from maymust.frontends.c.points_to.result import PointsTo
    from maymust.frontends.c.tree.leaves import Leaf, Shapes
    from maymust.frontends.c.tree.nodes import Node as TreeNode
    from maymust.frontends.c.types import CType

Kind = tuple[str, int]  # of data, and its width
_ANY: Kind = ("anything", 0)  # what may be seen as data of any kind
_ERRNO = "errno_number"  # in the model of the library


@dataclass(slots=True)
class Home:
    """A node of memory, or a plain variable. `bases` are the objects in it that pointers from outside point
    to, `types` those that the program takes them for; `variables` are names and types of the program's own
    objects that these may point to, too (None: it may have any type)."""

    bases: list[FromOutside] = field(default_factory=list)
    types: list[CType] = field(default_factory=list)
    variables: list[tuple[str, CType | None]] = field(default_factory=list)
    reads: set[Kind] = field(default_factory=set)
    writes: set[Kind] = field(default_factory=set)

    def meets(self, other: Home) -> bool:
        """Whether what one of them writes may be what the other one reads."""
        return _common(self.writes, other.reads) or _common(other.writes, self.reads)


Homes = dict["Node | Declared", Home]


class HomeFinder:
    """Finds the homes of a program."""

    def __init__(
        self,
        points: PointsTo,
        shapes: Shapes,
        sharing: Sharing,
        nodes: Collection[TreeNode],
    ) -> None:
        self._points = points
        self._shapes = shapes
        self._sharing = sharing
        self._nodes = nodes

    def find(self, effects: Effects, shown: Collection[Declared]) -> Homes:
        """What is accessed by a program with these effects, and can be pointed to from outside. Pointers to
        what is `shown` may be anywhere."""
        homes: defaultdict[Node | Declared, Home] = defaultdict(Home)
        self._add_objects(homes)
        self._add_plain(homes, effects, shown)
        self._add_casts(homes)
        for home, kind in self._accesses(effects.reads, homes):
            home.reads.add(kind)
        for home, kind in self._accesses(effects.writes, homes):
            home.writes.add(kind)
        self._add_initialisers(homes)
        return homes

    def with_constants(self, homes: Homes) -> Homes:
        """The homes, and those of functions and string literals."""
        points, found = self._points, dict(homes)
        for key in points.objects():
            match key:
                case Code(name=name):
                    known: tuple[str, CType | None] = (name, None)
                case Named(what=Text(type=type_)):
                    known = ("a string literal", type_)
                case _:
                    continue
            node = points.graph.resolve(points.object(key)).node
            home = found.get(node, Home())
            found[node] = Home(home.bases, home.types, [*home.variables, known], home.reads, home.writes)
        return found

    def _add_objects(self, homes: Homes) -> None:
        points = self._points
        given = points.known_outside()
        for key in points.objects():
            node = points.graph.resolve(points.object(key)).node
            match key:
                case FromOutside() if points.sources[key] or node in given:
                    homes[node].bases.append(key)
                    homes[node].types.append(key.type)
                case Named(what=Declared() as declared) if _may_be_known(declared) and (
                    declared.lasting or node in given
                ):
                    homes[node].variables.append((declared.name, declared.type))
                case Named(what=CompoundLiteral() as literal) if node in given or points.lasts(literal):
                    homes[node].variables.append(("a compound literal", literal.type))
                case Allocated() if node in given:
                    homes[node].variables.append((points.variable_array(node) or "allocated memory", None))

    def _add_plain(self, homes: Homes, effects: Effects, shown: Collection[Declared]) -> None:
        touched = {e.variable for e in effects.reads | effects.writes if isinstance(e, InVariable)}
        for declared in sorted(touched, key=lambda declared: declared.place.span):
            known = declared in shown or declared.place.unit.is_external(declared.place.cursor)
            if known and _may_be_known(declared) and not self._points.in_memory(declared):
                homes[declared].variables.append((declared.name, declared.type))

    def _add_casts(self, homes: Homes) -> None:
        """What a pointer is converted to, or taken for as a member of a union, tells what the object behind
        it is, too."""
        points = self._points
        for node in self._nodes:
            if not isinstance(node, Cast | Member) or not isinstance(node.type, PointerType):
                continue
            target = node.type.target
            if isinstance(target, VoidType):
                continue
            for ref in points.known_value(node):
                home = homes.get(points.graph.resolve(ref).node)
                if home is not None and home.bases and target not in home.types:
                    home.types.append(target)

    def _accesses(self, effects: Iterable[Effect], homes: Homes) -> list[tuple[Home, Kind]]:
        found: list[tuple[Home, Kind]] = []
        for effect in effects:
            match effect:
                case InMemory(node=node, start=start) if node in homes:
                    found.append((homes[node], self._kind_of_cell(node, node.cells[start], homes[node])))
                case InVariable(variable=variable) if variable in homes:
                    found += [(homes[variable], kind) for kind in self._kinds(variable.type)]
        return found

    def _add_initialisers(self, homes: Homes) -> None:
        """A declaration that is reached again writes what it declares."""
        points = self._points
        for statement in self._nodes:
            if not isinstance(statement, Declare) or statement.initialiser is None:
                continue
            if points.in_memory(statement.variable):
                node = points.graph.resolve(points.object(Named(statement.variable))).node
                home = homes.get(node)
                if home is not None:
                    home.writes |= {self._kind_of_cell(node, cell, home) for cell in node.cells.values()}

    def _kind_of_cell(self, node: Node, cell: Cell, home: Home) -> Kind:
        if cell.in_bytes or cell.mixed or cell.shows_bits:
            return _ANY
        types = [*home.types, *[type_ for _, type_ in home.variables]]
        starts = [start for start in set(node.objects.values()) if start <= cell.start]
        for type_ in types:
            if type_ is None or any(self._sharing.is_loose(type_, cell.start - start) for start in starts):
                return _ANY
        return ("pointer", 0) if cell.target is not None else ("real" if cell.real else "integer", cell.width)

    def _kinds(self, type_: CType) -> set[Kind]:
        if self._sharing.is_bytes(type_) or self._shapes.obstacle(type_) is not None:
            return {_ANY}
        return {_kind(leaf) for leaf in self._shapes.leaves(type_)}


def _may_be_known(declared: Declared) -> bool:
    return declared.is_users or declared.name == _ERRNO


def _kind(leaf: Leaf) -> Kind:
    if leaf.union:
        return _ANY
    match leaf.type:
        case PointerType():
            return ("pointer", 0)
        case FloatType():
            return ("real", leaf.width)
    return ("integer", leaf.width)


def _common(first: set[Kind], second: set[Kind]) -> bool:
    if _ANY in first or _ANY in second:
        return bool(first and second)
    return not first.isdisjoint(second)
