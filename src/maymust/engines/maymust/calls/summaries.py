"""Summaries of calls, by which a query about a callee need not be asked again (SMASH).

MUST-POST-USESUMMARY      `MustSummary`: from a test's path through the callee. What reaches its beginning
                          can be made to reach its end.
NOTMAY-PRE-USESUMMARY     `NotMaySummary`: from a proof about the callee. What begins in φ₁ cannot end in φ₂.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.engines.maymust.must.called import follow
from maymust.engines.recollection import KnownCall
from maymust.frozen import frozen
from maymust.interp.calls import OutOfSteps
from maymust.ir.transitions import End

if TYPE_CHECKING:
    from maymust.engines.maymust.calls.query import Query
    from maymust.engines.maymust.loop import MayMustSearch
    from maymust.engines.maymust.must.forest import ForestState
    from maymust.interp.calls import CallRunner
    from maymust.interp.machine import Machine
    from maymust.ir.modules import Module
    from maymust.terms import Term, Value

_LONGEST = 200  # path of a must summary, in conjuncts
_MOST_STEPS = 20_000  # of a call whose path becomes one


@frozen(eq=False)
class NotMaySummary:
    """φ₁ is what the contract with this number requires; φ₂ is the `target`, over what is returned, the
    globals then, and the contract's ghosts."""

    contract: int
    ghosts: tuple[Term, ...]
    requires: Term
    target: frozenset[Term]


@frozen(eq=False)
class MustSummary:
    """A path through a callee: it is taken where the `condition` on what it begins with, and on what it reads
    (`in!0`, `in!1`, …), holds; then `exits` gives what it has changed and what it returns. `read` is what one
    test read."""

    condition: tuple[Term, ...]
    exits: Mapping[Term, Term]
    read: tuple[Value, ...]


class Summaries:
    """The summaries of a program's procedures, by name and end."""

    def __init__(self, runner: CallRunner) -> None:
        self._runner = runner
        self._must: dict[tuple[str, End], list[MustSummary]] = {}
        self._not_may: dict[tuple[str, End], list[NotMaySummary]] = {}
        self.must_used = self.not_may_used = 0

    def must(self, name: str, end: End) -> list[MustSummary]:
        """The must summaries of a procedure, the newest first."""
        return self._must.get((name, end), [])[::-1]

    def not_may(self, name: str, end: End) -> list[NotMaySummary]:
        """The ¬may summaries of a procedure, the newest first."""
        return self._not_may.get((name, end), [])[::-1]

    def count(self) -> tuple[int, int]:
        """How many must and ¬may summaries there are."""
        return sum(map(len, self._must.values())), sum(map(len, self._not_may.values()))

    def add_proof(self, query: Query, contract: int, requires: Term) -> None:
        """A query has been answered by no."""
        made = NotMaySummary(contract, query.ghosts, requires, frozenset(query.target))
        self._not_may.setdefault((query.module.name, query.end), []).append(made)

    def forget_proofs(self, first: int) -> None:
        """The contracts from a number on are gone."""
        for key, known in self._not_may.items():
            self._not_may[key] = [summary for summary in known if summary.contract < first]

    def add_test(self, query: Query, inner: MayMustSearch) -> KnownCall:
        """A query has been answered by yes: the path of its test is worth to be known."""
        assert inner.failed is not None
        known = self._call_of(query, inner.machine, inner.failed)
        self.add_call(query.module, query.end, known)
        matters = {str(v.name) for v in query.module.touched}
        return replace(
            known, globals={name: value for name, value in known.globals.items() if name in matters}
        )

    def add_path(self, query: Query, end: End, machine: Machine, reached: ForestState) -> MustSummary | None:
        """The path through the callee of a test of a query, which reached this state; None if it is too long
        to be of use."""
        return self.add_call(query.module, end, self._call_of(query, machine, reached))

    def add_call(self, module: Module, end: End, call: KnownCall) -> MustSummary | None:
        """The path of a call that ends like this, whose values fit; None if it is too long to be of use."""
        globals_ = self._runner.modules.globals
        try:
            followed = follow(
                self._runner,
                module.name,
                [call.globals[str(v.name)] for v in globals_],
                list(call.arguments),
                {v: v for v in (*globals_, *module.parameters)},
                call.read,
                most=_MOST_STEPS,
            )
        except OutOfSteps:
            return None
        if followed.symbolic.length > _LONGEST:
            return None
        kept = [v for v in globals_ if v in module.changes]
        exits = {v: followed.value(v) for v in (*kept, *module.results)} if end is End.RETURN else {}
        made = MustSummary(tuple(followed.symbolic.path_constraint()), exits, call.read)
        self._must.setdefault((module.name, end), []).append(made)
        return made

    def _call_of(self, query: Query, machine: Machine, reached: ForestState) -> KnownCall:
        """The call that a test of a query is."""
        values = dict(zip(machine.layout.variables, reached.trace()[1].valuation(), strict=True))
        count = len(query.inputs)
        read = tuple([value for position, value in sorted(reached.inputs().items()) if position >= count])
        globals_ = {str(v.name): values[v] for v in self._runner.modules.globals}
        return KnownCall(globals_, tuple([values[v] for v in query.module.parameters]), read)

    def remove_proof(self, name: str, end: End, summary: NotMaySummary) -> None:
        """A ¬may summary has turned out to be none."""
        self._not_may[name, end].remove(summary)

    def add_known(self, name: str, end: End, summary: NotMaySummary) -> None:
        """A ¬may summary from an earlier run."""
        known = self._not_may.setdefault((name, end), [])
        if all(summary.contract != other.contract for other in known):
            known.append(summary)
