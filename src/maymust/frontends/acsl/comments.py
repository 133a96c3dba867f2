"""Where the annotations of a C text are: `/*@ … */`, and lines that begin with `//@`.

The text is decoded so that each character is a byte: offsets are clang's.
"""

from __future__ import annotations

import re

from maymust.frozen import frozen

_TOKEN = re.compile(
    r"""(?P<line>//(?:[^\n\\]|\\.)*)
       |(?P<block>/\*.*?\*/)
       |(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
       |(?P<space>\s+)
       |(?P<other>.)""",
    re.DOTALL | re.VERBOSE,
)
_LEADING_AT = re.compile(r"(?<=\n)[ \t]*@")


@frozen
class Annotation:
    """The bytes from `start` to `end`; `text` is as long, with blanks for what only marks the annotation."""

    start: int
    end: int
    text: str


def find_annotations(text: str) -> list[Annotation]:
    """All annotations in order; successive lines `//@` are one."""
    found: list[Annotation] = []
    joins = False  # nothing but white space has come since a line of the last annotation
    for token in _TOKEN.finditer(text):
        word, start = token[0], token.start()
        if token.lastgroup == "space":
            continue
        if word.startswith("//@"):
            blanked = "   " + word[3:]
            if joins:
                last = found.pop()
                between = text[last.end : start]
                found.append(Annotation(last.start, token.end(), last.text + between + blanked))
            else:
                found.append(Annotation(start, token.end(), blanked))
            joins = True
            continue
        joins = False
        if word.startswith("/*@"):
            inner = _LEADING_AT.sub(lambda match: " " * len(match[0]), word[3:-2])
            inner = inner[:-1] + " " if inner.endswith("@") else inner
            found.append(Annotation(start, token.end(), f"   {inner}  "))
    return found


def is_blank(text: str) -> bool:
    """Whether there is nothing but white space and comments."""
    return all(token.lastgroup in ("line", "block", "space") for token in _TOKEN.finditer(text))
