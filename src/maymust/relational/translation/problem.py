"""The phases of the translation in order: from formulas and bounds to clauses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from maymust.frozen import frozen
from maymust.relational.arithmetic import wrapped
from maymust.relational.bounds import Bounds, Instance
from maymust.relational.circuits.circuit import TRUE, Circuit
from maymust.relational.circuits.clauses import Clauses
from maymust.relational.circuits.integers import Integers
from maymust.relational.circuits.matrices import Cells, Matrices
from maymust.relational.errors import BoundsError, TooLarge, UnboundError
from maymust.relational.logic import Formula, Node, Relation
from maymust.relational.logic.declarations import Predicate, Quantified
from maymust.relational.logic.walk import names_integers, post_order, relations_of
from maymust.relational.options import Options
from maymust.relational.translation.asserting import Asserting, Skolem, taken_apart
from maymust.relational.translation.symmetry import Fixed, fixed_by_symmetry, interchangeable, lex_leader
from maymust.relational.translation.translator import Translator
from maymust.relational.universe import TupleSet

WIDEST = 1024  # bits; operators take time in the square of them


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
        return Instance(universe, tuples, dict(self.bounds.integers), self._skolems(model))

    def _skolems(self, model: set[int]) -> dict[str, TupleSet]:
        """The values of existential variables; of one name, the second is called `name_2`, and so on."""
        universe = self.bounds.universe
        families: dict[tuple[Quantified, str, int], dict[int, frozenset[int]]] = {}
        for skolem in self.skolems:
            base = 0
            for position in skolem.before:
                base = base * len(universe) + position
            shift = len(universe) ** skolem.matrix.arity
            indices = frozenset(base * shift + index for index in self._true(skolem.matrix.cells, model))
            arity = len(skolem.before) + skolem.matrix.arity
            families.setdefault((skolem.family, skolem.name, arity), {}).setdefault(base, indices)
        found: dict[str, TupleSet] = {}
        for (_, name, arity), parts in families.items():
            unique, number = name, 1
            while unique in found:
                number += 1
                unique = f"{name}_{number}"
            found[unique] = TupleSet(universe, arity, frozenset().union(*parts.values()))
        return found

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
    try:
        return _translated(formulas, bounds, options, selectable, look)
    except RecursionError:
        raise TooLarge("the formulas are nested too deeply") from None


def _translated(
    formulas: Sequence[Formula], bounds: Bounds, options: Options, selectable: bool, look: Callable[[], None]
) -> Problem:
    _check(formulas, bounds, options)
    nodes = post_order(formulas)
    used, fixed, classes = _prepared(formulas, nodes, bounds, options, selectable)
    circuit = Circuit(options.most_gates, look)
    size = len(bounds.universe)
    matrices, integers = Matrices(circuit, size, options.most_cells), Integers(circuit, options.width)
    apart, most = {formula for formula, _ in taken_apart(formulas)}, options.most_gates
    translator = Translator(circuit, matrices, integers, used, nodes, apart, most)
    asserting = Asserting(translator, options.skolem_depth, fixed)
    conjunctions = [asserting.literals(formula) for formula in formulas]
    selectors = [circuit.variable() for _ in formulas] if selectable else []
    asserted = _asserted(circuit, conjunctions, selectors)
    relations = {relation: translator.relation(relation) for relation in used.upper}
    compared = sorted(relations, key=lambda relation: (relation.arity, relation.name))
    # The fewer cells decide a comparison, the more it excludes: existential variables, small arities first.
    tables = [skolem.matrix for skolem in asserting.skolems if not skolem.before]
    tables += [relations[relation] for relation in compared if used.lower[relation] != used.upper[relation]]
    tables.sort(key=lambda matrix: matrix.arity)
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
        clauses.clauses,
        tuple(clauses.numbers[selector] for selector in selectors),
    )


def _asserted(circuit: Circuit, conjunctions: list[list[int]], selectors: list[int]) -> list[int]:
    """All literals; or for each selector that it implies its conjunction."""
    if not selectors:
        return list(dict.fromkeys(literal for literals in conjunctions for literal in literals))
    pairs = zip(selectors, conjunctions, strict=True)
    return [circuit.either(-selector, circuit.all(literals)) for selector, literals in pairs]


def _check(formulas: Sequence[Formula], bounds: Bounds, options: Options) -> None:
    if options.width < 1:
        raise BoundsError(f"integers need at least one bit, not {options.width}")
    if options.width > WIDEST:
        raise TooLarge(f"integers of {options.width} bits: more than {WIDEST}")
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
    asserted = [formula for formula, negative in taken_apart(formulas) if not negative]
    fixed = fixed_by_symmetry(asserted, broken, integers)
    classes = interchangeable(broken, integers)
    # What is fixed by bounds costs no variables; but a formula that may be left out must not leave its bounds
    # behind.
    return (used if selectable else broken), fixed, classes
