"""The independent check of a proof, from the program alone.

The annotated nodes and the start cut executions into stretches (`stretches.py`). For the annotation I it must
hold that
 * I is inductive: it holds at the start, and I(n) and a stretch from n to m imply I(m), for all n and m. So
   whenever an execution passes an annotated node, its invariant holds; below it may be assumed there;
 * base: from the start, nothing bad is reached before the k-th annotated node has been passed;
 * step: from an annotated node n other than the start, nothing bad is reached after exactly k - 1 further
   ones; or, where the proof is exhaustive, instead: from the start, no k-th annotated node is reached.
Then no execution reaches anything bad. One that does passes, after the start, j annotated nodes before. If
j < k, this contradicts the base. Else it has reached a k-th node, and the last k of the j nodes begin with a
node that is not the start, from which the execution passes k - 1 further ones and reaches what is bad: this
contradicts the step. With k = 1 the last two say that no stretch from an annotated node or the start ends
with something bad.

An invariant may be general (`terms.general`): then it is shown for a value of which nothing is known, and
where it is assumed, instances of it are.

The same is done for each contract that the proof uses (`contracts`): its procedure begins where `requires`
holds, and an end where `ensures` does not is bad, too.

Each obligation is a fresh query to a solver (by default another one than the engines use); what it does not
decide soon, the others may.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from functools import partial
from typing import TYPE_CHECKING

from maymust.certificates.contracts import EVERYTHING, Contract, Reach
from maymust.certificates.proof import DEEPEST, Proof
from maymust.certificates.queries import Queries, TimeUp
from maymust.certificates.states import State
from maymust.certificates.stretches import Reached, Stretches
from maymust.certificates.unfolding import Node, Unfolding, relevant_nodes
from maymust.errors import InternalError
from maymust.frozen import frozen
from maymust.ir.modules import GHOST, result_variable
from maymust.ir.program import Call, node_place
from maymust.ir.validate import validate
from maymust.terms import BOOL, Term, conjunction, disjunction, negation, substitute
from maymust.terms.general import general_variables, instances, split_general

if TYPE_CHECKING:
    from maymust.ir.program import Program, Property
    from maymust.solvers.base import Solver

NODE_LIMIT = 1_000_000


@frozen
class Accepted:
    """The proof holds; so many obligations were discharged, with so many calls of solvers."""

    obligations: int
    calls: int = field(default=0, compare=False)


@frozen
class Refused:
    """The proof is wrong, or is none for this program."""

    reason: str
    calls: int = field(default=0, compare=False)


@frozen
class Unchecked:
    """The check did not come to an end."""

    reason: str
    calls: int = field(default=0, compare=False)


CheckResult = Accepted | Refused | Unchecked


@frozen
class _Case:
    """One of the ways in which an obligation can fail: these terms hold together."""

    terms: tuple[Term, ...]
    complaint: str
    conjunct: Term | None = None

    def __str__(self) -> str:
        return self.complaint if self.conjunct is None else f"{self.complaint}: {self.conjunct}"


class _Stop(Exception):  # noqa: N818 - control flow within this file
    def __init__(self, result: CheckResult) -> None:
        super().__init__()
        self.result = result


def check_proof(program: Program, proof: Proof, solvers: Sequence[Solver], deadline: float) -> CheckResult:
    """Does the proof show that the property holds? `deadline` is on the monotonic clock."""
    if not 1 <= proof.depth <= DEEPEST:
        return Refused(f"a depth of {proof.depth} is not between 1 and {DEEPEST}")
    whole = Contract(program.start, (), (), (), EVERYTHING, proof.invariants, proof.uses)
    return _check_parts(program, proof, (*proof.contracts, whole), solvers, deadline)


def check_contracts(
    program: Program,
    wanted: Property,
    contracts: Sequence[Contract],
    numbers: Sequence[int],
    solvers: Sequence[Solver],
    deadline: float,
) -> CheckResult:
    """Do the contracts with these numbers hold, if the others do?"""
    chosen = [contracts[number] for number in numbers]
    return _check_parts(program, Proof(wanted, {}, contracts=tuple(contracts)), chosen, solvers, deadline)


def _check_parts(
    program: Program, proof: Proof, parts: Sequence[Contract], solvers: Sequence[Solver], deadline: float
) -> CheckResult:
    queries = Queries(solvers, deadline)
    try:
        validate(program)
        if proof.property not in program.properties:
            return Refused(f"the program has no property {proof.property.id}")
        reach = Reach(program, proof.property.id)
        obligations = 0
        for part in parts:
            checker = _Checker(program, proof, part, queries, reach)
            obligations += checker.run()
        return Accepted(obligations, queries.calls)
    except _Stop as stop:
        return replace(stop.result, calls=queries.calls)
    except TimeUp:
        return Unchecked("the time is up", queries.calls)
    except InternalError as error:  # terms that do not fit the program's
        return Refused(str(error), queries.calls)


class _Checker:
    """Checks what a proof says of one procedure: a contract, or that the start leads to nothing bad."""

    def __init__(
        self, program: Program, proof: Proof, part: Contract, queries: Queries, reach: Reach
    ) -> None:
        self.program = program
        self.contracts = proof.contracts
        self.part = part
        self.depth, self.exhaustive = (
            (proof.depth, proof.exhaustive) if part.procedure == program.start else (1, False)
        )
        self.queries = queries
        self.obligations = 0
        self._check_contracts()
        self.unfolding = Unfolding(program, proof.property.id, part, proof.contracts, reach)

    def run(self) -> int:
        """The number of obligations, if all could be discharged."""
        relevant = relevant_nodes(self.unfolding, NODE_LIMIT)
        if relevant is None:
            raise _Stop(Unchecked(f"the program has more than {NODE_LIMIT} nodes"))
        self._check_annotation()
        root = self.unfolding.root
        cuts = {node for node in relevant if node == root or str(node) in self.part.invariants}
        self.stretches = Stretches(self.unfolding, relevant, cuts, self.queries.check_time)
        initially = conjunction(self._invariant(root))
        self._discharge(
            [
                _Case(
                    (*self.part.requires, negation(initially)),
                    f"the invariant of {root} does not hold at the start",
                )
            ]
        )
        origins = sorted(cuts, key=str)
        self.first: dict[Node, Reached] = {}
        for origin in origins:
            self.first[origin] = self._inductive(origin)
        if root in cuts:
            self._base(root)
        if not self.exhaustive:
            for origin in origins:
                if origin != root:
                    self._step(origin)
        return self.obligations

    def _check_contracts(self) -> None:
        """Sees that what the part requires, ensures and uses speaks of what it may speak of."""
        part = self.part
        procedure = self.program.procedures.get(part.procedure)
        if procedure is None:
            raise _Stop(Refused(f"there is no procedure {part.procedure}"))
        ghosts, globals_ = set(part.ghosts), {v.term for v in self.program.globals}
        if not all(v.name is not None and v.name.startswith(GHOST) for v in ghosts):
            raise _Stop(Refused(f"a ghost of {part.procedure} is none"))
        begin = ghosts | globals_ | {v.term for v in procedure.parameters}
        end = (
            ghosts
            | globals_
            | {result_variable(part.procedure, k, s) for k, s in enumerate(procedure.returns)}
        )
        for conjunct, allowed in [(c, begin) for c in part.requires] + [(c, end) for c in part.ensures]:
            if conjunct.sort is not BOOL or not conjunct.free <= allowed:
                raise _Stop(Refused(f"the contract of {part.procedure} cannot speak of {conjunct}"))
        for node, uses in part.uses.items():
            name, location = self._place(node)
            calls = [
                e.statement
                for e in self.program.procedures[name].edges
                if e.source == location and isinstance(e.statement, Call)
            ]
            own = self.program.procedures[name]
            known = begin | {v.term for v in (*own.parameters, *own.locals)}
            for use in uses:
                if not calls or not 0 <= use.contract < len(self.contracts):
                    raise _Stop(Refused(f"there is no contract for {node}"))
                used = self.contracts[use.contract]
                fits = [given.sort for given in use.ghosts] == [ghost.sort for ghost in used.ghosts]
                if used.procedure != calls[0].callee or not fits:
                    raise _Stop(Refused(f"a contract of {used.procedure} does not fit {node}"))
                if not all(given.free <= known for given in use.ghosts):
                    raise _Stop(Refused(f"a ghost at {node} speaks of what the caller does not know"))

    def _place(self, node: str) -> tuple[str, int]:
        """The procedure and location of a node for which a call is said to be summarised."""
        try:
            name, location = node_place(node)
        except ValueError:
            raise _Stop(Refused(f"{node} is no node")) from None
        if name not in self.program.procedures:
            raise _Stop(Refused(f"there is no procedure {name}"))
        return name, location

    def _check_annotation(self) -> None:
        """Sees that the annotation speaks of the program's variables alone: another could be one of the
        symbols that stand for inputs here."""
        known = self.unfolding.variables() | set(self.part.ghosts)
        for node, invariant in self.part.invariants.items():
            for conjunct in invariant:
                if conjunct.sort is not BOOL:
                    raise _Stop(Refused(f"the invariant of {node} is not a truth value"))
                strange = sorted(conjunct.free - known - set(general_variables(conjunct)))
                if strange:
                    raise _Stop(
                        Refused(f"the invariant of {node} speaks of {strange[0]}, which is no variable")
                    )

    def _inductive(self, origin: Node) -> Reached:
        """Sees that each stretch from the origin ends with the invariant of its end, if it began with that
        of the origin; returns where they end."""
        state = State().assume(*self._assumed(origin))
        if state is None:
            return Reached({}, ())
        reached = self.stretches.walk(origin, state, partial(self._goes_round, origin))
        for target, after in reached.cuts.items():
            complaint = f"the invariant of {target} does not follow from that of {origin}"
            cases = [
                _Case((*after.path, negation(now)), complaint, conjunct)
                for conjunct, now in zip(self._invariant(target), self._invariant(target, after), strict=True)
                if now not in after.path
            ]
            self._discharge(cases, (*after.path, disjunction(case.terms[-1] for case in cases)), origin)
        return reached

    def _goes_round(self, origin: Node, node: Node, number: int, state: State, *, last: bool) -> bool:
        """Whether a cycle without an annotated node is followed on. It is while it is possible: a pass may
        have seen that it is not, by a look at more than one round."""
        del number
        if last:
            self._discharge([_Case(state.path, f"a cycle through {node} has no annotated node")], (), origin)
            return False
        return not self._excluded(state.path, origin, patient=False)

    def _base(self, root: Node) -> None:
        reached = self.first[root]
        self._nothing_bad(root, 0, reached)
        for passed in range(1, self.depth):
            reached = self._next(reached)
            self._nothing_bad(root, passed, reached)
        if self.exhaustive:
            complaint = f"more than {self.depth} stretches follow each other: the last leads to"
            cases = [_Case(state.path, f"{complaint} {node}") for node, state in reached.cuts.items()]
            self._discharge_merged(cases, root)

    def _step(self, origin: Node) -> None:
        reached = self.first[origin]
        for _ in range(1, self.depth):
            reached = self._next(reached)
        self._nothing_bad(origin, self.depth - 1, reached)

    def _next(self, reached: Reached) -> Reached:
        """Where one more stretch leads to."""
        cuts: dict[Node, list[State]] = {}
        bad: list[tuple[str, State]] = []
        for node, state in reached.cuts.items():
            assumed = state.assume(*self._assumed(node, state))
            if assumed is None:
                continue
            following = self.stretches.walk(node, assumed, partial(self._went_round, node))
            bad += following.bad
            for target, after in following.cuts.items():
                cuts.setdefault(target, []).append(after)
        return Reached({node: self.stretches.merge(states) for node, states in cuts.items()}, tuple(bad))

    def _went_round(self, origin: Node, node: Node, number: int, state: State, *, last: bool) -> bool:
        """The same for a later stretch: what the invariant of its origin excludes is excluded here."""
        del state, last
        return (node, number) in self.first[origin].again

    def _nothing_bad(self, origin: Node, passed: int, reached: Reached) -> None:
        later = f" after {passed} annotated nodes" if passed else ""
        self._discharge_merged(
            [_Case(state.path, f"{origin} can reach {what}{later}") for what, state in reached.bad], origin
        )

    def _assumed(self, node: Node, state: State | None = None) -> list[Term]:
        """What a path assumes of a node's annotation; what is general enters questions as instances."""
        return split_general(self._invariant(node, state))[0]

    def _invariant(self, node: Node, state: State | None = None) -> list[Term]:
        """The conjuncts of a node's annotation, of the values of a state."""
        here = str(node)
        conjuncts = self.part.requires if node == self.unfolding.root else ()
        conjuncts = self.part.invariants.get(here, conjuncts)
        memo: dict[Term, Term] = {}
        return [c if state is None else substitute(c, state.values, memo) for c in conjuncts]

    def _discharge_merged(self, cases: Sequence[_Case], origin: Node) -> None:
        """Sees that none of the cases is possible, all at once if that can be decided."""
        if cases:
            merged = self.stretches.merge([State(case.terms) for case in cases]).path
            self._discharge(cases, merged, origin)

    def _excluded(self, terms: tuple[Term, ...], origin: Node | None, *, patient: bool) -> bool | None:
        """Whether terms exclude each other, where the invariant of their origin holds."""
        general = [] if origin is None else split_general(self._invariant(origin))[1]
        return self.queries.excluded((*terms, *instances(general, terms)), patient=patient)

    def _discharge(
        self, cases: Sequence[_Case], together: tuple[Term, ...] = (), origin: Node | None = None
    ) -> None:
        """Sees that none of the cases is possible, on paths from the origin. Where there are several, the
        terms `together` are possible if and only if one of them is."""
        self.obligations += bool(cases)
        if len(cases) > 1:
            excluded = self._excluded(together, origin, patient=False)
            if excluded:
                return
            if excluded is False:
                possible = (c for c in cases if self._excluded(c.terms, origin, patient=False) is False)
                raise _Stop(self._not_excluded(next(possible, cases[0]), origin))
        for case in cases:
            excluded = self._excluded(case.terms, origin, patient=True)
            if excluded is None:
                raise _Stop(Unchecked(f"no solver decided whether {case}"))
            if not excluded:
                raise _Stop(self._not_excluded(case, origin))

    def _not_excluded(self, case: _Case, origin: Node | None) -> CheckResult:
        """A case that is possible: the proof is wrong; or, where something general is known of the origin, it
        is not seen to be right with the instances of that which were tried."""
        if origin is not None and split_general(self._invariant(origin))[1]:
            return Unchecked(f"no instance of what is known of all elements excludes that {case}")
        return Refused(str(case))
