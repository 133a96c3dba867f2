"""Emits checks: where an operation goes wrong, the property of that place and kind is violated, if it is
asked for.

If it is not, the path ends there without a meaning (`Emitter.refuse`), or the machine stops the program
(`Emitter.trap`). A check that cannot fail makes no property.
"""

from __future__ import annotations

from textwrap import shorten
from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.emitting.overflow import negation_overflows, overflows, wraps
from maymust.frontends.c.kinds import ASSERT, KINDS, MEMORY
from maymust.frontends.c.properties.failing import may_fail
from maymust.frontends.c.tree.expressions import CallExpression, Name, Opaque
from maymust.frontends.c.tree.nodes import Node
from maymust.frontends.c.tree.statements import OpaqueStatement
from maymust.frontends.c.types import IntType, is_modelled
from maymust.ir.program import Error, GapCode, Property
from maymust.terms import FALSE, constant, less, ne

if TYPE_CHECKING:
    from collections.abc import Collection

    from maymust.frontends.c.emitting.emitter import Emitter
    from maymust.frontends.c.emitting.program import ProgramContext
    from maymust.frontends.c.tree.expressions import Expression
    from maymust.frontends.c.tree.places import Place
    from maymust.ir.source import Span
    from maymust.terms import Term

_LONGEST_TEXT = 80


def check(
    low: Emitter,
    kind: str,
    bad: Term,
    message: str,
    place: Place,
    *,
    subject: Place | None = None,
    construct: str | None = None,
    code: GapCode = "other",
) -> None:
    """Where `bad` holds, the path ends: in a violation, if this kind is asked for. The `message` then names
    the text of the subject, or of the place itself; otherwise the `construct` says what is not modelled."""
    if low.dead or bad is FALSE:
        return
    if kind not in low.program.checks.asked:
        low.refuse(bad, construct or message, place, code)
        return
    violated = checked_property(low, kind, message, place, subject)
    if low.gaps:
        low.gaps[-1].checked.append((place, violated.id))
    violate_where(low, bad, violated, place.span)


def checked_property(
    low: Emitter, kind: str, message: str, place: Place, subject: Place | None = None
) -> Property:
    """The property that is violated where an operation at a place goes wrong in this way. The `message` names
    the text of the subject, or of the place; in a model of the C library, of the user's call."""
    told, inside = low.told_at(place)
    text = shorten((told if inside else subject or told).text(), _LONGEST_TEXT, placeholder=" …")
    return low.program.checks.property(kind, f"{message}{inside}: {text}", told)


def violate_where(low: Emitter, bad: Term, violated: Property, span: Span) -> None:
    """Where `bad` holds, the property is violated; the path goes on where it does not."""
    wrong, right = low.graph.location(), low.graph.location()
    low.graph.split(bad, wrong, right, span)
    low.graph.at(wrong)
    low.graph.end(Error(violated.id), span)
    low.graph.at(right)


def check_null(
    low: Emitter,
    null: Term,
    message: str,
    place: Place,
    subject: Place | None = None,
    *,
    is_open: bool,
) -> None:
    """A null pointer is dereferenced where `null` holds: the machine stops the program, if nobody asks. If it
    `is_open` when, or whether, the path ends."""
    if "null" in low.program.checks.asked:
        check(low, "null", null, message, place, subject=subject)
    elif is_open or low.effects.traps_are_open(low.name):
        low.refuse(null, f"{message} that may come later, or not at all", place)
    else:
        low.trap(null, place)


def check_arithmetic(low: Emitter, expression: Expression, op: str, a: Term, b: Term, type_: IntType) -> None:
    """`a op b`, which is defined on a machine, is so in C: no signed overflow, no negative number shifted.
    What a rule counts is not the program's."""
    asked, place = low.program.checks.asked, expression.place
    if place.unit.is_woven(place.cursor):
        return
    if "shift" in asked and op == "<<" and type_.signed:
        negative = less(a, constant(0, a.width), signed=True)
        check(low, "shift", negative, "left shift of a negative number", place)
    if "overflow" in asked:
        check(low, "overflow", overflows(op, a, b, type_), "signed overflow", place)
    if "unsigned" in asked and not place.unit.is_model:
        check(low, "unsigned", wraps(op, a, b, type_), "unsigned wrap-around", place)


def check_negation(low: Emitter, expression: Expression, a: Term, type_: IntType) -> None:
    """`-a` does not overflow."""
    place, asked = expression.place, low.program.checks.asked
    if "overflow" in asked and not place.unit.is_woven(place.cursor):
        check(low, "overflow", negation_overflows(a, type_), "signed overflow", place)
    if "unsigned" in asked and place.unit.is_users(place.cursor):
        check(low, "unsigned", wraps("-", constant(0, a.width), a, type_), "unsigned wrap-around", place)


def check_leak(low: Emitter, place: Place) -> None:
    """The program ends here: nothing that was allocated may be left."""
    live = low.program.memory.live
    if live is not None and not low.dead:
        violated = low.program.checks.property("leak", "memory leak at the end of the program", place)
        violate_where(low, ne(live.term, constant(0, live.term.width)), violated, place.span)


def hidden_kind(nodes: Collection[Node], program: ProgramContext) -> str | None:
    """The first of the kinds that are asked for that may be violated where these nodes are evaluated, some of
    which are not modelled. What has no body may do anything to the memory that it is given, and allocate."""
    asked, tracked = program.checks.asked, program.checks.tracked
    strange = any(_is_strange(node, program) for node in nodes)
    for kind in KINDS:
        alone = frozenset((kind,))
        if kind in asked - {ASSERT}:
            if strange and (kind in MEMORY or kind == "leak"):
                return kind
            if any(may_fail(node, alone, tracked, program.checks.guards) for node in nodes):
                return kind
            if kind == "div" and any(_divides(node) for node in nodes):
                return kind
    return None


def _is_strange(node: Node, program: ProgramContext) -> bool:
    match node:
        case CallExpression(function=name):
            return name is None or not program.declarations.has_body(name)
        case Opaque(harmless=harmless):
            return not harmless
        case Name(variable=variable):  # by its attributes it may be another object, or missing
            return variable.lasting and variable.obstacle is not None and is_modelled(variable.type)
    return isinstance(node, OpaqueStatement)


def _divides(node: Node) -> bool:
    return isinstance(node, CallExpression) and node.function in library.DIVISIONS


def hidden_text(place: Place) -> str:
    """What a violation is called that may happen in something that is not modelled."""
    text = shorten(place.text(), _LONGEST_TEXT, placeholder=" …")
    return f"violation hidden in what is not modelled: {text}"
