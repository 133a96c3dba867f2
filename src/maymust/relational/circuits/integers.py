"""Integers as lists of literals: two's complement, lowest bit first, the last bit is the sign.

No list is longer than the width of the problem, and most are shorter: missing bits are copies of the sign.
"""

from __future__ import annotations

from collections.abc import Iterable

from maymust.relational.circuits.circuit import FALSE, TRUE, Circuit
from maymust.relational.logic.operators import IntOperator

Bits = list[int]


class Integers:
    """The arithmetic of one width over one circuit."""

    def __init__(self, circuit: Circuit, width: int) -> None:
        self._circuit = circuit
        self.width = width

    def constant(self, value: int) -> Bits:
        """The last bits of the number."""
        return _trimmed([TRUE if value >> bit & 1 else FALSE for bit in range(self.width)])

    def count(self, literals: Iterable[int]) -> Bits:
        """How many of the literals are true."""
        return self.total([(1, list(literals))])

    def total(self, weighted: Iterable[tuple[int, list[int]]]) -> Bits:
        """The sum of weights, each as often as its literals are true."""
        columns: list[list[int]] = [[] for _ in range(self.width)]
        for weight, literals in weighted:
            for bit in range(self.width):
                if weight >> bit & 1:
                    columns[bit].extend(literal for literal in literals if literal != FALSE)
        return self._added(columns)

    def sum(self, operands: list[Bits]) -> Bits:
        """The sum of many integers."""
        while len(operands) > 1:
            pairs = zip(operands[::2], operands[1::2], strict=False)
            left = operands[-1:] if len(operands) % 2 else []
            operands = [self.plus(a, b) for a, b in pairs] + left
        return operands[0] if operands else [FALSE]

    def _added(self, columns: list[list[int]]) -> Bits:
        """The sum of bits of given weights, three to one column until there is one for each weight."""
        circuit, result = self._circuit, []
        for place, column in enumerate(columns):
            while len(column) > 1:
                a, b, c = column[0], column[1], column[2] if len(column) > 2 else FALSE
                del column[:3]
                column.append(circuit.xor(circuit.xor(a, b), c))
                if place + 1 < self.width:
                    carry = circuit.majority(a, b, c)
                    if carry != FALSE:
                        columns[place + 1].append(carry)
            result.append(column[0] if column else FALSE)
        return _trimmed(result)

    # --- comparison

    def equal(self, a: Bits, b: Bits) -> int:
        """a = b."""
        circuit, length = self._circuit, max(len(a), len(b))
        return circuit.all(
            [-circuit.xor(x, y) for x, y in zip(_long(a, length), _long(b, length), strict=True)]
        )

    def at_most(self, a: Bits, b: Bits) -> int:
        """a <= b."""
        return self._ordered(a, b, TRUE)

    def less(self, a: Bits, b: Bits) -> int:
        """a < b."""
        return self._ordered(a, b, FALSE)

    def _ordered(self, a: Bits, b: Bits, below: int) -> int:
        length = max(len(a), len(b))
        a, b = _long(a, length), _long(b, length)
        for x, y in zip(a[:-1], b[:-1], strict=True):
            below = self._circuit.majority(-x, y, below)
        return self._circuit.majority(a[-1], -b[-1], below)

    # --- arithmetic

    def plus(self, a: Bits, b: Bits, carry: int = FALSE) -> Bits:
        """a + b, and one more if `carry` is true."""
        circuit, length = self._circuit, min(max(len(a), len(b)) + 1, self.width)
        result = []
        for x, y in zip(_long(a, length), _long(b, length), strict=True):
            result.append(circuit.xor(circuit.xor(x, y), carry))
            carry = circuit.majority(x, y, carry)
        return _trimmed(result)

    def minus(self, a: Bits, b: Bits) -> Bits:
        """a - b."""
        return self.plus(a, [-bit for bit in b], TRUE)

    def negated(self, a: Bits) -> Bits:
        """-a."""
        return self.minus([FALSE], a)

    def times(self, a: Bits, b: Bits) -> Bits:
        """a * b, as the sum of b shifted for each bit of a; the sign of a counts negatively."""
        circuit, length = self._circuit, min(len(a) + len(b), self.width)
        b = _long(b, length)
        total = [FALSE]
        for place, bit in enumerate(a):
            if place >= length:
                break
            part = [FALSE] * place + [circuit.both(bit, other) for other in b[: length - place]]
            total = self.minus(total, part) if place == len(a) - 1 else self.plus(total, part)
        return _trimmed(total[:length])

    def divided(self, a: Bits, b: Bits) -> tuple[Bits, Bits]:
        """The quotient, rounded towards zero, and the remainder; of zero as SMT-LIB has it."""
        circuit, width = self._circuit, self.width
        a, b = _long(a, width), _long(b, width)
        quotient, remainder = self._unsigned_division(self._magnitude(a), self._magnitude(b))
        different = circuit.xor(a[-1], b[-1])
        quotient = self._signed(different, quotient)
        remainder = self._signed(a[-1], remainder)
        zero = -circuit.any(b)
        by_zero = [circuit.either(-a[-1], TRUE if place == 0 else FALSE) for place in range(width)]
        chosen = [circuit.choice(zero, x, y) for x, y in zip(by_zero, quotient, strict=True)]
        rest = [circuit.choice(zero, x, y) for x, y in zip(a, remainder, strict=True)]
        return _trimmed(chosen), _trimmed(rest)

    def _magnitude(self, a: Bits) -> Bits:
        """The absolute value as `width` bits without a sign."""
        return self._signed(a[-1], a)

    def _signed(self, negative: int, a: Bits) -> Bits:
        """a, or -a, in as many bits."""
        carry, result, circuit = negative, [], self._circuit
        for bit in a:
            flipped = circuit.xor(bit, negative)
            result.append(circuit.xor(flipped, carry))
            carry = circuit.both(flipped, carry)
        return result

    def _unsigned_division(self, a: Bits, b: Bits) -> tuple[Bits, Bits]:
        """School division: for each bit from the highest, subtract if it can be subtracted."""
        circuit = self._circuit
        rest: Bits = [FALSE] * len(a)
        quotient: Bits = []
        for bit in reversed(a):
            shifted = [bit, *rest]
            difference, carry = [], TRUE
            for x, y in zip(shifted, [*b, FALSE], strict=True):
                difference.append(circuit.xor(circuit.xor(x, -y), carry))
                carry = circuit.majority(x, -y, carry)
            quotient.append(carry)
            rest = [circuit.choice(carry, x, y) for x, y in zip(difference, shifted, strict=True)][:-1]
        return quotient[::-1], rest

    def shifted(self, a: Bits, amount: Bits, operator: IntOperator) -> Bits:
        """a shifted by the amount, which is read as unsigned."""
        circuit, width = self._circuit, self.width
        result = _long(a, width)
        fill = result[-1] if operator is IntOperator.SHIFT_RIGHT else FALSE
        for place, bit in enumerate(_long(amount, width)):
            step = min(1 << place, width)
            if operator is IntOperator.SHIFT_LEFT:
                moved = [FALSE] * step + result[: width - step]
            else:
                moved = result[step:] + [fill] * step
            result = [circuit.choice(bit, x, y) for x, y in zip(moved, result, strict=True)]
        return _trimmed(result)

    def bitwise(self, a: Bits, b: Bits, operator: IntOperator) -> Bits:
        """And, or, xor."""
        length = max(len(a), len(b))
        gate = {
            IntOperator.AND: self._circuit.both,
            IntOperator.OR: self._circuit.either,
            IntOperator.XOR: self._circuit.xor,
        }[operator]
        return _trimmed([gate(x, y) for x, y in zip(_long(a, length), _long(b, length), strict=True)])

    def chosen(self, condition: int, a: Bits, b: Bits) -> Bits:
        """a if the condition is true, else b."""
        length = max(len(a), len(b))
        pairs = zip(_long(a, length), _long(b, length), strict=True)
        return _trimmed([self._circuit.choice(condition, x, y) for x, y in pairs])

    def absolute(self, a: Bits) -> Bits:
        """The absolute value; that of the smallest integer is itself."""
        return self.chosen(a[-1], self.negated(a), a)

    def sign(self, a: Bits) -> Bits:
        """-1, 0 or 1."""
        return [self._circuit.any(a), a[-1]][: self.width]

    def all_bits(self, a: Bits) -> Bits:
        """All bits of the width, the sign last."""
        return _long(a, self.width)


def _long(a: Bits, length: int) -> Bits:
    return a + a[-1:] * (length - len(a))


def _trimmed(a: Bits) -> Bits:
    """Without copies of the sign."""
    length = len(a)
    while length > 1 and a[length - 1] == a[length - 2]:
        length -= 1
    return a[:length]
