"""Gives calls of functions that deal with pointers a copy of the function of their own (heap cloning, as in
data structure analysis).

    void *get(size_t n)                 becomes    p = get(4);
    { return malloc(n); }                          q = get.copy2(8);
    p = get(4); q = get(8);

The analysis of pointers knows one place for all that passes through a function, so without copies what `p`
and `q` point to would be one region. Calls are expanded later anyway. Copies of a function are called from
copies of its callers, so in the end there is one for each way through the calls that are copied, as long as
all of them together stay small; functions that take pointers to anything come first, then small ones.
"""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING

from maymust.frontends.c.tree.duplicates import COPY, duplicate
from maymust.frontends.c.tree.escapes import address_taken
from maymust.frontends.c.tree.expressions import CallExpression, FunctionName
from maymust.frontends.c.tree.nodes import Node, walk
from maymust.frontends.c.tree.statements import Label
from maymust.frontends.c.types import PointerType, VoidType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from maymust.frontends.c.tree.leaves import Shapes
    from maymust.frontends.c.tree.statements import Function

MOST_NODES = 10_000  # of all copies together
_LARGEST = 500  # function that is copied


def give_copies(
    functions: list[Function],
    initialisers: Iterable[Node],
    shapes: Shapes,
    define: Callable[[Function], None],
    most: int = MOST_NODES,
) -> dict[Node, Node]:
    """Gives copies to calls: `functions`, the entry first, are all that there are, and `initialisers` what
    else mentions some. They are redefined, and copies made known, by `define`. Of each call, label and name
    of a function that is new, tells which one it stands for."""
    calls = _Calls(functions, initialisers)
    chosen = _choose(calls, functions, shapes, most)
    return _Copying(define, calls, chosen).run(functions)


class _Calls:
    """Who calls whom, and how big they are."""

    def __init__(self, functions: list[Function], initialisers: Iterable[Node]) -> None:
        self.functions = {function.name: function for function in functions}
        self.made: dict[str, list[CallExpression]] = {}
        self.sizes: dict[str, int] = {}
        self.mentioned = {n.name for root in initialisers for n in walk(root) if isinstance(n, FunctionName)}
        self.callers: dict[str, Counter[str]] = {name: Counter() for name in self.functions}
        for name, function in self.functions.items():
            nodes = walk(function.body)
            self.sizes[name] = len(nodes)
            direct = [n for n in nodes if isinstance(n, CallExpression) and n.function in self.functions]
            self.made[name] = direct
            for call in direct:
                assert call.function is not None
                self.callers[call.function][name] += 1
            called = {part for call in direct for part in walk(call.callee)}
            named = [n for n in nodes if isinstance(n, FunctionName) and n not in called]
            self.mentioned |= {node.name for node in named}

    def cyclic(self) -> set[str]:
        """Functions that may call themselves, and some between such."""
        left = set(self.functions)
        callers = {name: set(found) for name, found in self.callers.items()}
        callees = {name: {call.function for call in made} for name, made in self.made.items()}
        while True:
            ends = {n for n in left if left.isdisjoint(callers[n]) or left.isdisjoint(callees[n])}
            if not ends:
                return left
            left -= ends

    def copied(self, chosen: set[str]) -> int:
        """How many nodes the copies of the chosen functions have. Requires that none of them is cyclic."""
        counts: dict[str, int] = {}
        return sum((self._count(name, chosen, counts) - 1) * self.sizes[name] for name in chosen)

    def _count(self, name: str, chosen: set[str], counts: dict[str, int]) -> int:
        """How many there are of a function, the original among them."""
        if name not in chosen:
            return 1
        known = counts.get(name)
        if known is None:
            calls = [n * self._count(caller, chosen, counts) for caller, n in self.callers[name].items()]
            known = counts[name] = sum(calls) + (name in self.mentioned)
        return known


def _choose(calls: _Calls, functions: list[Function], shapes: Shapes, most: int) -> set[str]:
    """The functions of which each call gets a copy."""
    excluded = calls.cyclic() | {functions[0].name}
    ranked = []
    for order, function in enumerate(functions):
        size = calls.sizes[function.name]
        if size <= _LARGEST and function.name not in excluded and not function.variadic:
            rank = _rank(function, shapes)
            if rank is not None:
                ranked.append((rank, size, order, function.name))
    chosen: set[str] = set()
    for *_, name in sorted(ranked):
        if calls.copied(chosen | {name}) <= most:
            chosen.add(name)
    return chosen


def _rank(function: Function, shapes: Shapes) -> int | None:
    """How much copies are worth, the most first: what is given or returned are pointers to anything, or
    other pointers, or a local variable may be pointed to. None if they are worth nothing."""
    types = [function.returns, *[parameter.type for parameter in function.parameters]]
    if any(isinstance(t, PointerType) and isinstance(t.target, VoidType) for t in types):
        return 0
    leaves = [leaf for t in types if shapes.obstacle(t) is None for leaf in shapes.leaves(t)]
    if any(isinstance(leaf.type, PointerType) for leaf in leaves):
        return 1
    return 2 if any(not declared.lasting for declared in address_taken(walk(function.body))) else None


class _Copying:
    def __init__(self, define: Callable[[Function], None], calls: _Calls, chosen: set[str]) -> None:
        self._make_known = define
        self._calls = calls
        self._chosen = chosen
        self._counts: Counter[str] = Counter(calls.mentioned & chosen)  # the original is for pointers
        self._origins: dict[Node, Node] = {}

    def run(self, functions: list[Function]) -> dict[Node, Node]:
        """See `give_copies`."""
        kept = [f.name for f in functions if f.name not in self._chosen or f.name in self._calls.mentioned]
        work = deque((name, name) for name in kept)
        while work:
            name, own_name = work.popleft()
            callees = {call: self._callee(call.function or "") for call in self._calls.made[name]}
            work += [
                (c.function or "", callee) for c, callee in callees.items() if c.function in self._chosen
            ]
            if own_name != name or any(callee != call.function for call, callee in callees.items()):
                self._define(name, own_name, callees)
        return self._origins

    def _callee(self, name: str) -> str:
        """What the next call of a function calls: the function itself, or a copy."""
        if name not in self._chosen:
            return name
        self._counts[name] += 1
        number = self._counts[name]
        return name if number == 1 else f"{name}{COPY}{number}"

    def _define(self, name: str, own_name: str, callees: dict[CallExpression, str]) -> None:
        made, origins = duplicate(self._calls.functions[name], own_name, callees)
        self._make_known(made)
        self._origins |= {
            new: old for new, old in origins.items() if isinstance(new, CallExpression | Label | FunctionName)
        }
