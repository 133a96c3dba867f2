"""Makes trees anew, of other parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, cast, get_args

from maymust.frontends.c.tree.expressions import Expression, InitItem
from maymust.frontends.c.tree.nodes import Node, children
from maymust.frontends.c.tree.statements import Statement

_NODES = frozenset((*get_args(Expression), *get_args(Statement)))


def rebuilt(
    nodes: Iterable[Node], other: Callable[[Node, Mapping[Node, Node]], Node | None]
) -> dict[Node, Node]:
    """What becomes of these nodes, as from `walk`, where some become others: `other` is given a node, and
    what has become of its parts. What does not change stays the same node."""
    made: dict[Node, Node] = {}
    for node in reversed(list(nodes)):  # parts before the whole
        new = other(node, made)
        if new is None:
            changed = any(made[child] is not child for child in children(node))
            new = made_of(node, made) if changed else node
        made[node] = new
    return made


def made_of(node: Node, nodes: Mapping[Node, Node], part: Callable[[object], object] = lambda p: p) -> Node:
    """A new node like this one, with `nodes` in the place of those that it consists of, and of all else what
    `part` is for it. Requires: all that it consists of is there."""

    def again(old: object) -> object:
        if isinstance(old, tuple):
            return tuple([again(inner) for inner in old])
        if isinstance(old, InitItem):
            return InitItem(old.path, cast("Expression", nodes[old.value]))
        return nodes[cast("Node", old)] if type(old) in _NODES else part(old)

    kind: Any = type(node)
    made: Node = kind(*[again(getattr(node, name)) for name in _fields(kind)])
    return made


@cache
def _fields(kind: type) -> tuple[str, ...]:
    return tuple([field.name for field in fields(kind)])
