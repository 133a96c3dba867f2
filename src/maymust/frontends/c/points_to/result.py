"""Tells what the analysis of pointers (`flow`) has found about a program when it is done."""

from __future__ import annotations

from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.points_to.flow import PointerFlow
from maymust.frontends.c.points_to.objects import FromOutside, Named
from maymust.frontends.c.tree.constants import constant_value
from maymust.frontends.c.tree.expressions import CompoundLiteral, Declared
from maymust.frontends.c.tree.nodes import walk
from maymust.frontends.c.tree.statements import Declare
from maymust.frontends.c.types import PointerType, size_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.frontends.c.points_to.graph import Node as GraphNode
    from maymust.frontends.c.points_to.graph import Ref
    from maymust.frontends.c.tree.expressions import CallExpression, LocalObject


def stream_size(call: CallExpression) -> int:
    """How many bytes a stream that a call opens is taken to have."""
    return size_of(call.type.target) or 1 if isinstance(call.type, PointerType) else 1


class PointsTo(PointerFlow):
    """The analysis and its result. Requires of what is defined here that all is added and it is closed."""

    def allocated_size(self, call: CallExpression) -> int | None:
        """The number of bytes that a call allocates, where that is a constant."""
        if call.function in library.OPENS:
            return stream_size(call)
        sizes = [constant_value(size) for size in library.sizes(call.function or "", call.arguments)]
        return None if not sizes or None in sizes else prod(size for size in sizes if size is not None)

    def is_freed(self, node: GraphNode) -> bool:
        """Whether something in a node may be freed, or is gone with its scope while pointers to it may be
        left."""
        ends = [d for d in self._variable_arrays if self._node(d) is node and self.may_outlive(d)]
        return bool(ends) or self.is_released(node)

    def is_released(self, node: GraphNode) -> bool:
        """Whether something in a node may be freed by the program."""
        return any(self.graph.resolve(ref).node is node for ref in self._freed)

    def may_outlive(self, local: LocalObject) -> bool:
        """Whether there may be pointers to an object when it is gone: some that are not local to functions,
        or local to an outer block, or the value of the block that it is in."""
        if local.lasting:
            return False
        node = self._node(local)
        if self.is_kept(node) or node in self._given_out.get(local, ()):
            return True
        owner = local.owner if isinstance(local, Declared) else self._literals.get(local)
        return local in self._inner and owner in self._holders(node)

    def is_kept(self, node: GraphNode) -> bool:
        """Whether pointers that are not local to functions may point to something in a node."""
        return node in self._kept

    @cached_property
    def _kept(self) -> set[GraphNode]:
        """The nodes that pointers which are not local to functions may point to."""
        returned = [
            targets
            for name, targets in self._returned.items()
            if name not in self._functions or not self._functions[name].place.unit.is_model
        ]
        kept = [*self._watched, *[ref for targets in returned for ref in targets]]
        kept += [ref for held, targets in self._plain.items() if held.lasting for ref in targets]
        for place in self._objects.values():
            cells = self.graph.resolve(place).node.cells.values()
            kept += [cell.target for cell in cells if cell.target is not None]
        return {self.graph.resolve(ref).node for ref in kept}

    @cached_property
    def _given_out(self) -> dict[LocalObject, set[GraphNode]]:
        """For the objects of blocks that are expressions, the nodes that the values of these may point to."""
        found: dict[LocalObject, set[GraphNode]] = {}
        for block, held in self._block_values:
            nodes = {self.graph.resolve(ref).node for ref in held}
            for part in walk(block):
                if isinstance(part, Declare | CompoundLiteral):
                    local = part.variable if isinstance(part, Declare) else part
                    found.setdefault(local, set()).update(nodes)
        return found

    def reachable(self, refs: Iterable[Ref]) -> set[GraphNode]:
        """The nodes that can be reached through pointers from some places."""
        found: set[GraphNode] = set()
        work = list(refs)
        while work:
            node = self.graph.resolve(work.pop()).node
            if node not in found:
                found.add(node)
                work += [cell.target for cell in node.cells.values() if cell.target is not None]
        return found

    def has_outside(self) -> bool:
        """Whether pointers come from outside."""
        return any(isinstance(key, FromOutside) for key in self._objects)

    def known_outside(self) -> set[GraphNode]:
        """The nodes that functions without a body may return pointers to: what they are given, and what
        lasting variables and memory from outside lead to."""
        if not self.is_answered:
            return set()
        seeds = [*self.given, *[ref for held, refs in self._plain.items() if held.lasting for ref in refs]]
        for key, place in self._objects.items():
            if isinstance(key, FromOutside) or (isinstance(key, Named) and key.is_lasting):
                seeds.append(place)
        return self.reachable(seeds)

    def lasts(self, literal: CompoundLiteral) -> bool:
        """Whether a compound literal lives as long as the program: it is in no function."""
        return literal not in self._literals

    def variable_array(self, node: GraphNode) -> str | None:
        """The name of a variable-length array in a node."""
        return next((d.name for d in self._variable_arrays if self._node(d) is node), None)

    def _holders(self, node: GraphNode) -> set[str | None]:
        """The functions with plain variables that may point to something in a node. Pointers of functions
        that are called end before what the caller has."""
        return {
            held.owner
            for held, targets in self._plain.items()
            if any(self.graph.resolve(ref).node is node for ref in targets)
        }

    def _node(self, local: LocalObject) -> GraphNode:
        """Where an object in memory is, or a variable-length array."""
        if isinstance(local, Declared) and local.count is not None:
            return self.graph.resolve(self._plain[local][0]).node
        return self.graph.resolve(self.object(Named(local))).node
