"""Random problems of relational logic that are small enough to be solved by looking at all instances."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, product
from random import Random

from maymust.relational import (
    FALSE,
    IDEN,
    INTS,
    NONE,
    TRUE,
    UNIV,
    Bounds,
    Expression,
    Formula,
    Instance,
    IntExpression,
    Relation,
    TupleSet,
    Variable,
    as_int,
    comprehension,
    conjunction,
    disjunction,
    evaluate,
    exists,
    for_all,
    intersection,
    lone_of,
    one_of,
    set_of,
    some_of,
    sum_over,
    union,
)
from maymust.relational.logic import Declaration

NAMES = (("A", 1), ("B", 1), ("r", 2), ("s", 2), ("t", 3), ("F", 1), ("L", 1))
MOST_CELLS = 8  # no problem has more than 2 to the power of this instances


class Problems:
    """A generator of formulas over sets, two binary relations and a ternary one."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.width = self.random.choice([1, 2, 3, 3, 4])
        self.relations = [Relation(name, arity) for name, arity in NAMES]
        self.bounds = self._bounds()

    def _bounds(self) -> Bounds:
        """Few free cells; whole products rather often, so that there are symmetries."""
        random = self.random
        bounds = Bounds([f"a{number}" for number in range(random.choice([1, 2, 3, 3]))])
        universe, cells = bounds.universe, MOST_CELLS
        for relation in random.sample(self.relations, len(self.relations)):
            everything = universe.all(relation.arity)
            upper = everything
            if len(upper) > cells or random.random() < 0.3:
                some = frozenset(
                    random.sample(sorted(upper.indices), random.randint(0, min(cells, len(upper))))
                )
                upper = TupleSet(universe, relation.arity, some)
            fixed = random.random() < 0.25
            lower = upper if fixed else universe.none(relation.arity)
            if not fixed and random.random() < 0.2 and len(upper):
                lower = TupleSet(universe, relation.arity, frozenset(random.sample(sorted(upper.indices), 1)))
            cells -= len(upper) - len(lower)
            bounds.bound(relation, upper, lower)
        half = 1 << (self.width - 1)
        values = random.sample(range(-half, half), min(2 * half, len(universe)))
        for value, atom in zip(values, universe.atoms, strict=False):
            if random.random() < 0.6:
                bounds.bound_integer(value, atom)
        return bounds

    # --- formulas

    def formula(self, depth: int, scope: tuple[Variable, ...] = ()) -> Formula:
        random = self.random
        if depth == 0:
            kind = random.choice(["comparison", "multiplicity", "multiplicity", "integers", "constant"])
        else:
            kinds = [
                "comparison",
                "multiplicity",
                "connective",
                "quantified",
                "integers",
                "predicate",
                "choice",
            ]
            kind = random.choice([*kinds, "connective", "quantified"])
        arity = random.choice([1, 1, 2, 2, 3])
        down = max(depth - 1, 0)
        match kind:
            case "constant":
                return random.choice([TRUE, FALSE])
            case "comparison":
                left, right = self.expression(arity, depth, scope), self.expression(arity, depth, scope)
                return random.choice([left.in_, left.equals])(right)
            case "multiplicity":
                expression = self.expression(arity, depth, scope)
                return random.choice([expression.no, expression.some, expression.one, expression.lone])()
            case "integers":
                a, b = self.integer(depth, scope), self.integer(down, scope)
                return random.choice([a.equals(b), a < b, a <= b, a > b, a >= b])
            case "predicate":
                return self._predicate(down, scope)
            case "choice":
                parts = [self.formula(down, scope) for _ in range(3)]
                return parts[0].choose(parts[1], parts[2])
            case "connective":
                f, g, h = (self.formula(down, scope) for _ in range(3))
                return random.choice(
                    [f & g, f | g, ~f, f >> g, f.iff(g), conjunction([f, g, h]), disjunction([f, g, h])]
                )
        declarations, inner = self._declarations(down, scope)
        return random.choice([for_all, exists])(declarations, self.formula(down, inner))

    def _predicate(self, depth: int, scope: tuple[Variable, ...]) -> Formula:
        a, b, r, s, _, first, last = self.relations
        domain, codomain = self.expression(1, depth, scope), self.expression(1, depth, scope)
        orders = [r.total_order(a, first, last), r.total_order(b, a, last), s.total_order(a, b, a)]
        functions = [r.function(domain, codomain), r.partial_function(domain, codomain)]
        return self.random.choice([r.acyclic(), s.acyclic(), *functions, *orders])

    def ordered(self, count: int) -> Formula:
        """A total order of so many atoms, whose relations have bounds that symmetry breaking makes use of."""
        a, b, r, s, t, first, last = self.relations
        self.bounds = bounds = Bounds([f"a{number}" for number in range(count)])
        everything = bounds.universe.all(1)
        bounds.bound_exactly(a, everything)
        bounds.bound(r, [(x, y) for (x,) in everything for (y,) in everything if x != y])
        bounds.bound(first, everything)
        bounds.bound(last, everything)
        bounds.bound(b, everything if count < 3 else [])
        for other in (s, t):
            bounds.bound_exactly(other, [])
        return r.total_order(a, first, last)

    def _declarations(
        self, depth: int, scope: tuple[Variable, ...], single: bool = False
    ) -> tuple[list[Declaration], tuple[Variable, ...]]:
        random, declarations = self.random, []
        for _ in range(random.choice([1, 1, 2])):
            arity = 1 if single else random.choice([1, 1, 1, 2])
            variable = Variable(random.choice("xyz"), arity)
            declare = one_of
            if not single and arity == 1:
                declare = random.choice([one_of, one_of, one_of, lone_of, some_of, set_of])
            declarations.append(declare(variable, self.expression(arity, depth, scope)))
            scope = (*scope, variable)
        return declarations, scope

    # --- expressions

    def expression(self, arity: int, depth: int, scope: tuple[Variable, ...]) -> Expression:
        random = self.random
        leaves: list[Expression] = [one for one in (*self.relations, *scope, *scope) if one.arity == arity]
        if arity == 1:
            leaves += [NONE, UNIV, INTS]
        if arity == 2:
            leaves.append(IDEN)
        if depth == 0 or random.random() < 0.15:
            return random.choice(leaves)
        down = depth - 1
        a, b = self.expression(arity, down, scope), self.expression(arity, down, scope)
        found = [lambda: a | b, lambda: a & b, lambda: a - b, lambda: union([a, b, a - b])]
        found += [lambda: intersection([a, b, a | b]), lambda: self.formula(down, scope).choose(a, b)]
        found += [lambda: self._join(arity, down, scope), lambda: self._project(arity, down, scope)]
        found.append(lambda: self._comprehension(arity, down, scope))
        if arity == 1:
            found += [lambda: self.integer(down, scope).atom(), lambda: self.integer(down, scope).bits()]
        else:
            found += [lambda: a.override(b)]
            found.append(lambda: self.expression(1, down, scope) * self.expression(arity - 1, down, scope))
        if arity == 2:
            found += [lambda: ~a, a.closure, a.reflexive_closure]
        return random.choice(found)()

    def _join(self, arity: int, depth: int, scope: tuple[Variable, ...]) -> Expression:
        first = self.random.randint(1, min(arity + 1, 3))
        second = arity + 2 - first
        if second > 3:
            first, second = 3, arity - 1
        return self.expression(first, depth, scope) @ self.expression(second, depth, scope)

    def _project(self, arity: int, depth: int, scope: tuple[Variable, ...]) -> Expression:
        source = self.random.choice([1, 2, 3])
        columns = []
        for _ in range(arity):
            free = self.random.random() < 0.2
            columns.append(self.integer(0, scope) if free else as_int(self.random.randrange(source)))
        return self.expression(source, depth, scope).project(*columns)

    def _comprehension(self, arity: int, depth: int, scope: tuple[Variable, ...]) -> Expression:
        declarations: list[Declaration] = []
        for _ in range(arity):
            variable = Variable(self.random.choice("uvw"))
            declarations.append(one_of(variable, self.expression(1, depth, scope)))
            scope = (*scope, variable)
        return comprehension(declarations, self.formula(depth, scope))

    # --- integers

    def integer(self, depth: int, scope: tuple[Variable, ...]) -> IntExpression:
        random = self.random
        half = 1 << (self.width - 1)
        kind = random.choice(
            ["constant", "count", "sum"]
            + ["unary", "binary", "binary", "binary", "choice", "over"] * (depth > 0)
        )
        down = max(depth - 1, 0)
        match kind:
            case "constant":
                return as_int(random.randint(-half - 1, half + 1))
            case "count":
                return self.expression(random.choice([1, 2]), down, scope).count()
            case "sum":
                return self.expression(1, down, scope).sum()
            case "choice":
                return self.formula(down, scope).choose(self.integer(down, scope), self.integer(down, scope))
            case "over":
                declarations, inner = self._declarations(0, scope)
                return sum_over(declarations, self.integer(down, inner))
            case "unary":
                a = self.integer(down, scope)
                return random.choice([-a, ~a, abs(a), a.sign()])
        a, b = self.integer(down, scope), self.integer(down, scope)
        return random.choice(
            [a + b, a - b, a * b, a / b, a % b, a & b, a | b, a ^ b, a << b, a >> b, a.shift_right_zero(b)]
        )


def instances(bounds: Bounds) -> Iterator[Instance]:
    """All instances within the bounds."""
    choices = []
    for relation, upper in bounds.upper.items():
        lower = bounds.lower[relation]
        free = sorted(upper.indices - lower.indices)
        subsets = chain.from_iterable(combinations(free, count) for count in range(len(free) + 1))
        made = [TupleSet(bounds.universe, relation.arity, lower.indices | set(subset)) for subset in subsets]
        choices.append([(relation, tuples) for tuples in made])
    for chosen in product(*choices):
        yield Instance(bounds.universe, dict(chosen), bounds.integers)


def models(formulas: list[Formula], bounds: Bounds, width: int) -> list[Instance]:
    """The instances that satisfy all formulas, found by trying all."""
    formula = conjunction(formulas)
    return [instance for instance in instances(bounds) if evaluate(formula, instance, width)]
