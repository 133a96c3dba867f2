"""Regions: what lowering knows of the nodes of the memory graph, and the variables in which their cells live.

Objects are numbered. 0 is no object; then come those with a name, from 1 on, the ones of a region and of one
size beside each other; then what is allocated, in order (`Memory.next`). Functions have numbers from CODE on,
objects that pointers from outside point to from OUTSIDE on. UNINITIALISED is the object of a pointer that was
never set.

By the analysis, a pointer that is accessed through points to an object of the region, or is null, was made
from an integer (then its object is 0), or is uninitialised. A cell lives in one variable (two for a pointer),
whose index depends on what can differ: nothing, where the region is one object and the cell is in no array;
the object; the offset; or both. In a mixed cell, pointers and other data share the bits: beside these, it has
the object of the pointer that a word holds, its tag (`cells`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.leaves import OBJECT_WIDTH
from maymust.frontends.c.points_to import Allocated, Code, FromInteger, FromOutside, Named
from maymust.frontends.c.tree import Declared, Text
from maymust.frontends.c.types import size_of
from maymust.ir.program import Variable
from maymust.terms import (
    TRUE,
    Sort,
    Term,
    add,
    and_,
    array_sort,
    bitvec,
    concat,
    constant,
    eq,
    implies,
    less,
    less_equal,
    make,
    or_,
    select,
    sub,
    variable,
)
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.frontends.c.memory_graph import Cell, Node, Ref
    from maymust.frontends.c.points_to import PointsTo

OUTSIDE = 1 << 31
CODE = OUTSIDE - (1 << 20)
THERE, GONE = constant(1, 2), constant(2, 2)  # the life of a local variable; before that it is 0
UNINITIALISED = (1 << OBJECT_WIDTH) - 1
SMALLEST_ADDRESS = 4096  # of anything: what is below traps, as null does


class Role(Enum):
    """What a variable of a cell is to it."""

    BITS = auto()
    OBJECT = auto()  # of a pointer
    OFFSET = auto()
    TAG = auto()  # the object, where a word holds a pointer to one


def roles(cell: Cell) -> tuple[Role, ...]:
    """The roles of a cell's variables."""
    if cell.mixed:
        return (Role.TAG, Role.BITS)
    return (Role.BITS,) if cell.target is None else (Role.OBJECT, Role.OFFSET)


@dataclass(eq=False, slots=True)
class Region:
    """A node's objects: `named` with their numbers, the others by kind. Pointers to it may also be made from
    integers (`has_integers`), never have been set (`has_unset`), or be null that was moved (`has_moved`).

    `size` is that of everything allocated; where that varies, `sizes` tells it by the object. `alive` tells
    what is allocated and not freed yet, `lifetimes` which local variables are there, where pointers to them
    may outlive them.
    """

    node: Node
    name: str
    named: dict[Named, int] = field(default_factory=dict)
    allocated: list[Allocated] = field(default_factory=list)
    outside: list[FromOutside] = field(default_factory=list)
    functions: list[str] = field(default_factory=list)
    has_integers: bool = False
    has_unset: bool = False
    has_moved: bool = False
    size: int | None = None
    sizes: Variable | None = None
    alive: Variable | None = None
    lifetimes: dict[Named, Variable] = field(default_factory=dict)
    cells: dict[int, tuple[Variable, ...]] = field(default_factory=dict)
    initial: dict[int, Variable] = field(default_factory=dict)  # what pointers there point to at the start

    @property
    def on_heap(self) -> bool:
        """Whether some of the objects are allocated and not on the stack."""
        return any(key.call.function not in library.ON_STACK for key in self.allocated)

    @property
    def starts_with_zero(self) -> bool:
        """Whether all objects hold zero when they come to be."""
        return not self.outside and not self.starts_unset

    @property
    def starts_unset(self) -> bool:
        """Whether there are objects of the program that hold anything when they come to be: others than those
        that last as long as the program, and what is allocated as zero."""
        zeroed = all(key.call.function in library.ZEROED for key in self.allocated)
        return not zeroed or not all(key.is_lasting for key in self.named)

    @property
    def single(self) -> bool:
        """Whether the region is one object."""
        return len(self.named) == 1 and not self.allocated and not self.outside


class Memory:
    """The regions of a program. `word` is the width of offsets, `next` the number of the next allocation,
    `live` that of the allocations that are not freed, if they are counted."""

    def __init__(
        self, points: PointsTo, word: int, fresh: Callable[[str], str], *, count_live: bool = False
    ) -> None:
        """`fresh` makes names unique."""
        self.points = points
        self.word = word
        self._fresh = fresh
        self._regions: dict[Node, Region] = {}
        self._numbers: dict[Named, int] = {}
        self._codes: dict[str, int] = {}
        self._gather()
        self.next = self._variable("%next", bitvec(OBJECT_WIDTH))
        allocates = any(region.on_heap for region in self.regions())
        self.live = self._variable("%live", bitvec(OBJECT_WIDTH)) if count_live and allocates else None

    def regions(self) -> list[Region]:
        """All of them."""
        return list(self._regions.values())

    def region(self, ref: Ref) -> Region:
        """The region of a place. One that no object is known for can only be accessed through null."""
        node = self.points.graph.resolve(ref).node
        known = self._regions.get(node)
        if known is None:
            known = self._regions[node] = Region(node, f"M{len(self._regions) + 1}")
        return known

    def number(self, key: Named) -> int:
        """The number of an object with a name."""
        return self._numbers[key]

    @property
    def first_allocated(self) -> int:
        """The number of the first allocation."""
        return len(self._numbers) + 1

    def code(self, function: str) -> int:
        """The number of a function, as the object of a pointer to it."""
        return self._codes.setdefault(function, CODE + len(self._codes))

    # -- cells ---------------------------------------------------------------------------------------------

    def cell(self, ref: Ref) -> tuple[Cell, tuple[Variable, ...]]:
        """The cell in which a place lies, and its variables, one for each of its roles."""
        at = self.points.graph.resolve(ref)
        cell, region = self.points.graph.cell(at), self.region(at)
        known = region.cells.get(cell.start)
        if known is None:
            alone = not cell.start and len(region.node.cells) == 1
            name = region.name if alone else f"{region.name}.{cell.start // 8}"
            index = sum(self._indexing(at))
            found = []
            for role in roles(cell):
                width = self._width(cell, role)
                sort = array_sort(index, width) if index else bitvec(width)
                full = name if role is Role.BITS else f"{name}.{role.name.lower()}"
                found.append(self._variable(full, sort))
            known = region.cells[cell.start] = tuple(found)
        return cell, known

    def _width(self, cell: Cell, role: Role) -> int:
        match role:
            case Role.OBJECT | Role.TAG:
                return OBJECT_WIDTH
            case Role.OFFSET:
                return self.word
        return 8 if cell.in_bytes else cell.width

    def is_unclear(self, ref: Ref) -> bool:
        """Whether pointers and other data share the cell of a place, and may have been there from the start:
        what accesses it is not modelled."""
        return self.points.graph.cell(ref).mixed and bool(self.region(ref).outside)

    def initial(self, ref: Ref) -> Variable:
        """What the pointers in the cell of a place point to when the program starts: a variable that does not
        change. Requires a region with objects from outside."""
        cell, (objects, _) = self.cell(ref)
        held = self.region(ref).initial
        if cell.start not in held:
            held[cell.start] = self._variable(f"{objects.name}.initial", objects.term.sort)
        return held[cell.start]

    def index(self, ref: Ref, object_: Term, offset: Term) -> Term | None:
        """The index of a place in the variables of its cell; None where these are no arrays."""
        by_object, by_offset = self._indexing(ref)
        if by_object and by_offset:
            return concat(object_, offset)
        return object_ if by_object else offset if by_offset else None

    def exact(self, ref: Ref) -> bool:
        """Whether all pointers to a place point to one offset of an object: no array is in the way."""
        at = self.points.graph.resolve(ref)
        cell = self.points.graph.find_cell(at)
        in_arrays = self.points.graph.fold_around(at) is not None or (cell is not None and cell.arrays)
        return at.node.stride == 0 and not in_arrays

    def known_offset(self, ref: Ref) -> int | None:
        """The offset, in bytes, that pointers to a place have, where that is only one."""
        at = self.points.graph.resolve(ref)
        bases = set(at.node.objects.values())
        return (at.offset - bases.pop()) // 8 if len(bases) == 1 and self.exact(at) else None

    def at_start(self, ref: Ref) -> bool:
        """Whether all pointers to a place point to the start of an object, and null is never moved there."""
        at = self.points.graph.resolve(ref)
        moved = self.region(at).has_moved
        return self.exact(at) and not moved and all(base == at.offset for base in at.node.objects.values())

    def _indexing(self, ref: Ref) -> tuple[int, int]:
        """The widths of the parts of the index, object and offset; 0 for one that is left out."""
        in_bytes = self.points.graph.cell(ref).in_bytes
        by_offset = in_bytes or not self.exact(ref)
        return 0 if self.region(ref).single else OBJECT_WIDTH, self.word if by_offset else 0

    # -- validity ------------------------------------------------------------------------------------------

    def valid(self, ref: Ref, object_: Term, offset: Term, size: int) -> Term:
        """Whether `size` bytes can be accessed at a place through a pointer whose object is not 0."""
        region = self.region(ref)
        conditions = [
            self.exists(ref, object_),
            self.inside(ref, object_, offset, size),
            self.in_scope(ref, object_),
        ]
        if region.allocated:
            fits = and_(self._fits_allocated(ref, object_, offset, size), self._is_alive(region, object_))
            conditions.append(implies(self.is_allocated(object_), fits))
        return and_(*conditions, self.inside_outside(ref, object_, offset, size))

    def in_scope(self, ref: Ref, object_: Term) -> Term:
        """Whether an object is there, if it is a local variable."""
        return and_(
            *[
                implies(eq(object_, _number(self._numbers[key])), eq(life.term, THERE))
                for key, life in self.region(ref).lifetimes.items()
            ]
        )

    def not_freed(self, ref: Ref, object_: Term) -> Term:
        """Whether an object is there, if it was allocated."""
        return implies(self.is_allocated(object_), self._is_alive(self.region(ref), object_))

    def inside_allocated(self, ref: Ref, object_: Term, offset: Term, size: int) -> Term:
        """Whether `size` bytes at a place are inside the object, if it was allocated."""
        if not self.region(ref).allocated:
            return TRUE
        return implies(self.is_allocated(object_), self._fits_allocated(ref, object_, offset, size))

    def perhaps_inside(self, ref: Ref, object_: Term, offset: Term, size: int) -> Term:
        """Whether `size` bytes at a place may be inside the object, in or beyond an array within it. What is
        outside by this is out of bounds; `inside` may also fail where the analysis knows too little."""
        region, conditions = self.region(ref), []
        for low, high, total, base in self._runs(region):
            fits = self._in_object(ref, base, offset, size, constant(total, self.word))
            conditions.append(implies(_between(low, object_, high), fits))
        if region.allocated:
            bases = {region.node.objects[key] for key in region.allocated}
            total_ = self._allocated_size(region, object_)
            fits = or_(*[self._in_object(ref, base, offset, size, total_) for base in bases])
            conditions.append(implies(self.is_allocated(object_), fits))
        return and_(*conditions)

    def inside_outside(self, ref: Ref, object_: Term, offset: Term, size: int) -> Term:
        """Whether `size` bytes at a place are inside the object, as far as it is known, if it is outside."""
        objects = self.region(ref).node.objects
        sizes = [(objects[kind], self.outside_size(kind)) for kind in self.region(ref).outside]
        fits = [self._fits(ref, base, offset, size, constant(n, self.word)) for base, n in sizes]
        return and_(*[implies(self.is_outside(object_), each) for each in fits])

    def outside_size(self, key: FromOutside) -> int:
        """How many bytes an object from outside has. What pointers to no known type point to is as large as
        the program takes it to be."""
        size = size_of(key.type)
        if size is not None:
            return size
        at = self.points.graph.resolve(self.points.object(key))
        if at.node.stride:
            return at.node.stride // 8
        ends = [*[cell.end for cell in at.node.cells.values()], *[fold.end for fold in at.node.folds]]
        return max(0, max(ends, default=0) - at.node.objects[key]) // 8

    def is_literal(self, ref: Ref, object_: Term) -> Term:
        """Whether an object is a string literal."""
        numbers = [number for key, number in self.region(ref).named.items() if isinstance(key.what, Text)]
        return or_(*[eq(object_, _number(number)) for number in numbers])

    def is_constant(self, ref: Ref, object_: Term) -> Term:
        """Whether an object is a variable that is `const`."""
        named = self.region(ref).named.items()
        numbers = [number for key, number in named if isinstance(key.what, Declared) and key.what.const]
        return or_(*[eq(object_, _number(number)) for number in numbers])

    def is_allocated(self, object_: Term) -> Term:
        """Whether an object was allocated."""
        return _between(self.first_allocated, object_, CODE - 1)

    def is_outside(self, object_: Term) -> Term:
        """Whether an object is one outside."""
        return _between(OUTSIDE, object_, UNINITIALISED - 1)

    def _is_alive(self, region: Region, object_: Term) -> Term:
        return TRUE if region.alive is None else eq(select(region.alive.term, object_), constant(1, 1))

    def _fits_allocated(self, ref: Ref, object_: Term, offset: Term, size: int) -> Term:
        region = self.region(ref)
        total = self._allocated_size(region, object_)
        bases = {region.node.objects[key] for key in region.allocated}
        return and_(*[self._fits(ref, base, offset, size, total) for base in bases])

    def _allocated_size(self, region: Region, object_: Term) -> Term:
        return (
            constant(region.size or 0, self.word)
            if region.sizes is None
            else select(region.sizes.term, object_)
        )

    def exists(self, ref: Ref, object_: Term) -> Term:
        """Whether a pointer was initialised, and points to nothing that is still to be allocated."""
        region = self.region(ref)
        made = less(object_, self.next.term, signed=False)
        if region.allocated and not region.named and not region.outside:
            return made
        known = UNINITIALISED if region.outside else OUTSIDE
        initialised = less(object_, _number(known), signed=False)
        if not region.allocated:
            return initialised
        return and_(initialised, implies(self.is_allocated(object_), made))

    def inside(self, ref: Ref, object_: Term, offset: Term, size: int) -> Term:
        """Whether `size` bytes at a place are inside the object, if that has a name."""
        return and_(
            *[
                implies(
                    _between(low, object_, high),
                    self._fits(ref, base, offset, size, constant(total, self.word)),
                )
                for low, high, total, base in self._runs(self.region(ref))
            ]
        )

    def _fits(self, ref: Ref, base: int, offset: Term, size: int, total: Term) -> Term:
        """Whether `size` bytes lie in an object of `total` bytes that begins at `base` in the layout, and in
        the arrays within it that the place is in."""
        at = self.points.graph.resolve(ref)
        if self.exact(at):
            offset = constant((at.offset - base) // 8, self.word)
        stride = at.node.stride
        position = add(offset, constant((base % stride if stride else base) // 8, self.word))
        if stride:
            position = make(ops.UREM, (position, constant(stride // 8, self.word)))
        conditions = [self._in_object(at, base, offset, size, total)]
        for fold in self.points.graph.folds_around(ref, 8 * size):
            start, room = constant(fold.start // 8, self.word), constant(fold.length // 8 - size, self.word)
            distance = sub(position, start)
            conditions.append(less_equal(distance, room, signed=False))
            position = add(start, make(ops.UREM, (distance, constant(fold.stride // 8, self.word))))
        cell = self.points.graph.find_cell(at)
        if cell is not None and cell.arrays and at.offset + 8 * size <= cell.end:
            start, room = constant(cell.start // 8, self.word), constant(cell.width // 8 - size, self.word)
            conditions.append(less_equal(sub(position, start), room, signed=False))
        return and_(*conditions)

    def _in_object(self, ref: Ref, base: int, offset: Term, size: int, total: Term) -> Term:
        """Whether `size` bytes lie in an object of `total` bytes that begins at `base` in the layout."""
        at = self.points.graph.resolve(ref)
        if self.exact(at):
            offset = constant((at.offset - base) // 8, self.word)
        length = constant(size, self.word)
        return and_(
            less_equal(length, total, signed=False), less_equal(offset, sub(total, length), signed=False)
        )

    def _runs(self, region: Region) -> list[tuple[int, int, int, int]]:
        """The objects with a name: first and last number, size, and where in the layout they begin."""
        found: list[tuple[int, int, int, int]] = []
        for key, number in sorted(region.named.items(), key=lambda item: item[1]):
            kind = (object_size(key), region.node.objects[key])
            if found and found[-1][2:] == kind and found[-1][1] == number - 1:
                found[-1] = (found[-1][0], number, *kind)
            else:
                found.append((number, number, *kind))
        return found

    # -- making regions ------------------------------------------------------------------------------------

    def _gather(self) -> None:
        for key in self.points.objects():
            region = self.region(self.points.object(key))
            match key:
                case Named():
                    region.named[key] = 0
                case Allocated():
                    region.allocated.append(key)
                case FromOutside():
                    region.outside.append(key)
                case FromInteger():
                    region.has_integers = True
                case Code(name=name):
                    region.functions.append(name)
        for region in self.regions():
            for cell in region.node.cells.values():
                if cell.target is not None:
                    target = self.region(cell.target)
                    target.has_integers = target.has_integers or cell.mixed
                    target.has_unset = target.has_unset or region.starts_unset
        for ref in self.points.unset:
            self.region(ref).has_unset = True
        for ref in self.points.moved:
            self.region(ref).has_moved = True
        for region in self._regions.values():
            order = sorted(region.named, key=lambda key: (object_size(key), region.node.objects[key]))
            for key in order:
                region.named[key] = self._numbers[key] = len(self._numbers) + 1
            self._describe_allocations(region)
            for key in order:
                if not isinstance(key.what, Text) and self.points.may_outlive(key.what):
                    name = key.what.name if isinstance(key.what, Declared) else "literal"
                    region.lifetimes[key] = self._variable(f"{name}.life", bitvec(2))

    def _describe_allocations(self, region: Region) -> None:
        sizes = {self.points.allocated_size(key.call) for key in region.allocated}
        if len(sizes) == 1 and None not in sizes:
            region.size = sizes.pop()
        elif sizes:
            region.sizes = self._variable(f"{region.name}.size", array_sort(OBJECT_WIDTH, self.word))
        if region.allocated and self.points.is_freed(region.node):
            region.alive = self._variable(f"{region.name}.alive", array_sort(OBJECT_WIDTH, 1))

    def _variable(self, name: str, sort: Sort) -> Variable:
        return Variable(variable(self._fresh(name), sort), name, False)


def object_size(key: Named) -> int:
    """The size in bytes of an object with a name; 0 where its type has none."""
    return size_of(key.what.type) or 0


def _number(value: int) -> Term:
    return constant(value, OBJECT_WIDTH)


def _between(low: int, object_: Term, high: int) -> Term:
    """Whether low <= object <= high."""
    if low == high:
        return eq(object_, _number(low))
    above = TRUE if low <= 1 else less(_number(low - 1), object_, signed=False)
    below = TRUE if high >= UNINITIALISED - 1 else less(object_, _number(high + 1), signed=False)
    return and_(above, below)
