"""Lowers labels, `goto`, `break` and `continue`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.emitting.lowering import Destination
from maymust.frontends.c.expressions import lifetimes
from maymust.frontends.c.lowering.declaring import make_uninitialised
from maymust.frontends.c.tree.expressions import Declared, LocalObject
from maymust.frontends.c.tree.statements import Break, Continue, Goto, Label

if TYPE_CHECKING:
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.tree.places import Place


def leave(low: Lowering, statement: Break | Continue, targets: list[tuple[int, int] | None]) -> None:
    """Goes to the innermost of these targets."""
    if not targets or targets[-1] is None:
        low.wild("jump out of the head of a loop", statement.place)
    else:
        location, depth = targets[-1]
        lifetimes.leave(low, low.scope[depth:], statement.place.span)
        low.graph.jump(location)


def enter_scope(low: Lowering, objects: list[LocalObject], place: Place) -> None:
    """A jump past these declarations leaves the variables uninitialised."""
    for local in objects:
        lifetimes.enter(low, local, place)
        if isinstance(local, Declared):
            make_uninitialised(low, local, place, None)


def mark(low: Lowering, statement: Label) -> None:
    """The place of a label is reached."""
    target = low.labels.setdefault(statement.identity, Destination(statement.name, low.graph.location()))
    target.scope, target.blocks = tuple(low.scope), tuple(low.blocks)
    low.graph.jump(target.location)
    for location, scope, place in target.waiting:
        low.graph.at(location)
        _jump(low, target, scope, place)
    low.graph.at(target.location)
    if statement in low.program.properties:
        low.violate(statement)


def go_to(low: Lowering, statement: Goto) -> None:
    """Goes to the label, or waits for it."""
    target = low.labels.setdefault(statement.identity, Destination(statement.label, low.graph.location()))
    if low.graph.current is None:
        return
    if target.scope is None:
        target.waiting.append((low.graph.current, tuple(low.scope), statement.place))
        low.graph.current = None
    else:
        _jump(low, target, tuple(low.scope), statement.place)


def _jump(low: Lowering, target: Destination, scope: tuple[LocalObject, ...], place: Place) -> None:
    assert target.scope is not None
    left = [local for local in scope if local not in target.scope and not _stays(low, local, target)]
    lifetimes.leave(low, left, place.span)
    enter_scope(low, [local for local in target.scope if local not in scope], place)
    low.graph.jump(target.location)


def _stays(low: Lowering, local: LocalObject, target: Destination) -> bool:
    """Whether an object lives on when its block goes on before its declaration (C11 6.2.4p6, p7)."""
    return isinstance(local, Declared) and local.count is None and low.homes.get(local) in target.blocks
