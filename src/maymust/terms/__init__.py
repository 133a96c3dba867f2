"""Typed, hash-consed terms: build, simplify, substitute, evaluate, print, (de)serialise.

Terms are the common language of maymust: region predicates, path constraints, IR expressions and
certificates are terms, never objects of a solver library.
"""

from maymust.terms import rules as _rules  # noqa: F401 - fills in the table's simplifications
from maymust.terms.build import (
    add,
    and_,
    complement,
    conjunction,
    disjunction,
    eq,
    from_bool,
    implies,
    is_nonzero,
    ite,
    less,
    less_equal,
    make,
    ne,
    neg,
    negation,
    or_,
    resize,
    sub,
)
from maymust.terms.sorts import BOOL, BitVecSort, BoolSort, Sort, bitvec, to_signed
from maymust.terms.term import FALSE, TRUE, Term, boolean, constant, variable
from maymust.terms.traverse import conjuncts, postorder, substitute

__all__ = [
    "BOOL",
    "FALSE",
    "TRUE",
    "BitVecSort",
    "BoolSort",
    "Sort",
    "Term",
    "add",
    "and_",
    "bitvec",
    "boolean",
    "complement",
    "conjunction",
    "conjuncts",
    "constant",
    "disjunction",
    "eq",
    "from_bool",
    "implies",
    "is_nonzero",
    "ite",
    "less",
    "less_equal",
    "make",
    "ne",
    "neg",
    "negation",
    "or_",
    "postorder",
    "resize",
    "sub",
    "substitute",
    "to_signed",
    "variable",
]
