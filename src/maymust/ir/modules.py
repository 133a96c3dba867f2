"""A program as one transition system for each procedure, in which calls stay calls.

The variables of a module's system are the globals, the parameters, the locals, and one for each value that is
returned (`Module.results`), which is set where the procedure returns.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from maymust.frozen import frozen
from maymust.terms import variable

if TYPE_CHECKING:
    from maymust.ir.transitions import End, TransitionSystem
    from maymust.terms import Sort, Term

GHOST = "ghost!"  # begins the names of the variables that stand for what a call began with, and of no others


@frozen(eq=False)
class Module:
    """A procedure. Its system begins at the entry, which other transitions may lead to; `exit` is where it
    has returned, None if it never does. `changes` are the globals that a call of it may change, `reads` the
    globals and parameters on which what it does may depend, `ends` the ends that the graph allows. `calls`
    are the nodes of its calls, also of those that cannot end."""

    name: str
    parameters: tuple[Term, ...]
    results: tuple[Term, ...]
    system: TransitionSystem
    exit: int | None
    changes: frozenset[Term]
    reads: frozenset[Term]
    ends: frozenset[End]
    calls: tuple[str, ...]

    @property
    def touched(self) -> frozenset[Term]:
        """The globals and parameters that a call has to do with."""
        return self.reads | self.changes


@frozen(eq=False)
class Modules:
    """The modules of a program for one property, by name."""

    start: str
    globals: tuple[Term, ...]
    by_name: Mapping[str, Module]

    def __getitem__(self, name: str) -> Module:
        return self.by_name[name]


def result_variable(procedure: str, position: int, sort: Sort) -> Term:
    """The variable that stands for a value that a procedure returns."""
    return variable(f"{procedure}!{position}", sort)
