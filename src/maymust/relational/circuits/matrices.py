"""Expressions as sparse boolean matrices: from the index of a tuple to the literal that says whether it is
in.

An index is the tuple as a number in base `size`, first atom first. What is not in `cells` is false. Matrices
are never changed once they are made, so they share their dictionaries.
"""

from __future__ import annotations

from itertools import product as cartesian
from math import prod

from maymust.relational.circuits.circuit import FALSE, TRUE, Circuit
from maymust.relational.errors import TooLarge

Cells = dict[int, int]


class Matrix:
    """The cells of an expression; rows and columns are made when they are first asked for."""

    __slots__ = ("_columns", "_rows", "arity", "cells")

    def __init__(self, arity: int, cells: Cells) -> None:
        self.arity = arity
        self.cells = cells
        self._rows: dict[int, Cells] | None = None
        self._columns: dict[int, Cells] | None = None

    def rows(self, size: int) -> dict[int, Cells]:
        """For each first atom, the cells of the rest of its tuples."""
        if self._rows is None:
            self._rows = {}
            shift = size ** (self.arity - 1)
            for index, literal in self.cells.items():
                atom, rest = divmod(index, shift)
                row = self._rows.get(atom)
                if row is None:
                    self._rows[atom] = {rest: literal}
                else:
                    row[rest] = literal
        return self._rows

    def columns(self, size: int) -> dict[int, Cells]:
        """For each last atom, the cells of what is before it in its tuples."""
        if self._columns is None:
            self._columns = {}
            for index, literal in self.cells.items():
                rest, atom = divmod(index, size)
                column = self._columns.get(atom)
                if column is None:
                    self._columns[atom] = {rest: literal}
                else:
                    column[rest] = literal
        return self._columns


class Matrices:
    """The relational operators over one circuit and a universe of `size` atoms."""

    def __init__(self, circuit: Circuit, size: int, most_cells: int) -> None:
        """No operation is begun that has to visit more than `most_cells` cells."""
        self._circuit = circuit
        self._size = size
        self._most_cells = most_cells
        self._singletons: dict[tuple[int, int], Matrix] = {}

    def singleton(self, arity: int, index: int) -> Matrix:
        """The matrix of one tuple."""
        key = (arity, index)
        known = self._singletons.get(key)
        if known is None:
            known = self._singletons[key] = Matrix(arity, {index: TRUE})
        return known

    # --- operators

    def union(self, operands: list[Matrix]) -> Matrix:
        """Each tuple of any operand."""
        if len(operands) == 2:
            return self._union_of_two(*operands)
        found: dict[int, list[int]] = {}
        for operand in operands:
            for index, literal in operand.cells.items():
                found.setdefault(index, []).append(literal)
        return self._gathered(operands[0].arity, found)

    def _union_of_two(self, a: Matrix, b: Matrix) -> Matrix:
        either = self._circuit.either
        cells = dict(a.cells)
        for index, literal in b.cells.items():
            other = cells.get(index)
            cells[index] = literal if other is None else either(other, literal)
        return Matrix(a.arity, cells)

    def intersection(self, operands: list[Matrix]) -> Matrix:
        """Each tuple that is in all operands."""
        smallest = min(operands, key=lambda operand: len(operand.cells))
        others = [operand.cells for operand in operands if operand is not smallest]
        cells, conjunction = {}, self._circuit.all
        for index, literal in smallest.cells.items():
            literals = [literal]
            for other in others:
                found = other.get(index)
                if found is None:
                    break
                literals.append(found)
            else:
                both = conjunction(literals)
                if both != FALSE:
                    cells[index] = both
        return Matrix(smallest.arity, cells)

    def difference(self, a: Matrix, b: Matrix) -> Matrix:
        """Each tuple of a that is not in b."""
        cells, removed, both = {}, b.cells, self._circuit.both
        for index, literal in a.cells.items():
            left = both(literal, -removed.get(index, FALSE))
            if left != FALSE:
                cells[index] = left
        return Matrix(a.arity, cells)

    def override(self, a: Matrix, b: Matrix) -> Matrix:
        """b, and each tuple of a whose first atom starts none of b."""
        circuit = self._circuit
        cells = dict(b.cells)
        untouched = {atom: -circuit.any(row.values()) for atom, row in b.rows(self._size).items()}
        shift = self._size ** (a.arity - 1)
        for index, literal in a.cells.items():
            kept = circuit.both(literal, untouched.get(index // shift, TRUE))
            value = circuit.either(kept, cells.get(index, FALSE))
            if value != FALSE:
                cells[index] = value
        return Matrix(a.arity, cells)

    def product(self, a: Matrix, b: Matrix) -> Matrix:
        """Each tuple of a followed by each of b."""
        shift, both = self._size**b.arity, self._circuit.both
        if len(a.cells) == len(b.cells) == 1:
            ((left, first),), ((right, second),) = a.cells.items(), b.cells.items()
            if first == second == TRUE:
                return self.singleton(a.arity + b.arity, left * shift + right)
        self._allow(len(a.cells) * len(b.cells), "a product")
        cells = {}
        for left, first in a.cells.items():
            base = left * shift
            for right, second in b.cells.items():
                literal = both(first, second)
                if literal != FALSE:
                    cells[base + right] = literal
        return Matrix(a.arity + b.arity, cells)

    def join(self, a: Matrix, b: Matrix) -> Matrix:
        """The relational join; with a single known tuple it is a row or a column, and costs nothing."""
        size, arity = self._size, a.arity + b.arity - 2
        if a.arity == 1 and len(a.cells) == 1:
            ((atom, literal),) = a.cells.items()
            if literal == TRUE:
                return Matrix(arity, b.rows(size).get(atom, {}))
        if b.arity == 1 and len(b.cells) == 1:
            ((atom, literal),) = b.cells.items()
            if literal == TRUE:
                return Matrix(arity, a.columns(size).get(atom, {}))
        found: dict[int, list[int]] = {}
        self._join(a, b, found)
        return self._gathered(arity, found)

    def _join(self, a: Matrix, b: Matrix, found: dict[int, list[int]]) -> None:
        """Adds the conjunctions of all pairs that match."""
        columns, rows, both = a.columns(self._size), b.rows(self._size), self._circuit.both
        matching = [(columns[atom], rows[atom]) for atom in columns if atom in rows]
        self._allow(sum(len(column) * len(row) for column, row in matching), "a join")
        shift = self._size ** (b.arity - 1)
        for column, row in matching:
            for before, first in column.items():
                base = before * shift
                for after, second in row.items():
                    literal = both(first, second)
                    if literal != FALSE:
                        index = base + after
                        known = found.get(index)
                        if known is None:
                            found[index] = [literal]
                        else:
                            known.append(literal)

    def _gathered(self, arity: int, found: dict[int, list[int]]) -> Matrix:
        """The disjunction of what was found for each index."""
        disjunction, either = self._circuit.any, self._circuit.either
        cells = {}
        for index, literals in found.items():
            if len(literals) == 1:
                cells[index] = literals[0]
            elif len(literals) == 2:
                cells[index] = either(literals[0], literals[1])
            else:
                cells[index] = disjunction(literals)
        return Matrix(arity, {index: literal for index, literal in cells.items() if literal != FALSE})

    def transpose(self, a: Matrix) -> Matrix:
        """Each pair turned round."""
        size = self._size
        return Matrix(2, {index % size * size + index // size: literal for index, literal in a.cells.items()})

    def closure(self, a: Matrix) -> Matrix:
        """The transitive closure, by squaring until paths cannot be longer."""
        # Each step of a path without repetition leaves another atom, and enters another.
        longest = min(len(a.rows(self._size)), len(a.columns(self._size)))
        reach = 1
        while reach < longest:
            found = {index: [literal] for index, literal in a.cells.items()}
            self._join(a, a, found)
            squared = self._gathered(2, found)
            if squared.cells == a.cells:
                break
            a = squared
            reach *= 2
        return a

    def reflexive_closure(self, a: Matrix) -> Matrix:
        """The transitive closure and the identity."""
        cells = dict(self.closure(a).cells)
        cells.update(dict.fromkeys(range(0, self._size**2, self._size + 1), TRUE))
        return Matrix(2, cells)

    def project(self, a: Matrix, columns: list[dict[int, int]]) -> Matrix:
        """The columns in an order; each is given as the condition for each number that it may be."""
        size, circuit = self._size, self._circuit
        choices = [{one: literal for one, literal in column.items() if one < a.arity} for column in columns]
        self._allow(prod(len(column) for column in choices) * len(a.cells), "a projection")
        found: dict[int, list[int]] = {}
        for chosen in cartesian(*(column.items() for column in choices)):
            condition = circuit.all([literal for _, literal in chosen])
            if condition == FALSE:
                continue
            shifts = [size ** (a.arity - 1 - place) for place, _ in chosen]
            for index, literal in a.cells.items():
                target = 0
                for shift in shifts:
                    target = target * size + index // shift % size
                found.setdefault(target, []).append(circuit.both(condition, literal))
        return self._gathered(len(columns), found)

    def chosen(self, condition: int, a: Matrix, b: Matrix) -> Matrix:
        """a if the condition is true, else b."""
        if condition in (TRUE, FALSE):
            return a if condition == TRUE else b
        cells, choice, first, second = {}, self._circuit.choice, a.cells, b.cells
        for index in first | second:
            literal = choice(condition, first.get(index, FALSE), second.get(index, FALSE))
            if literal != FALSE:
                cells[index] = literal
        return Matrix(a.arity, cells)

    # --- formulas

    def subset(self, a: Matrix, b: Matrix) -> int:
        """Each tuple of a is in b."""
        either, larger, parts = self._circuit.either, b.cells, []
        for index, literal in a.cells.items():
            part = either(-literal, larger.get(index, FALSE))
            if part == FALSE:
                return FALSE
            parts.append(part)
        return self._circuit.all(parts)

    def equal(self, a: Matrix, b: Matrix) -> int:
        """Both have the same tuples."""
        xor, first, second, parts = self._circuit.xor, a.cells, b.cells, []
        for index, literal in first.items():
            part = -xor(literal, second.get(index, FALSE))
            if part == FALSE:
                return FALSE
            parts.append(part)
        parts.extend([-literal for index, literal in second.items() if index not in first])
        return self._circuit.all(parts)

    def _allow(self, cells: int, what: str) -> None:
        if cells > self._most_cells:
            raise TooLarge(f"{what} visits {cells} cells, more than {self._most_cells}")
