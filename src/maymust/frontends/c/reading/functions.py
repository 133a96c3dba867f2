"""Reads clang's tree of a function, bottom-up and without recursion."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.diagnostics import Diagnostic, InputError
from maymust.frontends.c.reading.body import Body
from maymust.frontends.c.reading.expressions import EXPRESSIONS
from maymust.frontends.c.reading.parts import opaque, operands
from maymust.frontends.c.reading.statements import STATEMENTS, lengths_of
from maymust.frontends.c.reading.variable_types import (
    is_variably_modified,
)
from maymust.frontends.c.reading.variadic import hide_lists
from maymust.frontends.c.rewriting.pipeline import rewritten
from maymust.frontends.c.tree.places import Place
from maymust.frontends.c.tree.statements import Compound, Function, Lengths, OpaqueStatement

if TYPE_CHECKING:
    from maymust.frontends.c.clang.api import Raw
    from maymust.frontends.c.clang.libclang import Cursor
    from maymust.frontends.c.reading.prototypes import Prototypes

MAXIMUM_DEPTH = 2000
_ARRAYS = ("VARIABLEARRAY", "CONSTANTARRAY")  # with a length


def read_function(declarations: Prototypes, name: str, definition: Cursor) -> Function:
    """The function of that definition."""
    unit = declarations.unit
    body = Body(declarations, name)
    parameters = tuple(body.declare_parameter(cursor) for cursor in unit.parameters(definition))
    nodes = unit.preorder(definition)
    _check_depth(body, nodes)
    for raw in nodes:
        if raw.kind == "VAR_DECL":
            body.declare(raw)
    for raw in reversed(nodes):
        _read(body, raw)
    block = nodes[0].children[-1].node
    if not isinstance(block, Compound):
        block = Compound(
            Place(unit, definition), (OpaqueStatement(Place(unit, definition), f"body of `{name}`"),)
        )
    block = replace(block, items=(*_parameter_lengths(body, nodes[0]), *block.items))
    type_ = unit.type_of(definition)
    returns = declarations.types.translate(unit.result_type(unit.canonical(type_)))
    place = Place(unit, definition)
    made = Function(name, returns, parameters, unit.is_variadic(type_), block, place, body.further)
    return rewritten(made, declarations.types.pointer_width)


def _parameter_lengths(body: Body, function: Raw) -> list[Lengths]:
    """The lengths of arrays that are evaluated when the function is called (C11 6.9.1p10). That of an array
    is not, if it is a parameter itself: it is a pointer."""
    unit, found = body.unit, list[Lengths]()
    for raw in function.children:
        if raw.kind == "PARM_DECL" and is_variably_modified(unit, raw.cursor):
            sizes = operands(body, raw)  # the innermost first
            own = unit.type_kind(unit.canonical(unit.type_of(raw.cursor))) in _ARRAYS
            sizes = sizes[:-1] if own else sizes
            if sizes:
                found.append(lengths_of(body, raw, sizes))
    return found


def read_global_declaration(declarations: Prototypes, cursor: Cursor) -> Raw:
    """The tree of a declaration outside functions, which has been read."""
    body, nodes = Body(declarations, ""), declarations.unit.preorder(cursor)
    _check_depth(body, nodes)
    for raw in reversed(nodes):
        _read(body, raw)
    return nodes[0]


def _read(body: Body, raw: Raw) -> None:
    hide_lists(body, raw)
    statement = STATEMENTS.get(raw.kind)
    if statement is not None:
        raw.node = statement(body, raw)
        return
    if body.unit.is_expression(raw):
        expression = EXPRESSIONS.get(raw.kind)
        raw.node = expression(body, raw) if expression is not None else opaque(body, raw)


def _check_depth(body: Body, nodes: list[Raw]) -> None:
    """Refuses what the recursive steps behind this one could not walk."""
    height: dict[int, int] = {}
    for raw in reversed(nodes):
        deepest = max([height.pop(id(child)) for child in raw.children], default=0)
        if deepest >= MAXIMUM_DEPTH:
            what = "expression" if body.unit.is_expression(raw) else "statement"
            message = f"{what} nested too deeply (more than {MAXIMUM_DEPTH} levels)"
            raise InputError(
                Diagnostic("error", message, body.place(raw).span, "split it into smaller parts")
            )
        height[id(raw)] = deepest + 1
