"""The coverage metric (Forge thesis, chapter 4): which statements the verdict needed.

Where no execution violates the specification, a minimal unsatisfiable core of the logic problem is why. The
formulas in it stem from statements: those are covered, the others are missed, and could as well set their
variables to anything.
"""

from __future__ import annotations

from collections.abc import Mapping

from maymust import relational as logic
from maymust.engines.forge.logic_problem import LogicProblem
from maymust.fir.graph import Exit, Graph
from maymust.fir.tree import Call
from maymust.frozen import frozen


@frozen
class Fraction:
    """Of a statement's copies in the transformed procedure, how many were covered (§4.4)."""

    covered: int
    copies: int

    def __str__(self) -> str:
        return f"{self.covered}/{self.copies}"


@frozen
class Coverage:
    """What was covered.

    `transformed` are the covered statements of the transformed procedure; `statements` has the fraction of
    each statement of the program that is in it. `specification` tells whether the specification was needed.
    With `minimal` false, time was up: less may be needed.
    """

    transformed: frozenset[int]
    statements: Mapping[int, Fraction]
    specification: bool
    minimal: bool

    @property
    def missed(self) -> tuple[int, ...]:
        """The summary view: statements none of whose copies was covered."""
        return tuple(number for number, each in self.statements.items() if not each.covered)

    @property
    def partly(self) -> tuple[int, ...]:
        """Statements some of whose copies were covered, and some not."""
        return tuple(number for number, each in self.statements.items() if 0 < each.covered < each.copies)


def coverage_of(
    original: Graph, transformed: Graph, problem: LogicProblem, solution: logic.Unsatisfiable
) -> Coverage | None:
    """The coverage of a problem without a solution; None if the core was not asked for.

    Statements of the original that no unrolling has are missed, too: none of no copies is covered.
    """
    if solution.core is None:
        return None
    covered = statements_of(problem, solution)
    counts: dict[int, list[int]] = {
        node.source: [0, 0] for node in original.nodes.values() if not isinstance(node.action, Exit | Call)
    }
    for number in sorted(transformed.nodes):
        node = transformed.nodes[number]
        if not isinstance(node.action, Exit):
            count = counts.setdefault(node.source, [0, 0])
            count[0] += number in covered
            count[1] += 1
    statements = {source: Fraction(*counts[source]) for source in sorted(counts)}
    return Coverage(covered, statements, problem.violation in solution.core, solution.minimal)


def statements_of(problem: LogicProblem, solution: logic.Unsatisfiable) -> frozenset[int]:
    """The statements that the formulas of the core stem from: the union of their slices."""
    core = set(solution.core or ())
    found: set[int] = set()
    for constraint in problem.path:
        if constraint.formula in core:
            found |= constraint.slice
    return frozenset(found)
