"""Transition systems: a flat graph whose edges are guarded, simultaneous updates.

The second level of the IR, made by `passes` from a program, where calls are expanded, or from each of its
procedures, where they are transitions of a kind of their own (`ir.modules`). Straight-line code is one
transition, and every location that is left is a join, a branch or an end. Engines work on it.

Inputs. While a transition is crossed it may read inputs. An input has a variable, which stands for the
value in the guard and the updates of the transitions that leave one location, and the node (see
`ir.program`) of the `Havoc` that reads it. All transitions from a location that read the input of a node
use the same variable.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from typing import TYPE_CHECKING

from maymust.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maymust.ir.source import Span
    from maymust.terms import Term


@frozen
class Input:
    """A value from outside that a transition reads."""

    variable: Term
    node: str


class End(Enum):
    """How a call ends, if it does."""

    RETURN = auto()
    ERROR = auto()  # the property is violated in it
    BLOCKED = auto()  # something that is not modelled is reached in it


@frozen
class CallEnd:
    """A call that ends like this: the values of the callee's parameters, over the variables of the caller,
    and the caller's variables that get what it returns, or none."""

    callee: str
    arguments: tuple[Term, ...]
    results: tuple[Term, ...]
    end: End


@frozen(eq=False)
class Transition:
    """From `source` to `target`, if every conjunct of `guard` holds; all `updates` happen at once.

    `number` is unique in the system. `inputs` are in the order in which they are read, the conjuncts of
    `guard` in the order in which the program tests them. A transition with a `call` has none of these: it is
    crossed if the call ends as it says. All transitions from its source stand for that call.
    """

    number: int
    source: int
    target: int
    guard: tuple[Term, ...]
    updates: Mapping[Term, Term]
    inputs: tuple[Input, ...]
    call: CallEnd | None = None

    def __repr__(self) -> str:
        guard = " & ".join(map(str, self.guard)) or "true"
        updates = ", ".join(f"{v} := {t}" for v, t in self.updates.items())
        return f"#{self.number} {self.source} -> {self.target} [{guard}] {updates}".rstrip()


@frozen
class Blocked:
    """Where the meaning of the program ends: the construct that is not modelled, its place, and the
    properties that may be violated in it or behind it; None: any."""

    construct: str
    span: Span
    hides: frozenset[str] | None = None

    def may_hide(self, property_id: str) -> bool:
        """Whether the property may be violated behind it."""
        return self.hides is None or property_id in self.hides


@dataclass(frozen=True)
class TransitionSystem:
    """A program as one graph.

    No transition enters `initial` (but in a module, `ir.modules`), or leaves a location of `errors` or
    `blocked`. At every other location at most one transition can be crossed, for given values of the
    variables and inputs. `nodes` maps each location to the node of the program that it stands for.
    `dead_ends` are nodes whose locations are gone because nothing that matters can be reached from them, as a
    pass has found out; a proof has nothing to say there, but it has to say so, or their loops would seem to
    be left out.
    """

    initial: int
    errors: Mapping[int, str]
    blocked: Mapping[int, Blocked]
    transitions: tuple[Transition, ...]
    variables: tuple[Term, ...]
    nodes: Mapping[int, str]
    dead_ends: tuple[str, ...] = ()

    @cached_property
    def outgoing(self) -> dict[int, tuple[Transition, ...]]:
        """The transitions that leave each location."""
        result: dict[int, list[Transition]] = {location: [] for location in self.nodes}
        for transition in self.transitions:
            result[transition.source].append(transition)
        return {location: tuple(found) for location, found in result.items()}

    @cached_property
    def inputs_at(self) -> dict[int, tuple[Input, ...]]:
        """The inputs that the transitions from each location may read, without duplicates."""
        return {
            location: tuple(dict.fromkeys(i for t in transitions for i in t.inputs))
            for location, transitions in self.outgoing.items()
        }
