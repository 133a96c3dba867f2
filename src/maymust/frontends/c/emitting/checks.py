"""Checks: where an operation goes wrong, the property of that place and kind is violated, if it is asked for.

If it is not, the path ends there without a meaning (`Lowering.refuse`), or the machine stops the program
(`Lowering.trap`). A check that cannot fail makes no property.
"""

from __future__ import annotations

from textwrap import shorten
from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.emitting import gaps
from maymust.frontends.c.emitting.overflow import negation_overflows, overflows, wraps
from maymust.frontends.c.kinds import ASSERT, KINDS, LOST, MEMORY
from maymust.frontends.c.library.requirements import requirements, row_of
from maymust.frontends.c.properties.undefined import may_be_undefined
from maymust.frontends.c.source import Chance
from maymust.frontends.c.storage.constant_objects import is_constant_lvalue
from maymust.frontends.c.tree.nodes import (
    Assignment,
    Binary,
    CallExpression,
    Name,
    Node,
    Opaque,
    OpaqueStatement,
    Step,
    Subscript,
    Unary,
)
from maymust.frontends.c.types import IntType, PointerType, is_modelled
from maymust.ir.program import Error, Havoc, Property
from maymust.terms import FALSE, bitvec, constant, eq, less, ne

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from maymust.frontends.c.emitting.context import Lowering, ProgramContext
    from maymust.frontends.c.lowering.boolean_values import Doubtful
    from maymust.frontends.c.properties.guards import Guards
    from maymust.frontends.c.tree.nodes import Declared, Expression
    from maymust.frontends.c.tree.places import Place
    from maymust.ir.source import Span
    from maymust.terms import Term

_LONGEST_TEXT = 80
_ORDER = {kind: number for number, kind in enumerate((*KINDS, LOST))}
Position = tuple[bool, str, int]
Order = tuple[Position, tuple[int, int], int, str]


class Checks:
    """What is asked for, and the properties that lowering has found. `position` orders places as the source
    does; `tracked` are the variables that are watched for being read before they are set, and `guards` other
    nodes that are watched; a plain `_Bool` that is `doubtful` need not be 0 or 1."""

    def __init__(
        self,
        asked: frozenset[str],
        tracked: set[Declared],
        guards: Guards,
        doubtful: Doubtful,
        position: Callable[[Place], Position],
    ) -> None:
        self.asked = asked
        self.tracked = tracked
        self.guards = guards
        self.doubtful = doubtful
        self._position = position
        self._found: dict[tuple[str, Span, str], Property] = {}
        self._places: dict[str, Place] = {}
        self._order: dict[str, Order] = {}

    def property(self, kind: str, description: str, place: Place) -> Property:
        """The property of a kind at a place; its identity tells both."""
        span = place.span
        known = self._found.get((kind, span, description))
        if known is None:
            start = identity = f"{kind}.{span.line}.{span.column}"
            number = 1
            while identity in self._order:
                number += 1
                identity = f"{start}.{number}"
            known = self._found[kind, span, description] = Property(identity, kind, description, span)
            self._places[identity] = place
            end = (span.end_line, span.end_column)
            self._order[identity] = (self._position(place), end, _ORDER[kind], identity)
        return known

    def found(self, used: set[str]) -> list[Property]:
        """The properties of checks with these identities."""
        return [p for p in self._found.values() if p.id in used]

    def places(self, kind: str) -> dict[str, Place]:
        """Where the properties of a kind are, by their identities."""
        return {p.id: self._places[p.id] for p in self._found.values() if p.kind == kind}

    def order(self, wanted: Property, place: Place | None) -> Order:
        """Where a property comes among all, in the order of the source; `place` is that of an assertion."""
        if place is None:
            return self._order[wanted.id]
        return (self._position(place), (0, 0), -1, "")


def check(
    low: Lowering,
    kind: str,
    bad: Term,
    message: str,
    place: Place,
    *,
    subject: Place | None = None,
    construct: str | None = None,
) -> None:
    """Where `bad` holds, the path ends: in a violation, if this kind is asked for. The `message` then names
    the text of the subject, or of the place itself; otherwise the `construct` says what is not modelled."""
    if low.dead or bad is FALSE:
        return
    if kind not in low.program.checks.asked:
        low.refuse(bad, construct or message, place)
        return
    violated = checked_property(low, kind, message, place, subject)
    if low.gaps:
        low.gaps[-1].checked.append((place, violated.id))
    violate_where(low, bad, violated, place.span)


def check_perhaps(low: Lowering, kind: str, open_: Term, message: str, construct: str, place: Place) -> None:
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
    gaps.leave_open(low, eq(ends, constant(1, 1)), construct, place, (kind, message), goes_on=False)
    graph.jump(good)
    graph.at(good)


def checked_property(
    low: Lowering, kind: str, message: str, place: Place, subject: Place | None = None
) -> Property:
    """The property that is violated where an operation at a place goes wrong in this way. The `message` names
    the text of the subject, or of the place; in a model of the C library, of the user's call."""
    told, inside = low.told_at(place)
    text = shorten((told if inside else subject or told).text(), _LONGEST_TEXT, placeholder=" …")
    return low.program.checks.property(kind, f"{message}{inside}: {text}", told)


def violate_where(low: Lowering, bad: Term, violated: Property, span: Span) -> None:
    """Where `bad` holds, the property is violated; the path goes on where it does not."""
    wrong, right = low.graph.location(), low.graph.location()
    low.graph.split(bad, wrong, right, span)
    low.graph.at(wrong)
    low.graph.end(Error(violated.id), span)
    low.graph.at(right)


def check_null(
    low: Lowering,
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


def check_arithmetic(
    low: Lowering, expression: Expression, op: str, a: Term, b: Term, type_: IntType
) -> None:
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


def check_negation(low: Lowering, expression: Expression, a: Term, type_: IntType) -> None:
    """`-a` does not overflow."""
    place, asked = expression.place, low.program.checks.asked
    if "overflow" in asked and not place.unit.is_woven(place.cursor):
        check(low, "overflow", negation_overflows(a, type_), "signed overflow", place)
    if "unsigned" in asked and place.unit.is_users(place.cursor):
        check(low, "unsigned", wraps("-", constant(0, a.width), a, type_), "unsigned wrap-around", place)


def check_leak(low: Lowering, place: Place) -> None:
    """The program ends here: nothing that was allocated may be left."""
    live = low.program.memory.live
    if live is not None and not low.dead:
        violated = low.program.checks.property("leak", "memory leak at the end of the program", place)
        violate_where(low, ne(live.term, constant(0, live.term.width)), violated, place.span)


def may_fail(
    node: Node, asked: frozenset[str], tracked: Iterable[Declared], guards: Guards | None = None
) -> bool:
    """Whether evaluating a node may violate a check that is asked for, by itself."""
    if may_be_undefined(node, asked) or (guards is not None and guards.watches(node, asked)):
        return True
    match node:
        case Step(target=target) | Assignment(target=target) if is_constant_lvalue(target) is not None:
            return True
        case Name(variable=variable):
            return variable in tracked
        case Unary(op="*") | Subscript():
            return not asked.isdisjoint(("null", "bounds", "deref"))
        case Unary(op="-", type=IntType(signed=True)) | Step(type=IntType()):
            return "overflow" in asked
        case Binary(op=op, type=IntType()) | Assignment(op=str(op), type=IntType()):
            return _may_fail(op, asked)
        case CallExpression(function=None):
            return not asked.isdisjoint(("null", "deref"))
        case CallExpression(function=str(name)):
            releases = library.RELEASES | library.REALLOCATIONS
            if not asked.isdisjoint(("null", "bounds", "deref")) and _looks_at_memory(node):
                return True
            return ("free" in asked and name in releases) or ("leak" in asked and name in library.EXITS)
    return False


def _looks_at_memory(call: CallExpression) -> bool:
    """Whether a function without a body is given memory, or a stream."""
    if call.place.unit.is_model or (call.function or "").startswith("__maymust"):
        return False
    if row_of(call) is not None:
        return bool(requirements(call))
    return any(isinstance(argument.type, PointerType) for argument in call.arguments)


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


def _may_fail(op: str, asked: frozenset[str]) -> bool:
    match op:
        case "+" | "-" | "*":
            return "overflow" in asked
        case "/" | "%":
            return not asked.isdisjoint(("overflow", "div"))
        case "<<" | ">>":
            return not asked.isdisjoint(("overflow", "shift"))
    return False
