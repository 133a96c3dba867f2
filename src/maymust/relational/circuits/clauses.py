"""From a circuit to clauses (Tseitin, with the polarities of Plaisted and Greenbaum).

A gate gets a variable and clauses only if it is reached from what is asserted, and only for the directions
that are needed. Gates that are used once melt into the conjunction or the clause that uses them.
"""

from __future__ import annotations

from maymust.relational.circuits.circuit import AND, CHOICE, TRUE, VARIABLE, XOR, Circuit

_POSITIVE, _NEGATIVE = 1, 2
_DISTRIBUTED = 4  # a clause of more literals is not repeated for each part of a conjunction in it


class Clauses:
    """The clauses of a circuit; `numbers[gate]` is the variable of a gate, or 0."""

    def __init__(self, circuit: Circuit, first_variables: list[int]) -> None:
        """The given variables are numbered 1, 2, … in this order, even if they do not occur."""
        self._kinds, self._inputs = circuit.kinds, circuit.inputs
        count = len(circuit.inputs)
        self.numbers = [0] * count
        self.variables = 0
        self.clauses: list[list[int]] = []
        self._uses = [0] * count
        self._needed = bytearray(count)
        self._facts: set[int] = set()
        for variable in first_variables:
            self.variables += 1
            self.numbers[variable] = self.variables

    def build(self, asserted: list[int]) -> None:
        """Makes the clauses that say that the asserted literals are true."""
        self._count_uses(asserted)
        waiting = [[literal] for literal in reversed(asserted)]
        while waiting:
            self._assert(waiting.pop(), waiting)
        self._define()

    def _count_uses(self, roots: list[int]) -> None:
        """How often each gate is an input of gates that are reached."""
        uses, kinds, inputs = self._uses, self._kinds, self._inputs
        for literal in roots:
            uses[abs(literal)] += 1
        for gate in range(len(inputs) - 1, 1, -1):
            if uses[gate] and kinds[gate]:
                for literal in inputs[gate]:
                    uses[literal if literal > 0 else -literal] += 1

    def _literal(self, literal: int) -> int:
        """The literal as one of the clauses; its gate will be defined in this direction."""
        gate, needed = (literal, _POSITIVE) if literal > 0 else (-literal, _NEGATIVE)
        self._needed[gate] |= needed
        number = self.numbers[gate]
        if not number:
            self.variables += 1
            number = self.numbers[gate] = self.variables
        return number if literal > 0 else -number

    def _assert(self, disjuncts: list[int], waiting: list[list[int]]) -> None:
        """One of the literals is true: a clause, or several if conjunctions melt."""
        kinds, uses = self._kinds, self._uses
        clause: list[int] = []
        conjunctions: list[int] = []
        stack = disjuncts[::-1]
        while stack:
            literal = stack.pop()
            if literal == TRUE:
                return
            if literal == -TRUE:
                continue
            gate = abs(literal)
            kind = kinds[gate]
            if kind == AND and uses[gate] == 1:
                if literal < 0:
                    stack.extend([-one for one in reversed(self._inputs[gate])])
                else:
                    conjunctions.append(gate)
            else:
                clause.append(literal)
        if len(conjunctions) == 1 and len(clause) <= _DISTRIBUTED:
            waiting.extend([*clause, part] for part in reversed(self._inputs[conjunctions[0]]))
            return
        clause += conjunctions
        if len(clause) == 1 and kinds[abs(clause[0])]:
            self._assert_gate(clause[0], waiting)
            return
        self.clauses.append([self._literal(literal) for literal in clause])

    def _assert_gate(self, literal: int, waiting: list[list[int]]) -> None:
        """The gate is true (or false): its inputs say so themselves."""
        if literal in self._facts:
            return
        self._facts.add(literal)
        gate = abs(literal)
        kind, inputs = self._kinds[gate], self._inputs[gate]
        if kind == AND and literal > 0:
            # It is used elsewhere, too; there it is known.
            waiting.extend([part] for part in reversed(inputs))
            self.clauses.append([self._number(gate)])
        elif kind == XOR and self._uses[gate] == 1:
            a, b = inputs if literal > 0 else (inputs[0], -inputs[1])
            waiting.extend(([a, b], [-a, -b]))
        else:
            self.clauses.append([self._literal(literal)])

    def _number(self, gate: int) -> int:
        if not self.numbers[gate]:
            self.variables += 1
            self.numbers[gate] = self.variables
        return self.numbers[gate]

    def _define(self) -> None:
        """The clauses of the gates that got a variable, from the outputs to the inputs."""
        needed, kinds, inputs, numbers = self._needed, self._kinds, self._inputs, self.numbers
        for gate in range(len(inputs) - 1, 1, -1):
            directions = needed[gate]
            if not directions:
                continue
            kind = kinds[gate]
            if kind == VARIABLE:
                continue
            if kind == AND:
                self._define_conjunction(numbers[gate], self._melted(inputs[gate]), directions)
            elif kind == CHOICE:
                self._define_choice(numbers[gate], inputs[gate], directions)
            elif kind == XOR:
                self._define_xor(numbers[gate], inputs[gate], directions)
            else:
                self._define_majority(numbers[gate], inputs[gate], directions)

    def _melted(self, inputs: tuple[int, ...]) -> list[int]:
        """The inputs of a conjunction, with those of conjunctions that are used here alone."""
        kinds, uses, numbers = self._kinds, self._uses, self.numbers
        result: list[int] = []
        stack = list(inputs[::-1])
        while stack:
            literal = stack.pop()
            if literal > 0 and kinds[literal] == AND and uses[literal] == 1 and not numbers[literal]:
                stack.extend(self._inputs[literal][::-1])
            else:
                result.append(literal)
        return result

    def _define_conjunction(self, number: int, inputs: list[int], directions: int) -> None:
        literal, add = self._literal, self.clauses.append
        if directions & _POSITIVE:
            for one in inputs:
                add([-number, literal(one)])
        if directions & _NEGATIVE:
            clause = [literal(-one) for one in inputs]
            clause.append(number)
            add(clause)

    def _define_choice(self, number: int, inputs: tuple[int, ...], directions: int) -> None:
        literal, add = self._literal, self.clauses.append
        condition, then, otherwise = inputs
        if directions & _POSITIVE:
            add([literal(-condition), literal(then), -number])
            add([literal(condition), literal(otherwise), -number])
        if directions & _NEGATIVE:
            add([literal(-condition), literal(-then), number])
            add([literal(condition), literal(-otherwise), number])

    def _define_xor(self, number: int, inputs: tuple[int, ...], directions: int) -> None:
        literal, add = self._literal, self.clauses.append
        a, b = inputs
        if directions & _POSITIVE:
            add([literal(a), literal(b), -number])
            add([literal(-a), literal(-b), -number])
        if directions & _NEGATIVE:
            add([literal(-a), literal(b), number])
            add([literal(a), literal(-b), number])

    def _define_majority(self, number: int, inputs: tuple[int, ...], directions: int) -> None:
        literal, add = self._literal, self.clauses.append
        a, b, c = inputs
        for x, y in ((a, b), (a, c), (b, c)):
            if directions & _POSITIVE:
                add([literal(x), literal(y), -number])
            if directions & _NEGATIVE:
                add([literal(-x), literal(-y), number])
