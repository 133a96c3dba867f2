"""Goes on behind what is not modelled: behind gaps.

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
from typing import TYPE_CHECKING

from maymust.frontends.c.emitting import checks
from maymust.frontends.c.emitting.gap import Gap, is_among
from maymust.frontends.c.source import Chance
from maymust.frontends.c.tree.nodes import Node
from maymust.ir.program import Error, GapCode, Havoc
from maymust.terms import BOOL, FALSE, bitvec, constant, eq, variable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maymust.frontends.c.emitting.emitter import Emitter
    from maymust.frontends.c.tree.places import Place
    from maymust.ir.source import Span
    from maymust.terms import Term

_PERHAPS = variable("?perhaps", BOOL)  # both ways are possible: no known execution gets to where it is asked


@contextmanager
def evaluation(low: Emitter, *nodes: Node) -> Iterator[Gap]:
    """These are evaluated as a whole. Who asks goes on with `resume`, or with `follow`."""
    gap = Gap(nodes)
    low.gaps.append(gap)
    yield gap
    low.gaps.pop()
    if low.gaps:
        low.gaps[-1].checked += gap.checked


def resume(low: Emitter, gap: Gap) -> None:
    """Goes on behind the whole, whether it is modelled or not."""
    if gap.behind is not None:
        known, together = low.graph.current, low.graph.location()
        follow(low, gap)
        low.graph.jump(together)
        if known is not None:
            low.graph.at(known)
            low.graph.jump(together)
        low.graph.at(together)


def follow(low: Emitter, gap: Gap) -> bool:
    """Goes on where something in the whole is not modelled, if it may be so."""
    if gap.behind is None or gap.place is None:
        return False
    low.graph.at(gap.behind)
    span = gap.place.span
    asserted = [low.program.properties[node].id for node in gap.dropped if node in low.program.properties]
    checked = [violated for place, violated in gap.checked if not is_among(place, gap.before)]
    for violated in dict.fromkeys((*asserted, *checked)):
        _perhaps_violated(low, violated, span)
    kind = checks.hidden_kind(gap.dropped, low.program)
    if kind is not None:
        told, _ = low.told_at(gap.place)
        hidden = low.program.checks.property(kind, checks.hidden_text(told), told)
        _perhaps_violated(low, hidden.id, span)
    return True


def leave_open(
    low: Emitter,
    bad: Term,
    construct: str,
    place: Place,
    *hidden: tuple[str, str],
    subject: Place | None = None,
    goes_on: bool = True,
    code: GapCode = "other",
) -> None:
    """The path ends where `bad` holds, and it is not known whether a property is violated there: of the first
    of the `hidden` kinds that is asked for, with its message and subject. If it is not, the execution goes on
    behind it, unless another path stands for that."""
    asked = [(kind, message) for kind, message in hidden if kind in low.program.checks.asked]
    if low.dead or bad is FALSE:
        return
    if not asked:
        low.refuse(bad, construct, place, code)
        return
    violated, span = checks.checked_property(low, *asked[0], place, subject), place.span
    unclear, behind, good = (low.graph.location() for _ in range(3))
    low.graph.split(bad, unclear, good, span)
    low.graph.at(unclear)
    low.graph.gap(*low.told(construct, place), behind, (), code)
    low.graph.at(behind)
    _perhaps_violated(low, violated.id, span)
    low.graph.jump(good if goes_on else None)
    low.graph.at(good)


def perhaps(low: Emitter, yes: int | None, no: int | None, span: Span) -> None:
    """Goes to either."""
    low.graph.split(_PERHAPS, yes, no, span)


def _perhaps_violated(low: Emitter, property_id: str, span: Span) -> None:
    wrong, right = low.graph.location(), low.graph.location()
    perhaps(low, wrong, right, span)
    low.graph.at(wrong)
    low.graph.end(Error(property_id), span)
    low.graph.at(right)


def check_perhaps(low: Emitter, kind: str, open_: Term, message: str, construct: str, place: Place) -> None:
    """Where `open_` holds, nobody knows whether the property is violated; the `construct` says why. The
    program may go on there as if it were not. Requires that the kind is asked for."""
    if low.dead or open_ is FALSE:
        return
    graph, span = low.graph, place.span
    perhaps, good = graph.location(), graph.location()
    graph.split(open_, perhaps, good, span)
    graph.at(perhaps)
    ends = low.temporary(bitvec(1), construct)
    graph.emit(Havoc(ends, construct, "uninitialised"), span, Chance())
    leave_open(low, eq(ends, constant(1, 1)), construct, place, (kind, message), goes_on=False)
    graph.jump(good)
    graph.at(good)
