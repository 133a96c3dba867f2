"""The independent check of a proof, from the program alone.

Obligations, for the annotation I and every path of the unfolded program between two annotated nodes n and
m that passes no other: I(n) and the path imply I(m); from the start, where nothing is assumed; and no path
from n reaches anything bad under I(n). By induction no execution does. Each is a fresh query to a solver
(by default another one than the engines use); what it does not decide, a second solver may.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from maymust.certificates.unfolding import Bad, Gone, Node, Unfolding, relevant_nodes
from maymust.errors import InternalError
from maymust.ir.validate import validate
from maymust.solvers.base import Solver, Undecided, Unsat
from maymust.terms import BOOL, FALSE, TRUE, Term, conjunction, disjunction, negation, substitute

if TYPE_CHECKING:
    from collections.abc import Sequence

    from maymust.certificates.proof import Proof
    from maymust.ir.program import Program

NODE_LIMIT = 1_000_000
_ROUNDS = 2  # that a path may make on a cycle without an annotated node


@dataclass(frozen=True, slots=True)
class Accepted:
    """The proof holds; so many obligations were discharged."""

    obligations: int


@dataclass(frozen=True, slots=True)
class Refused:
    """The proof is wrong, or is none for this program."""

    reason: str


@dataclass(frozen=True, slots=True)
class Unchecked:
    """The check did not come to an end."""

    reason: str


CheckResult = Accepted | Refused | Unchecked


class _Stop(Exception):  # noqa: N818 - control flow within this file
    def __init__(self, result: CheckResult) -> None:
        super().__init__()
        self.result = result


def check_proof(
    program: Program,
    proof: Proof,
    solvers: Sequence[Solver],
    deadline: float,
    seconds_per_query: float = 10.0,
) -> CheckResult:
    """Does the proof show that the property holds? `deadline` is on the monotonic clock."""
    try:
        validate(program)
        if proof.property not in program.properties:
            return Refused(f"the program has no property {proof.property.id}")
        return _Checker(program, proof, solvers, deadline, seconds_per_query).run()
    except _Stop as stop:
        return stop.result
    except InternalError as error:  # terms that do not fit the program's
        return Refused(str(error))


class _Checker:
    def __init__(
        self,
        program: Program,
        proof: Proof,
        solvers: Sequence[Solver],
        deadline: float,
        seconds_per_query: float,
    ) -> None:
        self.unfolding = Unfolding(program, proof.property.id)
        self.annotation = proof.invariants
        self.solvers = solvers
        self.deadline = deadline
        self.seconds_per_query = seconds_per_query
        self.obligations = 0

    def run(self) -> CheckResult:
        relevant = relevant_nodes(self.unfolding, NODE_LIMIT)
        if relevant is None:
            return Unchecked(f"the program has more than {NODE_LIMIT} nodes")
        self._check_annotation()
        root = self.unfolding.root
        initially = conjunction(self.annotation.get(str(root), ()))
        self._discharge((), negation(initially), f"the invariant of {root} does not hold at the start")
        for node in sorted(relevant, key=str):
            if node == root or str(node) in self.annotation:
                self._paths_from(node, relevant)
        return Accepted(self.obligations)

    def _check_annotation(self) -> None:
        """Sees that the annotation speaks of the program's variables alone: another could be one of the
        symbols that stand for inputs here."""
        known = self.unfolding.variables()
        for node, invariant in self.annotation.items():
            for conjunct in invariant:
                if conjunct.sort is not BOOL:
                    raise _Stop(Refused(f"the invariant of {node} is not a truth value"))
                strange = sorted(conjunct.free - known)
                if strange:
                    raise _Stop(
                        Refused(f"the invariant of {node} speaks of {strange[0]}, which is no variable")
                    )

    def _paths_from(self, origin: Node, relevant: set[Node]) -> None:
        """Walks every path from an annotated node to the next ones.

        A path that comes back to a node that is not annotated is followed on while it is possible: a pass
        may have seen that a cycle is not, by a look at more than one round. Nobody needs a third.
        """
        premises = self.annotation.get(str(origin), ())
        stack: list[tuple[Node, dict[Term, Term], tuple[Term, ...], dict[Node, int]]] = [(origin, {}, (), {})]
        while stack:
            node, values, path, passed = stack.pop()
            self._check_time()
            for edge in self.unfolding.edges(node):
                successor = self.unfolding.successor(node, edge)
                if isinstance(successor, Gone) or (isinstance(successor, Node) and successor not in relevant):
                    continue
                condition, after = self.unfolding.effect(node, edge, values)
                if condition is FALSE:
                    continue
                taken = path if condition is None or condition is TRUE else (*path, condition)
                if isinstance(successor, Bad):
                    self._discharge(
                        (*premises, *taken), TRUE, f"{origin} can reach {successor.what} at {edge.span}"
                    )
                elif str(successor) in self.annotation or successor == self.unfolding.root:
                    self._preserved(origin, successor, (*premises, *taken), after)
                elif passed.get(successor, 0) == _ROUNDS:
                    self._discharge(
                        (*premises, *taken), TRUE, f"a cycle through {successor} has no annotated node"
                    )
                elif successor not in passed or not self._excluded((*premises, *taken)):
                    visits = passed.get(successor, 0) + 1
                    stack.append((successor, after, taken, {**passed, successor: visits}))

    def _preserved(
        self, origin: Node, target: Node, premises: tuple[Term, ...], values: dict[Term, Term]
    ) -> None:
        memo: dict[Term, Term] = {}
        after = [substitute(c, values, memo) for c in self.annotation.get(str(target), ())]
        known = set(premises)
        broken = disjunction(negation(c) for c in after if c not in known)
        self._discharge(premises, broken, f"the invariant of {target} does not follow from that of {origin}")

    def _discharge(self, premises: tuple[Term, ...], refutation: Term, complaint: str) -> None:
        """Sees that the premises exclude the refutation."""
        self.obligations += 1
        excluded = self._excluded((*premises, refutation))
        if excluded is None:
            raise _Stop(Unchecked(f"no solver decided whether {complaint}"))
        if not excluded:
            raise _Stop(Refused(complaint))

    def _excluded(self, terms: tuple[Term, ...]) -> bool | None:
        """Whether the terms exclude each other; None where no solver decides it."""
        if conjunction(terms) is FALSE:
            return True
        conjuncts = [c for c in terms if c is not TRUE]
        for solver in self.solvers:
            self._check_time()
            seconds = min(self.seconds_per_query, self.deadline - time.monotonic())
            answer = solver.check(conjuncts, seconds=seconds)
            if not isinstance(answer, Undecided):
                return isinstance(answer, Unsat)
        return None

    def _check_time(self) -> None:
        if time.monotonic() > self.deadline:
            raise _Stop(Unchecked("the time is up"))
