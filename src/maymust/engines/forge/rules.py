"""The rules for single statements, and for ways that meet (Forge thesis, Fig. 3-3 and §3.4.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from maymust import relational as logic
from maymust.engines.forge.relations import Declarations, Order
from maymust.engines.forge.state import Case, Chosen, Constraint, Strategy, SymbolicState
from maymust.engines.forge.translation import Translator
from maymust.errors import InternalError
from maymust.fir import types
from maymust.fir.graph import Branch, Graph, Node
from maymust.fir.tree import Assign, Create, Spec

Values = Mapping[str, logic.Expression]


class Rules:
    """Applies rules by the strategy. `orders` has the allocation orders of domains, if they have one."""

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

    def condition(self, branch: Branch, state: SymbolicState) -> logic.Formula:
        """When the branch goes to its first successor."""
        return self._translator.formula(branch.condition, state.environment(state))

    def step(self, node: Node, state: SymbolicState) -> SymbolicState:
        """The state behind an assignment, an allocation or a specification."""
        match node.action:
            case Assign():
                return self._assign(node, node.action, state)
            case Create():
                return self._create(node, node.action, state)
            case Spec():
                return self._specify(node, node.action, state)
        raise InternalError(f"statement {node.number} cannot be executed symbolically")

    def _assign(self, node: Node, assign: Assign, state: SymbolicState) -> SymbolicState:
        type_ = self._type(assign.target)
        env = state.environment(state)
        value = self._translator.relation(assign.value, env, type_.arity or 1)
        if self._strategy.assign == "constrain":
            fresh = self._declarations.variable(assign.target, node.number, type_)
            self._add(node, state, fresh.equals(value))
            value = fresh
        return state.with_values({**state.variables, assign.target: value})

    def _create(self, node: Node, create: Create, state: SymbolicState) -> SymbolicState:
        current = state.domains[create.domain]
        constrain = self._strategy.create == "constrain"
        order = self._orders.get(create.domain)
        value: logic.Expression
        if order is None:
            value = self._declarations.domain(create.target, node.number, create.domain)
            self._add(node, state, value.one(), ~value.in_(current))
        else:
            following = (current @ order.following) - current
            value = current.no().choose(order.first, following)
            self._add(node, state, value.some())
        if constrain:
            # Any value of the type is possible but for this formula: bounds are in no slice.
            fresh = self._declarations.variable(create.target, node.number, self._type(create.target))
            self._add(node, state, fresh.equals(value))
            value = fresh
        extent = current | value
        if constrain:
            grown = self._declarations.domain(create.domain, node.number, create.domain)
            self._add(node, state, grown.equals(extent))
            extent = grown
        state.events.append(Chosen(node.number, (value,)))
        domains = {**state.domains, create.domain: extent}
        return state.with_values({**state.variables, create.target: value}, domains)

    def _specify(self, node: Node, spec: Spec, state: SymbolicState) -> SymbolicState:
        grown: dict[str, logic.Expression] = {
            name: self._declarations.domain(name, node.number, name)
            for name in spec.targets
            if name in state.domains
        }
        fresh: dict[str, logic.Expression] = {
            name: self._declarations.variable(name, node.number, self._type(name))
            for name in spec.targets
            if name not in grown
        }
        new = state.with_values({**state.variables, **fresh}, {**state.domains, **grown})
        env = new.environment(state)
        self._add(node, state, self._translator.formula(spec.condition, env))
        for name, extent in grown.items():
            self._add(node, state, state.domains[name].in_(extent))
            if name in self._orders:
                self._add(node, state, (self._orders[name].following @ extent).in_(extent))
        for name, value in fresh.items():
            whole = self._translator.whole(self._graph.variables[name].type, env, value.arity)
            self._add(node, state, value.in_(whole))
        if spec.targets:
            state.events.append(Chosen(node.number, tuple({**fresh, **grown}[name] for name in spec.targets)))
        return new

    def _add(self, node: Node, state: SymbolicState, *formulas: logic.Formula) -> None:
        state.added.extend(Constraint(formula, frozenset({node.number})) for formula in formulas)

    # ---------------------------------------------------------------------------------------- ways that meet
    def met(
        self, number: int, cases: Sequence[Case], live: set[str], added: list[Constraint]
    ) -> tuple[Values, Values]:
        """The values of variables that are `live`, and of domains, where the ways meet; exactly one is taken.

        What all agree on stays. Of the rest the cases decide: by a conditional, or by a fresh relation, named
        by `number`, that `added` gets constraints of.
        """
        variables = [case.state.variables for case in cases]
        known = [name for name in variables[0] if name in live and all(name in each for each in variables)]
        values = {name: self._met(number, name, cases, variables, added) for name in known}
        domains = [case.state.domains for case in cases]
        extents = {name: self._met(number, name, cases, domains, added) for name in domains[0]}
        return values, extents

    def _met(
        self,
        number: int,
        name: str,
        cases: Sequence[Case],
        values: Sequence[Values],
        added: list[Constraint],
    ) -> logic.Expression:
        alike: dict[logic.Expression, list[Case]] = {}
        for case, each in zip(cases, values, strict=True):
            alike.setdefault(each[name], []).append(case)
        groups = [
            (
                logic.disjunction(case.condition for case in group),
                frozenset().union(*(case.slice for case in group)),
                value,
            )
            for value, group in alike.items()
        ]
        if len(groups) == 1:
            return groups[0][2]
        if self._strategy.branch == "inline":
            result = groups[-1][2]
            for condition, _, value in reversed(groups[:-1]):
                result = condition.choose(value, result)
            return result
        if name in cases[0].state.domains:
            fresh = self._declarations.domain(name, number, name)
        else:
            fresh = self._declarations.variable(name, number, self._type(name))
        for condition, slice_, value in groups:
            added.append(Constraint(condition.implies(fresh.equals(value)), slice_))
        return fresh

    def _type(self, name: str) -> types.Type:
        found = types.declared(self._graph.variables[name].type)
        if found is None:
            raise InternalError(f"{name} has no type: the program was not checked")
        return found
