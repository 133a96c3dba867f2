"""What a search may end with."""

from __future__ import annotations

from typing import TypeAlias, overload

from maymust.frozen import frozen
from maymust.relational.bounds import Instance
from maymust.relational.evaluator import evaluate
from maymust.relational.logic import Expression, Formula, IntExpression
from maymust.relational.universe import TupleSet


@frozen
class Statistics:
    """The size of a problem, and the seconds that it took."""

    primary: int
    """Variables that stand for tuples of relations."""
    variables: int
    """All variables of the clauses."""
    clauses: int
    translating: float
    solving: float


@frozen
class Satisfiable:
    """There is an instance, and this is one."""

    instance: Instance
    statistics: Statistics
    width: int

    @overload
    def evaluate(self, node: Expression) -> TupleSet: ...
    @overload
    def evaluate(self, node: Formula) -> bool: ...
    @overload
    def evaluate(self, node: IntExpression) -> int: ...

    def evaluate(self, node: Expression | Formula | IntExpression) -> TupleSet | bool | int:
        """The value of anything in the instance."""
        return evaluate(node, self.instance, self.width)


@frozen
class Unsatisfiable:
    """There is no instance within the bounds.

    `core` are formulas of the problem that have none by themselves, if it was asked for; with `minimal`,
    leaving out any one of them would leave an instance.
    """

    statistics: Statistics
    core: tuple[Formula, ...] | None = None
    minimal: bool = False


@frozen
class Unknown:
    """The budget was used up."""

    reason: str
    statistics: Statistics | None = None


Solution: TypeAlias = Satisfiable | Unsatisfiable | Unknown
