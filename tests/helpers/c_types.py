"""The integer types of C that random programs use, with the values worth trying."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

MODELS = ("LP64", "ILP32")


@dataclass(frozen=True, slots=True)
class CType:
    """A type as it is written, and its width in LP64 and ILP32."""

    spelling: str
    widths: tuple[int, int]
    signed: bool

    def width(self, model: str) -> int:
        return self.widths[MODELS.index(model)]

    @property
    def boolean(self) -> bool:
        return self.spelling == "_Bool"


def _type(spelling: str, width: int, signed: bool, ilp32_width: int | None = None) -> CType:
    return CType(spelling, (width, ilp32_width or width), signed)


BASIC = (
    _type("_Bool", 1, False),
    _type("char", 8, True),
    _type("signed char", 8, True),
    _type("unsigned char", 8, False),
    _type("short", 16, True),
    _type("unsigned short", 16, False),
    _type("int", 32, True),
    _type("unsigned", 32, False),
    _type("long", 64, True, 32),
    _type("unsigned long", 64, False, 32),
    _type("long long", 64, True),
    _type("unsigned long long", 64, False),
)
NAMED = (
    _type("enum colour", 32, True),
    _type("enum shape", 32, False),
    _type("my_word", 16, False),
    _type("my_byte", 8, True),
    _type("my_size", 64, False, 32),
    _type("my_wide", 64, True),
    _type("long unsigned int", 64, False, 32),
    _type("volatile short", 16, True),
)
TYPES = BASIC + NAMED
DECLARATIONS = """\
enum colour { RED, GREEN = 5, BLUE = -2, LAST = 0x7fffffff };
enum shape { DOT, LINE = 7u, CUBE, HUGE_SHAPE = 0xfffffff0u };
typedef unsigned short my_word;
typedef signed char my_byte;
typedef unsigned long my_size;
typedef long long int my_wide;
"""
ENUMERATORS = ("RED", "GREEN", "BLUE", "LAST", "DOT", "LINE", "CUBE", "HUGE_SHAPE")
_INTERESTING = (0, 1, 2, 3, -1, -2, 7, 8, 31, 32, 33, 63, 64, 100, 127, 128, 255, 256, 32767, 32768, 65535)


def random_value(rng: random.Random, type_: CType, model: str) -> int:
    """A value of the type, as its bits: often one at a border."""
    width = type_.width(model)
    choice = rng.randrange(4)
    if choice == 0:
        value = (1 << rng.choice((width, width - 1))) + rng.choice((-2, -1, 0, 1))
    elif choice == 1:
        value = rng.getrandbits(width)
    else:
        value = rng.choice(_INTERESTING)
    return value & ((1 << width) - 1)
