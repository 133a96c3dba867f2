"""The top of formulas: conjunctions are taken apart, and existential quantifiers become variables
(Skolemisation).

`some x: e | f` at the top needs no grounding: x is a matrix of fresh variables, of which one is true, and
which is in e. Below universal quantifiers there is one such matrix for each value of their variables.
"""

from __future__ import annotations

from collections.abc import Sequence

from maymust.frozen import frozen
from maymust.relational.circuits.circuit import FALSE, TRUE
from maymust.relational.circuits.matrices import Matrix
from maymust.relational.logic import Formula
from maymust.relational.logic.declarations import Declaration, Predicate, Quantified
from maymust.relational.logic.nodes import Connected
from maymust.relational.logic.operators import Connective, Multiplicity, Quantifier
from maymust.relational.translation.symmetry import Fixed
from maymust.relational.translation.translator import Translator


@frozen
class Skolem:
    """The matrix of a variable that is searched for, and the tuples before it: values of the variables
    around.
    """

    family: Quantified
    name: str
    before: tuple[int, ...]
    matrix: Matrix


class Asserting:
    """Asserts formulas of one problem; `skolems` are all variables that were made on the way."""

    def __init__(self, translator: Translator, skolem_depth: int, fixed: dict[Predicate, Fixed]) -> None:
        """Prepares to assert formulas.

        Existential quantifiers below up to `skolem_depth` universal variables are Skolemised, none with -1;
        `fixed` are bounds that stand for asserted predicates.
        """
        self._translator = translator
        self._depth = skolem_depth
        self._fixed = fixed
        self.skolems: list[Skolem] = []

    def literals(self, formula: Formula, negated: bool = False, around: tuple[int, ...] = ()) -> list[int]:
        """Literals whose conjunction is the formula, or its negation; `around` are values of variables."""
        found: list[int] = []
        seen: set[tuple[Formula, bool]] = set()
        stack = [(formula, negated)]
        while stack:
            node, negative = stack.pop()
            if (node, negative) in seen:
                continue
            seen.add((node, negative))
            if isinstance(node, Connected):
                parts = _parts(node, negative)
                if parts is not None:
                    stack.extend(reversed(parts))
                    continue
            elif isinstance(node, Quantified) and self._depth >= len(around):
                if (node.quantifier is Quantifier.SOME) != negative:
                    found.extend(self._skolemised(node, negative, around))
                    continue
                if self._depth >= len(around) + len(node.declarations) and not negative and _of_atoms(node):
                    found.extend(self._grounded(node, around))
                    continue
            if isinstance(node, Predicate) and node in self._fixed and not negative:
                literal = self._bounded(self._fixed[node])
            else:
                literal = self._translator.literal(node)
            found.append(-literal if negative else literal)
            if found[-1] == FALSE:
                return [FALSE]
        return [literal for literal in found if literal != TRUE]

    def _bounded(self, fixed: Fixed) -> int:
        """The relations have the bounds that stand for an asserted predicate, a total order exactly these."""
        matrices, parts = self._translator.matrices, []
        for relation, tuples in fixed.items():
            bound = Matrix(relation.arity, dict.fromkeys(sorted(tuples.indices), TRUE))
            matrix = self._translator.relation(relation)
            exact = len(fixed) > 1
            parts.append(matrices.equal(matrix, bound) if exact else matrices.subset(matrix, bound))
        return self._translator.circuit.all(parts)

    def _skolemised(self, node: Quantified, negative: bool, around: tuple[int, ...]) -> list[int]:
        translator, found, bound = self._translator, [], []
        for declaration in node.declarations:
            matrix, conditions = self._fresh(declaration)
            self.skolems.append(Skolem(node, declaration.variable.name, around, matrix))
            found.extend(conditions)
            token = ("skolem", len(self.skolems))
            bound.append((declaration.variable, translator.scope.bind(declaration.variable, matrix, token)))
        found.extend(self.literals(node.body, negative, around))
        for variable, before in reversed(bound):
            translator.scope.unbind(variable, before)
        return found

    def _fresh(self, declaration: Declaration) -> tuple[Matrix, list[int]]:
        """A matrix of new variables for a declared variable, and the conditions of the declaration."""
        translator = self._translator
        circuit = translator.circuit
        allowed = translator.matrix(declaration.expression)
        cells = {index: circuit.variable() for index in allowed.cells}
        conditions = [circuit.either(-cells[index], literal) for index, literal in allowed.cells.items()]
        matrix = Matrix(allowed.arity, cells)
        conditions.append(translator.multiplicity(declaration.multiplicity, matrix))
        return matrix, conditions

    def _grounded(self, node: Quantified, around: tuple[int, ...]) -> list[int]:
        """A universal quantifier, whose body is asserted for each value of its variables."""
        translator, found = self._translator, []
        circuit = translator.circuit
        for guard in translator.bindings(node):
            values = around
            for declaration in node.declarations:
                values += tuple(translator.matrix(declaration.variable).cells)
            body = circuit.all(self.literals(node.body, False, values))
            found.append(circuit.either(-guard, body))
        return found


def _of_atoms(node: Quantified) -> bool:
    """Are all declared variables single atoms?"""
    return all(one.multiplicity is Multiplicity.ONE and one.variable.arity == 1 for one in node.declarations)


def _parts(node: Connected, negative: bool) -> list[tuple[Formula, bool]] | None:
    """The formulas, some negated, whose conjunction the node (or its negation) is; None if it is no
    conjunction.
    """
    children = node.children
    match node.connective, negative:
        case Connective.NOT, _:
            return [(children[0], not negative)]
        case (Connective.AND, False) | (Connective.OR, True):
            return [(child, negative) for child in children]
        case Connective.IMPLIES, True:
            return [(children[0], False), (children[1], True)]
        case _:
            return None


def taken_apart(formulas: Sequence[Formula]) -> dict[tuple[Formula, bool], None]:
    """The formulas, and the conjunctions and parts that they consist of, each with whether it is negated."""
    found: dict[tuple[Formula, bool], None] = {}
    stack = [(formula, False) for formula in reversed(formulas)]
    while stack:
        node, negative = stack.pop()
        if (node, negative) not in found:
            found[node, negative] = None
            if isinstance(node, Connected):
                stack.extend(reversed(_parts(node, negative) or []))
    return found
