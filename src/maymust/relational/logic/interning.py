"""Nodes that are built once: same class and same parts, same object."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform
from weakref import WeakValueDictionary

from maymust.frozen import frozen

if TYPE_CHECKING:
    from maymust.relational.logic.nodes import Variable
    from maymust.relational.logic.terms import Node

Made = TypeVar("Made", bound="Node")

_TABLE: WeakValueDictionary[tuple[object, ...], Any] = WeakValueDictionary()


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def node(cls: type[Made]) -> type[Made]:
    """A frozen class of nodes, which equal themselves only and are shown as text."""
    inherited = cls.__repr__
    made = frozen(eq=False)(cls)
    made.__repr__ = inherited  # type: ignore[method-assign]
    return made


def interned(cls: type[Made], free: frozenset[Variable], *parts: Any) -> Made:
    """The only node of this class with these parts.

    The first field of the class is `free`; the parts determine it.
    """
    key = (cls, *parts)
    known: Made | None = _TABLE.get(key)
    if known is None:
        known = cls(free, *parts)  # type: ignore[call-arg]
        _TABLE[key] = known
    return known


def free_of(parts: Iterable[Node]) -> frozenset[Variable]:
    """The variables that are free in any of the parts; mostly the very set of one of them, not a copy."""
    result: frozenset[Variable] = frozenset()
    for part in parts:
        if not part.free <= result:
            result = part.free if result <= part.free else result | part.free
    return result
