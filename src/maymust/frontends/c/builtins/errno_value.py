"""Checks reads of `errno`: it holds what the program stores, unless something that fails may have set it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.tree.constants import constant_value
from maymust.frontends.c.tree.expressions import CallExpression, FunctionName
from maymust.frontends.c.tree.nodes import walk

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering

CHECK = "__maymust_errno"  # called by the model where the program asks for `errno`
_COPYING = frozenset({"strdup", "strndup"})


def check(low: Lowering, call: CallExpression) -> None:
    """The path ends if the program mentions a function, called or not, that may set `errno`."""
    declarations = low.program.declarations
    own = declarations.functions_in_reach(low.program.entry)
    roots = [declarations.function(name).body for name in own]
    started = [v for v in declarations.globals() if not v.outside and v.obstacle is None]
    nodes = [node for root in (*roots, *map(declarations.initial_value, started)) for node in walk(root)]
    calls = [node for node in nodes if isinstance(node, CallExpression) and _succeeds(low, node)]
    succeeding = {part for made in calls for part in walk(made.callee)}
    for node in nodes:
        if not isinstance(node, FunctionName) or node.name in own or node in succeeding:
            continue
        if _may_set(node.name):
            low.unmodelled(f"`errno`, which `{node.name}` may set", call.place)


def _succeeds(low: Lowering, made: CallExpression) -> bool:
    """Whether a call allocates, and does not fail."""
    if made.function is None or low.program.malloc_may_fail:
        return False
    name = _plain(made.function)
    if name not in library.ALLOCATIONS | library.REALLOCATIONS | _COPYING or library.sets_errno(name):
        return False
    sizes = library.sizes(name, made.arguments)
    return name in _COPYING or all(constant_value(size) is not None for size in sizes)


def _may_set(name: str) -> bool:
    plain = _plain(name)
    allocates = plain in library.ALLOCATIONS | library.REALLOCATIONS | _COPYING
    return library.sets_errno(plain) or allocates


def _plain(name: str) -> str:
    return name.partition(".")[0].removeprefix("__builtin_")
