"""Finds the functions and variables that modelled calls can reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.kinds import ASSERT
from maymust.frontends.c.tree.escapes import address_taken
from maymust.frontends.c.tree.expressions import Declared, FunctionName, Name
from maymust.frontends.c.tree.nodes import Node, walk
from maymust.frontends.c.tree.statements import Function

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.frontends.c.reading.declarations import Declarations
    from maymust.frontends.c.tree.expressions import Expression


def reachable(
    declarations: Declarations, entry: str, asked: frozenset[str]
) -> tuple[list[Function], set[Declared]]:
    """The functions that modelled calls can reach from the entry, which comes first, and from what runs
    before it, each before those that only it calls; and the variables that these, or the initial values of
    such variables, mention."""
    found: dict[str, Function] = {}
    used: set[Declared] = set()
    work = [*declarations.run_first(), entry]
    while work:
        name = work.pop()
        reports = name in library.ERRORS and ASSERT in asked
        if name in found or reports or not declarations.has_body(name):
            continue
        found[name] = declarations.function(name)
        mentioned: list[str] = []
        roots: list[Node] = [found[name].body]
        while roots:
            nodes = walk(roots.pop())
            mentioned += [node.name for node in nodes if isinstance(node, FunctionName)]
            met = dict.fromkeys(node.variable for node in nodes if isinstance(node, Name))
            new = [variable for variable in met if variable not in used]
            used.update(new)
            roots += initial_values(declarations, new)
        work += reversed(mentioned)
    return list(found.values()), used


def initial_values(declarations: Declarations, variables: Iterable[Declared]) -> list[Expression]:
    """The initial values of those of the variables that are defined here and last."""
    modelled = [v for v in variables if v.lasting and not v.outside and v.obstacle is None]
    return [declarations.initial_value(v) for v in modelled]


def shown_outside(
    declarations: Declarations,
    functions: list[Function],
    used: set[Declared],
    initialisers: Iterable[Node],
) -> set[Declared]:
    """The variables whose address others may have got to know: those that functions mention which the entry
    does not reach, and those in initial values."""
    reached = {function.name.partition(".")[0] for function in functions}
    mentioned = declarations.mentioned_by([name for name in declarations.defined() if name not in reached])
    taken = address_taken([node for value in initialisers for node in walk(value)])
    return {*taken, *[declared for declared in used if declared.name in mentioned]}
