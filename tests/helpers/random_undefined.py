"""Random functions of straight-line code that does, now and then, what the sanitizers look at: one statement
a line, and the sanitizers see each line as it is, for nothing in it is known when it is compiled."""

from __future__ import annotations

import random
from dataclasses import dataclass

HEAD = """
#include <stdlib.h>
#include <string.h>
typedef int anywhere __attribute__((aligned(1)));
struct two { char c; int x; };
struct wide { short s; double d; };
struct __attribute__((packed)) packed { char c; int x; };
union cell { unsigned char c; int n; _Bool b; };
struct flags { int n; _Bool first, second; };
static double sink;
static int cell;
static int one(int *p) __attribute__((nonnull));
static int one(int *p) { return 1; }
static int second(int *p, int n, const char *q) __attribute__((nonnull(3)));
static int second(int *p, int n, const char *q) { return n; }
__attribute__((nonnull)) static int both(int *p, int *q) { return 2; }
static int none(int *p, int *q) { return 3; }
static int marked(int *p __attribute__((nonnull)), int *q) { return 4; }
static int *kept(int n) { return n ? &cell : 0; }
"""
_NUMBERS = ("short", "int", "long", "long long", "double", "float", "unsigned", "anywhere", "char", "int *")
_MEMBERS = (("two", "x"), ("two", "c"), ("wide", "s"), ("wide", "d"), ("packed", "x"))
_INTEGERS = {
    "signed char": 7, "unsigned char": 8, "short": 15, "unsigned short": 16, "int": 31, "unsigned": 32,
    "long long": 63, "unsigned long long": 64,
}  # fmt: skip


@dataclass(frozen=True)
class Sample:
    """A function without parameters."""

    name: str
    text: str


def sample(name: str, kind: str, rng: random.Random) -> Sample:
    """A function that may violate the kind, once or more often."""
    first, maker = _MAKERS[kind]
    lines = [maker(rng) for _ in range(rng.randint(2, 6))]
    start = f"static void {name}(void)\n{{\nint n = {rng.randint(0, 4)};\n"
    return Sample(name, start + first + "\n".join(lines) + "\n}\n")


def _align(rng: random.Random) -> str:
    base = rng.choice(("heap", "(char *)words", "aligned"))
    place = f"{base} + {rng.choice((1, 2, 4, 4, 8, 8))} * (n + {rng.randint(0, 2)})"
    if rng.random() < 0.3:
        record, member = rng.choice(_MEMBERS)
        return f"sink = ((struct {record} *)({place}))->{member};"
    type_ = rng.choice(_NUMBERS)
    access = rng.choice((f"*({type_} *)({place})", f"(({type_} *)({place}))[n]"))
    if type_ == "int *":
        return f"sink = {access} == 0;"
    return f"sink = {access};" if rng.random() < 0.6 else f"{access} = 0;"


def _bool(rng: random.Random) -> str:
    value = rng.choice((f"n + {rng.randint(0, 2)}", "n & 1", "n % 2", "n > 1", "0", "1", "n * 3"))
    return rng.choice(
        (
            f"*(unsigned char *)&flag = {value}; sink = flag;",
            f"u.c = {value}; sink = u.b;",
            f"u.n = {value}; sink = u.b ? 1 : 2;",
            f"flag = {value}; sink = flag;",
            f"memset(&f.second, {value}, 1); sink = f.second + f.first;",
            f"*((char *)&f.first + (n & 1)) = {value}; sink = f.second;",
        )
    )


def _nonnull(rng: random.Random) -> str:
    first, second = (
        rng.choice(("&cell", f"kept(n - {rng.randint(0, 4)})", "0", "p", f"n == {rng.randint(0, 4)} ? 0 : p"))
        for _ in range(2)
    )
    return rng.choice(
        (
            f"sink = one({first});",
            f"sink = second({first}, n, (char *)({second}));",
            f"both({first}, {second});",
            f"sink = none({first}, {second});",
            f"if (n > {rng.randint(0, 4)}) both({first}, {second});",
            f"p = {first};",
        )
    )


def _cast(rng: random.Random) -> str:
    type_, bits = rng.choice(list(_INTEGERS.items()))
    near = rng.choice((f"{float(2**bits)!r}", f"{-float(2**bits)!r}", "0.0", "1.0", "-1.0", "0.5", "-0.99"))
    value = rng.choice(
        (f"d * {near}", f"{near} - d", f"{near} + n - 1", f"(float)({near} - n)", f"{near} / n")
    )
    return f"{{ {type_} x = {value}; sink = x; }}"


_MAKERS = {
    "align": (
        "char *heap = calloc(1, 128);\nint words[32] = {0};\n_Alignas(16) char aligned[128] = {0};\n",
        _align,
    ),
    "bool": ("_Bool flag = 0;\nunion cell u = {0};\nstruct flags f = {0};\n", _bool),
    "nonnull": ("int *p = &cell;\n", _nonnull),
    "cast": ("double d = n * 0.75;\n", _cast),
}
KINDS = tuple(_MAKERS)
