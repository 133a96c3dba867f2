"""Finds what accesses and calls of known functions do to memory (`sets`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.effects.sets import (
    NONE,
    NOTHING,
    TRAP,
    UNKNOWN,
    Alive,
    Effects,
    InMemory,
    InVariable,
    together,
)
from maymust.frontends.c.library.copy_plans import IN_CELLS, copy_plan
from maymust.frontends.c.library.requirements import filled, stored_type
from maymust.frontends.c.library.scan_formats import scanned
from maymust.frontends.c.tree.expressions import Cast, Member, Name, Subscript, Unary
from maymust.frontends.c.tree.order import dereferenced, may_be_null
from maymust.frontends.c.types import PointerType
from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.frontends.c.effects.sets import EffectSet
    from maymust.frontends.c.points_to.graph import Ref
    from maymust.frontends.c.points_to.result import PointsTo
    from maymust.frontends.c.tree.expressions import CallExpression, Declared, Expression
    from maymust.frontends.c.tree.leaves import Leaf, Shapes


@frozen
class _Part:
    """Some leaves of a variable. If they are not `divisible`, they are one union, or not modelled."""

    variable: Declared
    leaves: range
    divisible: bool


class MemoryEffects:
    """The cells and objects that are touched. Null pointers trap, or are checked (not `traps_quietly`)."""

    def __init__(self, points: PointsTo, shapes: Shapes, *, traps_quietly: bool) -> None:
        self._points = points
        self._shapes = shapes
        self._traps_quietly = traps_quietly
        self._known: dict[Expression, EffectSet] = {}

    def touched(self, expression: Expression) -> EffectSet:
        """What reading or writing an lvalue reads or writes: parts of a variable, or cells of memory."""
        known = self._known.get(expression)
        if known is None:
            known = self._known[expression] = self._touched(expression)
        return known

    def _touched(self, expression: Expression) -> EffectSet:
        place = self._points.place(expression)
        if place is not None:
            if self._shapes.obstacle(expression.type) is not None:
                return frozenset((UNKNOWN,))
            field = expression.field if isinstance(expression, Member) else None
            leaves = self._shapes.designated(expression.type, field)
            start = place if field is None or field.bits is None else place.moved(-(field.offset % 8))
            return self._cells(start, leaves)
        part = self._part(expression)
        if part is None:
            return NONE
        return frozenset([InVariable(part.variable, leaf) for leaf in part.leaves])

    def _part(self, lvalue: Expression) -> _Part | None:
        """The part of a plain variable that an lvalue is, or one element of which it is; None if it is part
        of a value that is in no variable."""
        match lvalue:
            case Name(variable=variable):
                if self._shapes.obstacle(variable.type) is not None:
                    return _Part(variable, range(1), False)
                return _Part(variable, range(len(self._shapes.leaves(variable.type))), True)
            case Member(base=base, field=field):
                outer = self._part(base)
                if outer is None or not outer.divisible:
                    return outer
                if field.record.union:
                    return _Part(outer.variable, outer.leaves, False)
                first = outer.leaves.start + self._shapes.before(field)
                return _Part(outer.variable, range(first, first + len(self._shapes.member(field))), True)
            case Subscript(base=Cast(operand=operand)) | Unary(op="*", operand=Cast(operand=operand)):
                return self._part(operand)
        return None

    def needed(self, lvalue: Expression) -> EffectSet:
        """What an access of an lvalue needs: that the pointer is not null, and what it points to is there."""
        pointer = dereferenced(lvalue)
        if pointer is None:
            return NONE
        place = self._points.place(lvalue)
        return self._reached(pointer, () if place is None else (place,))

    def _reached(self, pointer: Expression, refs: Iterable[Ref]) -> EffectSet:
        traps = self._traps_quietly and may_be_null(pointer)
        return self._alive(refs) | {TRAP} if traps else self._alive(refs)

    def _alive(self, refs: Iterable[Ref]) -> EffectSet:
        nodes = [self._points.graph.resolve(ref).node for ref in refs]
        return frozenset([Alive(node) for node in nodes if self._points.is_released(node)])

    def release(self, call: CallExpression, name: str) -> Effects:
        """What a call that frees its argument does to that; `realloc` reads all of it."""
        if name not in library.RELEASES | library.REALLOCATIONS or not call.arguments:
            return NOTHING
        nodes = [self._points.graph.resolve(ref).node for ref in self._points.value(call.arguments[0])]
        cells = [InMemory(node, cell.start) for node in nodes for cell in node.cells.values()]
        moved = frozenset(cells) if name in library.REALLOCATIONS else NONE
        return Effects(moved, frozenset([Alive(node) for node in nodes]))

    def known(self, call: CallExpression) -> Effects:
        """What a call of a function without a body reads and writes through its arguments."""
        if call.function is not None and call.function.endswith(IN_CELLS):
            copy = copy_plan(self._shapes, call)
            assert copy is not None
            written, read = self._behind(copy.target, copy.leaves), NOTHING
            if copy.whole:
                written = self._all_behind(copy.target)
            if copy.source is not None:
                read = self._behind(copy.source, copy.leaves)
            return Effects(read.reads | read.writes | written.reads, written.writes)
        if call.function in library.FILLS_OBJECT and call.arguments:
            return self._all_behind(call.arguments[0])
        if call.function in library.QUESTIONS:
            asked = [a for a in call.arguments if isinstance(a.type, PointerType)]
            return Effects(frozenset().union(*[self._alive(self._points.value(a)) for a in asked]))
        stored = [
            self._behind(pointer, self._shapes.leaves(pointer.type.target))
            for pointer in scanned(call) or ()
            if isinstance(pointer.type, PointerType)
        ]
        stored += [
            self._behind(pointer, self._shapes.leaves(stored_type(pointer)))
            for pointer in filled(self._shapes, call) or ()
        ]
        return together(stored)

    def _behind(self, pointer: Expression, leaves: tuple[Leaf, ...]) -> Effects:
        """What a pointer points to is written."""
        refs = self._points.value(pointer)
        cells = [self._cells(ref, leaves) for ref in refs]
        return Effects(self._reached(pointer, refs), frozenset().union(*cells))

    def _all_behind(self, pointer: Expression) -> Effects:
        """All of the object that a pointer points to is written."""
        refs = self._points.value(pointer)
        nodes = [self._points.graph.resolve(ref).node for ref in refs]
        cells = [InMemory(node, cell.start) for node in nodes for cell in node.cells.values()]
        return Effects(self._reached(pointer, refs), frozenset(cells))

    def _cells(self, start: Ref, leaves: tuple[Leaf, ...]) -> EffectSet:
        found = [self._cell(start.moved(leaf.start)) for leaf in leaves]
        return frozenset([cell for cell in found if cell is not None])

    def _cell(self, ref: Ref) -> InMemory | None:
        cell = self._points.graph.find_cell(ref)
        return None if cell is None else InMemory(self._points.graph.resolve(ref).node, cell.start)
