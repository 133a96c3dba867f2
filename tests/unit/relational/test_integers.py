"""Integers in circuits: each operator, for all operands of small widths."""

from __future__ import annotations

from itertools import product

import pytest

from maymust.relational.arithmetic import applied, compared, wrapped
from maymust.relational.circuits.circuit import AND, CHOICE, VARIABLE, XOR, Circuit
from maymust.relational.circuits.integers import Bits, Integers
from maymust.relational.logic.operators import IntComparisonOperator, IntOperator

UNARY = (IntOperator.NEGATE, IntOperator.NOT, IntOperator.ABS, IntOperator.SIGN)
SHIFTS = (IntOperator.SHIFT_LEFT, IntOperator.SHIFT_RIGHT, IntOperator.SHIFT_RIGHT_ZERO)


def values(circuit: Circuit, inputs: dict[int, bool]) -> dict[int, bool]:
    """The value of each literal."""
    found = {1: True, -1: False}
    for gate in range(2, len(circuit.inputs)):
        parts = [found[literal] for literal in circuit.inputs[gate]]
        kind = circuit.kinds[gate]
        if kind == VARIABLE:
            value = inputs[gate]
        elif kind == AND:
            value = all(parts)
        elif kind == CHOICE:
            value = parts[1] if parts[0] else parts[2]
        elif kind == XOR:
            value = parts[0] != parts[1]
        else:
            value = sum(parts) >= 2
        found[gate], found[-gate] = value, not value
    return found


def number(bits: Bits, found: dict[int, bool]) -> int:
    *low, sign = [found[bit] for bit in bits]
    return sum(1 << place for place, bit in enumerate(low) if bit) - (sign << len(low))


def circuit_of(operator: IntOperator, integers: Integers, a: Bits, b: Bits) -> Bits:
    match operator:
        case IntOperator.PLUS:
            return integers.plus(a, b)
        case IntOperator.MINUS:
            return integers.minus(a, b)
        case IntOperator.TIMES:
            return integers.times(a, b)
        case IntOperator.DIVIDE:
            return integers.divided(a, b)[0]
        case IntOperator.MODULO:
            return integers.divided(a, b)[1]
        case IntOperator.NEGATE:
            return integers.negated(a)
        case IntOperator.NOT:
            return [-bit for bit in a]
        case IntOperator.ABS:
            return integers.absolute(a)
        case IntOperator.SIGN:
            return integers.sign(a)
    return integers.shifted(a, b, operator) if operator in SHIFTS else integers.bitwise(a, b, operator)


@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize("operator", list(IntOperator))
def test_operators(operator: IntOperator, width: int) -> None:
    for short in range(1, width + 1):  # operands may have fewer bits than the width
        circuit = Circuit(10**6)
        integers = Integers(circuit, width)
        a, b = [circuit.variable() for _ in range(short)], [circuit.variable() for _ in range(width)]
        result = circuit_of(operator, integers, a, b)
        assert len(result) <= width
        for chosen in product([False, True], repeat=short + width):
            found = values(circuit, dict(zip([*a, *b], chosen, strict=True)))
            operands = [number(a, found), number(b, found)]
            expected = applied(operator, operands[:1] if operator in UNARY else operands, width)
            assert number(result, found) == expected, operands


@pytest.mark.parametrize("width", [1, 2, 3])
def test_comparisons_and_choices(width: int) -> None:
    circuit = Circuit(10**6)
    integers = Integers(circuit, width)
    a, b = [circuit.variable() for _ in range(width)], [circuit.variable() for _ in range(width)]
    made = {
        IntComparisonOperator.EQUALS: integers.equal(a, b),
        IntComparisonOperator.LESS: integers.less(a, b),
        IntComparisonOperator.AT_MOST: integers.at_most(a, b),
    }
    larger = integers.chosen(made[IntComparisonOperator.LESS], b, a)
    for chosen in product([False, True], repeat=2 * width):
        found = values(circuit, dict(zip([*a, *b], chosen, strict=True)))
        left, right = number(a, found), number(b, found)
        for operator, literal in made.items():
            assert found[literal] == compared(operator, left, right)
        assert number(larger, found) == max(left, right)


@pytest.mark.parametrize("width", [1, 2, 3, 4])
def test_counts_and_sums_wrap_around(width: int) -> None:
    circuit = Circuit(10**6)
    integers = Integers(circuit, width)
    literals = [circuit.variable() for _ in range(7)]
    weights = [-3, -1, 0, 1, 2, 3, 5]
    count = integers.count(literals)
    total = integers.total([(weight, [literal]) for weight, literal in zip(weights, literals, strict=True)])
    for chosen in product([False, True], repeat=len(literals)):
        found = values(circuit, dict(zip(literals, chosen, strict=True)))
        assert number(count, found) == wrapped(sum(chosen), width)
        weighted = sum(weight for weight, one in zip(weights, chosen, strict=True) if one)
        assert number(total, found) == wrapped(weighted, width)


@pytest.mark.parametrize("count", range(12))
def test_at_most_one(count: int) -> None:
    circuit = Circuit(10**6)
    literals = [circuit.variable() for _ in range(count)]
    result = circuit.at_most_one(literals)
    for chosen in product([False, True], repeat=count):
        assert values(circuit, dict(zip(literals, chosen, strict=True)))[result] == (sum(chosen) <= 1)
