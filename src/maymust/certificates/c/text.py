"""Pieces of C: constants, and what every test brings along."""

from __future__ import annotations

import math
import re
import struct

from maymust.certificates.c.showing import REACHED

PRELUDE = """\
#define MAYMUST_TEXT_(x) #x
#define MAYMUST_TEXT(x) MAYMUST_TEXT_(x)
#define MAYMUST_SYMBOL(name) __asm__(MAYMUST_TEXT(__USER_LABEL_PREFIX__) name)
static unsigned long long maymust_input(void) __attribute__((unused));
static void maymust_violation(void) __attribute__((unused));
"""
_SUPPORT = """\
extern int maymust_dprintf(int, const char *, ...) MAYMUST_SYMBOL("dprintf");
extern void maymust_abort(void) MAYMUST_SYMBOL("abort");
extern void maymust_free(void *) MAYMUST_SYMBOL("free");
extern void *maymust_grow(void *, __SIZE_TYPE__) MAYMUST_SYMBOL("realloc");
extern void maymust_exit(int) MAYMUST_SYMBOL("%s_exit");

static void maymust_violation(void)
{
    maymust_dprintf(2, "%s\\n");
    maymust_abort();
}

static const unsigned long long maymust_values[] = {
%s};

static unsigned long long maymust_input(void)
{
    static unsigned next;
    return next < sizeof maymust_values / sizeof *maymust_values - 1 ? maymust_values[next++] : 0;
}
"""
# What a test has only if it uses it: the declaration, which comes before the program, and the definition.
# `fill` reads how many words follow, and these; `fresh` the size of an object first, or that there is none.
# `unset` makes what was set before uninitialised again; at `read`, valgrind sees whether it is.
_HELPERS = (
    (
        "static float maymust_float(unsigned long long)",
        """{
    union { unsigned bits; float number; } both = { (unsigned)bits };
    return both.number;
}""",
        "bits",
    ),
    (
        "static double maymust_double(unsigned long long)",
        """{
    union { unsigned long long bits; double number; } both = { bits };
    return both.number;
}""",
        "bits",
    ),
    (
        "static void *maymust_fill(void *, unsigned long)",
        """{
    unsigned long long words = maymust_input(), word = 0;
    for (unsigned long i = 0; i < size; i++, word >>= 8) {
        if (i % 8 == 0)
            word = i / 8 < words ? maymust_input() : 0;
        ((unsigned char *)target)[i] = (unsigned char)word;
    }
    return target;
}""",
        "target, size",
    ),
    (
        "static void *maymust_fresh(void *)",
        """{
    unsigned long long size = maymust_input();
    if (size + 1 == 0) {
        maymust_free(object);
        return 0;
    }
    return object ? maymust_fill(object, size) : object;
}""",
        "object",
    ),
    (
        "static void *maymust_realloc(void *, __SIZE_TYPE__)",
        """{
    unsigned long long size = maymust_input(), kept;
    unsigned char *made;
    if (size + 1 == 0)
        return 0;
    kept = maymust_input();
    made = maymust_grow(object, bytes);
    if (made)
        maymust_fill(made + kept, size - kept);
    return made;
}""",
        "object, bytes",
    ),
    (
        "static void *maymust_unset(void *, unsigned long)",
        """{
    volatile unsigned char nothing;
    for (unsigned long i = 0; i < size; i++)
        ((unsigned char *)target)[i] = nothing;
    return target;
}""",
        "target, size",
    ),
    (
        "static void maymust_read(const void *, unsigned long)",
        """{
    static volatile unsigned seen;
    for (unsigned long i = 0; i < size; i++)
        if (((const unsigned char *)target)[i])
            seen++;
}""",
        "target, size",
    ),
)


def helpers(text: str) -> tuple[str, str]:
    """The declarations and the definitions of the helpers that a text uses."""
    declared, defined = "", ""
    for prototype, body, names in reversed(_HELPERS):
        text += defined
        head, _, types = prototype.removesuffix(")").partition("(")
        if re.search(rf"\b{head.split()[-1].lstrip('*')}\b", text):
            declared += f"{prototype};\n"
            pairs = zip(types.split(", "), names.split(", "), strict=True)
            parameters = ", ".join(f"{t} {n}".replace("* ", "*") for t, n in pairs)
            defined = f"\n{head}({parameters})\n{body}\n{defined}"
    return declared, defined


_ABSOLUTE = {"abs": "int", "labs": "long", "llabs": "long long", "imaxabs": "__INTMAX_TYPE__"}


def instrumented(function: str) -> str:
    """The definition of a function of the C library whose arithmetic may overflow: the library's own is
    compiled without sanitizers. Empty if it is none of these."""
    if function not in _ABSOLUTE:
        return ""
    head = f"{_ABSOLUTE[function]} maymust_absolute({_ABSOLUTE[function]} x)"
    return f'{head} MAYMUST_SYMBOL("{function}");\n{head} {{ return x < 0 ? -x : x; }}\n'


def support(values: list[tuple[int, str]], *, wrapped: bool = False) -> str:
    """What a test needs to give these values, with their descriptions, to whoever asks for an input. If calls
    are `wrapped`, those of the test itself are not: it stops where an assumption fails, which is no end of
    the program."""
    listed = "".join(f"    {number(value)}, /* {name} */\n" for value, name in values) + "    0,\n"
    return _SUPPORT % ("__real_" if wrapped else "", REACHED, listed)


def number(value: int) -> str:
    """An integer as a C expression."""
    if value == -(1 << 63):
        return "(-9223372036854775807LL - 1)"
    return f"{value}ULL" if value >= 1 << 63 else str(value)


def floating(bits: int, width: int) -> str:
    """The floating-point number with these bits as a C constant."""
    suffix = "f" if width == 32 else ""
    fraction_width = 23 if width == 32 else 52
    sign = "-" if bits >> (width - 1) else ""
    packed = bits.to_bytes(width // 8, "little")
    (value,) = struct.unpack("<f" if width == 32 else "<d", packed)
    if math.isinf(value):
        return f"{sign}__builtin_inf{suffix}()"
    if not math.isnan(value):
        return f"{value.hex()}{suffix}"
    fraction = bits & ((1 << fraction_width) - 1)
    quiet = fraction >> (fraction_width - 1)
    payload = fraction & ((1 << (fraction_width - 1)) - 1)
    return f'{sign}__builtin_nan{"" if quiet else "s"}{suffix}("{payload:#x}")'
