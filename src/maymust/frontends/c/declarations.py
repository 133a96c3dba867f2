"""What a translation unit declares: global variables, functions and their bodies."""

from __future__ import annotations

import re
from dataclasses import dataclass

from maymust.frontends.c.clang_api import Cursor, Position, Raw, Unit, declaration_key
from maymust.frontends.c.places import Place
from maymust.frontends.c.tree import CType, Declared, Function, IntType, OtherType
from maymust.frontends.c.types import TypeTable

_HARMLESS = frozenset(
    {"unused", "used", "maybe_unused", "aligned", "section", "deprecated", "visibility", "packed"}
)
_WORD = re.compile(rb"\s*(?:\[\[)?(?:(?:gnu|clang)::)?(\w+)")
_END_PATTERN = re.compile(r"\s*\(\*")


@dataclass(frozen=True, slots=True)
class Prototype:
    """A function as it is declared: `text` declares it, `attributes` are the names of its attributes."""

    name: str
    returns: CType
    return_text: str
    text: str
    attributes: frozenset[str]


class Declarations:
    """The declarations of a unit. Bodies are read when they are asked for, each once."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.types = TypeTable(unit)
        self._globals: dict[str, list[Cursor]] = {}
        self._definitions: dict[str, Cursor] = {}
        self._prototypes: dict[str, Cursor] = {}
        self._variables: dict[str, Declared] = {}
        self._functions: dict[str, Function] = {}
        for raw in unit.top_level():
            if raw.kind == "VAR_DECL":
                self._globals.setdefault(unit.spelling(raw.cursor), []).append(raw.cursor)
            elif raw.kind == "FUNCTION_DECL":
                name = unit.spelling(raw.cursor)
                self._prototypes[name] = raw.cursor
                if unit.is_definition(raw.cursor):
                    self._definitions[name] = raw.cursor

    # -- variables -----------------------------------------------------------------------------------------

    def globals(self) -> list[Declared]:
        """The variables that are declared outside functions, in order."""
        return [self.global_variable(name) for name in self._globals]

    def global_variable(self, name: str, seen: Cursor | None = None) -> Declared:
        """The variable with linkage called `name`; `seen` is a declaration of it inside a function."""
        known = self._variables.get(name)
        if known is None:
            known = self._variables[name] = self._read_global(name, self._declared(name, seen))
        return known

    def _declared(self, name: str, seen: Cursor | None) -> list[Cursor]:
        return self._globals.get(name) or ([] if seen is None else [seen])

    def _read_global(self, name: str, declared: list[Cursor]) -> Declared:
        obstacle: str | None = None
        for cursor in declared:
            obstacle = obstacle or self.attribute_obstacle(name, self.unit.children(cursor))
        initial, defining = self._initial(declared)
        type_ = self.types.of(defining)
        if initial == "strange":
            obstacle = obstacle or f"initial value of `{name}`"
        return Declared(
            name,
            type_,
            Place(self.unit, defining),
            lasting=True,
            const=self.unit.is_const(self.unit.canonical(self.unit.type_of(defining))),
            initial=initial if isinstance(initial, int) else None,
            obstacle=obstacle or type_obstacle(name, type_),
        )

    def _initial(self, declared: list[Cursor]) -> tuple[int | str | None, Cursor]:
        """The initial value (None: from outside; "strange": no integer) and the declaration that gives it."""
        for cursor in declared:
            initialiser = self.unit.initialiser(cursor)
            if initialiser is not None:
                if not isinstance(self.types.of(cursor), IntType):
                    return None, cursor
                return self.constant_initialiser(initialiser), cursor
        for cursor in declared:
            if not self.unit.is_extern(cursor):
                return 0, cursor
        return None, declared[-1]

    def constant_initialiser(self, initialiser: Cursor) -> int | str:
        """The value of an initialiser that clang has accepted as constant."""
        value = self.unit.integer(initialiser)
        if value is None and self.unit.kind(initialiser) == "INIT_LIST_EXPR":
            parts = self.unit.children(initialiser)
            value = self.unit.integer(parts[0].cursor) if parts else 0
        return "strange" if value is None else value

    def attribute_obstacle(self, name: str, parts: list[Raw]) -> str | None:
        """Why the attributes of a variable keep it from being modelled: `cleanup`, `alias` and the like."""
        for part in parts:
            if part.kind == "ASM_LABEL_ATTR" or (
                part.kind == "UNEXPOSED_ATTR" and self._attribute(part.cursor) not in _HARMLESS
            ):
                return f"attribute of `{name}`"
        return None

    def _attribute(self, cursor: Cursor) -> str:
        start = self.unit.spelled_at(cursor).offset
        match = _WORD.match(self.unit.contents(cursor)[start : start + 200])
        return match[1].decode("ascii", "replace").strip("_") if match else ""

    # -- functions -----------------------------------------------------------------------------------------

    def has_body(self, name: str) -> bool:
        """Whether a function is defined here."""
        return name in self._definitions

    def defined_in_main_file(self) -> list[str]:
        """The functions defined in the main file, in order."""
        return [name for name, cursor in self._definitions.items() if self.unit.in_main_file(cursor)]

    def defined(self) -> list[str]:
        """Every function with a body, in order."""
        return list(self._definitions)

    def function(self, name: str) -> Function:
        """A function with its body. Requires that it has one."""
        known = self._functions.get(name)
        if known is None:
            from maymust.frontends.c.reading import read_function

            known = self._functions[name] = read_function(self, name, self._definitions[name])
        return known

    def functions_in_reach(self, entry: str) -> list[str]:
        """The functions with a body that executions from `entry` might come to, as far as names tell: those
        that it, a function in reach, or the initialiser of a global variable mentions, called or not."""
        roots = [cursor for declared in self._globals.values() for cursor in declared]
        found: dict[str, None] = {}
        work = [entry, *(name for root in roots for name in self._mentioned(root))]
        while work:
            name = work.pop()
            if name not in found:
                found[name] = None
                work += self._mentioned(self._definitions[name])
        return [name for name in self._definitions if name in found]

    def _mentioned(self, root: Cursor) -> list[str]:
        unit = self.unit
        names = [unit.spelling(raw.cursor) for raw in unit.preorder(root) if raw.kind == "DECL_REF_EXPR"]
        return [name for name in dict.fromkeys(names) if name in self._definitions]

    def prototype(self, name: str) -> Prototype | None:
        """A function as declared; None for clang's own, which nothing in the text declares."""
        cursor = self._prototypes.get(name)
        if cursor is None:
            return None
        unit = self.unit
        type_ = unit.canonical(unit.type_of(cursor))
        result = unit.result_type(unit.type_of(cursor))
        attributes = {
            self._attribute(part.cursor) for part in unit.children(cursor) if part.kind == "UNEXPOSED_ATTR"
        }
        return Prototype(
            name,
            self.types.translate(unit.result_type(type_)),
            unit.type_spelling(result),
            declaration_text(unit.type_spelling(unit.type_of(cursor)), name),
            frozenset(attributes),
        )

    def parameters(self, name: str) -> list[tuple[str, str]]:
        """The parameters of a defined function: type and name, as they are written."""
        return [
            (self.unit.type_spelling(self.unit.type_of(p)), self.unit.spelling(p))
            for p in self.unit.parameters(self._definitions[name])
        ]

    def name_position(self, name: str) -> Position:
        """Where a defined function's name stands."""
        return self.unit.name_position(self._definitions[name])


def type_obstacle(name: str, type_: CType) -> str | None:
    """Why a variable of this type is not modelled."""
    if isinstance(type_, IntType):
        return None
    return f"{type_.family} `{name}`" if isinstance(type_, OtherType) else f"variable `{name}` of type void"


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
