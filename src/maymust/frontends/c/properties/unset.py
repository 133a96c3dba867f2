"""Finds the local variables that may be read before they are set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.tree.expressions import Declared
from maymust.frontends.c.tree.nodes import may_be_unset, walk
from maymust.frontends.c.tree.statements import Declare, Goto, Switch
from maymust.frontends.c.types import is_scalar

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.frontends.c.points_to.result import PointsTo
    from maymust.frontends.c.tree.statements import Function


def tracked(functions: Iterable[Function], points: PointsTo, *, shortcuts: bool = True) -> set[Declared]:
    """The variables that may be read before they are set: declared without an initial value or with one that
    mentions them, or in a function with jumps that may pass their declaration. Without `shortcuts`, all."""
    found: set[Declared] = set()
    for function in functions:
        if function.place.unit.is_model:  # models read such variables for any value
            continue
        nodes = walk(function.body)
        jumps = not shortcuts or any(isinstance(node, Goto | Switch) for node in nodes)
        for node in nodes:
            if isinstance(node, Declare) and (jumps or may_be_unset(node)):
                declared = node.variable
                if is_scalar(declared.type) and declared.obstacle is None and not points.in_memory(declared):
                    found.add(declared)
    return found
