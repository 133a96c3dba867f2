"""Lowers `memcpy`, `memset` and their kin where they copy or set single cells (`library.copy_plans`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.builtins import symbolic_memory
from maymust.frontends.c.emitting.gaps import leave_open
from maymust.frontends.c.library.copy_plans import copy_plan
from maymust.frontends.c.memory.targets import MemoryPlace
from maymust.frontends.c.storage.access import load, save
from maymust.frontends.c.types import PointerType
from maymust.terms import and_, constant, eq, less, make, ne, or_, resize, sub
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.library.copy_plans import Copy
    from maymust.frontends.c.memory.targets import Value
    from maymust.frontends.c.tree.expressions import CallExpression, Expression
    from maymust.frontends.c.tree.leaves import Leaf
    from maymust.terms import Term


def perform(low: Lowering, call: CallExpression) -> Value | None:
    """Makes the call. The result is where the target is; None where the path has ended."""
    copy = copy_plan(low.program.shapes, call)
    assert copy is not None
    given: dict[Expression, tuple[Term, ...] | None] = {}
    for argument in call.arguments:
        if argument is copy.target or argument is copy.source:
            given[argument] = low.pointer(argument)
        elif argument is copy.byte:
            given[argument] = (low.value(argument),)
        else:
            low.use(argument)
    target = _place(low, copy.target, given[copy.target])
    source = None if copy.source is None else _place(low, copy.source, given[copy.source])
    if target is None or low.dead or (copy.source is not None and source is None):
        return None
    if copy.inputs:
        symbolic_memory.fill(low, copy, target, call)
        return None
    if source is not None:
        value = _copied(low, copy, target, source, call)
    else:
        byte = constant(0, 8)
        if copy.byte is not None:
            (number,) = given[copy.byte] or (byte,)
            byte = resize(number, 8, signed=False)
        value = tuple([term for leaf in copy.leaves for term in _repeated(byte, leaf)])
    if value is None:
        return None
    save(low, target, copy.leaves, value, call.place)
    return target.object, target.offset


def _place(low: Lowering, pointer: Expression, value: tuple[Term, ...] | None) -> MemoryPlace | None:
    if value is None:
        return None
    object_, offset = value
    ref, is_open = low.program.memory.points.value(pointer)[0], low.effects.trap_is_open(pointer)
    return MemoryPlace(ref, object_, offset, open=is_open)


def _copied(
    low: Lowering, copy: Copy, target: MemoryPlace, source: MemoryPlace, call: CallExpression
) -> Value | None:
    memory, span = low.program.memory, call.place.span
    same = memory.region(target.ref) is memory.region(source.ref)
    if same and copy.exact:
        size = constant(copy.size, memory.word)
        near = or_(
            less(sub(target.offset, source.offset), size, signed=False),
            less(sub(source.offset, target.offset), size, signed=False),
        )
        overlap = and_(eq(target.object, source.object), ne(target.offset, source.offset), near)
        overlaps = "copy of memory that overlaps its target"
        leave_open(low, overlap, overlaps, call.place, ("deref", overlaps), ("bounds", overlaps))
    value = load(low, source, copy.leaves, call.place)
    if value is None or not same:
        return value
    return tuple([low.stored(term, span) for term in value])


def _repeated(byte: Term, leaf: Leaf) -> tuple[Term, ...]:
    """A leaf all of whose bytes are this one; a pointer can only be null."""
    if isinstance(leaf.type, PointerType):
        return tuple([constant(0, part.sort.width) for part in leaf.parts()])  # type: ignore[union-attr]
    width = leaf.width + -leaf.width % 8 + (8 if leaf.start % 8 else 0)
    times = constant(int.from_bytes(b"\1" * (width // 8), "little"), width)
    whole = make(ops.MUL, (resize(byte, width, signed=False), times))
    first = leaf.start % 8
    return (make(ops.EXTRACT, (whole,), (first + leaf.width - 1, first)),)
