"""Reads of arrays that are stored to, or chosen, on the way: as reads of variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.engines.auto.suppliers.native.compiler import CompilationFailed
from maymust.terms import ArraySort, eq, ite, make, postorder, select
from maymust.terms import operators as ops

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from maymust.terms import Term

_MOST = 20_000  # cases of reads


def array_parts(array: Term) -> Iterator[Term]:
    """The array and those that it is made of, these first."""
    seen: set[Term] = set()
    stack = [(array, False)]
    while stack:
        part, expanded = stack.pop()
        if expanded:
            yield part
        elif part not in seen:
            seen.add(part)
            stack.append((part, True))
            stack += [(a, False) for a in reversed(part.args) if isinstance(a.sort, ArraySort)]


class DirectReads:
    """Rewrites terms so that they read elements of variables only. Raises CompilationFailed where that makes
    them too large."""

    def __init__(self) -> None:
        self._direct: dict[Term, Term] = {}
        self._reads: dict[tuple[Term, Term], Term] = {}

    def direct(self, terms: Sequence[Term]) -> tuple[Term, ...]:
        """Terms with the same values. Requires: none is an array, and no arrays are compared."""
        for part in postorder(terms, self._direct):
            if isinstance(part.sort, ArraySort) or part.op is None:
                self._direct[part] = part
            elif part.op is ops.SELECT:
                self._direct[part] = self._read(part.args[0], self._direct[part.args[1]])
            else:
                arguments = tuple([self._direct[argument] for argument in part.args])
                unchanged = arguments == part.args
                self._direct[part] = part if unchanged else make(part.op, arguments, part.indices)
        return tuple([self._direct[term] for term in terms])

    def _read(self, array: Term, index: Term) -> Term:
        """By cases, of which the last ones are about variables."""
        reads = self._reads
        for part in array_parts(array):
            if (part, index) not in reads:
                reads[part, index] = self._case(part, index)
                if len(reads) > _MOST:
                    raise CompilationFailed("too many reads of arrays that are stored to in between")
        return reads[array, index]

    def _case(self, array: Term, index: Term) -> Term:
        if array.op is None:
            return select(array, index)
        if array.op is ops.FILL:
            return self._direct[array.args[0]]
        if array.op is ops.ITE:
            condition, then, otherwise = array.args
            return ite(self._direct[condition], self._reads[then, index], self._reads[otherwise, index])
        before, at, element = array.args
        return ite(eq(self._direct[at], index), self._direct[element], self._reads[before, index])
