"""Reads `va_start`, `va_arg`, `va_copy` and `va_end` as operations on values of the type `VA_LIST`.

    va_start(ap, last)   ap = the arguments that the function was given
    va_arg(ap, T)        the next tag must be T's; position++; the argument before the position
    va_copy(to, from)    to = from
    va_end(ap)           ap = nothing
    f(ap)                f(what ap was), and ap = nothing: after such a call it is indeterminate (C11 7.16p3)

Only variables that are declared as `va_list` in a function are lists. Everything else that C lets a program
do with them depends on the machine, and is `Opaque`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.library import NO_ARGUMENT
from maymust.frontends.c.tree.expressions import (
    Assignment,
    Binary,
    CallExpression,
    Cast,
    Comma,
    Conditional,
    Constant,
    Expression,
    FunctionName,
    InitList,
    Member,
    Name,
    Opaque,
    Step,
    Subscript,
)
from maymust.frontends.c.tree.va_lists import BUILTIN, BYTE, POSITION, TAGS, VA_LIST, holder, tag
from maymust.frontends.c.types import INT, VOID, ArrayType, PointerType

if TYPE_CHECKING:
    from maymust.frontends.c.clang.api import Raw
    from maymust.frontends.c.reading.body import Body
    from maymust.frontends.c.tree.places import Place

_STARTS = frozenset({"__builtin_va_start", "__builtin_stdarg_start", "__builtin_c23_va_start"})
_COPY, _END = "__builtin_va_copy", "__builtin_va_end"
_DECAYED = "struct __va_list_tag *"  # what a list of type `BUILTIN`, an array, becomes
_MAY_HAVE_LISTS = frozenset({"UNEXPOSED_EXPR", "PAREN_EXPR", "CALL_EXPR"})


def hide_lists(body: Body, raw: Raw) -> None:
    """Lists among the parts of a node that has no use for them become opaque."""
    if raw.kind in _MAY_HAVE_LISTS:
        return
    for child in raw.children:
        if isinstance(child.node, Expression) and child.node.type == VA_LIST:
            type_ = body.types.value_of(child.cursor)
            child.node = Opaque(type_, body.place(child), "va_list as a pointer", (), harmless=True)


def read_call(body: Body, raw: Raw, name: str | None, arguments: tuple[Expression, ...]) -> Expression | None:
    """A call of one of the functions above; None for others, and where the operands are no lists."""
    place = body.place(raw)
    if name in _STARTS and arguments and _is_list(arguments[0]):
        given = body.further_arguments(place)
        return _set(arguments[0], Name(VA_LIST, place, given), place)
    if name == _COPY and len(arguments) == 2 and all(_is_list(argument) for argument in arguments):
        return _set(*arguments, place)
    if name == _END and arguments and _is_list(arguments[0]):
        return _emptied(arguments[0], place)
    return None


def given_away(body: Body, argument: Expression) -> Expression:
    """An argument of a call: a list is not to be used after that."""
    if not _is_list(argument):
        return argument
    place = argument.place
    kept = Name(VA_LIST, place, body.hidden("%list", VA_LIST, place))
    empty = Comma(VA_LIST, place, _emptied(argument, place), kept)
    return Comma(VA_LIST, place, _set(kept, argument, place), empty)


def read_use(body: Body, raw: Raw, list_: Expression) -> Expression | None:
    """`va_arg(list, type)`, or an implicit conversion of a list; None if it is neither, or no argument is
    passed as the type."""
    type_ = body.unit.type_of(raw.cursor)
    if body.unit.is_synonym(type_, BUILTIN) or body.unit.type_spelling(type_) == _DECAYED:
        return list_
    if body.unit.same_extent(raw.cursor, raw.children[-1].cursor):
        return None  # it becomes another pointer, or all comes from one macro
    return _argument(body, raw, list_)


def _argument(body: Body, raw: Raw, list_: Expression) -> Expression | None:
    type_, place = body.types.value_of(raw.cursor), body.place(raw)
    wanted = tag(type_)
    if wanted is None or not _is_list(list_):
        return None
    members = body.types.records.fields(VA_LIST)
    position = Member(BYTE, place, list_, members[POSITION])
    found = Cast(INT, place, _element(body, list_, TAGS, position))
    fits = Binary(INT, place, "==", found, Constant(INT, place, wanted))
    nothing = CallExpression(
        VOID, place, NO_ARGUMENT, FunctionName(VOID, place, NO_ARGUMENT), (), prototyped=True
    )
    check = Conditional(VOID, place, fits, Constant(INT, place, 0), nothing)
    step = Step(BYTE, place, position, 1, prefix=True)
    before = Binary(INT, place, "-", Cast(INT, place, position), Constant(INT, place, 1))
    element = _element(body, list_, holder(type_), Cast(BYTE, place, before))
    value = element if element.type == type_ else Cast(type_, place, element)
    return Comma(type_, place, check, Comma(type_, place, step, value))


def _element(body: Body, list_: Expression, member: int, index: Expression) -> Expression:
    field = body.types.records.fields(VA_LIST)[member]
    assert isinstance(field.type, ArrayType)
    array, element = Member(field.type, list_.place, list_, field), field.type.element
    start = Cast(PointerType(element, body.types.pointer_width), list_.place, array)
    return Subscript(element, list_.place, start, index)


def _emptied(list_: Expression, place: Place) -> Expression:
    return _set(list_, InitList(VA_LIST, place, ()), place)


def _set(list_: Expression, value: Expression, place: Place) -> Expression:
    return Cast(VOID, place, Assignment(VA_LIST, place, None, list_, value))


def _is_list(expression: Expression) -> bool:
    return isinstance(expression, Name) and expression.type == VA_LIST
