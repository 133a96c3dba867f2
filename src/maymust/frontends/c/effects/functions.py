"""Finds the effects of functions by their names, with those of all that they call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c import library
from maymust.frontends.c.effects.sets import CHECK, ENDS, LIVE, NONE, NOTHING, OUTCOME, Effects, together
from maymust.frontends.c.kinds import ASSERT

if TYPE_CHECKING:
    from collections.abc import Callable

_REPORTS = library.ASSERTIONS | library.FAILED_ASSERTIONS
_STOPS = library.STOPS | library.ASSUMPTIONS | library.ERRORS | _REPORTS
_COUNTED = library.ALLOCATIONS | library.REALLOCATIONS | library.RELEASES


class FunctionEffects:
    """What calls do, whatever their arguments are. `asked` are kinds of properties."""

    def __init__(self, never_returns: Callable[[str], bool], asked: frozenset[str]) -> None:
        self._never_returns = never_returns
        self._asked = asked
        self._bodies: dict[str, Effects] = {}

    def has_body(self, name: str) -> bool:
        """Whether calls of a function are calls of a body that was added."""
        return name in self._bodies and not self._reports(name)

    def of(self, name: str) -> Effects:
        """The effects of a function."""
        if self._reports(name):
            return Effects(writes=frozenset((OUTCOME,)))
        known = self._bodies.get(name)
        if known is not None:
            return known
        if name == library.RULE_VIOLATION or (name in _REPORTS and ASSERT in self._asked):
            return Effects(writes=frozenset((OUTCOME,)))
        leaks = "leak" in self._asked
        if name in _STOPS or self._never_returns(name):
            counts = leaks and name in library.EXITS
            return Effects(reads=ENDS | {CHECK} | ({LIVE} if counts else NONE))
        return Effects(writes=frozenset((LIVE,))) if leaks and name in _COUNTED else NOTHING

    def _reports(self, name: str) -> bool:
        return name in library.ERRORS and ASSERT in self._asked

    def add(self, bodies: dict[str, Effects], calls: dict[str, set[str]]) -> None:
        """Functions with a body: what each does by itself, and what it calls. These effects are added, until
        nothing changes."""
        self._bodies |= bodies
        for name in _with_cycles(calls):
            before = self._bodies[name]
            self._bodies[name] = Effects(before.reads | ENDS, before.writes)
        callers: dict[str, list[str]] = {}
        for name, callees in calls.items():
            for callee in callees:
                callers.setdefault(callee, []).append(name)
        work = list(calls)
        waiting = set(work)
        while work:
            name = work.pop()
            waiting.discard(name)
            before = self._bodies[name]
            after = together([before, *[self.of(callee) for callee in calls[name]]])
            if after != before:
                self._bodies[name] = after
                work += [caller for caller in callers.get(name, ()) if caller not in waiting]
                waiting.update(callers.get(name, ()))


def _with_cycles(calls: dict[str, set[str]]) -> list[str]:
    """The functions that may call themselves, or others that do."""
    callers: dict[str, list[str]] = {name: [] for name in calls}
    missing: dict[str, int] = {}
    for name, callees in calls.items():
        known = [callee for callee in callees if callee in calls]
        missing[name] = len(known)
        for callee in known:
            callers[callee].append(name)
    work = [name for name, count in missing.items() if count == 0]
    while work:
        name = work.pop()
        del missing[name]
        for caller in callers[name]:
            missing[caller] -= 1
            if missing[caller] == 0:
                work.append(caller)
    return list(missing)


def recursive(calls: dict[str, set[str]]) -> frozenset[str]:
    """The functions that may call themselves, perhaps by way of others."""
    left = set(_with_cycles(calls))
    found = set()
    for name in left:
        work, reached = [name], set[str]()
        while work:
            for callee in calls[work.pop()] & left:
                if callee not in reached:
                    reached.add(callee)
                    work.append(callee)
        if name in reached:
            found.add(name)
    return frozenset(found)
