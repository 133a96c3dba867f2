"""Compares accesses that must not be of one object while the program runs (`effects.clashes`).

Around the evaluation of parts whose order is open, a `Watch` notes where the accesses of its pairs are. At
the second access of a pair, before it is made, the path ends if both are of one object. The address of the
first one is then what it was: what it was computed from is read in the one part, so that it is not written in
the other one, or the path has ended. Where its own part may write that, it is kept in temporaries. So it is
where the first access may be left out; then a flag tells whether it was made.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from maymust.frontends.c.storage.same_place import Accessed, overlap
from maymust.frontends.c.tree.expressions import Member
from maymust.frozen import frozen
from maymust.terms import TRUE, Term, and_, bitvec, constant, eq

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from maymust.frontends.c.effects.clashes import Clash, Pair
    from maymust.frontends.c.emitting.lowering import Lowering
    from maymust.frontends.c.memory.targets import Target
    from maymust.frontends.c.tree.expressions import Expression
    from maymust.frontends.c.tree.places import Place


@frozen
class _Noted:
    """An access that was made, where `happened` is true."""

    accessed: Accessed
    happened: Term


class Watch:
    """A context in which parts are evaluated that have this clash."""

    def __init__(self, low: Lowering, clash: Clash, place: Place) -> None:
        self._low = low
        self._clash = clash
        self._place = place
        self._partners: dict[Expression, list[tuple[Expression, Pair]]] = {}
        self._noted: dict[Expression, list[_Noted]] = {}
        self._flags: dict[Expression, Term] = {}  # of accesses that may be left out: whether they were not
        self._start: tuple[int, int] | None = None  # between these locations, temporaries are set to zero
        self._temporaries: list[Term] = []

    def __enter__(self) -> None:
        low, pairs = self._low, self._clash.pairs
        if not pairs:
            low.unmodelled(self._clash.construct, self._place)
            return
        for pair in pairs:
            one, other = pair.first.lvalue, pair.second.lvalue
            self._partners.setdefault(one, []).append((other, pair))
            self._partners.setdefault(other, []).append((one, pair))
            if pair.first.conditional and one not in self._flags:
                self._flags[one] = low.temporary(bitvec(1))
        if self._flags and low.graph.current is not None:
            self._start = low.graph.current, low.graph.location()
            low.graph.at(self._start[1])
        low.watches.append(self)

    def __exit__(self, *failure: object) -> None:
        if not self._partners:
            return
        self._low.watches.remove(self)
        self._set_to_zero()
        if self._clash.pairs and not all(self._is_noted(pair) for pair in self._clash.pairs):
            self._low.unmodelled(self._clash.construct, self._place)

    def _is_noted(self, pair: Pair) -> bool:
        """Whether accesses were made that should have been. Those that may be left out may be in code that
        is not reached."""
        return all(a.conditional or a.lvalue in self._noted for a in (pair.first, pair.second))

    def note(self, lvalue: Expression, target: Target) -> None:
        """An lvalue is about to be accessed."""
        low, partners = self._low, self._partners.get(lvalue)
        if partners is None or low.dead:
            return
        field = lvalue.field if isinstance(lvalue, Member) else None
        accessed = Accessed(target, low.program.shapes.designated(lvalue.type, field))
        for other, pair in partners:
            for noted in self._noted.get(other, ()):
                met = and_(noted.happened, overlap(low, noted.accessed, accessed))
                low.refuse(met, pair.construct, lvalue.place)
        flag, happened = self._flags.get(lvalue), TRUE
        if flag is not None:
            low.assign(flag, constant(1, 1), lvalue.place.span)
            happened = eq(flag, constant(1, 1))
        if flag is not None or any(pair.fleeting and pair.first.lvalue is lvalue for _, pair in partners):
            accessed = accessed.kept(lambda term: self._kept(term, lvalue.place))
        self._noted.setdefault(lvalue, []).append(_Noted(accessed, happened))

    def _kept(self, term: Term, place: Place) -> Term:
        if term.value is not None:
            return term
        self._temporaries.append(self._low.stored(term, place.span))
        return self._temporaries[-1]

    def _set_to_zero(self) -> None:
        """Nothing is known of the temporaries at the start; what is not reached must not be read."""
        if self._start is None:
            return
        graph, current = self._low.graph, self._low.graph.current
        before, behind = self._start
        graph.at(before)
        for term in (*self._flags.values(), *self._temporaries):
            self._low.assign(term, constant(0, term.width), self._place.span)
        graph.jump(behind)
        graph.current = current


_NOTHING = nullcontext()


def watch(low: Lowering, clash: Clash | None, place: Place) -> AbstractContextManager[None]:
    """The context in which to evaluate parts that have this clash, if any. If it is there in any run, the
    path ends before them."""
    return _NOTHING if clash is None else Watch(low, clash, place)


def note(low: Lowering, lvalue: Expression, target: Target) -> None:
    """Tells all that watch that an lvalue is about to be accessed."""
    for watch in low.watches:
        watch.note(lvalue, target)
