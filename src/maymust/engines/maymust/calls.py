"""ExtendFrontier where the frontier is a call (thesis §4.4): the question goes to the callee.

The callee begins in a state that the caller's test could bring about: its whole symbolic map and its path
constraint tell which (§4.7.2). If the callee can end in the region behind the call, its test is one of the
caller's. If not, the regions at its entry from which it could are the predicate to refine with, once what the
callee knows is said in the caller's terms (§4.4.5, §4.7.6: their disjunction). What the callee cannot change
is asked before: it needs no look into it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from maymust.certificates.contracts import GHOST, Contract, Use
from maymust.engines.base import FailsClaim, HoldsClaim
from maymust.engines.maymust.extend import Extension
from maymust.engines.maymust.proof import bad_regions
from maymust.engines.maymust.query import Query, system_of
from maymust.engines.maymust.symbolic import binding_at, execute_symbolic, position_of
from maymust.engines.slices import Slice
from maymust.frozen import frozen
from maymust.ir.transitions import End
from maymust.solvers.base import Undecided
from maymust.terms import FALSE, Term, conjunction, disjunction, negation, substitute, variable
from maymust.terms.literals import Literals, simplify_conjunction

if TYPE_CHECKING:
    from maymust.engines.maymust.frontier import Frontier
    from maymust.engines.maymust.loop import MayMustSearch
    from maymust.interp.calls import CallRunner
    from maymust.ir.modules import Modules
    from maymust.ir.transitions import CallEnd

_EXCLUDED = {End.ERROR: frozenset(("violation",)), End.BLOCKED: frozenset(("unmodelled",))}


@frozen(eq=False)
class Refuted:
    """No test along the trace crosses the frontier. `predicate` is suitable, and a contract says why."""

    predicate: Literals
    use: Use


@dataclass
class Calls:
    """What all searches in the procedures of a program share. `depth` counts the queries that wait for
    others."""

    modules: Modules
    runner: CallRunner
    contracts: list[Contract] = field(default_factory=list)
    deepest: int = 40
    depth: int = 0
    queries: int = 0

    def changed(self, call: CallEnd) -> frozenset[Term]:
        """The variables of the caller that a call may change."""
        return self.modules[call.callee].changes | set(call.results)

    def extend(self, search: MayMustSearch, frontier: Frontier) -> Extension | Refuted | Undecided:
        """Asks the callee whether some test along the frontier's trace crosses it."""
        if self.depth >= self.deepest:
            return Undecided("too many calls wait for each other")
        query, given = self._query(search, frontier)
        self.depth += 1
        self.queries += 1
        try:
            inner = search.inner(system_of(query))
            claim = inner.work(Slice(math.inf))
        finally:
            self.depth -= 1
        match claim:
            case FailsClaim():
                return self._test(frontier, inner, query)
            case HoldsClaim():
                return self._refute(frontier, inner, query, given)
        return Undecided("the callee's query has no answer")

    def _query(self, search: MayMustSearch, frontier: Frontier) -> tuple[Query, tuple[Term, ...]]:
        """The query, and for each of its ghosts what of the caller it stands for."""
        call = frontier.transition.call
        assert call is not None
        module = self.modules[call.callee]
        state, machine = frontier.state, search.machine
        symbolic = execute_symbolic(state, machine)
        binding = binding_at(state, machine)
        literals = frontier.target.literals if call.end is End.RETURN else ()
        changed = self.changed(call)
        frame = [literal for literal in literals if literal.free.isdisjoint(changed)]
        about = [literal for literal in literals if not literal.free.isdisjoint(changed)]
        shared = set(self.modules.globals)
        known = dict(zip(call.results, module.results, strict=False))
        mentioned = dict.fromkeys(v for literal in about for v in sorted(literal.free, key=str))
        given = tuple([v for v in mentioned if v not in shared and v not in known])
        ghosts = tuple([variable(f"{GHOST}{k}", v.sort) for k, v in enumerate(given)])
        meaning = known | dict(zip(given, ghosts, strict=True))
        values = dict(zip(module.parameters, map(binding.value, call.arguments), strict=True))
        values |= {v: binding.value(v) for v in self.modules.globals}
        values |= {ghost: binding.value(v) for ghost, v in zip(ghosts, given, strict=True)}
        guard = [*symbolic.path_constraint(), *[binding.value(literal) for literal in frame]]
        symbols = sorted(
            {v for term in (*guard, *values.values()) for v in term.free}, key=position_of
        )
        above = {v: variable(f"?above!{position_of(v)}", v.sort) for v in symbols}
        query = Query(
            module,
            call.end,
            tuple([substitute(literal, meaning) for literal in about]),
            ghosts,
            {v: substitute(value, above) for v, value in values.items()},
            tuple(dict.fromkeys(substitute(conjunct, above) for conjunct in guard)),
            tuple(above.values()),
        )
        return query, given

    def _test(self, frontier: Frontier, inner: MayMustSearch, query: Query) -> Extension:
        """The callee's test as one of the caller's: what its query began with are inputs of the caller."""
        state, failed = frontier.state, inner.failed
        assert failed is not None
        inputs = state.inputs()
        count = len(query.inputs)
        found = failed.inputs()
        for position, symbol in enumerate(query.inputs):
            assert symbol.name is not None
            inputs[int(symbol.name.rpartition("!")[2])] = found[position]
        for position, value in found.items():
            if position >= count:
                inputs[state.inputs_before + position - count] = value
        return Extension(inputs)

    def _refute(
        self, frontier: Frontier, inner: MayMustSearch, query: Query, given: tuple[Term, ...]
    ) -> Refuted:
        module, call = query.module, frontier.transition.call
        assert call is not None
        bad = bad_regions(inner.graph, inner.targets)
        at_entry = [r for r in bad if r.location == module.system.initial]
        crossing = disjunction(conjunction(region.literals) for region in at_entry)
        left = "" if module.exit is None else module.system.nodes[module.exit]
        contract = Contract(
            module.name,
            query.ghosts,
            (negation(crossing),),
            (negation(conjunction(query.target)),) if query.end is End.RETURN else (),
            _EXCLUDED.get(query.end, frozenset()),
            {node: said for node, said in inner.annotation().items() if node != left},
            inner.used(),
        )
        number = len(self.contracts)
        self.contracts.append(contract)
        meaning = dict(zip(module.parameters, call.arguments, strict=True))
        meaning |= dict(zip(query.ghosts, given, strict=True))
        changed = self.changed(call)
        frame = [
            literal
            for literal in (frontier.target.literals if call.end is End.RETURN else ())
            if literal.free.isdisjoint(changed)
        ]
        predicate = simplify_conjunction((*frame, substitute(crossing, meaning)))
        return Refuted((FALSE,) if predicate is None else predicate, Use(number, given))
