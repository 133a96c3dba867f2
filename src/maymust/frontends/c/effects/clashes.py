"""Finds accesses whose order C leaves open, and tells which of them clash, always or perhaps.

C11 6.5p2: if a side effect on a scalar object is unsequenced relative to another side effect on it, or to a
use of its value, the behaviour is undefined. Calls come in some order (6.5.2.2p10), and so do the values of
an initialiser list (6.7.9p23), but in which is open: if it matters, we do not model it either. What is
sequenced, operator by operator:

* The operands of arithmetic, comparisons and `[]`, the arguments of a call and the pointer through which it
  is made, and the values of a list: not at all (6.5p3). All accesses of one are held against those of the
  others.
* `,`, `&&`, `||` and `?:` (6.5.13 to 6.5.17): the first operand comes first, with its side effects. Nothing
  is held against anything. Where `&&` and `||` do not evaluate the second operand, the standard has no
  sequence point behind the first one; so its writes stay pending there.
* A call: its arguments come first, with their side effects (6.5.2.2p10).
* `E1 = E2` (6.5.16p3): E1 and E2 are not sequenced. The write to E1 comes behind the *values* of both, which
  is why `p->next = p->next->next` is defined. It need not come behind the writes that are *pending* in
  them: those of assignments, `++` and `--` whose value is part of the value of E2, or of the address of E1,
  without a sequence point between. So `a[i] = a[j] = 0`, `x = x++` and `a[a[0]++] = 1` are undefined where
  both writes are to one object.
* `E1 op= E2`: as above, and E1 is read, too, which is not sequenced with E2.
* `E1++`, and reading E1: behind the value of E1's address, not behind what is pending in it: `a[a[0]++]`.

Two accesses may touch the same storage if they touch the same leaf of a plain variable or the same cell of
memory (`sets`). Whether they do may depend on the run: on an index, a pointer, a condition. Then they are a
`Pair`, and `expressions.watching` compares the places while the program runs. If no two such accesses have
met in one order of evaluation, then they do not in any: the first that did would come behind the same values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.effects.sets import Effects, InMemory, InVariable, clash, describe, together
from maymust.frontends.c.tree.accesses import Access, Designation, accesses
from maymust.frontends.c.tree.expressions import Member, Name
from maymust.frontends.c.types import RecordType
from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.frontends.c.effects.expressions import EffectAnalysis
    from maymust.frontends.c.effects.sets import EffectSet
    from maymust.frontends.c.tree.accesses import Part
    from maymust.frontends.c.tree.expressions import Assignment, Expression


@frozen(eq=False)
class Pair:
    """Two accesses that must not be of one object; we make the first one first. If that is `fleeting`, what
    its address was computed from may be written behind it."""

    first: Access
    second: Access
    construct: str
    fleeting: bool


@frozen
class Clash:
    """What is not modelled: an evaluation in any run, or, if there are `pairs`, where one of these meets."""

    construct: str
    pairs: tuple[Pair, ...] = ()


class Clashes:
    """The clashes in the expressions of a program with these effects."""

    def __init__(self, effects: EffectAnalysis) -> None:
        self._effects = effects

    def among(self, parts: Iterable[Part]) -> Clash | None:
        """The clash of some parts of an evaluation that are not sequenced."""
        found = list(parts)
        if not any(self._is_active(part) for part in found):
            return None
        effects = [self._of(part) for part in found]
        pairs: list[Pair] = []
        for i, first in enumerate(found):
            for j in range(i + 1, len(found)):
                both = clash(effects[i], effects[j])
                if not both:
                    continue
                met = self._pairs(first, found[j], both)
                if met is None:
                    return Clash(describe(both))
                pairs += met
        return _joined(pairs)

    def of_access(self, lvalue: Expression) -> Clash | None:
        """The clash of reading an lvalue with what is pending in its own address."""
        where = Designation(lvalue)
        if not self._is_active(where):
            return None
        return _joined(self._behind(where, Access(lvalue, False), only_pending=True))

    def of_assignment(self, expression: Assignment) -> Clash | None:
        """The clash of what an assignment does."""
        target, value = expression.target, expression.value
        where = Designation(target)
        if not self._is_active(where) and not self._is_active(value):
            return None
        if expression.op is not None:
            sides = self.among((value, target))
            if sides is not None and not sides.pairs:
                return sides
        sides = self.among((where, value))
        if sides is not None and not sides.pairs:
            return sides
        own = Access(target, True)
        before = self._behind(where, own, only_pending=True)
        before += self._behind(value, own, only_pending=expression.op is None)
        certain = next((pair for pair in before if self._is_certain(pair)), None)
        if certain is not None:
            return Clash(certain.construct)
        return _joined([*(() if sides is None else sides.pairs), *before])

    # -- parts ---------------------------------------------------------------------------------------------

    def _is_active(self, part: Part) -> bool:
        if not isinstance(part, Designation):
            return self._effects.active(part)
        return self._effects.active(part.lvalue)

    def _of(self, part: Part) -> Effects:
        if isinstance(part, Designation):
            return self._effects.of_designation(part.lvalue)
        return self._effects.of(part)

    # -- pairs of accesses ---------------------------------------------------------------------------------

    def _pairs(self, first: Part, second: Part, both: EffectSet) -> list[Pair] | None:
        """The pairs of accesses in two parts that may meet in what `both` touch; None if a clash is there in
        any run, as far as we can tell."""
        if any(not isinstance(effect, InVariable | InMemory) for effect in both):
            return None
        one, other = accesses(first), accesses(second)
        hidden, beside = (
            together([self._effects.of_hidden(e) for e in found.hidden]) for found in (one, other)
        )
        if clash(hidden, self._of(second)) & both or clash(self._of(first), beside) & both:
            return None
        found = [
            pair
            for a in one.direct
            for b in other.direct
            if a.writes or b.writes
            for pair in self._pair(a, b, first)
        ]
        if not found or any(self._is_certain(pair) for pair in found):
            return None
        return found

    def _behind(self, part: Part, own: Access, *, only_pending: bool) -> list[Pair]:
        """The pairs of an access and of writes before it in a part: of those that may be pending, or of
        all."""
        effects = self._of(part)
        if self._effects.touched(own.lvalue).isdisjoint(effects.pending if only_pending else effects.writes):
            return []
        return [
            pair
            for write in accesses(part).direct
            if write.writes and (write.pending or not only_pending)
            for pair in self._pair(write, own, part)
        ]

    def _pair(self, first: Access, second: Access, part: Part) -> list[Pair]:
        """The pair of an access in a part and another one behind it, if they may meet."""
        both = self._effects.touched(first.lvalue) & self._effects.touched(second.lvalue)
        if not both:
            return []
        read = self._effects.of_designation(first.lvalue).reads
        return [Pair(first, second, describe(both), not read.isdisjoint(self._of(part).writes))]

    def _is_certain(self, pair: Pair) -> bool:
        """Whether two accesses meet in any run, as the text tells."""
        return not any(a.conditional or not _is_fixed(a.lvalue) for a in (pair.first, pair.second)) and not (
            self._effects.in_memory(pair.first.lvalue)
        )


def _is_fixed(lvalue: Expression) -> bool:
    """Whether an lvalue is a variable, or a member of one that shares its storage with no other."""
    while isinstance(lvalue, Member):
        if isinstance(lvalue.base.type, RecordType) and lvalue.base.type.union:
            return False
        lvalue = lvalue.base
    return isinstance(lvalue, Name)


def _joined(pairs: list[Pair]) -> Clash | None:
    return Clash(pairs[0].construct, tuple(pairs)) if pairs else None
