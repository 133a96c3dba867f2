"""The contract of a supplier: the problem and what is known of it in, proposals out.

Nothing that a supplier says is believed. Tests are run, and count for what they are seen to do; candidates
count once Houdini has proved them; states that a supplier says it has seen only shape what others propose.
So a wrong supplier costs time, not truth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Protocol

from maymust.frozen import frozen
from maymust.terms import Term

if TYPE_CHECKING:
    from maymust.engines.auto.knowledge import Knowledge
    from maymust.engines.auto.problem import Problem, Valuation
    from maymust.engines.slices import Slice
    from maymust.interp.replay import InputValue

Candidates = Mapping[int, Sequence[Term]]  # by cut point: predicates over the system's variables


@frozen
class Proposal:
    """`tests` are worth running: they may reach the error or a new place. `states` were seen at cut points.
    `candidates` may be invariants there; if they are meant as one proof, they are proved `together`, and if
    they were found `over_integers`, that is where their proof is sought first. `tests_run` counts tests that
    the supplier has run itself; `note` tells what happened."""

    tests: Sequence[tuple[InputValue, ...]] = ()
    states: Mapping[int, Sequence[Valuation]] = field(default_factory=dict)
    candidates: Candidates = field(default_factory=dict)
    together: bool = False
    over_integers: bool = False
    tests_run: int = 0
    note: str = ""


NOTHING = Proposal()


class Supplier(Protocol):
    """One way to guess. A supplier is made for one problem; the later calls get larger slices, and are to
    propose something else, or nothing.

    One that lives in our process may keep what it has learned between calls. One with a process of its own
    (`catalogue.SupplierEntry.own_process`) keeps nothing: each call is a new object in a new process, which
    is told when it is made how many calls there were before."""

    name: str

    def propose(self, problem: Problem, knowledge: Knowledge, limit: Slice) -> Proposal:
        """What the supplier can think of within its slice. Raises nothing but InternalError."""
        ...
