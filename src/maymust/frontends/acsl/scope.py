"""What the names in a contract mean: parameters, globals, constants, types and members, as in C."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from maymust.frontends.c.types import ArrayType, CType, IntType, PointerType, RecordType
from maymust.frozen import frozen

if TYPE_CHECKING:
    from maymust.frontends.c.clang.libclang import Cursor
    from maymust.frontends.c.reading.declarations import Declarations


@frozen
class Member:
    """A member of a record: its type, and how many bytes it lies behind the start."""

    type: CType
    offset: int


@frozen(eq=False)
class Scope:
    """The names that the contract of one function may use.

    `types` has the types with names of their own: `struct node`, `node_t`, `int`.
    """

    function: str
    returns: CType
    parameters: Mapping[str, CType]
    globals: Mapping[str, CType]
    constants: Mapping[str, int]
    types: Mapping[str, CType]
    members: Mapping[RecordType, Mapping[str, Member]]
    pointer_width: int
    prototype: str
    """The function's type as C writes it, for declarations of others of the same type."""
    used: frozenset[str] = frozenset()
    """The names that the function, what it calls, or its contract mentions."""

    elements: frozenset[tuple[str | CType, tuple[str, ...]]] = frozenset()
    """The arrays of which the contract names elements: a global variable or a type, and the member."""

    @property
    def used_globals(self) -> dict[str, CType]:
        """The global variables that matter."""
        return {name: type_ for name, type_ in self.globals.items() if name in self.used}

    def pointer_to(self, target: CType) -> PointerType:
        """The type of pointers to this one."""
        return PointerType(target, self.pointer_width)

    def place(self, of: CType, path: tuple[str, ...]) -> Member:
        """Where a member of a member of a type is; without a path, the whole."""
        type_, offset = of, 0
        for name in path:
            assert isinstance(type_, RecordType)
            member = self.members[type_][name]
            type_, offset = member.type, offset + member.offset
        return Member(type_, offset)

    def scalars(self, of: CType) -> list[tuple[tuple[str, ...], IntType | PointerType]]:
        """The numbers and pointers that something of this type consists of; others are left out."""
        match of:
            case IntType() | PointerType():
                return [((), of)]
            case RecordType(union=False):
                inner = self.members.get(of, {})
                return [
                    ((name, *path), type_)
                    for name, each in inner.items()
                    for path, type_ in self.scalars(each.type)
                ]
            case _:
                return []

    def arrays(self, of: CType) -> list[tuple[tuple[str, ...], int]]:
        """The arrays of numbers that are a part of something of this type, and how long they are."""
        match of:
            case ArrayType(element=IntType(), count=int(count)):
                return [((), count)]
            case RecordType(union=False):
                inner = self.members.get(of, {})
                return [
                    ((name, *path), count)
                    for name, each in inner.items()
                    for path, count in self.arrays(each.type)
                ]
            case _:
                return []


def scopes_of(declarations: Declarations) -> dict[str, Scope]:
    """The scope of each function that is declared in the user's file."""
    unit, types = declarations.unit, declarations.types
    constants: dict[str, int] = {}
    named: dict[str, CType] = _builtin_types()
    functions: dict[str, Cursor] = {}
    for raw in unit.top_level():
        name = unit.spelling(raw.cursor)
        match raw.kind:
            case "TYPEDEF_DECL":
                named[name] = types.translate(unit.canonical(unit.type_of(raw.cursor)))
            case "STRUCT_DECL" | "UNION_DECL" | "ENUM_DECL":
                type_ = unit.canonical(unit.type_of(raw.cursor))
                named[unit.type_spelling(type_)] = types.translate(type_)
                if raw.kind == "ENUM_DECL":
                    for child in unit.children(raw.cursor):
                        constants[unit.spelling(child.cursor)] = unit.enum_value(child.cursor)
            case "FUNCTION_DECL" if unit.in_main_file(raw.cursor):
                if name not in functions or unit.is_definition(raw.cursor):
                    functions[name] = raw.cursor
    variables = {each.name: each.type for each in declarations.globals()}
    members = _members(declarations, [*named.values(), *variables.values()])
    found: dict[str, Scope] = {}
    for name, cursor in functions.items():
        parameters = {unit.spelling(each): types.declared(each) for each in unit.parameters(cursor)}
        returns = types.translate(unit.result_type(unit.canonical(unit.type_of(cursor))))
        visible = {key: type_ for key, type_ in variables.items() if key not in parameters}
        width, prototype = unit.pointer_width(), unit.type_spelling(unit.type_of(cursor))
        found[name] = Scope(name, returns, parameters, visible, constants, named, members, width, prototype)
    return found


def _builtin_types() -> dict[str, CType]:
    """The integer types; `long` has the width of LP64, which only matters to how it is compared."""
    found: dict[str, CType] = {"_Bool": IntType(8, signed=False, boolean=True)}
    for spelling, width in (("char", 8), ("short", 16), ("int", 32), ("long", 64), ("long long", 64)):
        found[spelling] = found[f"signed {spelling}"] = IntType(width, signed=True)
        found[f"unsigned {spelling}"] = IntType(width, signed=False)
    found["unsigned"], found["signed"] = found["unsigned int"], found["int"]
    found["bool"] = found["_Bool"]
    return found


def _members(declarations: Declarations, roots: list[CType]) -> dict[RecordType, dict[str, Member]]:
    """The members of all records that these types lead to, but for bit-fields and members without a name."""
    found: dict[RecordType, dict[str, Member]] = {}
    pending = list(roots)
    while pending:
        type_ = pending.pop()
        match type_:
            case PointerType(target=target):
                pending.append(target)
            case RecordType() if type_ not in found:
                fields = declarations.types.records.fields(type_)
                found[type_] = {
                    each.name: Member(each.type, each.offset // 8)
                    for each in fields
                    if each.name and each.bits is None
                }
                pending.extend(each.type for each in fields)
    return found
