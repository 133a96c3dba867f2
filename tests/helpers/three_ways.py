"""One case, run in maymust: step by step by `interp`, and as a formula for the solvers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from helpers.random_functions import Case
from maymust.certificates.unfolding import Node, Unfolding
from maymust.frontends.c import COptions, translate
from maymust.interp.replay import Ended, InputValue, Run, Stuck, replay
from maymust.ir.program import Havoc, Program
from maymust.solvers import Sat, Solver, Unsat
from maymust.terms import Term, bitvec, conjunction, constant, disjunction, eq, ne, variable

STEPS = 200_000


@dataclass(frozen=True, slots=True)
class Path:
    """What a run was, as formulas: the inputs' values, the conditions on the way, the results at its end."""

    given: tuple[Term, ...]
    conditions: tuple[Term, ...]
    results: tuple[Term, ...]


def program_of(case: Case, model: str) -> Program:
    options = COptions(entry=case.name, data_model="LP64" if model == "LP64" else "ILP32")
    return translate(f"{case.name}.c", case.program, options).program


def run_row(program: Program, row: Sequence[int]) -> Run:
    """Runs the case with these arguments."""
    start = program.procedures[program.start]
    reads = [edge for edge in start.edges if isinstance(edge.statement, Havoc)]
    test = [InputValue(f"{start.name}@{e.source}", value) for e, value in zip(reads, row, strict=True)]
    run = replay(program, test, STEPS)
    assert isinstance(run.end, Ended | Stuck), run.end
    return run


def outcome(case: Case, run: Run) -> tuple[int, ...] | str:
    """The results of a run, or the construct where it got stuck."""
    if isinstance(run.end, Stuck):
        return run.end.construct
    last = {target.name: value for step in run.steps for target, value in step.changes}
    return tuple(last[name] for name in case.results)


def path_of(unfolding: Unfolding, case: Case, run: Run) -> Path:
    """The run as the checker sees it. Inputs get names of their own with each call."""
    node, values = unfolding.root, dict[Term, Term]()
    conditions: list[Term] = []
    given: list[Term] = []
    for step in run.steps:
        condition, values = unfolding.effect(node, step.edge, values)
        if condition is not None:
            conditions.append(condition)
        if isinstance(step.edge.statement, Havoc):
            ((target, value),) = step.changes
            (symbol,) = [v for k, v in values.items() if k.name == f"{node.activation.context}{target.name}"]
            given.append(eq(symbol, constant(value, target.width)))
        successor = unfolding.successor(node, step.edge)
        if isinstance(successor, Node):
            node = successor
    results = tuple(values[variable(name, bitvec(64))] for name in case.results)
    return Path(tuple(given), tuple(conditions), results)


def solver_agrees(solver: Solver, paths: Sequence[Path], expected: Sequence[tuple[int, ...]]) -> str | None:
    """Whether the formulas force the expected results, and allow them; None if so, else what is wrong."""
    premises = [term for path in paths for term in (*path.given, *path.conditions)]
    pairs = [
        (term, constant(value, 64))
        for path, values in zip(paths, expected, strict=True)
        for term, value in zip(path.results, values, strict=True)
    ]
    same = conjunction(eq(a, b) for a, b in pairs)
    answer = solver.check([*premises, same], seconds=60)
    if not isinstance(answer, Sat):
        return f"{solver.name}: the path with the expected results is {answer}"
    answer = solver.check([*premises, disjunction(ne(a, b) for a, b in pairs)], seconds=60)
    if not isinstance(answer, Unsat):
        return f"{solver.name}: other results are {answer}"
    return None
