"""Writes models in C for calls of `scanf` and `fscanf` with strings in a literal format.

    scanf("%d %7s", &n, s)    becomes the call of
    int scanf(const char *format, int *a0, char *a1) { … }

which stores inputs: a number, or as many characters as there may be. Formats without strings are simpler
(`scan_formats`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from maymust.frontends.c.library.scan_formats import FORMATS, fits, format_text, scanned
from maymust.frontends.c.types import INT, FunctionType, IntType, PointerType

if TYPE_CHECKING:
    from maymust.frontends.c.tree.expressions import CallExpression

_ITEM = re.compile(
    rb"%(?P<skips>\*?)(?P<width>[0-9]*)(?:(?P<size>hh|h|ll|l|z|)(?P<kind>[diuxc])|(?P<double>l?)[feg]"
    rb"|(?P<text>s|\[\^?\]?[^]]*\]))"
)
_SPACES = "c != ' ' && c != '\\t' && c != '\\n' && c != '\\v' && c != '\\f' && c != '\\r'"
_HEAD = """\
typedef __SIZE_TYPE__ size_t;
int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int);
"""
_NUMBERS = {
    b"hh": "char",
    b"h": "short",
    b"": "int",
    b"l": "long",
    b"z": "__PTRDIFF_TYPE__",
    b"ll": "long long",
}


def model(call: CallExpression) -> str | None:
    """A definition of the function that does what the call does, if it scans strings and its format is
    known."""
    name = (call.function or "").removeprefix("__isoc99_").removeprefix("__isoc23_")
    at = FORMATS.get(name)
    if at is None or len(call.arguments) <= at or scanned(call) is not None or not _is_variadic(call):
        return None
    data = format_text(call.arguments[at])
    if data is None or b"%" in _ITEM.sub(b"", data).replace(b"%%", b""):
        return None
    items = [item for item in _ITEM.finditer(data.replace(b"%%", b"")) if not item["skips"]]
    given = call.arguments[at + 1 :]
    if len(items) != len(given):
        return None
    declared, code = [], []
    for number, (item, argument) in enumerate(zip(items, given, strict=True)):
        stored = _stored(item, f"a{number}", argument.type)
        if stored is None:
            return None
        declared.append(f"{stored[0]}a{number}")
        code.append(f"if (done > {number}) {{ {stored[1]} }}")
    stream = ["void *stream"] if at else []
    parameters = ", ".join([*stream, "const char *format", *declared])
    range_ = f"__VERIFIER_assume(done >= -1 && done <= {len(items)});"
    body = "\n".join(["int done = __VERIFIER_nondet_int();", range_, *code, "return done;"])
    types = sorted({t for t in map(_number_type, items) if t is not None})
    inputs = "".join(
        f"{type_} __VERIFIER_nondet_{_word(type_)}(void);\n" for type_ in types if type_ != "int"
    )
    return f"{_HEAD}{inputs}int {name}({parameters})\n{{\n{body}\n}}\n"


def _stored(item: re.Match[bytes], name: str, type_: object) -> tuple[str, str] | None:
    """How the pointer of a conversion is declared, and the code that stores through it."""
    if not isinstance(type_, PointerType):
        return None
    is_byte = isinstance(type_.target, IntType) and type_.target.width == 8
    if item["text"] is not None:
        more = f"i < {int(item['width'])} && " if item["width"] else ""
        one = f"char c = __VERIFIER_nondet_char(); __VERIFIER_assume({_allowed(item['text'])});"
        loop = f"do {{ {one} {name}[i] = c; i++; }} while ({more}__VERIFIER_nondet_int());"
        return ("char *", f"size_t i = 0; {loop} {name}[i] = 0;") if is_byte else None
    if item["kind"] == b"c" and item["width"]:
        loop = f"for (size_t i = 0; i < {int(item['width'])}; i++) {name}[i] = __VERIFIER_nondet_char();"
        return ("char *", loop) if is_byte else None
    number = _number_type(item)
    if number is None or not fits(item, type_):
        return None
    return f"{number} *", f"*{name} = __VERIFIER_nondet_{_word(number)}();"


def _allowed(text: bytes) -> str:
    """The condition that a character, which is not zero, is one of those that a conversion takes."""
    if text == b"s":
        return f"c && {_SPACES}"
    negated = text.startswith(b"[^")
    characters, found, at = text[2 if negated else 1 : -1], list[str](), 0
    while at < len(characters):
        low = high = characters[at]
        if characters[at + 1 : at + 2] == b"-" and at + 2 < len(characters):
            high = characters[at + 2]
            at += 2
        found.append(f"((unsigned char)c >= {low} && (unsigned char)c <= {high})")
        at += 1
    return f"c && {'!' if negated else ''}({' || '.join(found)})"


def _number_type(item: re.Match[bytes]) -> str | None:
    """The type of the number that a conversion stores."""
    if item["text"] is not None:
        return None
    if item["kind"] is None:
        return "double" if item["double"] else "float"
    return "char" if item["kind"] == b"c" else _NUMBERS[item["size"]]


def _word(type_: str) -> str:
    return type_.replace(" ", "_").strip("_").lower()


def _is_variadic(call: CallExpression) -> bool:
    type_ = call.callee.type
    if isinstance(type_, PointerType):
        type_ = type_.target
    return isinstance(type_, FunctionType) and type_.variadic and type_.returns == INT
