"""From clang's tree of a function to ours, bottom-up and without recursion."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.diagnostics import Diagnostic, InputError
from maymust.frontends.c.clang.attributes import variable_obstacle
from maymust.frontends.c.reading.declarations import Declarations, type_obstacle, variable_key
from maymust.frontends.c.reading.expressions import EXPRESSIONS
from maymust.frontends.c.reading.parts import opaque, operands
from maymust.frontends.c.reading.statements import STATEMENTS, lengths_of
from maymust.frontends.c.reading.variable_types import (
    is_variably_modified,
    parameter_obstacle,
    variable_array_element,
)
from maymust.frontends.c.reading.variadic import hide_lists
from maymust.frontends.c.rewriting.held_addresses import with_pointers
from maymust.frontends.c.rewriting.known_sizes import with_known_sizes
from maymust.frontends.c.tree.nodes import (
    Compound,
    Declared,
    Expression,
    Function,
    Lengths,
    Node,
    Opaque,
    OpaqueStatement,
)
from maymust.frontends.c.tree.places import Place
from maymust.frontends.c.tree.va_lists import BUILTIN, VA_LIST
from maymust.frontends.c.types import IntType

if TYPE_CHECKING:
    from maymust.frontends.c.clang.api import Cursor, Raw
    from maymust.frontends.c.types import CType

MAXIMUM_DEPTH = 2000
_ARRAYS = ("VARIABLEARRAY", "CONSTANTARRAY")  # with a length


class Body:
    """What the readers of expressions and statements need to know of the function that they are in."""

    def __init__(self, declarations: Declarations, name: str) -> None:
        self.declarations = declarations
        self.unit = declarations.unit
        self.types = declarations.types
        self.name = name
        self.outside_functions = not name
        self.further: Declared | None = None  # the arguments behind the last parameter
        self._locals: dict[int | None, Declared] = {}

    def place(self, raw: Raw) -> Place:
        """The place of a node."""
        return Place(self.unit, raw.cursor)

    def variable(self, cursor: Cursor) -> Declared:
        """The variable that a name refers to."""
        known = self._locals.get(variable_key(cursor))
        if known is not None:
            return known
        return self.declarations.global_variable(self.unit.spelling(cursor), cursor)

    def declare_parameter(self, cursor: Cursor) -> Declared:
        """Makes a parameter known."""
        name, type_ = self.unit.spelling(cursor), self._type(cursor)
        known = Declared(
            name,
            type_,
            Place(self.unit, cursor),
            owner=self.name,
            parameter=True,
            const=self.unit.is_const(self.unit.canonical(self.unit.type_of(cursor))),
            obstacle=parameter_obstacle(self.unit, cursor) or type_obstacle(name, type_),
        )
        self._locals[variable_key(cursor)] = known
        return known

    def declare(self, raw: Raw) -> Declared:
        """Makes a variable that is declared in the body known."""
        unit, cursor, place = self.unit, raw.cursor, Place(self.unit, raw.cursor)
        name, type_ = unit.spelling(cursor), self.types.declared(cursor)
        if unit.has_linkage(cursor):
            return self.declarations.global_variable(name, cursor)
        element, count = variable_array_element(unit, cursor), None
        if element is not None and any(unit.is_expression(part) for part in raw.children):
            type_ = self.types.pointer_to(self.types.translate(element))
            length = IntType(self.types.pointer_width, signed=True)
            count = Declared(f"{name}.length", length, place, owner=self.name)
        lasting = unit.is_stored_globally(cursor)
        if not lasting:
            type_ = self._type(cursor) if count is None else type_
        initial = self.declarations.folded_initial_value(cursor, type_, place) if lasting else None
        obstacle = variable_obstacle(unit, name, cursor) or type_obstacle(name, type_)
        if isinstance(initial, Opaque):
            obstacle = obstacle or initial.construct
        known = Declared(
            name,
            type_,
            place,
            owner=self.name,
            lasting=lasting,
            const=unit.is_const(unit.canonical(unit.type_of(cursor))),
            volatile=unit.is_volatile(unit.canonical(unit.type_of(cursor))),
            obstacle=obstacle,
            count=count,
        )
        if initial is not None:
            self.declarations.set_initial_value(known, initial)
        self._locals[variable_key(cursor)] = known
        return known

    def hidden(self, name: str, type_: CType, place: Place, *, parameter: bool = False) -> Declared:
        """A variable that the text does not have."""
        return Declared(name, type_, place, owner=self.name, parameter=parameter)

    def further_arguments(self, place: Place) -> Declared:
        """What holds the arguments behind the last parameter."""
        if self.further is None:
            self.further = self.hidden("%arguments", VA_LIST, place, parameter=True)
        return self.further

    def _type(self, cursor: Cursor) -> CType:
        """The type of a variable of the function."""
        is_list = self.unit.is_synonym(self.unit.type_of(cursor), BUILTIN)
        return VA_LIST if is_list else self.types.declared(cursor)

    def set_initial_value(self, cursor: Cursor, value: Expression) -> None:
        """Makes the initial value of a lasting variable of the body known, unless it is folded."""
        variable = self.variable(cursor)
        if not isinstance(variable.type, IntType):
            self.declarations.set_initial_value(variable, value)


def read_function(declarations: Declarations, name: str, definition: Cursor) -> Function:
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
    return with_known_sizes(with_pointers(made, declarations.types.pointer_width))


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


def read_initialisers(declarations: Declarations) -> list[Node]:
    """The initialisers of the global variables that name others, or functions."""
    found: list[Node] = []
    for cursor in declarations.global_declarations():
        nodes = declarations.unit.preorder(cursor)
        if any(raw.kind == "DECL_REF_EXPR" for raw in nodes):
            found.append(declarations.read_declaration(cursor).node)
    return found


def read_global_declaration(declarations: Declarations, cursor: Cursor) -> Raw:
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
