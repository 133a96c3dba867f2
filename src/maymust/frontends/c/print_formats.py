"""Formats of `printf` and its kin: characters and conversions, and what is known of their arguments.

Conversions of integers, characters and strings are known, with flags, widths and precisions that are
constants. Others (floating-point numbers, `%p`, `%n`, `*`) are not.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maymust.frontends.c.constant_values import constant_value
from maymust.frontends.c.tree import Cast, Text
from maymust.frontends.c.types import INT, ArrayType, IntType, PointerType, VoidType
from maymust.frozen import frozen

if TYPE_CHECKING:
    from maymust.frontends.c.tree import CallExpression, Expression
    from maymust.frontends.c.types import CType

_ITEM = re.compile(
    rb"%(?P<flags>[-0+ ]*)(?P<width>[0-9]{0,3})(?P<precision>\.[0-9]{0,3})?"
    rb"(?P<size>hh|h|ll|l|z|t|j|)(?P<kind>[diuxXocs%])"
)
_NARROW = {"hh": ("char", 8), "h": ("short", 16)}

_FORMATS = {"printf": 0, "fprintf": 1, "dprintf": 1, "syslog": 1}  # which argument is the format
_TEXTS = ("puts", "fputs")  # whose first argument is printed


@frozen
class Item:
    """A conversion; without a `precision` that is None."""

    flags: str
    width: int
    precision: int | None
    size: str
    kind: str

    @property
    def signed(self) -> bool:
        """Whether it shows a sign."""
        return self.kind in ("d", "i")

    @property
    def narrow(self) -> str | None:
        """The type of which an int is shown as a value; None if it is not narrower."""
        return _NARROW[self.size][0] if self.size in _NARROW else None


def pieces(format_: Expression) -> list[int | Item] | None:
    """A format as characters and conversions; None if some are not known."""
    data, last = _text(format_), 0
    if data is None:
        return None
    found: list[int | Item] = []
    while last < len(data):
        match = _ITEM.match(data, last)
        if match is None and data[last] == ord("%"):
            return None
        if match is None or match[0] == b"%%":
            found.append(data[last])
        else:
            item = _item(match)
            if not _is_known(item):
                return None
            found.append(item)
        last += 1 if match is None else len(match[0])
    return found


def _text(expression: Expression) -> bytes | None:
    """The characters of a string literal, up to the first zero."""
    while isinstance(expression, Cast):
        expression = expression.operand
    if not isinstance(expression, Text) or not isinstance(expression.type, ArrayType):
        return None
    is_plain = isinstance(expression.type.element, IntType) and expression.type.element.width == 8
    return expression.data.split(b"\0")[0] if is_plain else None


def _item(match: re.Match[bytes]) -> Item:
    parts = {name: text.decode() for name, text in match.groupdict(b"").items()}
    precision = None if match["precision"] is None else int(parts["precision"][1:] or "0")
    return Item(parts["flags"], int(parts["width"] or "0"), precision, parts["size"], parts["kind"])


def _is_known(item: Item) -> bool:
    """Whether C defines the conversion, and it is one of the usual ones."""
    flags = set(item.flags)
    match item.kind:
        case "%":
            return False  # with flags
        case "c":
            return not item.size and item.precision is None and flags <= {"-"}
        case "s":
            return not item.size and flags <= {"-"}
        case "d" | "i":
            return item.precision != 0
    return item.precision != 0 and flags <= {"-", "0"}


def fits(item: Item, type_: CType, word: int) -> bool:
    """Whether an argument is passed as the conversion expects it; signs do not matter to the machine."""
    if item.kind == "s":
        target = type_.target if isinstance(type_, PointerType) else INT
        return isinstance(target, VoidType) or (isinstance(target, IntType) and target.width == 8)
    widths = {"ll": 64, "j": 64, "l": word, "z": word, "t": word}
    return isinstance(type_, IntType) and type_.width == widths.get(item.size, INT.width)


def known(item: Item, argument: Expression) -> bytes | None:
    """What a conversion makes of an argument that is a constant."""
    precision = "" if item.precision is None else f".{item.precision}"
    flags = item.flags if item.precision is None else item.flags.replace("0", "")
    form = f"%{flags}{item.width or ''}{precision}{item.kind}".encode()
    if item.kind == "s":
        text = _text(argument)
        return None if text is None else form % text
    number = constant_value(argument)
    if number is None or not isinstance(argument.type, IntType):
        return None
    width = _NARROW[item.size][1] if item.size in _NARROW else argument.type.width
    number %= 1 << (8 if item.kind == "c" else width)
    if item.signed and number >= 1 << (width - 1):
        number -= 1 << width
    return form % number


def printed_texts(call: CallExpression) -> list[Expression]:
    """The strings that a function of the C library prints, each with one character at least, as far as its
    format tells."""
    name, arguments = _name(call), call.arguments
    at = _FORMATS.get(name)
    if takes_no_null(call):
        found = list(arguments[:1])
    elif at is None or len(arguments) <= at:
        found = []
    else:
        items = [piece for piece in pieces(arguments[at]) or () if isinstance(piece, Item)]
        given = zip(items, arguments[at + 1 :], strict=False)
        found = [text for item, text in given if item.kind == "s" and item.precision != 0]
    return [text for text in found if isinstance(text.type, PointerType)]


def takes_no_null(call: CallExpression) -> bool:
    """Whether the function prints a string, which must not be null."""
    return _name(call) in _TEXTS


def _name(call: CallExpression) -> str:
    return (call.function or "").removeprefix("__builtin_").removesuffix("_unlocked")
