"""Streams and directories: objects that are opened, used and closed.

What `fopen` gives is a new object, or null. Which are closed is told by one variable for all objects
(`Memory.closed`); those from outside are open at first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import allocation, argument_checks, calls, library
from maymust.frontends.c.checks import check
from maymust.frontends.c.gaps import leave_open
from maymust.frontends.c.leaves import OBJECT_WIDTH
from maymust.frontends.c.points_to import stream_size
from maymust.frontends.c.source import HiddenInput
from maymust.frontends.c.tree import Declared
from maymust.frontends.c.types import PointerType
from maymust.terms import bitvec, constant, eq, is_nonzero, ite, or_, select, store

if TYPE_CHECKING:
    from maymust.frontends.c.context import Lowering
    from maymust.frontends.c.memory_objects import Named
    from maymust.frontends.c.places import Place
    from maymust.frontends.c.storage import MemoryPlace, Value
    from maymust.frontends.c.tree import CallExpression


def check_open(low: Lowering, target: MemoryPlace) -> None:
    """What a pointer, which is not null, leads to is a stream, and not closed."""
    memory, place = low.program.memory, target.access
    assert place is not None
    _check_stream(low, target, place)
    if memory.has_closed:
        closed = eq(select(memory.closed.term, target.object), constant(1, 1))
        check(low, "deref", closed, f"use of a closed stream in `{target.by}`", place)


def _check_stream(low: Lowering, target: MemoryPlace, place: Place) -> None:
    """It is none of the program's own objects. Where streams may be among what is allocated, nobody knows
    which."""
    memory, message = low.program.memory, f"use of what is no stream in `{target.by}`"
    region, is_allocated = memory.region(target.ref), memory.validity.is_allocated(target.object)
    numbers = [memory.number(key) for key in region.named if not _is_elsewhere(key)]
    own = [eq(target.object, constant(number, OBJECT_WIDTH)) for number in numbers]
    if region.functions or not memory.shortcuts:
        own.append(memory.validity.is_code(target.object))
    check(low, "deref", or_(*own), message, place)
    opened = [key.call.function in library.OPENS for key in region.allocated]
    if opened and not any(opened):
        check(low, "deref", is_allocated, message, place)
    elif not all(opened):
        leave_open(low, is_allocated, "stream, or what is none", place, ("deref", message))


def _is_elsewhere(key: Named) -> bool:
    """Whether a variable is defined elsewhere: by the library, perhaps."""
    return isinstance(key.what, Declared) and key.what.outside


def open_stream(low: Lowering, call: CallExpression) -> Value | None:
    """A new stream, or null."""
    assert isinstance(call.type, PointerType)
    argument_checks.evaluate(low, call)
    if low.dead:
        return None
    return allocation.new_object(low, call, constant(stream_size(call), low.program.memory.word))


def close_stream(low: Lowering, call: CallExpression, *, wanted: bool) -> Value | None:
    """The stream is closed. The result, if it is a number, is an input."""
    given = argument_checks.evaluate_all(low, call)
    if low.dead:
        return None
    value = given.get(call.arguments[0]) if call.arguments else None
    if value is None or len(value) != 2:
        low.unmodelled(f"`{call.function}` with such arguments", call.place)
        return None
    closed = low.program.memory.closed.term
    low.assign(closed, store(closed, value[0], constant(1, 1)), call.place.span)
    return calls.input_result(low, call, call.function or "", wanted=wanted)


def reopen_stream(low: Lowering, call: CallExpression) -> Value | None:
    """The stream that comes last, or null: then it is closed."""
    given = argument_checks.evaluate_all(low, call)
    value = given.get(call.arguments[-1]) if call.arguments and not low.dead else None
    if value is None or len(value) != 2 or not isinstance(call.type, PointerType):
        low.unmodelled(f"`{call.function}` with such arguments", call.place)
        return None
    name, span, closed = f"{call.function}() fails", call.place.span, low.program.memory.closed.term
    fails = low.temporary(bitvec(1), name)
    low.read_input(fails, name, "call", span, HiddenInput())
    low.assign(closed, store(closed, value[0], fails), span)
    nothing = constant(0, OBJECT_WIDTH), constant(0, low.program.memory.word)
    return tuple([ite(is_nonzero(fails), none, part) for none, part in zip(nothing, value, strict=True)])
