"""Tells whether memory from outside may overlap other memory in a way that the model leaves out.

A pointer from outside points to the beginning of an object of its type that comes from outside, too; two of
one type may point to the same one. A caller may do more: pass a pointer to a member of a structure that
another one points to, to a later element of an array, or to a variable of the program. There must be an
object of the pointer's type: as one is part of the other, their types are, or both are in one union
(`sharing`). And it matters only where one of the two is written and the other one read, as data of one kind;
what is accessed as bytes may be part of anything, and data of any kind (C11 6.5p7).
"""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

from maymust.frontends.c.memory.overlap_homes import Home, HomeFinder
from maymust.frontends.c.memory.sharing import Sharing
from maymust.frontends.c.tree.expressions import Binary, Cast, Declared
from maymust.frontends.c.types import ArrayType, IntType, PointerType, size_of, spelled
from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Collection

    from maymust.frontends.c.effects.sets import Effects
    from maymust.frontends.c.memory.overlap_homes import Homes
    from maymust.frontends.c.points_to.graph import Node, Ref
    from maymust.frontends.c.points_to.objects import FromOutside
    from maymust.frontends.c.points_to.result import PointsTo
    from maymust.frontends.c.reading.declarations import Declarations
    from maymust.frontends.c.tree.expressions import Expression
    from maymust.frontends.c.tree.nodes import Node as TreeNode

_COMPARISONS = ("==", "!=", "<", ">", "<=", ">=", "-")


@frozen
class Overlap:
    """What may overlap. If it is `mixed`, what there is in memory is not told apart as it should be, so that
    also tests cannot be trusted."""

    reason: str
    mixed: bool = False


def find_overlap(
    points: PointsTo,
    declarations: Declarations,
    effects: Effects,
    nodes: Collection[TreeNode],
    shown: Collection[Declared],
) -> Overlap | None:
    """What may overlap in a program with these effects and nodes, though it is modelled as if it did not;
    None if nothing that matters does. Pointers to what is `shown` may be anywhere."""
    sharing = Sharing(declarations.types.records)
    finder = HomeFinder(points, declarations.shapes, sharing, nodes)
    homes = finder.find(effects, shown)
    for node, home in homes.items():
        if not isinstance(node, Declared) and home.bases and len(set(node.objects.values())) > 1:
            return Overlap(
                f"what pointers to {_types(home)} from outside point to is a part of something", True
            )
    compared = _Comparisons(points, finder.with_constants(homes)).find(nodes)
    if compared is not None:
        return compared
    reason = _overlapping(points, sharing, homes)
    return None if reason is None else Overlap(reason)


def _overlapping(points: PointsTo, sharing: Sharing, homes: Homes) -> str | None:
    for node, home in homes.items():
        if not isinstance(node, Declared) and home.bases and home.meets(home):
            found = _within(points, sharing, node, home)
            if found is not None:
                return found
    for first, second in combinations(homes.values(), 2):
        if first.meets(second):
            found = _both(sharing, first, second)
            found = found or _variable(sharing, first, second) or _variable(sharing, second, first)
            if found is not None:
                return found
    return None


def _within(points: PointsTo, sharing: Sharing, node: Node, home: Home) -> str | None:
    found = _variable(sharing, home, home)
    many = sum(points.sources[key] for key in home.bases) > 1
    if found is None and many and _may_be_shifted(sharing, node, home.bases):
        return f"what two pointers to {_types(home)} from outside point to may overlap"
    return found


def _both(sharing: Sharing, first: Home, second: Home) -> str | None:
    for one, other in product(first.types, second.types):
        if first.bases and second.bases and sharing.may_share(one, other):
            types = f"`{spelled(one)}` and to `{spelled(other)}`"
            return f"what pointers to {types} from outside point to may overlap"
    return None


def _variable(sharing: Sharing, pointed: Home, named: Home) -> str | None:
    for type_, (name, known) in product(pointed.types, named.variables):
        if known is None or sharing.contains(known, type_):
            return _may_be_in(f"a pointer to `{spelled(type_)}` from outside", name)
    return None


def _may_be_shifted(sharing: Sharing, node: Node, bases: list[FromOutside]) -> bool:
    """Whether two objects of one type may overlap in part, as far as that is accessed: arrays, what more is
    accessed of than one object, and bytes."""
    if node.stride:
        return True
    for key in bases:
        size = size_of(key.type) or 0
        if isinstance(key.type, ArrayType) or (size > 1 and sharing.is_bytes(key.type)):
            return True
        if any(cell.end > node.objects[key] + 8 * size for cell in node.cells.values()):
            return True
    return False


class _Comparisons:
    """Addresses that are compared, as pointers or as numbers: whether they may be the same, though the model
    takes them for different. Types do not matter."""

    def __init__(self, points: PointsTo, homes: Homes) -> None:
        self._points = points
        self._homes = homes
        self._moved = {points.graph.resolve(ref).node for ref in points.moved}

    def find(self, nodes: Collection[TreeNode]) -> Overlap | None:
        """What is compared by these nodes."""
        pairs: list[tuple[Expression, Expression]] = []
        numbers: list[Expression] = []
        for node in nodes:
            if node.place.unit.is_model:
                continue
            match node:
                case Binary(op=op, left=left, right=right) if op in _COMPARISONS:
                    pairs.append((left, right))
                case Cast(operand=operand, type=IntType()) if isinstance(operand.type, PointerType):
                    numbers.append(operand)
        for left, right in (*pairs, *combinations(numbers, 2)):
            for one, other in product(self._points.value(left), self._points.value(right)):
                found = self._same(one, other) or self._same(other, one)
                if found is not None:
                    return found
        return None

    def _same(self, one: Ref, other: Ref) -> Overlap | None:
        a, b = self._points.graph.resolve(one), self._points.graph.resolve(other)
        first, second = self._homes.get(a.node), self._homes.get(b.node)
        if first is None or not first.bases:
            return None
        pointer = f"a pointer to {_types(first)} from outside"
        if second is None:
            behind = f"{pointer} may point right behind a variable"
            return Overlap(behind) if b.node in self._moved and b.node.objects else None
        varies = bool(a.node.stride or b.node.stride)
        if first is not second and second.bases:
            reason = f"{pointer} may point to what one to {_types(second)} points to"
            return Overlap(reason, mixed=varies or a.offset == b.offset)
        if second.variables:
            return Overlap(_may_be_in(pointer, second.variables[0][0]))
        apart = a.offset != b.offset or varies or a.node in self._moved
        if first is second and apart and sum(self._points.sources[key] for key in first.bases) > 1:
            return Overlap(f"two pointers to {_types(first)} from outside may point to one object")
        return None


def _may_be_in(pointer: str, name: str) -> str:
    return f"what {pointer} points to may be in `{name}`"


def _types(home: Home) -> str:
    return " or ".join(dict.fromkeys(f"`{spelled(key.type)}`" for key in home.bases))
