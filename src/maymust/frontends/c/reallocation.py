"""`realloc`: a new object that begins with what the old one holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import allocation, pointers, values
from maymust.frontends.c.elements import for_each_cell
from maymust.frontends.c.leaves import OBJECT_WIDTH
from maymust.frontends.c.memory_objects import Allocated
from maymust.frontends.c.types import IntType, PointerType
from maymust.terms import constant, eq, ite, less, resize, select, store

if TYPE_CHECKING:
    from maymust.frontends.c.context import Lowering
    from maymust.frontends.c.memory_graph import Ref
    from maymust.frontends.c.storage import Value
    from maymust.frontends.c.tree import CallExpression
    from maymust.terms import Term


def reallocate(low: Lowering, call: CallExpression) -> Value | None:
    """Makes the call. What is behind the old contents is not set."""
    memory, span = low.program.memory, call.place.span
    match [argument.type for argument in call.arguments]:
        case [PointerType(), IntType(signed=signed)]:
            old = pointers.pointer(low, call.arguments[0])
            size = resize(values.value(low, call.arguments[1]), memory.word, signed=signed)
        case _:
            low.unmodelled(f"`{call.function}` with such arguments", call.place)
    if low.dead or old is None:
        return None
    old = low.stored(old[0], span), low.stored(old[1], span)
    size = low.stored(size, span) if size.value is None else size
    null = eq(old[0], constant(0, OBJECT_WIDTH))
    empty = eq(size, constant(0, memory.word))
    low.refuse(empty, f"`{call.function}` of size 0", call.place)
    target = memory.points.value(call.arguments[0])[0]
    allocation.refuse_no_object(low, call, old, target)
    if low.dead:
        return None
    made = allocation.new_object(low, call, size)
    if made is None or low.dead:
        return None
    made = low.stored(made[0], span), made[1]
    something, behind = low.graph.location(), low.graph.location()
    low.graph.split(null, behind, something, span)
    low.graph.at(something)
    if low.program.malloc_may_fail:
        freed = low.graph.location()
        low.graph.split(eq(made[0], constant(0, OBJECT_WIDTH)), behind, freed, span)
        low.graph.at(freed)
    _copy(low, memory.points.object(Allocated(call)), old[0], made[0], size, call)
    allocation.free(low, call, old, target)
    low.graph.jump(behind)
    low.graph.at(behind)
    return made


def _copy(low: Lowering, ref: Ref, old: Term, made: Term, size: Term, call: CallExpression) -> None:
    memory, span = low.program.memory, call.place.span
    region = memory.region(ref)
    before = constant(region.size or 0, memory.word)
    if region.sizes is not None:
        before = select(region.sizes.term, old)
    least = ite(less(before, size, signed=False), before, size)

    def copy(part: Ref, offset: Term) -> None:
        source, target = (memory.index(part, object_, offset) for object_ in (old, made))
        for variable in memory.cell(part)[1]:
            if source is not None and target is not None:
                new = store(variable.term, target, select(variable.term, source))
                low.assign(variable.term, new, span)

    for_each_cell(low, ref, least, call.place, copy)
