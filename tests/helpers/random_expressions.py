"""Random integer expressions of C, free of unsequenced side effects by construction.

In one full expression a variable is either read, or it is written at one place; the values that this place
gives may be used behind a sequence point of its own. A function with side effects is called at most once.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from helpers.c_types import ENUMERATORS, TYPES

ARITHMETIC = ("+", "-", "*", "&", "|", "^")
DIVISIONS = ("/", "%")
SHIFTS = ("<<", ">>")
COMPARISONS = ("<", ">", "<=", ">=", "==", "!=")
BINARY = ARITHMETIC + DIVISIONS + SHIFTS + COMPARISONS
COMPOUND = tuple(op + "=" for op in ARITHMETIC + DIVISIONS + SHIFTS)
_NUMBERS = (
    *range(12), 31, 32, 63, 64, 100, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 2**31 - 1, 2**31,
    2**32 - 1, 2**32, 2**62, 2**63 - 1,
)  # fmt: skip
_BIG_NUMBERS = (2**63, 2**64 - 1)
_SUFFIXES = ("", "", "", "u", "U", "l", "L", "ul", "LU", "ll", "LL", "ull", "LLu", "uLL")
_CHARACTERS = (
    "'a'", "'0'", "'\\n'", "'\\0'", "'\\xff'", "'\\x7f'", "'\\377'", "'\\200'", "'\\''", "'\"'", "L'x'",
    "L'\\xffff'", "u'\\xffff'", "U'z'", "'ab'", "'\\xff\\xfe'",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Helper:
    """A function that a program may call, and the variables that only it may touch meanwhile."""

    name: str
    parameters: int
    owns: tuple[str, ...] = ()


def literal(rng: random.Random) -> str:
    """A constant in one of C's spellings."""
    kind = rng.randrange(8)
    if kind == 0:
        return rng.choice(_CHARACTERS)
    if kind == 1:
        return rng.choice(ENUMERATORS)
    if kind == 2:
        return f"sizeof({rng.choice(TYPES).spelling})"
    value = rng.choice(_NUMBERS) if rng.random() < 0.8 else rng.getrandbits(rng.randrange(1, 64))
    if rng.random() < 0.03:
        return f"{rng.choice(_BIG_NUMBERS):#x}{rng.choice(('', 'u', 'ull'))}"
    text = rng.choice((f"{value}", f"{value}", f"{value:#x}", f"{value:#X}", f"0{value:o}", f"0b{value:b}"))
    return text + rng.choice(_SUFFIXES)


class Expressions:
    """Makes full expressions over the given variables and functions."""

    def __init__(self, rng: random.Random, helpers: Sequence[Helper] = ()) -> None:
        self._rng = rng
        self._helpers = helpers
        self._readable: list[str] = []
        self._writable: list[str] = []
        self._callable: list[Helper] = []

    def pure(self, variables: Sequence[str], depth: int = 2) -> str:
        """An expression without side effects."""
        self._readable, self._writable, self._callable = list(variables), [], []
        return self._expression(depth)

    def full(self, variables: Sequence[str], constants: Sequence[str] = (), depth: int = 3) -> str:
        """An expression that may change the `variables`; the `constants` it only reads."""
        rng = self._rng
        self._callable = [h for h in self._helpers if rng.random() < 0.3]
        owned = {name for h in self._callable for name in h.owns}
        free = [v for v in variables if v not in owned]
        self._writable = [v for v in free if rng.random() < 0.4]
        self._readable = [v for v in free if v not in self._writable] + list(constants)
        return self._expression(depth)

    def assignment(self, variables: Sequence[str], constants: Sequence[str] = ()) -> str:
        """An assignment, or a call, to one of the variables."""
        text = self.full(variables, constants, depth=2)
        free = self._writable
        if not free:
            return text
        return f"{free[0]} {self._rng.choice(('=', *ARITHMETIC_ASSIGNMENTS))} {text}"

    def _expression(self, depth: int) -> str:
        rng = self._rng
        if depth <= 0:
            return self._leaf()
        makers: list[tuple[int, Callable[[int], str]]] = [
            (2, lambda _: self._leaf()), (10, self._binary), (3, self._unary), (3, self._cast),
            (2, self._logical), (2, self._conditional), (1, self._comma), (1, self._size),
            (3, self._write), (2, self._call),
        ]  # fmt: skip
        weights = [weight for weight, _ in makers]
        (maker,) = rng.choices([made for _, made in makers], weights)
        return maker(depth - 1)

    def _leaf(self) -> str:
        if self._readable and self._rng.random() < 0.7:
            return self._rng.choice(self._readable)
        return literal(self._rng)

    def _binary(self, depth: int) -> str:
        rng = self._rng
        op = rng.choice(BINARY)
        left, right = self._expression(depth), self._expression(depth)
        if op in DIVISIONS:
            right = self._divisor(right)
        elif op in SHIFTS:
            right = self._amount(right)
        return f"({left} {op} {right})"

    def _divisor(self, text: str) -> str:
        """Mostly not zero."""
        choice = self._rng.randrange(10)
        if choice < 4:
            return f"({text} | 1)"
        return str(self._rng.choice((1, 2, 3, 7, -1, -3, "10u", "-5LL", "0x10"))) if choice < 9 else text

    def _amount(self, text: str) -> str:
        """Mostly within the width."""
        choice = self._rng.randrange(10)
        if choice < 6:
            return f"({text} & {self._rng.choice((3, 7, 15, 31, '7ull', 63))})"
        return str(self._rng.choice((0, 1, 4, 7, 8, 16, 31, "1ul"))) if choice < 9 else text

    def _unary(self, depth: int) -> str:
        return f"({self._rng.choice(('-', '~', '!', '+'))} {self._expression(depth)})"

    def _cast(self, depth: int) -> str:
        return f"(({self._rng.choice(TYPES).spelling}) {self._expression(depth)})"

    def _logical(self, depth: int) -> str:
        return f"({self._expression(depth)} {self._rng.choice(('&&', '||'))} {self._expression(depth)})"

    def _conditional(self, depth: int) -> str:
        if self._rng.random() < 0.2:
            return f"({self._expression(depth)} ?: {self._expression(depth)})"
        parts = [self._expression(depth) for _ in range(3)]
        return f"({parts[0]} ? {parts[1]} : {parts[2]})"

    def _comma(self, depth: int) -> str:
        if self._writable and self._rng.random() < 0.7:
            name = self._writable.pop()
            return f"(({self._changed(name, depth)}), {self._read_again(name)})"
        return f"({self._expression(depth)}, {self._expression(depth)})"

    def _size(self, depth: int) -> str:
        """The operand of sizeof is not evaluated, so it may have any side effect."""
        keep = list(self._writable), list(self._callable)
        text = f"sizeof({self._expression(depth)})"
        self._writable, self._callable = keep
        return text

    def _write(self, depth: int) -> str:
        if not self._writable:
            return self._binary(depth)
        name = self._writable.pop()
        choice = self._rng.randrange(8)
        if choice == 0:
            return f"(({self._changed(name, depth)}) && {self._read_again(name)})"
        if choice == 1:
            text = self._expression(depth)
            return f"(({self._changed(name, depth)}) ? {self._read_again(name)} : ({text} ^ {name}))"
        return f"({self._changed(name, depth)})"

    def _changed(self, name: str, depth: int) -> str:
        """An expression that writes the variable once."""
        rng = self._rng
        choice = rng.randrange(3)
        if choice == 0:
            return rng.choice((f"{name}++", f"{name}--", f"++{name}", f"--{name}"))
        if choice == 1:
            return f"{name} = {self._expression(depth)}"
        op = rng.choice(COMPOUND)
        right = self._expression(depth)
        if op[:-1] in DIVISIONS:
            right = self._divisor(right)
        elif op[:-1] in SHIFTS:
            right = self._amount(right)
        return f"{name} {op} {right}"

    def _read_again(self, name: str) -> str:
        return self._rng.choice(
            (name, f"({name} + 1)", f"-{name}", f"({name} * 3)", f"{name}++", f"({name} = ~{name})")
        )

    def _call(self, depth: int) -> str:
        if not self._callable:
            return self._cast(depth)
        helper = self._callable.pop()
        return f"{helper.name}({', '.join(self._expression(depth) for _ in range(helper.parameters))})"


ARITHMETIC_ASSIGNMENTS = tuple(op + "=" for op in ARITHMETIC)
