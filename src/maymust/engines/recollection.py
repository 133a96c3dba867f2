"""What an engine may be told of earlier runs on a property, or on one like it, and what it may leave.

Nothing that is remembered is believed: tests are run, candidates are proved like any others, and a contract
is used once the independent checker has accepted it (`Recollection.accepts`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from maymust.frozen import frozen
from maymust.ir.transitions import End
from maymust.terms import Term, Value

if TYPE_CHECKING:
    from maymust.certificates.contracts import Contract
    from maymust.interp.replay import InputValue

Invariants = Mapping[str, tuple[Term, ...]]  # by node


@frozen(eq=False)
class KnownContract:
    """A contract with the query that it has answered by no: whether a call can `end` like this, in the
    `target`. Its uses are numbers in `used`, the keys of other known contracts."""

    contract: Contract
    end: End
    target: tuple[Term, ...]
    used: tuple[str, ...]


@frozen(eq=False)
class KnownCall:
    """A test of a procedure: what it begins with, the globals by name, and what it reads."""

    globals: Mapping[str, Value]
    arguments: tuple[Value, ...]
    read: tuple[Value, ...]


class Recollection(Protocol):
    """Of one property of one program, or of several that are worked on as one. `was_used` tells whether it
    had something to say, `checker_calls` what the checker's solvers were asked for contracts."""

    was_used: bool
    checker_calls: int

    def candidates(self) -> Sequence[Invariants]:
        """What proofs of this property rested on, and facts that were proved while it was worked on."""
        ...

    def tests(self) -> Sequence[tuple[InputValue, ...]]:
        """Tests that have violated it."""
        ...

    def contracts(self, procedure: str, end: End) -> Sequence[str]:
        """The keys of contracts that may be known of a procedure."""
        ...

    def contract(self, key: str) -> KnownContract | None:
        """A contract by its key."""
        ...

    def accepts(self, contracts: Sequence[Contract], keys: Mapping[int, str], deadline: float) -> bool:
        """Whether the independent checker accepts the contracts with these numbers and keys, if the others
        hold. Those that were found or accepted in this run are not checked again: the proof will be."""
        ...

    def calls(self, procedure: str) -> Sequence[KnownCall]:
        """Tests of a procedure."""
        ...

    def key(self, known: KnownContract) -> str:
        """The key that a contract has, or would have."""
        ...

    def keep_contract(self, known: KnownContract) -> str:
        """Keeps a contract, whose uses are kept already; returns its key."""
        ...

    def keep_call(self, procedure: str, call: KnownCall) -> None:
        """Keeps a test of a procedure."""
        ...

    def keep_facts(self, facts: Invariants) -> None:
        """Keeps facts that were proved without a verdict."""
        ...


class NoRecollection:
    """Remembers nothing."""

    was_used = False
    checker_calls = 0

    def candidates(self) -> Sequence[Invariants]:
        """See `Recollection`."""
        return ()

    def tests(self) -> Sequence[tuple[InputValue, ...]]:
        """See `Recollection`."""
        return ()

    def contracts(self, procedure: str, end: End) -> Sequence[str]:  # noqa: ARG002
        """See `Recollection`."""
        return ()

    def contract(self, key: str) -> KnownContract | None:  # noqa: ARG002
        """See `Recollection`."""
        return None

    def accepts(
        self,
        contracts: Sequence[Contract],  # noqa: ARG002
        keys: Mapping[int, str],  # noqa: ARG002
        deadline: float,  # noqa: ARG002
    ) -> bool:
        """See `Recollection`."""
        return False

    def calls(self, procedure: str) -> Sequence[KnownCall]:  # noqa: ARG002
        """See `Recollection`."""
        return ()

    def key(self, known: KnownContract) -> str:  # noqa: ARG002
        """See `Recollection`."""
        return ""

    def keep_contract(self, known: KnownContract) -> str:  # noqa: ARG002
        """See `Recollection`."""
        return ""

    def keep_call(self, procedure: str, call: KnownCall) -> None:
        """See `Recollection`."""

    def keep_facts(self, facts: Invariants) -> None:
        """See `Recollection`."""


NO_RECOLLECTION = NoRecollection()
