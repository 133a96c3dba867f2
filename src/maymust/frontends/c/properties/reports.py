"""Finds the properties of a program: one for each place in the source that reports a violation."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.kinds import RULE
from maymust.frontends.c.points_to.result import PointsTo
from maymust.frontends.c.properties.error_labels import error_labels
from maymust.frontends.c.source import CallSite, LabelSite
from maymust.frontends.c.tree.expressions import (
    CallExpression,
    Cast,
    Constant,
    Expression,
    FunctionName,
    Text,
)
from maymust.frontends.c.tree.nodes import Node, walk
from maymust.frontends.c.tree.statements import Function, Label
from maymust.ir.program import Property

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from maymust.frontends.c.clang.weaving import Weaving
    from maymust.frontends.c.reading.declarations import Declarations
    from maymust.frontends.c.tree.places import Place
    from maymust.ir.source import Span

_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


def find_properties(
    declarations: Declarations, functions: Iterable[Function], initialisers: Iterable[Node]
) -> dict[Node, Property]:
    """The property of each call or label that reports a violation, numbered in the order of the source.

    A function that is called to report an error is not looked into: its calls are the violations. Where such
    a function is mentioned and not called, it may be called through a pointer; that is a property, too.
    """
    found: list[tuple[Node, str, str, Place]] = []
    functions = list(functions)
    called = {n.function for f in functions for n in walk(f.body) if isinstance(n, CallExpression)}
    roots: list[Node] = [f.body for f in functions if f.name not in library.ERRORS or f.name not in called]
    for root in (*roots, *initialisers):
        nodes = walk(root)
        direct = {part for node in nodes for part in _callee(node)}
        ends = set(error_labels(nodes))
        for node in nodes:
            if isinstance(node, CallExpression):
                what = reported(declarations, node)
                if what is not None:
                    found.append((node, *what, node.place))
            elif isinstance(node, Label) and node in ends:
                found.append((node, "unreach", f"arrival at label {node.name}", node.place))
            elif isinstance(node, FunctionName) and node not in direct and is_report(declarations, node.name):
                found.append((node, "unreach", f"call of {node.name}() through a pointer", node.place))
    found.sort(key=lambda item: position(declarations, item[3]))
    return {
        node: Property(f"P{number}", kind, description, place.span)
        for number, (node, kind, description, place) in enumerate(found, start=1)
    }


def rule_properties(weaving: Weaving, span: Span) -> dict[str, Property]:
    """The property of each rule by its name: that none of its aborts is reached."""
    found = {}
    for rule in weaving.rules:
        text = f"{rule.name}: {rule.description}" if rule.description else rule.name
        found[rule.name] = Property(f"{RULE}.{rule.name}", RULE, text, span)
    return found


def find_aborts(
    weaving: Weaving, properties: Mapping[str, Property], functions: Iterable[Function]
) -> dict[Node, Property]:
    """The properties of rules that calls in these functions violate."""
    found: dict[Node, Property] = {}
    for function in functions:
        for node in walk(function.body):
            if isinstance(node, CallExpression) and node.function == library.RULE_VIOLATION:
                (number,) = node.arguments
                assert isinstance(number, Constant)
                found[node] = properties[weaving.violations[number.value].rule]
    return found


def with_indirect_calls(
    declarations: Declarations, properties: Mapping[Node, Property], calls: Mapping[CallExpression, str]
) -> dict[Node, Property]:
    """The properties, with those of calls through pointers that may be of a function which reports a
    violation: its name is beside them. To mention it is then no property, and it is not looked into. Copies
    of a call have one."""
    names = set(calls.values())
    bodies = [declarations.function(name).body for name in sorted(names) if declarations.has_body(name)]
    inside = {node for body in bodies for node in walk(body)}
    kept = {
        node: found
        for node, found in properties.items()
        if node not in inside and not (isinstance(node, FunctionName) and node.name in names)
    }
    for node, name in calls.items():
        kept[node] = Property("", "unreach", f"call of {name}() through a pointer", node.place.span)
    places = {found: node.place for node, found in kept.items()}
    ordered = sorted(places, key=lambda found: position(declarations, places[found]))
    numbered = {found: replace(found, id=f"P{n}") for n, found in enumerate(ordered, start=1)}
    return {node: numbered[found] for node, found in kept.items()}


def _callee(node: Node) -> list[Node]:
    """What names the function in a call of it."""
    return walk(node.callee) if isinstance(node, CallExpression) and node.function is not None else []


def is_report(declarations: Declarations, name: str) -> bool:
    """Whether a function reports a violation, always or if its argument is zero."""
    reports = library.ASSERTIONS | library.FAILED_ASSERTIONS
    return name in library.ERRORS or (name in reports and not declarations.has_body(name))


def position(declarations: Declarations, place: Place) -> tuple[bool, str, int]:
    """By this, places are in the order of the source, the main file first. A macro counts where it is used,
    not where it is defined."""
    file = place.span.file
    return file != declarations.unit.path, file, place.start_offset()


def reported(declarations: Declarations, call: CallExpression) -> tuple[str, str] | None:
    """Kind and description of the violation that a call may report; None if it reports none."""
    name = call.function
    if name is None:
        return None
    if name in library.ERRORS:
        return "unreach", f"call of {name}()"
    if declarations.has_body(name) or name == library.RULE_VIOLATION:
        return None
    if name in library.ASSERTIONS:
        return "assert", _asserted(call)
    if name in library.FAILED_ASSERTIONS:
        index = library.asserted_argument(name, len(call.arguments))
        text = _string(call.arguments[index]) if index < len(call.arguments) else None
        return "assert", name if text is None else text
    if library.is_clause(name):  # what it asks for is not modelled, so this stays open
        return "assert", call.place.text()
    return None


def _asserted(call: CallExpression) -> str:
    """The condition of an assertion, with the message that some tools want behind it."""
    if not call.arguments:
        return call.function or ""
    condition, message = call.arguments[0].place.text(), ""
    told: Expression | None = call.arguments[1] if len(call.arguments) > 1 else None
    while isinstance(told, Cast):
        told = told.operand
    if isinstance(told, Text):
        message = f", {told.text}"
    return condition + message


def violation_site(node: Node, called: Function | None = None) -> CallSite | LabelSite | None:
    """Where a violation could be made visible in the main file; None inside macros and other files. For a
    call through a pointer that is a violation if it is of `called`, that is where this begins."""
    extent = node.place.plain_bytes() if called is None else called.body.place.plain_bytes()
    if extent is None:
        return None
    if called is not None:
        return LabelSite(extent[0] + 1)
    if isinstance(node, CallExpression):
        callee = node.callee.place.plain_bytes()
        return None if callee is None or node.function is None else CallSite(node.function, *callee)
    if isinstance(node, Label):
        text = node.place.unit.contents(node.place.cursor)
        colon = text.find(b":", extent[0])
        return LabelSite(colon + 1) if colon >= 0 else None
    return None


def _string(expression: Expression) -> str | None:
    while isinstance(expression, Cast):
        expression = expression.operand
    return _ESCAPE.sub(r"\1", expression.text[1:-1]) if isinstance(expression, Text) else None


def indirect_reports(
    declarations: Declarations, functions: list[Function], points: PointsTo
) -> dict[CallExpression, str]:
    """Calls through pointers that may be of a function which reports a violation: its name."""
    found = {}
    for function in functions:
        for node in walk(function.body):
            if isinstance(node, CallExpression) and node.function is None:
                names = [name for name in points.callees(node) if is_report(declarations, name)]
                if names:
                    found[node] = names[0]
    return found
