"""Parses formats of `printf` and its kin: characters and conversions, and what is known of their arguments.

Conversions of integers, characters and strings are known, with flags, widths and precisions that are
constants. Others (floating-point numbers, `%p`, `%n`, `*`) are not.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maymust.frontends.c.tree.constants import constant_value
from maymust.frontends.c.tree.expressions import Cast, Conditional, Text
from maymust.frontends.c.types import INT, ArrayType, IntType, PointerType, VoidType
from maymust.frozen import frozen

if TYPE_CHECKING:
    from maymust.frontends.c.tree.expressions import Expression
    from maymust.frontends.c.types import CType

_ITEM = re.compile(
    rb"%(?P<flags>[-0+ ]*)(?P<width>[0-9]{0,3})(?P<precision>\.[0-9]{0,3})?"
    rb"(?P<size>hh|h|ll|l|z|t|j|)(?P<kind>[diuxXocs%])"
)
_NARROW = {"hh": ("char", 8), "h": ("short", 16)}

_CONVERSION = re.compile(
    rb"%(?P<flags>[-0+ #']*)(?P<width>[0-9]+|\*)?(?:\.(?P<precision>[0-9]*|\*))?"
    rb"(?P<size>hh|h|ll|l|L|q|z|t|j|)(?P<kind>[diouxXaAeEfFgGcCsSpnm%])"
)


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


@frozen
class Conversion:
    """What a conversion takes from the arguments behind the format: the one at `position`, if it takes any;
    its `precision`, or the argument that is (`precision_at`). `wide` ones are of wide characters; `size` is
    what C calls the length modifier."""

    kind: str
    position: int
    precision: int | None
    precision_at: int | None
    wide: bool
    size: str


def conversions(format_: Expression) -> list[Conversion] | None:
    """All conversions of a format; None if it is not known, or has some that are not C's, or is one of
    several texts with different ones."""
    found = [_conversions(data) for data in _texts(format_) or ()]
    return found[0] if found and all(other == found[0] for other in found) else None


def stores(format_: Expression) -> bool | None:
    """Whether a format has, or may have, `%n`, which stores through an argument; None if that is not
    known."""
    texts = _texts(format_)
    found = [] if texts is None else [_conversions(data) for data in texts]
    if texts is None or None in found:
        return None
    return any(item.kind == "n" for items in found for item in items or ())


def _conversions(data: bytes) -> list[Conversion] | None:
    """Those of a text; None if some are not C's."""
    found: list[Conversion] = []
    position, last = 0, 0
    while (start := data.find(b"%", last)) >= 0:
        match = _CONVERSION.match(data, start)
        if match is None:
            return None
        last = match.end()
        if match["kind"] in b"%m":
            continue
        position += match["width"] == b"*"
        precision_at = position if match["precision"] == b"*" else None
        position += match["precision"] == b"*"
        digits = match["precision"] or b"0"
        known = None if match["precision"] in (None, b"*") else int(digits)
        wide = match["kind"] in b"CS" or match["size"] == b"l"
        kind, size = match["kind"].decode(), match["size"].decode()
        found.append(Conversion(kind, position, known, precision_at, wide, size))
        position += 1
    return found


def _texts(format_: Expression) -> list[bytes] | None:
    """What a format, of plain or wide characters, is or may be."""
    if isinstance(format_, Cast):
        known = _format(format_)
        return _texts(format_.operand) if known is None else [known]
    if isinstance(format_, Conditional) and format_.then is not None:
        both = [_texts(format_.then), _texts(format_.otherwise)]
        return None if both[0] is None or both[1] is None else [*both[0], *both[1]]
    known = _format(format_)
    return None if known is None else [known]


def _format(expression: Expression) -> bytes | None:
    """The characters of a string literal, up to the first zero; for wide ones that a byte cannot hold, `?`
    stands."""
    while isinstance(expression, Cast):
        expression = expression.operand
    if not isinstance(expression, Text) or not isinstance(expression.type, ArrayType):
        return None
    element = expression.type.element
    if not isinstance(element, IntType) or element.width == 8:
        return _text(expression)
    size = element.width // 8
    starts = range(0, len(expression.data), size)
    numbers = [int.from_bytes(expression.data[at : at + size], "little") for at in starts]
    characters = bytes([number if number < 128 else ord("?") for number in numbers])
    return characters.split(b"\0")[0]


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
