"""Finds null pointers whose dereference may come later than it seems, or not at all.

An access through a null pointer ends the program quietly. Where C leaves open whether something that may be
violated, or is not modelled, comes before it, or where compilers may leave out the access, for its value is
not used, the path is not modelled if the pointer is null.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.effects.sets import TRAP
from maymust.frontends.c.tree.expressions import CallExpression, Expression
from maymust.frontends.c.tree.nodes import Node, walk
from maymust.frontends.c.tree.order import unsequenced, unused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from maymust.frontends.c.effects.sets import Effects


class OpenTraps:
    """The traps of a program that are open: in single expressions, and in whole functions, as these are
    called from such expressions."""

    def __init__(
        self,
        bodies: Iterable[list[Node]],
        active: set[Node],
        effects_of: Callable[[Expression], Effects],
        callees: Callable[[CallExpression], list[str]],
        calls: dict[str, set[str]],
    ) -> None:
        """`bodies` are the nodes of each function, `calls` what each calls."""
        self.expressions: set[Node] = set()
        self.functions: set[str] = set()
        for nodes in bodies:
            self.expressions.update(unused(nodes, active))
            for node in nodes:
                parts = unsequenced(node) if node in active else ()
                if not active.isdisjoint(parts):
                    self._add(parts, [effects_of(part) for part in parts])
        work = [
            name for node in self.expressions if isinstance(node, CallExpression) for name in callees(node)
        ]
        while work:
            name = work.pop()
            if name not in self.functions:
                self.functions.add(name)
                work += calls.get(name, ())

    def _add(self, parts: tuple[Expression, ...], effects: list[Effects]) -> None:
        """Adds those of parts that are evaluated in this order, as far as it matters."""
        matters = False
        for part, found in zip(reversed(parts), reversed(effects), strict=True):
            if matters and TRAP in found.reads:
                self.expressions.update(walk(part))
            matters = matters or found.decides_outcome
