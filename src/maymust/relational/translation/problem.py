"""The phases of the translation in order: from formulas and bounds to clauses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from maymust.frozen import frozen
from maymust.relational.arithmetic import wrapped
from maymust.relational.bounds import Bounds, Instance
from maymust.relational.circuits.circuit import FALSE, TRUE, Circuit
from maymust.relational.circuits.clauses import Clauses
from maymust.relational.circuits.integers import Integers
from maymust.relational.circuits.matrices import Cells, Matrices
from maymust.relational.errors import BoundsError, UnboundError
from maymust.relational.logic import Formula, Node, Relation
from maymust.relational.logic.declarations import Predicate
from maymust.relational.logic.walk import names_integers, post_order, relations_of
from maymust.relational.options import Options
from maymust.relational.translation.asserting import Asserting, Skolem, top_predicates
from maymust.relational.translation.symmetry import Fixed, fixed_by_symmetry, interchangeable, lex_leader
from maymust.relational.translation.translator import Translator
from maymust.relational.universe import TupleSet


@frozen
class Problem:
    """A problem in clauses.

    The first `primary` variables are the cells of relations. `selectors[i]` is a variable that asserts
    formula i when it is assumed; if there are none, all formulas are asserted. `numbers` are the variables of
    gates.
    """

    bounds: Bounds
    relations: dict[Relation, Cells]
    skolems: tuple[Skolem, ...]
    numbers: list[int]
    primary: int
    variables: int
    clauses: list[list[int]]
    selectors: tuple[int, ...]

    def instance(self, model: set[int]) -> Instance:
        """The instance that the true variables stand for; relations without constraints have their lower
        bounds.
        """
        universe, tuples = self.bounds.universe, {}
        for relation, lower in self.bounds.lower.items():
            cells = self.relations.get(relation)
            tuples[relation] = TupleSet(universe, lower.arity, self._true(cells, model)) if cells else lower
        skolems: dict[str, TupleSet] = {}
        for skolem in self.skolems:
            arity, base = skolem.matrix.arity, 0
            for position in skolem.before:
                base = base * len(universe) + position
            shift = len(universe) ** arity
            indices = frozenset(base * shift + index for index in self._true(skolem.matrix.cells, model))
            found = TupleSet(universe, arity + len(skolem.before), indices)
            known = skolems.get(skolem.name)
            skolems[skolem.name] = found if known is None or known.arity != found.arity else known | found
        return Instance(universe, tuples, dict(self.bounds.integers), skolems)

    def _true(self, cells: Cells, model: set[int]) -> frozenset[int]:
        numbers = self.numbers
        return frozenset(
            index for index, gate in cells.items() if gate == TRUE or (gate > 0 and numbers[gate] in model)
        )


def translate(
    formulas: Sequence[Formula], bounds: Bounds, options: Options, selectable: bool, look: Callable[[], None]
) -> Problem:
    """The problem of making all formulas true; with `selectable`, any of them.

    `look` is called now and then, and may raise.
    """
    _check(formulas, bounds, options)
    nodes = post_order(formulas)
    used, fixed, classes = _prepared(formulas, nodes, bounds, options, selectable)
    circuit = Circuit(options.most_gates, look)
    size = len(bounds.universe)
    matrices, integers = Matrices(circuit, size, options.most_cells), Integers(circuit, options.width)
    translator = Translator(circuit, matrices, integers, used, nodes, fixed)
    asserting = Asserting(translator, options.skolem_depth)
    conjunctions = [asserting.literals(formula) for formula in formulas]
    selectors: list[int] = []
    if selectable:
        selectors = [circuit.variable() for _ in formulas]
        asserted = [
            circuit.either(-selector, circuit.all(literals))
            for selector, literals in zip(selectors, conjunctions, strict=True)
        ]
    else:
        asserted = list(dict.fromkeys(literal for literals in conjunctions for literal in literals))
    relations = {relation: translator.relation(relation) for relation in used.upper}
    compared = sorted(relations, key=lambda relation: (relation.arity, relation.name))
    tables = [relations[relation] for relation in compared if used.lower[relation] != used.upper[relation]]
    tables.extend(skolem.matrix for skolem in asserting.skolems if not skolem.before)
    asserted += lex_leader(circuit, size, classes, tables, options.symmetry)
    primary = [gate for matrix in relations.values() for gate in matrix.cells.values() if gate != TRUE]
    searched = [gate for skolem in asserting.skolems for gate in skolem.matrix.cells.values()]
    clauses = Clauses(circuit, primary + searched + selectors)
    clauses.build(asserted)
    return Problem(
        bounds,
        {relation: matrix.cells for relation, matrix in relations.items()},
        tuple(asserting.skolems),
        clauses.numbers,
        len(primary),
        clauses.variables,
        clauses.clauses if FALSE not in asserted else [[]],
        tuple(clauses.numbers[selector] for selector in selectors),
    )


def _check(formulas: Sequence[Formula], bounds: Bounds, options: Options) -> None:
    for formula in formulas:
        if not isinstance(formula, Formula):
            raise TypeError(f"a problem consists of formulas, not of {formula!r}")
        if formula.free:
            names = ", ".join(sorted(variable.name for variable in formula.free))
            raise UnboundError(f"`{formula}` uses variables that it does not declare: {names}")
    for integer in bounds.integers:
        if wrapped(integer, options.width) != integer:
            raise BoundsError(f"integer {integer} has an atom, but does not fit into {options.width} bits")


def _prepared(
    formulas: Sequence[Formula], nodes: list[Node], bounds: Bounds, options: Options, selectable: bool
) -> tuple[Bounds, dict[Predicate, Fixed], list[list[int]]]:
    """The bounds of the relations that occur, predicates that bounds stand for, and interchangeable atoms."""
    used, relations, integers = bounds.copy(), relations_of(nodes), names_integers(nodes)
    for table in (used.lower, used.upper):
        for relation in [one for one in table if one not in set(relations)]:
            del table[relation]
    for relation in relations:
        if relation not in used.upper:
            raise UnboundError(f"relation {relation.name} has no bounds")
    if not options.symmetry:
        return used, {}, []
    broken = used.copy()
    fixed = fixed_by_symmetry(top_predicates(list(formulas)), broken, integers)
    classes = interchangeable(broken, integers)
    # What is fixed by bounds costs no variables; but a formula that may be left out must not leave its bounds
    # behind.
    return (used if selectable else broken), fixed, classes
