"""`errno`: it holds what the program stores, unless something that fails may have set it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.tree import FunctionName, walk

if TYPE_CHECKING:
    from maymust.frontends.c.context import Lowering
    from maymust.frontends.c.tree import CallExpression

CHECK = "__maymust_errno"  # called by the model where the program asks for `errno`
_COPYING = frozenset({"strdup", "strndup"})


def check(low: Lowering, call: CallExpression) -> None:
    """The path ends if the program mentions a function, called or not, that may set `errno`."""
    declarations = low.program.declarations
    own = declarations.functions_in_reach(low.program.entry)
    roots = [declarations.function(name).body for name in own]
    started = [v for v in declarations.globals() if not v.outside and v.obstacle is None]
    nodes = [node for root in (*roots, *map(declarations.initial_value, started)) for node in walk(root)]
    for node in nodes:
        if isinstance(node, FunctionName) and node.name not in own and _may_set(low, node.name):
            low.unmodelled(f"`errno`, which `{node.name}` may set", call.place)


def _may_set(low: Lowering, name: str) -> bool:
    plain = name.partition(".")[0].removeprefix("__builtin_")
    allocates = plain in library.ALLOCATIONS | library.REALLOCATIONS | _COPYING
    return library.sets_errno(plain) or (allocates and low.program.malloc_may_fail)
