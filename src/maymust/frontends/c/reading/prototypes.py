"""Reads how functions are declared: their prototypes and attributes."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.clang.api import Unit
from maymust.frontends.c.clang.attributes import (
    ELSEWHERE,
    NORETURN,
    WEAK,
    attributes,
    nonnull_parameters,
)
from maymust.frontends.c.clang.libclang import Cursor, Type, declaration_key
from maymust.frontends.c.library.signatures import is_declared_so, signature_of
from maymust.frontends.c.reading.variables import Variables
from maymust.frontends.c.tree.places import Place
from maymust.frontends.c.tree.procedure_names import UNLIKE
from maymust.frontends.c.types import CType
from maymust.frozen import frozen

if TYPE_CHECKING:
    from maymust.frontends.c.tree.expressions import CallExpression

_NORETURN_TYPE = "__attribute__((noreturn))"
_END_PATTERN = re.compile(r"\s*\(\*")


class Prototypes(Variables, ABC):
    """What the declarations of a unit say of functions, and its global variables."""

    def __init__(self, unit: Unit) -> None:
        super().__init__(unit)
        self._definitions: dict[str, Cursor] = {}
        self._prototypes: dict[str, list[Cursor]] = {}
        self._inner_prototypes: dict[str, dict[int | None, Cursor]] = {}
        self._mentions: dict[str, Place] = {}  # of functions, the first of each
        self._obstacles: dict[str, str | None] = {}
        self._endless: dict[str, bool] = {}
        self._ambiguous: set[str] = set()  # defined twice
        for raw in self._top_level:
            if raw.kind == "FUNCTION_DECL":
                name = unit.spelling(raw.cursor)
                self._prototypes.setdefault(name, []).append(raw.cursor)
                if unit.is_definition(raw.cursor):
                    if name in self._definitions:
                        self._ambiguous.add(name)
                    self._definitions[name] = raw.cursor
        symbols = [(name, unit.symbol(c)) for name, declared in self._prototypes.items() for c in declared]
        self._other_symbols = {symbol for name, symbol in symbols if symbol != name}
        self._linked_as = {
            symbol: name for name, symbol in symbols if symbol != name and name in self._definitions
        }

    @abstractmethod
    def has_body(self, name: str) -> bool:
        """Whether a function is defined here, or has a model."""

    @abstractmethod
    def call_of(self, call: CallExpression, caller: str) -> CallExpression:
        """The call that a function makes as it is to be understood: of a model, where its function has
        one."""

    def declared(self, name: str) -> list[Cursor]:
        """The declarations of a function outside of others, in order; a definition is one."""
        return self._prototypes.get(name, [])

    def prototype(self, name: str) -> Prototype | None:
        """A function as declared; None for clang's own, which nothing in the text declares."""
        name = name.removeprefix(UNLIKE)
        if name not in self._prototypes:
            return None
        unit, type_ = self.unit, self.unit.type_of(self._prototypes[name][-1])
        return Prototype(
            name,
            self.types.translate(unit.result_type(unit.canonical(type_))),
            unit.type_spelling(unit.result_type(type_)),
            declaration_text(unit.type_spelling(type_), name),
        )

    def mention(self, name: str, declaration: Cursor, place: Place) -> None:
        """A body mentions a function at a place; its declaration there may be one inside a body."""
        self._mentions.setdefault(name, place)
        self._inner_prototypes.setdefault(name, {})[declaration_key(declaration)] = declaration

    def known_as(self, name: str) -> str:
        """The name by which a function that a body mentions is known. One without a body that the program
        declares unlike the C library has a name of its own, so that no row of the table is about it."""
        unit = self.unit
        if unit.is_model or name in self._definitions or library.table.find(name) is None:
            return name
        declared = self._declarations_of(name)
        if any(unit.in_system_header(cursor) for cursor in declared):
            return name  # clang has compared the others with this one
        types = [unit.type_of(cursor) for cursor in declared]
        fits = all(is_declared_so(name, signature_of(unit, type_)) for type_ in types)
        return name if fits else UNLIKE + name

    def _declarations_of(self, name: str) -> list[Cursor]:
        name = name.removeprefix(UNLIKE)
        return [*self._prototypes.get(name, ()), *self._inner_prototypes.get(name, {}).values()]

    def call_obstacle(self, name: str) -> str | None:
        """Why it is not known what a call of the function executes, or what its address is. Requires that all
        bodies are read."""
        if name not in self._obstacles:
            self._obstacles[name] = self._call_obstacle(name)
        return self._obstacles[name]

    def _call_obstacle(self, name: str) -> str | None:
        name = name.partition(".")[0].removeprefix(UNLIKE)
        declared = self._declarations_of(name)
        renamed = any(self.unit.symbol(cursor) != name for cursor in declared)
        if renamed or name in self._other_symbols:
            return f"`{name}`, which is linked by another name"
        found = {attribute for cursor in declared for attribute in attributes(self.unit, cursor)}
        if not found.isdisjoint(ELSEWHERE):
            return f"alias `{name}`"
        if WEAK in found and not self.has_body(name):
            return f"weak `{name}`, which may be missing"
        return f"`{name}`, which is defined twice" if name in self._ambiguous else None

    def never_returns(self, name: str) -> bool:
        """Whether a declaration of the function says that it does not return. Requires the same."""
        if name not in self._endless:
            self._endless[name] = any(
                NORETURN in attributes(self.unit, cursor) or self._never_returns(self.unit.type_of(cursor))
                for cursor in self._declarations_of(name.partition(".")[0])
            )
        return self._endless[name]

    def _never_returns(self, type_: Type) -> bool:
        """Whether a type of functions says so. Where its result does, it is not clear which is meant."""
        unit, type_ = self.unit, self.unit.canonical(type_)
        of_result = unit.type_spelling(unit.result_type(type_))
        return unit.type_spelling(type_).endswith(_NORETURN_TYPE) and _NORETURN_TYPE not in of_result

    def nonnull_parameters(self, name: str) -> list[int]:
        """The parameters of a function that must not be null, by its declarations. Requires the same."""
        declared = self._declarations_of(name)
        return sorted(set[int]().union(*[nonnull_parameters(self.unit, cursor) for cursor in declared]))

    def returns_nonnull(self, name: str) -> bool:
        """Whether a declaration of the function says that it does not return null. Requires the same."""
        declared = self._declarations_of(name)
        return any("returns_nonnull" in attributes(self.unit, cursor) for cursor in declared)


@frozen
class Prototype:
    """A function as it is declared: `text` declares it."""

    name: str
    returns: CType
    return_text: str
    text: str


def declaration_text(type_text: str, name: str) -> str:
    """A declaration of a function, from the spelling of its type: `int (int)` gives `int f(int)`."""
    start = type_text.find("(")
    if start < 0 or _END_PATTERN.match(type_text, start):
        return f"{type_text} {name}"
    head = type_text[:start].rstrip()
    return f"{head}{'' if head.endswith('*') else ' '}{name}{type_text[start:]}"
