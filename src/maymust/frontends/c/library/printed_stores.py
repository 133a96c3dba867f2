"""Finds calls that print and may also store, by `%n` in their format.

Where the format is not known, it may have `%n` if an argument behind it points to data. Characters do
not count, for most of these are strings, unless `%hhn` is somewhere in the program's texts. A variadic
function that is given a format without `%n`, as a text, does not make another one, if no text has `%n`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maymust.frontends.c.library import print_formats
from maymust.frontends.c.library.requirements import row_of
from maymust.frontends.c.tree.expressions import CallExpression, Cast, Text
from maymust.frontends.c.tree.va_lists import VA_LIST
from maymust.frontends.c.types import FunctionType, IntType, PointerType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from maymust.frontends.c.tree.expressions import Expression
    from maymust.frontends.c.tree.nodes import Node
    from maymust.frontends.c.tree.statements import Function

_STORES = re.compile(rb"%[-+ #0-9.*$\w]*n")
_FORMATS = ("F", "V", "W")  # requirements that are formats of functions that print


class PrintedStores:
    """Looks at a program once. `is_defined` tells which functions the program itself defines, and `entry` is
    where it starts."""

    def __init__(self, nodes: Iterable[Node], entry: Function, is_defined: Callable[[str], bool]) -> None:
        nodes = list(nodes)
        self._into_characters = any(isinstance(node, Text) and b"hhn" in node.data for node in nodes)
        self._texts_store = any(isinstance(node, Text) and _STORES.search(node.data) for node in nodes)
        calls = [node for node in nodes if isinstance(node, CallExpression)]
        made = [c for c in calls if row_of(c) is None or is_defined(c.function or "")]
        from_outside = entry.variadic or any(parameter.type == VA_LIST for parameter in entry.parameters)
        self._lists_lead_to_data = from_outside or any(map(self._passes_pointers, made))

    def may_store(self, call: CallExpression, *, modelled: bool = False) -> bool:
        """Whether a call of a function without a body, or one that is `modelled`, may store by a format.
        Models that are given a list of arguments read their formats themselves."""
        row = row_of(call)
        if row is None:
            return any(print_formats.stores(argument) for argument in call.arguments)
        for need in row.needs:
            if need.kind in _FORMATS and need.at < len(call.arguments):
                known = print_formats.stores(call.arguments[need.at])
                if known is not None:
                    return known
                if need.kind == "V":
                    return not modelled and self._lists_lead_to_data
                return any(map(self._leads_to_data, call.arguments[need.at + 1 :]))
        return False

    def _passes_pointers(self, call: CallExpression) -> bool:
        """Whether the list of arguments that a variadic function gets has pointers to data."""
        type_ = call.callee.type
        if isinstance(type_, PointerType):
            type_ = type_.target
        if not isinstance(type_, FunctionType) or not type_.variadic:
            return False
        count = len(type_.parameters)
        if not self._texts_store and any(print_formats.stores(a) is False for a in call.arguments[:count]):
            return False
        return any(map(self._leads_to_data, call.arguments[count:]))

    def _leads_to_data(self, argument: Expression) -> bool:
        """Whether an argument, before or after it is converted, points to what `%n` may store to."""
        if self._is_stored(argument):
            return True
        return isinstance(argument, Cast) and self._leads_to_data(argument.operand)

    def _is_stored(self, argument: Expression) -> bool:
        target = argument.type.target if isinstance(argument.type, PointerType) else None
        if target is None or isinstance(target, FunctionType):
            return False
        return not isinstance(target, IntType) or target.width > 8 or self._into_characters
