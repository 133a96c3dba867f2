"""The logic problem of a procedure, a specification and a bound (Forge thesis §3.2.2 and §3.2.5).

A solution is an execution, within the bound, that violates the specification.
"""

from __future__ import annotations

from maymust import relational as logic
from maymust.engines.forge.bound import Bound, check_literals
from maymust.engines.forge.relations import Declarations, Order
from maymust.engines.forge.state import Constraint, Strategy, SymbolicState
from maymust.engines.forge.symbolic import SymbolicExecution
from maymust.engines.forge.translation import Environment, Translator
from maymust.fir import types
from maymust.fir.expressions import expressions_of
from maymust.fir.graph import Graph
from maymust.fir.inlining import allocated_in
from maymust.fir.traversal import everything_in
from maymust.fir.tree import (
    BOOLEAN,
    INTEGER,
    Expression,
    IntegerLiteral,
    Program,
    Spec,
)
from maymust.frozen import frozen


@frozen
class LogicProblem:
    """`path` is the final path constraint; `violation` says that the specification does not hold."""

    bounds: logic.Bounds
    path: tuple[Constraint, ...]
    violation: logic.Formula
    initial: SymbolicState
    final: SymbolicState

    def formulas(self) -> list[logic.Formula]:
        """All of them, each once."""
        return list(dict.fromkeys([*(each.formula for each in self.path), self.violation]))


def pose(
    program: Program,
    graph: Graph,
    specification: Spec | None,
    bound: Bound,
    strategy: Strategy,
    ordered_allocation: bool = True,
) -> LogicProblem:
    """The problem of this graph, which has neither loops nor calls.

    Without a specification it is about all executions. With `ordered_allocation`, atoms are allocated in one
    order only (§3.4): executions that differ by the names of atoms are not told apart.
    """
    check_literals(_literals(graph, specification), bound.width)
    declarations = Declarations(program, bound)
    translator = Translator(graph.variables, program.literals, declarations.constants)
    created = allocated_in(graph)
    orders = {
        name: declarations.order(name) for name in program.domains if ordered_allocation and name in created
    }
    initial = _initial(program, graph, declarations, translator, orders)
    execution = SymbolicExecution(graph, declarations, translator, strategy, orders)
    path = list(initial.added)
    final = execution.run(SymbolicState(initial.variables, initial.domains))
    path += final.added
    violation: logic.Formula = logic.TRUE
    if specification:
        violation = ~_satisfied(graph, specification, translator, initial, final)
    return LogicProblem(declarations.bounds, tuple(path), violation, initial, final)


def _initial(
    program: Program,
    graph: Graph,
    declarations: Declarations,
    translator: Translator,
    orders: dict[str, Order],
) -> SymbolicState:
    """All states in which the procedure may begin; what is required of them is in the path constraint."""
    domains: dict[str, logic.Expression] = {
        name: declarations.domain(name, 0, name) for name in program.domains
    }
    given = [
        name for name, each in program.variables.items() if each.is_global or name in graph.procedure.inputs
    ]
    variables: dict[str, logic.Expression] = {}
    added: list[Constraint] = []
    for name in given:
        type_ = types.declared(program.variables[name].type)
        assert type_ is not None
        variables[name] = declarations.variable(name, 0, type_)
    env = Environment(variables, domains, {}, domains)
    for name in given:
        type_expression = program.variables[name].type
        if _names_domains(type_expression):
            value = variables[name]
            whole = translator.whole(type_expression, env, value.arity)
            added.append(Constraint(value.in_(whole), frozenset()))
    for name, order in orders.items():
        prefix = (order.following @ domains[name]).in_(domains[name])
        added.append(Constraint(prefix, frozenset()))
    if graph.procedure.requirement is not None:
        added.append(Constraint(translator.formula(graph.procedure.requirement, env), frozenset()))
    return SymbolicState(variables, domains, added)


def _satisfied(
    graph: Graph,
    specification: Spec,
    translator: Translator,
    initial: SymbolicState,
    final: SymbolicState,
) -> logic.Formula:
    """ψ: the condition holds, and no global has changed that may not.

    In the condition, what may be set has its value of the end, all else, domains too, that of the start.
    """
    changed = {name: final.values[name] for name in specification.targets}
    variables = {name: value for name, value in changed.items() if name not in initial.domains}
    domains = {name: changed.get(name, value) for name, value in initial.domains.items()}
    env = Environment({**initial.variables, **variables}, domains, initial.values, final.domains)
    parts = [translator.formula(specification.condition, env)]
    for name, variable in graph.variables.items():
        if variable.is_global and name not in specification.targets:
            before, after = initial.variables[name], final.variables[name]
            if before is not after:
                parts.append(after.equals(before))
    return logic.conjunction(parts)


def _names_domains(type_: Expression) -> bool:
    products = types.declared(type_)
    assert products is not None
    return any(name not in (BOOLEAN, INTEGER) for product in products.products for name in product)


def _literals(graph: Graph, specification: Spec | None) -> list[IntegerLiteral]:
    """The numbers in the procedure and in what is said about it."""
    return [
        each
        for expression in expressions_of(graph, specification)
        for each in everything_in(expression)
        if isinstance(each, IntegerLiteral)
    ]
