"""Tells what a call of a library function requires of its arguments, by the row of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from maymust.frontends.c.library import print_formats
from maymust.frontends.c.library.copy_plans import IN_CELLS
from maymust.frontends.c.library.table import Does, Need, Row, find
from maymust.frontends.c.tree.constants import constant_value
from maymust.frontends.c.tree.expressions import Cast, Text
from maymust.frontends.c.types import VOID, ArrayType, IntType, PointerType, size_of
from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from maymust.frontends.c.library.print_formats import Conversion
    from maymust.frontends.c.tree.expressions import CallExpression, Expression
    from maymust.frontends.c.tree.leaves import Shapes
    from maymust.frontends.c.types import CType

RequirementKind = Literal["text", "wide", "read", "written", "stream", "function", "wrong", "format"]
_STORED = {"hh": 1, "h": 2, "": 4, "ll": 8, "j": 8, "q": 8}  # bytes that `%n` stores; else, those of a word
_WIDE = 32  # bits of a wide character


@frozen
class Requirement:
    """What an argument must be: a text, perhaps of wide characters, memory that is read or written, an open
    stream, a function. A `wrong` argument cannot be what it must, and of a `format` it is not known what it
    requires of the pointers behind it. What is `printed` is required by a format.

    Of a text no more than `most` characters are looked at, if that is given, or none (`perhaps_unread`). Of
    memory, as many bytes as the product of `sizes` and `factor` are needed, or one of them, if any
    (`partly`); where `factor` is 0, the function knows how many. The pointer may be null (`null`), or where
    nothing is needed (`null_if_empty`), or it depends on the C library what happens then (`null_is_open`).
    """

    kind: RequirementKind
    argument: Expression
    sizes: tuple[Expression, ...] = ()
    factor: int = 0
    most: Expression | int | None = None
    null: bool = False
    null_if_empty: bool = False
    null_is_open: bool = False
    printed: bool = False
    partly: bool = False
    perhaps_unread: bool = False

    def mentioned(self) -> Iterator[Expression]:
        """The arguments that it speaks of."""
        yield self.argument
        yield from self.sizes
        if self.most is not None and not isinstance(self.most, int):
            yield self.most


def row_of(call: CallExpression) -> Row | None:
    """The row of the function that a call names, also where the call is of a model of it."""
    name = call.function
    if name is None or call.place.unit.is_model or name.endswith(IN_CELLS):
        return None
    return find(name.partition(".")[0])


def requirements(call: CallExpression, *, modelled: bool = False) -> list[Requirement]:
    """What a call requires, as far as that is not evident: a string literal is a string, and a function that
    is `modelled` looks at the characters of strings itself, if it comes to that, but not of all that it
    prints: only if it prints into memory."""
    row = row_of(call)
    if row is None:
        return []
    found = [r for need in row.needs if need.at < len(call.arguments) for r in _required(call, need)]
    return [r for r in found if not _is_evident(r) and not (modelled and _is_looked_at(row, r))]


def _is_looked_at(row: Row, requirement: Requirement) -> bool:
    """Whether the model of a function looks at the characters of a string in any case."""
    if requirement.kind != "text" or requirement.perhaps_unread:
        return False
    return bool(row.written) or not requirement.printed


def _required(call: CallExpression, need: Need) -> Iterator[Requirement]:
    argument = call.arguments[need.at]
    if not isinstance(argument.type, PointerType):
        return
    sizes = tuple([call.arguments[at] for at in need.sizes if at < len(call.arguments)])
    if len(sizes) < len(need.sizes) or not all(isinstance(size.type, IntType) for size in sizes):
        return
    match need.kind:
        case "s":
            yield Requirement(
                "text",
                argument,
                most=sizes[0] if sizes else None,
                null=need.null,
                perhaps_unread=need.perhaps_unread,
            )
        case "r" | "w":
            factor = need.factor * (size_of(stored_type(argument)) or 1 if need.whole else 1)
            kind, empty = _TOUCHED[need.kind], need.null_if_empty
            yield Requirement(kind, argument, sizes, factor, null=need.null, null_if_empty=empty)
        case "v" | "u":
            kind, empty, partly = _TOUCHED[need.kind], need.null_if_empty, bool(sizes)
            yield Requirement(
                kind, argument, sizes, int(partly), null=need.null, null_if_empty=empty, partly=partly
            )
        case "f":
            yield Requirement("stream", argument, null=need.null)
        case "c":
            yield Requirement("function", argument, null=need.null)
        case "V" | "S":
            yield Requirement("text", argument)
        case "F":
            yield Requirement("text", argument)
            yield from _printed(call, need.at)
        case "l":
            yield Requirement("wide", argument)
        case "W":
            yield Requirement("wide", argument)
            yield from _printed(call, need.at)


_TOUCHED: dict[str, RequirementKind] = {"r": "read", "v": "read", "w": "written", "u": "written"}


def _printed(call: CallExpression, at: int) -> Iterator[Requirement]:
    """What a format requires of the arguments behind it."""
    found = print_formats.conversions(call.arguments[at])
    if found is None and any(isinstance(behind.type, PointerType) for behind in call.arguments[at + 1 :]):
        yield Requirement("format", call.arguments[at])
    for item in found or ():
        if item.kind in ("s", "S", "n"):
            yield from _converted(call, at, item)


def _converted(call: CallExpression, at: int, item: Conversion) -> Iterator[Requirement]:
    """What a conversion of a string, or `%n`, requires. For null, C libraries print something mostly, but C
    does not say so."""
    position = at + 1 + item.position
    argument = call.arguments[min(position, len(call.arguments) - 1)]
    if position >= len(call.arguments) or not isinstance(argument.type, PointerType):
        yield Requirement("wrong", argument)
        return
    if item.kind == "n":
        yield Requirement("written", argument, factor=_STORED.get(item.size, argument.type.width // 8))
        return
    most: Expression | int | None = item.precision
    if item.precision_at is not None:
        given = at + 1 + item.precision_at
        most = call.arguments[given] if given < len(call.arguments) else None
        if most is None or not isinstance(most.type, IntType):
            yield Requirement("wrong", call.arguments[at])
            return
    if most == 0:
        return
    target = argument.type.target
    if item.wide and not (isinstance(target, IntType) and target.width == _WIDE):
        yield Requirement("wrong", argument)
        return
    yield Requirement("wide" if item.wide else "text", argument, most=most, null_is_open=True, printed=True)


def filled(shapes: Shapes, call: CallExpression) -> list[Expression] | None:
    """The pointers through which a call stores an object that is an input; None if it is not of this kind.
    Those that are null do not count."""
    row = row_of(call)
    if row is None or row.does is not Does.INPUT or not row.written:
        return None
    needs = [need for need in row.needs if need.at in row.written and need.at < len(call.arguments)]
    found = [call.arguments[need.at] for need in needs if not _is_null(call.arguments[need.at])]
    known = all(need.whole for need in needs) and all(_is_plain(shapes, pointer) for pointer in found)
    return found if known else None


def stored_type(pointer: Expression) -> CType:
    """The type of the object that a function touches through a pointer: as its parameter is declared."""
    return pointer.type.target if isinstance(pointer.type, PointerType) else VOID


def _is_null(argument: Expression) -> bool:
    return constant_value(argument) == 0


def _is_plain(shapes: Shapes, pointer: Expression) -> bool:
    """Whether what a pointer points to has values here, without pointers in them."""
    type_ = stored_type(pointer)
    if not size_of(type_) or shapes.obstacle(type_) is not None:
        return False
    return not any(isinstance(leaf.type, PointerType) for leaf in shapes.leaves(type_))


def _is_evident(requirement: Requirement) -> bool:
    """Whether a text is a string literal of such characters, which has an end."""
    argument = requirement.argument
    while isinstance(argument, Cast):
        argument = argument.operand
    if requirement.kind == "text" and isinstance(argument, Text):
        return b"\0" in argument.data
    if requirement.kind == "wide" and isinstance(argument, Text):
        element = argument.type.element if isinstance(argument.type, ArrayType) else None
        return isinstance(element, IntType) and element.width == _WIDE
    return False
