"""What a judge says of a counterexample to a contract, whatever the language of either."""

from __future__ import annotations

from typing import TypeAlias

from maymust.frozen import frozen


@frozen
class SeenViolated:
    """What is required was seen to hold, and the clause not to."""


@frozen
class NotViolated:
    """The execution was seen to be no counterexample; why."""

    reason: str


@frozen
class NotDecided:
    """It cannot be told; why."""

    reason: str


Judgement: TypeAlias = SeenViolated | NotViolated | NotDecided
