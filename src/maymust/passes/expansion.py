"""Tells how large a program is with its calls expanded, and whether that is much larger than it is."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from maymust.ir.program import Call

if TYPE_CHECKING:
    from maymust.ir.program import Program

_LARGE, _MUCH_LARGER = 20_000, 8  # in edges, and as a factor


def expanded_size(program: Program) -> float:
    """The number of edges that `flatten` would make of the program; infinite if calls are recursive."""
    made = {
        name: [e.statement.callee for e in procedure.edges if isinstance(e.statement, Call)]
        for name, procedure in program.procedures.items()
    }
    sizes: dict[str, float] = {}
    open_: set[str] = set()
    work = [program.start]
    while work:
        name = work[-1]
        missing = [callee for callee in made[name] if callee not in sizes]
        if name in sizes or not missing:
            work.pop()
            open_.discard(name)
            sizes[name] = len(program.procedures[name].edges) + sum(sizes[callee] for callee in made[name])
        elif name in open_:  # what is missing waits for it
            return math.inf
        else:
            open_.add(name)
            work += missing
    return sizes[program.start]


def own_size(program: Program) -> int:
    """The number of its edges."""
    return sum(len(procedure.edges) for procedure in program.procedures.values())


def is_recursive(program: Program) -> bool:
    """Whether some calls are recursive."""
    return expanded_size(program) == math.inf


def explodes(program: Program) -> bool:
    """Whether some calls are recursive, or share so much that the program would become much larger."""
    size = expanded_size(program)
    return size > _LARGE and size > _MUCH_LARGER * own_size(program)
