"""Expressions, formulas and integer expressions: what a user writes, and how to write it.

All three are immutable and interned: what is built twice from the same parts is the same object, so sharing
is found by identity, and `==` and `hash` are those of identity. Two relations, or variables, of one name
differ. The methods below check arities and build the nodes of `nodes`.

A number stands for an integer expression, wherever one is expected.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn, TypeAlias, overload

from maymust.relational.logic.operators import (
    CastOperator,
    ComparisonOperator,
    Connective,
    ExpressionOperator,
    IntComparisonOperator,
    IntOperator,
    MeasureOperator,
    Multiplicity,
)

if TYPE_CHECKING:
    from maymust.relational.logic.nodes import Variable


class Node:
    """A part of a problem. `free` are the variables that occur in it without being declared in it."""

    __slots__ = ("__weakref__",)
    free: frozenset[Variable]

    def __str__(self) -> str:
        return _printer.text(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    def __copy__(self) -> Node:
        return self

    def __deepcopy__(self, _memo: object) -> Node:
        return self


class Expression(Node):
    """A set of tuples, all of `arity` atoms."""

    __slots__ = ()
    arity: int

    # --- tuples from tuples

    def __or__(self, other: Expression) -> Expression:
        """The tuples in one or the other (Alloy's +)."""
        return _nodes.operation(ExpressionOperator.UNION, (self, other))

    def __and__(self, other: Expression) -> Expression:
        """The tuples in both."""
        return _nodes.operation(ExpressionOperator.INTERSECTION, (self, other))

    def __sub__(self, other: Expression) -> Expression:
        """The tuples of this that are not in the other."""
        return _nodes.operation(ExpressionOperator.DIFFERENCE, (self, other))

    def __mul__(self, other: Expression) -> Expression:
        """All tuples of this, each followed by all tuples of the other (Alloy's ->)."""
        return _nodes.operation(ExpressionOperator.PRODUCT, (self, other))

    def __matmul__(self, other: Expression) -> Expression:
        """The relational join (Alloy's dot): last and first columns matched, and dropped."""
        return _nodes.operation(ExpressionOperator.JOIN, (self, other))

    def __invert__(self) -> Expression:
        """The transpose of a binary relation."""
        return _nodes.operation(ExpressionOperator.TRANSPOSE, (self,))

    def join(self, other: Expression) -> Expression:
        """As `self @ other`."""
        return self @ other

    def product(self, other: Expression) -> Expression:
        """As `self * other`."""
        return self * other

    def override(self, other: Expression) -> Expression:
        """The other, and the tuples of this whose first atom starts no tuple of the other (Alloy's ++)."""
        return _nodes.operation(ExpressionOperator.OVERRIDE, (self, other))

    def closure(self) -> Expression:
        """The transitive closure of a binary relation."""
        return _nodes.operation(ExpressionOperator.CLOSURE, (self,))

    def reflexive_closure(self) -> Expression:
        """The transitive closure together with `iden`."""
        return _nodes.operation(ExpressionOperator.REFLEXIVE_CLOSURE, (self,))

    def project(self, *columns: IntLike) -> Expression:
        """The tuples' columns (counted from 0) in this order; a column that does not exist yields nothing."""
        return _nodes.projection(self, tuple(as_int(column) for column in columns))

    # --- formulas

    def __le__(self, other: Expression) -> Formula:
        """Each tuple of this is in the other; as `in_`."""
        return self.in_(other)

    def in_(self, other: Expression) -> Formula:
        """Each tuple of this is in the other."""
        return _nodes.comparison(ComparisonOperator.SUBSET, self, other)

    def equals(self, other: Expression) -> Formula:
        """Both have the same tuples."""
        return _nodes.comparison(ComparisonOperator.EQUALS, self, other)

    def no(self) -> Formula:
        """There is no tuple."""
        return _nodes.multiplicity(Multiplicity.NO, self)

    def lone(self) -> Formula:
        """There is at most one tuple."""
        return _nodes.multiplicity(Multiplicity.LONE, self)

    def one(self) -> Formula:
        """There is exactly one tuple."""
        return _nodes.multiplicity(Multiplicity.ONE, self)

    def some(self) -> Formula:
        """There is at least one tuple."""
        return _nodes.multiplicity(Multiplicity.SOME, self)

    # --- integers

    def count(self) -> IntExpression:
        """The number of tuples."""
        return _nodes.measure(MeasureOperator.COUNT, self)

    def sum(self) -> IntExpression:
        """The sum of the integers that the atoms of a set stand for; other atoms add nothing."""
        return _nodes.measure(MeasureOperator.SUM, self)


class Formula(Node):
    """True or false. Operators are `&`, `|`, `~`, `>>` (implies); Python's `and` and `not` are refused."""

    __slots__ = ()

    def __and__(self, other: Formula) -> Formula:
        return _nodes.connected(Connective.AND, (self, other))

    def __or__(self, other: Formula) -> Formula:
        return _nodes.connected(Connective.OR, (self, other))

    def __invert__(self) -> Formula:
        return _nodes.connected(Connective.NOT, (self,))

    def __rshift__(self, other: Formula) -> Formula:
        return self.implies(other)

    def implies(self, other: Formula) -> Formula:
        """If this, then the other."""
        return _nodes.connected(Connective.IMPLIES, (self, other))

    def iff(self, other: Formula) -> Formula:
        """Both, or neither."""
        return _nodes.connected(Connective.IFF, (self, other))

    @overload
    def choose(self, then: Expression, otherwise: Expression) -> Expression: ...
    @overload
    def choose(self, then: IntLike, otherwise: IntLike) -> IntExpression: ...
    @overload
    def choose(self, then: Formula, otherwise: Formula) -> Formula: ...

    def choose(self, then: object, otherwise: object) -> Node:
        """The first if this is true, else the second: of expressions, integers or formulas."""
        return _nodes.choice(self, then, otherwise)

    def __bool__(self) -> NoReturn:
        raise TypeError("a formula has no truth value of its own: combine formulas with &, |, ~ and >>")


class IntExpression(Node):
    """An integer, in two's complement of the width that the problem is solved with; overflow wraps around."""

    __slots__ = ()

    def __add__(self, other: IntLike) -> IntExpression:
        return _nodes.arithmetic(IntOperator.PLUS, self, as_int(other))

    def __radd__(self, other: int) -> IntExpression:
        return as_int(other) + self

    def __sub__(self, other: IntLike) -> IntExpression:
        return _nodes.arithmetic(IntOperator.MINUS, self, as_int(other))

    def __rsub__(self, other: int) -> IntExpression:
        return as_int(other) - self

    def __mul__(self, other: IntLike) -> IntExpression:
        return _nodes.arithmetic(IntOperator.TIMES, self, as_int(other))

    def __rmul__(self, other: int) -> IntExpression:
        return as_int(other) * self

    def __truediv__(self, other: IntLike) -> IntExpression:
        """Rounded towards zero, as in C and Java; by zero it gives -1, or 1 of a negative number."""
        return _nodes.arithmetic(IntOperator.DIVIDE, self, as_int(other))

    def __rtruediv__(self, other: int) -> IntExpression:
        return as_int(other) / self

    def __mod__(self, other: IntLike) -> IntExpression:
        """The remainder of `/`: of the sign of this; modulo zero it is this."""
        return _nodes.arithmetic(IntOperator.MODULO, self, as_int(other))

    def __rmod__(self, other: int) -> IntExpression:
        return as_int(other) % self

    def __and__(self, other: IntLike) -> IntExpression:
        return _nodes.arithmetic(IntOperator.AND, self, as_int(other))

    def __rand__(self, other: int) -> IntExpression:
        return as_int(other) & self

    def __or__(self, other: IntLike) -> IntExpression:
        return _nodes.arithmetic(IntOperator.OR, self, as_int(other))

    def __ror__(self, other: int) -> IntExpression:
        return as_int(other) | self

    def __xor__(self, other: IntLike) -> IntExpression:
        return _nodes.arithmetic(IntOperator.XOR, self, as_int(other))

    def __rxor__(self, other: int) -> IntExpression:
        return as_int(other) ^ self

    def __lshift__(self, other: IntLike) -> IntExpression:
        """Shifted by the other, read as unsigned; so too for both shifts to the right."""
        return _nodes.arithmetic(IntOperator.SHIFT_LEFT, self, as_int(other))

    def __rlshift__(self, other: int) -> IntExpression:
        return as_int(other) << self

    def __rshift__(self, other: IntLike) -> IntExpression:
        """The sign bit is kept (Java's >>)."""
        return _nodes.arithmetic(IntOperator.SHIFT_RIGHT, self, as_int(other))

    def __rrshift__(self, other: int) -> IntExpression:
        return as_int(other) >> self

    def shift_right_zero(self, other: IntLike) -> IntExpression:
        """Zeros come in (Java's >>>)."""
        return _nodes.arithmetic(IntOperator.SHIFT_RIGHT_ZERO, self, as_int(other))

    def __neg__(self) -> IntExpression:
        return _nodes.arithmetic(IntOperator.NEGATE, self)

    def __invert__(self) -> IntExpression:
        return _nodes.arithmetic(IntOperator.NOT, self)

    def __abs__(self) -> IntExpression:
        return _nodes.arithmetic(IntOperator.ABS, self)

    def sign(self) -> IntExpression:
        """-1, 0 or 1."""
        return _nodes.arithmetic(IntOperator.SIGN, self)

    # --- formulas

    def equals(self, other: IntLike) -> Formula:
        """Both are the same number."""
        return _nodes.int_comparison(IntComparisonOperator.EQUALS, self, as_int(other))

    def __lt__(self, other: IntLike) -> Formula:
        return _nodes.int_comparison(IntComparisonOperator.LESS, self, as_int(other))

    def __le__(self, other: IntLike) -> Formula:
        return _nodes.int_comparison(IntComparisonOperator.AT_MOST, self, as_int(other))

    def __gt__(self, other: IntLike) -> Formula:
        return as_int(other) < self

    def __ge__(self, other: IntLike) -> Formula:
        return as_int(other) <= self

    # --- sets

    def atom(self) -> Expression:
        """The set of the atom that stands for this integer; empty if none does."""
        return _nodes.cast(CastOperator.INT, self)

    def bits(self) -> Expression:
        """The set of the atoms that stand for this integer's bits: 1, 2, 4, …, and the sign's, which is
        negative.
        """
        return _nodes.cast(CastOperator.BITS, self)


IntLike: TypeAlias = IntExpression | int


def as_int(value: IntLike) -> IntExpression:
    """The integer expression, or the constant."""
    return value if isinstance(value, IntExpression) else _nodes.constant_int(value)


def conjunction(formulas: Iterable[Formula]) -> Formula:
    """All of them; true if there is none."""
    return _nodes.connected(Connective.AND, tuple(formulas))


def disjunction(formulas: Iterable[Formula]) -> Formula:
    """Any of them; false if there is none."""
    return _nodes.connected(Connective.OR, tuple(formulas))


def union(expressions: Iterable[Expression]) -> Expression:
    """The union of one or more expressions."""
    return _nodes.operation(ExpressionOperator.UNION, tuple(expressions))


def intersection(expressions: Iterable[Expression]) -> Expression:
    """The intersection of one or more expressions."""
    return _nodes.operation(ExpressionOperator.INTERSECTION, tuple(expressions))


def product(expressions: Iterable[Expression]) -> Expression:
    """The product of one or more expressions."""
    return _nodes.operation(ExpressionOperator.PRODUCT, tuple(expressions))


# The methods above build nodes, and nodes are made from the classes above: one of the two has to come last.
from maymust.relational.logic import nodes as _nodes  # noqa: E402
from maymust.relational.logic import printer as _printer  # noqa: E402
