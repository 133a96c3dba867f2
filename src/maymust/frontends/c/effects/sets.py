"""Defines sets of effects: what evaluations read and write, as far as their order can be seen.

Besides parts of variables and cells of memory, they hold what tells how the program ends. A call that may
violate a property writes OUTCOME, a call that may not come back (it stops the program, or loops) reads it,
for in which order two such calls come decides what is seen. UNKNOWN is the same for calls that may do
something that is not modelled, except that two of those do not matter to each other. CHECK is written by what
may violate a check that is asked for, and read by a call that may end the program quietly. TRAP is read by an
access through a pointer that may be null, which ends the program quietly, too (see `open_traps`). LIVE is how
much is allocated, read by a call that ends the program if leaks are asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.frontends.c.points_to.graph import Node
    from maymust.frontends.c.tree.expressions import Declared

OUTCOME = "$outcome"
UNKNOWN = "$unknown"
CHECK = "$check"
TRAP = "$trap"
LIVE = "$live"


@frozen
class InVariable:
    """A scalar part of a plain variable: which of the leaves of its type. All elements of an array are one.
    A variable that is not modelled has one part only."""

    variable: Declared
    leaf: int


@frozen
class InMemory:
    """A cell of memory: which node, and where in its layout."""

    node: Node
    start: int


@frozen
class Alive:
    """Whether objects of a node of memory are there: freeing one writes it, accesses read it."""

    node: Node


Effect = InVariable | InMemory | Alive | str
EffectSet = frozenset[Effect]
NONE: EffectSet = frozenset()
ENDS: EffectSet = frozenset((OUTCOME, UNKNOWN))  # what is read by a call that may not come back
_IN_ANY_ORDER: EffectSet = frozenset((UNKNOWN, CHECK, LIVE))  # what two may write


@frozen
class Effects:
    """Reads, writes, and the writes that may still be pending when the value is known."""

    reads: EffectSet = NONE
    writes: EffectSet = NONE
    pending: EffectSet = NONE

    @property
    def decides_outcome(self) -> bool:
        """Whether it matters if the program is stopped before this: something may be violated in it, or
        happen that is not modelled."""
        return not self.writes.isdisjoint((OUTCOME, UNKNOWN, CHECK))


NOTHING = Effects()


def together(parts: Iterable[Effects]) -> Effects:
    """The effects of several evaluations."""
    found = list(parts)
    return Effects(
        frozenset().union(*[p.reads for p in found]),
        frozenset().union(*[p.writes for p in found]),
        frozenset().union(*[p.pending for p in found]),
    )


def clash(first: Effects, second: Effects) -> EffectSet:
    """What cannot both be touched by two evaluations whose order is open, and which are modelled in this
    order. (A trap in the first is dealt with where it happens.)"""
    if not first.writes and not second.writes:
        return NONE
    both = (first.writes & second.writes) - _IN_ANY_ORDER
    found = both | (first.writes & second.reads) | (second.writes & first.reads)
    if TRAP in second.reads and OUTCOME in first.writes:
        found |= {OUTCOME}
    return found


def describe(found: Iterable[Effect]) -> str:
    """The construct that a clash is."""
    effects = list(found)
    names = sorted({effect.variable.name for effect in effects if isinstance(effect, InVariable)})
    if not names and any(isinstance(effect, InMemory | Alive) for effect in effects):
        return "unsequenced side effects on memory"
    if not names:
        return "unsequenced calls that may end the program"
    return "unsequenced side effects on " + ", ".join([f"`{name}`" for name in names])


def lasting(effects: EffectSet) -> EffectSet:
    """The effects of a function's body that can be seen outside of it."""
    return frozenset(e for e in effects if not isinstance(e, InVariable) or e.variable.lasting)
