"""Holds what the readers of expressions and statements know of the function that they are in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.clang.attributes import variable_obstacle
from maymust.frontends.c.clang.libclang import declaration_key
from maymust.frontends.c.reading.prototypes import Prototypes
from maymust.frontends.c.reading.variable_types import parameter_obstacle, variable_array_element
from maymust.frontends.c.reading.variables import type_obstacle
from maymust.frontends.c.tree.expressions import Declared, Expression, Opaque
from maymust.frontends.c.tree.places import Place
from maymust.frontends.c.tree.va_lists import BUILTIN, VA_LIST
from maymust.frontends.c.types import IntType

if TYPE_CHECKING:
    from maymust.frontends.c.clang.api import Raw
    from maymust.frontends.c.clang.libclang import Cursor
    from maymust.frontends.c.types import CType


class Body:
    """What the readers of expressions and statements need to know of the function that they are in."""

    def __init__(self, declarations: Prototypes, name: str) -> None:
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


def variable_key(cursor: Cursor) -> int | None:
    """What tells local variables apart."""
    return declaration_key(cursor)
