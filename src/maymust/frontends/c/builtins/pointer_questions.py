"""Answers what programs ask verification tools about pointers and arithmetic: `__CPROVER_r_ok`,
`__CPROVER_OBJECT_SIZE`, `__CPROVER_overflow_plus` and so on.

A question that has no answer here, of an uninitialised pointer or of memory from outside, is not modelled
where it is asked. A test in C cannot compute the answers, so they are noted (`source.Answer`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.emitting.overflow import overflows
from maymust.frontends.c.library.table import Does, find
from maymust.frontends.c.memory.extents import measured, size_term
from maymust.frontends.c.source import Answer
from maymust.frontends.c.tree.expressions import Cast
from maymust.frontends.c.types import (
    VOID,
    ArrayType,
    CType,
    IntType,
    PointerType,
    VoidType,
    common_type,
    promoted,
    size_of,
)
from maymust.ir.memory import OBJECT_WIDTH, UNINITIALISED
from maymust.ir.program import Assign
from maymust.terms import (
    FALSE,
    Term,
    and_,
    constant,
    eq,
    ite,
    less,
    make,
    ne,
    negation,
    resize,
)
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Pointer, Value
    from maymust.frontends.c.points_to.objects import Allocated
    from maymust.frontends.c.tree.expressions import CallExpression, Expression

_SIGNS = {"plus": "+", "minus": "-", "mult": "*"}


def answer(low: Lowering, call: CallExpression) -> Value | None:
    """The answer; None where the path has ended."""
    name = call.function or ""
    row = find(name)
    assert row is not None
    found = _answer(low, call, row.does)
    if low.dead:
        return None
    if found is None or not isinstance(call.type, IntType):
        low.unmodelled(f"`{name}` with such arguments", call.place)
        return None
    told = low.temporary(low.program.shapes.parts(call.type)[0].sort, f"{name}()", signed=call.type.signed)
    value = resize(found, call.type.width, signed=row.does is Does.TELLS_OFFSET)
    low.graph.emit(Assign(told, value), call.place.span, Answer(name))
    return (told,)


def _answer(low: Lowering, call: CallExpression, does: Does) -> Term | None:
    if does is Does.TELLS_OVERFLOW:
        return _overflows(low, call)
    first, *others = call.arguments or (None,)
    if first is None or not isinstance(first.type, PointerType):
        return None
    pointer = low.pointer(first)
    if pointer is None:
        return None
    match does, others:
        case Does.TELLS_ACCESS, []:
            size = size_of(_asked_type(first))
            return None if not size else _accessible(low, first, pointer, constant(size, pointer[1].width))
        case Does.TELLS_ACCESS, [size] if isinstance(size.type, IntType):
            length = resize(low.value(size), pointer[1].width, signed=size.type.signed)
            return None if low.dead else _accessible(low, first, pointer, length)
        case Does.TELLS_SAME, [second] if isinstance(second.type, PointerType):
            other = low.pointer(second)
            return None if other is None else _same(low, first, pointer, second, other)
    if others:
        return None
    return _of_object(low, first, pointer, does)


def _asked_type(pointer: Expression) -> CType:
    """What a pointer points to before it is converted to `void *`."""
    match pointer:
        case Cast(type=PointerType(target=VoidType()), operand=inner):
            return _asked_type(inner)
    match pointer.type:
        case PointerType(target=target) | ArrayType(element=target):
            return target
    return VOID


def _accessible(low: Lowering, expression: Expression, pointer: Pointer, length: Term) -> Term:
    """Whether so many bytes can be read, and written, if they are no constant."""
    object_, offset = pointer
    memory, ref = low.program.memory, low.program.memory.points.value(expression)[0]
    _refuse_unknown(low, expression, pointer, outside=False)
    known, enough = measured(memory, ref, object_, offset, length)
    there = _is_there(low, expression, object_)
    low.refuse(and_(there, negation(known)), "question about memory from outside", expression.place)
    low.refuse(memory.validity.is_code(object_), "question about a function", expression.place)
    return _truth(and_(there, enough))


def _is_there(low: Lowering, expression: Expression, object_: Term) -> Term:
    memory, ref = low.program.memory, low.program.memory.points.value(expression)[0]
    return and_(
        ne(object_, constant(0, OBJECT_WIDTH)),
        memory.validity.exists(ref, object_),
        memory.validity.in_scope(ref, object_),
        memory.validity.not_freed(ref, object_),
    )


def _same(low: Lowering, first: Expression, one: Pointer, second: Expression, other: Pointer) -> Term:
    """Whether two pointers point into one object. Null points into none, which is the same for all."""
    points, validity = low.program.memory.points, low.program.memory.validity
    for expression, pointer in ((first, one), (second, other)):
        _refuse_unknown(low, expression, pointer, outside=False)
    equal = eq(one[0], other[0])
    nodes = {points.graph.resolve(ref).node for part in (first, second) for ref in points.value(part)}
    if len(nodes) > 1:
        equal = and_(*[eq(object_, constant(0, OBJECT_WIDTH)) for object_ in (one[0], other[0])])
    # Two objects from outside may be parts of a larger one.
    unclear = and_(validity.is_outside(one[0]), validity.is_outside(other[0]), negation(equal))
    low.refuse(unclear, "question about memory from outside", first.place)
    return _truth(equal)


def _of_object(low: Lowering, expression: Expression, pointer: Pointer, does: Does) -> Term | None:
    object_, offset = pointer
    memory, ref = low.program.memory, low.program.memory.points.value(expression)[0]
    none = eq(object_, constant(0, OBJECT_WIDTH))
    _refuse_unknown(low, expression, pointer, outside=does is not Does.TELLS_OFFSET)
    match does:
        case Does.TELLS_OFFSET:
            return offset
        case Does.TELLS_OBJECT:
            return object_
        case Does.TELLS_SIZE:
            low.refuse(none, "size of no object", expression.place)
            low.refuse(memory.validity.is_code(object_), "question about a function", expression.place)
            return size_term(memory, ref, object_)
        case Does.TELLS_ALLOCATED if all(_is_on_heap(key) for key in memory.region(ref).allocated):
            return _truth(memory.validity.is_allocated(object_))
        case Does.TELLS_ALIVE:
            return _truth(_is_there(low, expression, object_))
    return None


def _is_on_heap(key: Allocated) -> bool:
    return key.call.function not in library.ON_STACK | library.OPENS


def _refuse_unknown(low: Lowering, expression: Expression, pointer: Pointer, *, outside: bool) -> None:
    """A pointer that was never set may point to anything, and so may a number."""
    object_, offset = pointer
    memory, ref = low.program.memory, low.program.memory.points.value(expression)[0]
    place = expression.place
    unset = eq(object_, constant(UNINITIALISED, OBJECT_WIDTH))
    low.refuse(unset, "question about an uninitialised pointer", place)
    if memory.region(ref).has_integers:
        number = and_(eq(object_, constant(0, OBJECT_WIDTH)), ne(offset, constant(0, offset.width)))
        low.refuse(number, "question about a pointer made from an integer", place)
    if outside:
        low.refuse(memory.validity.is_outside(object_), "question about memory from outside", place)


def _overflows(low: Lowering, call: CallExpression) -> Term | None:
    """Whether the exact result is not a value of the type in which C computes it."""
    kind = (call.function or "").rpartition("_")[2]
    types = [argument.type for argument in call.arguments if isinstance(argument.type, IntType)]
    unary = (call.function or "").endswith("unary_minus")
    if len(types) != len(call.arguments) or len(types) != (1 if unary else 2):
        for argument in call.arguments:
            low.use(argument)
        return None
    type_ = promoted(types[0]) if unary else common_type(*types)
    given = [
        resize(low.value(argument), type_.width, signed=source.signed)
        for argument, source in zip(call.arguments, types, strict=True)
    ]
    if low.dead:
        return None
    first, second = (constant(0, type_.width), *given) if unary else given
    if type_.signed:
        return _truth(overflows(_SIGNS[kind], first, second, type_))
    match kind:
        case "plus":
            return _truth(less(make(ops.ADD, (first, second)), first, signed=False))
        case "minus":
            return _truth(less(first, second, signed=False))
    wide = [resize(term, 2 * type_.width, signed=False) for term in (first, second)]
    most = constant((1 << type_.width) - 1, 2 * type_.width)
    return _truth(less(most, make(ops.MUL, tuple(wide)), signed=False))


def _truth(condition: Term) -> Term:
    return constant(0, 8) if condition is FALSE else ite(condition, constant(1, 8), constant(0, 8))
