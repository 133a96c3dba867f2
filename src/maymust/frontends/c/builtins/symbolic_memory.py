"""Memory that becomes an input: `klee_make_symbolic` and its kin, where they are told a small constant size
(others are a matter of the models), and `__CPROVER_havoc_object`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.memory.extents import object_sizes, size_term
from maymust.frontends.c.memory.regions import roles
from maymust.frontends.c.memory.targets import MemoryPlace
from maymust.frontends.c.source import Answer, HiddenInput, Uninitialised
from maymust.frontends.c.storage.access import LARGEST_COPY, check_access, check_writable, save
from maymust.frontends.c.storage.elements import for_each_cell
from maymust.frontends.c.storage.fresh import UNSET, save_unknown
from maymust.frontends.c.types import IntType, PointerType
from maymust.ir.memory import OBJECT_WIDTH, UNINITIALISED, Role, Scalar
from maymust.ir.program import Assign, Havoc
from maymust.terms import (
    ArraySort,
    bitvec,
    constant,
    eq,
    is_nonzero,
    ite,
    ne,
    negation,
    or_,
    resize,
    store,
)

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.library.copy_plans import Copy
    from maymust.frontends.c.points_to.graph import Ref
    from maymust.frontends.c.tree.expressions import CallExpression
    from maymust.frontends.c.tree.leaves import Leaf
    from maymust.terms import Term


def fill(low: Lowering, copy: Copy, target: MemoryPlace, call: CallExpression) -> None:
    """A call fills the cells of its plan with inputs."""
    name = f"{(call.function or '').partition('.')[0]}()"
    low.program.called_outside(name.removesuffix("()"), call.place, call.type)
    origin = Uninitialised(name, None, size=copy.size, filled=True)
    if copy.whole:
        check_access(low, target, copy.size, call.place, writes=True)
        check_writable(low, target, copy.size, call.place)
        save_unknown(low, target, copy.size, name, call.place, origin)
        return
    value = [part for leaf in copy.leaves for part in _given(low, leaf, copy.size, name, call)]
    save(low, target, copy.leaves, tuple(value), call.place)


def _given(low: Lowering, leaf: Leaf, size: int, name: str, call: CallExpression) -> tuple[Term, ...]:
    """What a cell holds that is an input: a pointer is null or leads nowhere."""
    pointer = isinstance(leaf.type, PointerType)
    part = Scalar("", "pointer" if pointer else "integer", leaf.start, leaf.width)
    origin = Uninitialised(name, None, part, size, filled=True)
    boolean = pointer or (isinstance(leaf.type, IntType) and leaf.type.boolean)
    held = low.temporary(bitvec(1 if boolean else leaf.width), name)
    low.graph.emit(Havoc(held, name, "call"), call.place.span, origin)
    if not pointer:
        return (resize(held, leaf.width, signed=False),)
    invalid, none = constant(UNINITIALISED, OBJECT_WIDTH), constant(0, OBJECT_WIDTH)
    return ite(is_nonzero(held), invalid, none), constant(0, low.program.memory.word)


def fill_object(low: Lowering, call: CallExpression) -> None:
    """All of the object that a pointer points to becomes an input. It must be one of the program's own, and
    the pointer one to its start."""
    name, place = call.function or "", call.place
    value = low.pointer(call.arguments[0]) if len(call.arguments) == 1 else None
    for argument in call.arguments if len(call.arguments) != 1 else ():
        low.use(argument)
    if low.dead or value is None:
        low.unmodelled(f"`{name}` with such arguments", place)
        return
    object_, offset = value
    memory = low.program.memory
    validity, ref = memory.validity, memory.points.value(call.arguments[0])[0]
    at = memory.points.graph.resolve(ref)
    if any(base != at.offset for base in at.node.objects.values()) and not at.node.stride:
        low.unmodelled(f"`{name}` of an object that pointers into others may point to", place)
        return
    refused = or_(
        eq(object_, constant(0, OBJECT_WIDTH)),
        ne(offset, constant(0, memory.word)),
        validity.is_outside(object_),
        validity.is_code(object_),
        negation(validity.exists(ref, object_)),
        negation(validity.in_scope(ref, object_)),
        negation(validity.not_freed(ref, object_)),
    )
    low.refuse(refused, f"`{name}` of something else than the start of an object of the program", place)
    target = MemoryPlace(ref, object_, offset)
    check_writable(low, target, 1, place)
    sizes = object_sizes(memory, ref)
    size = sizes.pop() if len(sizes) == 1 else None
    fed = size is not None and size <= LARGEST_COPY
    told = low.temporary(bitvec(memory.word))
    low.graph.emit(Assign(told, constant(size if size and fed else 0, memory.word)), place.span, Answer(name))
    if size is not None and fed:
        origin = Uninitialised(f"{name}()", None, size=size, filled=True)
        save_unknown(low, target, size, f"{name}()", place, origin)
    else:
        _fill_cells(low, target, size_term(memory, ref, object_), call)


def _fill_cells(low: Lowering, target: MemoryPlace, size: Term, call: CallExpression) -> None:
    """The cells of an object whose size is not known. No test can give them."""
    memory, span, name = low.program.memory, call.place.span, f"{call.function}()"

    def fill_cell(part: Ref, offset: Term) -> None:
        index = memory.index(part, target.object, offset)
        cell, variables = memory.cell(part)
        for role, variable in zip(roles(cell), variables, strict=True):
            held = variable.term
            width = held.sort.element if isinstance(held.sort, ArraySort) else held.width
            new = constant(UNSET.get(role, 0), width)
            if role is Role.VALUE:
                new = low.temporary(bitvec(width), name)
                low.graph.emit(Havoc(new, name, "call"), span, HiddenInput())
            low.assign(held, new if index is None else store(held, index, new), span)

    for_each_cell(low, target.ref, size, call.place, fill_cell)
