"""What the bit-vector backends have to know of arrays in their queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.solvers.base import Sat, Undecided
from maymust.terms import ArraySort, Term
from maymust.terms import operators as ops
from maymust.terms.evaluate import evaluate_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from maymust.terms import Value


class ArrayTerms:
    """Which terms have arrays in them. A backend notes every term that it translates, arguments first."""

    def __init__(self) -> None:
        self._with_arrays: set[Term] = set()
        self._filled: set[Term] = set()  # arrays with a `fill` at the bottom
        self._with_filled_compared: set[Term] = set()

    def note(self, term: Term) -> None:
        """Adds a term."""
        if isinstance(term.sort, ArraySort):
            self._with_arrays.add(term)
            if term.op is ops.FILL or not self._filled.isdisjoint(term.args):
                self._filled.add(term)
        elif self._with_arrays and not self._with_arrays.isdisjoint(term.args):
            self._with_arrays.add(term)
        if self._filled and (
            not self._with_filled_compared.isdisjoint(term.args)
            or (term.op is ops.EQ and not self._filled.isdisjoint(term.args))
        ):
            self._with_filled_compared.add(term)

    def are_in(self, conjuncts: Iterable[Term]) -> bool:
        """Whether there are arrays."""
        return not self._with_arrays.isdisjoint(conjuncts)

    def filled_are_compared_in(self, conjuncts: Iterable[Term]) -> bool:
        """Whether there is an equality with an array that is a `fill` but for some stores."""
        return not self._with_filled_compared.isdisjoint(conjuncts)


def confirmed(model: Mapping[Term, Value], conjuncts: Sequence[Term], solver: str) -> Sat | Undecided:
    """The model, if the conjuncts hold in it. Z3 has been seen to give wrong models of arrays with few
    indices that are compared with a `fill`."""
    if all(evaluate_all(conjuncts, model)):
        return Sat(model)
    return Undecided(f"the query does not hold in the model of {solver}")
