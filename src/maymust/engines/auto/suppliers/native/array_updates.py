"""Updates of arrays as C statements that change the array of a variable where it is.

A term of an array is, for given conditions, one chain of stores into a variable or into a fill. Which of its
parts are on that chain is known from the outside to the inside; then the stores are made the other way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.engines.auto.suppliers.native.reads import array_parts
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from maymust.terms import Term


_LONG = 30  # longer conditions get names


def operands(array: Term) -> Iterator[Term]:
    """The terms that are no arrays and have to be known before the update is made: indices, elements,
    conditions."""
    for part in array_parts(array):
        if part.op is ops.STORE:
            yield from part.args[1:]
        elif part.op is not None:
            yield part.args[0]


def update(
    target: Term, array: Term, names: Mapping[Term, str], values: Mapping[Term, str], fresh: Callable[[], str]
) -> Iterator[str]:
    """The statements of `target := array`. `names` has the arrays of variables, as pointers; `values` the
    operands, and `fresh` makes names. Requires: no statement before has changed what `values` spell or the
    other variables' arrays."""
    parts = list(array_parts(array))
    ways: dict[Term, list[str]] = {part: [] for part in parts}
    ways[array] = ["1"]
    conditions: dict[Term, str] = {}
    for part in reversed(parts):
        if part is target:
            continue
        condition = _either(ways[part])
        if len(condition) > _LONG:
            name = fresh()
            yield f"int {name} = {condition};"
            condition = name
        conditions[part] = condition
        if part.op is ops.STORE:
            ways[part.args[0]].append(condition)
        elif part.op is ops.ITE:
            chosen, then, otherwise = part.args
            ways[then].append(_both(condition, values[chosen]))
            ways[otherwise].append(_both(condition, f"!{values[chosen]}"))
    for part in parts:
        action = _action(target, part, names, values)
        if action is not None:
            yield action if conditions[part] == "1" else f"if ({conditions[part]}) {action}"


def _either(conditions: list[str]) -> str:
    different = dict.fromkeys(conditions)
    if "1" in different or any(f"!{condition}" in different for condition in different):
        return "1"
    return conditions[0] if len(different) == 1 else f"({' || '.join(different)})"


def _both(condition: str, other: str) -> str:
    return other if condition == "1" else f"({condition} && {other})"


def _action(target: Term, part: Term, names: Mapping[Term, str], values: Mapping[Term, str]) -> str | None:
    place = names[target]
    if part.op is ops.STORE:
        return f"put({place}, {values[part.args[1]]}, {values[part.args[2]]});"
    if part.op is ops.FILL:
        return f"reset({place}, {values[part.args[0]]});"
    if part.op is None and part is not target:
        return f"copy({place}, {names[part]});"
    return None
