"""A frontier that is a call, and the ways to cross it, or to show that it is not crossed.

MUST-POST              `Crossing.by_test`: the callee's test is one of the caller's.
MUST-POST-USESUM       `Crossing.by_path`: the path of a must summary is taken from here.
NOTMAY-PRE             `Crossing.refuted`: what a contract of the callee says, in the caller's terms.
NOTMAY-PRE-USESUM      `Crossing.by_proof`: a ¬may summary says it already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.certificates.contracts import Use
from maymust.engines.maymust.calls.query import ABOVE, Query, positions_above
from maymust.engines.maymust.must.extend import Extension, related
from maymust.engines.maymust.must.symbolic import binding_at, execute_symbolic, position_of
from maymust.engines.maymust.must.tidy import tidied
from maymust.frozen import frozen
from maymust.ir.modules import GHOST
from maymust.ir.transitions import End
from maymust.solvers.base import Sat, Undecided, Unsat
from maymust.solvers.prover import Purpose
from maymust.terms import FALSE, TRUE, Term, conjunction, negation, substitute, variable
from maymust.terms.literals import Literals, simplify_conjunction

if TYPE_CHECKING:
    from collections.abc import Mapping, Set

    from maymust.engines.maymust.calls.summaries import MustSummary, NotMaySummary
    from maymust.engines.maymust.loop import MayMustSearch
    from maymust.engines.maymust.may.frontier import Frontier
    from maymust.engines.maymust.must.symbolic import Binding
    from maymust.ir.modules import Module, Modules


@frozen(eq=False)
class Refuted:
    """No test along the trace crosses the frontier. `predicate` is suitable, and a contract says why."""

    predicate: Literals
    use: Use


class Crossing:
    """A frontier that is a call. `frame` are the literals of the region behind it that the call cannot
    change, `about` the others; `begin` is what the callee begins with, over the caller's variables."""

    def __init__(self, modules: Modules, search: MayMustSearch, frontier: Frontier) -> None:
        call = frontier.transition.call
        assert call is not None
        self.search = search
        self.frontier = frontier
        self.call = call
        self.globals = modules.globals
        self.module: Module = modules[call.callee]
        self.symbolic = execute_symbolic(frontier.state, search.machine)
        self.binding: Binding = binding_at(frontier.state, search.machine)
        literals = frontier.target.literals if call.end is End.RETURN else ()
        self.frame = search.edges.kept(call, frontier.target)
        self.about = [literal for literal in literals if literal not in self.frame]
        self.begin = dict(zip(self.module.parameters, call.arguments, strict=True))
        self.begin |= {v: v for v in self.globals}
        results = dict(zip(call.results, self.module.results, strict=False))
        mentioned = dict.fromkeys(v for literal in self.about for v in sorted(literal.free, key=str))
        self.given = tuple([v for v in mentioned if v not in self.globals and v not in results])
        self.ghosts = tuple([variable(f"{GHOST}{k}", v.sort) for k, v in enumerate(self.given)])
        meaning = results | dict(zip(self.given, self.ghosts, strict=True))
        self.target = tuple([substitute(literal, meaning) for literal in self.about])

    def query(self) -> Query:
        """The question to the callee."""
        touched = self._touched()
        values = {v: self.binding.value(term) for v, term in self.begin.items() if v in touched}
        values |= {ghost: self.binding.value(v) for ghost, v in zip(self.ghosts, self.given, strict=True)}
        kept = [self.binding.value(literal) for literal in self.frame]
        path = self.symbolic.path_constraint()
        if self.search.options.touched_inputs:
            path = related(path, (*values.values(), *kept))
        guard = [*path, *kept]
        symbols = {v for term in (*guard, *values.values()) for v in term.free}
        above = {v: variable(f"{ABOVE}{position_of(v)}", v.sort) for v in sorted(symbols, key=position_of)}
        return Query(
            self.module,
            self.call.end,
            self.target,
            self.ghosts,
            {v: substitute(value, above) for v, value in values.items()},
            tuple(dict.fromkeys(substitute(conjunct, above) for conjunct in guard)),
            tuple(above.values()),
        )

    def _touched(self) -> Set[Term]:
        """The parameters and globals that the question is about."""
        if not self.search.options.touched_inputs:
            return {*self.globals, *self.module.parameters}
        mentioned = {v for literal in self.target for v in literal.free}
        return self.module.touched | mentioned

    def by_test(self, inner: MayMustSearch, query: Query) -> Extension:
        """The callee's test as one of the caller's: what its query began with are inputs of the caller."""
        state, failed, count = self.frontier.state, inner.failed, len(query.inputs)
        assert failed is not None
        inputs, found = state.inputs(), failed.inputs()
        inputs |= {above: found[position] for position, above in enumerate(positions_above(query))}
        for position, value in found.items():
            if position >= count:
                inputs[state.inputs_before + position - count] = value
        return Extension(inputs)

    def by_path(self, summary: MustSummary) -> Extension | Unsat | Undecided:
        """MUST-POST-USESUMMARY: a test that takes the path of the summary."""
        state, first = self.frontier.state, self.frontier.state.inputs_before
        begin = {v: self.binding.value(term) for v, term in self.begin.items()}
        known = (*summary.condition, *summary.exits.values())
        for symbol in {v for term in known for v in term.free} - set(begin):
            begin[symbol] = variable(f"in!{first + position_of(symbol)}", symbol.sort)
        exits = {v: substitute(value, begin) for v, value in summary.exits.items()}
        results = zip(self.call.results, self.module.results, strict=False)
        after = {v: exits[r] for v, r in results if r in exits}
        after |= {v: exits.get(v, begin[v]) for v in self.globals}
        after |= {v: self.binding.value(v) for v in self.given}
        crossing = [substitute(conjunct, begin) for conjunct in summary.condition]
        crossing += [self.binding.value(literal) for literal in self.frame]
        crossing += [substitute(literal, after) for literal in self.about]
        crossing = [conjunct for conjunct in dict.fromkeys(crossing) if conjunct is not TRUE]
        if FALSE in crossing:
            return Unsat()
        query = [*related(self.symbolic.path_constraint(), crossing), *crossing]
        answer = self.search.prover.check(query, Purpose.TEST)
        if not isinstance(answer, Sat):
            return answer
        model = tidied(answer.model, query) if self.search.options.tidy_inputs else answer.model
        inputs = state.inputs() | {first + k: value for k, value in enumerate(summary.read)}
        return Extension(inputs | {position_of(symbol): value for symbol, value in model.items()})

    def by_proof(self, summary: NotMaySummary, *, closely: bool = False) -> Refuted | None:
        """NOTMAY-PRE-USESUMMARY: φ₂ holds wherever the call is to lead, φ₁ where the frontier's state is. The
        prover is asked about φ₂ only if it is looked at `closely`."""
        if not set(summary.ghosts) <= set(self.ghosts):
            return None
        if not summary.target <= set(self.target) and not (closely and self._leads_to(summary.target)):
            return None
        if not self._holds(substitute(summary.requires, self._meaning(summary.ghosts))):
            return None
        return self.refuted(negation(summary.requires), summary.ghosts, summary.contract)

    def _leads_to(self, target: frozenset[Term]) -> bool:
        outside = negation(conjunction(sorted(target)))
        return isinstance(self.search.prover.check((*self.target, outside), Purpose.EMPTINESS), Unsat)

    def refuted(self, crossing: Term, ghosts: tuple[Term, ...], contract: int) -> Refuted:
        """A contract excludes the crossing, which needs this of the state in which the callee begins."""
        predicate = simplify_conjunction((*self.frame, substitute(crossing, self._meaning(ghosts))))
        given = dict(zip(self.ghosts, self.given, strict=True))
        use = Use(contract, tuple([given[ghost] for ghost in ghosts]))
        return Refuted((FALSE,) if predicate is None else predicate, use)

    def _meaning(self, ghosts: tuple[Term, ...]) -> Mapping[Term, Term]:
        given = dict(zip(self.ghosts, self.given, strict=True))
        meant = dict(zip(self.module.parameters, self.call.arguments, strict=True))
        return meant | {ghost: given[ghost] for ghost in ghosts}

    def _holds(self, term: Term) -> bool:
        return bool(self.search.machine.layout.value(term, self.frontier.state.valuation()))
