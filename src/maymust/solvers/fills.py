"""Queries without `fill`, for a solver that does not compare constant arrays.

A `fill` becomes an array variable whose elements are known at every index that the query reads or writes. So
there may be more solutions than there were: "unsatisfiable" stays true, a model has to be confirmed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.terms import (
    ArraySort,
    Term,
    Value,
    bitvec,
    eq,
    filled,
    make,
    postorder,
    select,
    substitute,
    variable,
)
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class FillVariables:
    """Variables for fills; a fill has the same one in all queries."""

    def __init__(self) -> None:
        self._rewritten: dict[Term, Term] = {}
        self._fills: dict[Term, Term] = {}  # by their variables
        self._elements: dict[Term, Term] = {}

    def without_fills(self, conjuncts: Iterable[Term]) -> list[Term]:
        """The conjuncts with variables instead of fills."""
        conjuncts = list(conjuncts)
        for part in postorder(conjuncts, self._rewritten):
            if part.op is None:
                self._rewritten[part] = part
                continue
            args = tuple([self._rewritten[argument] for argument in part.args])
            if part.op is ops.FILL:
                made = variable(f"fill!{len(self._fills)}", part.sort)
                self._fills[made], self._elements[made] = part, args[0]
                self._rewritten[part] = made
            else:
                self._rewritten[part] = make(part.op, args, part.indices)
        return [self._rewritten[conjunct] for conjunct in conjuncts]

    def instances(self, conjuncts: Sequence[Term]) -> list[Term]:
        """What is known of the variables in these conjuncts, at the indices in them."""
        present = [v for v in sorted(frozenset().union(*[c.free for c in conjuncts])) if v in self._fills]
        elements: dict[Term, Term] = {}
        while present:
            fill = present.pop()
            if fill not in elements:
                elements[fill] = self._elements[fill]
                present += [v for v in sorted(elements[fill].free) if v in self._fills]
        places = dict.fromkeys(
            part.args[1]
            for part in postorder((*conjuncts, *elements.values()))
            if part.op is ops.SELECT or part.op is ops.STORE
        )
        return [
            eq(select(fill, place), element)
            for fill, element in elements.items()
            for place in places
            if isinstance(fill.sort, ArraySort) and place.sort is bitvec(fill.sort.index)
        ]

    def with_fills(self, term: Term) -> Term:
        """The term with fills again instead of their variables."""
        return substitute(term, self._fills)


def restricted(model: Mapping[Term, Value], conjuncts: Iterable[Term]) -> dict[Term, Value]:
    """A model of the variables of the conjuncts; one that the model does not have is zero."""
    free = frozenset().union(*[conjunct.free for conjunct in conjuncts])
    return {name: model[name] if name in model else _zero(name) for name in sorted(free)}


def _zero(name: Term) -> Value:
    return filled(name.sort.index, 0) if isinstance(name.sort, ArraySort) else 0
