"""Finds pragmas that change what a text means, and of which clang's tree says nothing."""

from __future__ import annotations

import re
from dataclasses import field
from typing import TYPE_CHECKING

from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_SPLICE = re.compile(rb"\\[ \t]*\r?\n")
_COMMENT = re.compile(rb"""(?P<kept>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|/\*.*?\*/|//[^\n]*""", re.DOTALL)
_WEAK = re.compile(
    rb"""(?:pragma\s+|["(]\s*)(?P<said>weak\s+(?P<name>\w+)(?:\s*=\s*(?P<target>\w+))?)""", re.IGNORECASE
)
_MADE = re.compile(rb"""_Pragma\s*\(\s*(?!(?:L|u8?|U)?"|\s)""")  # by a macro, from what it is given
_WORD = re.compile(rb"\bweak\b", re.IGNORECASE)
_REFUSED = re.compile(rb"\b(scalar_storage_order)\b")


@frozen
class WeakSymbols:
    """What pragmas make weak: functions and variables that may be missing, and other names (`aliases`) for
    what is defined under another. If macros make pragmas, it may be `any` name."""

    names: frozenset[str] = frozenset()
    aliases: Mapping[str, str] = field(default_factory=dict)
    any: bool = False

    def may_be(self, name: str, *, is_defined: bool = False) -> bool:
        """Whether a symbol may be weak; where macros make pragmas, only what is not defined here matters."""
        return name in self.names or (self.any and not is_defined)


def without_aliases(text: bytes) -> bytes:
    """The text, of the same length, without other names for what it defines: clang takes a call by such a
    name for ambiguous."""

    def blank(match: re.Match[bytes]) -> bytes:
        before = match[0].removesuffix(match["said"])
        return match[0] if match["target"] is None else before + b" " * len(match["said"])

    return _WEAK.sub(blank, text)


def plain(text: bytes) -> bytes:
    """The text with its lines joined where it says so, and without its comments."""
    return _COMMENT.sub(lambda match: match["kept"] or b" ", _SPLICE.sub(b"", text))


def may_matter(text: bytes) -> bool:
    """Whether the text may have such a pragma: a quick look."""
    return b"_Pragma" in text or b"weak" in text.lower() or b"scalar_storage_order" in text


def weak_symbols(texts: Iterable[bytes]) -> WeakSymbols:
    """What `#pragma weak`, or a `_Pragma`, says of functions and variables."""
    names, aliases = set[str](), dict[str, str]()
    makes = says = False
    for text in texts:
        makes, says = makes or bool(_MADE.search(text)), says or bool(_WORD.search(text))
        for match in _WEAK.finditer(text):
            name, target = match["name"].decode(), match["target"]
            names.add(name)
            if target is not None:
                aliases[name] = target.decode()
    return WeakSymbols(frozenset(names), aliases, makes and says)


def refused(texts: Iterable[bytes]) -> str | None:
    """A word in the texts by which gcc gives them a meaning that clang does not know."""
    return next((match[1].decode() for text in texts if (match := _REFUSED.search(text))), None)
