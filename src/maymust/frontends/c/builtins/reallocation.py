"""Lowers `realloc`: it makes a new object that begins with what the old one holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.builtins import allocation
from maymust.frontends.c.memory.regions import roles
from maymust.frontends.c.points_to.objects import Allocated
from maymust.frontends.c.storage.elements import for_each_cell
from maymust.frontends.c.types import IntType, PointerType
from maymust.frozen import frozen
from maymust.ir.memory import OBJECT_WIDTH, Role
from maymust.terms import (
    add,
    and_,
    concat,
    constant,
    eq,
    ite,
    less,
    less_equal,
    make,
    ne,
    negation,
    resize,
    select,
    store,
)
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value
    from maymust.frontends.c.points_to.graph import Ref
    from maymust.frontends.c.tree.expressions import CallExpression
    from maymust.terms import Term


def reallocate(low: Lowering, call: CallExpression) -> Value | None:
    """Makes the call. What is behind the old contents is not set."""
    memory, span = low.program.memory, call.place.span
    match [argument.type for argument in call.arguments]:
        case [PointerType(), IntType(signed=signed)]:
            old = low.pointer(call.arguments[0])
            size = resize(low.value(call.arguments[1]), memory.word, signed=signed)
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
    """The new object gets what the old one holds, up to the smaller of both sizes. Behind that it holds
    what a new object does: anything."""
    memory, span = low.program.memory, call.place.span
    region = memory.region(ref)
    before = constant(region.size or 0, memory.word)
    if region.sizes is not None:
        before = select(region.sizes.term, old)
    least = ite(less(before, size, signed=False), before, size)

    def copy(part: Ref, offset: Term) -> None:
        source, target = (memory.index(part, object_, offset) for object_ in (old, made))
        cell, variables = memory.cell(part)
        if source is None or target is None:
            return
        for role, variable in zip(roles(cell), variables, strict=True):
            held, fresh = select(variable.term, source), select(variable.term, target)
            kept = _Kept(part.offset % 8, held.width if role is Role.VALUE else memory.word, offset, least)
            if role is Role.TAG:
                partly = and_(kept.partly(), ne(held, constant(0, held.width)))
                low.refuse(partly, f"`{call.function}` that keeps a part of a pointer", call.place)
            mixed = kept.mixed(held, fresh) if role is Role.VALUE else fresh
            new = ite(kept.whole(), held, mixed)
            low.assign(variable.term, store(variable.term, target, new), span)

    for_each_cell(low, ref, least, call.place, copy)


@frozen
class _Kept:
    """What is kept of a cell of `width` bits, which begins `first` bits behind an offset: what lies before
    `least`, the first byte that is not copied."""

    first: int
    width: int
    offset: Term
    least: Term

    def whole(self) -> Term:
        """Whether all of it is."""
        return less_equal(self._behind((self.first + self.width + 7) // 8), self.least, signed=False)

    def partly(self) -> Term:
        """Whether some of it is, but not all."""
        return and_(less(self.offset, self.least, signed=False), negation(self.whole()))

    def mixed(self, held: Term, fresh: Term) -> Term:
        """The bits that are there if it is not kept as a whole: lower ones of the old, others of the new."""
        result = fresh
        for count in range(1, (self.first + self.width + 7) // 8):
            low = 8 * count - self.first
            upper = make(ops.EXTRACT, (fresh,), (self.width - 1, low))
            lower = make(ops.EXTRACT, (held,), (low - 1, 0))
            result = ite(eq(self._behind(count), self.least), concat(upper, lower), result)
        return result

    def _behind(self, count: int) -> Term:
        return add(self.offset, constant(count, self.offset.width))
