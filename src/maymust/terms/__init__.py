"""Typed, hash-consed terms: build, simplify, substitute, evaluate, print, (de)serialise.

Terms are the common language of maymust: region predicates, path constraints, IR expressions and
certificates are terms, never objects of a solver library.
"""

from maymust.terms import float_operators as _float_operators  # noqa: F401 - completes the table

# isort: split
from maymust.terms import array_rules as _array_rules  # noqa: F401 - these fill in
from maymust.terms import float_rules as _float_rules  # noqa: F401
from maymust.terms import rules as _rules  # noqa: F401 - the table's simplifications
from maymust.terms.array_rules import certainly_differ, expand_read
from maymust.terms.array_value import ArrayValue, array_value, filled
from maymust.terms.build import (
    add,
    and_,
    complement,
    concat,
    conjunction,
    disjunction,
    eq,
    fill,
    from_bool,
    implies,
    is_nonzero,
    ite,
    less,
    less_equal,
    literal,
    make,
    ne,
    neg,
    negation,
    or_,
    resize,
    select,
    store,
    sub,
)
from maymust.terms.operators import Value
from maymust.terms.sorts import BOOL, ArraySort, BitVecSort, BoolSort, Sort, array_sort, bitvec, to_signed
from maymust.terms.term import FALSE, TRUE, Term, boolean, constant, variable
from maymust.terms.traverse import conjuncts, postorder, substitute

__all__ = [
    "BOOL",
    "FALSE",
    "TRUE",
    "ArraySort",
    "ArrayValue",
    "BitVecSort",
    "BoolSort",
    "Sort",
    "Term",
    "Value",
    "add",
    "and_",
    "array_sort",
    "array_value",
    "bitvec",
    "boolean",
    "certainly_differ",
    "complement",
    "concat",
    "conjunction",
    "conjuncts",
    "constant",
    "disjunction",
    "eq",
    "expand_read",
    "fill",
    "filled",
    "from_bool",
    "implies",
    "is_nonzero",
    "ite",
    "less",
    "less_equal",
    "literal",
    "make",
    "ne",
    "neg",
    "negation",
    "or_",
    "postorder",
    "resize",
    "select",
    "store",
    "sub",
    "substitute",
    "to_signed",
    "variable",
]
