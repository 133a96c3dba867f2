"""What a translation unit declares: global variables, functions and their bodies."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.clang.api import Cursor, Position, Raw, Type, Unit, declaration_key
from maymust.frontends.c.clang.attributes import (
    ELSEWHERE,
    NORETURN,
    WEAK,
    attributes,
    constructor_rank,
    linked_names,
    nonnull_parameters,
    runs_by_itself,
    variable_obstacle,
)
from maymust.frontends.c.library.signatures import is_declared_so, signature_of
from maymust.frontends.c.reading.statements import initialiser_of
from maymust.frontends.c.reading.types import TypeTable
from maymust.frontends.c.tree.leaves import Shapes
from maymust.frontends.c.tree.nodes import Constant, Declared, Expression, Function, Opaque, zero
from maymust.frontends.c.tree.places import Place
from maymust.frontends.c.tree.va_lists import VA_LIST
from maymust.frontends.c.types import VOID, CType, FloatType, IntType, VoidType, family, is_modelled, size_of
from maymust.frozen import frozen
from maymust.ir.program import UNLIKE, function_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.frontends.c.reading.models import LibraryModels
    from maymust.frontends.c.tree.nodes import CallExpression

_NORETURN_TYPE = "__attribute__((noreturn))"
_END_PATTERN = re.compile(r"\s*\(\*")


@frozen
class Prototype:
    """A function as it is declared: `text` declares it."""

    name: str
    returns: CType
    return_text: str
    text: str


class Declarations:
    """The declarations of a unit. Bodies are read when they are asked for, each once."""

    def __init__(self, unit: Unit, models: LibraryModels | None = None) -> None:
        """`models` stand for functions of the C library that are not defined here."""
        self.unit = unit
        self._models = models
        self._fitting: dict[str, bool] = {}
        self.types = TypeTable(unit)
        self.shapes = Shapes(self.types.records)
        self._globals: dict[str, list[Cursor]] = {}
        self._definitions: dict[str, Cursor] = {}
        self._prototypes: dict[str, list[Cursor]] = {}
        self._inner_prototypes: dict[str, dict[int | None, Cursor]] = {}
        self._mentions: dict[str, Place] = {}  # of functions, the first of each
        self._obstacles: dict[str, str | None] = {}
        self._endless: dict[str, bool] = {}
        self._assembly: list[Cursor] = []
        self._ambiguous: set[str] = set()  # defined twice
        self._variables: dict[str, Declared] = {}
        self._initial_values: dict[Declared, Expression] = {}
        self._read: dict[int | None, Raw] = {}  # declarations outside functions
        self._functions: dict[str, Function] = {}
        for raw in unit.top_level():
            if raw.kind == "VAR_DECL":
                self._globals.setdefault(unit.spelling(raw.cursor), []).append(raw.cursor)
            elif raw.kind == "FUNCTION_DECL":
                name = unit.spelling(raw.cursor)
                self._prototypes.setdefault(name, []).append(raw.cursor)
                if unit.is_definition(raw.cursor):
                    if name in self._definitions:
                        self._ambiguous.add(name)
                    self._definitions[name] = raw.cursor
            elif raw.kind == "UNEXPOSED_DECL" and unit.declaration(raw.cursor).startswith("__asm"):
                self._assembly.append(raw.cursor)
        symbols = [(name, unit.symbol(c)) for name, declared in self._prototypes.items() for c in declared]
        self._other_symbols = {symbol for name, symbol in symbols if symbol != name}
        self._linked_as = {
            symbol: name for name, symbol in symbols if symbol != name and name in self._definitions
        }

    # -- variables -----------------------------------------------------------------------------------------

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

    def _defining(self, declared: list[Cursor]) -> tuple[Cursor, bool]:
        """The declaration that gives a variable its initial value, and whether that comes from outside."""
        for cursor in declared:
            if self.unit.initialiser(cursor) is not None:
                return cursor, False
        for cursor in declared:
            if not self.unit.is_extern(cursor):
                return cursor, False
        return declared[-1], True

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

    def read_declaration(self, cursor: Cursor) -> Raw:
        """The tree of a declaration outside functions."""
        known = self._read.get(declaration_key(cursor))
        if known is None:
            from maymust.frontends.c.reading.functions import read_global_declaration

            known = self._read[declaration_key(cursor)] = read_global_declaration(self, cursor)
        return known

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
        from maymust.frontends.c.reading.functions import read_function

        return read_function(self, own_name, self._definitions[name])

    def definition(self, name: str) -> Cursor | None:
        """Where a function is defined here."""
        return self._definitions.get(name)

    def declared(self, name: str) -> list[Cursor]:
        """The declarations of a function outside of others, in order; a definition is one."""
        return self._prototypes.get(name, [])

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

    def user_call(self, model: str) -> tuple[Place, str] | None:
        """Where the user's text calls the instance of a model of that name, perhaps by way of others, or else
        first mentions it; and which function it calls there."""
        found = None if self._models is None else self._models.user_call(model)
        name = function_name(model)
        return found or ((self._mentions[name], name) if name in self._mentions else None)

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

    def nonnull_parameters(self, name: str) -> list[int]:
        """The parameters of a function that must not be null, by its declarations. Requires the same."""
        declared = self._declarations_of(name)
        return sorted(set[int]().union(*[nonnull_parameters(self.unit, cursor) for cursor in declared]))

    def returns_nonnull(self, name: str) -> bool:
        """Whether a declaration of the function says that it does not return null. Requires the same."""
        declared = self._declarations_of(name)
        return any("returns_nonnull" in attributes(self.unit, cursor) for cursor in declared)

    def _never_returns(self, type_: Type) -> bool:
        """Whether a type of functions says so. Where its result does, it is not clear which is meant."""
        unit, type_ = self.unit, self.unit.canonical(type_)
        of_result = unit.type_spelling(unit.result_type(type_))
        return unit.type_spelling(type_).endswith(_NORETURN_TYPE) and _NORETURN_TYPE not in of_result

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


def type_obstacle(name: str, type_: CType) -> str | None:
    """Why a variable of this type is not modelled."""
    if is_modelled(type_):
        return None
    return f"variable `{name}` of type void" if isinstance(type_, VoidType) else f"{family(type_)} `{name}`"


def declaration_text(type_text: str, name: str) -> str:
    """A declaration of a function, from the spelling of its type: `int (int)` gives `int f(int)`."""
    start = type_text.find("(")
    if start < 0 or _END_PATTERN.match(type_text, start):
        return f"{type_text} {name}"
    head = type_text[:start].rstrip()
    return f"{head}{'' if head.endswith('*') else ' '}{name}{type_text[start:]}"


def variable_key(cursor: Cursor) -> int | None:
    """What tells local variables apart."""
    return declaration_key(cursor)
