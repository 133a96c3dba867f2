"""Resolves initialiser lists: which part of the object each initialiser is for (C11 6.7.9).

Libclang shows lists as they are written. Without a designator an initialiser is for the next part in order;
where that is a structure, union or array and the initialiser is neither in braces nor a value of the whole
part, it is for the first part of the part, and so on (braces left out). After a designator the order goes on
behind what it names. What is initialised again loses what it held before.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maymust.frontends.c.tree.expressions import (
    Assignment,
    CallExpression,
    Cast,
    Constant,
    ElementRange,
    Expression,
    InitItem,
    InitList,
    Opaque,
    Path,
    StatementExpression,
    Step,
    Text,
)
from maymust.frontends.c.tree.nodes import walk
from maymust.frontends.c.types import ArrayType, CType, IntType, OtherType, RecordType, VoidType, is_scalar
from maymust.frozen import frozen

if TYPE_CHECKING:
    from maymust.frontends.c.clang.api import Raw
    from maymust.frontends.c.reading.body import Body

_TO_RANGE_END = re.compile(rb"\s*\.\.\.\s*")
_TO_NEXT_INDEX = re.compile(rb"\s*\]\s*\[\s*")
_ACTIVE = (Step, Assignment, CallExpression, StatementExpression, Opaque)


class Unclear(Exception):  # noqa: N818 - no error: such a list is `Opaque`
    """It is not sure what a list means."""


def resolve(body: Body, raw: Raw, type_: CType) -> tuple[InitItem, ...]:
    """The items of a list for an object of this type, whose own lists have been read. Raises Unclear."""
    if not isinstance(type_, ArrayType | RecordType):
        raise Unclear
    initialisers = [child for child in raw.children if body.unit.is_expression(child)]
    if len(initialisers) == 1 and _is_text_for(type_, initialisers[0].node):
        return (InitItem((), initialisers[0].node),)  # `{ "text" }`
    resolver = _Resolver(body, type_)
    for initialiser in initialisers:
        resolver.add(initialiser)
    return tuple(resolver.items)


@frozen
class _Step:
    """One step of a path: into an object of type `outer`, to its part `index`, of type `inner`."""

    outer: CType
    index: int | ElementRange
    inner: CType


class _Resolver:
    """One list while it is being read: what it has given so far, and where it goes on."""

    def __init__(self, body: Body, type_: CType) -> None:
        self._body = body
        self._type = type_
        self._next = self._from(type_, 0)
        self._furthest: list[_Step] = []
        self.items: list[InitItem] = []

    def add(self, raw: Raw) -> None:
        """Finds the place of the next initialiser."""
        if raw.kind == "UNEXPOSED_EXPR" and isinstance(self._body.types.of(raw.cursor), VoidType):
            steps, raw = self._designated(raw)
        elif self._next is None:
            raise Unclear  # there are more of them than parts
        else:
            steps = self._next
        braces, whole = raw.kind == "INIT_LIST_EXPR", len(steps)
        while not braces and not _is_for(steps[-1].inner, raw.node):
            inner = self._from(steps[-1].inner, 0)
            if inner is None:
                raise Unclear
            steps = [*steps, *inner]
        self._place(steps, raw.node, braces=braces)
        ranges = [step for step in steps if isinstance(step.index, ElementRange)]
        clear = not ranges or (ranges == steps[-1:] and len(steps) == whole)
        self._next = self._after(steps) if clear else None

    # -- the order of parts --------------------------------------------------------------------------------

    def _from(self, type_: CType, index: int) -> list[_Step] | None:
        """To the part of this index or the first one behind it that can be initialised."""
        if isinstance(type_, ArrayType):
            if type_.count is None:
                raise Unclear  # how large a flexible array member is, the type does not tell
            return [_Step(type_, index, type_.element)] if index < type_.count else None
        if isinstance(type_, RecordType):
            for field in self._body.types.records.fields(type_)[index:]:
                if not field.padding:
                    return [_Step(type_, field.index, field.type)]
        return None

    def _after(self, steps: list[_Step]) -> list[_Step] | None:
        """To the part that comes next: beside the last one, or beside what that is in."""
        for length in range(len(steps), 0, -1):
            last = steps[length - 1]
            if isinstance(last.outer, RecordType) and last.outer.union:
                continue
            index = last.index.high if isinstance(last.index, ElementRange) else last.index
            beside = self._from(last.outer, index + 1)
            if beside is not None:
                return [*steps[: length - 1], *beside]
        return None

    # -- designators ---------------------------------------------------------------------------------------

    def _designated(self, raw: Raw) -> tuple[list[_Step], Raw]:
        """Where `.a[3] = …` leads, and what comes behind the `=`."""
        *designators, value = raw.children
        steps, type_, position = list[_Step](), self._type, 0
        while position < len(designators):
            designator = designators[position]
            if designator.kind == "MEMBER_REF":
                if not isinstance(type_, RecordType):
                    raise Unclear
                path = self._body.types.records.path(type_, self._body.unit.referenced(designator.cursor))
                if path is None:
                    raise Unclear
                steps += [_Step(field.record, field.index, field.type) for field in path]
            elif not self._body.unit.is_expression(designator):
                raise Unclear
            else:
                low = self._index(designator)
                index: int | ElementRange = low
                if self._is_range(designators[position : position + 2]):
                    position += 1
                    index = ElementRange(low, self._index(designators[position]))
                if not isinstance(type_, ArrayType) or type_.count is None:
                    raise Unclear
                steps.append(_Step(type_, index, type_.element))
            type_ = steps[-1].inner
            position += 1
        if not steps:
            raise Unclear
        return steps, value

    def _index(self, raw: Raw) -> int:
        known = raw.node.value if isinstance(raw.node, Constant) else self._body.unit.integer(raw.cursor)
        if known is None:
            raise Unclear
        return int(known)

    def _is_range(self, pair: list[Raw]) -> bool:
        """Whether these are `[low ... high]`, not `[one][two]`: libclang shows both alike."""
        if len(pair) < 2 or pair[1].kind == "MEMBER_REF":
            return False
        unit = self._body.unit
        end, start = unit.extent(pair[0].cursor)[1], unit.extent(pair[1].cursor)[0]
        between = unit.contents(pair[0].cursor)[end.offset : start.offset]
        if end.file == start.file and unit.plain_extent(pair[0].cursor) and unit.plain_extent(pair[1].cursor):
            if _TO_RANGE_END.fullmatch(between):
                return True
            if _TO_NEXT_INDEX.fullmatch(between):
                return False
        raise Unclear

    # -- what is initialised -------------------------------------------------------------------------------

    def _place(self, steps: list[_Step], value: Expression, *, braces: bool) -> None:
        type_, path = steps[-1].inner, tuple([step.index for step in steps])
        if isinstance(type_, ArrayType | RecordType) and braces and not _is_text_for(type_, value):
            if not isinstance(value, InitList) or value.type != type_:
                raise Unclear
            items = [InitItem((*path, *item.path), item.value) for item in value.items]
        else:
            items = [InitItem(path, converted(type_, value))]
        if self._furthest and not _comes_behind(steps, self._furthest):
            self._forget(steps, rest_is_zero=braces)
        self.items += items
        if _is_further(steps, self._furthest):
            self._furthest = steps

    def _forget(self, steps: list[_Step], *, rest_is_zero: bool) -> None:
        """Drops what the part at `steps` held before. Requires that nobody sees whether it is evaluated."""
        kept: list[InitItem] = []
        for item in self.items:
            if not _replaces(steps, item.path, rest_is_zero=rest_is_zero):
                kept.append(item)
            elif any(isinstance(part, _ACTIVE) for part in walk(item.value)):
                raise Unclear
        self.items = kept


def _is_for(type_: CType, value: Expression) -> bool:
    """Whether an initialiser without braces is for the whole of a part."""
    if isinstance(type_, ArrayType):
        return _is_text_for(type_, value)
    return not isinstance(type_, RecordType) or value.type == type_


def _is_text_for(type_: CType, value: Expression) -> bool:
    """Whether a string literal initialises an array."""
    return (
        isinstance(value, Text)
        and isinstance(type_, ArrayType)
        and isinstance(type_.element, IntType)
        and isinstance(value.type, ArrayType)
        and isinstance(value.type.element, IntType)
        and value.type.element.width == type_.element.width
    )


def converted(type_: CType, value: Expression) -> Expression:
    """The value that an object of this type holds if it is initialised so. Raises Unclear."""
    if value.type == type_ or _is_text_for(type_, value):
        return value
    if is_scalar(type_) and is_scalar(value.type):
        return Cast(type_, value.place, value)
    if isinstance(type_, OtherType) or isinstance(value.type, OtherType):
        return value
    raise Unclear


def _bounds(index: int | ElementRange) -> tuple[int, int]:
    return (index.low, index.high) if isinstance(index, ElementRange) else (index, index)


def _comes_behind(steps: list[_Step], before: list[_Step]) -> bool:
    """Whether a part comes, in order, behind another one, and both can hold something."""
    for new, old in zip(steps, before, strict=False):
        if _bounds(new.index)[0] > _bounds(old.index)[1]:
            return not _is_union(new.outer)
        if new.index != old.index:
            return False
    return False


def _is_further(steps: list[_Step], furthest: list[_Step]) -> bool:
    for new, old in zip(steps, furthest, strict=False):
        here, there = _bounds(new.index)[1], _bounds(old.index)[1]
        if here != there:
            return here > there
    return len(steps) <= len(furthest) or not furthest


def _replaces(steps: list[_Step], path: Path, *, rest_is_zero: bool) -> bool:
    """Whether the part at `path` holds nothing any more once that at `steps` is initialised."""
    covered = True
    for step, index in zip(steps, path, strict=False):
        (low, high), (first, last) = _bounds(step.index), _bounds(index)
        apart = high < first or last < low
        if apart and not _is_union(step.outer):
            return False
        if apart and covered:
            return True
        if apart:
            raise Unclear
        covered = covered and low <= first and last <= high
    if len(path) < len(steps) or (not covered and rest_is_zero):
        raise Unclear  # a part of what was initialised as a whole, or of a range
    return covered


def _is_union(type_: CType) -> bool:
    return isinstance(type_, RecordType) and type_.union
