"""A late solver answers as the solver that it stands for, which is not made before."""

from __future__ import annotations

import pytest

from maymust.solvers import late
from maymust.solvers.base import Sat, Solver, Unsat
from maymust.solvers.late import LateSolver
from maymust.terms import BOOL, negation, variable

A = variable("a", BOOL)


def test_it_is_made_once_and_only_when_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, dict[str, bool]]] = []
    original = late.new_solver

    def spied(name: str, **settings: bool) -> Solver:
        made.append((name, settings))
        return original(name, **settings)

    monkeypatch.setattr(late, "new_solver", spied)
    solver = LateSolver("z3", resource_limit=True)
    assert solver.name == "z3" and not made
    solver.check([A], seconds=10)
    solver.check([A], seconds=10)
    assert made == [("z3", {"resource_limit": True})]


def test_it_knows_what_it_was_told() -> None:
    solver = LateSolver("z3")
    solver.push([A])
    assert solver.check([negation(A)], seconds=10, core=True) == Unsat(frozenset({negation(A)}))
    solver.pop()
    answer = solver.check([negation(A)], seconds=10)
    assert isinstance(answer, Sat) and answer.model[A] == 0
