"""What the C column of the operator table calls: it comes first in every file with such expressions.

Operands are of type uint64_t, or _Bool, and hold unsigned readings; so terms are of at most 64 bits.
Where some have up to 128 bits, the spelling is the same over `mm_wide`, with functions of other names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from maymust.terms.term import Term

WIDEST = 128

_FUNCTIONS = """\
static inline @word@ @mm@ones(unsigned width) { return (@word@)-1 >> (@bits@ - width); }

static inline _Bool @mm@negative(@word@ x, unsigned width) { return x >> (width - 1) & 1; }

static inline @word@ @mm@magnitude(@word@ x, unsigned width)
{
    return @mm@negative(x, width) ? (0 - x) & @mm@ones(width) : x;
}

static inline @word@ @mm@sdiv(@word@ x, @word@ y, unsigned width)
{
    if (y == 0)
        return @mm@negative(x, width) ? 1 : @mm@ones(width);
    @word@ quotient = @mm@magnitude(x, width) / @mm@magnitude(y, width);
    return (@mm@negative(x, width) != @mm@negative(y, width) ? 0 - quotient : quotient) & @mm@ones(width);
}

static inline @word@ @mm@srem(@word@ x, @word@ y, unsigned width)
{
    if (y == 0)
        return x;
    @word@ remainder = @mm@magnitude(x, width) % @mm@magnitude(y, width);
    return (@mm@negative(x, width) ? 0 - remainder : remainder) & @mm@ones(width);
}

static inline @word@ @mm@ashr(@word@ x, @word@ y, unsigned width)
{
    if (y >= width)
        return @mm@negative(x, width) ? @mm@ones(width) : 0;
    return @mm@negative(x, width) ? x >> y | (@mm@ones(width) & ~(@mm@ones(width) >> y)) : x >> y;
}

static inline @word@ @mm@sext(@word@ x, unsigned width, unsigned result)
{
    return @mm@negative(x, width) ? x | (@mm@ones(result) & ~@mm@ones(width)) : x;
}
"""


def _functions(word: str, bits: int, prefix: str) -> str:
    return _FUNCTIONS.replace("@word@", word).replace("@bits@", str(bits)).replace("@mm@", prefix)


C_PRELUDE = "#include <stdint.h>\n\n" + _functions("uint64_t", 64, "mm_")

# It follows C_PRELUDE where there are terms of more than 64 bits.
C_WIDE_PRELUDE = "\ntypedef unsigned __int128 mm_wide;\n\n" + _functions("mm_wide", 128, "mm_wide_")


def wide_constant(value: int) -> str:
    """A constant of more than 64 bits."""
    return f"((mm_wide)UINT64_C({value >> 64}) << 64 | UINT64_C({value % 2**64}))"


def wide_code(part: Term, arguments: tuple[str, ...]) -> str:
    """The C expression of an application to arguments given as C expressions, where it or the arguments have
    more than 64 bits; those that have are of type mm_wide, the others of type uint64_t or _Bool.

    Requires: it is no operator on floats, nor on arrays.
    """
    assert part.op is not None
    holes = tuple([f"@{i}@" for i in range(len(arguments))])
    text = part.op.c_code(holes, (part.args[0].width, part.width), part.indices)
    text = text.replace("mm_", "mm_wide_")
    text = re.sub(r"UINT64_C\((\d+)\)", lambda found: _constant(int(found[1])), text)
    for hole, argument, term in zip(holes, arguments, part.args, strict=True):
        text = text.replace(hole, f"((mm_wide){argument})" if part.width > term.width > 0 else argument)
    return f"((uint64_t){text})" if 0 < part.width <= 64 else text


def _constant(value: int) -> str:
    return wide_constant(value) if value >> 64 else f"UINT64_C({value})"
