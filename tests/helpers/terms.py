"""Random terms, built twice: simplified by `make`, and as they are; and a second, plain-Python meaning of
every operator, written without a look at the operator table."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from maymust.terms import (
    BOOL,
    ArraySort,
    ArrayValue,
    Term,
    Value,
    array_sort,
    array_value,
    bitvec,
    boolean,
    constant,
    fill,
    make,
    postorder,
    variable,
)
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


# Each takes the width of its first argument, its indices (or, if it has none, the widths of its other
# arguments), and its arguments. An array is the tuple of all its elements.
REFERENCE: dict[str, Callable[..., Any]] = {
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
    "concat": lambda w, i, a, b: _number(_bits(b, i[0]) + _bits(a, w)),
    "select": lambda _, __, a, i: a[i],
    "store": lambda _, __, a, i, v: (*a[:i], v, *a[i + 1 :]),
    "fill": lambda _, i, v: (v,) * 2 ** i[0],
}


def plain(value: Value) -> Any:
    """A value as the reference has it."""
    if isinstance(value, ArrayValue):
        return tuple(value.select(index) for index in range(2**value.index_width))
    return value


def reference_value(term: Term, valuation: Mapping[Term, Value]) -> Any:
    """The value of a term by the reference meaning, as the reference has it. Requires: narrow indices."""
    values: dict[Term, Any] = {}
    for part in postorder((term,)):
        if part.value is not None:
            values[part] = int(part.value)
        elif part.op is None:
            values[part] = plain(valuation[part])
        else:
            arguments = [values[a] for a in part.args]
            indices = part.indices or tuple(a.width for a in part.args[1:])
            values[part] = REFERENCE[part.op.name](part.args[0].width, indices, *arguments)
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


def array_variables(index: int, element: int, count: int = 2) -> list[Term]:
    """Some variables of an array sort."""
    return [variable(f"m{index}_{element}_{i}", array_sort(index, element)) for i in range(count)]


def values_of(name: Term) -> Sequence[Value]:
    """Every value of a variable. The defaults of arrays are now this element, now that."""
    if not isinstance(name.sort, ArraySort):
        return range(2 ** max(name.width, 1))
    tuples = itertools.product(range(2**name.sort.element), repeat=2**name.sort.index)
    return [array_value(name.sort.index, t[i % len(t)], enumerate(t)) for i, t in enumerate(tuples)]


def valuations(names: Sequence[Term]) -> Iterator[dict[Term, Any]]:
    """Every valuation of the variables."""
    for values in itertools.product(*[values_of(v) for v in names]):
        yield dict(zip(names, values, strict=True))


def random_valuation(rng: random.Random, names: Sequence[Term]) -> dict[Term, Any]:
    """A valuation, with a liking for the ends of the range."""
    values: dict[Term, Any] = {}
    for name in names:
        if isinstance(name.sort, ArraySort):
            values[name] = random_array(rng, name.sort)
        else:
            values[name] = _random_number(rng, name.width)
    return values


def random_array(rng: random.Random, sort: ArraySort) -> ArrayValue:
    """An array with some elements that differ from the others."""
    elements = [
        (_random_number(rng, sort.index), _random_number(rng, sort.element)) for _ in range(rng.randrange(5))
    ]
    return array_value(sort.index, _random_number(rng, sort.element), elements)


def _random_number(rng: random.Random, width: int) -> int:
    top = 2 ** max(width, 1)
    return rng.choice((0, 1, top - 1, top // 2, rng.randrange(top), rng.randrange(top)))


Kind = int | ArraySort  # of a term: its width, 0 for Bool, or the sort of an array


def kind_of(term: Term) -> Kind:
    """The kind of a term."""
    return term.sort if isinstance(term.sort, ArraySort) else term.width


Shape = tuple["Operator", list[tuple[Term, Term]], tuple[int, ...]]


class TermMaker:
    """Makes random terms over given variables; each as a pair (raw, simplified).

    Terms have arrays, and concatenations, if there is a variable that is an array.
    """

    def __init__(
        self, rng: random.Random, names: Sequence[Term], widths: Sequence[int] = (1, 2, 3, 4)
    ) -> None:
        self.rng = rng
        self.widths = widths
        self.names: dict[Kind, list[Term]] = {}
        for name in names:
            self.names.setdefault(kind_of(name), []).append(name)
        self.arrays = [kind for kind in self.names if isinstance(kind, ArraySort)]

    def pair(self, kind: Kind, depth: int) -> tuple[Term, Term]:
        """A random term of that kind."""
        if depth <= 0 or self.rng.random() < 0.1:
            leaf = self._leaf(kind)
            return leaf, leaf
        if isinstance(kind, ArraySort):
            op, args, indices = self._array_shape(kind, depth - 1)
        else:
            op, args, indices = self._shape(kind, depth - 1)
        return raw(op, [a[0] for a in args], indices), make(op, tuple(a[1] for a in args), indices)

    def term(self, kind: Kind, depth: int) -> Term:
        """A random simplified term."""
        return self.pair(kind, depth)[1]

    def _leaf(self, width: Kind) -> Term:
        if width in self.names and self.rng.random() < 0.7:
            return self.rng.choice(self.names[width])
        if isinstance(width, ArraySort):
            return fill(self._leaf(width.element), width.index)
        if width == 0:
            return boolean(self.rng.random() < 0.5)
        return constant(self.rng.choice((0, 1, -1, 1 << (width - 1), self.rng.randrange(1 << width))), width)

    def _array_shape(self, sort: ArraySort, depth: int) -> Shape:
        kind = self.rng.random()
        if kind < 0.2:
            return ops.ITE, [self.pair(0, depth), self.pair(sort, depth), self.pair(sort, depth)], ()
        if kind < 0.3:
            return ops.FILL, [self.pair(sort.element, depth)], (sort.index,)
        return ops.STORE, [self.pair(k, depth) for k in (sort, sort.index, sort.element)], ()

    def _shape(self, width: int, depth: int) -> Shape:
        rng = self.rng
        if self.arrays and rng.random() < 0.5:
            sort = rng.choice(self.arrays)
            if width == 0:
                return ops.EQ, [self.pair(sort, depth), self.pair(sort, depth)], ()
            if width == sort.element:
                return ops.SELECT, [self.pair(sort, depth), self.pair(sort.index, depth)], ()
            if width > 1:
                low = rng.randrange(1, width)
                return ops.CONCAT, [self.pair(width - low, depth), self.pair(low, depth)], ()
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
