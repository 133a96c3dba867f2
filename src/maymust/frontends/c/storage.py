"""Reading and writing parts of variables and of memory, as values: the terms of a type's leaves in order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from maymust.frontends.c.checks import check, check_null
from maymust.frontends.c.leaves import Leaf, index_width
from maymust.frontends.c.memory_graph import Ref
from maymust.frontends.c.regions import UNINITIALISED
from maymust.frontends.c.source import Scalar, Uninitialised
from maymust.frontends.c.types import CType, FloatType, PointerType, size_of
from maymust.ir.program import Havoc
from maymust.terms import (
    ArraySort,
    Term,
    add,
    bitvec,
    complement,
    concat,
    constant,
    eq,
    fill,
    make,
    negation,
    or_,
    resize,
    select,
    store,
)
from maymust.terms import operators as ops
from maymust.terms.float_build import float_is_nan

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.frontends.c.context import Lowering
    from maymust.frontends.c.memory_graph import Cell
    from maymust.frontends.c.places import Place
    from maymust.ir.program import Variable

Value = tuple[Term, ...]
Changes = dict[Term, Term]
"""What variables become, in terms of what all of them were."""
_NOT_THERE = "access of memory that is not there"
LARGEST_COPY = 4096  # elements of an array that are copied one by one


@dataclass(frozen=True, slots=True)
class PlainPlace:
    """A part of a plain variable: of the variables `terms`, which hold its `leaves`, the element that
    `indices` select. In a union, it begins so many bits (`window`) behind the start of the leaf."""

    terms: tuple[Term, ...]
    leaves: tuple[Leaf, ...]
    indices: tuple[Term, ...] = ()
    window: Term | None = None


@dataclass(frozen=True, slots=True)
class MemoryPlace:
    """A place in memory: where the analysis puts it, and its address. If it is `named`, not reached through a
    pointer, the object is there. `pointer` is the text of the pointer, `access` that of the whole."""

    ref: Ref
    object: Term
    offset: Term
    named: bool = False
    pointer: Place | None = None
    access: Place | None = None

    def moved(self, ref: Ref, offset: Term) -> MemoryPlace:
        """Another place in the same object."""
        return replace(self, ref=ref, offset=offset)


Target = PlainPlace | MemoryPlace


def load(low: Lowering, target: Target, leaves: tuple[Leaf, ...], place: Place) -> Value | None:
    """The value of a part that has these leaves. The path may end: then there is none."""
    if low.dead or not _is_small(low, target, leaves, place):
        return None
    if isinstance(target, PlainPlace):
        return _load_plain(target, leaves)
    check_access(low, target, _extent(leaves), place)
    found: list[Term] = []
    for leaf in leaves:
        found += _gathered(leaf, [_load_memory(low, target, leaf, k, place) for k in _elements(leaf)])
    return None if low.dead else tuple(found)


def save(low: Lowering, target: Target, leaves: tuple[Leaf, ...], value: Value, place: Place) -> None:
    """The part that has these leaves gets a value."""
    if low.dead or not _is_small(low, target, leaves, place):
        return
    if isinstance(target, PlainPlace):
        _save_plain(low, target, leaves, value, place)
        return
    check_access(low, target, _extent(leaves), place)
    if "deref" in low.program.checks.asked:
        literal = low.program.memory.is_literal(target.ref, target.object)
        check(low, "deref", literal, "write to a string literal", target.access or place)
    position = 0
    changes: Changes = {}
    for leaf in leaves:
        width = len(leaf.parts())
        terms = value[position : position + width]
        position += width
        for k in _elements(leaf):
            scalars = tuple([_element(leaf, term, k) for term in terms])
            _save_memory(low, changes, target, leaf, k, scalars, place)
    _assign_together(low, changes, place)


def _assign_together(low: Lowering, changes: Changes, place: Place) -> None:
    """Assigns to several variables values that may depend on all of them."""
    left = dict(changes)
    while left and not low.dead:
        for variable, new in left.items():
            if not any(variable in other.free for held, other in left.items() if held is not variable):
                low.assign(variable, new, place.span)
                del left[variable]
                break
        else:
            left = {variable: low.stored(new, place.span) for variable, new in left.items()}


def check_access(low: Lowering, target: MemoryPlace, size: int, place: Place) -> None:
    """The path ends where a place in memory cannot be accessed."""
    memory, at = low.program.memory, target.access or place
    region = memory.region(target.ref)
    if target.named:
        inside = memory.inside(target.ref, target.object, target.offset, size)
        check(low, "bounds", negation(inside), "array index out of bounds", at, construct=_NOT_THERE)
        return
    null = eq(target.object, constant(0, target.object.width))
    if region.has_integers:
        small = make(ops.ULT, (target.offset, constant(4096, memory.word)))
        made = make_and(null, negation(small))
        check(low, "deref", made, "access through a pointer made from an integer", at)
    check_null(low, null, "null pointer dereference", at, target.pointer)
    if low.program.checks.asked.isdisjoint(("deref", "bounds")):
        valid = memory.valid(target.ref, target.object, target.offset, size)
        low.refuse(negation(valid), _NOT_THERE, place)
    else:
        _check_parts(low, target, size, at)


def _check_parts(low: Lowering, target: MemoryPlace, size: int, place: Place) -> None:
    """What `Memory.valid` says, one after the other."""
    memory, ref, object_, offset = low.program.memory, target.ref, target.object, target.offset
    perhaps_inside = memory.perhaps_inside(ref, object_, offset, size)
    gone = "dereference of a pointer to a variable that is gone"
    freed = "use after free" if memory.region(ref).on_heap else gone
    for kind, good, message in (
        ("deref", memory.exists(ref, object_), "dereference of an uninitialised pointer"),
        ("deref", memory.in_scope(ref, object_), gone),
        ("deref", memory.not_freed(ref, object_), freed),
        ("bounds", perhaps_inside, "access out of bounds"),
    ):
        check(low, kind, negation(good), message, place, construct=_NOT_THERE)
    inside = make_and(
        memory.inside(ref, object_, offset, size), memory.inside_allocated(ref, object_, offset, size)
    )
    low.refuse(negation(inside), _NOT_THERE, place)
    known = memory.inside_outside(ref, object_, offset, size)
    low.refuse(negation(known), "access beyond what is known of memory from outside", place)


def make_and(a: Term, b: Term) -> Term:
    """Both."""
    return make(ops.AND, (a, b))


def save_elements(
    low: Lowering, target: MemoryPlace, leaf: Leaf, parts: Value, elements: list[int], place: Place
) -> None:
    """Some elements of a leaf in memory get those of its value; they can be accessed."""
    changes: Changes = {}
    for k in elements:
        _save_memory(low, changes, target, leaf, k, tuple([_element(leaf, term, k) for term in parts]), place)
    _assign_together(low, changes, place)


def save_zero(low: Lowering, target: MemoryPlace, size: int, place: Place) -> None:
    """The first `size` bytes of an object become zero; the object was just made, so they can be accessed."""
    _save_everywhere(low, target, size, place, _zero)


def save_unknown(
    low: Lowering, target: MemoryPlace, size: int, name: str, place: Place, origin: Uninitialised
) -> None:
    """The first `size` bytes of an object hold anything, pointers nothing valid."""
    origin = replace(origin, size=size)

    def unknown(variable: Variable, start: int, width: int) -> Term:
        if variable.source_name.endswith((".object", ".offset")):
            return constant(UNINITIALISED if variable.source_name.endswith(".object") else 0, width)
        held = low.temporary(bitvec(width), name)
        part = Scalar("", "integer", start, width)
        low.graph.emit(Havoc(held, name, "uninitialised"), place.span, replace(origin, part=part))
        return held

    region = low.program.memory.region(target.ref)
    if region.single:
        for cell in list(region.node.cells.values()):
            width = 8 if cell.in_bytes else cell.width
            starts = occurrences(low, target.ref, cell, 8 * size) if size <= LARGEST_COPY else []
            at = origin.initialiser_at if starts else None
            part = Scalar("", "integer", starts[0] if starts else 0, width)
            offsets = tuple([start // 8 for start in starts])
            for variable in low.program.memory.cell(Ref(region.node, cell.start))[1]:
                _make_unknown(low, variable, place, Uninitialised(name, at, part, size, offsets))
    else:
        _save_everywhere(low, target, size, place, unknown)


def is_cell(low: Lowering, target: MemoryPlace, type_: CType) -> bool:
    """Whether a scalar in memory is a cell of its own, or is never accessed."""
    cell = low.program.memory.points.graph.find_cell(target.ref)
    if cell is None:
        return True
    pointer = isinstance(type_, PointerType)
    return (
        not cell.in_bytes and 8 * (size_of(type_) or 0) == cell.width and pointer == (cell.target is not None)
    )


def _make_unknown(low: Lowering, variable: Variable, place: Place, origin: Uninitialised) -> None:
    """All of a variable in which a cell of a single object lives."""
    held = variable.term
    sort = held.sort
    if not variable.source_name.endswith((".object", ".offset")):
        low.graph.emit(Havoc(held, origin.name, "uninitialised"), place.span, origin)
        return
    number = UNINITIALISED if variable.source_name.endswith(".object") else 0
    if isinstance(sort, ArraySort):
        low.assign(held, fill(constant(number, sort.element), sort.index), place.span)
    else:
        low.assign(held, constant(number, held.width), place.span)


def _zero(_: Variable, _start: int, width: int) -> Term:
    return constant(0, width)


def _save_everywhere(
    low: Lowering, target: MemoryPlace, size: int, place: Place, value: Callable[[Variable, int, int], Term]
) -> None:
    memory = low.program.memory
    if size > LARGEST_COPY:
        low.unmodelled("large object beside others", place)
        return
    node = memory.region(target.ref).node
    for cell in list(node.cells.values()):
        if cell.mixed:
            continue  # whatever accesses it is not modelled
        for start in occurrences(low, target.ref, cell, 8 * size):
            ref = target.ref.moved(start)
            index = memory.index(ref, target.object, add(target.offset, constant(start // 8, memory.word)))
            for variable in memory.cell(ref)[1]:
                held = variable.term
                width = held.sort.element if isinstance(held.sort, ArraySort) else held.width
                new = value(variable, start, width)
                low.assign(held, new if index is None else store(held, index, new), place.span)


def occurrences(low: Lowering, ref: Ref, cell: Cell, size: int) -> list[int]:
    """Where in the `size` bits from a place on a cell lies: every byte of it, if it is in bytes."""
    graph = low.program.memory.points.graph
    step = 8 if cell.in_bytes else cell.width
    start = (cell.start - graph.resolve(ref).offset) % 8 if not cell.in_bytes else 0
    return [
        position
        for position in range(start, size, 8)
        if position + step <= size and _lies_at(graph.resolve(ref.moved(position)).offset, cell)
    ]


def _lies_at(offset: int, cell: Cell) -> bool:
    return cell.start <= offset < cell.end if cell.in_bytes else offset == cell.start


# -- plain variables -------------------------------------------------------------------------------------


def _load_plain(target: PlainPlace, leaves: tuple[Leaf, ...]) -> Value:
    found: list[Term] = []
    if target.window is not None:
        whole = _selected(target, target.leaves[0], target.terms[0], None, 0)
        for leaf in leaves:
            starts = [_bit_offset(target, leaf, k) for k in _elements(leaf)]
            found += _gathered(leaf, [(_bits(whole, start, leaf.width),) for start in starts])
        return tuple(found)
    position = 0
    for outer, leaf in zip(target.leaves, leaves, strict=True):
        terms = target.terms[position : position + len(outer.parts())]
        position += len(terms)
        if not target.indices:
            found += terms
        else:
            found += _gathered(
                leaf,
                [tuple([_selected(target, outer, term, leaf, k) for term in terms]) for k in _elements(leaf)],
            )
    return tuple(found)


def _save_plain(
    low: Lowering, target: PlainPlace, leaves: tuple[Leaf, ...], value: Value, place: Place
) -> None:
    span = place.span
    if target.window is not None:
        refuse_unknown_bits(low, leaves, value, place)
        whole = _selected(target, target.leaves[0], target.terms[0], None, 0)
        whole = with_leaves(whole, target.window, leaves, value)
        low.assign(target.terms[0], _updated(target, target.leaves[0], target.terms[0], None, 0, whole), span)
        return
    position = 0
    changes: Changes = {}
    for outer, leaf in zip(target.leaves, leaves, strict=True):
        for _ in outer.parts():
            variable, new = target.terms[position], value[position]
            position += 1
            if target.indices:
                updated = variable
                for k in _elements(leaf):
                    updated = _updated(target, outer, updated, leaf, k, _element(leaf, new, k))
                new = updated
            changes[variable] = new
    _assign_together(low, changes, place)


def _index(target: PlainPlace, outer: Leaf, leaf: Leaf | None, k: int) -> Term | None:
    """The index of the k-th element of `leaf`, a part of the element of `outer` that is meant."""
    if not outer.dimensions:
        return None
    width = index_width(outer.count)
    index = constant(0, width)
    for dimension, chosen in zip(outer.dimensions, target.indices, strict=False):
        index = add(_times(index, dimension.count), resize(chosen, width, signed=False))
    return add(_times(index, leaf.count if leaf is not None and leaf.dimensions else 1), constant(k, width))


def _times(term: Term, factor: int) -> Term:
    return make(ops.MUL, (term, constant(factor, term.width)))


def _selected(target: PlainPlace, outer: Leaf, term: Term, leaf: Leaf | None, k: int) -> Term:
    index = _index(target, outer, leaf, k)
    return term if index is None else select(term, index)


def _updated(target: PlainPlace, outer: Leaf, term: Term, leaf: Leaf | None, k: int, new: Term) -> Term:
    index = _index(target, outer, leaf, k)
    return new if index is None else store(term, index, new)


def _bit_offset(target: PlainPlace, leaf: Leaf, k: int) -> Term:
    assert target.window is not None
    return add(target.window, constant(leaf.start + _element_start(leaf, k), target.window.width))


def _bits(whole: Term, offset: Term, width: int) -> Term:
    """So many bits of a term from an offset on."""
    shifted = make(ops.LSHR, (whole, resize(offset, whole.width, signed=False)))
    if offset.value is not None:
        return make(ops.EXTRACT, (whole,), (offset.value + width - 1, offset.value))
    return resize(shifted, width, signed=False)


def refuse_unknown_bits(low: Lowering, leaves: tuple[Leaf, ...], value: Value, place: Place) -> None:
    """The path ends where a NaN is stored whose bits may be looked at: machines differ in which one they
    make. Requires leaves that are no pointers."""
    for leaf, term in zip(leaves, value, strict=True):
        if isinstance(leaf.type, FloatType):
            nans = [float_is_nan(_element(leaf, term, k)) for k in _elements(leaf)]
            low.refuse(or_(*nans), "bits of a NaN", place)


def with_leaves(whole: Term, start: Term, leaves: tuple[Leaf, ...], value: Value) -> Term:
    """A term of bits in which a part, so many bits behind the start, gets a value without pointers."""
    for leaf, term in zip(leaves, value, strict=True):
        for k in _elements(leaf):
            offset = add(start, constant(leaf.start + _element_start(leaf, k), start.width))
            whole = _with_bits(whole, offset, _element(leaf, term, k))
    return whole


def _with_bits(whole: Term, offset: Term, new: Term) -> Term:
    """The term with some bits replaced."""
    amount = resize(offset, whole.width, signed=False)
    mask = make(ops.SHL, (constant((1 << new.width) - 1, whole.width), amount))
    placed = make(ops.SHL, (resize(new, whole.width, signed=False), amount))
    return make(ops.BOR, (make(ops.BAND, (whole, complement(mask))), placed))


# -- memory ----------------------------------------------------------------------------------------------


def _load_memory(low: Lowering, target: MemoryPlace, leaf: Leaf, k: int, place: Place) -> Value:
    """The k-th element of a leaf. Where the path ends, any terms of the right sorts."""
    ref, offset = _leaf_place(target, leaf, k)
    cell, variables = low.program.memory.cell(ref)
    nothing = tuple([constant(0, w) for w in _part_widths(leaf)])
    if cell.mixed:
        low.unmodelled("memory that holds pointers and other data", place)
        return nothing
    index = low.program.memory.index(ref, target.object, offset)
    if cell.in_bytes:
        assert index is not None
        first = leaf.start % 8
        count = (first + leaf.width + 7) // 8
        whole = _bytes(low, variables[0].term, target, ref, offset, count)
        return (make(ops.EXTRACT, (whole,), (first + leaf.width - 1, first)),)
    terms = tuple([v.term if index is None else select(v.term, index) for v in variables])
    if isinstance(leaf.type, PointerType) and index is not None:
        low.note_loaded_pointer(ref, target.object, index, terms[0], place.span)
    return terms


def _bytes(low: Lowering, memory: Term, target: MemoryPlace, ref: Ref, offset: Term, count: int) -> Term:
    """So many bytes of an array of them."""
    whole = select(memory, _byte_index(low, ref, target, offset, 0))
    for n in range(1, count):
        whole = concat(select(memory, _byte_index(low, ref, target, offset, n)), whole)
    return whole


def _save_memory(
    low: Lowering, changes: Changes, target: MemoryPlace, leaf: Leaf, k: int, value: Value, place: Place
) -> None:
    """Adds to the changes what the k-th element of a leaf becomes."""
    ref, offset = _leaf_place(target, leaf, k)
    if low.program.memory.points.graph.find_cell(ref) is None:
        return  # nothing ever reads it
    cell, variables = low.program.memory.cell(ref)
    if cell.mixed:
        low.unmodelled("memory that holds pointers and other data", place)
        return
    if cell.shows_bits:
        refuse_unknown_bits(low, (replace(leaf, dimensions=()),), value, place)
    index = low.program.memory.index(ref, target.object, offset)
    if not cell.in_bytes:
        for variable, new in zip(variables, value, strict=True):
            memory = changes.get(variable.term, variable.term)
            changes[variable.term] = new if index is None else store(memory, index, new)
        return
    (new,) = value
    memory = changes.get(variables[0].term, variables[0].term)
    first = leaf.start % 8
    count = (first + leaf.width + 7) // 8
    if first or leaf.width % 8:
        old = _bytes(low, memory, target, ref, offset, count)
        new = _with_bits(old, constant(first, old.width), new)
    for n in range(count):
        byte = make(ops.EXTRACT, (new,), (8 * n + 7, 8 * n))
        memory = store(memory, _byte_index(low, ref, target, offset, n), byte)
    changes[variables[0].term] = memory


def _byte_index(low: Lowering, ref: Ref, target: MemoryPlace, offset: Term, n: int) -> Term:
    index = low.program.memory.index(ref, target.object, add(offset, constant(n, offset.width)))
    assert index is not None
    return index


def _leaf_place(target: MemoryPlace, leaf: Leaf, k: int) -> tuple[Ref, Term]:
    start = leaf.start + _element_start(leaf, k)
    return target.ref.moved(start), add(target.offset, constant(start // 8, target.offset.width))


def _extent(leaves: tuple[Leaf, ...]) -> int:
    """How many bytes are touched."""
    ends = [leaf.start + _element_start(leaf, max(leaf.count - 1, 0)) + leaf.width for leaf in leaves]
    return (max(ends, default=0) + 7) // 8


# -- arrays as values ------------------------------------------------------------------------------------


def _is_small(low: Lowering, target: Target, leaves: tuple[Leaf, ...], place: Place) -> bool:
    """Whether all elements can be gone through, where that is needed; if not, the path ends."""
    if isinstance(target, PlainPlace) and not target.indices and target.window is None:
        return True
    if all(leaf.count <= LARGEST_COPY for leaf in leaves):
        return True
    low.unmodelled("copy of a large array", place)
    return False


def _elements(leaf: Leaf) -> range:
    """The numbers of the elements of a leaf, which is one if it is in no array."""
    return range(leaf.count if leaf.dimensions else 1)


def _gathered(leaf: Leaf, elements: list[Value]) -> Value:
    """The parts of a leaf, whose elements are given."""
    if not leaf.dimensions:
        return elements[0]
    width = index_width(leaf.count)
    found = [fill(constant(0, w), width) for w in _part_widths(leaf)]
    for k, element in enumerate(elements):
        found = [store(term, constant(k, width), new) for term, new in zip(found, element, strict=True)]
    return tuple(found)


def _element(leaf: Leaf, term: Term, k: int) -> Term:
    return select(term, constant(k, index_width(leaf.count))) if leaf.dimensions else term


def _element_start(leaf: Leaf, k: int) -> int:
    """How many bits behind the first element the k-th one begins."""
    start = 0
    for dimension in reversed(leaf.dimensions):
        start += k % dimension.count * dimension.stride
        k //= dimension.count
    return start


def _part_widths(leaf: Leaf) -> list[int]:
    scalar = Leaf(leaf.name, leaf.type, leaf.start, leaf.width)
    return [part.sort.width for part in scalar.parts() if part.sort is bitvec(part.sort.width)]  # type: ignore[union-attr]
