"""Linear relations between columns of numbers: null spaces, over the integers and modulo a power of two.

Both go through the rows one by one and keep generators of the vectors that are orthogonal to all rows so far:
a row to which all generators are orthogonal, as nearly all are, costs a few products; any other removes one.
"""

from __future__ import annotations

from math import gcd
from operator import mul
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Vector = list[int]


def integer_relations(rows: Iterable[Sequence[int]], columns: int) -> list[Vector]:
    """Generators (over the rationals) of the integer vectors orthogonal to every row, in echelon form:
    each has a last nonzero entry where no other has one. Entries of one have no common divisor."""
    basis = _identity(columns)
    for row in rows:
        products = _products(row, basis)
        if any(products):
            pivot = min([i for i, p in enumerate(products) if p], key=lambda i: abs(products[i]))
            lead, leading = basis[pivot], products[pivot]
            basis = [
                vector if not product else _primitive(leading, vector, product, lead)
                for i, (vector, product) in enumerate(zip(basis, products, strict=True))
                if i != pivot
            ]
        if not basis:
            break
    return echelon(basis, range(columns - 1, -1, -1))


def echelon(basis: list[Vector], order: Iterable[int]) -> list[Vector]:
    """Generators of the same rational space, each of which has a column that is zero in all others; these
    columns are the first possible in the order given."""
    rest, done = basis, list[Vector]()
    for column in order:
        lead = next((vector for vector in rest if vector[column]), None)
        if lead is None:
            continue
        rest = [_clear(vector, lead, column) for vector in rest if vector is not lead]
        done = [_clear(vector, lead, column) for vector in done]
        done.append(lead)
    return done


def modular_relations(
    rows: Iterable[Sequence[int]], columns: int, width: int, *, weaker: bool = True
) -> list[tuple[int, Vector]]:
    """Generators of the vectors that are orthogonal to every row modulo 2^width, in a similar form.

    Each is (j, vector): a relation modulo 2^j, some entry of the vector being 1, entries nearest to zero.
    Those with j < width are left out unless `weaker` is set."""
    modulus = 1 << width
    basis = _identity(columns)
    for row in rows:
        products = [p % modulus for p in _products(row, basis)]
        if not any(products):
            continue
        pivot = min([i for i, p in enumerate(products) if p], key=lambda i: products[i] & -products[i])
        lead, leading = basis[pivot], products[pivot]
        power = leading & -leading
        inverse = pow(leading // power, -1, modulus)
        reduced: list[Vector] = []
        for i, (vector, product) in enumerate(zip(basis, products, strict=True)):
            if i == pivot:  # a multiple of it is orthogonal still
                vector = [x * (modulus // power) % modulus if weaker else 0 for x in vector]
            elif product:
                factor = product // power * inverse
                vector = [(x - factor * y) % modulus for x, y in zip(vector, lead, strict=True)]
            if any(vector):
                reduced.append(vector)
        basis = reduced
        if not basis:
            break
    return _modular_echelon(basis, width)


def _modular_echelon(basis: list[Vector], width: int) -> list[tuple[int, Vector]]:
    modulus = 1 << width
    done: list[tuple[int, Vector]] = []
    rest = basis
    while rest:
        power, column, lead = min(
            (x & -x, -column, vector) for vector in rest for column, x in enumerate(vector) if x
        )
        column = -column
        smaller = modulus // power
        inverse = pow(lead[column] // power, -1, modulus)
        unit = [x // power * inverse % smaller for x in lead]
        others = [
            [(x - vector[column] * y) % modulus for x, y in zip(vector, unit, strict=True)]
            for vector in rest
            if vector is not lead
        ]
        rest = [vector for vector in others if any(vector)]
        done = [(j, _modular_clear(vector, unit, column, j, smaller)) for j, vector in done]
        done.append((smaller.bit_length() - 1, unit))
    return [(j, [_nearest(x, 1 << j) for x in vector]) for j, vector in done]


def _modular_clear(vector: Vector, unit: Vector, column: int, bits: int, smaller: int) -> Vector:
    """The vector without the column, if the relation `unit`, modulo `smaller`, is as strong as its own."""
    if 1 << bits != smaller:
        return vector
    return [(x - vector[column] * y) % smaller for x, y in zip(vector, unit, strict=True)]


def _nearest(value: int, modulus: int) -> int:
    return value - modulus if 2 * value > modulus else value


def _identity(size: int) -> list[Vector]:
    return [[int(i == j) for j in range(size)] for i in range(size)]


def _products(row: Sequence[int], basis: list[Vector]) -> Vector:
    return [sum(map(mul, row, vector)) for vector in basis]


def _clear(vector: Vector, lead: Vector, column: int) -> Vector:
    return _primitive(lead[column], vector, vector[column], lead) if vector[column] else vector


def _primitive(a: int, x: Vector, b: int, y: Vector) -> Vector:
    """a * x - b * y, divided by what its entries have in common."""
    combined = [a * p - b * q for p, q in zip(x, y, strict=True)]
    divisor = gcd(*combined)
    return combined if divisor <= 1 else [entry // divisor for entry in combined]
