"""Interpolants as suitable predicates (article §4.2.2).

A says how the frontier's state is reached: the path constraint over the test's inputs, and the value of each
variable that the preimage speaks of. B is the preimage. No test along the path crosses, so A and B contradict
each other, and an interpolant I is implied by A, so the state satisfies it, while no state that satisfies I
crosses: ρ := ¬I. Unlike WP it is drawn from why this path does not cross.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from maymust.engines.maymust.must.extend import related
from maymust.engines.maymust.must.symbolic import binding_at, execute_symbolic
from maymust.solvers.base import Unsat
from maymust.solvers.bitwuzla_backend import BitwuzlaSolver
from maymust.solvers.prover import Purpose
from maymust.terms import FALSE, TRUE, ArraySort, Term, conjuncts, eq, negation, postorder

if TYPE_CHECKING:
    from maymust.engines.maymust.may.edges import Preimage
    from maymust.engines.maymust.may.frontier import Frontier
    from maymust.engines.maymust.refining.base import RefiningMeans
    from maymust.ir.transitions import Transition
    from maymust.solvers.base import Undecided
    from maymust.terms.literals import Literals

_PATIENCE = 3  # refinements by others on one transition, before it seems that they unroll a loop
_LONGEST_PATH = 60  # edges; the interpolants of longer ones say little in many words
_LARGEST = 1000  # terms that an interpolant may have
_SECONDS = 2.0


class Interpolants:
    """See `base.Refiner`. What Bitwuzla proposes, the prover checks. There are none where there are arrays:
    its interpolants are of bit-vectors."""

    def __init__(self, means: RefiningMeans) -> None:
        self._means = means
        self._machine = means.machine
        self._prover = means.prover
        self._patience = 0 if means.options.predicates == "interpolants" else _PATIENCE
        self._by_others: Counter[Transition] = Counter()
        self._solver = BitwuzlaSolver()
        self.asked = 0

    def suitable_predicate(
        self, frontier: Frontier, preimage: Preimage, answer: Unsat | Undecided
    ) -> Literals | None:
        """The negation of an interpolant; None where none is found that is worth it, or none is wanted, as WP
        does not seem to unroll a loop yet."""
        wanted = self._by_others[frontier.transition] >= self._patience
        found = self._interpolated(frontier, preimage) if wanted and isinstance(answer, Unsat) else None
        if found is None:
            self._by_others[frontier.transition] += 1
        return found

    def _interpolated(self, frontier: Frontier, preimage: Preimage) -> Literals | None:
        state = frontier.state
        if preimage.whole is None or state.depth > _LONGEST_PATH:
            return None
        read = {i.variable for i in frontier.transition.inputs}
        spoken_of = frozenset().union(*[literal.free for literal in preimage.whole]) - read
        symbolic = execute_symbolic(state, self._machine)
        binding = binding_at(state, self._machine)
        values = {v: binding.value(v) for v in sorted(spoken_of)}
        path = related(symbolic.path_constraint(), values.values())
        known = [fact for fact in self._means.facts.of(frontier.source.location) if fact.free <= spoken_of]
        crossing = (*preimage.whole, *known)
        reaching = (*path, *[eq(v, value) for v, value in values.items()])
        if any(isinstance(part.sort, ArraySort) for part in postorder((*reaching, *crossing))):
            return None
        self.asked += 1
        found = self._solver.interpolant(
            reaching,
            crossing,
            seconds=min(_SECONDS, self._prover.seconds_per_query),
        )
        if not isinstance(found, Term) or found in (TRUE, FALSE) or found.size > _LARGEST:
            return None
        return conjuncts(negation(found)) if self._is_suitable(found, frontier, crossing) else None

    def _is_suitable(self, found: Term, frontier: Frontier, crossing: Literals) -> bool:
        """Whether the state satisfies it, and the prover agrees that no state that does crosses."""
        if not self._means.satisfies(frontier, (found,)):
            return False
        return isinstance(self._prover.check((*crossing, found), Purpose.GENERALISATION), Unsat)
