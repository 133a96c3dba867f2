"""Relations, and what declares variables: quantifiers, comprehensions and sums."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias
from weakref import WeakKeyDictionary

from maymust.frozen import frozen
from maymust.relational.errors import ArityError
from maymust.relational.logic.interning import interned, node
from maymust.relational.logic.nodes import IDEN, Variable
from maymust.relational.logic.operators import Multiplicity, PredicateKind, Quantifier
from maymust.relational.logic.terms import Expression, Formula, IntExpression, Node, as_int, conjunction


@frozen
class Declaration:
    """A variable, and the tuples that it ranges over: one of them, or a subset of a multiplicity."""

    variable: Variable
    multiplicity: Multiplicity
    expression: Expression


class Relation(Expression):
    """A free variable of the problem, which bounds declare. Each call makes a new one."""

    __slots__ = ("arity", "free", "name")

    def __init__(self, name: str, arity: int) -> None:
        if arity < 1:
            raise ArityError(f"relation {name}: an arity is at least 1, not {arity}")
        self.name = name
        self.arity = arity
        self.free = frozenset()

    def acyclic(self) -> Formula:
        """No atom reaches itself."""
        return _predicate(PredicateKind.ACYCLIC, (self,), ())

    def function(self, domain: Expression, codomain: Expression) -> Formula:
        """The relation is a total function from the domain to the codomain."""
        return _predicate(PredicateKind.FUNCTION, (self,), (domain, codomain))

    def partial_function(self, domain: Expression, codomain: Expression) -> Formula:
        """The relation is a partial function from the domain to the codomain."""
        return _predicate(PredicateKind.PARTIAL_FUNCTION, (self,), (domain, codomain))

    def total_order(self, ordered: Relation, first: Relation, last: Relation) -> Formula:
        """The relation leads from each atom of `ordered` to the next, from `first` to `last`."""
        if first.arity != 1 or last.arity != 1 or ordered.arity != 1:
            raise ArityError("the atoms of a total order, its first and its last are sets")
        return _predicate(PredicateKind.TOTAL_ORDER, (self, ordered, first, last), ())


@node
class Predicate(Formula):
    """A property of relations that says more to the solver than its `constraints`, which mean the same."""

    free: frozenset[Variable]
    kind: PredicateKind
    relations: tuple[Relation, ...]
    expressions: tuple[Expression, ...]

    def constraints(self) -> Formula:
        """The meaning of the predicate, in other words."""
        known = _MEANINGS.get(self)
        if known is None:
            known = _MEANINGS[self] = self._meaning()
        return known

    def _meaning(self) -> Formula:
        relation = self.relations[0]
        match self.kind:
            case PredicateKind.ACYCLIC:
                return (relation.closure() & IDEN).no()
            case PredicateKind.TOTAL_ORDER:
                return _total_order(*self.relations)
            case PredicateKind.FUNCTION | PredicateKind.PARTIAL_FUNCTION:
                domain, codomain = self.expressions
                x = Variable("x")
                images = x @ relation
                single = images.one() if self.kind is PredicateKind.FUNCTION else images.lone()
                return relation.in_(domain * codomain) & for_all(one_of(x, domain), single)


_MEANINGS: WeakKeyDictionary[Predicate, Formula] = WeakKeyDictionary()


def _predicate(
    kind: PredicateKind, relations: tuple[Relation, ...], expressions: tuple[Expression, ...]
) -> Formula:
    if relations[0].arity != 2:
        name, arity = relations[0].name, relations[0].arity
        raise ArityError(f"{kind.value} is a property of binary relations; `{name}` has arity {arity}")
    free: frozenset[Variable] = frozenset().union(*(expression.free for expression in expressions))
    return interned(Predicate, free, kind, relations, expressions)


def _total_order(relation: Relation, ordered: Relation, first: Relation, last: Relation) -> Formula:
    x = Variable("x")
    once = for_all(one_of(x, ordered), (x.equals(last) | (x @ relation).one()))
    return conjunction(
        [
            relation.in_(ordered * ordered),
            first.one() & first.in_(ordered),
            last.one() & last.in_(ordered),
            (relation @ first).no(),
            (last @ relation).no(),
            once,
            ordered.in_(first @ relation.reflexive_closure()),
        ]
    )


@node
class Quantified(Formula):
    """All, or some, values of the declared variables satisfy the body; declarations may use earlier ones."""

    free: frozenset[Variable]
    quantifier: Quantifier
    declarations: tuple[Declaration, ...]
    body: Formula


@node
class Comprehension(Expression):
    """The tuples of the values of the declared variables that satisfy the body."""

    free: frozenset[Variable]
    declarations: tuple[Declaration, ...]
    body: Formula
    arity: int


@node
class SumOver(IntExpression):
    """The sum of an integer over all values of the declared variables."""

    free: frozenset[Variable]
    declarations: tuple[Declaration, ...]
    body: IntExpression


Declarations: TypeAlias = Declaration | Sequence[Declaration]


def one_of(variable: Variable, expression: Expression) -> Declaration:
    """The variable is one tuple of the expression."""
    return declare(variable, Multiplicity.ONE, expression)


def lone_of(variable: Variable, expression: Expression) -> Declaration:
    """The variable is one tuple of the expression, or empty."""
    return declare(variable, Multiplicity.LONE, expression)


def some_of(variable: Variable, expression: Expression) -> Declaration:
    """The variable is a non-empty subset of the expression."""
    return declare(variable, Multiplicity.SOME, expression)


def set_of(variable: Variable, expression: Expression) -> Declaration:
    """The variable is any subset of the expression."""
    return declare(variable, Multiplicity.SET, expression)


def declare(variable: Variable, multiplicity: Multiplicity, expression: Expression) -> Declaration:
    """The declaration of a variable."""
    if not isinstance(variable, Variable) or not isinstance(expression, Expression):
        raise TypeError(f"a variable is declared over an expression, not {variable!r} over {expression!r}")
    if multiplicity is Multiplicity.NO:
        raise ValueError(f"variable {variable.name} cannot be declared as `no`")
    if variable.arity != expression.arity:
        raise ArityError(
            f"variable {variable.name} has arity {variable.arity}, and `{expression}` {expression.arity}"
        )
    return Declaration(variable, multiplicity, expression)


def for_all(declarations: Declarations, body: Formula) -> Formula:
    """All values of the declared variables satisfy the body."""
    listed, free = _scope(declarations, _formula(body))
    return interned(Quantified, free, Quantifier.ALL, listed, body)


def exists(declarations: Declarations, body: Formula) -> Formula:
    """Some values of the declared variables satisfy the body."""
    listed, free = _scope(declarations, _formula(body))
    return interned(Quantified, free, Quantifier.SOME, listed, body)


def comprehension(declarations: Declarations, body: Formula) -> Expression:
    """The tuples of the values of the variables, each one atom, that satisfy the body."""
    listed, free = _scope(declarations, _formula(body))
    for declaration in listed:
        if declaration.multiplicity is not Multiplicity.ONE or declaration.variable.arity != 1:
            raise ArityError(f"a comprehension is over single atoms; {declaration.variable.name} is not one")
    return interned(Comprehension, free, listed, body, len(listed))


def sum_over(declarations: Declarations, body: IntExpression | int) -> IntExpression:
    """The sum of the body over all values of the declared variables."""
    integer = as_int(body)
    listed, free = _scope(declarations, integer)
    return interned(SumOver, free, listed, integer)


def _formula(body: Formula) -> Formula:
    if not isinstance(body, Formula):
        raise TypeError(f"what is said of declared variables is a formula, not {body!r}")
    return body


def _scope(declarations: Declarations, body: Node) -> tuple[tuple[Declaration, ...], frozenset[Variable]]:
    """The declarations, and the variables that are free around them and the body."""
    listed = (declarations,) if isinstance(declarations, Declaration) else tuple(declarations)
    if not listed:
        raise ValueError("at least one variable must be declared")
    declared = [declaration.variable for declaration in listed]
    if len(set(declared)) < len(declared):
        raise ValueError(f"a variable is declared twice: {', '.join(one.name for one in declared)}")
    free = body.free
    for declaration in reversed(listed):
        free = (free - {declaration.variable}) | declaration.expression.free
    return listed, free
