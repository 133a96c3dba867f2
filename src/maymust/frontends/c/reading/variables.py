"""Reads the global variables of a unit, and those of their initial values that are zero or integers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.clang.api import Unit
from maymust.frontends.c.clang.attributes import (
    variable_obstacle,
)
from maymust.frontends.c.clang.libclang import Cursor
from maymust.frontends.c.reading.types import TypeTable
from maymust.frontends.c.tree.expressions import Constant, Declared, Expression, Opaque
from maymust.frontends.c.tree.leaves import Shapes
from maymust.frontends.c.tree.nodes import zero
from maymust.frontends.c.tree.places import Place
from maymust.frontends.c.types import CType, IntType, VoidType, family, is_modelled

if TYPE_CHECKING:
    pass


class Variables:
    """The global variables that a unit declares."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.types = TypeTable(unit)
        self.shapes = Shapes(self.types.records)
        self._globals: dict[str, list[Cursor]] = {}
        self._variables: dict[str, Declared] = {}
        self._initial_values: dict[Declared, Expression] = {}
        self._top_level = unit.top_level()
        for raw in self._top_level:
            if raw.kind == "VAR_DECL":
                self._globals.setdefault(unit.spelling(raw.cursor), []).append(raw.cursor)

    def globals(self) -> list[Declared]:
        """The variables that are declared outside functions, in order."""
        return [self.global_variable(name) for name in self._globals]

    def global_declarations(self) -> list[Cursor]:
        """Every declaration of a variable outside functions."""
        return [cursor for declared in self._globals.values() for cursor in declared]

    def global_variable(self, name: str, seen: Cursor | None = None) -> Declared:
        """The variable with linkage called `name`; `seen` is a declaration of it inside a function."""
        known = self._variables.get(name)
        if known is None:
            known = self._variables[name] = self._read_global(name, self._declared(name, seen))
        return known

    def _declared(self, name: str, seen: Cursor | None) -> list[Cursor]:
        return self._globals.get(name) or ([] if seen is None else [seen])

    def _read_global(self, name: str, declared: list[Cursor]) -> Declared:
        unit, obstacle = self.unit, None
        for cursor in declared:
            again = cursor is not declared[0]
            obstacle = obstacle or variable_obstacle(unit, name, cursor, again=again)
        defining, outside = self._defining(declared)
        type_, place = self.types.declared(defining), Place(unit, defining)
        initial = None if outside else self.folded_initial_value(defining, type_, place)
        if isinstance(initial, Opaque):
            obstacle = obstacle or initial.construct
        tools = f"`{name}`" if library.is_directive(name) else None  # nobody knows what it means
        if tools is None and self._is_of_library(name, declared):
            tools = f"variable `{name}` of the C library"
        known = Declared(
            name,
            type_,
            place,
            lasting=True,
            const=unit.is_const(unit.canonical(unit.type_of(defining))),
            volatile=unit.is_volatile(unit.canonical(unit.type_of(defining))),
            outside=outside,
            obstacle=obstacle or type_obstacle(name, type_) or (tools if outside else None),
        )
        if initial is not None:
            self.set_initial_value(known, initial)
        return known

    def _is_of_library(self, name: str, declared: list[Cursor]) -> bool:
        """Whether a variable from outside is one that the C library keeps, but for its streams."""
        if name in library.STREAMS or self.unit.is_model:
            return False
        return name in library.VARIABLES or any(self.unit.in_system_header(each) for each in declared)

    def _defining(self, declared: list[Cursor]) -> tuple[Cursor, bool]:
        """The declaration that gives a variable its initial value, and whether that comes from outside."""
        for cursor in declared:
            if self.unit.initialiser(cursor) is not None:
                return cursor, False
        for cursor in declared:
            if not self.unit.is_extern(cursor):
                return cursor, False
        return declared[-1], True

    def set_initial_value(self, variable: Declared, value: Expression) -> None:
        """Makes the initial value of a lasting variable known."""
        self._initial_values[variable] = value

    def folded_initial_value(self, cursor: Cursor, type_: CType, place: Place) -> Expression | None:
        """The initial value of a variable, if it is zero or an integer; None if it must be read.

        It is opaque where clang has accepted the initialiser of an integer and yet gives no number.
        """
        initialiser = self.unit.initialiser(cursor)
        if initialiser is None:
            return zero(type_, place)
        if not isinstance(type_, IntType):
            return None
        value = self.unit.integer(initialiser)
        if value is None and self.unit.kind(initialiser) == "INIT_LIST_EXPR":
            parts = self.unit.children(initialiser)
            value = self.unit.integer(parts[0].cursor) if parts else 0
        if value is None:
            return Opaque(type_, place, f"initial value of `{self.unit.spelling(cursor)}`", ())
        return Constant(type_, place, value)


def type_obstacle(name: str, type_: CType) -> str | None:
    """Why a variable of this type is not modelled."""
    if is_modelled(type_):
        return None
    return f"variable `{name}` of type void" if isinstance(type_, VoidType) else f"{family(type_)} `{name}`"
