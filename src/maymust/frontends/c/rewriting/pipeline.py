"""Lists the rewrites of trees, in order. Each makes another tree that means the same.

Those of one function run as soon as it is read, be it the user's or a model of the C library. Those of the
program run once all functions that the entry can reach are known, and before anything is found out of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.rewriting.clones import MOST_NODES, give_copies
from maymust.frontends.c.rewriting.held_addresses import with_pointers
from maymust.frontends.c.rewriting.known_sizes import with_known_sizes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from maymust.frontends.c.tree.leaves import Shapes
    from maymust.frontends.c.tree.nodes import Node
    from maymust.frontends.c.tree.statements import Function

    Rewrite = Callable[[Function], Function]


def rewritten(function: Function, pointer_width: int) -> Function:
    """The function as everything that comes behind `reading` sees it."""
    rewrites: list[Rewrite] = [
        lambda f: with_pointers(f, pointer_width),
        with_known_sizes,
    ]
    for rewrite in rewrites:
        function = rewrite(function)
    return function


def rewrite_program(
    functions: list[Function],
    initialisers: Iterable[Node],
    shapes: Shapes,
    define: Callable[[Function], None],
    *,
    copies: bool,
) -> dict[Node, Node]:
    """Redefines functions of the program, and defines further ones; without `copies`, none. `functions`, the
    entry first, are all that there are, and `initialisers` what else mentions some. Of each call, label and
    name of a function that is new, tells which one it stands for."""
    return give_copies(functions, initialisers, shapes, define, MOST_NODES if copies else 0)
