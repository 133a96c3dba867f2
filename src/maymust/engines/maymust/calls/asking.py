"""ExtendFrontier where the frontier is a call (thesis §4.4): the question goes to the callee.

The callee begins in a state that the caller's test could bring about: its whole symbolic map and its path
constraint tell which (§4.7.2). If the callee can end in the region behind the call, its test is one of the
caller's. If not, the regions at its entry from which it could are the predicate to refine with, once what the
callee knows is said in the caller's terms (§4.4.5, §4.7.6: their disjunction). What the callee cannot change
is asked before: it needs no look into it. Summaries may have the answer, too (`summaries`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from maymust.certificates.contracts import Contract, Excluded, Use
from maymust.engines.base import FailsClaim, HoldsClaim
from maymust.engines.maymust.calls.cached import CachedTests
from maymust.engines.maymust.calls.crossing import Crossing, Refuted
from maymust.engines.maymust.calls.earlier import EarlierSummaries
from maymust.engines.maymust.calls.query import Query, begun_with, system_of
from maymust.engines.maymust.calls.summaries import Summaries
from maymust.engines.maymust.calls.suppositions import Supposition
from maymust.engines.maymust.may.annotation import bad_regions
from maymust.engines.maymust.must.extend import Extension
from maymust.engines.recollection import NO_RECOLLECTION
from maymust.frozen import frozen
from maymust.ir.transitions import End
from maymust.solvers.base import Undecided
from maymust.terms import Term, conjunction, negation

if TYPE_CHECKING:
    from maymust.engines.base import Claim
    from maymust.engines.maymust.directed import CalleePaths
    from maymust.engines.maymust.loop import MayMustSearch
    from maymust.engines.maymust.may.frontier import Frontier
    from maymust.engines.maymust.search import Search
    from maymust.engines.recollection import Recollection
    from maymust.interp.calls import CallRunner
    from maymust.ir.modules import Modules
    from maymust.ir.transitions import CallEnd

FactsByLocation = Mapping[int, tuple[Term, ...]]

_EXCLUDED: dict[End, frozenset[Excluded]] = {
    End.ERROR: frozenset(("violation",)),
    End.BLOCKED: frozenset(("unmodelled",)),
}
_DEEPEST = 64
_LONGEST = 64
_TRIED = 6  # summaries for one frontier


@frozen(eq=False)
class Asked:
    """A query that a search waits for: the `inner` search will answer it. Something may be `supposed` about
    the answer."""

    crossing: Crossing
    query: Query
    inner: MayMustSearch
    patience: float  # of the prover, before
    supposed: Supposition | None


@dataclass
class Calls:
    """What all searches in the procedures of a program share. `asked` are the queries of which each waits for
    the next; of one procedure there are `deepest` at most, which grows where nothing else is left to do."""

    modules: Modules
    runner: CallRunner
    must: bool = False
    not_may: bool = False
    contracts: list[Contract] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    deepest: int = 2
    longer: int = 1  # times the steps that calls may take at first
    ran_out: bool = False  # of steps, in a call
    queries: int = 0
    was_too_deep: bool = False
    paths: dict[str, CalleePaths] = field(default_factory=dict)  # where all are tested (`directed`)
    paths_found: int = 0
    paths_asked: int = 0
    recollection: Recollection = NO_RECOLLECTION
    facts: Mapping[str, FactsByLocation] = field(default_factory=dict)  # of each procedure

    def __post_init__(self) -> None:
        self.summaries = Summaries(self.runner)
        self._waiting: Counter[str] = Counter()
        self.tests = CachedTests()
        self.earlier = EarlierSummaries(
            self.recollection, self.modules, self.runner, self.summaries, self.contracts
        )

    def go_deeper(self) -> bool:
        """Lets more queries wait for others, and calls take more steps, if that may help."""
        deeper = self.was_too_deep and self.deepest < _DEEPEST
        if deeper:
            self.deepest *= 2
        longer = self.ran_out and self.longer < _LONGEST
        if longer:
            self.longer *= 4
        self.was_too_deep = self.ran_out = False
        return deeper or longer

    def learn(self, facts: Mapping[str, FactsByLocation]) -> None:
        """All searches build on these facts from now on. They hold in every call of their procedures, and are
        inductive together (`passes.join_modules`); what is claimed rests on them."""
        self.facts = facts
        for asked in self.asked:
            asked.inner.learn(facts.get(asked.query.module.name, {}))

    def changed(self, call: CallEnd) -> frozenset[Term]:
        """The variables of the caller that a call may change."""
        return self.modules[call.callee].changes | set(call.results)

    def uses(self, name: str, search: Search) -> dict[str, tuple[Use, ...]]:
        """The contracts that a proof about a procedure needs, by the node of the call that they stand for. A
        call that none was needed for may do anything."""
        return {node: tuple(search.uses.get(node, ())) for node in self.modules[name].calls}

    def extend(
        self, search: MayMustSearch, frontier: Frontier, proposed: Extension | Undecided
    ) -> Extension | Refuted | Undecided | None:
        """Whether some test along the frontier's trace crosses it, by summaries and by tests that are known.
        None: the callee is asked from now on, and `answer` will tell; or it need not be asked, as the path
        behind leads nowhere. The test that is proposed satisfies what the callee cannot change."""
        crossing = Crossing(self.modules, search, frontier)
        inputs = proposed.inputs if isinstance(proposed, Extension) else frontier.state.inputs()
        name, end = crossing.module.name, crossing.call.end
        if self.not_may:
            self.earlier.recall_contracts(name, end)
            for no in self.summaries.not_may(name, end):
                refuted = crossing.by_proof(no)
                if refuted is not None and self.earlier.is_accepted(name, end, no, search.budget.deadline):
                    self.summaries.not_may_used += 1
                    return refuted
        if search.options.cached_tests:
            known = self.tests.crossing(search, frontier, inputs, crossing.begin)
            if known is not None:
                return known
        if self.must:
            self.earlier.recall_calls(name)
            for yes in self.summaries.must(name, end)[:_TRIED]:
                extension = crossing.by_path(yes)
                if isinstance(extension, Extension):
                    self.summaries.must_used += 1
                    return extension
        for asked in reversed(self.asked):
            if asked.supposed is not None:
                refuted = asked.supposed.refutes(crossing, self.contracts)
                if refuted is not None:
                    return refuted
        if self._waiting[name] >= self.deepest:
            self.was_too_deep = True
            return Undecided("too many calls wait for each other")
        if not search.edges.may_lead_on(frontier.behind):
            return None
        query = crossing.query()
        self._ask(crossing, query, Supposition(query) if self.not_may else None)
        inner = self.asked[-1].inner
        claim = inner.try_test(begun_with(query, inputs)) if search.options.cached_tests else None
        answered = None if claim is None else self.answer(claim)
        return None if answered is None else answered[1]

    def _ask(self, crossing: Crossing, query: Query, supposed: Supposition | None) -> None:
        self._waiting[query.module.name] += 1
        self.queries += 1
        prover = crossing.search.prover
        inner = crossing.search.inner(system_of(query), self.facts.get(query.module.name, {}))
        self.asked.append(Asked(crossing, query, inner, prover.seconds_per_query, supposed))

    def answer(self, claim: Claim) -> tuple[Crossing, Extension | Refuted | Undecided] | None:
        """What the claim of the innermost search says about the frontier of the one that waits for it; None
        if its query had to be asked again."""
        asked = self.asked.pop()
        crossing, query, inner = asked.crossing, asked.query, asked.inner
        self._waiting[query.module.name] -= 1
        inner.prover.seconds_per_query = asked.patience
        match claim:
            case FailsClaim():
                self._withdraw(asked)
                if self.must:
                    self.recollection.keep_call(query.module.name, self.summaries.add_test(query, inner))
                self.tests.add(query, inner)
                return crossing, crossing.by_test(inner, query)
            case HoldsClaim():
                refuted = self._conclude(asked)
                return None if refuted is None else (crossing, refuted)
        self._withdraw(asked)
        return crossing, Undecided("the callee's query has no answer")

    def _conclude(self, asked: Asked) -> Refuted | None:
        """What the proof of a no shows; None if the query is asked again, with less supposed."""
        query, supposed = asked.query, asked.supposed
        found = _contract(asked.inner, query, self.uses(query.module.name, asked.inner))
        contract = found if supposed is None else supposed.concluded(found, asked.inner.prover)
        if contract is None:
            assert supposed is not None
            self._withdraw(asked)
            self._ask(asked.crossing, query, supposed.strengthened(found))
            return None
        number = len(self.contracts)
        if supposed is not None and supposed.number is not None:
            number = supposed.number
            self.contracts[number] = contract
        else:
            self.contracts.append(contract)
        if self.not_may:
            self.summaries.add_proof(query, number, conjunction(contract.requires))
            if not self.facts:
                self.earlier.keep_contract(number, query.end, query.target)
        return asked.crossing.refuted(negation(conjunction(contract.requires)), query.ghosts, number)

    def _withdraw(self, asked: Asked) -> None:
        """What was supposed of a query is not so: what was proved with it is forgotten."""
        if asked.supposed is not None and asked.supposed.number is not None:
            del self.contracts[asked.supposed.number :]
            self.summaries.forget_proofs(asked.supposed.number)
            self.earlier.forget(asked.supposed.number)


def _contract(inner: MayMustSearch, query: Query, uses: Mapping[str, tuple[Use, ...]]) -> Contract:
    """What the proof that answers a query says of every call of the procedure."""
    module = query.module
    bad = bad_regions(inner.graph, inner.targets)
    at_entry = [region for region in bad if region.location == module.system.initial]
    left = "" if module.exit is None else module.system.nodes[module.exit]
    return Contract(
        module.name,
        query.ghosts,
        tuple([negation(conjunction(region.literals)) for region in at_entry]),
        (negation(conjunction(query.target)),) if query.end is End.RETURN else (),
        _EXCLUDED.get(query.end, frozenset()),
        {node: said for node, said in inner.annotation().items() if node != left},
        uses,
    )
