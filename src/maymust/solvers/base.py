"""What an SMT solver is to maymust: a conjunction of terms in, a three-valued answer out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from maymust.terms import Term, Value


@frozen
class Sat:
    """Satisfiable; `model` gives a value to every free variable of the query."""

    model: Mapping[Term, Value]


@frozen
class Unsat:
    """Unsatisfiable; `core`, where it was asked for, is a subset of the conjuncts that is so already."""

    core: frozenset[Term] | None = None


@frozen
class Undecided:
    """The solver gave up: a time limit, mostly."""

    reason: str


Answer = Sat | Unsat | Undecided


class Solver(Protocol):
    """A backend. Not thread-safe."""

    name: str

    def push(self, conjuncts: Sequence[Term]) -> None:
        """Until the matching `pop`, these are part of every query; what is learned of them is kept."""
        ...

    def pop(self) -> None:
        """Takes back the last `push`."""
        ...

    def check(self, conjuncts: Sequence[Term], *, seconds: float, core: bool = False) -> Answer:
        """Is the conjunction, with all that is pushed, satisfiable? Gives up after about `seconds` (a hang is
        the caller's risk). A core is of `conjuncts` alone."""
        ...
