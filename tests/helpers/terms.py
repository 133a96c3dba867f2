"""Random terms, built twice: simplified by `make`, and as they are; and a second, plain-Python meaning of
every operator, written without a look at the operator table."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import TYPE_CHECKING

from maymust.terms import BOOL, Term, bitvec, boolean, constant, make, postorder, variable
from maymust.terms import operators as ops
from maymust.terms.term import application

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from maymust.terms.operators import Operator

BINARY = (
    ops.ADD, ops.SUB, ops.MUL, ops.UDIV, ops.UREM, ops.SDIV, ops.SREM,
    ops.BAND, ops.BOR, ops.XOR, ops.SHL, ops.LSHR, ops.ASHR,
)  # fmt: skip
COMPARISONS = (ops.EQ, ops.ULT, ops.SLT)


# -- the reference meaning -------------------------------------------------------------------------------


def _signed(value: int, width: int) -> int:
    return value - 2**width if value >= 2 ** (width - 1) else value


def _bits(value: int, width: int) -> list[int]:
    return [value // 2**i % 2 for i in range(width)]


def _number(bits: Sequence[int]) -> int:
    return sum(bit * 2**i for i, bit in enumerate(bits))


def _bitwise(function: Callable[[int, int], int]) -> Callable[..., int]:
    return lambda w, _, a, b: _number([function(p, q) for p, q in zip(_bits(a, w), _bits(b, w), strict=True)])


def _sdiv(w: int, _: object, a: int, b: int) -> int:
    x, y = _signed(a, w), _signed(b, w)
    if y == 0:
        return 1 if x < 0 else 2**w - 1
    return math.trunc(Fraction(x, y)) % 2**w


def _srem(w: int, _: object, a: int, b: int) -> int:
    x, y = _signed(a, w), _signed(b, w)
    return a if y == 0 else (x - y * math.trunc(Fraction(x, y))) % 2**w


# Each takes the width of its first argument, its indices, and its arguments.
REFERENCE: dict[str, Callable[..., int]] = {
    "and": lambda _, __, *a: int(all(a)),
    "or": lambda _, __, *a: int(any(a)),
    "not": lambda _, __, a: 1 - a,
    "eq": lambda _, __, a, b: int(a == b),
    "ite": lambda _, __, c, a, b: a if c else b,
    "add": lambda w, _, a, b: (a + b) % 2**w,
    "sub": lambda w, _, a, b: (a - b) % 2**w,
    "mul": lambda w, _, a, b: (a * b) % 2**w,
    "udiv": lambda w, _, a, b: a // b if b else 2**w - 1,
    "urem": lambda _, __, a, b: a % b if b else a,
    "sdiv": _sdiv,
    "srem": _srem,
    "band": _bitwise(lambda p, q: p * q),
    "bor": _bitwise(max),
    "xor": _bitwise(lambda p, q: (p + q) % 2),
    "shl": lambda w, _, a, b: a * 2**b % 2**w,
    "lshr": lambda _, __, a, b: a // 2**b,
    "ashr": lambda w, _, a, b: (_signed(a, w) // 2**b) % 2**w,
    "ult": lambda _, __, a, b: int(a < b),
    "slt": lambda w, _, a, b: int(_signed(a, w) < _signed(b, w)),
    "zext": lambda _, __, a: a,
    "sext": lambda w, i, a: _signed(a, w) % 2 ** i[0],
    "extract": lambda w, i, a: _number(_bits(a, w)[i[1] : i[0] + 1]),
}


def reference_value(term: Term, valuation: Mapping[Term, int]) -> int:
    """The value of a term by the reference meaning."""
    values: dict[Term, int] = {}
    for part in postorder((term,)):
        if part.value is not None:
            values[part] = int(part.value)
        elif part.op is None:
            values[part] = valuation[part]
        else:
            arguments = [values[a] for a in part.args]
            values[part] = REFERENCE[part.op.name](part.args[0].width, part.indices, *arguments)
    return values[term]


# -- building ----------------------------------------------------------------------------------------------


def raw(op: Operator, args: Sequence[Term], indices: tuple[int, ...] = ()) -> Term:
    """The application of an operator without any simplification."""
    sort = op.sort_rule(tuple(a.sort for a in args), indices)
    assert sort is not None, (op, args, indices)
    return application(op, tuple(args), indices, sort)


def variables(width: int, count: int = 2, prefix: str = "v") -> list[Term]:
    """Some variables of a width, 0 standing for Bool."""
    sort = bitvec(width) if width else BOOL
    return [variable(f"{prefix}{width}_{i}", sort) for i in range(count)]


def valuations(names: Sequence[Term]) -> Iterator[dict[Term, int]]:
    """Every valuation of the variables."""
    for values in itertools.product(*[range(2 ** max(v.width, 1)) for v in names]):
        yield dict(zip(names, values, strict=True))


def random_valuation(rng: random.Random, names: Sequence[Term]) -> dict[Term, int]:
    """A valuation, with a liking for the ends of the range."""
    values = {}
    for name in names:
        top = 2 ** max(name.width, 1)
        values[name] = rng.choice((0, 1, top - 1, top // 2, rng.randrange(top), rng.randrange(top)))
    return values


class TermMaker:
    """Makes random terms over given variables; each as a pair (raw, simplified)."""

    def __init__(
        self, rng: random.Random, names: Sequence[Term], widths: Sequence[int] = (1, 2, 3, 4)
    ) -> None:
        self.rng = rng
        self.widths = widths
        self.names: dict[int, list[Term]] = {}
        for name in names:
            self.names.setdefault(name.width, []).append(name)

    def pair(self, width: int, depth: int) -> tuple[Term, Term]:
        """A random term of that width (0: Bool)."""
        if depth <= 0 or self.rng.random() < 0.1:
            leaf = self._leaf(width)
            return leaf, leaf
        op, args, indices = self._shape(width, depth - 1)
        return raw(op, [a[0] for a in args], indices), make(op, tuple(a[1] for a in args), indices)

    def term(self, width: int, depth: int) -> Term:
        """A random simplified term."""
        return self.pair(width, depth)[1]

    def _leaf(self, width: int) -> Term:
        if width in self.names and self.rng.random() < 0.7:
            return self.rng.choice(self.names[width])
        if width == 0:
            return boolean(self.rng.random() < 0.5)
        return constant(self.rng.choice((0, 1, -1, 1 << (width - 1), self.rng.randrange(1 << width))), width)

    def _shape(self, width: int, depth: int) -> tuple[Operator, list[tuple[Term, Term]], tuple[int, ...]]:
        rng = self.rng
        if width == 0:
            op = rng.choice((ops.AND, ops.OR, ops.NOT, ops.EQ, ops.ITE, *COMPARISONS, *COMPARISONS))
            if op in (ops.AND, ops.OR):
                return op, [self.pair(0, depth) for _ in range(rng.randint(2, 4))], ()
            if op is ops.NOT:
                return op, [self.pair(0, depth)], ()
            if op is ops.ITE:
                return op, [self.pair(0, depth) for _ in range(3)], ()
            inner = rng.choice(self.widths) if op is not ops.EQ or rng.random() < 0.8 else 0
            return op, [self.pair(inner, depth), self.pair(inner, depth)], ()
        narrower = [w for w in self.widths if w < width]
        wider = [w for w in self.widths if w > width]
        kind = rng.random()
        if kind < 0.15:
            return ops.ITE, [self.pair(0, depth), self.pair(width, depth), self.pair(width, depth)], ()
        if kind < 0.3 and narrower:
            return rng.choice((ops.ZEXT, ops.SEXT)), [self.pair(rng.choice(narrower), depth)], (width,)
        if kind < 0.4 and wider:
            inner = rng.choice(wider)
            low = rng.randint(0, inner - width)
            return ops.EXTRACT, [self.pair(inner, depth)], (low + width - 1, low)
        return rng.choice(BINARY), [self.pair(width, depth), self.pair(width, depth)], ()
