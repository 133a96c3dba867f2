"""The words of an annotation, with their places in the file."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Literal

from maymust.diagnostics import Diagnostic, InputError
from maymust.frontends.acsl.comments import Annotation
from maymust.frozen import frozen
from maymust.ir.source import Span

Kind = Literal["name", "keyword", "number", "character", "mark", "end"]
_TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*)
       |(?P<name>[A-Za-z_]\w*)
       |(?P<keyword>\\[A-Za-z_]\w*)
       |(?P<number>(?:0[xX][0-9a-fA-F]+|0[0-7]*|[1-9][0-9]*)
           (?:[uU](?:ll|LL|[lL])?|(?:ll|LL|[lL])[uU]?)?(?![\w]|\.[0-9]))
       |(?P<character>'(?:[^'\\\n]|\\[abfnrtv0\\'"])')
       |(?P<mark><==>|==>|<<|>>|<=|>=|==|!=|&&|\|\||\^\^|->|\.\.|[-+*/%&|^~!<>=?:;,.(){}\[\]])""",
    re.DOTALL | re.VERBOSE | re.ASCII,
)
_ESCAPES = {"a": 7, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11, "0": 0}


@frozen
class Token:
    """A word and its place."""

    kind: Kind
    text: str
    span: Span


class Places:
    """From offsets in a file to places."""

    def __init__(self, path: str, text: str) -> None:
        self._path = path
        self._lines = [0, *[match.end() for match in re.finditer("\n", text)]]

    def span(self, start: int, end: int) -> Span:
        """The place of these bytes."""
        return Span(self._path, *self._place(start), *self._place(end))

    def _place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1


def tokens(annotation: Annotation, places: Places) -> list[Token]:
    """The words, the last of them the end. Raises InputError at what is none."""
    found: list[Token] = []
    text, at = annotation.text, 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        start = annotation.start + at
        if match is None:
            raise InputError(Diagnostic("error", _complaint(text[at:]), places.span(start, start + 1)))
        if match.lastgroup != "skip":
            span = places.span(start, annotation.start + match.end())
            found.append(Token(match.lastgroup, match[0], span))  # type: ignore[arg-type] # the groups' names
        at = match.end()
    end = annotation.start + len(text.rstrip())
    found.append(Token("end", "", places.span(end, end)))
    return found


def number(text: str) -> int:
    """The value of an integer constant or of a character."""
    if text.startswith("'"):
        inner = text[1:-1]
        return _ESCAPES.get(inner[1], ord(inner[1])) if inner.startswith("\\") else ord(inner)
    digits = text.rstrip("uUlL")
    if digits[:2] in ("0x", "0X"):
        return int(digits, 16)
    return int(digits, 8 if digits[0] == "0" else 10)


def _complaint(text: str) -> str:
    if text[0].isdigit():
        return "this is no number: contracts have integers only"
    if text[0] == "\\":
        return "`\\` needs a word behind it, such as `\\old`"
    return f"`{text[0]}` has no meaning in a contract" if text[0].isascii() else "this has no meaning here"
