"""Regions: what lowering knows of the nodes of the memory graph, and the variables in which their cells live.

How objects are numbered is said in `ir.memory`; of those with a name, the ones of a region and of one size
come beside each other. A region is one of the program's areas.

By the analysis, a pointer that is accessed through points to an object of the region, or is null, was made
from an integer (then its object is 0), or is uninitialised. A cell lives in one variable (two for a pointer),
whose index depends on what can differ: nothing, where the region is one object and the cell is in no array;
the object; the offset; or both. In a mixed cell, pointers and other data share the bits: beside these, it has
the object of the pointer that a word holds, its tag (`storage.cells`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.memory.numbers import SMALLEST_ADDRESS
from maymust.frontends.c.memory.validity import Validity
from maymust.frontends.c.points_to.objects import (
    Allocated,
    Code,
    FromInteger,
    FromOutside,
    Named,
    object_size,
)
from maymust.frontends.c.tree.expressions import Declared, Text
from maymust.ir.memory import CODE, OBJECT_WIDTH, OF_POINTERS, Held, Role
from maymust.ir.program import Variable
from maymust.terms import (
    Sort,
    Term,
    array_sort,
    bitvec,
    concat,
    variable,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.frontends.c.points_to.graph import Cell, Node, Ref
    from maymust.frontends.c.points_to.result import PointsTo
    from maymust.frontends.c.tree.expressions import LocalObject

_TOLD = frozenset(Role) - {Role.VALUE, Role.NEXT, Role.NOTE}  # what names say
_LARGEST_BESIDE_OTHERS = 256  # bytes of an object that need not be told from others


def roles(cell: Cell) -> tuple[Role, ...]:
    """The roles of a cell's variables."""
    if cell.mixed:
        return (Role.TAG, Role.VALUE)
    return (Role.VALUE,) if cell.target is None else (Role.OBJECT, Role.OFFSET)


@dataclass(eq=False, slots=True)
class Region:
    """A node's objects: `named` with their numbers, the others by kind. Pointers to it may also be made from
    integers (`has_integers`), never have been set (`has_unset`), or be null that was
    `moved` to these places of the layout.

    `size` is that of everything allocated; where that varies, `sizes` tells it by the object. `alive` tells
    what is allocated and not freed yet, `lifetimes` which local variables are there, where pointers to them
    may outlive them.
    """

    node: Node
    number: int
    named: dict[Named, int] = field(default_factory=dict)
    allocated: list[Allocated] = field(default_factory=list)
    outside: list[FromOutside] = field(default_factory=list)
    functions: list[str] = field(default_factory=list)
    has_integers: bool = False
    has_unset: bool = False
    moved: set[int] = field(default_factory=set)
    size: int | None = None
    sizes: Variable | None = None
    alive: Variable | None = None
    lifetimes: dict[Named, Variable] = field(default_factory=dict)
    shortcuts: bool = True
    cells: dict[int, tuple[Variable, ...]] = field(default_factory=dict)
    initial: dict[int, Variable] = field(default_factory=dict)  # of cells: what was there at the start

    @property
    def name(self) -> str:
        """What its variables are called after."""
        return f"M{self.number + 1}"

    @property
    def on_heap(self) -> bool:
        """Whether some of the objects are allocated and not on the stack."""
        other = library.ON_STACK | library.OPENS
        return any(key.call.function not in other for key in self.allocated)

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
        """Whether the region is one object, and is treated so."""
        if len(self.named) != 1 or self.allocated or self.outside:
            return False
        return self.shortcuts or object_size(next(iter(self.named))) > _LARGEST_BESIDE_OTHERS


class Memory:
    """The regions of a program. `word` is the width of offsets, `next` the number of the next allocation,
    `live` that of the allocations that are not freed, if they are counted; `closed` tells which streams are
    closed. Without `shortcuts`, nothing is left out that the analysis of pointers would spare."""

    def __init__(
        self,
        points: PointsTo,
        word: int,
        fresh: Callable[[str], str],
        *,
        count_live: bool = False,
        shortcuts: bool = True,
    ) -> None:
        """`fresh` makes names unique."""
        self.points = points
        self.shortcuts = shortcuts
        self.word = word
        self._fresh = fresh
        self._regions: dict[Node, Region] = {}
        self._numbers: dict[Named, int] = {}
        self._codes: dict[str, int] = {}
        self.validity = Validity(self)
        self._gather()
        self.next = self._variable("%next", bitvec(OBJECT_WIDTH), Held(Role.NEXT))
        allocates = any(region.on_heap for region in self.regions())
        self.live: Variable | None = None
        if count_live and allocates:
            self.live = self._variable("%live", bitvec(OBJECT_WIDTH), Held(Role.NOTE))

    @cached_property
    def all_closed(self) -> dict[Node, Variable]:
        """Which objects are streams that were closed: a variable for each node in which some are."""
        nodes = dict.fromkeys([self.points.graph.resolve(ref).node for ref in self.points.closed])
        sort, held = array_sort(OBJECT_WIDTH, 1), Held(Role.NOTE)
        return {node: self._variable("%closed", sort, held) for node in nodes}

    def closed(self, ref: Ref) -> Term | None:
        """Which of the objects that a pointer may point to are streams that were closed; None if none is."""
        known = self.all_closed.get(self.points.graph.resolve(ref).node)
        return None if known is None else known.term

    def regions(self) -> list[Region]:
        """All of them."""
        return list(self._regions.values())

    def region(self, ref: Ref) -> Region:
        """The region of a place. One that no object is known for can only be accessed through null."""
        node = self.points.graph.resolve(ref).node
        known = self._regions.get(node)
        if known is None:
            known = self._regions[node] = Region(node, len(self._regions), shortcuts=self.shortcuts)
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
            widths = self._indexing(at)
            parts = tuple([part for part, width in zip(OF_POINTERS, widths, strict=True) if width])
            index, found = sum(widths), []
            for role in roles(cell):
                width = self._width(cell, role)
                sort = array_sort(index, width) if index else bitvec(width)
                found.append(self._variable(name, sort, Held(role, region.number, parts)))
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
        """What the cell of a place holds when the program starts, of pointers what they point to: a variable
        that does not change. Requires a region with objects from outside."""
        cell, variables = self.cell(ref)
        held = self.region(ref).initial
        if cell.start not in held:
            first = variables[0]
            name, kept = self._fresh(f"{first.name}.initial"), replace(first.held, initial=True)
            held[cell.start] = Variable(variable(name, first.term.sort), first.source_name, False, kept)
        return held[cell.start]

    def index(self, ref: Ref, object_: Term, offset: Term) -> Term | None:
        """The index of a place in the variables of its cell; None where these are no arrays."""
        by_object, by_offset = self._indexing(ref)
        if by_object and by_offset:
            return concat(object_, offset)
        return object_ if by_object else offset if by_offset else None

    def exact(self, ref: Ref) -> bool:
        """Whether all pointers to a place are known to point to one offset of an object."""
        return self.shortcuts and self.claims_offset(ref)

    def claims_offset(self, ref: Ref) -> bool:
        """Whether, by the analysis, all pointers to a place point to one offset of an object: no array is in
        the way."""
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
        is_start = all(base == at.offset for base in at.node.objects.values())
        return is_start and self.exact(at) and at.offset not in self.region(at).moved

    def may_be_number(self, ref: Ref) -> bool:
        """Whether pointers to a place may be to no object and yet not null: made from an integer, or null
        that was moved."""
        return self.region(ref).has_integers or not self.at_start(ref)

    def stays_near(self, ref: Ref) -> bool:
        """Whether null that becomes a pointer to a place, by members and constants that are added, is still
        below the smallest address: nothing in the region is far from anything else."""
        at, region = self.points.graph.resolve(ref), self.region(ref)
        if region.has_integers or self.known_offset(ref) is None:
            return False
        marks = [at.offset, *region.moved, *at.node.objects.values()]
        marks += [end for cell in at.node.cells.values() for end in (cell.start, cell.end)]
        marks += [at.node.objects[key] + 8 * object_size(key) for key in region.named]
        return max(marks) - min(marks) < 8 * SMALLEST_ADDRESS

    def _indexing(self, ref: Ref) -> tuple[int, int]:
        """The widths of the parts of the index, object and offset; 0 for one that is left out."""
        in_bytes = self.points.graph.cell(ref).in_bytes
        by_offset = in_bytes or not self.exact(ref)
        return 0 if self.region(ref).single else OBJECT_WIDTH, self.word if by_offset else 0

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
            self.region(ref).moved.add(self.points.graph.resolve(ref).offset)
        for region in self._regions.values():
            region.has_unset = region.has_unset or not self.shortcuts
            order = sorted(region.named, key=lambda key: (object_size(key), region.node.objects[key]))
            for key in order:
                region.named[key] = self._numbers[key] = len(self._numbers) + 1
            self._describe_allocations(region)
            for key in order:
                if not isinstance(key.what, Text) and self._is_followed(key.what):
                    name = key.what.name if isinstance(key.what, Declared) else "literal"
                    region.lifetimes[key] = self._variable(name, bitvec(2), Held(Role.LIFE))

    def _is_followed(self, local: LocalObject) -> bool:
        """Whether it must be told when a local object is there."""
        return self.points.may_outlive(local) if self.shortcuts else not local.lasting

    def _describe_allocations(self, region: Region) -> None:
        sizes = {self.points.allocated_size(key.call) for key in region.allocated}
        if self.shortcuts and len(sizes) == 1 and None not in sizes:
            region.size = sizes.pop()
        elif sizes:
            held = Held(Role.SIZE, region.number, (Role.OBJECT,))
            region.sizes = self._variable(region.name, array_sort(OBJECT_WIDTH, self.word), held)
        if region.allocated and (not self.shortcuts or self.points.is_freed(region.node)):
            held = Held(Role.ALIVE, region.number, (Role.OBJECT,))
            region.alive = self._variable(region.name, array_sort(OBJECT_WIDTH, 1), held)

    def _variable(self, name: str, sort: Sort, held: Held) -> Variable:
        full = f"{name}.{held.role}" if held.role in _TOLD else name
        return Variable(variable(self._fresh(full), sort), name, False, held)
