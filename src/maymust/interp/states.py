"""Concrete states that store only what changed.

A test leaves a chain of states. Each holds the values that its transition set, and the whole valuation
is rebuilt, when it is asked for, from the nearest state that holds one: every `CHECKPOINT`-th does. (The
DASH thesis, §6.2.3, wished for this.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from maymust.terms import Value

CHECKPOINT = 8


class State:
    """A state that a test has visited.

    `delta` holds the new values of `slots`, in order. `read` holds the inputs read on the step that led
    here. `depth` counts the steps, `inputs_before` the inputs read, from the initial state to here.
    """

    __slots__ = ("_whole", "delta", "depth", "inputs_before", "location", "parent", "read", "slots")

    def __init__(
        self,
        location: int,
        parent: Self | None,
        slots: tuple[int, ...],
        delta: tuple[Value, ...],
        read: tuple[Value, ...],
        values: list[Value],
    ) -> None:
        self.location = location
        self.parent = parent
        self.slots = slots
        self.delta = delta
        self.read = read
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.inputs_before: int = 0 if parent is None else parent.inputs_before + len(read)
        self._whole: tuple[Value, ...] | None = tuple(values) if self.depth % CHECKPOINT == 0 else None

    def valuation(self) -> tuple[Value, ...]:
        """The whole valuation; it is kept until `forget`."""
        if self._whole is None:
            pending: list[State] = []
            state: State = self
            while state._whole is None:
                pending.append(state)
                assert state.parent is not None
                state = state.parent
            values = list(state._whole)
            for later in reversed(pending):
                for slot, value in zip(later.slots, later.delta, strict=True):
                    values[slot] = value
            self._whole = tuple(values)
        return self._whole

    def forget(self) -> None:
        """Keeps no more than what changed, unless this is one of the states from which others are rebuilt."""
        if self.depth % CHECKPOINT:
            self._whole = None

    def trace(self) -> list[Self]:
        """The states from the initial one to this."""
        states = [self]
        while states[-1].parent is not None:
            states.append(states[-1].parent)
        return states[::-1]

    def inputs(self) -> dict[int, Value]:
        """The inputs read on the way here, by their position in the order of reading."""
        found: dict[int, Value] = {}
        for state in self.trace()[1:]:
            assert state.parent is not None
            for offset, value in enumerate(state.read):
                found[state.parent.inputs_before + offset] = value
        return found
