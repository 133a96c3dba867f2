"""Finds calls of `scanf` and its kin that have a simple format, and what they store through."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maymust.frontends.c.tree.expressions import Cast, Text
from maymust.frontends.c.types import FloatType, IntType, PointerType

if TYPE_CHECKING:
    from maymust.frontends.c.tree.expressions import CallExpression, Expression
    from maymust.frontends.c.types import CType

FORMATS = {"scanf": 0, "fscanf": 1}  # which argument is the format
_ITEM = re.compile(rb"%(?:(?P<size>hh|h|ll|l|z|)(?P<kind>[diuxc])|(?P<double>l?)[feg])")


def scanned(call: CallExpression) -> list[Expression] | None:
    """The pointers through which a call stores; None if it is not of this kind."""
    at = FORMATS.get((call.function or "").removeprefix("__isoc99_"))
    if at is None or len(call.arguments) <= at:
        return None
    data = format_text(call.arguments[at])
    if data is None:
        return None
    stored = list(call.arguments[at + 1 :])
    items = list(_ITEM.finditer(data))
    if len(items) != len(stored) or b"%" in _ITEM.sub(b"", data):
        return None
    fit = all(fits(item, pointer.type) for item, pointer in zip(items, stored, strict=True))
    return stored if fit else None


def format_text(format_: Expression) -> bytes | None:
    """A format that is a literal."""
    while isinstance(format_, Cast):
        format_ = format_.operand
    return format_.data.split(b"\0")[0] if isinstance(format_, Text) else None


def fits(item: re.Match[bytes], type_: CType) -> bool:
    """Whether a conversion stores what the pointer points to."""
    if not isinstance(type_, PointerType):
        return False
    if item["kind"] is None:
        return type_.target == FloatType(64 if item["double"] else 32)
    if not isinstance(type_.target, IntType) or type_.target.boolean:
        return False
    if item["kind"] == b"c":
        return not item["size"] and type_.target.width == 8
    widths = {b"hh": 8, b"h": 16, b"": 32, b"l": type_.width, b"z": type_.width, b"ll": 64}
    return type_.target.width == widths[item["size"]]
