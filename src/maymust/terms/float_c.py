"""What the C column of the float operators calls; it follows `c_spelling.C_PRELUDE` where floats are used.

It needs a machine that computes single and double precision as such, and the mathematical library (-lm).
"""

from __future__ import annotations

from maymust.terms.float_meaning import FORMATS

_HEAD = """
#include <float.h>
#include <math.h>

#if FLT_EVAL_METHOD != 0
#error "floats are computed with more precision than they have"
#endif
"""

_FORMAT = """
static inline @type@ mm_value@w@(uint64_t x)
{
    union { uint@w@_t bits; @type@ value; } u = {(uint@w@_t)x};
    return u.value;
}

static inline uint64_t mm_bits@w@(@type@ x)
{
    union { @type@ value; uint@w@_t bits; } u = {x};
    return x != x ? UINT64_C(@nan@) : u.bits;
}

#define V mm_value@w@
#define B mm_bits@w@
static inline uint64_t mm_fadd@w@(uint64_t x, uint64_t y) { return B(V(x) + V(y)); }
static inline uint64_t mm_fsub@w@(uint64_t x, uint64_t y) { return B(V(x) - V(y)); }
static inline uint64_t mm_fmul@w@(uint64_t x, uint64_t y) { return B(V(x) * V(y)); }
static inline uint64_t mm_fdiv@w@(uint64_t x, uint64_t y) { return B(V(x) / V(y)); }
static inline uint64_t mm_frem@w@(uint64_t x, uint64_t y) { return B(fmod@f@(V(x), V(y))); }
static inline uint64_t mm_fma@w@(uint64_t x, uint64_t y, uint64_t z) { return B(fma@f@(V(x), V(y), V(z))); }
static inline uint64_t mm_fsqrt@w@(uint64_t x) { return B(sqrt@f@(V(x))); }
static inline uint64_t mm_ffloor@w@(uint64_t x) { return B(floor@f@(V(x))); }
static inline uint64_t mm_fceil@w@(uint64_t x) { return B(ceil@f@(V(x))); }
static inline uint64_t mm_ftrunc@w@(uint64_t x) { return B(trunc@f@(V(x))); }
static inline uint64_t mm_frint@w@(uint64_t x) { return B(rint@f@(V(x))); }
static inline uint64_t mm_fround@w@(uint64_t x) { return B(round@f@(V(x))); }
static inline _Bool mm_feq@w@(uint64_t x, uint64_t y) { return V(x) == V(y); }
static inline _Bool mm_flt@w@(uint64_t x, uint64_t y) { return V(x) < V(y); }
static inline _Bool mm_fle@w@(uint64_t x, uint64_t y) { return V(x) <= V(y); }
static inline uint64_t mm_float_from_signed@w@(uint64_t x) { return B((@type@)(int64_t)x); }
static inline uint64_t mm_float_from_unsigned@w@(uint64_t x) { return B((@type@)x); }

static inline uint64_t mm_float_to_signed@w@(uint64_t x, unsigned width)
{
    @type@ whole = trunc@f@(V(x)), end = (@type@)(UINT64_C(1) << (width - 1));
    return -end <= whole && whole < end ? (uint64_t)(int64_t)whole & mm_ones(width) : 0;
}

static inline uint64_t mm_float_to_unsigned@w@(uint64_t x, unsigned width)
{
    @type@ whole = trunc@f@(V(x)), end = 2 * (@type@)(UINT64_C(1) << (width - 1));
    return 0 <= whole && whole < end ? (uint64_t)whole : 0;
}
#undef V
#undef B
"""

_CONVERSIONS = """
static inline uint64_t mm_fconvert32(uint64_t x) { return mm_bits64((double)mm_value32(x)); }
static inline uint64_t mm_fconvert64(uint64_t x) { return mm_bits32((float)mm_value64(x)); }
"""


def _format(width: int, spelling: str, suffix: str) -> str:
    holes = {"w": width, "type": spelling, "f": suffix, "nan": FORMATS[width].nan}
    text = _FORMAT
    for name, value in holes.items():
        text = text.replace(f"@{name}@", str(value))
    return text


C_FLOAT_PRELUDE = _HEAD + _format(32, "float", "f") + _format(64, "double", "") + _CONVERSIONS
