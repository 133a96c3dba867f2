"""`malloc` and its kin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library, pointers, values
from maymust.frontends.c.leaves import OBJECT_WIDTH
from maymust.frontends.c.points_to import Allocated
from maymust.frontends.c.regions import OUTSIDE
from maymust.frontends.c.storage import LARGEST_COPY, MemoryPlace, save_zero
from maymust.frontends.c.types import IntType
from maymust.terms import add, and_, constant, eq, less, make, ne, negation, or_, resize, select, store
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from maymust.frontends.c.context import Lowering
    from maymust.frontends.c.storage import Value
    from maymust.frontends.c.tree import CallExpression
    from maymust.terms import Term


def allocate(low: Lowering, call: CallExpression) -> Value | None:
    """A new object. Allocation succeeds: only a program that makes 2³¹ objects does not go on."""
    memory, span = low.program.memory, call.place.span
    size = _size(low, call)
    if size is None or low.dead:
        return None
    key = Allocated(call)
    ref = memory.points.object(key)
    region = memory.region(ref)
    counter = memory.next.term
    low.require(less(counter, constant(OUTSIDE, OBJECT_WIDTH), signed=False), span)
    made = low.stored(counter, span)
    low.assign(counter, add(counter, constant(1, OBJECT_WIDTH)), span)
    if region.sizes is not None:
        low.assign(region.sizes.term, store(region.sizes.term, made, size), span)
    if region.alive is not None:
        low.assign(region.alive.term, store(region.alive.term, made, constant(1, 1)), span)
    start = constant(0, memory.word)
    if call.function in library.ZEROED:
        total = size.value
        if total is None or total > LARGEST_COPY:
            low.unmodelled(f"`{call.function}` of a large or variable size", call.place)
            return None
        save_zero(low, MemoryPlace(ref, made, start), total, call.place)
    return made, start


def _size(low: Lowering, call: CallExpression) -> Term | None:
    """The number of bytes."""
    word = low.program.memory.word
    factors = []
    for argument in call.arguments:
        if not isinstance(argument.type, IntType):
            low.unmodelled(f"`{call.function}` with such an argument", call.place)
            return None
        factors.append(resize(values.value(low, argument), word, signed=argument.type.signed))
    if not factors or len(factors) > 2:
        low.unmodelled(f"`{call.function}` with such arguments", call.place)
        return None
    if len(factors) == 1:
        return factors[0]
    first, second = factors
    product = make(ops.MUL, (first, second))
    # Where the product overflows, calloc returns null; that is not worth a case of its own.
    overflow = and_(ne(second, constant(0, word)), ne(make(ops.UDIV, (product, second)), first))
    low.refuse(overflow, f"`{call.function}` of more than the address space", call.place)
    return product


def release(low: Lowering, call: CallExpression) -> None:
    """`free`: nothing, if the pointer is null."""
    if len(call.arguments) != 1:
        low.unmodelled("`free` with such arguments", call.place)
        return
    value = pointers.pointer(low, call.arguments[0])
    if value is None:
        return
    object_, offset = value
    memory, span = low.program.memory, call.place.span
    targets = memory.points.value(call.arguments[0])
    region = memory.region(targets[0])
    null = eq(object_, constant(0, OBJECT_WIDTH))
    something, behind = low.graph.location(), low.graph.location()
    low.graph.split(null, behind, something, span)
    low.graph.at(something)
    allocated = and_(
        less(constant(memory.first_allocated - 1, OBJECT_WIDTH), object_, signed=False),
        less(object_, constant(OUTSIDE, OBJECT_WIDTH), signed=False),
        eq(offset, constant(0, offset.width)),
    )
    if region.alive is None:
        low.unmodelled("free of memory that was not allocated", call.place)
    else:
        alive = eq(select(region.alive.term, object_), constant(1, 1))
        low.refuse(
            or_(negation(allocated), negation(alive)), "free of memory that is not allocated", call.place
        )
        low.assign(region.alive.term, store(region.alive.term, object_, constant(0, 1)), span)
    low.graph.jump(behind)
    low.graph.at(behind)
