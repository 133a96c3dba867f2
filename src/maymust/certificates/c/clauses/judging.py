"""Whether a clause of a contract is violated by an execution, in full width."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from maymust.certificates.c.clauses.frame import Allowed, Changes
from maymust.certificates.c.clauses.memory import Memory
from maymust.certificates.c.clauses.states import Execution, State, call_in, execution_of
from maymust.certificates.c.clauses.terms import Bound, Terms
from maymust.certificates.c.clauses.values import NotSeen, Undefined
from maymust.certificates.judgement import Judgement, NotDecided, NotViolated, SeenViolated
from maymust.frontends.acsl.scope import Scope
from maymust.frontends.acsl.typed import (
    Apply,
    Clause,
    Frame,
    Old,
    Quantified,
    Term,
    TypedContract,
)
from maymust.frontends.c.source import Source
from maymust.frozen import frozen
from maymust.interp.replay import Run
from maymust.ir.program import Program


@frozen(eq=False)
class Judge:
    """Judges executions of a program, whose entry calls the function with the contract, and does nothing
    else."""

    program: Program
    source: Source
    scope: Scope
    contract: TypedContract
    passed: tuple[Clause | Frame, ...] = ()
    """Clauses that need not hold where those behind them are judged."""

    def judged(
        self,
        clause: Clause | Frame | None,
        run: Run,
        outside: Mapping[int, frozenset[int]],
        tried: range,
    ) -> Judgement:
        """Whether a run violates a clause, of which those before it hold; without a clause, whether the
        function is called as the contract requires.

        `outside` are objects from outside that there are, by their area in the program's memory;
        those that pointers lead to are there anyway. `tried` are numbers to try as witnesses.
        """
        try:
            execution = execution_of(self.program, self.source, run)
            memory = Memory(self.program, self.source, self.scope, execution, outside)
            return _Hearing(self, execution, memory, tried).judgement(clause)
        except NotSeen as reason:
            return NotDecided(str(reason))

    def judged_call(
        self,
        clause: Clause,
        scope: Scope,
        run: Run,
        outside: Mapping[int, frozenset[int]],
        tried: range,
    ) -> Judgement:
        """Whether the call that a run ends with violates what another function, with a scope of its own,
        requires."""
        try:
            execution, called = call_in(self.program, self.source, run)
            given = (scope, scope.parameters, called.arguments)
            memory = Memory(self.program, self.source, self.scope, execution, outside, given)
            start = _Hearing(self, execution, memory, tried).judgement(None)
            if not isinstance(start, SeenViolated):
                return start
            return _Hearing(self, called, memory, tried).of_start(clause)
        except NotSeen as reason:
            return NotDecided(str(reason))


class _Hearing:
    """One execution."""

    def __init__(self, judge: Judge, execution: Execution, memory: Memory, tried: range) -> None:
        self._judge, self._execution, self._memory = judge, execution, memory
        self._terms = Terms(execution, memory, tried)

    def of_start(self, clause: Clause) -> Judgement:
        """Of a clause that is about the call."""
        is_true = self._holds(clause.term, self._execution.called, {})
        return NotViolated("the clause holds") if is_true else SeenViolated()

    def judgement(self, clause: Clause | Frame | None) -> Judgement:
        contract = self._judge.contract
        called, returned = self._execution.called, self._execution.returned
        for each in contract.requires:
            if not self._holds(each.term, called, {}):
                return NotViolated(f"it is not called as it has to be: {each.text}")
        if clause is None:
            return SeenViolated()
        if any(each is clause for each in contract.starts):
            assert isinstance(clause, Clause)
            return self.of_start(clause)
        if returned is None:
            return NotViolated("the function does not return")
        for each in contract.ensures:
            if each is clause:
                break
            is_passed = any(each is other for other in self._judge.passed)
            if not is_passed and self._is_violated(each, returned):
                return NotViolated(f"another clause is violated before: {each.text}")
        if isinstance(clause, Frame):
            return (
                NotViolated("nothing else has changed") if self._is_kept(clause, returned) else SeenViolated()
            )
        return NotViolated("the clause holds") if self._holds(clause.term, returned, {}) else SeenViolated()

    def _is_violated(self, clause: Clause, returned: State) -> bool:
        """Whether a clause is seen to be violated."""
        try:
            return not self._holds(clause.term, returned, {})
        except NotSeen:
            return False

    def _is_kept(self, frame: Frame, returned: State) -> bool:
        """Whether nothing has changed but what the frame allows, if it applies, which must be defined."""
        called = self._execution.called
        if frame.assumes is not None:
            try:
                if not self._terms.value(frame.assumes, called, {}):
                    return True
            except Undefined:
                return False
        allowed = Allowed(frame, self._terms, called)
        changes = Changes(self._judge.program, self._judge.source, self._memory, called, returned)
        unseen: NotSeen | None = None
        for change in changes.all():
            if isinstance(change, NotSeen):
                unseen = change
            elif not allowed.covers(change):
                return False
        if unseen is not None:
            raise unseen
        return True

    def _holds(self, term: Term, state: State, bound: Bound) -> bool:
        """Whether a term is defined and true."""
        try:
            return self._is_true(term, state, bound)
        except Undefined:
            return False

    def _is_true(self, term: Term, state: State, bound: Bound) -> bool:
        """The same, or `Undefined`. One part of a conjunction, or of what is said of all, that does not hold
        is enough, even if other parts are not seen."""
        match term:
            case Apply("and", operands):
                return _all_hold(partial(self._holds, each, state, bound) for each in operands)
            case Apply("implies", (left, right)):
                applies = self._terms.value(left, state, bound)
                return not applies or self._holds(right, state, bound)
            case Old(operand):
                return self._holds(operand, self._execution.called, bound)
            case Quantified("forall"):
                instances, missing, inner = self._terms.instances(term, state, bound)
                found = _all_hold(partial(self._holds, inner, state, each) for each in instances)
                if found and missing:
                    raise NotSeen(missing)
                return found
        return bool(self._terms.value(term, state, bound))


def _all_hold(questions: Iterable[Callable[[], bool]]) -> bool:
    """Whether all are true. One that is not seen matters if all others are."""
    unseen: NotSeen | None = None
    for question in questions:
        try:
            if not question():
                return False
        except NotSeen as reason:
            unseen = reason
    if unseen is not None:
        raise unseen
    return True
