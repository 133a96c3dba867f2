"""Unifies what pointers may point to: objects in nodes, their parts in cells, as assignments demand.

Steensgaard's analysis with the layouts of data structure analysis. A pointer is a `Ref`: a node and an offset
in the node's layout, in bits. Objects that one pointer may point to are in one node. A node's layout has
cells, the parts that are accessed; arrays are folded onto their first element: all of a node by its `stride`,
or an array in it by a `Fold`. So two accesses of a node may touch the same memory only if they have the same
cell. Accesses that overlap otherwise make one cell of bytes of what they cover. Nodes are merged with a
shift: that a pointer to a part is assigned to one that points to a whole object is no reason to forget the
layout.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import gcd
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable

_BYTE = 8


@dataclass(frozen=True, slots=True)
class Ref:
    """A place in memory, as far as it is known: `offset` bits from the beginning of the node's layout."""

    node: Node
    offset: int = 0

    def moved(self, bits: int) -> Ref:
        """The place that lies so many bits further on."""
        return Ref(self.node, self.offset + bits) if bits else self


@dataclass(slots=True)
class Cell:
    """A part of a node's layout that is accessed as a whole, or (`in_bytes`) byte by byte.

    `target` is what a pointer in it points to. In a `mixed` cell pointers overlap other data. If it has
    `arrays`, the offset of a pointer into it may be another than that of its place.
    """

    start: int
    width: int
    data: bool = False
    target: Ref | None = None
    in_bytes: bool = False
    real: bool = False  # floating-point numbers are in it
    arrays: bool = False

    @property
    def end(self) -> int:
        """The first bit behind it."""
        return self.start + self.width

    @property
    def shows_bits(self) -> bool:
        """Whether the bits of floating-point numbers in it are seen as something else."""
        return self.real and (self.data or self.in_bytes or self.target is not None)

    @property
    def mixed(self) -> bool:
        """Whether pointers and other data share the bits."""
        return self.target is not None and (self.data or self.real or self.in_bytes)


@dataclass(frozen=True, slots=True)
class Fold:
    """An array in a layout: `length` bits from `start` on, folded onto elements of `stride` bits."""

    start: int
    length: int
    stride: int

    @property
    def end(self) -> int:
        """The first bit behind it."""
        return self.start + self.length

    def holds(self, offset: int) -> bool:
        """Whether an offset lies in it."""
        return self.start <= offset < self.end

    def has_in_one_element(self, part: Cell | Fold) -> bool:
        """Whether something lies in one of the elements."""
        first, last = (part.start - self.start) // self.stride, (part.end - 1 - self.start) // self.stride
        return self.start <= part.start and part.end <= self.end and first == last

    def has_in_later_element(self, fold: Fold) -> bool:
        """Whether another array lies in one of the elements, but not the first."""
        return fold.start >= self.start + self.stride and self.has_in_one_element(fold)


@dataclass(eq=False, slots=True)
class Node:
    """Objects that are not told apart. `objects` gives each the offset in the layout where it begins."""

    stride: int = 0
    cells: dict[int, Cell] = field(default_factory=dict)
    folds: list[Fold] = field(default_factory=list)  # an outer one before those inside
    objects: dict[Hashable, int] = field(default_factory=dict)
    parent: Node | None = None
    shift: int = 0  # what is added to an offset here to give one in the parent

    def folded(self, offset: int) -> int:
        """The offset on the first elements of the arrays that it lies in. Requires that this is a root."""
        if self.stride:
            offset %= self.stride
        for fold in self.folds:
            if fold.holds(offset):
                offset = fold.start + (offset - fold.start) % fold.stride
        return offset


class MemoryGraph:
    """The nodes of a program while they are being unified."""

    def __init__(self) -> None:
        self._equal: list[tuple[Ref, Ref]] = []
        self.changes = 0  # how often something was merged

    # -- questions -----------------------------------------------------------------------------------------

    def resolve(self, ref: Ref) -> Ref:
        """The same place in the node that stands for its node now, folded."""
        node, offset = _root(ref.node, ref.offset)
        return Ref(node, node.folded(offset))

    def cell(self, ref: Ref) -> Cell:
        """The cell in which a place lies. Requires that it was accessed."""
        found = self.find_cell(ref)
        assert found is not None
        return found

    def find_cell(self, ref: Ref) -> Cell | None:
        """The cell in which a place lies; None if it was never accessed."""
        at = self.resolve(ref)
        known = at.node.cells.get(at.offset)
        if known is not None:
            return known
        return next((c for c in at.node.cells.values() if c.start <= at.offset < c.end), None)

    def fold_around(self, ref: Ref) -> Fold | None:
        """The innermost array within the layout that a place lies in."""
        return next(iter(reversed(self.folds_around(ref))), None)

    def folds_around(self, ref: Ref, width: int = 0) -> list[Fold]:
        """The arrays within the layout in which so many bits from a place on lie, the outermost first."""
        node, offset = _root(ref.node, ref.offset)
        offset = offset % node.stride if node.stride else offset
        found = []
        for fold in node.folds:
            if fold.holds(offset) and offset + width <= fold.end:
                found.append(fold)
                offset = fold.start + (offset - fold.start) % fold.stride
        return found

    # -- constraints ---------------------------------------------------------------------------------------

    def object(self, key: Hashable) -> Ref:
        """A new node with one object, which begins at offset 0."""
        return Ref(Node(objects={key: 0}))

    def unknown(self) -> Ref:
        """A place of which nothing is known yet."""
        return Ref(Node())

    def access(self, ref: Ref, width: int, *, pointer: bool = False, real: bool = False) -> Ref | None:
        """The place is read or written. The result is what a pointer that is stored there points to."""
        node, offset = _root(ref.node, ref.offset)
        cell = self._insert(node, Cell(offset, width, not (pointer or real), real=real))
        if pointer and cell.target is None:
            cell.target = self.unknown()
        self._settle()
        return cell.target

    def array(self, ref: Ref, count: int, element: int) -> None:
        """At the place there is an array of `count` elements of `element` bits."""
        node, offset = _root(ref.node, ref.offset)
        length = count * element
        if not element or (node.stride and element % node.stride == 0):
            return
        if node.stride and length > node.stride:
            self._fold(node, gcd(node.stride, element))
        else:
            self._add_fold(node, Fold(offset, length, element))
        self._settle()

    def step(self, ref: Ref, element: int) -> None:
        """A pointer to the place is moved by a multiple of `element` bits, from element to element."""
        at = self.resolve(ref)
        around = self.fold_around(ref)
        if around is not None and element % around.stride == 0:
            return
        self._fold(at.node, gcd(at.node.stride, element))
        self._settle()

    def unify(self, a: Ref, b: Ref) -> None:
        """A pointer may point to either place."""
        self._equal.append((a, b))
        self._settle()

    # -- how they are kept ---------------------------------------------------------------------------------

    def _settle(self) -> None:
        while self._equal:
            a, b = self._equal.pop()
            (node, here), (other, there) = _root(a.node, a.offset), _root(b.node, b.offset)
            if node is not other:
                self._merge(node, other, here - there)
            elif node.folded(here) != node.folded(there):
                self._fold(node, gcd(node.stride, abs(here - there)))

    def _merge(self, node: Node, other: Node, shift: int) -> None:
        """`other` becomes part of `node`; an offset in it grows by `shift`."""
        self.changes += 1
        cells, folds, stride = other.cells, other.folds, other.stride
        node.objects |= {key: base + shift for key, base in other.objects.items()}
        other.parent, other.shift = node, shift
        other.cells, other.folds, other.objects = {}, [], {}
        if stride or node.stride:
            self._fold(node, gcd(stride, node.stride))
        for fold in folds:
            self._add_fold(node, Fold(fold.start + shift, fold.length, fold.stride))
        for cell in cells.values():
            self._insert(node, replace(cell, start=cell.start + shift))

    def _fold(self, node: Node, stride: int) -> None:
        """All objects of the node are arrays of elements of `stride` bits, a divisor of the stride so far."""
        if stride == node.stride:
            return
        self.changes += 1
        cells, folds = node.cells, node.folds
        node.stride, node.cells, node.folds = stride, {}, []
        for fold in folds:
            if fold.stride % stride:
                if fold.length <= stride:
                    self._add_fold(node, fold)
                else:
                    self._fold(node, gcd(node.stride, fold.stride))
        for cell in cells.values():
            self._insert(node, cell)

    def _add_fold(self, node: Node, new: Fold) -> None:
        new = _placed(node, new)
        if new in node.folds:
            return
        if node.stride and new.start + new.length > node.stride:
            self._fold(node, gcd(node.stride, new.stride))
            return
        inside = [cell for cell in node.cells.values() if cell.start < new.end and cell.end > new.start]
        later = [fold for fold in node.folds if new.has_in_later_element(fold)]
        clashing: list[Fold | Cell] = [
            *(fold for fold in node.folds if fold not in later and _clash(fold, new)),
            *(cell for cell in inside if not new.has_in_one_element(cell)),
        ]
        if clashing:
            start, end = min(f.start for f in (*clashing, new)), max(f.end for f in (*clashing, new))
            self._insert(node, Cell(start, end - start, data=True, in_bytes=True, arrays=True))
            return
        self.changes += 1
        others = [fold for fold in node.folds if fold not in later and not _continue(fold, new)]
        node.folds = sorted({*others, new}, key=lambda fold: (-fold.length, -fold.stride, fold.start))
        for cell in inside:
            del node.cells[cell.start]
        for fold in later:
            self._add_fold(node, fold)
        for cell in inside:
            self._insert(node, cell)

    def _insert(self, node: Node, new: Cell) -> Cell:
        """The cell that holds `new` from now on, which is `new` and all that it overlaps."""
        new = _folded(node, new)
        same = node.cells.get(new.start)
        if same is not None and same.width == new.width:
            return self._absorb(same, new)
        start, end = new.start, new.end
        while True:
            start, end, folds = _widened(node, start, end)
            overlapping = [c for c in node.cells.values() if c.start < end and c.end > start]
            wider = min([start, *[c.start for c in overlapping]]), max([end, *[c.end for c in overlapping]])
            if wider == (start, end):
                break
            start, end = wider
        if not overlapping and not folds and (start, end) == (new.start, new.end):
            node.cells[start] = new
            return new
        if not folds and len(overlapping) == 1 and overlapping[0].in_bytes:
            whole = overlapping[0]
            if (whole.start, whole.end) == (start, end):
                return self._absorb(whole, new)
        self.changes += 1
        for cell in overlapping:
            del node.cells[cell.start]
        node.folds = [fold for fold in node.folds if fold not in folds]
        whole = Cell(start, end - start, in_bytes=True, arrays=bool(folds))
        node.cells[start] = whole
        for cell in (*overlapping, new):
            self._absorb(whole, cell)
        return whole

    def _absorb(self, cell: Cell, other: Cell) -> Cell:
        cell.data = cell.data or other.data
        cell.in_bytes = cell.in_bytes or other.in_bytes
        cell.real = cell.real or other.real
        cell.arrays = cell.arrays or other.arrays
        if other.target is not None:
            if cell.target is None:
                cell.target = other.target
            else:
                self._equal.append((cell.target, other.target))
        return cell


def _root(node: Node, offset: int) -> tuple[Node, int]:
    while node.parent is not None:
        offset += node.shift
        above = node.parent
        if above.parent is not None:  # the way gets shorter
            node.shift += above.shift
            node.parent = above.parent
            offset += above.shift
            node = above.parent
        else:
            node = above
    return node, offset


def _folded(node: Node, cell: Cell) -> Cell:
    """A cell, moved to the first elements of the arrays that it lies in. It stays where it is in one of which
    it lies in no single element."""
    start = cell.start % node.stride if node.stride else cell.start
    for fold in node.folds:
        if fold.holds(start):
            distance = (start - fold.start) % fold.stride
            if distance + cell.width > fold.stride:
                break
            start = fold.start + distance
    return replace(cell, start=start)


def _placed(node: Node, new: Fold) -> Fold:
    """An array in a layout, moved to the first elements of the arrays that it lies in, and joined with those
    whose elements are among the same."""
    start = new.start % node.stride if node.stride else new.start
    for fold in node.folds:
        distance = (start - fold.start) % fold.stride
        if fold.holds(start) and start + new.length <= fold.end and distance + new.length <= fold.stride:
            start = fold.start + distance
    new = Fold(start, new.length, new.stride)
    joined = [fold for fold in node.folds if _continue(fold, new)]
    start, end = min(f.start for f in (*joined, new)), max(f.end for f in (*joined, new))
    return Fold(start, end - start, new.stride)


def _continue(a: Fold, b: Fold) -> bool:
    """Whether two arrays overlap, and their elements coincide there."""
    overlap = a.start < b.end and b.start < a.end
    return overlap and a.stride == b.stride and (a.start - b.start) % a.stride == 0


def _clash(a: Fold, b: Fold) -> bool:
    """Whether two arrays overlap, and neither continues the other or lies in an element of the other."""
    if a.start >= b.end or b.start >= a.end or _continue(a, b):
        return False
    outer, inner = (a, b) if (a.length, a.stride) >= (b.length, b.stride) else (b, a)
    first = (inner.start - outer.start) // outer.stride
    last = (inner.end - 1 - outer.start) // outer.stride
    return inner.start < outer.start or inner.end > outer.end or first != last or first != 0


def _widened(node: Node, start: int, end: int) -> tuple[int, int, list[Fold]]:
    """A range of a layout without the parts of arrays and elements that it would cut, and the arrays in it.

    An array is cut if the range is not within its first element.
    """
    if node.stride and end > node.stride:
        start, end = 0, node.stride
    cut: list[Fold] = []
    while True:
        more = [
            fold
            for fold in node.folds
            if fold not in cut
            and fold.start < end
            and fold.end > start
            and not (fold.start <= start and end <= fold.start + fold.stride)
        ]
        if not more:
            break
        cut += more
        start, end = min([start, *[f.start for f in more]]), max([end, *[f.end for f in more]])
    if cut or ((start % _BYTE or end % _BYTE) and _is_shared(node, start, end)):
        start, end = start - start % _BYTE, end + -end % _BYTE
    return start, end, cut


def _is_shared(node: Node, start: int, end: int) -> bool:
    return any(c.start < end and c.end > start for c in node.cells.values())
