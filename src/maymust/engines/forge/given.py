"""Searches from choices that are known: bounds leave no others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from maymust import relational as logic
from maymust.engines.forge.logic_problem import LogicProblem
from maymust.engines.forge.state import Chosen, Event
from maymust.fir.execution import Choice
from maymust.fir.graph import Graph


def with_choices(problem: LogicProblem, graph: Graph, given: Mapping[int, Choice]) -> LogicProblem:
    """The problem of the executions of the graph in which statements choose what is given.

    Statements are known by the number that they have in the program (`Node.source`).
    """
    bounds = problem.bounds.copy()
    pending: list[Event] = list(problem.final.events)
    while pending:
        event = pending.pop()
        if not isinstance(event, Chosen):
            pending += [*event.then, *event.otherwise]
            continue
        chosen = given.get(graph.nodes[event.number].source)
        if chosen is None:
            continue
        for relation, value in zip(event.values, chosen, strict=True):
            assert isinstance(relation, logic.Relation)  # the choices of specification statements are
            bounds.bound_exactly(relation, bounds.universe.tuples(relation.arity, value))
    return replace(problem, bounds=bounds)
