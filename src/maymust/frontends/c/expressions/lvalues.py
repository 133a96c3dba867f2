"""Lowers lvalues: finds which part of a variable or of memory one designates; reads it, writes it, takes its
address."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.frontends.c.emitting.checks import check
from maymust.frontends.c.expressions import (
    boolean_values,
    initialise,
    lifetimes,
    lvalues,
    pointer_checks,
    pointers,
    uninitialised,
)
from maymust.frontends.c.expressions.watching import note, watch
from maymust.frontends.c.memory.targets import MemoryPlace, PlainPlace, Target, Value
from maymust.frontends.c.points_to.objects import Named
from maymust.frontends.c.storage import alignment
from maymust.frontends.c.storage.access import load, save
from maymust.frontends.c.storage.constant_objects import UNDEFINED, WRITTEN
from maymust.frontends.c.tree.constant_lvalues import is_constant_lvalue
from maymust.frontends.c.tree.expressions import (
    Cast,
    CompoundLiteral,
    Declared,
    Expression,
    Member,
    Name,
    Subscript,
    Text,
    Unary,
)
from maymust.frontends.c.tree.leaves import Leaf, index_width
from maymust.frontends.c.types import ArrayType, IntType, PointerType, RecordType, size_of
from maymust.ir.memory import OBJECT_WIDTH
from maymust.terms import TRUE, Term, add, constant, less, make, negation, resize
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.storage.padding import Padding
    from maymust.frontends.c.tree.places import Place
    from maymust.frontends.c.types import Field


def read(low: Lowering, expression: Expression) -> Value | None:
    """The value of an lvalue; None where the path has ended."""
    return read_from(low, expression)[1]


def read_from(low: Lowering, expression: Expression) -> tuple[Target | None, Value | None]:
    """What an lvalue designates, and its value; None where the path has ended."""
    with watch(low, low.effects.clashes.of_access(expression), expression.place):
        target = designate(low, expression)
        return target, None if target is None or low.dead else held(low, expression, target)


def held(low: Lowering, expression: Expression, target: Target) -> Value | None:
    """What an lvalue, which designates `target`, holds; None where the path has ended."""
    note(low, expression, target)
    uninitialised.check_read(low, expression)
    leaves = designated_leaves(low, expression)
    value = load(low, target, leaves, expression.place, _record_size(expression))
    if value is None or low.dead:
        return None
    boolean_values.check_read(low, expression, target, value)
    return extended(expression, value)


def write(
    low: Lowering,
    expression: Expression,
    target: Target,
    value: Value,
    place: Place,
    padding: Padding | None = None,
) -> Value:
    """What an lvalue designates gets a value, at that place; the result is what it holds then."""
    _refuse_constant(low, expression, place)
    leaves = designated_leaves(low, expression)
    new = value
    if len(leaves) == 1 and isinstance(leaves[0].type, IntType) and not leaves[0].dimensions:
        new = (resize(value[0], leaves[0].width, signed=False),)  # a bit-field may be narrower
    if padding is not None:
        leaves, new = (*leaves, *padding.leaves), (*new, *padding.value)
    save(low, target, leaves, new, place, _record_size(expression))
    uninitialised.mark_written(low, expression)
    return extended(expression, new)


def _record_size(expression: Expression) -> int:
    """The bytes of a structure or union, all of which are accessed, also those between and behind members."""
    return (size_of(expression.type) or 0) if isinstance(expression.type, RecordType) else 0


def _refuse_constant(low: Lowering, expression: Expression, place: Place) -> None:
    """The path ends where an lvalue that is constant is written by its name."""
    match is_constant_lvalue(expression):
        case "read-only":
            check(low, "deref", TRUE, WRITTEN, place)
        case "undefined":
            low.unmodelled(UNDEFINED, place)


def designated_leaves(low: Lowering, expression: Expression) -> tuple[Leaf, ...]:
    """The leaves of what an lvalue designates."""
    field = expression.field if isinstance(expression, Member) else None
    return low.program.shapes.designated(expression.type, field)


def designate(low: Lowering, expression: Expression, *, accessed: bool = True) -> Target | None:
    """What an lvalue designates, after code for the side effects in it; None where the path has ended. If it
    is not `accessed`, only its address is wanted, which may be out of bounds."""
    target = None if low.dead else _designate(low, expression, accessed=accessed)
    if isinstance(target, MemoryPlace):
        return replace(target, access=expression.place, open=low.effects.trap_is_open(expression))
    return target


def _designate(low: Lowering, expression: Expression, *, accessed: bool) -> Target | None:
    match expression:
        case Name(variable=declared):
            obstacle = low.program.obstacle(declared)
            if obstacle is not None:
                low.unmodelled(obstacle, expression.place)
                return None
            return variable(low, declared)
        case Text():
            return _object(low, Named(expression))
        case CompoundLiteral(initialiser=initialiser):
            lifetimes.enter_literal(low, expression)
            target = _object(low, Named(expression))
            initialise.initialise(low, target, expression.type, initialiser, expression.place)
            return target
        case Unary(op="*", operand=operand):
            return _element(low, expression, operand, None, accessed=accessed)
        case Subscript(base=base, index=index):
            return _element(low, expression, base, index, accessed=accessed)
        case Member(base=base, field=field):
            outer = designate(low, base, accessed=accessed)
            return None if outer is None else _member(low, outer, field, expression.place)
    value = low.value_of(expression)  # a structure that is no lvalue, a call's result say
    if value is None or low.dead:
        return None
    leaves = low.program.shapes.leaves(expression.type)
    return PlainPlace(low.kept(value, expression.type, expression.place.span), leaves)


def variable(low: Lowering, declared: Declared) -> Target:
    """Where a variable lives. Requires that it is modelled."""
    if low.program.memory.points.in_memory(declared):
        return _object(low, Named(declared))
    return PlainPlace(low.parts(declared), low.program.shapes.leaves(declared.type))


def address(low: Lowering, expression: Expression) -> tuple[Term, Term] | None:
    """The address of what an lvalue designates; None where the path has ended."""
    target = designate(low, expression, accessed=False)
    if target is None or low.dead:
        return None
    if isinstance(target, PlainPlace):
        low.unmodelled("address of a part of a value that is no variable", expression.place)
        return None
    return target.object, target.offset


def _object(low: Lowering, key: Named) -> MemoryPlace:
    memory = low.program.memory
    number = constant(memory.number(key), OBJECT_WIDTH)
    return MemoryPlace(memory.points.object(key), number, constant(0, memory.word), named=True)


def _element(
    low: Lowering, expression: Expression, base: Expression, index: Expression | None, *, accessed: bool
) -> Target | None:
    """What `base[index]`, or `*base`, designates."""
    parts = (base,) if index is None else (base, index)
    with watch(low, low.effects.clashes.among(parts), expression.place):
        return _watched_element(low, expression, base, index, accessed=accessed)


def _watched_element(
    low: Lowering, expression: Expression, base: Expression, index: Expression | None, *, accessed: bool
) -> Target | None:
    if low.dead:
        return None
    if isinstance(base, Cast) and isinstance(base.operand.type, ArrayType):
        array = designate(low, base.operand, accessed=accessed)
        if array is None:
            return None
        if isinstance(array, PlainPlace):
            return _plain_element(low, expression, array, base.operand.type, index)
        start = array
    else:
        value = low.pointer(base)
        if value is None:
            return None
        start = MemoryPlace(low.program.memory.points.value(base)[0], *value, pointer=base.place)
    offset = start.offset
    if index is not None:
        assert isinstance(base.type, PointerType) and isinstance(index.type, IntType)
        number = low.value(index)
        if isinstance(base, Cast):
            _check_inner(low, expression, base.operand, number, index.type, accessed=accessed)
        offset = pointers.shifted(low, offset, "+", number, index.type, base.type)
        pointer_checks.check_moved(
            low,
            expression.place,
            start.ref,
            (start.object, start.offset),
            offset,
            number,
            index.type,
            size_of(base.type.target) or 1,
            accessed=accessed,
            is_array=isinstance(base, Cast) and isinstance(base.operand.type, ArrayType),
        )
    ref = low.program.memory.points.place(expression)
    assert ref is not None
    if low.dead:
        return None
    if accessed and start.pointer is base.place:
        start = replace(start, need=alignment.needed(low, expression, ref, offset))
    return replace(start.moved(ref, offset), start=offset)


def _check_inner(
    low: Lowering,
    expression: Expression,
    array: Expression,
    number: Term,
    of: IntType,
    *,
    accessed: bool,
) -> None:
    """The path ends where the index of an array that is part of an object is out of bounds. That of a whole
    object is checked with the access."""
    if isinstance(array, Name | CompoundLiteral | Text) or not isinstance(array.type, ArrayType):
        return
    count = array.type.count
    if not count or (count == 1 and _is_last_member(low, array)):
        return  # it is as long as the object allows
    wide = resize(number, max(of.width, index_width(count)), signed=of.signed)
    pointer_checks.check_index(low, expression.place, wide, count, accessed=accessed)
    if accessed:
        inside = less(wide, constant(count, wide.width), signed=False)
        check(low, "bounds", negation(inside), "array index out of bounds", expression.place)


def _is_last_member(low: Lowering, expression: Expression) -> bool:
    if not isinstance(expression, Member):
        return False
    record = expression.field.record
    return record.union or low.program.declarations.types.records.fields(record)[-1] == expression.field


def _plain_element(
    low: Lowering, expression: Expression, array: PlainPlace, type_: ArrayType, index: Expression | None
) -> Target | None:
    count = type_.count or 0
    if index is None:
        chosen = constant(0, 32)
    else:
        assert isinstance(index.type, IntType)
        width = max(index.type.width, index_width(count))
        chosen = resize(low.value(index), width, signed=index.type.signed)
        pointer_checks.check_index(low, expression.place, chosen, count, accessed=True)
        inside = less(chosen, constant(count, width), signed=False)  # a negative index reads as a large one
        check(low, "bounds", negation(inside), "array index out of bounds", expression.place)
    if low.dead:
        return None
    if array.window is not None:
        stride = 8 * (size_of(type_.element) or 0)
        wide = resize(chosen, array.window.width, signed=False)
        window = add(array.window, make(ops.MUL, (wide, constant(stride, wide.width))))
        return PlainPlace(array.terms, array.leaves, array.indices, window)
    return PlainPlace(array.terms, array.leaves, (*array.indices, chosen))


def _member(low: Lowering, outer: Target, field: Field, place: Place) -> Target | None:
    start = field.offset - field.offset % 8 if field.bits is not None else field.offset
    if isinstance(outer, MemoryPlace):
        offset = add(outer.offset, constant(start // 8, outer.offset.width))
        return outer.moved(outer.ref.moved(start), offset)
    if outer.window is not None:
        window = add(outer.window, constant(start, outer.window.width))
        return PlainPlace(outer.terms, outer.leaves, outer.indices, window)
    if low.program.shapes.has_words(field.record) and field.record.union:
        low.unmodelled("member of a union with pointers that is no variable", place)
        return None
    if field.record.union:
        return PlainPlace(outer.terms, outer.leaves, outer.indices, constant(start, 32))
    shapes = low.program.shapes
    first, count = shapes.before(field), len(shapes.member(field))
    skipped = sum(len(leaf.parts()) for leaf in outer.leaves[:first])
    leaves = outer.leaves[first : first + count]
    width = sum(len(leaf.parts()) for leaf in leaves)
    return PlainPlace(outer.terms[skipped : skipped + width], leaves, outer.indices)


def extended(expression: Expression, value: Value) -> Value:
    """The value of a bit-field in its type; other values as they are."""
    if not isinstance(expression.type, IntType):
        return value
    type_ = expression.type
    return (resize(value[0], type_.width, signed=type_.signed),)


def record(low: Lowering, expression: Expression) -> tuple[Target | None, Value | None]:
    """The value of an expression that is a structure or a union, and where it lies, if it is an object."""
    if low.program.shapes.obstacle(expression.type) is None and isinstance(
        expression, Name | Member | Subscript | CompoundLiteral | Unary
    ):
        return lvalues.read_from(low, expression)
    return None, low.value_of(expression)
