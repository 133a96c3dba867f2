"""What tests have shown at one cut point, by columns, together with what is written in the program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from maymust.terms import Term, to_signed

if TYPE_CHECKING:
    from maymust.engines.auto.problem import Valuation
    from maymust.terms.evaluate import Layout

Columns = dict[Term, Sequence[int]]

MOST_VARIABLES = 12  # of one width that are paired each with each
MOST_PAIRS = 100
MOST_QUANTITIES = 8  # that are looked at beside the variables
CHECKED_AT_ONCE = 100  # terms that are compiled to one function


def distinct(terms: Iterable[Term], most: int) -> list[Term]:
    """The first terms that are neither trivial nor repeated, at most so many."""
    found: dict[Term, None] = {}
    for term in terms:
        if term.value is None:
            found[term] = None
            if len(found) >= most:
                break
    return list(found)


@dataclass(frozen=True)
class Sample:
    """`states` are valuations that differ in `variables`, the bit-vectors that candidates may speak of: live
    variables, and the `quantities` of the problem. `constants` (unsigned readings) and `atoms` are the
    program's; no atom speaks of variables that are not `live`."""

    layout: Layout
    live: frozenset[Term]
    variables: tuple[Term, ...]
    states: Sequence[Valuation]
    constants: tuple[int, ...]
    atoms: tuple[Term, ...]

    @classmethod
    def of(
        cls,
        layout: Layout,
        live: Sequence[Term],
        states: Iterable[Valuation],
        constants: tuple[int, ...] = (),
        atoms: Iterable[Term] = (),
        quantities: Iterable[Term] = (),
    ) -> Sample:
        """The sample of these states; states, variables and atoms that add nothing are left out."""
        known = frozenset(live)
        beside = [q for q in quantities if q.free <= known][:MOST_QUANTITIES]
        variables = (*(v for v in live if v.width), *beside)
        values_of = layout.vector_function(variables)
        distinct = {values_of(state): state for state in states}
        told = tuple(a for a in atoms if a.free <= known)
        return cls(layout, known, variables, tuple(distinct.values()), constants, told)

    def part(self, states: Sequence[Valuation], variables: Iterable[Term]) -> Sample:
        """Some states, seen through some of the variables, without the program's constants and atoms."""
        return replace(self, states=states, variables=tuple(variables), constants=(), atoms=())

    def thinned(self, most: int) -> Sample:
        """About so many of the states: every n-th, and those in which a variable is largest or smallest."""
        if len(self.states) <= most:
            return self
        chosen = set(range(0, len(self.states), -(-len(self.states) // most)))
        for column in self.signed.values():
            chosen |= {column.index(min(column)), column.index(max(column))}
        return replace(self, states=[self.states[row] for row in sorted(chosen)])

    @cached_property
    def columns(self) -> Columns:
        """The values of each variable, state by state."""
        return {v: list(map(self.layout.function(v), self.states)) for v in self.variables}

    @cached_property
    def values(self) -> Columns:
        """The distinct values of each variable, in increasing order."""
        return {v: sorted(set(column)) for v, column in self.columns.items()}

    @cached_property
    def signed(self) -> Columns:
        """`columns`, as two's complement. Requires that there are states."""
        result: Columns = {}
        for v, column in self.columns.items():
            half = 1 << (v.width - 1)
            result[v] = [(x ^ half) - half for x in column] if max(column) >= half else column
        return result

    @cached_property
    def by_width(self) -> dict[int, list[Term]]:
        """The variables of each width."""
        result: dict[int, list[Term]] = {}
        for v in self.variables:
            result.setdefault(v.width, []).append(v)
        return result

    def signed_constants(self, width: int) -> list[int]:
        """The program's constants as two's complement numbers of a width, in increasing order."""
        mask = (1 << width) - 1
        return sorted({to_signed(c & mask, width) for c in self.constants})

    def unsigned_constants(self, width: int) -> list[int]:
        """The program's constants as natural numbers of a width, in increasing order."""
        mask = (1 << width) - 1
        return sorted({c & mask for c in self.constants})

    def pairs(self, width: int) -> list[tuple[Term, Term]]:
        """Pairs of variables of a width: first those that share an atom, then each of a few with each."""
        variables = self.by_width[width]
        rank = {v: number for number, v in enumerate(variables)}
        together = [sorted(rank.keys() & a.free, key=rank.__getitem__) for a in self.atoms]
        found = dict.fromkeys(pair for group in together for pair in combinations(group[:4], 2))
        found |= dict.fromkeys(combinations(variables[:MOST_VARIABLES], 2))
        return list(found)[:MOST_PAIRS]

    def truth(self, atom: Term) -> list[int]:
        """Whether an atom holds, state by state."""
        return list(map(self.layout.function(atom), self.states))

    def holding(self, terms: Sequence[Term]) -> list[Term]:
        """Those that hold in all states, in their order."""
        failing: set[Term] = set()
        for states, some in self._to_check(terms):
            for values in map(self.layout.vector_function(some), states):
                if not all(values):
                    failing.update(term for term, value in zip(some, values, strict=True) if not value)
        return [term for term in terms if term not in failing]

    def _to_check(self, terms: Sequence[Term]) -> Iterator[tuple[Iterable[Valuation], Sequence[Term]]]:
        """Terms and the states to check them in. A variable has fewer values than there are states."""
        unary = {v: [t for t in terms if len(t.free) == 1 and v in t.free] for v in self.variables}
        for v, some in unary.items():
            if some:
                yield dict(zip(self.columns[v], self.states, strict=True)).values(), some
        told = {term for some in unary.values() for term in some}
        rest = [term for term in terms if term not in told]
        for start in range(0, len(rest), CHECKED_AT_ONCE):
            yield self.states, rest[start : start + CHECKED_AT_ONCE]
