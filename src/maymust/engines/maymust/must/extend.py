"""ExtendFrontier: one query that either gives a test across the frontier or shows that there is none
along this trace (thesis Algorithm 3.4; article Fig. 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.engines.maymust.may.questions import decide_reads
from maymust.engines.maymust.must.symbolic import binding_at, execute_symbolic, position_of
from maymust.engines.maymust.must.tidy import tidied
from maymust.frozen import frozen
from maymust.solvers.base import Sat, Undecided, Unsat
from maymust.solvers.prover import Prover, Purpose
from maymust.terms import FALSE, TRUE, Term, Value
from maymust.terms.literals import simplify_conjunction

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from maymust.engines.maymust.may.edges import Preimage
    from maymust.engines.maymust.may.frontier import Frontier
    from maymust.interp.machine import Machine


@frozen
class Extension:
    """A test that crosses the frontier: values by position of the input."""

    inputs: Mapping[int, Value]


def extend_frontier(
    frontier: Frontier, preimage: Preimage, machine: Machine, prover: Prover, *, tidy: bool
) -> Extension | Unsat | Undecided:
    """Asks the prover once whether some test follows the state's path and crosses the frontier."""
    state = frontier.state
    symbolic = execute_symbolic(state, machine)
    binding = binding_at(state, machine)
    crossing = [binding.value(literal) for literal in (*preimage.guard, *preimage.target)]
    crossing = [literal for literal in crossing if literal is not TRUE]
    query = _with_fewer_reads((*related(symbolic.path_constraint(), crossing), *crossing))
    answer = prover.check(query, Purpose.TEST)
    if not isinstance(answer, Sat):
        return answer
    inputs = state.inputs()
    model = tidied(answer.model, query) if tidy else answer.model
    inputs.update({position_of(symbol): value for symbol, value in model.items()})
    return Extension(inputs)


def _with_fewer_reads(conjuncts: Iterable[Term]) -> list[Term]:
    """The conjuncts without duplicates, simplified where reads after stores could be decided."""
    query = list(dict.fromkeys(conjuncts))
    done: dict[Term, Term] = {}
    decided = [decide_reads(conjunct, done) for conjunct in query]
    if decided == query:
        return query
    simplified = simplify_conjunction(decided)
    return [FALSE] if simplified is None else list(simplified)


def related(path_constraint: list[Term], crossing: Iterable[Term]) -> list[Term]:
    """The conjuncts that share inputs with the crossing, directly or through others.

    The rest are satisfied by the test's own inputs, which stay as they are.
    """
    shared: set[Term] = set()
    for literal in crossing:
        shared |= literal.free
    chosen: list[Term] = []
    waiting = path_constraint
    grown = bool(shared)
    while grown:
        grown = False
        rest = []
        for conjunct in waiting:
            if conjunct.free.isdisjoint(shared):
                rest.append(conjunct)
                continue
            chosen.append(conjunct)
            if not conjunct.free <= shared:
                shared |= conjunct.free
                grown = True
        waiting = rest
    return chosen
