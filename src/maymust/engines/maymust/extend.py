"""ExtendFrontier: one query that either gives a test across the frontier or shows that there is none
along this trace (thesis Algorithm 3.4; article Fig. 10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from maymust.engines.maymust.symbolic import Binding, execute_symbolic, position_of
from maymust.interp.values import zero
from maymust.solvers.base import Sat, Undecided, Unsat
from maymust.solvers.prover import Prover, Purpose
from maymust.terms import TRUE, ArrayValue, Term, Value, array_value, postorder, to_signed
from maymust.terms import operators as ops
from maymust.terms.evaluate import evaluate, evaluate_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from maymust.engines.maymust.edges import Preimage
    from maymust.engines.maymust.frontier import Frontier
    from maymust.interp.machine import Machine

_TIDY_SIZE = 4000  # a larger constraint is not worth tidying
_TIDY_VALUES = 16


@dataclass(frozen=True, slots=True)
class Extension:
    """A test that crosses the frontier: values by position of the input."""

    inputs: Mapping[int, Value]


def extend_frontier(
    frontier: Frontier, preimage: Preimage, machine: Machine, prover: Prover, *, tidy: bool
) -> Extension | Unsat | Undecided:
    """Asks the prover once whether some test follows the state's path and crosses the frontier."""
    state = frontier.state
    symbolic = execute_symbolic(state, machine)
    binding = Binding(state, machine)
    crossing = [binding.value(literal) for literal in (*preimage.guard, *preimage.target)]
    crossing = [literal for literal in crossing if literal is not TRUE]
    query = list(dict.fromkeys((*related(symbolic.path_constraint(), crossing), *crossing)))
    answer = prover.check(query, Purpose.TEST)
    if not isinstance(answer, Sat):
        return answer
    inputs = state.inputs()
    model = tidied(answer.model, query) if tidy else answer.model
    inputs.update({position_of(symbol): value for symbol, value in model.items()})
    return Extension(inputs)


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


def tidied(model: Mapping[Term, Value], query: list[Term]) -> Mapping[Term, Value]:
    """A model with smaller numbers, where evaluation alone shows that it is one.

    A person reads -1 more easily than -1073741824, and a loop that runs to a small bound ends sooner. Besides
    0, 1 and -1, the numbers that the constraint itself mentions are tried, and their neighbours.
    """
    if sum(conjunct.size for conjunct in query) > _TIDY_SIZE:
        return model
    values = dict(model)
    for symbol in sorted(values, key=position_of):
        about = [conjunct for conjunct in query if symbol in conjunct.free]
        chosen = values[symbol]
        for candidate in _simpler_values(symbol, values, about):
            values[symbol] = candidate
            if all(evaluate(conjunct, values) for conjunct in about):
                break
        else:
            values[symbol] = chosen
    return values


def _simpler_values(symbol: Term, values: Mapping[Term, Value], about: list[Term]) -> Iterable[Value]:
    """Values worth a try; for an array, zeros everywhere, and zeros but where it is read."""
    chosen = values[symbol]
    if not isinstance(chosen, ArrayValue):
        return _small_values(symbol.width, about)
    reads = [p.args[1] for p in postorder(about) if p.op is ops.SELECT and symbol in p.args[0].free]
    indices = dict.fromkeys(evaluate_all(reads, values))
    read = array_value(chosen.index_width, 0, [(index, chosen.select(index)) for index in indices])
    return (zero(symbol.sort), read)


def _small_values(width: int, about: list[Term]) -> list[int]:
    """Values worth a try, the smallest first."""
    mask = (1 << width) - 1
    near = {part.value for part in postorder(about) if part.value is not None and part.width == width}
    found = {(value + offset) & mask for value in near for offset in (0, 1, -1)} | {0, 1, mask}
    return sorted(found, key=lambda value: (abs(to_signed(value, width)), value))[:_TIDY_VALUES]
