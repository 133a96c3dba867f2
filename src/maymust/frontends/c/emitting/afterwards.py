"""Finds out what may come after something that is not modelled: which properties it hides.

An execution that meets what is not modelled goes on in a way that nobody knows here. We take it that it
calls some of the functions that are named there, as often as it likes, and then goes on where C says that the
code behind it begins, in any state whatever; or, if not even that is known (assembly, `longjmp`), anywhere.
In any state, no condition is known to hold, not even what the analysis of pointers has found to hold always
(`Graph.split`); only those between numbers of the text are.
So a property is hidden if its violation lies on a path of the control-flow graph from there: into calls and
out of them, by whichever branch, through more of what is not modelled. Undefined behaviour is no exception:
strictly, it makes the whole execution undefined, but a property that was passed before is decided, as tools
and people have it; and functions still return to where they were called.

Two sets of properties are found for each location, backwards, the second from the first:
 * within: what can be violated before the procedure returns: there, and in what is called on the way;
 * beyond: the same, or behind a call of the procedure, once it has returned.
To follow calls down by `within` alone, and to return by `beyond` only from where the path began, keeps it
from entering a procedure by one call and leaving it by another. Sets are bit masks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.frozen import frozen
from maymust.ir.program import Call, Error, Return, Statement, Unmodelled

if TYPE_CHECKING:
    from maymust.ir.program import Procedure

_Node = tuple[str, int | None]  # a location of a procedure; None: where its calls have returned
_Feeds = dict[_Node, list[_Node]]
_Ways = Mapping[str, Collection["Way"]]


@frozen
class Way:
    """A step of the code, whether known executions get there or not. `calls` are the procedures that may be
    called in it; None: anything may come next."""

    source: int
    target: int
    statement: Statement
    calls: tuple[str, ...] | None


def violated(ways: _Ways) -> set[str]:
    """The properties whose violation is in the code."""
    return {way.statement.property_id for way in _all(ways) if isinstance(way.statement, Error)}


def has_gaps(ways: _Ways) -> bool:
    """Whether something in the code is not modelled."""
    return any(isinstance(way.statement, Unmodelled) for way in _all(ways))


def goes_anywhere(ways: _Ways) -> bool:
    """Whether there is something of which not even that is known where it goes on."""
    return any(way.calls is None for way in _all(ways))


def with_hidden(
    procedures: Iterable[Procedure], ways: _Ways, properties: Collection[str], lost: Collection[str]
) -> list[Procedure]:
    """The procedures, where what is not modelled says what it hides. `lost` are the properties whose place in
    the code is not known, so everything hides them. Requires that each procedure begins at its entry."""
    bits = {property_id: 1 << number for number, property_id in enumerate(sorted(properties))}
    everything = (1 << len(bits)) - 1
    always = sum(bits[property_id] for property_id in lost)
    entries = {procedure.name: procedure.entry for procedure in procedures}
    hidden = _hidden(entries, ways, bits, everything)
    named: dict[int, frozenset[str] | None] = {everything: None}

    def named_set(mask: int) -> frozenset[str] | None:
        if mask not in named:
            named[mask] = frozenset(p for p, bit in bits.items() if bit & mask)
        return named[mask]

    result = []
    for procedure in procedures:
        edges = [
            replace(edge, statement=replace(edge.statement, hides=hides))
            if isinstance(edge.statement, Unmodelled)
            and (hides := named_set(hidden[procedure.name, edge.source] | always)) is not None
            else edge
            for edge in procedure.edges
        ]
        result.append(replace(procedure, edges=tuple(edges)))
    return result


def _hidden(
    entries: Mapping[str, int], ways: _Ways, bits: Mapping[str, int], everything: int
) -> dict[_Node, int]:
    """What each location from which something is not modelled hides."""
    begun: dict[_Node, int] = {}
    onwards: _Feeds = {}  # what can be violated from a node can be from those that it feeds, too
    entering: _Feeds = {}
    returning: _Feeds = {}
    for name, found in ways.items():
        for way in found:
            source, target = (name, way.source), (name, way.target)
            if way.calls is None:
                begun[source] = everything
                continue
            for callee in way.calls:
                if callee in entries:
                    entering.setdefault((callee, entries[callee]), []).append(source)
                    returning.setdefault(target, []).append((callee, None))
            match way.statement:
                case Error(property_id):
                    begun[source] = begun.get(source, 0) | bits.get(property_id, 0)
                case Return():
                    returning.setdefault((name, None), []).append(source)
                case _:
                    onwards.setdefault(target, []).append(source)
    within = _spread(begun, onwards, entering)
    beyond = _spread(within, onwards, returning)
    return {
        (name, way.source): beyond.get((name, way.source), 0)
        for name, found in ways.items()
        for way in found
        if isinstance(way.statement, Unmodelled)
    }


def _spread(begun: Mapping[_Node, int], *feeds: _Feeds) -> dict[_Node, int]:
    """The least masks that contain these, and that of each node in those of the nodes that it feeds."""
    masks = dict(begun)
    work = list(masks)
    while work:
        node = work.pop()
        mask = masks[node]
        for fed in (fed for each in feeds for fed in each.get(node, ())):
            before = masks.get(fed, 0)
            if mask & ~before:
                masks[fed] = before | mask
                work.append(fed)
    return masks


def _all(ways: _Ways) -> Iterable[Way]:
    return (way for found in ways.values() for way in found)


def calls_of(statement: Statement) -> tuple[str, ...]:
    """The procedures that a statement of the program calls."""
    return (statement.callee,) if isinstance(statement, Call) else ()
