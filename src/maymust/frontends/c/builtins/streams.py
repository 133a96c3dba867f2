"""Lowers functions that open and close streams and directories.

What `fopen` gives is a new object, or null. Which are closed is told by a variable for all objects of a node
(`Memory.closed`); those from outside are open at first. Functions that print to `stdout`, or read from
`stdin`, without being told so (`Row.stream`) are looked at where the program mentions that variable: else
nothing that it knows of closes the stream.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.builtins import allocation, argument_checks, outside
from maymust.frontends.c.points_to.result import stream_size
from maymust.frontends.c.source import HiddenInput
from maymust.frontends.c.types import PointerType
from maymust.ir.memory import OBJECT_WIDTH
from maymust.terms import bitvec, constant, is_nonzero, ite, store

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value
    from maymust.frontends.c.tree.expressions import CallExpression
    from maymust.terms import Term


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
    closed, value = _closed(low, call, 0), given.get(call.arguments[0]) if call.arguments else None
    if closed is None or value is None or len(value) != 2:
        low.unmodelled(f"`{call.function}` with such arguments", call.place)
        return None
    low.assign(closed, store(closed, value[0], constant(1, 1)), call.place.span)
    return outside.input_result(low, call, call.function or "", wanted=wanted)


def reopen_stream(low: Lowering, call: CallExpression) -> Value | None:
    """The stream that comes last, or null: then it is closed."""
    given = argument_checks.evaluate_all(low, call)
    value = given.get(call.arguments[-1]) if call.arguments and not low.dead else None
    closed = _closed(low, call, -1)
    if closed is None or value is None or len(value) != 2 or not isinstance(call.type, PointerType):
        low.unmodelled(f"`{call.function}` with such arguments", call.place)
        return None
    name, span = f"{call.function}() fails", call.place.span
    fails = low.temporary(bitvec(1), name)
    low.read_input(fails, name, "call", span, HiddenInput())
    low.assign(closed, store(closed, value[0], fails), span)
    nothing = constant(0, OBJECT_WIDTH), constant(0, low.program.memory.word)
    return tuple([ite(is_nonzero(fails), none, part) for none, part in zip(nothing, value, strict=True)])


def _closed(low: Lowering, call: CallExpression, at: int) -> Term | None:
    """Which of the streams that an argument may point to are closed; None if it points to none."""
    refs = low.program.memory.points.value(call.arguments[at]) if call.arguments else ()
    return low.program.memory.closed(refs[0]) if refs else None
