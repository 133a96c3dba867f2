"""`malloc` and its kin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.emitting.checks import check
from maymust.frontends.c.emitting.gaps import leave_open
from maymust.frontends.c.memory import targets
from maymust.frontends.c.points_to.objects import Allocated
from maymust.frontends.c.source import Allocation, AllocationFails
from maymust.frontends.c.storage.elements import for_each_cell
from maymust.frontends.c.types import IntType
from maymust.ir.memory import CODE, OBJECT_WIDTH
from maymust.ir.program import Assign, GapCode
from maymust.terms import (
    FALSE,
    TRUE,
    ArraySort,
    add,
    and_,
    bitvec,
    constant,
    eq,
    is_nonzero,
    ite,
    less,
    make,
    ne,
    negation,
    or_,
    resize,
    select,
    store,
    sub,
)
from maymust.terms import operators as ops

_NOT_ALLOCATED = "free of memory that was not allocated"

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.regions import Region
    from maymust.frontends.c.memory.targets import Value
    from maymust.frontends.c.points_to.graph import Ref
    from maymust.frontends.c.tree.expressions import CallExpression
    from maymust.terms import Term

EMPTY = "variable-length array without elements"


def allocate(low: Lowering, call: CallExpression) -> Value | None:
    """A new object, of the size that the arguments of the call tell."""
    size = _size(low, call)
    return None if size is None or low.dead else new_object(low, call, size)


def new_object(low: Lowering, call: CallExpression, size: Term) -> Value | None:
    """A new object of so many bytes. Allocation succeeds, unless the user wants to see it fail, or more than
    half of the address space is wanted: only a program that makes 2³¹ objects does not go on."""
    memory, span = low.program.memory, call.place.span
    key = Allocated(call)
    ref = memory.points.object(key)
    region = memory.region(ref)
    too_large: Term = FALSE
    if call.function == library.VARIABLE_ARRAY:
        check(low, "vla", _is_empty(low, call), EMPTY, call.place)
        unclear = memory.points.is_released(region.node)
    else:
        too_large = less(size, constant(0, memory.word), signed=True)
        if call.function in library.ON_STACK | library.REALLOCATIONS:
            low.refuse(too_large, f"{_name(call)} of more than half of the address space", call.place)
            too_large = FALSE
        unclear = call.function in library.ON_STACK and _matters_where(low, region)
        unclear = unclear or (call.function in library.OPENS and memory.points.is_released(region.node))
    if unclear:
        low.unmodelled(f"{_name(call)}, where it matters how long that lasts", call.place)
        return None
    counter = memory.next.term
    low.require(less(counter, constant(CODE, OBJECT_WIDTH), signed=False), span)
    made = low.stored(counter, span)
    low.graph.emit(Assign(counter, add(counter, constant(1, OBJECT_WIDTH))), span, _note(call, region))
    if region.sizes is not None:
        low.assign(region.sizes.term, store(region.sizes.term, made, size), span)
    if region.alive is not None:
        low.assign(region.alive.term, store(region.alive.term, made, constant(1, 1)), span)
    if call.function in library.ZEROED and not region.starts_with_zero:
        _make_zero(low, ref, made, size, call)
    result = ite(too_large, constant(0, OBJECT_WIDTH), made)
    if _may_fail(low, call):
        fails = low.temporary(bitvec(1), f"{call.function}() fails")
        low.read_input(fails, f"{call.function}() fails", "call", span, AllocationFails())
        result = ite(is_nonzero(fails), constant(0, OBJECT_WIDTH), result)
    if memory.live is not None and call.function not in library.ON_STACK | library.OPENS:
        one = ite(eq(result, constant(0, OBJECT_WIDTH)), result, constant(1, OBJECT_WIDTH))
        low.assign(memory.live.term, add(memory.live.term, one), span)
    return result, constant(0, memory.word)


def _may_fail(low: Lowering, call: CallExpression) -> bool:
    if call.function in library.OPENS:
        return True
    return low.program.malloc_may_fail and call.function not in library.ON_STACK


def _note(call: CallExpression, region: Region) -> Allocation:
    moved = call.function in library.REALLOCATIONS
    is_array = call.function == library.VARIABLE_ARRAY
    if is_array:
        end = call.place.declarator_end()
        written = None if end is None else (end, end)
    elif call.function in library.OPENS:
        written = None
    elif moved:
        written = call.callee.place.name_bytes()
    else:
        written = call.place.call_bytes((call.function or "").removeprefix("__builtin_"))
    return Allocation(
        written,
        region.number,
        region.node.objects[Allocated(call)],
        region.size,
        None if region.sizes is None else region.sizes.term.name,
        call.function in library.ZEROED | library.OPENS,
        moved,
        call.place.unit.spelling(call.place.cursor) if is_array else None,
    )


def _make_zero(low: Lowering, ref: Ref, made: Term, size: Term, call: CallExpression) -> None:
    memory, span = low.program.memory, call.place.span

    def clear(part: Ref, offset: Term) -> None:
        index = memory.index(part, made, offset)
        for variable in memory.cell(part)[1]:
            sort = variable.term.sort
            if index is not None and isinstance(sort, ArraySort):
                low.assign(variable.term, store(variable.term, index, constant(0, sort.element)), span)

    for_each_cell(low, ref, size, call.place, clear)


def _is_empty(low: Lowering, call: CallExpression) -> Term:
    """Whether the length of a variable-length array is not positive."""
    length = low.value(call.arguments[0])
    return less(length, constant(1, length.width), signed=True)


def _matters_where(low: Lowering, region: Region) -> bool:
    """Whether what is on the stack must be told from the heap: it may be freed, or may be used when its
    function has returned."""
    asked, points = low.program.checks.asked, low.program.memory.points
    outlives = "deref" in asked or points.is_kept(region.node)
    lasts = low.name == low.program.entry and low.name not in low.effects.recursive
    return points.is_freed(region.node) or (outlives and not lasts)


def _name(call: CallExpression) -> str:
    return "variable-length array" if call.function == library.VARIABLE_ARRAY else f"`{call.function}`"


def _size(low: Lowering, call: CallExpression) -> Term | None:
    """The number of bytes."""
    word = low.program.memory.word
    factors = []
    for argument in library.sizes(call.function or "", call.arguments):
        if not isinstance(argument.type, IntType):
            low.unmodelled(f"`{call.function}` with such an argument", call.place)
            return None
        factors.append(resize(low.value(argument), word, signed=argument.type.signed))
    if not factors or len(factors) > 2:
        low.unmodelled(f"`{call.function}` with such arguments", call.place)
        return None
    if len(factors) == 1:
        return factors[0]
    first, second = factors
    product = make(ops.MUL, (first, second))
    # Where the product overflows, calloc returns null; that is not worth a case of its own.
    overflow = and_(ne(second, constant(0, word)), ne(make(ops.UDIV, (product, second)), first))
    low.refuse(overflow, f"{_name(call)} of more than the address space", call.place)
    return product


def release(low: Lowering, call: CallExpression) -> None:
    """`free`: nothing, if the pointer is null."""
    if len(call.arguments) != 1:
        low.unmodelled("`free` with such arguments", call.place)
        return
    value = low.pointer(call.arguments[0])
    if value is not None:
        free(low, call, value, low.program.memory.points.value(call.arguments[0])[0])


def free(low: Lowering, call: CallExpression, pointer: targets.Pointer, ref: Ref) -> None:
    """What a pointer points to is freed; nothing happens if it is null."""
    object_, offset = pointer
    memory, span = low.program.memory, call.place.span
    region = memory.region(ref)
    refuse_no_object(low, call, pointer, ref)
    null, at_start = eq(object_, constant(0, OBJECT_WIDTH)), eq(offset, constant(0, offset.width))
    something, behind = low.graph.location(), low.graph.location()
    low.graph.split(null, behind, something, span)
    low.graph.at(something)
    if "free" in low.program.checks.asked:
        outside = "free of memory that comes from outside"
        from_outside, subject = memory.validity.is_outside(object_), call.arguments[0].place
        leave_open(
            low,
            from_outside,
            outside,
            call.place,
            ("free", _NOT_ALLOCATED),
            subject=subject,
            code="frees_others",
        )
    allocated = and_(memory.validity.is_allocated(object_), at_start)
    if region.alive is None:
        _refuse(low, call, TRUE, _NOT_ALLOCATED, "frees_others")
    else:
        alive = eq(select(region.alive.term, object_), constant(1, 1))
        if "free" in low.program.checks.asked:
            _refuse(low, call, negation(allocated), _NOT_ALLOCATED, "frees_others")
            _refuse(low, call, negation(alive), "double free")
        else:
            bad = or_(negation(allocated), negation(alive))
            low.refuse(bad, "free of memory that is not allocated", call.place, "frees_others")
        low.assign(region.alive.term, store(region.alive.term, object_, constant(0, 1)), span)
        if memory.live is not None:
            low.assign(memory.live.term, sub(memory.live.term, constant(1, OBJECT_WIDTH)), span)
    low.graph.jump(behind)
    low.graph.at(behind)


def refuse_no_object(low: Lowering, call: CallExpression, pointer: Value, ref: Ref) -> None:
    """A pointer to no object is freed: it must be null."""
    object_, offset = pointer
    if low.program.memory.may_be_number(ref):
        number = and_(eq(object_, constant(0, OBJECT_WIDTH)), ne(offset, constant(0, offset.width)))
        _refuse(low, call, number, "free of a pointer to no object")


def _refuse(low: Lowering, call: CallExpression, bad: Term, message: str, code: GapCode = "other") -> None:
    check(low, "free", bad, message, call.place, subject=call.arguments[0].place, code=code)
