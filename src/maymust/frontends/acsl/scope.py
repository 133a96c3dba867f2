"""What the names in a contract mean: parameters, globals, constants, types and members, as in C."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from maymust.frontends.c.types import CType, IntType, PointerType, RecordType
from maymust.frozen import frozen

if TYPE_CHECKING:
    from maymust.frontends.c.clang_api import Cursor
    from maymust.frontends.c.declarations import Declarations


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
    members: Mapping[RecordType, Mapping[str, CType]]
    pointer_width: int

    def pointer_to(self, target: CType) -> PointerType:
        """The type of pointers to this one."""
        return PointerType(target, self.pointer_width)


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
        found[name] = Scope(
            name, returns, parameters, visible, constants, named, members, unit.pointer_width()
        )
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


def _members(declarations: Declarations, roots: list[CType]) -> dict[RecordType, dict[str, CType]]:
    """The members of all records that these types lead to; those of anonymous members are left out."""
    found: dict[RecordType, dict[str, CType]] = {}
    pending = list(roots)
    while pending:
        type_ = pending.pop()
        match type_:
            case PointerType(target=target):
                pending.append(target)
            case RecordType() if type_ not in found:
                fields = declarations.types.records.fields(type_)
                found[type_] = {each.name: each.type for each in fields if each.name}
                pending.extend(each.type for each in fields)
    return found
