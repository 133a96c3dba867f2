"""Induction over calls: what a query asks is supposed to be answered by no while its answer is sought.

A recursive procedure comes back to a question that is already waiting. Then the answer may be supposed: that
a call that begins where `requires` holds does not end like that. At first nothing is required. If the proof
that was found with it holds wherever that is required, it is a proof by induction (`certificates.contracts`
says over what), and the supposition becomes its contract. If not, what it needs is required, too, and the
query is asked again: from above, this comes down to what the procedure keeps up by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from maymust.certificates.contracts import Contract
from maymust.engines.maymust.calls.summaries import NotMaySummary
from maymust.solvers.base import Unsat
from maymust.solvers.prover import Purpose
from maymust.terms import conjunction, negation

if TYPE_CHECKING:
    from maymust.engines.maymust.calls.crossing import Crossing, Refuted
    from maymust.engines.maymust.calls.query import Query
    from maymust.solvers.prover import Prover
    from maymust.terms import Term

_ROUNDS = 8
_NOT_YET = Contract("", (), (), (), frozenset())


@dataclass
class Supposition:
    """What is supposed of a query. `number` is that of its contract, once it was used."""

    query: Query
    requires: tuple[Term, ...] = ()
    rounds: int = 0
    number: int | None = None

    def refutes(self, crossing: Crossing, contracts: list[Contract]) -> Refuted | None:
        """How the supposition excludes that a call is crossed, if it does. Its place among the contracts is
        taken then."""
        query = self.query
        if crossing.module is not query.module or crossing.call.end is not query.end:
            return None
        number = len(contracts) if self.number is None else self.number
        supposed = NotMaySummary(number, query.ghosts, conjunction(self.requires), frozenset(query.target))
        refuted = crossing.by_proof(supposed, closely=True)
        if refuted is not None and self.number is None:
            self.number = number
            contracts.append(_NOT_YET)
        return refuted

    def concluded(self, contract: Contract, prover: Prover) -> Contract | None:
        """The contract that a proof shows which was found with the supposition; None if it shows too
        little."""
        if self.number is None:
            return contract
        needed = negation(conjunction(contract.requires))
        if not isinstance(prover.check((*self.requires, needed), Purpose.EMPTINESS), Unsat):
            return None
        return replace(contract, requires=self.requires)

    def strengthened(self, contract: Contract) -> Supposition | None:
        """What to suppose next, where the proof of this contract shows too little; None if it seems that
        there is no end to it."""
        if self.rounds >= _ROUNDS:
            return None
        requires = tuple(dict.fromkeys((*self.requires, *contract.requires)))
        return Supposition(self.query, requires, self.rounds + 1)
