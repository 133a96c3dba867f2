"""A model finder for relational logic with transitive closure and integers; finite problems are solved by
SAT.

    logic/       what problems are written in: expressions, formulas, integers; operators, printer
    universe, bounds
                 the atoms, and the tuples that each relation must and may have (partial instances)
    evaluator    the value of anything in an instance, without circuits
    circuits/    gates, hash-consed and simplified; matrices and integers of them; their clauses
    translation/ formulas and bounds to a circuit, then to clauses: relations are sparse matrices of gates,
                 quantifiers are grounded, existential ones at the top become variables (Skolemisation), and
                 symmetries that the bounds show are broken by lex-leader predicates
    solving/     the SAT solver; solutions one by one; unsatisfiable cores, minimal, of the user's formulas

Each phase knows those above it only. The logic is that of Kodkod (E. Torlak, "A Constraint Solver for
Software Engineering", 2009), as Fig. 3-1 of the Forge thesis has it. docs/RELATIONAL.md is the manual.
"""

from maymust.relational.bounds import Bounds, Instance
from maymust.relational.errors import ArityError, BoundsError, RelationalError, TooLarge, UnboundError
from maymust.relational.evaluator import evaluate
from maymust.relational.logic import (
    FALSE,
    IDEN,
    INTS,
    NONE,
    TRUE,
    UNIV,
    Declaration,
    Expression,
    Formula,
    IntExpression,
    Relation,
    Variable,
    as_int,
    comprehension,
    conjunction,
    disjunction,
    exists,
    for_all,
    intersection,
    lone_of,
    one_of,
    product,
    set_of,
    some_of,
    sum_over,
    union,
)
from maymust.relational.options import Options
from maymust.relational.solving.solution import Satisfiable, Solution, Statistics, Unknown, Unsatisfiable
from maymust.relational.solving.solver import solve, solve_all
from maymust.relational.universe import TupleSet, Universe

__all__ = [
    "FALSE",
    "IDEN",
    "INTS",
    "NONE",
    "TRUE",
    "UNIV",
    "ArityError",
    "Bounds",
    "BoundsError",
    "Declaration",
    "Expression",
    "Formula",
    "Instance",
    "IntExpression",
    "Options",
    "Relation",
    "RelationalError",
    "Satisfiable",
    "Solution",
    "Statistics",
    "TooLarge",
    "TupleSet",
    "UnboundError",
    "Universe",
    "Unknown",
    "Unsatisfiable",
    "Variable",
    "as_int",
    "comprehension",
    "conjunction",
    "disjunction",
    "evaluate",
    "exists",
    "for_all",
    "intersection",
    "lone_of",
    "one_of",
    "product",
    "set_of",
    "solve",
    "solve_all",
    "some_of",
    "sum_over",
    "union",
]
