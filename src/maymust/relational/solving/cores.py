"""Unsatisfiable cores, made minimal by leaving out one formula after the other."""

from __future__ import annotations

from maymust.relational.solving.sat import OutOfBudget, Sat


def minimal_core(sat: Sat, assumptions: list[int]) -> tuple[list[int], bool]:
    """Assumptions that cannot be true together, though without any one of them they can; and whether that is
    sure.

    Requires that the solver has just refused the assumptions. What is found to be needed, or not, is told to
    the solver for good, so each question is easier than the one before.
    """
    core = _in_order(sat.core(), assumptions)
    needed: set[int] = set()
    try:
        while True:
            candidate = next((one for one in reversed(core) if one not in needed), None)
            if candidate is None:
                return core, True
            rest = [one for one in core if one != candidate]
            if sat.solve(rest):
                needed.add(candidate)
                sat.add([candidate])
            else:
                smaller = set(sat.core()) | needed
                core = [one for one in rest if one in smaller]
                sat.add([-candidate])
    except OutOfBudget:
        return core, False


def _in_order(found: list[int], assumptions: list[int]) -> list[int]:
    wanted = set(found)
    return [one for one in assumptions if one in wanted]
