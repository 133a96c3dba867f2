"""The words of a rule, with their places."""

from __future__ import annotations

import re
from typing import Literal

from maymust.diagnostics import Diagnostic, InputError
from maymust.frozen import frozen
from maymust.ir.source import Span

Kind = Literal["name", "number", "argument", "text", "mark", "end"]
_TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/)
       |(?P<name>[A-Za-z_]\w*)
       |(?P<number>(?:0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*(?![\w.]))
       |(?P<argument>\$(?:[0-9]+|return)\b)
       |(?P<text>"(?:[^"\\\n]|\\.)*")
       |(?P<mark><<|>>|<=|>=|==|!=|&&|\|\||\+\+|--|\+=|-=|/(?!\*)|[-+*%&|^~!<>=?:;,.(){}\[\]])""",
    re.DOTALL | re.VERBOSE | re.ASCII,
)
_COMMENT = re.compile(r"\s*(?://(?P<line>[^\n]*)|/\*(?P<block>.*?)\*/)", re.DOTALL)


@frozen
class Token:
    """A word and its place."""

    kind: Kind
    text: str
    span: Span


def tokens(path: str, text: str) -> list[Token]:
    """The words, the last of them the end. Raises InputError at what is none."""
    found: list[Token] = []
    at, line, start_of_line = 0, 1, 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        column = len(text[start_of_line:at].encode("utf-8", "surrogateescape")) + 1
        if match is None:
            span = Span(path, line, column, line, column + 1)
            raise InputError(Diagnostic("error", _complaint(text, at), span))
        word = match[0]
        breaks = word.count("\n")
        if match.lastgroup != "skip":
            span = Span(path, line, column, line, column + len(word.encode("utf-8", "surrogateescape")))
            found.append(Token(match.lastgroup, word, span))  # type: ignore[arg-type] # the groups' names
        if breaks:
            line += breaks
            start_of_line = at + word.rindex("\n") + 1
        at = match.end()
    column = len(text[start_of_line:].encode("utf-8", "surrogateescape")) + 1
    found.append(Token("end", "", Span(path, line, column, line, column)))
    return found


def _complaint(text: str, at: int) -> str:
    if text.startswith("/*", at):
        return "this comment has no end"
    if text[at] == '"':
        return "this text has no end"
    if text[at] == "$":
        return "`$` needs the number of an argument behind it, or `return`"
    if text[at].isdigit():
        return "this is no number: rules have integers only"
    return f"`{text[at]}` has no meaning in a rule" if text[at].isprintable() else "this is no text"


def description(text: str) -> str:
    """The first sentence of the comment that a rule begins with."""
    match = _COMMENT.match(text)
    if match is None:
        return ""
    lines = (match["line"] or match["block"] or "").splitlines()
    words = " ".join(line.strip().strip("*").strip() for line in lines)
    return re.split(r"(?<=\.)\s", words.strip(), maxsplit=1)[0].rstrip(".")
