"""The contract of an engine: a program and a property in, a claim with its evidence out.

A claim is not a verdict. `certificates` replays the test of a FailsClaim and re-proves the annotation of a
HoldsClaim from the program alone; only then is anything said to the user.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from maymust.engines.recollection import NO_RECOLLECTION
from maymust.frozen import frozen

if TYPE_CHECKING:
    from maymust.certificates.contracts import Contract, Use
    from maymust.engines.recollection import Recollection
    from maymust.interp.replay import InputValue
    from maymust.passes.pipeline import Prepared
    from maymust.terms import Term


@frozen
class HoldsClaim:
    """The property holds; `invariants` annotates nodes with conjuncts that together are inductive. The
    property follows by induction of this depth over stretches between annotated nodes, or, where the claim is
    `exhaustive`, because no execution passes more than `depth` of them (`certificates.check_proof`)."""

    invariants: Mapping[str, tuple[Term, ...]]
    depth: int = 1
    exhaustive: bool = False
    uses: Mapping[str, tuple[Use, ...]] = field(default_factory=dict)
    contracts: tuple[Contract, ...] = ()


@frozen
class FailsClaim:
    """The property fails on this test."""

    test: tuple[InputValue, ...]


@frozen
class NoClaim:
    """The engine does not know. `test`, where there is one, reaches what stopped it."""

    reason: str
    test: tuple[InputValue, ...] | None = None


Claim = HoldsClaim | FailsClaim | NoClaim


class BudgetExhausted(Exception):  # noqa: N818 - it is no error
    """The budget is used up; the message says which."""


@dataclass
class Budget:
    """How long an engine may work. `deadline` is on the monotonic clock."""

    deadline: float
    max_iterations: int | None = None

    def remaining(self) -> float:
        """Seconds left."""
        return self.deadline - time.monotonic()

    def check(self, iterations: int = 0) -> None:
        """Raises BudgetExhausted when something is used up."""
        if self.max_iterations is not None and iterations >= self.max_iterations:
            raise BudgetExhausted(f"no verdict within {self.max_iterations} iterations")
        if self.remaining() <= 0:
            raise BudgetExhausted("no verdict within the time limit")


@dataclass
class Share:
    """What one party of an engine did: how often it was asked, tests that it has run itself, candidates of
    its that were new and agreed with the states seen, those that were proved, those that the final proof
    needs, and its time with that of their proof."""

    calls: int = 0
    tests: int = 0
    candidates: int = 0
    proved: int = 0
    needed: int = 0
    seconds: float = 0.0
    note: str = ""


@dataclass
class Statistics:
    """What an engine did. `seconds` splits the time by activity; of the `locations` that matter for the
    property, tests have reached `locations_visited`. `decided_by` names the party that decided, if the engine
    has several; `shares` tells what each did. Where callees are asked, there are queries about them, and
    summaries of the answers."""

    locations: int = 0
    locations_visited: int = 0
    iterations: int = 0
    tests: int = 0
    states: int = 0
    regions: int = 0
    refinements: int = 0
    edges_removed: int = 0
    queries: dict[str, int] = field(default_factory=dict)
    prover_calls: int = 0
    callee_queries: int = 0
    must_summaries: int = 0
    not_may_summaries: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    decided_by: str = ""
    shares: dict[str, Share] = field(default_factory=dict)


@frozen
class EngineResult:
    """A claim and what it took."""

    claim: Claim
    statistics: Statistics


@frozen
class Progress:
    """Event: how far an engine is. Told a few times a second."""

    locations: int
    locations_visited: int
    iterations: int
    tests: int
    regions: int
    prover_calls: int


Observer = Callable[[object], None]


class Engine(Protocol):
    """Decides one property of a program, or gives up."""

    def run(
        self,
        given: Prepared,
        property_id: str,
        budget: Budget,
        observe: Observer,
        recollection: Recollection = NO_RECOLLECTION,
    ) -> EngineResult:
        """Works until there is a claim or the budget is used up. Tells `observe` of its progress."""
        ...
