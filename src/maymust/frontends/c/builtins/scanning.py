"""Lowers `scanf` and its kin with simple formats: what they store is an input."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.builtins import argument_checks
from maymust.frontends.c.library.scan_formats import scanned
from maymust.frontends.c.memory.targets import MemoryPlace
from maymust.frontends.c.source import HiddenInput
from maymust.frontends.c.storage.access import save
from maymust.frontends.c.types import IntType, PointerType
from maymust.terms import bitvec, constant, less, less_equal

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value
    from maymust.frontends.c.tree.expressions import CallExpression


def scan(low: Lowering, call: CallExpression) -> Value | None:
    """Stores as many inputs as the result, an input too, tells."""
    stored = scanned(call)
    assert stored is not None
    span, name = call.place.span, f"{call.function}()"
    values = argument_checks.evaluate_all(low, call)
    targets = [values[pointer] for pointer in stored]
    if low.dead or not isinstance(call.type, IntType):
        low.unmodelled(f"`{call.function}`", call.place)
        return None
    count = low.temporary(bitvec(call.type.width), name, signed=True)
    low.read_input(count, name, "call", span, HiddenInput())
    least, most = constant(-1, count.width), constant(len(stored), count.width)
    low.require(less_equal(least, count, signed=True), span)
    low.require(less_equal(count, most, signed=True), span)
    behind = low.graph.location()
    for number, (argument, value) in enumerate(zip(stored, targets, strict=True)):
        assert value is not None and isinstance(argument.type, PointerType)
        object_, offset = value
        onwards = low.graph.location()
        low.graph.split(less(constant(number, count.width), count, signed=True), onwards, behind, span)
        low.graph.at(onwards)
        ref = low.program.memory.points.value(argument)[0]
        (leaf,) = low.program.shapes.leaves(argument.type.target)
        given = low.temporary(bitvec(leaf.width), name)
        low.read_input(given, name, "call", span, HiddenInput())
        target = MemoryPlace(ref, object_, offset, open=low.effects.trap_is_open(argument))
        save(low, target, (leaf,), (given,), call.place)
    low.graph.jump(behind)
    low.graph.at(behind)
    return (count,)
