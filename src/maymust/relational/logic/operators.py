"""The operators of the logic (Forge thesis, Fig. 3-1), each with its spelling in the printed text."""

from __future__ import annotations

from enum import Enum


class ExpressionOperator(Enum):
    """Operators from expressions to expressions."""

    UNION = "+"
    INTERSECTION = "&"
    DIFFERENCE = "-"
    OVERRIDE = "++"
    PRODUCT = "->"
    JOIN = "."
    TRANSPOSE = "~"
    CLOSURE = "^"
    REFLEXIVE_CLOSURE = "*"


class Constant(Enum):
    """The expressions that every universe gives a meaning to."""

    NONE = "none"
    UNIV = "univ"
    IDEN = "iden"
    INTS = "ints"


class Multiplicity(Enum):
    """How many tuples an expression has, or how many a variable stands for."""

    NO = "no"
    LONE = "lone"
    ONE = "one"
    SOME = "some"
    SET = "set"


class ComparisonOperator(Enum):
    """Comparisons of expressions."""

    SUBSET = "in"
    EQUALS = "="


class Connective(Enum):
    """Operators from formulas to formulas."""

    NOT = "!"
    AND = "&&"
    OR = "||"
    IMPLIES = "=>"
    IFF = "<=>"


class Quantifier(Enum):
    """All or some of the tuples of a declaration."""

    ALL = "all"
    SOME = "some"


class PredicateKind(Enum):
    """Predicates of relations that symmetry breaking knows how to use."""

    ACYCLIC = "acyclic"
    FUNCTION = "function"
    PARTIAL_FUNCTION = "partial_function"
    TOTAL_ORDER = "total_order"


class IntOperator(Enum):
    """Operators from integers to integers."""

    PLUS = "+"
    MINUS = "-"
    TIMES = "*"
    DIVIDE = "/"
    MODULO = "%"
    AND = "&"
    OR = "|"
    XOR = "^"
    SHIFT_LEFT = "<<"
    SHIFT_RIGHT = ">>"
    SHIFT_RIGHT_ZERO = ">>>"
    NEGATE = "neg"
    NOT = "~"
    ABS = "abs"
    SIGN = "sgn"


class IntComparisonOperator(Enum):
    """Comparisons of integers."""

    EQUALS = "="
    LESS = "<"
    AT_MOST = "<="


class MeasureOperator(Enum):
    """From an expression to an integer."""

    COUNT = "#"
    SUM = "sum"


class CastOperator(Enum):
    """From an integer to a set of atoms."""

    INT = "int"
    BITS = "bits"
