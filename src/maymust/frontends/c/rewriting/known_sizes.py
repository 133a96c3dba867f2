"""Replaces sizes that are constants, but for a variable in between, by these.

    n = 8; p = malloc(n);      →      n = 8; p = malloc(8);

The layout of memory is found out before anything is executed, from sizes that are constants in the text. What
other programs have written (CIL's output) has each of them in a variable of its own, which is set once, just
before. Such a variable has that value wherever its assignment comes before in the same block, or in one
around it, and no label in between lets executions come in from elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from maymust.frontends.c import library
from maymust.frontends.c.tree.constants import constant_value
from maymust.frontends.c.tree.escapes import address_taken
from maymust.frontends.c.tree.expressions import Assignment, CallExpression, Constant, Declared, Name, Step
from maymust.frontends.c.tree.nodes import Node, walk
from maymust.frontends.c.tree.rebuilding import rebuilt
from maymust.frontends.c.tree.statements import Case, Compound, Declare, Evaluate, Function, Label
from maymust.frontends.c.types import IntType

_ALLOCATING = library.ALLOCATIONS | library.REALLOCATIONS


def with_known_sizes(function: Function) -> Function:
    """The function, in which calls that allocate have the constants that variables hold."""
    nodes = walk(function.body)
    used = [name for node in nodes for name in _sizes(node)]
    known = _set_once(nodes, {name.variable for name in used}) if used else {}
    if not known:
        return function
    chosen: dict[Node, Node] = {}
    for node in nodes:
        if isinstance(node, Compound):
            chosen |= _replaced(node, known)
    made = rebuilt(nodes, lambda node, _: chosen.get(node))
    return replace(function, body=cast("Compound", made[function.body]))


def _sizes(node: Node) -> list[Name]:
    """The variables in the sizes of a call that allocates."""
    if not isinstance(node, CallExpression) or node.function not in _ALLOCATING:
        return []
    sizes = library.sizes(node.function, node.arguments)
    return [part for size in sizes for part in walk(size) if isinstance(part, Name)]


def _set_once(nodes: list[Node], wanted: set[Declared]) -> dict[Declared, int]:
    """The local variables among these that only one statement sets, to a constant."""
    values: dict[Declared, int | None] = {}
    times: Counter[Declared] = Counter()
    for node in nodes:
        match node:
            case Declare(variable=variable, initialiser=value) if value is not None:
                times[variable] += 1
                values[variable] = constant_value(value)
            case Assignment(op=op, target=Name(variable=variable), value=value):
                times[variable] += 1
                values[variable] = constant_value(value) if op is None else None
            case Step(target=Name(variable=variable)):
                times[variable] += 2
    taken = address_taken(nodes)
    return {
        variable: value
        for variable, value in values.items()
        if value is not None and times[variable] == 1 and variable in wanted - taken and _is_plain(variable)
    }


def _is_plain(variable: Declared) -> bool:
    is_number = isinstance(variable.type, IntType) and not variable.type.boolean
    return is_number and not variable.lasting and not variable.parameter and variable.obstacle is None


def _replaced(block: Compound, known: dict[Declared, int]) -> dict[Node, Node]:
    """Constants for the sizes behind the assignments that are statements of a block."""
    here: dict[Declared, int] = {}
    chosen: dict[Node, Node] = {}
    for item in _items(block):
        parts = walk(item) if here else []
        if any(isinstance(part, Label | Case) for part in parts):
            here.clear()
        for name in (name for part in parts for name in _sizes(part)):
            if name.variable in here:
                chosen[name] = Constant(name.type, name.place, here[name.variable])
        variable = _set_by(item)
        if variable in known:
            here[variable] = known[variable]
    return chosen


def _items(block: Compound) -> Iterator[Node]:
    for item in block.items:
        if isinstance(item, Compound) and not item.scope:  # declarations, of which there are several
            yield from item.items
        else:
            yield item


def _set_by(statement: Node) -> Declared | None:
    while isinstance(statement, Label | Case):
        statement = statement.body
    match statement:
        case Evaluate(expression=Assignment(target=Name(variable=variable))):
            return variable
        case Declare(variable=variable, initialiser=value) if value is not None:
            return variable
    return None
