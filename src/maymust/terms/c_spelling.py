"""What the C column of the operator table calls: it comes first in every file with such expressions.

Operands are of type uint64_t, or _Bool, and hold unsigned readings; so terms are of at most 64 bits.
"""

from __future__ import annotations

C_PRELUDE = """\
#include <stdint.h>

static inline uint64_t mm_ones(unsigned width) { return UINT64_MAX >> (64 - width); }

static inline _Bool mm_negative(uint64_t x, unsigned width) { return x >> (width - 1) & 1; }

static inline uint64_t mm_magnitude(uint64_t x, unsigned width)
{
    return mm_negative(x, width) ? (0 - x) & mm_ones(width) : x;
}

static inline uint64_t mm_sdiv(uint64_t x, uint64_t y, unsigned width)
{
    if (y == 0)
        return mm_negative(x, width) ? 1 : mm_ones(width);
    uint64_t quotient = mm_magnitude(x, width) / mm_magnitude(y, width);
    return (mm_negative(x, width) != mm_negative(y, width) ? 0 - quotient : quotient) & mm_ones(width);
}

static inline uint64_t mm_srem(uint64_t x, uint64_t y, unsigned width)
{
    if (y == 0)
        return x;
    uint64_t remainder = mm_magnitude(x, width) % mm_magnitude(y, width);
    return (mm_negative(x, width) ? 0 - remainder : remainder) & mm_ones(width);
}

static inline uint64_t mm_ashr(uint64_t x, uint64_t y, unsigned width)
{
    if (y >= width)
        return mm_negative(x, width) ? mm_ones(width) : 0;
    return mm_negative(x, width) ? x >> y | (mm_ones(width) & ~(mm_ones(width) >> y)) : x >> y;
}

static inline uint64_t mm_sext(uint64_t x, unsigned width, unsigned result)
{
    return mm_negative(x, width) ? x | (mm_ones(result) & ~mm_ones(width)) : x;
}
"""
