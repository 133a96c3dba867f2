"""Asks clang about the tree of a text. Nothing but this, `text`, `types` and `libclang` calls libclang.

Kinds of cursors and types are given by the bindings' names, such as "IF_STMT" or "POINTER". Everything that
recurses over a deep tree inside libclang must run on a large stack: see `deep`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from maymust.frontends.c.clang.libclang import (
    CONTINUE,
    KINDS,
    VISITOR,
    Cursor,
    lib,
    text_of,
)
from maymust.frontends.c.clang.types import UnitTypes

_RECURSE = 2
_INTEGER_RESULT, _FLOAT_RESULT = 1, 2  # CXEvalResultKind
_NO_INITIALISERS, _TERSE = 6, 17  # CXPrintingPolicyProperty; the second leaves out bodies
_NUMBERS = {name: number for number, name in KINDS.items()}
_LEAVES = frozenset(
    _NUMBERS[k] for k in ("CXX_UNARY_EXPR", "STRUCT_DECL", "UNION_DECL", "ENUM_DECL", "FUNCTION_DECL")
)
_DECLARATIONS = frozenset(
    _NUMBERS[k] for k in ("VAR_DECL", "PARM_DECL", "FUNCTION_DECL", "TYPEDEF_DECL", "STATIC_ASSERT")
)


@dataclass(slots=True, eq=False)
class Raw:
    """A cursor with its kind and its children."""

    cursor: Cursor
    kind: str
    children: list[Raw] = field(default_factory=list)
    node: Any = None  # what `reading` has made of it


class Unit(UnitTypes):
    """A translation unit that clang has parsed; the door to everything that clang knows of it."""

    # -- the tree ------------------------------------------------------------------------------------------

    def top_level(self) -> list[Raw]:
        """The declarations of the unit, without their children."""
        return self.children(lib.clang_getTranslationUnitCursor(self._handle))

    def children(self, parent: Cursor) -> list[Raw]:
        """The children of a cursor, without theirs."""
        found: list[Raw] = []

        def visit(cursor: Cursor, _parent: Cursor, _data: object) -> int:
            found.append(Raw(cursor, KINDS.get(cursor.number, "UNKNOWN")))
            return CONTINUE

        lib.clang_visitChildren(parent, VISITOR(visit), None)
        return found

    def preorder(self, root: Cursor) -> list[Raw]:
        """The tree under `root` (itself first), parents before children, children in order and linked.

        What `sizeof` is applied to and the members of types declared inside are left out.
        """
        top = Raw(root, KINDS.get(root.number, "UNKNOWN"))
        nodes = [top]
        path: list[tuple[tuple[int, int | None], Raw]] = [(_key(root), top)]

        def visit(cursor: Cursor, parent: Cursor, _data: object) -> int:
            node = Raw(cursor, KINDS.get(cursor.number, "UNKNOWN"))
            nodes.append(node)
            above = _key(parent)
            while path[-1][0] != above and len(path) > 1:
                path.pop()
            path[-1][1].children.append(node)
            if cursor.number in _LEAVES:
                return CONTINUE
            path.append((_key(cursor), node))
            return _RECURSE

        lib.clang_visitChildren(root, VISITOR(visit), None)
        return nodes

    def records(self) -> list[Cursor]:
        """Every declaration of a structure or union in the unit, wherever it stands."""
        found: list[Cursor] = []

        def visit(cursor: Cursor, _parent: Cursor, _data: object) -> int:
            if KINDS.get(cursor.number) in ("STRUCT_DECL", "UNION_DECL"):
                found.append(cursor)
            return _RECURSE

        lib.clang_visitChildren(lib.clang_getTranslationUnitCursor(self._handle), VISITOR(visit), None)
        return found

    def files(self) -> list[tuple[str, bytes]]:
        """The files with declarations in them, and what they hold."""
        return self.files_of(raw.cursor for raw in self.top_level())

    # -- declarations and expressions ----------------------------------------------------------------------

    def is_expression(self, raw: Raw) -> bool:
        """Whether this is an expression."""
        return bool(lib.clang_isExpression(raw.cursor.number))

    def is_attribute(self, raw: Raw) -> bool:
        """Whether this is an attribute of a declaration."""
        return bool(lib.clang_isAttribute(raw.cursor.number))

    def symbol(self, cursor: Cursor) -> str:
        """What the linker knows a function or variable by."""
        return text_of(lib.clang_Cursor_getMangling(cursor)).removeprefix("\1")

    def declaration(self, cursor: Cursor) -> str:
        """A declaration as clang prints it, with every attribute, without body or initialiser."""
        policy = lib.clang_getCursorPrintingPolicy(cursor)
        for option in (_NO_INITIALISERS, _TERSE):
            lib.clang_PrintingPolicy_setProperty(policy, option, 1)
        text = text_of(lib.clang_getCursorPrettyPrinted(cursor, policy))
        lib.clang_PrintingPolicy_dispose(policy)
        return text

    def referenced(self, cursor: Cursor) -> Cursor:
        """The declaration that a name refers to."""
        return lib.clang_getCursorReferenced(cursor)  # type: ignore[no-any-return]

    def is_definition(self, cursor: Cursor) -> bool:
        """Whether a declaration defines what it declares."""
        return bool(lib.clang_isCursorDefinition(cursor))

    def has_linkage(self, cursor: Cursor) -> bool:
        """Whether a variable is known by its name in the whole file."""
        return int(lib.clang_getCursorLinkage(cursor)) > 1

    def is_external(self, cursor: Cursor) -> bool:
        """Whether a variable is known by its name in other files, too."""
        return int(lib.clang_getCursorLinkage(cursor)) > 2

    def is_stored_globally(self, cursor: Cursor) -> bool:
        """Whether a variable lives as long as the program."""
        return int(lib.clang_Cursor_hasVarDeclGlobalStorage(cursor)) == 1

    def is_extern(self, cursor: Cursor) -> bool:
        """Whether a declaration of a variable says `extern`."""
        return int(lib.clang_Cursor_hasVarDeclExternalStorage(cursor)) == 1

    def initialiser(self, cursor: Cursor) -> Cursor | None:
        """The initialiser of a variable's declaration."""
        found: Cursor = lib.clang_Cursor_getVarDeclInitializer(cursor)
        return found if found.b else None

    def parameters(self, function: Cursor) -> list[Cursor]:
        """The declarations of a function's parameters."""
        count = lib.clang_Cursor_getNumArguments(function)
        return [lib.clang_Cursor_getArgument(function, i) for i in range(max(count, 0))]

    def binary_operator(self, cursor: Cursor) -> int:
        """CXBinaryOperatorKind."""
        return lib.clang_getCursorBinaryOperatorKind(cursor)  # type: ignore[no-any-return]

    def unary_operator(self, cursor: Cursor) -> int:
        """CXUnaryOperatorKind."""
        return lib.clang_getCursorUnaryOperatorKind(cursor)  # type: ignore[no-any-return]

    def enum_value(self, cursor: Cursor) -> int:
        """The value of an enumeration constant."""
        return lib.clang_getEnumConstantDeclValue(cursor)  # type: ignore[no-any-return]

    def integer(self, cursor: Cursor) -> int | None:
        """The value that clang folds an expression to, if that is an integer.

        Clang folds past side effects, so this must only be asked of literals and constant expressions.
        """
        result = lib.clang_Cursor_Evaluate(cursor)
        if not result:
            return None
        is_integer = lib.clang_EvalResult_getKind(result) == _INTEGER_RESULT
        value: int | None = lib.clang_EvalResult_getAsLongLong(result) if is_integer else None
        lib.clang_EvalResult_dispose(result)
        return value

    def real(self, cursor: Cursor) -> float | None:
        """The value of a literal of type float or double: a double holds both exactly."""
        result = lib.clang_Cursor_Evaluate(cursor)
        if not result:
            return None
        is_real = lib.clang_EvalResult_getKind(result) == _FLOAT_RESULT
        value: float | None = lib.clang_EvalResult_getAsDouble(result) if is_real else None
        lib.clang_EvalResult_dispose(result)
        return value


def _key(cursor: Cursor) -> tuple[int, int | None]:
    return cursor.number, cursor.a if cursor.number in _DECLARATIONS else cursor.b
