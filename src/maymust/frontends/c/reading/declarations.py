"""Reads what a translation unit declares: global variables, functions and their bodies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.clang.api import Raw, Unit
from maymust.frontends.c.clang.attributes import (
    attributes,
    constructor_rank,
    linked_names,
    runs_by_itself,
)
from maymust.frontends.c.clang.libclang import Cursor, declaration_key
from maymust.frontends.c.clang.text import Position
from maymust.frontends.c.reading.functions import read_function, read_global_declaration
from maymust.frontends.c.reading.prototypes import Prototypes
from maymust.frontends.c.reading.statements import initialiser_of
from maymust.frontends.c.tree.expressions import Declared, Expression, Opaque
from maymust.frontends.c.tree.places import Place
from maymust.frontends.c.tree.procedure_names import function_name
from maymust.frontends.c.tree.statements import Function
from maymust.frontends.c.tree.va_lists import VA_LIST
from maymust.frontends.c.types import VOID, CType, FloatType, IntType, size_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.frontends.c.reading.models import LibraryModels
    from maymust.frontends.c.tree.expressions import CallExpression
    from maymust.frontends.c.tree.nodes import Node


class Declarations(Prototypes):
    """The declarations of a unit. Bodies are read when they are asked for, each once."""

    def __init__(self, unit: Unit, models: LibraryModels | None = None) -> None:
        """`models` stand for functions of the C library that are not defined here."""
        super().__init__(unit)
        self._models = models
        self._fitting: dict[str, bool] = {}
        self._assembly: list[Cursor] = []
        self._read: dict[int | None, Raw] = {}  # declarations outside functions
        self._functions: dict[str, Function] = {}
        for raw in self._top_level:
            if raw.kind == "UNEXPOSED_DECL" and unit.declaration(raw.cursor).startswith("__asm"):
                self._assembly.append(raw.cursor)

    # -- initial values ------------------------------------------------------------------------------------

    def initial_value(self, variable: Declared) -> Expression:
        """What a lasting variable that does not come from outside holds at the start: an expression that C
        accepts as constant. Requires, for a variable of a function, that this has been read."""
        if variable.place.unit is not self.unit and self._models is not None:
            return self._models.initial_value(variable)
        if variable not in self._initial_values:
            value = None
            if variable.owner is None:
                value = initialiser_of(self.unit, self.read_declaration(variable.place.cursor))
            unseen = Opaque(variable.type, variable.place, f"initial value of `{variable.name}`", ())
            self._initial_values[variable] = unseen if value is None else value
        return self._initial_values[variable]

    def initialisers(self) -> list[Node]:
        """The initialisers of the global variables that name others, or functions."""
        found: list[Node] = []
        for cursor in self.global_declarations():
            nodes = self.unit.preorder(cursor)
            if any(raw.kind == "DECL_REF_EXPR" for raw in nodes):
                found.append(self.read_declaration(cursor).node)
        return found

    def read_declaration(self, cursor: Cursor) -> Raw:
        """The tree of a declaration outside functions."""
        known = self._read.get(declaration_key(cursor))
        if known is None:
            known = self._read[declaration_key(cursor)] = read_global_declaration(self, cursor)
        return known

    # -- functions -----------------------------------------------------------------------------------------

    def has_body(self, name: str) -> bool:
        """Whether a function is defined here, or has a model."""
        return name in self._definitions or name in self._functions or self.has_model(name)

    def has_model(self, name: str) -> bool:
        """Whether a function that is not defined here is, as it is declared, one of the C library that has a
        model."""
        declared = name.partition(".")[0]
        if self._models is None or declared in self._definitions or not self._models.has(name):
            return False
        if self._models.is_made(name):
            return True
        if declared not in self._fitting:
            self._fitting[declared] = self._is_declared_like(self._models.function(declared))
        return self._fitting[declared]

    def _is_declared_like(self, model: Function) -> bool:
        """Whether all prototypes of a function, if there are any, are those of the C library."""
        unit = self.unit
        lists = self.types.pointer_to(VOID)  # as pointers, on all machines
        types = [lists if p.type == VA_LIST else p.type for p in model.parameters]
        wanted = [model.returns, *types]
        for cursor in self._declarations_of(model.name):
            type_ = unit.canonical(unit.type_of(cursor))
            found = [self.types.translate(unit.result_type(type_))]
            found += [self.types.translate(parameter) for parameter in unit.parameter_types(type_)]
            if unit.type_kind(type_) == "FUNCTIONPROTO" and not are_passed_alike(found, wanted):
                return False
        return True

    def call_of(self, call: CallExpression, caller: str) -> CallExpression:
        """The call that a function makes as it is to be understood: of a model, where its function has
        one."""
        name = call.function
        if self._models is None or name is None:
            return call
        if self.unit.is_model:
            return self._models.for_call(call, caller, self.shapes) if name in self._definitions else call
        if self.has_model(name):
            return self._models.for_call(call, caller, self.shapes)
        return call if name in self._definitions else self._models.for_format(call, caller)

    def defined_in_main_file(self) -> list[str]:
        """The functions defined in the main file, in order."""
        return [name for name, cursor in self._definitions.items() if self.unit.in_main_file(cursor)]

    def defined(self) -> list[str]:
        """Every function with a body, in order."""
        return list(self._definitions)

    def function(self, name: str) -> Function:
        """A function with its body. Requires that it has one."""
        known = self._functions.get(name)
        if known is None and name not in self._definitions and self._models is not None:
            return self._models.function(name)
        if known is None:
            known = self._functions[name] = self.read_as(name, name)
        return known

    def define(self, function: Function) -> None:
        """From here on, a function is this one. It may be a copy of another, with a name of its own."""
        self._functions[function.name] = function

    def read_as(self, name: str, own_name: str) -> Function:
        """The function that is defined as `name`, read anew, with a name of its own."""
        return read_function(self, own_name, self._definitions[name])

    def definition(self, name: str) -> Cursor | None:
        """Where a function is defined here."""
        return self._definitions.get(name)

    def names_in_reach(self, entry: str) -> set[str]:
        """What the user's functions in reach of `entry`, and initialisers, mention."""
        roots = [*self.global_declarations(), *[self._definitions[n] for n in self.functions_in_reach(entry)]]
        return {name for root in roots if self.unit.is_users(root) for name in self._names_in(root)}

    def functions_in_reach(self, entry: str) -> list[str]:
        """The functions with a body that executions from `entry` might come to, as far as names tell: those
        that it, a function in reach, or the initialiser of a global variable mentions, called or not, and
        those that run by themselves."""
        roots = [*self.global_declarations(), *self._self_running_locals()]
        found: dict[str, None] = {}
        by_themselves = [name for name in self._definitions if self._runs_by_itself(name)]
        work = [
            entry,
            *by_themselves,
            *self.run_first(),
            *(name for root in roots for name in self._mentioned(root)),
        ]
        while work:
            name = work.pop()
            if name not in found:
                found[name] = None
                work += self._mentioned(self._definitions[name])
        return [name for name in self._definitions if name in found]

    def mentioned_by(self, functions: Iterable[str]) -> set[str]:
        """The names that functions with a body mention."""
        return {name for function in functions for name in self._names_in(self._definitions[function])}

    def _mentioned(self, root: Cursor) -> list[str]:
        return [name for name in self._names_in(root) if name in self._definitions]

    def _names_in(self, root: Cursor) -> list[str]:
        unit = self.unit
        nodes = unit.preorder(root)
        names = [unit.spelling(raw.cursor) for raw in nodes if raw.kind == "DECL_REF_EXPR"]
        declared = [raw.cursor for raw in nodes if raw.kind in ("VAR_DECL", "FUNCTION_DECL")]
        declared += [cursor for name in dict.fromkeys(names) for cursor in self._prototypes.get(name, ())]
        names += [name for cursor in declared for name in linked_names(unit, cursor)]
        names += [self._linked_as[name] for name in names if name in self._linked_as]
        return list(dict.fromkeys(names))

    def user_call(self, model: str) -> tuple[Place, str] | None:
        """Where the user's text calls the instance of a model of that name, perhaps by way of others, or else
        first mentions it; and which function it calls there."""
        found = None if self._models is None else self._models.user_call(model)
        name = function_name(model)
        return found or ((self._mentions[name], name) if name in self._mentions else None)

    def run_first(self) -> list[str]:
        """The functions that run before the entry, in order: constructors, as far as their order is told, and
        what SMACK calls before `main`."""
        constructors: dict[int, list[str]] = {}
        for name in self._definitions:
            rank = constructor_rank([attributes(self.unit, cursor) for cursor in self._prototypes[name]])
            if rank is not None and not self.unit.parameters(self._definitions[name]):
                constructors.setdefault(rank, []).append(name)
        alone = [names[0] for _, names in sorted(constructors.items()) if len(names) == 1]
        return [*alone, *[name for name in self._definitions if name.startswith(library.RUN_FIRST)]]

    def run_by_themselves(self) -> list[tuple[str, Place]]:
        """What runs, or might, besides the entry and what runs first: constructors, destructors and assembly;
        and where it is."""
        unit, first = self.unit, self.run_first()
        found = [("assembly outside functions", cursor) for cursor in self._assembly]
        for name, declared in (*self._prototypes.items(), *self._globals.items()):
            if name not in first and any(runs_by_itself(attributes(unit, cursor)) for cursor in declared):
                found_there = {a for cursor in declared for a in attributes(unit, cursor)}
                what = next((w for w in ("constructor", "destructor") if w in found_there), "section of")
                found.append((f"{what} `{name}`", declared[-1]))
        found += [(f"section of `{unit.spelling(cursor)}`", cursor) for cursor in self._self_running_locals()]
        return [(what, Place(unit, cursor)) for what, cursor in found]

    def _self_running_locals(self) -> list[Cursor]:
        """The static variables inside functions, called or not, that name what runs besides the entry."""
        unit = self.unit
        return [
            raw.cursor
            for definition in self._definitions.values()
            for raw in unit.preorder(definition)
            if raw.kind == "VAR_DECL"
            and unit.is_stored_globally(raw.cursor)
            and runs_by_itself(attributes(unit, raw.cursor))
        ]

    def _runs_by_itself(self, name: str) -> bool:
        return any(runs_by_itself(attributes(self.unit, cursor)) for cursor in self._prototypes[name])

    def parameters(self, name: str) -> list[tuple[str, str]]:
        """The parameters of a defined function: type and name, as they are written."""
        return [
            (self.unit.type_spelling(self.unit.type_of(p)), self.unit.spelling(p))
            for p in self.unit.parameters(self._definitions[name])
        ]

    def name_position(self, name: str) -> Position:
        """Where a defined function's name stands."""
        return self.unit.name_position(self._definitions[name])


def are_passed_alike(found: list[CType], wanted: list[CType]) -> bool:
    """Whether values of the one types are passed as those of the others: qualifiers, signs and what pointers
    point to do not matter."""
    if len(found) != len(wanted):
        return False
    for one, other in zip(found, wanted, strict=True):
        if type(one) is not type(other):
            return False
        numbers = isinstance(one, IntType | FloatType) and isinstance(other, IntType | FloatType)
        if numbers and size_of(one) != size_of(other):
            return False
    return True
