"""Bounded verification (Forge thesis, chapter 3), from a program to a verdict with its bound."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from maymust import relational as logic
from maymust.diagnostics import Diagnostic, InputError
from maymust.engines.forge.bound import Bound
from maymust.engines.forge.bound import check as check_bound
from maymust.engines.forge.coverage import Coverage, coverage_of
from maymust.engines.forge.problem import LogicProblem, pose
from maymust.engines.forge.state import Strategy
from maymust.engines.forge.trace import replayed
from maymust.fir.execution import Execution
from maymust.fir.graph import Graph, graphs_of
from maymust.fir.inlining import calls_by_specification, inline_calls
from maymust.fir.tree import Procedure, Program, Spec
from maymust.fir.unrolling import unroll
from maymust.frozen import frozen

Stop = Callable[[], bool]


@frozen
class ForgeOptions:
    """How a search goes about it."""

    strategy: Strategy = Strategy()
    """The rules of symbolic execution; with `coverage`, `constrain` for all is needed."""

    ordered_allocation: bool = True
    """Atoms are allocated in one order only (§3.4)."""

    by_specification: frozenset[str] = frozenset()
    """Procedures whose calls are replaced by their specifications; others are inlined."""

    coverage: bool = False
    """Which statements the verdict did not need is found out, too."""

    seconds: float | None = None
    """The time after which the search is given up."""


_DEFAULT = ForgeOptions()


@frozen
class HoldsWithin:
    """No execution within the bound violates the specification."""

    bound: Bound
    statistics: logic.Statistics
    coverage: Coverage | None


@frozen
class Violated:
    """An execution violates the specification; it has been replayed."""

    bound: Bound
    statistics: logic.Statistics
    execution: Execution


@frozen
class Undecided:
    """The search ended before its end."""

    bound: Bound
    reason: str


BoundedVerdict: TypeAlias = HoldsWithin | Violated | Undecided


@frozen
class Prepared:
    """A procedure that is ready for the search.

    `original` are the graphs with loops and calls, those of `by_specification` replaced; `transformed` has
    neither.
    """

    program: Program
    original: dict[str, Graph]
    transformed: Graph
    specification: Spec


def check_procedure(
    program: Program,
    name: str,
    bound: Bound,
    options: ForgeOptions = _DEFAULT,
    stop: Stop | None = None,
) -> BoundedVerdict:
    """Whether the procedure is as its specification says, within the bound.

    Requires a checked program. Raises an `InputError` if there is no such procedure or specification, or the
    bound makes no sense or is too large.
    """
    prepared = prepare(program, name, bound, options)
    try:
        problem = posed(prepared, bound, options)
        solution = logic.solve(
            problem.formulas(),
            problem.bounds,
            logic.Options(width=bound.width, seconds=options.seconds),
            core=options.coverage,
            stop=stop,
        )
    except logic.TooLarge as large:
        raise InputError(Diagnostic("error", f"{bound}: {large}", hint="choose a smaller bound")) from None
    match solution:
        case logic.Unknown(reason):
            return Undecided(bound, reason)
        case logic.Satisfiable(statistics=statistics):
            execution = replayed(
                program, prepared.original, prepared.transformed, prepared.specification, problem, solution
            )
            return Violated(bound, statistics, execution)
        case logic.Unsatisfiable(statistics=statistics):
            coverage = coverage_of(prepared.transformed, problem, solution)
            return HoldsWithin(bound, statistics, coverage)


def prepare(program: Program, name: str, bound: Bound, options: ForgeOptions) -> Prepared:
    """Calls and loops are replaced."""
    check_bound(bound, program)
    procedure = program.procedures.get(name)
    if procedure is None:
        known = ", ".join(program.procedures)
        raise InputError(Diagnostic("error", f"there is no procedure {name}", hint=f"there are: {known}"))
    specification = _specification(procedure)
    graphs = graphs_of(program)
    original = {
        each: calls_by_specification(graph, graphs, options.by_specification)
        for each, graph in graphs.items()
    }
    inlined = inline_calls(original, name, bound.unrollings)
    return Prepared(program, original, unroll(inlined, bound.unrollings), specification)


def posed(prepared: Prepared, bound: Bound, options: ForgeOptions) -> LogicProblem:
    """The logic problem."""
    strategy = Strategy() if options.coverage else options.strategy
    return pose(
        prepared.program,
        prepared.transformed,
        prepared.specification,
        bound,
        strategy,
        options.ordered_allocation,
    )


def _specification(procedure: Procedure) -> Spec:
    if procedure.specification is None:
        hint = "add clauses: requires, modifies, ensures; or meets v := spec(…)"
        message = f"{procedure.name} has no specification"
        raise InputError(Diagnostic("error", message, procedure.span, hint))
    return procedure.specification
