"""Boolean circuits: gates that are built once and simplified as they are built.

A literal is a number: that of a gate, or minus that for its negation; `TRUE` is 1 and `FALSE` is -1. So a
gate costs no object, and what is equal up to negation is one gate. Inputs of a gate always have smaller
numbers than the gate: descending numbers are a topological order, and no walk over a circuit has to recurse.

Conjunctions have any number of inputs; a disjunction is the negation of one. This class is the inner loop of
every translation, so its methods are written out where a call would be shorter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from maymust.relational.errors import TooLarge

TRUE, FALSE = 1, -1
VARIABLE, AND, CHOICE, XOR, MAJORITY = range(5)

_SCANNED = 12  # gates with more inputs are not searched for a simplification
_BREATH = 8191  # gates between two looks at the clock


class Circuit:
    """A growing circuit. `kinds[n]` and `inputs[n]` describe gate n; gates 0 and 1 are place holders."""

    def __init__(self, most_gates: int, look: Callable[[], None] = lambda: None) -> None:
        """No more than `most_gates` are built; `look` is called now and then, and may raise."""
        self.kinds: list[int] = [VARIABLE, VARIABLE]
        self.inputs: list[tuple[int, ...]] = [(), ()]
        self._conjunctions: dict[tuple[int, ...], int] = {}
        self._choices: dict[tuple[int, int, int], int] = {}
        self._xors: dict[tuple[int, int], int] = {}
        self._majorities: dict[tuple[int, int, int], int] = {}
        self._most_gates = most_gates
        self._look = look

    def variable(self) -> int:
        """A new variable."""
        return self._gate(VARIABLE, ())

    def _gate(self, kind: int, inputs: tuple[int, ...]) -> int:
        number = len(self.inputs)
        if number & _BREATH == 0:
            if number > self._most_gates:
                raise TooLarge(f"the circuit has more than {self._most_gates} gates")
            self._look()
        self.kinds.append(kind)
        self.inputs.append(inputs)
        return number

    # --- conjunction and disjunction

    def both(self, a: int, b: int) -> int:
        """a and b."""
        if a == 1 or a == b:
            return b
        if b == 1:
            return a
        if a == -1 or b == -1 or a == -b:
            return -1
        if a > b:
            a, b = b, a
        key = (a, b)
        known = self._conjunctions.get(key)
        if known is not None:
            return known
        result = self._absorbed(a, b)
        if result == 0:
            result = self._absorbed(b, a)
        if result == 0:
            result = self._gate(AND, key)
        self._conjunctions[key] = result
        return result

    def _absorbed(self, a: int, b: int) -> int:
        """`a and b`, if the inputs of gate b show that it is simpler than a gate; else 0."""
        gate = b if b > 0 else -b
        if self.kinds[gate] != AND:
            return 0
        inputs = self.inputs[gate]
        if len(inputs) > _SCANNED:
            return 0
        if b > 0:
            if a in inputs:
                return b
            return -1 if -a in inputs else 0
        if -a in inputs:  # a and (a or …)
            return a
        if a in inputs and len(inputs) == 2:  # a and (not a or c)
            other = inputs[1] if inputs[0] == a else inputs[0]
            return self.both(a, -other)
        return 0

    def either(self, a: int, b: int) -> int:
        """a or b."""
        if a == 1 or b == 1 or a == -b:
            return 1
        if a == -1 or a == b:
            return b
        if b == -1:
            return a
        return -self.both(-a, -b)

    def all(self, literals: Iterable[int]) -> int:
        """The conjunction of the literals."""
        distinct = set(literals)
        distinct.discard(1)
        count = len(distinct)
        if count < 3:
            if count == 2:
                a, b = distinct
                return self.both(a, b)
            return distinct.pop() if count else 1
        if -1 in distinct:
            return -1
        key = tuple(sorted(distinct))
        known = self._conjunctions.get(key)
        if known is None:
            contrary = not distinct.isdisjoint([-literal for literal in key])
            known = -1 if contrary else self._gate(AND, key)
            self._conjunctions[key] = known
        return known

    def any(self, literals: Iterable[int]) -> int:
        """The disjunction of the literals."""
        return -self.all([-literal for literal in literals])

    # --- other gates

    def choice(self, condition: int, then: int, otherwise: int) -> int:
        """`then` if the condition is true, else `otherwise`."""
        if then == otherwise or condition == 1:
            return then
        if condition == -1:
            return otherwise
        if condition < 0:
            condition, then, otherwise = -condition, otherwise, then
        if then == 1 or then == condition:
            return self.either(condition, otherwise)
        if then == -1 or then == -condition:
            return self.both(-condition, otherwise)
        if otherwise == 1 or otherwise == -condition:
            return self.either(-condition, then)
        if otherwise == -1 or otherwise == condition:
            return self.both(condition, then)
        if then == -otherwise:
            return -self.xor(condition, then)
        sign = 1
        if then < 0:
            sign, then, otherwise = -1, -then, -otherwise
        key = (condition, then, otherwise)
        known = self._choices.get(key)
        if known is None:
            known = self._choices[key] = self._gate(CHOICE, key)
        return sign * known

    def xor(self, a: int, b: int) -> int:
        """Exactly one of a and b."""
        sign = 1
        if a < 0:
            a, sign = -a, -1
        if b < 0:
            b, sign = -b, -sign
        if a == b:
            return -sign
        if a == 1:
            return -sign * b
        if b == 1:
            return -sign * a
        key = (a, b) if a < b else (b, a)
        known = self._xors.get(key)
        if known is None:
            known = self._xors[key] = self._gate(XOR, key)
        return sign * known

    def majority(self, a: int, b: int, c: int) -> int:
        """At least two of the three: the carry of an adder."""
        a, b, c = sorted((a, b, c))
        if a == b or b == c:
            return b
        if a == -1:
            return self.both(b, c)
        if -1 in (b, c):
            return self.both(a, b if c == -1 else c)
        if c == 1:
            return self.either(a, b)
        if 1 in (a, b):
            return self.either(c, b if a == 1 else a)
        if a == -b:
            return c
        if a == -c:
            return b
        if b == -c:
            return a
        sign = 1
        if (a < 0) + (b < 0) + (c < 0) > 1:
            a, b, c, sign = -c, -b, -a, -1
        key = (a, b, c)
        known = self._majorities.get(key)
        if known is None:
            known = self._majorities[key] = self._gate(MAJORITY, key)
        return sign * known

    # --- counting

    def at_most_one(self, literals: list[int]) -> int:
        """No two of the literals.

        In groups of four, pair by pair, and the groups among each other: a third of the gates of a chain.
        """
        parts: list[int] = []
        literals = [literal for literal in literals if literal != -1]
        while True:
            groups = [literals[start : start + 4] for start in range(0, len(literals), 4)]
            if len(literals) <= 5:
                groups = [literals]
            for group in groups:
                for position, literal in enumerate(group):
                    parts.extend(-self.both(literal, other) for other in group[position + 1 :])
            if len(groups) <= 1:
                return self.all(parts)
            literals = [self.any(group) for group in groups]
