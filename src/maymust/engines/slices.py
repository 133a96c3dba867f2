"""How long one party may work: a slice of the engine's budget.

A slice ends by the clock or, in a deterministic run, by the work done: prover calls, and steps of tests at a
rate. In a deterministic run the clock only guards against the end of everything.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

CALLS_A_SECOND = 60
STEPS_A_CALL = 5000


@dataclass
class Slice:
    """`deadline` is on the monotonic clock; `calls` are left where the run is deterministic."""

    deadline: float
    calls: float | None = None

    @classmethod
    def of(cls, seconds: float, end: float, *, deterministic: bool) -> Slice:
        """A slice of about `seconds`, which does not reach beyond `end`."""
        if deterministic:
            return cls(end, seconds * CALLS_A_SECOND)
        return cls(min(end, time.monotonic() + seconds))

    @property
    def deterministic(self) -> bool:
        """Whether decisions must not depend on the clock."""
        return self.calls is not None

    def spend(self, calls: float = 1.0) -> None:
        """Work was done: so many prover calls, or as much."""
        if self.calls is not None:
            self.calls -= calls

    def spend_steps(self, steps: int) -> None:
        """Tests have made so many steps."""
        self.spend(steps / STEPS_A_CALL)

    def over(self) -> bool:
        """Whether it is used up."""
        return (self.calls is not None and self.calls <= 0) or time.monotonic() >= self.deadline

    def seconds(self) -> float:
        """What is left, in seconds; of a deterministic slice, what its calls are worth."""
        if self.calls is not None:
            return max(0.0, self.calls / CALLS_A_SECOND)
        return max(0.0, self.deadline - time.monotonic())

    def until_deadline(self) -> float:
        """Seconds until the deadline, however much work is left."""
        return max(0.0, self.deadline - time.monotonic())
