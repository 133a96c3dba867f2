"""Reads statements, one kind of clang's at a time; the parts have been read before."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.clang.libclang import statement_key
from maymust.frontends.c.reading.parts import converted, operands
from maymust.frontends.c.reading.variable_types import is_variably_modified
from maymust.frontends.c.tree.expressions import (
    Binary,
    CallExpression,
    Cast,
    Constant,
    Expression,
    FunctionName,
    Name,
)
from maymust.frontends.c.tree.nodes import Node, walk, zero
from maymust.frontends.c.tree.statements import (
    Break,
    Case,
    Compound,
    Continue,
    Declare,
    Do,
    Evaluate,
    For,
    Goto,
    If,
    Label,
    Lengths,
    Null,
    OpaqueStatement,
    Return,
    Statement,
    Switch,
    While,
)
from maymust.frontends.c.tree.va_lists import VA_LIST
from maymust.frontends.c.types import VLA, VOID, IntType, PointerType, size_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.frontends.c.clang.api import Raw, Unit
    from maymust.frontends.c.reading.body import Body

_TOKEN = re.compile(
    rb"/\*.*?\*/|//(?:[^\n\\]|\\.)*|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|(?P<mark>[()\[\]{};])",
    re.DOTALL,
)


def as_statement(body: Body, raw: Raw) -> Statement:
    """A child where C has a statement."""
    if body.unit.is_expression(raw):
        return Evaluate(body.place(raw), raw.node)
    return raw.node if raw.node is not None else _opaque(body, raw, "statement of an unknown kind")


def _opaque(body: Body, raw: Raw, construct: str, *, declares: bool = False) -> OpaqueStatement:
    return OpaqueStatement(body.place(raw), construct, _parts(raw), declares)


def _parts(raw: Raw) -> tuple[Node, ...]:
    """What has been read below a node."""
    found: list[Node] = []
    stack = list(reversed(raw.children))
    while stack:
        child = stack.pop()
        if child.node is not None:
            found.append(child.node)
        else:
            stack.extend(reversed(child.children))
    return tuple(found)


def _compound(body: Body, raw: Raw) -> Statement:
    return Compound(body.place(raw), tuple([as_statement(body, child) for child in raw.children]))


def _declarations(body: Body, raw: Raw) -> Statement:
    items = tuple([child.node for child in raw.children if child.node is not None])
    return items[0] if len(items) == 1 else Compound(body.place(raw), items, scope=False)


def _typedef(body: Body, raw: Raw) -> Statement:
    if is_variably_modified(body.unit, raw.cursor):
        return _with_lengths(body, raw, f"variably modified type `{body.unit.spelling(raw.cursor)}`")
    return Null(body.place(raw))


def _variable(body: Body, raw: Raw) -> Statement:
    """Variables that live as long as the program are set before it starts; here nothing happens."""
    if is_variably_modified(body.unit, raw.cursor):
        made = _variable_array(body, raw)
        if made is not None:
            return made
        family = "variable-length array" if body.types.of(raw.cursor) == VLA else "variably modified type of"
        return _with_lengths(body, raw, f"{family} `{body.unit.spelling(raw.cursor)}`")
    value = initialiser_of(body.unit, raw)
    if body.unit.is_stored_globally(raw.cursor):
        if not body.outside_functions and value is not None and not body.unit.has_linkage(raw.cursor):
            body.set_initial_value(raw.cursor, value)
        return Null(body.place(raw), operands(body, raw))
    if value is None and body.unit.initialiser(raw.cursor) is not None:
        return _opaque(body, raw, f"initialiser of `{body.unit.spelling(raw.cursor)}`", declares=True)
    variable = body.variable(raw.cursor)
    if variable.type == VA_LIST:
        if value is not None:
            return _opaque(body, raw, f"initialiser of `{variable.name}`", declares=True)
        value = zero(VA_LIST, body.place(raw))
    return Declare(body.place(raw), variable, value)


def _with_lengths(body: Body, raw: Raw, construct: str) -> Statement:
    """A declaration of a variably modified type: of that, no more than the lengths is known."""
    value = initialiser_of(body.unit, raw)
    sizes = tuple([part for part in operands(body, raw) if part is not value])
    statement = _opaque(body, raw, construct, declares=True)
    rest = replace(statement, parts=tuple([part for part in statement.parts if part not in sizes]))
    return Compound(body.place(raw), (lengths_of(body, raw, sizes), rest), scope=False)


def lengths_of(body: Body, raw: Raw, sizes: tuple[Expression, ...]) -> Lengths:
    """The lengths that are among what stands in a declaration beside its initialiser. (In `typeof` there may
    be anything.)"""
    place = body.place(raw)
    clear = all(isinstance(size.type, IntType) and _is_plain(size) for size in sizes)
    return Lengths(place, sizes, clear and "typeof" not in place.text())


def _is_plain(length: Expression) -> bool:
    """Whether a length is computed from variables and constants alone."""
    return all(isinstance(node, Binary | Cast | Constant | Name) for node in walk(length))


def _variable_array(body: Body, raw: Raw) -> Statement | None:
    """`int a[n]`: its length is kept, and that much is allocated. None where it is not that simple."""
    variable, place = body.variable(raw.cursor), body.place(raw)
    sizes = operands(body, raw)
    if variable.count is None or not sizes or variable.lasting:
        return None
    assert isinstance(variable.type, PointerType)
    length, size = sizes[-1], size_of(variable.type.target)
    if size is None or not isinstance(length.type, IntType):
        return None
    count = Name(variable.count.type, place, variable.count)
    callee = FunctionName(VOID, place, library.VARIABLE_ARRAY)
    arguments = (count, Constant(variable.count.type, place, size))
    made = CallExpression(variable.type, place, library.VARIABLE_ARRAY, callee, arguments, prototyped=True)
    kept = Declare(place, variable.count, converted(length, variable.count.type, place))
    return Compound(place, (kept, Declare(place, variable, made)), scope=False)


def initialiser_of(unit: Unit, raw: Raw) -> Expression | None:
    """The initialiser of a declaration whose parts have been read; None if it has none, or none is seen."""
    initialiser = unit.initialiser(raw.cursor)
    if initialiser is None:
        return None
    return next((child.node for child in reversed(raw.children) if child.cursor.b == initialiser.b), None)


def _if(body: Body, raw: Raw) -> Statement:
    condition, then, *rest = raw.children
    otherwise = as_statement(body, rest[0]) if rest else None
    return If(body.place(raw), condition.node, as_statement(body, then), otherwise)


def _while(body: Body, raw: Raw) -> Statement:
    condition, inner = raw.children
    return While(body.place(raw), condition.node, as_statement(body, inner))


def _do(body: Body, raw: Raw) -> Statement:
    inner, condition = raw.children
    return Do(body.place(raw), as_statement(body, inner), condition.node)


def _for(body: Body, raw: Raw) -> Statement:
    parts = _for_parts(body, raw)
    if parts is None:
        return _opaque(body, raw, "`for` with empty parts, from a macro")
    start, condition, step = parts
    return For(
        body.place(raw),
        None if start is None else as_statement(body, start),
        None if condition is None else condition.node,
        None if step is None else as_statement(body, step),
        as_statement(body, raw.children[-1]),
    )


def _for_parts(body: Body, raw: Raw) -> tuple[Raw | None, Raw | None, Raw | None] | None:
    """Start, condition and step. Libclang leaves out empty ones, so the text must be searched for semicolons.

    None where the text does not tell, because macros wrote it.
    """
    head = raw.children[:-1]
    if len(head) == 3:
        return head[0], head[1], head[2]
    if not head:
        return None, None, None
    marks = _semicolons(body, raw)
    if marks is None:
        return None
    parts: list[Raw | None] = [None, None, None]
    begin, first, second, end = marks
    file = body.unit.spelled_at(raw.cursor).file
    for child in head:
        at = body.unit.spelled_at(child.cursor)
        if at.file != file or not begin <= at.offset <= end:
            return None
        index = 0 if at.offset < first else 1 if at.offset < second else 2
        limit = (first + 1, second, end)[index]  # a declaration has its semicolon
        if parts[index] is not None or body.unit.extent(child.cursor)[1].offset > limit:
            return None  # a semicolon inside a part, from a macro that opens a brace
        parts[index] = child
    return parts[0], parts[1], parts[2]


def _semicolons(body: Body, raw: Raw) -> tuple[int, int, int, int] | None:
    """Where a `for`'s head begins, where its two semicolons are, and where it ends."""
    text, begin = body.unit.contents(raw.cursor), body.unit.spelled_at(raw.cursor).offset
    depth, found = 0, list[int]()
    for token in _TOKEN.finditer(text, begin):
        mark = token["mark"]
        if mark in (b"(", b"[", b"{"):
            depth += 1
        elif mark in (b")", b"]", b"}"):
            depth -= 1
            if depth == 0:
                return (begin, found[0], found[1], token.start()) if len(found) == 2 else None
        elif mark == b";" and depth == 1:
            found.append(token.start())
    return None


def _switch(body: Body, raw: Raw) -> Statement:
    value, inner = raw.children
    return Switch(body.place(raw), value.node, as_statement(body, inner))


def _case(body: Body, raw: Raw) -> Statement:
    values = [body.unit.integer(child.cursor) for child in raw.children[:-1]]
    if not values or None in values:
        return _opaque(body, raw, "case of an unknown value")
    return Case(body.place(raw), values[0], values[-1], as_statement(body, raw.children[-1]))


def _default(body: Body, raw: Raw) -> Statement:
    return Case(body.place(raw), None, None, as_statement(body, raw.children[-1]))


def _label(body: Body, raw: Raw) -> Statement:
    inner = [child for child in raw.children if not body.unit.is_attribute(child)]
    name = body.unit.spelling(raw.cursor)
    return Label(body.place(raw), name, statement_key(raw.cursor), as_statement(body, inner[-1]))


def _goto(body: Body, raw: Raw) -> Statement:
    label = raw.children[0].cursor
    return Goto(body.place(raw), body.unit.spelling(label), statement_key(body.unit.referenced(label)))


def _return(body: Body, raw: Raw) -> Statement:
    return Return(body.place(raw), raw.children[0].node if raw.children else None)


def _attributed(body: Body, raw: Raw) -> Statement:
    """A statement with attributes, which change nothing."""
    inner = [child for child in raw.children if not body.unit.is_attribute(child)]
    if len(inner) == 1:
        return as_statement(body, inner[0])
    return _opaque(body, raw, "statement of an unknown kind")


_BARRIER = re.compile(
    # no instruction at all, no operand that is only an output, and none with side effects
    rb"""(?:asm|__asm|__asm__)\s*(?:volatile|__volatile|__volatile__)?\s*\(\s*""\s*
         (?::\s*(?:"\+[^"]*"\s*\([\w.>*&\s\[\]-]*\)\s*,?\s*)*
         (?::\s*(?:"[^"]*"\s*\([\w.>*&\s\[\]-]*\)\s*,?\s*)*
         (?::\s*(?:"[^"]*"\s*,?\s*)*)?)?)?\)""",
    re.VERBOSE,
)


def _assembly(body: Body, raw: Raw) -> Statement:
    """Inline assembly. Without any instruction it only keeps compilers from moving code."""
    if _BARRIER.fullmatch(body.unit.written(raw.cursor).strip()):
        return Null(body.place(raw))
    return _opaque(body, raw, "inline assembly")


STATEMENTS: dict[str, Callable[[Body, Raw], Statement]] = {
    "COMPOUND_STMT": _compound,
    "DECL_STMT": _declarations,
    "VAR_DECL": _variable,
    "TYPEDEF_DECL": _typedef,
    "NULL_STMT": lambda body, raw: Null(body.place(raw)),
    "IF_STMT": _if,
    "WHILE_STMT": _while,
    "DO_STMT": _do,
    "FOR_STMT": _for,
    "SWITCH_STMT": _switch,
    "CASE_STMT": _case,
    "DEFAULT_STMT": _default,
    "LABEL_STMT": _label,
    "GOTO_STMT": _goto,
    "BREAK_STMT": lambda body, raw: Break(body.place(raw)),
    "CONTINUE_STMT": lambda body, raw: Continue(body.place(raw)),
    "RETURN_STMT": _return,
    "UNEXPOSED_STMT": _attributed,
    "ASM_STMT": _assembly,
    "MS_ASM_STMT": lambda body, raw: _opaque(body, raw, "inline assembly"),
    "INDIRECT_GOTO_STMT": lambda body, raw: _opaque(body, raw, "computed goto"),
}
