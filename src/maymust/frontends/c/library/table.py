"""The table of library functions: what each of them is to a program that calls it without defining it.

`functions.txt` has a row for each, under its header:

    names          what it does    what it requires, and what it changes besides

Names are separated by commas. What a row says of a function, it says of its other names (`__builtin_puts`,
`puts_unlocked`, `__isoc99_scanf`, `stat64`) as well. `Does` lists the second column. The rest of a row
are, by positions of arguments, counted from 0:

    s1      a string; `s1:2`, of which no more than so many characters (argument 2) are looked at; `s1-`, of
            which the other arguments may leave nothing to look at
    r1:2    so many bytes (argument 2) that are read; `r0:1*2` a product; `r1:8` with a dot, `r1:.8`, a number
    w1:2    so many bytes that are written
    r1:=    the object that the pointer points to, by its type; `w1:=` one that becomes an input
    r1:=*.2 two such objects
    v1      memory that is there, of which the function knows how much it reads; `u1`, how much it writes;
            `u1:2`, of so many bytes (argument 2), and one at least if that is not 0
    f1      an open stream, or directory
    F1      a format of `printf`, whose arguments follow it; `V1` if a `va_list` does; `S1` one of `scanf`
    l1      a string of wide characters; `W1` a format of `wprintf`, whose arguments follow it
    c1      a function
    -1..0   the number that it gives, from the least to the most; `-1..`, at least
    m:0..9  the members of this name, in what it stores, are from 0 to 9; `m:0..`, at least 0
    errno   it may fail and set `errno` then
    stdout  it uses that stream, which is no argument; so for `stdin` and `stderr`
    >0      it writes only where it gives a positive number; `!=0`, perhaps, where not 0; else, unless -1

Behind a requirement, `?` says that the pointer may be null, and `~` that it may where no byte is needed.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Literal, cast, get_args

from maymust.frozen import frozen

_FILE = Path(__file__).parent / "functions.txt"


class Does(Enum):
    """What a call of a function without a body does here."""

    ERROR = "error"  # reports a violation, with or without a body
    ASSERTS = "asserts"  # reports one if its argument is zero
    FAILED = "failed"  # is what `assert` calls
    ASSUMES = "assumes"
    STOPS = "stops"  # ends the program
    EXITS = "exits"  # ends it in order
    HINTS = "hints"  # gives its first argument
    ALLOCATES = "allocates"
    ALLOCATES_ZERO = "allocates-zero"
    ALLOCATES_ALIGNED = "allocates-aligned"  # the size comes second
    ALLOCATES_ON_STACK = "allocates-on-stack"
    REALLOCATES = "reallocates"
    RELEASES = "releases"
    PRINTS = "prints"  # changes nothing that a program can see
    OPENS = "opens"  # a new stream, or null
    REOPENS = "reopens"  # the stream that is its last argument, or closes it
    CLOSES = "closes"  # the stream that is its first argument
    DIVIDES = "divides"
    DECIDED_ONCE = "once"  # positive, and the same throughout a run
    INPUT = "input"  # gives an input; what it writes are inputs, too
    BETWEEN = "between"  # gives an input that is not less than its first argument, nor more than its second
    BETWEEN_EXCLUDED = "between-excluded"  # … and not the second
    BELOW = "below"  # gives an input that is not negative, and less than its argument
    EITHER = "either"  # gives one of its two arguments
    FILLS = "fills"  # so many bytes (argument 1) behind a pointer become inputs
    FILLS_OBJECT = "fills-object"  # all bytes of the object do
    TELLS_ACCESS = "tells-access"  # whether so many bytes, or what the pointer's type has, can be accessed
    TELLS_SIZE = "tells-size"  # of the object that a pointer points into
    TELLS_OFFSET = "tells-offset"  # of the pointer in its object
    TELLS_OBJECT = "tells-object"  # a number of it
    TELLS_SAME = "tells-same"  # whether two pointers point into one
    TELLS_ALLOCATED = "tells-allocated"  # whether the object is on the heap
    TELLS_ALIVE = "tells-alive"  # whether it is there
    TELLS_OVERFLOW = "tells-overflow"  # whether arithmetic with its arguments would
    COMPUTES = "computes"  # has a model, or an operator's meaning, or is not modelled
    JUMPS = "jumps"  # may call functions of the program, now or later, or go elsewhere: not modelled


WritesIf = Literal["!=-1", ">0", "!=0"]
NeedKind = Literal["s", "l", "r", "w", "v", "u", "f", "F", "V", "W", "S", "c"]


@frozen
class Need:
    """What an argument, or what it points to, must be. The bytes that are needed are the product of the
    arguments `sizes` and of `factor`; where `whole`, as many as its type has. For strings, `sizes` tell how
    many characters are looked at, at most."""

    kind: NeedKind
    at: int
    sizes: tuple[int, ...] = ()
    factor: int = 1
    whole: bool = False
    null: bool = False
    null_if_empty: bool = False
    perhaps_unread: bool = False


@frozen
class MemberRange:
    """Between which numbers the members of a name are; there may be no upper limit."""

    member: str
    least: int
    most: int | None


@frozen
class Row:
    """What is known of a function: `bits` and `least`, or `gives` (the least, and the most if that is known),
    tell the range of the number that it gives, where that is narrower than its type, and `writes_if` what
    that number is where it writes what becomes an input. It uses `stream`, a variable, without being given
    it. Members of what it stores are in `ranges`."""

    name: str
    header: str
    does: Does
    needs: tuple[Need, ...]
    sets_errno: bool
    bits: int | None = None
    least: int | None = None
    writes_if: WritesIf = "!=-1"
    gives: tuple[int, int | None] | None = None
    stream: str | None = None
    ranges: tuple[MemberRange, ...] = ()

    @property
    def is_directive(self) -> bool:
        """Whether it is a function of a verification tool, that no library has."""
        return self.header.startswith(_TOOLS)

    @property
    def written(self) -> tuple[int, ...]:
        """The arguments through which it writes."""
        return tuple([need.at for need in self.needs if need.kind in ("w", "u")])


_STREAMS = ("stdin", "stdout", "stderr")
_TOOLS = "verification tools"
_NEED = re.compile(r"(?P<kind>[slrwvufFVWSc])(?P<at>\d)(?::(?P<size>=?[\d*.]*))?(?P<mark>[?~-]?)")
_RANGE = re.compile(r"(?P<bits>\d+)bits(?:>=(?P<least>-\d+))?")
_GIVES = re.compile(r"(?P<least>-?\d+)\.\.(?P<most>-?\d+)?")
_MEMBER = re.compile(r"(?P<member>[a-z_]{2,}):(?P<least>-?\d+)\.\.(?P<most>-?\d+)?")


@cache
def rows() -> dict[str, Row]:
    """The rows, by name."""
    found: dict[str, Row] = {}
    header = ""
    for number, line in enumerate(_FILE.read_text().splitlines(), 1):
        text = line.partition("#")[0].strip()
        if text.startswith("["):
            header = text.strip("[]")
        elif text:
            names, does, *rest = text.split()
            for name in names.split(","):
                assert name not in found, f"line {number}: a second row of {name}"
                found[name] = _row(name, header, does, rest)
    return found


def _row(name: str, header: str, does: str, rest: list[str]) -> Row:
    ranges = [match for word in rest if (match := _RANGE.fullmatch(word))]
    conditions = [cast("WritesIf", word) for word in rest if word in get_args(WritesIf)]
    streams = [word for word in rest if word in _STREAMS]
    given = [
        (int(m["least"]), int(m["most"]) if m["most"] else None) for w in rest if (m := _GIVES.fullmatch(w))
    ]
    members = [
        MemberRange(m["member"], int(m["least"]), int(m["most"]) if m["most"] else None)
        for w in rest
        if (m := _MEMBER.fullmatch(w))
    ]
    others = ("errno", *streams, *conditions)
    plain = [w for w in rest if not any(p.fullmatch(w) for p in (_RANGE, _GIVES, _MEMBER))]
    needs = [_need(word) for word in plain if word not in others]
    return Row(
        name,
        header,
        Does(does),
        tuple(needs),
        "errno" in rest,
        bits=int(ranges[0]["bits"]) if ranges else None,
        least=int(ranges[0]["least"]) if ranges and ranges[0]["least"] else None,
        writes_if=conditions[0] if conditions else "!=-1",
        gives=given[0] if given else None,
        stream=streams[0] if streams else None,
        ranges=tuple(members),
    )


def _need(word: str) -> Need:
    match = _NEED.fullmatch(word)
    assert match is not None, f"{word} is no requirement"
    sizes, factor, size = list[int](), 1, match["size"] or ""
    for part in [part for part in size.removeprefix("=").split("*") if part]:
        if part.startswith("."):
            factor *= int(part[1:])
        else:
            sizes.append(int(part))
    return Need(
        cast("NeedKind", match["kind"]),
        int(match["at"]),
        tuple(sizes),
        factor,
        whole=size.startswith("="),
        null=match["mark"] == "?",
        null_if_empty=match["mark"] == "~",
        perhaps_unread=match["mark"] == "-" or (match["kind"] == "s" and bool(sizes)),
    )


# Other names of the same functions: the compiler's; glibc's own and for versions of C; for files of 64 bits;
# without locks, with memory or a locale that is given; for other floating-point types.
_VARIANT = re.compile(r"(?:__builtin_|__isoc(?:99|23)_|__)?(?P<name>\w+?)(?:64)?(?:_unlocked|_r|_l)?")
_FLOAT_VARIANT = re.compile(r"(?:__builtin_|__)?(?P<name>\w+?)(?:f|l|f32x?|f64x?|f128)(?:_r)?")
_FLOATS = ("complex.h", "math.h")
# Families of functions that are not modelled: checked variants, those with a locale, and so on.
_FAMILIES = re.compile(
    r"__\w+_chk"
    r"|(?:is|to|str|wcs)[a-z]+_l"
    r"|(?:strto|strfrom|wcsto)\w+|inet6_\w+|posix_spawn\w*|pthread_\w+|sem_[a-z]+"
)
# Frama-C shows what such functions are given.
_SHOWN = re.compile(r"Frama_C_(?:show_each|dump_each|domain_show_each|dump_assert_each)\w*")


@cache
def find(name: str) -> Row | None:
    """The row of a function, by any of its names."""
    known = rows().get(name)
    if known is not None:
        return known
    variant = _VARIANT.fullmatch(name)
    if variant is not None and (known := rows().get(variant["name"])) is not None:
        return known
    variant = _FLOAT_VARIANT.fullmatch(name)
    if variant is not None and (known := rows().get(variant["name"])) is not None:
        return known if known.header in _FLOATS else None
    if _SHOWN.fullmatch(name):
        return Row(name, _TOOLS, Does.PRINTS, (), sets_errno=False)
    return Row(name, "", Does.COMPUTES, (), sets_errno=True) if _FAMILIES.fullmatch(name) else None


def names(*kinds: Does) -> frozenset[str]:
    """The functions that do one of these."""
    return frozenset([row.name for row in rows().values() if row.does in kinds])
