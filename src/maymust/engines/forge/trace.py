"""From a solution of the logic problem to an execution of the program; it is replayed, never believed."""

from __future__ import annotations

from collections.abc import Mapping

from maymust import relational as logic
from maymust.engines.forge.logic_problem import LogicProblem
from maymust.engines.forge.state import Chosen, Event
from maymust.errors import InternalError
from maymust.fir.execution import Choice, Execution, Executor, satisfied
from maymust.fir.graph import Graph
from maymust.fir.tree import Program, Spec
from maymust.fir.values import Relation, State
from maymust.relational.evaluator import Evaluator


def initial_state(problem: LogicProblem, solution: Evaluator) -> State:
    """The state in which the solution begins."""
    return State(
        {name: _value(solution, each) for name, each in problem.initial.variables.items()},
        {name: _value(solution, each) for name, each in problem.initial.domains.items()},
    )


def choices(problem: LogicProblem, solution: Evaluator) -> list[Choice]:
    """What allocations and specifications choose in the solution, in the order of the execution."""
    found: list[Choice] = []
    pending: list[Event] = list(reversed(problem.final.events))
    while pending:
        event = pending.pop()
        if isinstance(event, Chosen):
            found.append(tuple(_value(solution, each) for each in event.values))
        else:
            side = event.then if solution.truth(event.condition) else event.otherwise
            pending.extend(reversed(side))
    return found


def _value(solution: Evaluator, expression: logic.Expression) -> Relation:
    return frozenset(solution.value(expression))  # type: ignore[arg-type]


def replayed(
    program: Program,
    graphs: Mapping[str, Graph],
    transformed: Graph,
    specification: Spec,
    problem: LogicProblem,
    solution: logic.Satisfiable,
) -> Execution:
    """The execution of the procedure, with its loops and calls, that the solution stands for.

    It is executed twice: as it was transformed, and as the program has it (`graphs`). Both must end alike and
    violate the specification; else the solution, and so the translation, is wrong.
    """
    width = solution.width
    evaluator = Evaluator(solution.instance, width)  # one for all: what they share is evaluated once
    state, chosen = initial_state(problem, evaluator), choices(problem, evaluator)
    executor = Executor(program, graphs, width)
    original = graphs[transformed.procedure.name]
    outcomes = [executor.run(graph, state, chosen) for graph in (transformed, original)]
    for outcome in outcomes:
        if not isinstance(outcome, Execution):
            raise InternalError(f"a counterexample is no execution: {outcome.reason} at {outcome.statement}")
        if satisfied(program, outcome, specification, width):
            raise InternalError("a counterexample satisfies the specification")
    last = outcomes[1]
    assert isinstance(last, Execution)
    return last
