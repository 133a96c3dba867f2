"""Reads attributes of declarations as clang prints them: so macros and ways of writing make no difference."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from maymust.frontends.c.clang.api import Unit
    from maymust.frontends.c.clang.libclang import Cursor

NORETURN = "_Noreturn"  # of the function itself; `noreturn` may belong to a type in the declaration
_UNKNOWN = "?"  # one that is not printed: that of an earlier declaration, or of `#pragma clang attribute`
_HARMLESS = frozenset(
    {"unused", "used", "maybe_unused", "aligned", "section", "deprecated", "visibility", "packed"}
)
WEAK = "weak"  # the function may be missing
ELSEWHERE = ("alias", "ifunc", "weakref")  # the function is another one
_STRING = r'"(?:[^"\\]|\\.)*"'
_ATTRIBUTE = re.compile(
    rf"""{_STRING}
       |\b(?P<label>asm)\b|(?P<noreturn>\b_Noreturn\b|\[\[noreturn\]\])
       |(?:__attribute__\(\(|\[\[(?:\w+::)?)(?P<name>\w+)(?P<arguments>\((?:{_STRING}|[^()"])*\))?""",
    re.VERBOSE,
)
_STATIC = re.compile(r"\[[a-z ]*\bstatic\b")
_WITHOUT_PRIORITY = 1 << 16  # of constructors: these run last
_RUN_BY_ITSELF = re.compile(r'^\("\.(?:init_array|fini_array|preinit_array|ctors|dtors)\b')


def attributes(unit: Unit, cursor: Cursor) -> Mapping[str, str]:
    """The attributes of a declaration with their arguments."""
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(unit.declaration(cursor)):
        if match["name"] is not None:
            found[match["name"].strip("_")] = match["arguments"] or ""
        elif match["noreturn"] is not None:
            found[NORETURN] = ""
        elif match["label"] is not None:
            found["asm"] = ""
    if not found and _has_attributes(unit, cursor):
        found[_UNKNOWN] = ""
    if unit.has_linkage(cursor) and unit.weak.may_be(unit.spelling(cursor)):
        found[WEAK] = ""
        found |= _weak_alias(unit, cursor)
    return found


def _weak_alias(unit: Unit, cursor: Cursor) -> dict[str, str]:
    """The attribute that says what a pragma says: of what the function is another name."""
    target = unit.weak.aliases.get(unit.spelling(cursor))
    return {} if target is None else {ELSEWHERE[0]: f'("{target}")'}


def linked_names(unit: Unit, cursor: Cursor) -> list[str]:
    """The functions that a declaration names otherwise than by an expression: what `cleanup` calls, and what
    the linker takes for the function."""
    symbol = unit.symbol(cursor) if unit.has_linkage(cursor) else ""
    symbols = [symbol] if symbol and symbol != unit.spelling(cursor) else []
    alias = _weak_alias(unit, cursor)
    if not alias and not _has_attributes(unit, cursor):
        return symbols
    found = {**attributes(unit, cursor), **alias}
    named = [found[name] for name in ("cleanup", *ELSEWHERE) if name in found]
    return [*symbols, *[word for text in named for word in re.findall(r"\w+", text)]]


def nonnull_parameters(unit: Unit, function: Cursor) -> set[int]:
    """The parameters of a function, from 0 on, that a declaration of it forbids to be null: by the attribute
    of the function, which names them or means all pointers, by that of the parameter, or by `static`."""
    parameters = unit.parameters(function)
    written = [unit.declaration(parameter) for parameter in parameters]
    found = {at for at, text in enumerate(written) if _STATIC.search(text) or _is_nonnull(text)}
    text = unit.declaration(function)
    for part in written:
        text = text.replace(part, "", 1)
    for match in _ATTRIBUTE.finditer(text):
        if match["name"] is not None and match["name"].strip("_") == "nonnull":
            named = {int(number) - 1 for number in re.findall(r"\d+", match["arguments"] or "")}
            found |= named or set(range(len(parameters)))
    return found


def _is_nonnull(text: str) -> bool:
    names = [match["name"].strip("_") for match in _ATTRIBUTE.finditer(text) if match["name"] is not None]
    return "nonnull" in names


def _has_attributes(unit: Unit, cursor: Cursor) -> bool:
    return any(part.kind in ("UNEXPOSED_ATTR", "ASM_LABEL_ATTR") for part in unit.children(cursor))


def variable_obstacle(unit: Unit, name: str, cursor: Cursor, *, again: bool = False) -> str | None:
    """Why the attributes of a variable keep it from being modelled: `cleanup`, `alias` and the like.

    `again`: it has been declared before, and those attributes are looked at, too.
    """
    harmless = _HARMLESS | {_UNKNOWN} if again else _HARMLESS
    renamed = unit.has_linkage(cursor) and unit.symbol(cursor) != name
    weak = unit.has_linkage(cursor) and unit.weak.may_be(name, is_defined=not unit.is_extern(cursor))
    if renamed or weak or (_has_attributes(unit, cursor) and attributes(unit, cursor).keys() - harmless):
        return f"attribute of `{name}`"
    return None


def constructor_rank(found: Iterable[Mapping[str, str]]) -> int | None:
    """By the attributes of its declarations: where a function stands among those that run before `main`, the
    lowest first; None if it is none, or more than that."""
    merged = {name: arguments for attributes_ in found for name, arguments in attributes_.items()}
    if merged.keys() & {"constructor", "destructor", "section"} != {"constructor"}:
        return None
    number = re.fullmatch(r"\((\d+)\)", merged["constructor"])
    return int(number[1]) if number else _WITHOUT_PRIORITY if not merged["constructor"] else None


def runs_by_itself(found: Mapping[str, str]) -> bool:
    """Whether attributes make a function run before or after `main`, or a variable name such functions."""
    return not found.keys().isdisjoint({"constructor", "destructor"}) or bool(
        _RUN_BY_ITSELF.match(found.get("section", ""))
    )
