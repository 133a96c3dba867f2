"""Symbolic execution of graphs without loops and calls (Forge thesis §3.2, Fig. 3-3).

A symbolic state is what the thesis has: a relational declaration D, a path constraint P and an environment E;
and, for each formula of P, the statements that it stems from, its slice (§4.3). For assignments, allocations
and branches there are two rules. `inline` puts expressions in place of variables; `constrain` makes a fresh
relation for each new value and constrains it. Both encode the same executions.

A branch is executed side by side up to where both sides meet. A statement that several ways lead to, before
they meet, is executed on each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal as Choice

from maymust import relational as logic
from maymust.diagnostics import Diagnostic, InputError
from maymust.engines.forge.relations import Declarations, Order
from maymust.engines.forge.translation import Environment, Translator
from maymust.errors import InternalError
from maymust.fir import types
from maymust.fir.dominators import immediate_postdominators
from maymust.fir.graph import Branch, Graph, Node
from maymust.fir.liveness import live_before
from maymust.fir.tree import Assign, Call, Create, Spec
from maymust.frozen import frozen

Rule = Choice["inline", "constrain"]

MOST_EXECUTED = 100_000


@frozen
class Strategy:
    """The rule for each kind of statement. Coverage needs `constrain` for all (§4.3.2)."""

    assign: Rule = "constrain"
    create: Rule = "constrain"
    branch: Rule = "constrain"

    def __str__(self) -> str:
        return "".join("IC"[rule == "constrain"] for rule in (self.assign, self.create, self.branch))


@frozen
class Constraint:
    """A formula of the path constraint, and its slice: the numbers of the statements that it stems from."""

    formula: logic.Formula
    slice: frozenset[int]


@frozen
class Chosen:
    """An allocation, or a specification, was executed: the values that it has chosen."""

    number: int
    values: tuple[logic.Expression, ...]


@frozen
class Split:
    """A branch was executed: what was executed on either side, up to where they meet."""

    number: int
    condition: logic.Formula
    then: list[Chosen | Split]
    otherwise: list[Chosen | Split]


Event = Chosen | Split


@frozen
class SymbolicState:
    """Values of variables and domains; what was added to P, and executed, since the branch's side began."""

    variables: Mapping[str, logic.Expression]
    domains: Mapping[str, logic.Expression]
    added: list[Constraint] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def environment(self, old: Mapping[str, logic.Expression]) -> Environment:
        """What expressions are translated in."""
        return Environment(self.variables, self.domains, old)


@frozen
class _Side:
    """A branch that is being executed: what is left of it."""

    node: Node
    condition: logic.Formula
    before: SymbolicState
    join: int
    stop: int
    then: SymbolicState | None


class SymbolicExecution:
    """Executes one graph. `orders` has the allocation orders of domains; of others, any new atom is taken."""

    def __init__(
        self,
        graph: Graph,
        declarations: Declarations,
        translator: Translator,
        strategy: Strategy,
        orders: Mapping[str, Order],
    ) -> None:
        self._graph = graph
        self._declarations = declarations
        self._translator = translator
        self._strategy = strategy
        self._orders = orders
        successors = {number: node.successors for number, node in graph.nodes.items()}
        self._meets = immediate_postdominators(successors, graph.exit)
        self._live = live_before(graph)

    def run(self, initial: SymbolicState) -> SymbolicState:
        """The state at the end."""
        number, stop, state = self._graph.entry, self._graph.exit, initial
        open_sides: list[_Side] = []
        for _ in range(MOST_EXECUTED):
            node = self._graph.nodes[number]
            if number == stop:
                if not open_sides:
                    return state
                side = open_sides.pop()
                if side.then is None:
                    open_sides.append(
                        _Side(side.node, side.condition, side.before, side.join, side.stop, state)
                    )
                    number, state = side.node.successors[1], _begun(side.before)
                else:
                    state = self._merged(side, side.then, state)
                    number, stop = side.join, side.stop
            elif isinstance(node.action, Branch):
                condition = self._translator.formula(
                    node.action.condition, state.environment(state.variables)
                )
                join = self._meets[number]
                open_sides.append(_Side(node, condition, state, join, stop, None))
                number, stop, state = node.successors[0], join, _begun(state)
            else:
                state = self._step(node, state)
                (number,) = node.successors
        message = f"more than {MOST_EXECUTED} statements are executed symbolically"
        raise InputError(Diagnostic("error", message, self._graph.procedure.span, "unroll less"))

    def _step(self, node: Node, state: SymbolicState) -> SymbolicState:
        match node.action:
            case Assign():
                return self._assign(node, node.action, state)
            case Create():
                return self._create(node, node.action, state)
            case Spec():
                return self._specify(node, node.action, state)
            case Call():
                raise InternalError("calls are replaced before symbolic execution")
        raise InternalError(f"statement {node.number} cannot be executed")

    # ------------------------------------------------------------------------------------------------- rules
    def _assign(self, node: Node, assign: Assign, state: SymbolicState) -> SymbolicState:
        type_ = self._type(assign.target)
        value = self._translator.relation(assign.value, state.environment(state.variables), type_.arity or 1)
        if self._strategy.assign == "constrain":
            fresh = self._declarations.variable(assign.target, node.number, type_, literals=True)
            state.added.append(Constraint(fresh.equals(value), frozenset({node.number})))
            value = fresh
        return SymbolicState(
            {**state.variables, assign.target: value}, state.domains, state.added, state.events
        )

    def _create(self, node: Node, create: Create, state: SymbolicState) -> SymbolicState:
        current = state.domains[create.domain]
        constrain = self._strategy.create == "constrain"
        order = self._orders.get(create.domain)
        formulas: list[logic.Formula] = []
        value: logic.Expression
        if order is None:
            value = self._declarations.domain(create.target, node.number, create.domain)
            formulas += [value.one(), ~value.in_(current)]
        else:
            following = (current @ order.following) - current
            value = current.no().choose(order.first, following)
            if constrain:
                fresh = self._declarations.domain(create.target, node.number, create.domain)
                formulas += [fresh.some(), fresh.equals(value)]
                value = fresh
            else:
                formulas.append(value.some())
        extent = current | value
        if constrain:
            grown = self._declarations.domain(create.domain, node.number, create.domain)
            formulas.append(grown.equals(extent))
            extent = grown
        state.added.extend(Constraint(formula, frozenset({node.number})) for formula in formulas)
        state.events.append(Chosen(node.number, (value,)))
        return SymbolicState(
            {**state.variables, create.target: value},
            {**state.domains, create.domain: extent},
            state.added,
            state.events,
        )

    def _specify(self, node: Node, spec: Spec, state: SymbolicState) -> SymbolicState:
        fresh: dict[str, logic.Expression] = {
            name: self._declarations.variable(name, node.number, self._type(name), literals=False)
            for name in spec.targets
        }
        new = SymbolicState({**state.variables, **fresh}, state.domains, state.added, state.events)
        env = new.environment(state.variables)
        formulas = [self._translator.formula(spec.condition, env)]
        for name, value in fresh.items():
            extent = self._translator.relation(self._graph.variables[name].type, env, value.arity)
            formulas.append(value.in_(extent))
        state.added.extend(Constraint(formula, frozenset({node.number})) for formula in formulas)
        if spec.targets:
            state.events.append(Chosen(node.number, tuple(fresh.values())))
        return new

    def _merged(self, side: _Side, then: SymbolicState, otherwise: SymbolicState) -> SymbolicState:
        """The state where the sides meet: what both agree on stays, the condition decides on the rest."""
        yes, no = side.condition, ~side.condition
        own = frozenset({side.node.number})
        added = side.before.added
        for condition, state in ((yes, then), (no, otherwise)):
            for each in state.added:
                added.append(Constraint(condition.implies(each.formula), each.slice | own))
        live = self._live[side.join]
        values: list[dict[str, logic.Expression]] = []
        for first, second, wanted in (
            (then.variables, otherwise.variables, live),
            (then.domains, otherwise.domains, set(then.domains)),
        ):
            merged: dict[str, logic.Expression] = {}
            for name in first:
                if name in second and name in wanted:
                    same = first[name] is second[name]
                    merged[name] = (
                        first[name] if same else self._either(side, name, first[name], second[name])
                    )
            values.append(merged)
        events = side.before.events
        events.append(Split(side.node.number, yes, then.events, otherwise.events))
        return SymbolicState(values[0], values[1], added, events)

    def _either(
        self, side: _Side, name: str, then: logic.Expression, otherwise: logic.Expression
    ) -> logic.Expression:
        if self._strategy.branch == "inline":
            return side.condition.choose(then, otherwise)
        number = side.node.number
        if name in side.before.domains:
            fresh = self._declarations.domain(name, number, name)
        else:
            fresh = self._declarations.variable(name, number, self._type(name), literals=True)
        own = frozenset({number})
        side.before.added.append(Constraint(side.condition.implies(fresh.equals(then)), own))
        side.before.added.append(Constraint((~side.condition).implies(fresh.equals(otherwise)), own))
        return fresh

    def _type(self, name: str) -> types.Type:
        found = types.declared(self._graph.variables[name].type)
        if found is None:
            raise InternalError(f"{name} has no type: the program was not checked")
        return found


def _begun(state: SymbolicState) -> SymbolicState:
    """The state at the beginning of a side."""
    return SymbolicState(state.variables, state.domains)
