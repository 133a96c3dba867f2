"""Mistakes about memory, made in texts that make none: too little is allocated, an index is too large, a
pointer is null, moved, never set, or freed twice."""

from __future__ import annotations

import random
import re

_MISTAKES = [
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\bmalloc\(([^()]*)\)", r"malloc((\1) / 2)"),
        (r"\bcalloc\(([^(),]*),", r"calloc((\1) / 2,"),
        (r"(?<=\w)\[ ?(\d+)\]", r"[ \1 + 3]"),
        (r"\b([a-z]\w*)->", r"(\1 + 1)->"),
        (r"\b([a-z]\w*)->", r"(\1 - 1)->"),
        (r"= &([a-z]\w*)\b", r"= 0"),
        (r"= &([a-z]\w*)\b", r"= &\1 + 1"),
        (r"\bfree\(([a-z]\w*)\);", r"free(\1); free(\1);"),
        (r"\bfree\(([a-z]\w*)\);", r"free((char *)\1 + 1);"),
        (r"(\*\s?[a-z]\w*) = [^;,{}]*;", r"\1;"),
        (r"([(=] ?)\*([a-z]\w*)\b", r"\1*(\2 + 1)"),
        (r"& 3\b", r"& 7"),
        (r"% 4\b", r"% 9"),
    )
]


def with_a_mistake(text: str, rng: random.Random) -> str:
    """The text with something changed in one place, somewhere in the bodies of functions."""
    found = [
        (match, replacement)
        for pattern, replacement in _MISTAKES
        for match in [m for m in pattern.finditer(text) if m.start() > len(text) // 4]
    ]
    if not found:
        return text
    kinds = sorted({replacement for _, replacement in found})
    kind = rng.choice(kinds)
    match = rng.choice([m for m, replacement in found if replacement == kind])
    return text[: match.start()] + match.expand(kind) + text[match.end() :]
