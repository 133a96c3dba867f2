"""Local variables and compound literals in memory that pointers may outlive: whether they are not yet there,
there, or gone.

Such an object may live once: in a second life (in a loop, or in another call) a pointer that was kept from
the first would seem to point to it, so that is not modelled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.memory_objects import Named
from maymust.frontends.c.object_numbers import GONE, THERE
from maymust.frontends.c.tree import Declared
from maymust.terms import constant, eq, store

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.frontends.c.context import Lowering
    from maymust.frontends.c.places import Place
    from maymust.frontends.c.tree import CompoundLiteral, LocalObject
    from maymust.ir.program import Variable
    from maymust.ir.source import Span


def enter_literal(low: Lowering, literal: CompoundLiteral) -> None:
    """A compound literal is evaluated: it lives until its block ends."""
    if _life(low, literal) is not None and literal not in low.scope:
        low.scope.append(literal)
    enter(low, literal, literal.place)


def enter(low: Lowering, local: LocalObject, place: Place) -> None:
    """The object comes to life."""
    life = _life(low, local)
    if life is not None:
        name = f"`{local.name}`" if isinstance(local, Declared) else "compound literal"
        again = f"{name}, to which pointers may be kept, lives again"
        low.refuse(eq(life.term, GONE), again, place)
        low.assign(life.term, THERE, place.span)


def leave(low: Lowering, objects: Iterable[LocalObject], span: Span) -> None:
    """The objects go out of scope."""
    memory = low.program.memory
    for local in objects:
        is_array = isinstance(local, Declared) and local.count is not None and local.obstacle is None
        if isinstance(local, Declared) and is_array and not low.dead:
            alive = memory.region(memory.points.targets(local)[0]).alive
            if alive is not None:
                low.assign(alive.term, store(alive.term, low.parts(local)[0], constant(0, 1)), span)
            continue
        life = _life(low, local)
        if life is not None and not low.dead:
            low.assign(life.term, GONE, span)


def leave_function(low: Lowering, span: Span) -> None:
    """All local objects go out of scope."""
    assert low.function is not None
    leave(low, (*low.function.parameters, *low.scope), span)


def ends_with(low: Lowering, depth: int) -> bool:
    """Whether something that is told about ends with the scope from `depth` on."""
    return any(_life(low, local) is not None for local in low.scope[depth:])


def _life(low: Lowering, local: LocalObject) -> Variable | None:
    memory = low.program.memory
    if isinstance(local, Declared) and not memory.points.in_memory(local):
        return None
    key = Named(local)
    return memory.region(memory.points.object(key)).lifetimes.get(key)
