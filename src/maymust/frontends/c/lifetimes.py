"""Local variables in memory that pointers may outlive: whether they are not yet there, there, or gone.

Such a variable may live once: in a second life (in a loop, or in another call) a pointer that was kept from
the first would seem to point to it, so that is not modelled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.points_to import Named
from maymust.frontends.c.regions import GONE, THERE
from maymust.terms import constant, eq, store

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.frontends.c.context import Lowering
    from maymust.frontends.c.places import Place
    from maymust.frontends.c.tree import Declared
    from maymust.ir.program import Variable
    from maymust.ir.source import Span


def enter(low: Lowering, declared: Declared, place: Place) -> None:
    """The variable comes to life."""
    life = _life(low, declared)
    if life is not None:
        again = f"`{declared.name}`, to which pointers may be kept, lives again"
        low.refuse(eq(life.term, GONE), again, place)
        low.assign(life.term, THERE, place.span)


def leave(low: Lowering, variables: Iterable[Declared], span: Span) -> None:
    """The variables go out of scope."""
    memory = low.program.memory
    for declared in variables:
        if declared.count is not None and declared.obstacle is None and not low.dead:
            alive = memory.region(memory.points.targets(declared)[0]).alive
            if alive is not None:
                low.assign(alive.term, store(alive.term, low.parts(declared)[0], constant(0, 1)), span)
            continue
        life = _life(low, declared)
        if life is not None and not low.dead:
            low.assign(life.term, GONE, span)


def leave_function(low: Lowering, span: Span) -> None:
    """All local variables go out of scope."""
    assert low.function is not None
    leave(low, (*low.function.parameters, *low.scope), span)


def ends_with(low: Lowering, depth: int) -> bool:
    """Whether something that is told about ends with the scope from `depth` on."""
    return any(_life(low, declared) is not None for declared in low.scope[depth:])


def _life(low: Lowering, declared: Declared) -> Variable | None:
    memory = low.program.memory
    if not memory.points.in_memory(declared):
        return None
    key = Named(declared)
    return memory.region(memory.points.object(key)).lifetimes.get(key)
