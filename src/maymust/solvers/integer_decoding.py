"""Z3's formulas over integers as bit-vector terms, on as few bits as keep everything from wrapping around.

Numbers are read as linear sums over leaves: variables, and what is not linear (quotients, remainders,
choices, products). A comparison is brought to the form "sum of positive parts ~ sum of positive parts"; the
ranges of both sides give the width. So `x < c` and `x <= y` come out on the width of x where that is exact.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, Any

import z3

from maymust.frozen import frozen
from maymust.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    conjunction,
    constant,
    disjunction,
    eq,
    implies,
    ite,
    less,
    less_equal,
    make,
    neg,
    negation,
    resize,
    sub,
)
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


class UnreadableError(Exception):
    """The formula has a part that has no bit-vector counterpart here."""


@frozen
class Leaf:
    """A bit-vector as an integer: its signed reading where `low` < 0, its unsigned reading otherwise."""

    term: Term
    low: int
    high: int


@frozen
class Linear:
    """A constant and a sum of leaves, each with its factor, none of them 0."""

    parts: Mapping[Leaf, int]
    offset: int

    @property
    def low(self) -> int:
        """The least value, or less."""
        return self.offset + sum(f * (leaf.low if f > 0 else leaf.high) for leaf, f in self.parts.items())

    @property
    def high(self) -> int:
        """The greatest value, or more."""
        return self.offset + sum(f * (leaf.high if f > 0 else leaf.low) for leaf, f in self.parts.items())

    def scaled(self, factor: int) -> Linear:
        """The product with a number."""
        return Linear({leaf: factor * f for leaf, f in self.parts.items() if factor}, factor * self.offset)

    def plus(self, other: Linear) -> Linear:
        """The sum."""
        parts = dict(self.parts)
        for leaf, factor in other.parts.items():
            parts[leaf] = parts.get(leaf, 0) + factor
        return Linear({leaf: f for leaf, f in parts.items() if f}, self.offset + other.offset)

    def term(self, width: int) -> Term:
        """The value modulo 2**width."""
        total = None
        for leaf, factor in self.parts.items():
            part = resize(leaf.term, width, signed=leaf.low < 0)
            if abs(factor) != 1:
                part = make(ops.MUL, (part, constant(abs(factor), width)))
            if total is None:
                total = part if factor > 0 else neg(part)
            else:
                total = add(total, part) if factor > 0 else sub(total, part)
        offset = constant(self.offset, width)
        return offset if total is None else add(total, offset)


def read_formula(formula: Any, variables: Mapping[str, Leaf | Term]) -> Term:
    """A Z3 formula as a term; `variables` has the leaf of each integer and the term of each Boolean by name.

    Raises UnreadableError.
    """
    known: dict[int, Linear | Term] = {}
    for part in _postorder(formula):
        arguments = [known[child.get_id()] for child in part.children()]
        known[part.get_id()] = _read(part, arguments, variables)
    return _truth(known[formula.get_id()])


def _postorder(root: Any) -> Iterator[Any]:
    seen: set[int] = set()
    stack = [(root, False)]
    while stack:
        part, expanded = stack.pop()
        if expanded:
            yield part
        elif part.get_id() not in seen:
            if not z3.is_app(part):
                raise UnreadableError("a quantifier")
            seen.add(part.get_id())
            stack.append((part, True))
            stack.extend((child, False) for child in part.children())


def _read(part: Any, arguments: list[Linear | Term], variables: Mapping[str, Leaf | Term]) -> Linear | Term:
    if z3.is_int_value(part):
        return Linear({}, part.as_long())
    kind = part.decl().kind()
    if kind == z3.Z3_OP_UNINTERPRETED and not arguments:
        value = variables[part.decl().name()]
        return Linear({value: 1}, 0) if isinstance(value, Leaf) else value
    if kind == z3.Z3_OP_ITE:
        condition, then, otherwise = arguments
        if isinstance(then, Linear):
            return _choice(_truth(condition), then, _integer(otherwise))
        return ite(_truth(condition), then, _truth(otherwise))
    if kind in _NUMBERS:
        return _NUMBERS[kind]([_integer(argument) for argument in arguments])
    if kind in (z3.Z3_OP_EQ, z3.Z3_OP_DISTINCT) and isinstance(arguments[0], Linear):
        if len(arguments) != 2:
            raise UnreadableError("a relation of more than two numbers")
        equality = _equal(arguments[0], _integer(arguments[1]))
        return equality if kind == z3.Z3_OP_EQ else negation(equality)
    if kind in _RELATIONS:
        a, b = arguments
        return _RELATIONS[kind](_integer(a), _integer(b))
    if kind in _CONNECTIVES:
        return _CONNECTIVES[kind]([_truth(argument) for argument in arguments])
    raise UnreadableError(f"the operator {part.decl()}")


def _truth(value: Linear | Term) -> Term:
    if isinstance(value, Linear):
        raise UnreadableError("a number as a truth")
    return value


def _integer(value: Linear | Term) -> Linear:
    if not isinstance(value, Linear):
        raise UnreadableError("a truth as a number")
    return value


# -- numbers -------------------------------------------------------------------------------------------------


def _total(numbers: list[Linear]) -> Linear:
    total = Linear({}, 0)
    for number in numbers:
        total = total.plus(number)
    return total


def _difference(numbers: list[Linear]) -> Linear:
    first, *rest = numbers
    return first.plus(_total(rest).scaled(-1))


def _product(numbers: list[Linear]) -> Linear:
    product = Linear({}, 1)
    for number in numbers:
        if not number.parts:
            product = product.scaled(number.offset)
        elif not product.parts:
            product = number.scaled(product.offset)
        else:
            corners = [x * y for x in (product.low, product.high) for y in (number.low, number.high)]
            low, high = min(corners), max(corners)
            width = _width(low, high)
            product = _leaf(make(ops.MUL, (product.term(width), number.term(width))), low, high)
    return product


def _quotient(numbers: list[Linear]) -> Linear:
    x, divisor = _division(numbers)
    low, high = x.low // divisor, x.high // divisor
    if x.low >= 0:
        width = _width(0, max(x.high, divisor))
        return _leaf(make(ops.UDIV, (x.term(width), constant(divisor, width))), low, high)
    whole = x.plus(_remainder(numbers).scaled(-1))
    width = _signed_width(min(whole.low, x.low), max(whole.high, x.high, divisor))
    return _leaf(make(ops.SDIV, (whole.term(width), constant(divisor, width))), low, high)


def _remainder(numbers: list[Linear]) -> Linear:
    x, divisor = _division(numbers)
    if x.low >= 0 and x.high < divisor:
        return x
    if divisor & (divisor - 1) == 0:  # also of a number that has wrapped around
        places = divisor.bit_length() - 1
        return _leaf(x.term(places), 0, divisor - 1) if places else Linear({}, 0)
    if x.low >= 0:
        width = _width(0, x.high)
        return _leaf(make(ops.UREM, (x.term(width), constant(divisor, width))), 0, divisor - 1)
    width = _signed_width(x.low, max(x.high, divisor))
    remainder = make(ops.SREM, (x.term(width), constant(divisor, width)))
    is_negative = less(remainder, constant(0, width), signed=True)
    return _leaf(ite(is_negative, add(remainder, constant(divisor, width)), remainder), 0, divisor - 1)


def _division(numbers: list[Linear]) -> tuple[Linear, int]:
    x, divisor = numbers
    if divisor.parts or divisor.offset <= 0:
        raise UnreadableError("a division by something else than a positive constant")
    return x, divisor.offset


def _choice(condition: Term, then: Linear, otherwise: Linear) -> Linear:
    low, high = min(then.low, otherwise.low), max(then.high, otherwise.high)
    width = _width(low, high)
    return _leaf(ite(condition, then.term(width), otherwise.term(width)), low, high)


def _leaf(term: Term, low: int, high: int) -> Linear:
    """A number by a term that has enough bits for it, signed ones if `low` < 0."""
    if term.value is not None:
        return Linear({}, (term.value - low) % (1 << term.width) + low)
    return Linear({Leaf(term, low, high): 1}, 0)


def _width(low: int, high: int) -> int:
    """The bits that numbers from `low` to `high` need: unsigned ones if there are no negative ones."""
    return max(high.bit_length(), 1) if low >= 0 else _signed_width(low, high)


def _signed_width(low: int, high: int) -> int:
    return 1 + max(
        (-1 - low if low < 0 else low).bit_length(), (high if high >= 0 else -1 - high).bit_length()
    )


# -- truths --------------------------------------------------------------------------------------------------


def _sides(difference: Linear, step: int) -> tuple[Linear, Linear]:
    """Two sums with positive factors whose difference is the given one, but for its offset modulo `step`.

    Requires: `step` divides all factors. Both sides are divided by it, the offset is rounded up.
    """
    left = {leaf: f // step for leaf, f in difference.parts.items() if f > 0}
    right = {leaf: -f // step for leaf, f in difference.parts.items() if f < 0}
    offset = -(-difference.offset // step)
    if right and (not left or offset > 0):
        return Linear(left, offset), Linear(right, 0)
    return Linear(left, 0), Linear(right, -offset)


def _less_equal(a: Linear, b: Linear) -> Term:
    difference = a.plus(b.scaled(-1))
    if difference.high <= 0:
        return TRUE
    if difference.low > 0:
        return FALSE
    left, right = _sides(difference, gcd(*difference.parts.values()))
    relation = less_equal
    if left.offset > 0:  # x + 1 <= y is x < y, which needs no further bit
        left, relation = left.plus(Linear({}, -1)), less
    low, high = min(left.low, right.low), max(left.high, right.high)
    width = _width(low, high)
    return relation(left.term(width), right.term(width), signed=low < 0)


def _less(a: Linear, b: Linear) -> Term:
    return _less_equal(a.plus(Linear({}, 1)), b)


def _equal(a: Linear, b: Linear) -> Term:
    difference = a.plus(b.scaled(-1))
    if not difference.parts:
        return TRUE if difference.offset == 0 else FALSE
    step = gcd(*difference.parts.values())
    if difference.offset % step or difference.low > 0 or difference.high < 0:
        return FALSE
    left, right = _sides(difference, step)
    width = _width(min(left.low, right.low), max(left.high, right.high))
    return eq(left.term(width), right.term(width))


_NUMBERS: dict[int, Callable[[list[Linear]], Linear]] = {
    z3.Z3_OP_ADD: _total,
    z3.Z3_OP_SUB: _difference,
    z3.Z3_OP_UMINUS: lambda numbers: numbers[0].scaled(-1),
    z3.Z3_OP_MUL: _product,
    z3.Z3_OP_IDIV: _quotient,
    z3.Z3_OP_MOD: _remainder,
}
_RELATIONS: dict[int, Callable[[Linear, Linear], Term]] = {
    z3.Z3_OP_LE: _less_equal,
    z3.Z3_OP_GE: lambda a, b: _less_equal(b, a),
    z3.Z3_OP_LT: _less,
    z3.Z3_OP_GT: lambda a, b: _less(b, a),
}
_CONNECTIVES: dict[int, Callable[[list[Term]], Term]] = {
    z3.Z3_OP_TRUE: lambda _: TRUE,
    z3.Z3_OP_FALSE: lambda _: FALSE,
    z3.Z3_OP_AND: conjunction,
    z3.Z3_OP_OR: disjunction,
    z3.Z3_OP_NOT: lambda a: negation(a[0]),
    z3.Z3_OP_IMPLIES: lambda a: implies(a[0], a[1]),
    z3.Z3_OP_EQ: lambda a: eq(a[0], a[1]),
    z3.Z3_OP_IFF: lambda a: eq(a[0], a[1]),
    z3.Z3_OP_XOR: lambda a: negation(eq(a[0], a[1])),
    z3.Z3_OP_DISTINCT: lambda a: negation(eq(a[0], a[1])),
}
