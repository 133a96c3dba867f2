"""The values of variables while the body of a quantifier is translated."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator
from itertools import chain, combinations
from math import prod
from typing import TypeAlias

from maymust.relational.circuits.circuit import FALSE, TRUE, Circuit
from maymust.relational.circuits.matrices import Matrices, Matrix
from maymust.relational.errors import TooLarge
from maymust.relational.logic import Expression, Variable
from maymust.relational.logic.declarations import Comprehension, Quantified, SumOver
from maymust.relational.logic.operators import Multiplicity

Binder: TypeAlias = Quantified | Comprehension | SumOver
MatrixOf: TypeAlias = Callable[[Expression], Matrix]

MOST_SUBSETS = 1 << 12  # a variable for sets is not given more values than this


class Scope:
    """The current `values` of variables, and for each a token that tells it apart from its other values."""

    def __init__(self, circuit: Circuit, matrices: Matrices, most_values: int) -> None:
        """No body is visited for more than `most_values` values of the variables that it depends on."""
        self._circuit, self._matrices = circuit, matrices
        self._most_values = most_values
        self._spread: dict[Variable, int] = {}  # how many values a variable has
        self.values: dict[Variable, Matrix] = {}
        self.tokens: dict[Variable, Hashable] = {}

    def bind(self, variable: Variable, value: Matrix, token: Hashable) -> tuple[Matrix | None, Hashable]:
        """Gives the variable a value; returns the one that it had."""
        before = self.values.get(variable), self.tokens.get(variable)
        self.values[variable], self.tokens[variable] = value, token
        return before

    def unbind(self, variable: Variable, before: tuple[Matrix | None, Hashable]) -> None:
        """Gives the variable its former value back."""
        value, token = before
        if value is None:
            del self.values[variable], self.tokens[variable]
        else:
            self.values[variable], self.tokens[variable] = value, token

    def bindings(
        self, node: Binder, matrix_of: MatrixOf, guard: int = TRUE, position: int = 0
    ) -> Generator[int, None, None]:
        """Gives the declared variables all their values, one after the other; yields the condition for each.

        While an iteration goes on, the variables have the values; afterwards those that they had before.
        """
        declarations = node.declarations
        variable = declarations[position].variable
        before = self.values.get(variable), self.tokens.get(variable)
        values, tokens, both = self.values, self.tokens, self._circuit.both
        last = position + 1 == len(declarations)
        try:
            for value, token, condition in self._choices(node, position, matrix_of):
                allowed = both(guard, condition)
                if allowed == FALSE:
                    continue
                values[variable], tokens[variable] = value, token
                if last:
                    yield allowed
                else:
                    yield from self.bindings(node, matrix_of, allowed, position + 1)
        finally:
            if before[0] is not None:
                values[variable], tokens[variable] = before[0], before[1]
            else:
                values.pop(variable, None)
                tokens.pop(variable, None)

    def _allow(self, node: Binder, position: int, count: int) -> None:
        """Refuses a node that is visited for too many values of the variables that it depends on."""
        self._spread[node.declarations[position].variable] = count
        around = [declaration.variable for declaration in node.declarations[:position]]
        total = count * prod(self._spread.get(variable, 1) for variable in (*node.free, *around))
        if total > self._most_values:
            raise TooLarge(
                f"`{node}` is visited for {total} values of its variables, more than {self._most_values}"
            )

    def _choices(
        self, node: Binder, position: int, matrix_of: MatrixOf
    ) -> Iterator[tuple[Matrix, Hashable, int]]:
        """The values of a variable, what tells them apart, and the condition for each to be one."""
        declaration = node.declarations[position]
        matrix, multiplicity = matrix_of(declaration.expression), declaration.multiplicity
        arity, cells = matrix.arity, matrix.cells
        if multiplicity is Multiplicity.ONE:
            self._allow(node, position, len(cells))
            singleton = self._matrices.singleton
            for index, literal in cells.items():
                yield singleton(arity, index), index, literal
            return
        smallest = 0 if multiplicity in (Multiplicity.LONE, Multiplicity.SET) else 1
        largest = 1 if multiplicity is Multiplicity.LONE else len(cells)
        if largest > 1 and 1 << len(cells) > MOST_SUBSETS:
            name = declaration.variable.name
            raise TooLarge(
                f"variable {name} stands for any of the subsets of {len(cells)} tuples: these are too many"
            )
        self._allow(node, position, 1 << len(cells) if largest > 1 else len(cells) + 1)
        subsets = chain.from_iterable(combinations(cells, count) for count in range(smallest, largest + 1))
        for subset in subsets:
            value = Matrix(arity, dict.fromkeys(subset, TRUE))
            yield value, subset, self._circuit.all([cells[index] for index in subset])
