"""Gaps: how an execution goes on behind what is not modelled.

    x = strange(y) + next();        x = strange(y) + next();    (the rest of it is not lowered)
    assert(x);             becomes  perhaps next() is called;
                                    assert(x);

What is evaluated as a whole, an expression mostly, is a `Gap` as soon as something in it is not modelled. The
rest of it is not lowered, for there is no value to go on with. The code behind is lowered as ever: no known
execution gets there, but properties are there that may still be violated, as `afterwards` finds out. What was
not lowered counts as well: functions that it mentions may be called, assertions in it may fail, and where a
check in it may, that this happens is a property of its own.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.emitting import checks
from maymust.frontends.c.tree.nodes import (
    Break,
    CallExpression,
    Continue,
    FunctionName,
    Goto,
    Node,
    Opaque,
    OpaqueStatement,
    Return,
    children,
    walk,
)
from maymust.ir.program import Error
from maymust.terms import BOOL, FALSE, variable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maymust.frontends.c.emitting.context import Lowering
    from maymust.frontends.c.tree.places import Place
    from maymust.ir.source import Span
    from maymust.terms import Term

_PERHAPS = variable("?perhaps", BOOL)  # both ways are possible: no known execution gets to where it is asked


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


@contextmanager
def evaluation(low: Lowering, *nodes: Node) -> Iterator[Gap]:
    """These are evaluated as a whole. Who asks goes on with `resume`, or with `follow`."""
    gap = Gap(nodes)
    low.gaps.append(gap)
    yield gap
    low.gaps.pop()
    if low.gaps:
        low.gaps[-1].checked += gap.checked


def leave(
    low: Lowering, place: Place, evaluated: Node | None, calls: tuple[str, ...]
) -> tuple[int | None, tuple[str, ...]]:
    """Where the execution goes on behind what is not modelled at a place, and which functions may be called
    before: these, and those that the rest of the whole mentions. The parts of `evaluated` come before. None:
    it may go on anywhere."""
    if not low.gaps:
        return low.graph.location(), calls
    gap = low.gaps[-1]
    parts = () if evaluated is None else _before(evaluated)
    known = [node for part in parts for node in walk(part)]
    left = set(known)
    dropped = [node for root in gap.nodes for node in walk(root) if node not in left]
    if any(_jumps(node, low) for node in dropped):
        return None, ()
    if any(_calls_anything(node, low) for node in dropped if node is not evaluated):
        calls = low.program.functions
    places = [node.place for node in known]
    gap.before = places if gap.behind is None else [p for p in gap.before if _is_among(p, places)]
    if gap.behind is None:
        gap.behind, gap.place = low.graph.location(), place
    gap.dropped |= dict.fromkeys(dropped)
    named = [node.name for node in dropped if isinstance(node, FunctionName)]
    named += [node.function for node in dropped if isinstance(node, CallExpression) and node.function]
    return gap.behind, tuple(dict.fromkeys((*calls, *named)))


def _before(node: Node) -> tuple[Node, ...]:
    """The parts of a node that are evaluated before it."""
    return node.operands if isinstance(node, Opaque) else children(node)


def _jumps(node: Node, low: Lowering) -> bool:
    """Whether what is not lowered may go elsewhere than behind the whole."""
    match node:
        case Goto() | Return() | Break() | Continue():
            return True
        case OpaqueStatement(declares=declares):
            return not declares
        case CallExpression(function=str(name)):
            obstacle = low.program.declarations.call_obstacle(name)
            return library.goes_elsewhere(name) or obstacle is not None
    return False


def _calls_anything(node: Node, low: Lowering) -> bool:
    """Whether what is not lowered may call functions that it does not name."""
    if not isinstance(node, CallExpression):
        return False
    others = low.program.entry != library.MAIN
    return node.function is None or (others and library.calls_back(node.function))


def _is_among(place: Place, places: list[Place]) -> bool:
    return any(place is other for other in places)


def resume(low: Lowering, gap: Gap) -> None:
    """Goes on behind the whole, whether it is modelled or not."""
    if gap.behind is not None:
        known, together = low.graph.current, low.graph.location()
        follow(low, gap)
        low.graph.jump(together)
        if known is not None:
            low.graph.at(known)
            low.graph.jump(together)
        low.graph.at(together)


def follow(low: Lowering, gap: Gap) -> bool:
    """Goes on where something in the whole is not modelled, if it may be so."""
    if gap.behind is None or gap.place is None:
        return False
    low.graph.at(gap.behind)
    span = gap.place.span
    asserted = [low.program.properties[node].id for node in gap.dropped if node in low.program.properties]
    checked = [violated for place, violated in gap.checked if not _is_among(place, gap.before)]
    for violated in dict.fromkeys((*asserted, *checked)):
        _perhaps_violated(low, violated, span)
    kind = checks.hidden_kind(gap.dropped, low.program)
    if kind is not None:
        told, _ = low.told_at(gap.place)
        hidden = low.program.checks.property(kind, checks.hidden_text(told), told)
        _perhaps_violated(low, hidden.id, span)
    return True


def leave_open(
    low: Lowering,
    bad: Term,
    construct: str,
    place: Place,
    *hidden: tuple[str, str],
    subject: Place | None = None,
    goes_on: bool = True,
) -> None:
    """The path ends where `bad` holds, and it is not known whether a property is violated there: of the first
    of the `hidden` kinds that is asked for, with its message and subject. If it is not, the execution goes on
    behind it, unless another path stands for that."""
    asked = [(kind, message) for kind, message in hidden if kind in low.program.checks.asked]
    if low.dead or bad is FALSE:
        return
    if not asked:
        low.refuse(bad, construct, place)
        return
    violated, span = checks.checked_property(low, *asked[0], place, subject), place.span
    unclear, behind, good = (low.graph.location() for _ in range(3))
    low.graph.split(bad, unclear, good, span)
    low.graph.at(unclear)
    low.graph.gap(*low.told(construct, place), behind, ())
    low.graph.at(behind)
    _perhaps_violated(low, violated.id, span)
    low.graph.jump(good if goes_on else None)
    low.graph.at(good)


def perhaps(low: Lowering, yes: int | None, no: int | None, span: Span) -> None:
    """Goes to either."""
    low.graph.split(_PERHAPS, yes, no, span)


def _perhaps_violated(low: Lowering, property_id: str, span: Span) -> None:
    wrong, right = low.graph.location(), low.graph.location()
    perhaps(low, wrong, right, span)
    low.graph.at(wrong)
    low.graph.end(Error(property_id), span)
    low.graph.at(right)
