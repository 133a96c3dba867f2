"""Lowers library functions that store what is an input: `stat`, `gettimeofday`, `wait` and their kin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.builtins import argument_checks, outside
from maymust.frontends.c.library.requirements import filled, row_of, stored_type
from maymust.frontends.c.memory.targets import MemoryPlace
from maymust.frontends.c.source import HiddenInput
from maymust.frontends.c.storage.access import save
from maymust.frontends.c.storage.inputs import read_inputs
from maymust.frontends.c.tree.procedure_names import function_name
from maymust.frontends.c.types import IntType
from maymust.ir.memory import OBJECT_WIDTH
from maymust.ir.program import Havoc
from maymust.terms import and_, bitvec, constant, eq, less, less_equal, ne

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Value
    from maymust.frontends.c.tree.expressions import CallExpression, Expression
    from maymust.frontends.c.types import CType
    from maymust.terms import Term


def store(low: Lowering, call: CallExpression, *, wanted: bool) -> Value | None:
    """Makes the call: what it stores are inputs, where the number that it gives says so, if it gives one."""
    given = argument_checks.evaluate_all(low, call)
    fails = wanted or isinstance(call.type, IntType)
    result = None if low.dead else outside.input_result(low, call, call.function or "", wanted=fails)
    if low.dead:
        return None
    behind, span = low.graph.location(), call.place.span
    if result is not None and isinstance(call.type, IntType):
        done = low.graph.location()
        low.graph.split(_is_stored(low, call, result[0]), done, behind, span)
        low.graph.at(done)
    for pointer in filled(low.program.shapes, call) or ():
        _store(low, call, pointer, given[pointer])
    low.graph.jump(behind)
    low.graph.at(behind)
    return result if wanted else None


def _is_stored(low: Lowering, call: CallExpression, result: Term) -> Term:
    row = row_of(call)
    assert row is not None
    match row.writes_if:
        case ">0":
            return less(constant(0, result.width), result, signed=True)
        case "!=0":
            name = f"{function_name(call.function or '')}()"
            interrupted = low.temporary(bitvec(1), name)
            low.graph.emit(Havoc(interrupted, name, "call"), call.place.span, HiddenInput())
            return and_(ne(result, constant(0, result.width)), eq(interrupted, constant(1, 1)))
    return ne(result, constant(-1, result.width))


def _store(low: Lowering, call: CallExpression, pointer: Expression, value: Value | None) -> None:
    """What a pointer points to becomes an input, if it is not null."""
    if value is None or low.dead:
        return
    object_, offset = value
    something, behind = low.graph.location(), low.graph.location()
    low.graph.split(eq(object_, constant(0, OBJECT_WIDTH)), behind, something, call.place.span)
    low.graph.at(something)
    type_, name = stored_type(pointer), f"{function_name(call.function or '')}()"
    parts = low.program.shapes.parts(type_)
    held = tuple([low.temporary(part.sort, name, signed=part.signed) for part in parts])
    read_inputs(low, held, type_, name, "call", call.place, HiddenInput())
    _require_ranges(low, call, type_, held)
    ref = low.program.memory.points.value(pointer)[0]
    target = MemoryPlace(ref, object_, offset, pointer=pointer.place, access=pointer.place, by=call.function)
    save(low, target, low.program.shapes.leaves(type_), held, call.place)
    low.graph.jump(behind)
    low.graph.at(behind)


def _require_ranges(low: Lowering, call: CallExpression, type_: CType, held: tuple[Term, ...]) -> None:
    """The members that are numbers in a range, as the table tells, are in it."""
    row = row_of(call)
    ranges = {range_.member: range_ for range_ in row.ranges} if row is not None else {}
    for leaf, term in zip(low.program.shapes.leaves(type_), held, strict=True):
        known = ranges.get(leaf.name.rpartition(".")[2])
        if known is None or not isinstance(leaf.type, IntType) or leaf.dimensions:
            continue
        low.require(less_equal(constant(known.least, term.width), term, signed=True), call.place.span)
        if known.most is not None:
            low.require(less_equal(term, constant(known.most, term.width), signed=True), call.place.span)
