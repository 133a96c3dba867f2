"""Finds where an execution goes on behind something that is not modelled."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.tree.expressions import CallExpression, FunctionName, Opaque
from maymust.frontends.c.tree.nodes import Node, children, walk
from maymust.frontends.c.tree.statements import Break, Continue, Goto, OpaqueStatement, Return

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.graph import Graph
    from maymust.frontends.c.emitting.program import ProgramContext
    from maymust.frontends.c.tree.places import Place


@dataclass(slots=True)
class Gap:
    """A whole that is evaluated, and the checks in it, each with its place and property. If something in it
    is not modelled, `behind` is where the execution goes on, and `dropped` has what may then happen in the
    whole; checks at the places `before` were passed in any case, in whatever order C evaluates the whole."""

    nodes: tuple[Node, ...]
    checked: list[tuple[Place, str]] = field(default_factory=list)
    behind: int | None = None
    place: Place | None = None
    dropped: dict[Node, None] = field(default_factory=dict)
    before: list[Place] = field(default_factory=list)


def leave(
    gaps: list[Gap],
    graph: Graph,
    program: ProgramContext,
    place: Place,
    evaluated: Node | None,
    calls: tuple[str, ...],
) -> tuple[int | None, tuple[str, ...]]:
    """Where the execution goes on behind what is not modelled at a place, and which functions may be called
    before: these, and those that the rest of the whole mentions. The parts of `evaluated` come before. None:
    it may go on anywhere."""
    if not gaps:
        return graph.location(), calls
    gap = gaps[-1]
    parts = () if evaluated is None else _before(evaluated)
    known = [node for part in parts for node in walk(part)]
    left = set(known)
    dropped = [node for root in gap.nodes for node in walk(root) if node not in left]
    if any(_jumps(node, program) for node in dropped):
        return None, ()
    if any(_calls_anything(node, program) for node in dropped if node is not evaluated):
        calls = program.functions
    places = [node.place for node in known]
    gap.before = places if gap.behind is None else [p for p in gap.before if is_among(p, places)]
    if gap.behind is None:
        gap.behind, gap.place = graph.location(), place
    gap.dropped |= dict.fromkeys(dropped)
    named = [node.name for node in dropped if isinstance(node, FunctionName)]
    named += [node.function for node in dropped if isinstance(node, CallExpression) and node.function]
    return gap.behind, tuple(dict.fromkeys((*calls, *named)))


def _before(node: Node) -> tuple[Node, ...]:
    """The parts of a node that are evaluated before it."""
    return node.operands if isinstance(node, Opaque) else children(node)


def _jumps(node: Node, program: ProgramContext) -> bool:
    """Whether what is not lowered may go elsewhere than behind the whole."""
    match node:
        case Goto() | Return() | Break() | Continue():
            return True
        case OpaqueStatement(declares=declares):
            return not declares
        case CallExpression(function=str(name)):
            obstacle = program.declarations.call_obstacle(name)
            return library.goes_elsewhere(name) or obstacle is not None
    return False


def _calls_anything(node: Node, program: ProgramContext) -> bool:
    """Whether what is not lowered may call functions that it does not name."""
    if not isinstance(node, CallExpression):
        return False
    others = program.entry != library.MAIN
    return node.function is None or (others and library.calls_back(node.function))


def is_among(place: Place, places: list[Place]) -> bool:
    """Whether a place is one of these, and not just like it."""
    return any(place is other for other in places)
