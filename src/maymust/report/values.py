"""Values as a person reads them: signed where the variable is, an array by what it has where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.report.view import ArrayView
from maymust.terms import ArraySort, ArrayValue, Value, to_signed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maymust.ir.program import Variable

_MOST_CHANGES = 8  # elements that a step is said to set; more of them are an array as a whole
_LARGEST = 512  # elements of an array whose changes are told: a trace may have thousands of them


def shown_value(value: Value, variable: Variable | None) -> int | ArrayView:
    """A value as a person reads it: signed where the variable is."""
    if not isinstance(value, ArrayValue):
        return _number(value, variable)
    elements = {index: _number(element, variable) for index, element in value.items()}
    return ArrayView(_number(value.default, variable), elements)


def shown_changes(
    name: str, before: Value | None, after: Value, variable: Variable
) -> Iterator[tuple[str, int | ArrayView]]:
    """Names and values of what has changed: elements of an array, where few have; nothing of a large one."""
    if isinstance(after, ArrayValue) and len(after) > _LARGEST:
        return
    changed = None
    if isinstance(before, ArrayValue) and isinstance(after, ArrayValue):
        changed = _changed(before, after)
    if changed is None:
        yield name, shown_value(after, variable)
        return
    for index, element in changed:
        yield f"{name}[{index}]", _number(element, variable)


def _changed(before: ArrayValue, after: ArrayValue) -> list[tuple[int, int]] | None:
    """The new elements; None where they are many, or too many to look for."""
    if before.default != after.default or len(before) > _LARGEST:
        return None
    old, new = dict(before.items()), dict(after.items())
    places = sorted(index for index in {**old, **new} if old.get(index) != new.get(index))
    found = [(index, after.select(index)) for index in places]
    return found if len(found) <= _MOST_CHANGES else None


def _number(value: int, variable: Variable | None) -> int:
    if variable is None or not variable.signed:
        return value
    sort = variable.term.sort
    return to_signed(value, sort.element if isinstance(sort, ArraySort) else variable.term.width)
