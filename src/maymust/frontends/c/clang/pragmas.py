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
_SAID = rb"(?P<said>weak[^\S\n]+(?P<name>\w+)(?:[^\S\n]*=[^\S\n]*(?P<target>\w+))?)"
_WEAK = re.compile(
    rb"""(?:^[^\S\n]*(?:\#|%:)[^\S\n]*pragma[^\S\n]+|\b_Pragma\s*\(\s*(?:L|u8?|U)?"[^\S\n]*)""" + _SAID,
    re.MULTILINE,
)
_GIVEN = re.compile(rb"\(\s*" + _SAID)  # what macros may make a pragma of
_MADE = re.compile(rb"""_Pragma\s*\(\s*(?!(?:L|u8?|U)?"|\s)""")  # by a macro, from what it is given
_WORD = re.compile(rb"\bweak\b")
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
    name for ambiguous, and refuses it. So it does still where a header, a macro or a joined line says so."""

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


def weak_symbols(texts: Iterable[bytes], of_system: Iterable[bytes] = ()) -> WeakSymbols:
    """What `#pragma weak`, or a `_Pragma`, says of functions and variables. In headers of the system, macros
    that make pragmas make no symbols weak."""
    read = list(texts)
    makes = any(_MADE.search(text) for text in read) and any(_WORD.search(text) for text in read)
    patterns = (_WEAK, _GIVEN) if makes else (_WEAK,)
    every = [*read, *of_system]
    found = [match for pattern in patterns for text in every for match in pattern.finditer(text)]
    aliases = {m["name"].decode(): m["target"].decode() for m in found if m["target"] is not None}
    return WeakSymbols(frozenset(match["name"].decode() for match in found), aliases, makes)


def refused(texts: Iterable[bytes]) -> str | None:
    """A word in the texts by which gcc gives them a meaning that clang does not know."""
    return next((match[1].decode() for text in texts if (match := _REFUSED.search(text))), None)
