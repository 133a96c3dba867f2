"""Finds pragmas that change what a text means, and of which clang's tree says nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_COMMENT = re.compile(rb"""(?P<kept>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|/\*.*?\*/|//[^\n]*""", re.DOTALL)
_WEAK = re.compile(rb"""(?:pragma\W{1,9}|["(]\s*)weak\s+(\w+)""", re.IGNORECASE)
_REFUSED = re.compile(rb"\b(scalar_storage_order)\b")


def without_comments(text: bytes) -> bytes:
    """The text without its comments."""
    return _COMMENT.sub(lambda match: match["kept"] or b" ", text)


def may_matter(text: bytes) -> bool:
    """Whether the text may have such a pragma: a quick look."""
    return b"weak" in text or b"scalar_storage_order" in text


def weak_names(texts: Iterable[bytes]) -> frozenset[str]:
    """The functions and variables that `#pragma weak`, or a `_Pragma`, says may be missing."""
    return frozenset(match[1].decode() for text in texts for match in _WEAK.finditer(text))


def refused(texts: Iterable[bytes]) -> str | None:
    """A word in the texts by which gcc gives them a meaning that clang does not know."""
    return next((match[1].decode() for text in texts if (match := _REFUSED.search(text))), None)
