"""Reads literals: integers, floating-point numbers, strings."""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING

from maymust.frontends.c.reading.parts import converted, opaque
from maymust.frontends.c.reading.variable_types import has_variable_size
from maymust.frontends.c.tree.expressions import (
    Binary,
    Constant,
    Expression,
    FloatConstant,
    Name,
    Opaque,
    Text,
)
from maymust.frontends.c.types import ArrayType, FloatType, IntType, PointerType, size_of

if TYPE_CHECKING:
    from maymust.frontends.c.clang.api import Raw
    from maymust.frontends.c.reading.body import Body

_SHAPE = re.compile(r'(?P<prefix>L|u8|u|U|)"(?P<inner>.*)"', re.DOTALL)
_ELEMENT = re.compile(
    r"""\\(?P<octal>[0-7]{1,3})
       |\\x(?P<hexadecimal>[0-9A-Fa-f]+)
       |\\(?:u(?P<short>[0-9A-Fa-f]{4})|U(?P<long>[0-9A-Fa-f]{8}))
       |\\(?P<letter>[abfnrtv\\"'?])
       |(?P<nothing>"")  # keeps a digit from being read as part of the number before
       |(?P<plain>[\x20-\x7e])""",
    re.VERBOSE,
)
_LETTERS = {"a": 7, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11}
_ENCODINGS = {8: "utf-8", 16: "utf-16-le", 32: "utf-32-le"}
_WIDTHS = {"": 8, "u8": 8, "u": 16, "U": 32, "L": 32}


def read_integer(body: Body, raw: Raw) -> Expression:
    """Literals, `sizeof` and the like."""
    type_ = body.types.of(raw.cursor)
    value = body.unit.integer(raw.cursor) if isinstance(type_, IntType) else None
    sizeof = raw.kind == "CXX_UNARY_EXPR"
    if value is None and sizeof and isinstance(type_, IntType):
        size = _size_of_variable_array(body, raw, type_)
        if size is not None:
            return size
    if value is None or (sizeof and has_variable_size(body.unit, raw.cursor)):
        construct = "sizeof a variable-length array" if sizeof else "constant of an unknown kind"
        return Opaque(type_, body.place(raw), construct, (), has_lengths=sizeof)
    return Constant(type_, body.place(raw), value)


def _size_of_variable_array(body: Body, raw: Raw, type_: IntType) -> Expression | None:
    """`sizeof a`, where that is a variable-length array; None if it is something else."""
    unit, place = body.unit, body.place(raw)
    inner = unit.children(raw.cursor)
    while len(inner) == 1 and inner[0].kind == "PAREN_EXPR":
        inner = unit.children(inner[0].cursor)
    if len(inner) != 1 or inner[0].kind != "DECL_REF_EXPR":
        return None
    declaration = unit.referenced(inner[0].cursor)
    if unit.kind(declaration) != "VAR_DECL":
        return None
    array = body.variable(declaration)
    if array.count is None or not isinstance(array.type, PointerType):
        return None
    size = size_of(array.type.target)
    if size is None:
        return None
    count = converted(Name(array.count.type, place, array.count), type_, place)
    return Binary(type_, place, "*", count, Constant(type_, place, size))


def read_real(body: Body, raw: Raw) -> Expression:
    """`0.1f`, `0x1p-3`."""
    type_ = body.types.of(raw.cursor)
    value = body.unit.real(raw.cursor) if isinstance(type_, FloatType) else None
    if value is None or not isinstance(type_, FloatType):
        return opaque(body, raw)
    packed = struct.pack("<f" if type_.width == 32 else "<d", value)
    return FloatConstant(type_, body.place(raw), int.from_bytes(packed, "little"))


def read_text(body: Body, raw: Raw) -> Expression:
    """String literals; clang shows adjacent ones as one, with its own escapes."""
    type_, text = body.types.of(raw.cursor), body.unit.spelling(raw.cursor)
    data = _data(type_, text) if isinstance(type_, ArrayType) else None
    return opaque(body, raw) if data is None else Text(type_, body.place(raw), text, data)


def _data(type_: ArrayType, text: str) -> bytes | None:
    """The bytes of an array that a literal initialises; None where that is not sure."""
    shape = _SHAPE.fullmatch(text)
    if shape is None or not isinstance(type_.element, IntType) or type_.count is None:
        return None
    width, wide = _WIDTHS[shape["prefix"]], shape["prefix"] == "L"
    elements = decode(shape["inner"], width)
    if elements is None or width != type_.element.width or (wide and len(elements) + 1 != type_.count):
        return None
    padded = [*elements, *[0] * (type_.count - len(elements))][: type_.count]
    return b"".join([element.to_bytes(width // 8, "little") for element in padded])


def decode(inner: str, width: int) -> list[int] | None:
    """The elements, of so many bits each, that the text between quotes stands for; None if it is no such."""
    found: list[int] = []
    at = 0
    while at < len(inner):
        part = _ELEMENT.match(inner, at)
        if part is None:
            return None
        at = part.end()
        match part.lastgroup:
            case "octal":
                found.append(int(part["octal"], 8))
            case "hexadecimal":
                found.append(int(part["hexadecimal"], 16))
            case "short" | "long":
                code = int(part["short"] or part["long"], 16)
                if code > 0x10FFFF or 0xD800 <= code < 0xE000:
                    return None
                units, size = chr(code).encode(_ENCODINGS[width]), width // 8
                found += [int.from_bytes(units[i : i + size], "little") for i in range(0, len(units), size)]
            case "letter":
                found.append(_LETTERS.get(part["letter"], ord(part["letter"])))
            case "plain":
                found.append(ord(part["plain"]))
    return found if all(element < 1 << width for element in found) else None
