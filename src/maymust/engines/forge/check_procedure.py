"""Bounded verification (Forge thesis, chapters 3 and 4), from a program to a verdict with its bound."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from maymust import relational as logic
from maymust.diagnostics import Diagnostic, InputError
from maymust.engines.forge.bound import Bound
from maymust.engines.forge.bound import check as check_bound
from maymust.engines.forge.counts import wrapping_counts
from maymust.engines.forge.coverage import Coverage, coverage_of, statements_of
from maymust.engines.forge.given import with_choices
from maymust.engines.forge.hints import Hint, OutOfTime, Searched, explain
from maymust.engines.forge.logic_problem import LogicProblem, pose
from maymust.engines.forge.smaller import smaller
from maymust.engines.forge.state import Strategy
from maymust.engines.forge.trace import replayed
from maymust.fir.execution import Choice, Execution
from maymust.fir.graph import Graph, graphs_of
from maymust.fir.inlining import calls_by_specification, inline_calls, relied_on
from maymust.fir.tree import Procedure, Program, Spec
from maymust.fir.unrolling import unroll
from maymust.frozen import frozen

Stop = Callable[[], bool]


@frozen
class ForgeOptions:
    """How a search goes about it."""

    strategy: Strategy = Strategy(branch="inline")  # the fastest: docs/BENCHMARKS.md
    """The rules of symbolic execution; where coverage is asked for, all are `constrain`."""

    ordered_allocation: bool = True
    """Atoms are allocated in one order only (§3.4)."""

    by_specification: frozenset[str] = frozenset()
    """Procedures whose calls are replaced by their specifications; others are inlined."""

    coverage: bool = False
    """Which statements the verdict did not need is found out, too, and why."""

    seconds: float | None = None
    """The time after which the search is given up."""

    shrinking_seconds: float = 2.0
    """How long a counterexample is made smaller."""

    hint_seconds: float = 10.0
    """How long reasons are looked for why statements were missed."""


_DEFAULT = ForgeOptions()


@frozen
class HoldsWithin:
    """No execution within the bound violates the specification."""

    bound: Bound
    statistics: logic.Statistics
    coverage: Coverage | None
    hints: tuple[Hint, ...]
    notes: tuple[str, ...]
    """What else to know of the verdict."""


@frozen
class ViolatedWithin:
    """An execution violates the specification; it has been replayed."""

    bound: Bound
    statistics: logic.Statistics
    execution: Execution


@frozen
class UndecidedWithin:
    """The search ended before its end."""

    bound: Bound
    reason: str


BoundedVerdict: TypeAlias = HoldsWithin | ViolatedWithin | UndecidedWithin


@frozen
class Transformed:
    """A procedure that is ready for the search.

    `original` are the graphs with loops and calls, those of `by_specification` replaced; `transformed` has
    neither. `relied_on` are the procedures whose specifications stand for calls.
    """

    program: Program
    original: dict[str, Graph]
    transformed: Graph
    specification: Spec
    relied_on: tuple[str, ...]


def check_procedure(
    program: Program,
    name: str,
    bound: Bound,
    options: ForgeOptions = _DEFAULT,
    stop: Stop | None = None,
    graphs: Mapping[str, Graph] | None = None,
    given: Mapping[int, Choice] | None = None,
) -> BoundedVerdict:
    """Whether the procedure is as its specification says, within the bound.

    Requires a checked program. Raises an `InputError` if there is no such procedure or specification, or the
    bound makes no sense or is too large. `stop` is asked now and then whether to give up. `graphs` are those
    of the procedures, if they are not made from their bodies. `given` is what specification statements
    choose, by their numbers: the verdict is about executions that do.
    """
    prepared = prepare(program, name, bound, options, graphs)
    problem, solution = _searched(prepared, bound, options, options.seconds, stop, given)
    match solution:
        case logic.Unknown(reason):
            return UndecidedWithin(bound, reason)
        case logic.Satisfiable(statistics=statistics):
            shown = smaller(problem, solution, options.shrinking_seconds)
            execution = replayed(
                program, prepared.original, prepared.transformed, prepared.specification, problem, shown
            )
            return ViolatedWithin(bound, statistics, execution)
        case logic.Unsatisfiable(statistics=statistics):
            coverage = coverage_of(prepared.original[name], prepared.transformed, problem, solution)
            hints: list[Hint] = []
            if coverage:
                again = _repeatable(program, name, options, stop, graphs)
                hints = explain(again, bound, coverage, prepared.specification, options.hint_seconds)
            notes = wrapping_counts(program, prepared.transformed, prepared.specification, bound)
            if prepared.relied_on:
                notes.insert(0, f"if what it calls is as specified: {', '.join(prepared.relied_on)}")
            if _is_vacuous(problem, bound, coverage, options, stop):
                notes.insert(0, "vacuous: no execution of the procedure ends within the bound")
            return HoldsWithin(bound, statistics, coverage, tuple(hints), tuple(notes))


def prepare(
    program: Program,
    name: str,
    bound: Bound,
    options: ForgeOptions,
    graphs: Mapping[str, Graph] | None = None,
) -> Transformed:
    """Calls and loops are replaced."""
    check_bound(bound, program)
    procedure = program.procedures.get(name)
    if procedure is None:
        known = ", ".join(program.procedures)
        raise InputError(Diagnostic("error", f"there is no procedure {name}", hint=f"there are: {known}"))
    specification = _specification(procedure)
    graphs = graphs_of(program) if graphs is None else graphs
    original = {
        each: calls_by_specification(graph, graphs, options.by_specification)
        for each, graph in graphs.items()
    }
    inlined = inline_calls(original, name, bound.unrollings)
    relied = tuple(relied_on(graphs, name, options.by_specification))
    return Transformed(program, original, unroll(inlined, bound.unrollings), specification, relied)


def posed(prepared: Transformed, bound: Bound, options: ForgeOptions) -> LogicProblem:
    """The logic problem; an `InputError` if it is too large."""
    return _posed(prepared.program, prepared.transformed, prepared.specification, bound, options)


def _posed(
    program: Program, graph: Graph, specification: Spec | None, bound: Bound, options: ForgeOptions
) -> LogicProblem:
    strategy = Strategy() if options.coverage else options.strategy
    try:
        return pose(program, graph, specification, bound, strategy, options.ordered_allocation)
    except logic.TooLarge as large:
        raise _too_large(bound, large) from None


def _searched(
    prepared: Transformed,
    bound: Bound,
    options: ForgeOptions,
    seconds: float | None,
    stop: Stop | None,
    given: Mapping[int, Choice] | None = None,
) -> tuple[LogicProblem, logic.Solution]:
    problem = posed(prepared, bound, options)
    if given:
        problem = with_choices(problem, prepared.transformed, given)
    return problem, _solved(problem.formulas(), problem, bound, options.coverage, seconds, stop)


def _solved(
    formulas: list[logic.Formula],
    problem: LogicProblem,
    bound: Bound,
    core: bool,
    seconds: float | None,
    stop: Stop | None,
) -> logic.Solution:
    settings = logic.Options(width=bound.width, seconds=seconds)
    try:
        return logic.solve(formulas, problem.bounds, settings, core=core, stop=stop)
    except logic.TooLarge as large:
        raise _too_large(bound, large) from None


def _is_vacuous(
    problem: LogicProblem, bound: Bound, coverage: Coverage | None, options: ForgeOptions, stop: Stop | None
) -> bool:
    """Whether there is no execution at all, as far as that can be told in time."""
    if coverage:
        return not coverage.specification
    path = list(dict.fromkeys(each.formula for each in problem.path))
    found = _solved(path, problem, bound, False, options.hint_seconds, stop)
    return isinstance(found, logic.Unsatisfiable)


def _too_large(bound: Bound, large: logic.TooLarge) -> InputError:
    return InputError(Diagnostic("error", f"{bound} is too large: {large}", hint="choose a smaller bound"))


def _specification(procedure: Procedure) -> Spec:
    if procedure.specification is None:
        hint = "add clauses: requires, modifies, ensures; or meets v := spec(…)"
        message = f"{procedure.name} has no specification"
        raise InputError(Diagnostic("error", message, procedure.span, hint))
    return procedure.specification


def _repeatable(
    program: Program,
    name: str,
    options: ForgeOptions,
    stop: Stop | None,
    graphs: Mapping[str, Graph] | None,
) -> Searched:
    """The search, to be repeated for hints; each repetition gets a part of their time."""
    seconds = options.hint_seconds / 2

    def transformed(bound: Bound) -> Graph:
        return prepare(program, name, bound, options, graphs).transformed

    def covering(bound: Bound) -> Coverage | None:
        prepared = prepare(program, name, bound, options, graphs)
        problem, solution = _searched(prepared, bound, options, seconds, stop)
        if isinstance(solution, logic.Unknown):
            raise OutOfTime
        if isinstance(solution, logic.Satisfiable):
            return None
        return coverage_of(prepared.original[name], prepared.transformed, problem, solution)

    def excluding(graph: Graph, bound: Bound) -> frozenset[int] | None:
        problem = _posed(program, graph, None, bound, options)
        solution = _solved(problem.formulas(), problem, bound, True, seconds, stop)
        if isinstance(solution, logic.Unknown):
            raise OutOfTime
        return None if isinstance(solution, logic.Satisfiable) else statements_of(problem, solution)

    return Searched(program, transformed, covering, excluding)
