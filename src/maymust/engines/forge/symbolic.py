"""Symbolic execution of graphs without loops and calls (Forge thesis §3.2, Fig. 3-3).

A symbolic state is what the thesis has: a relational declaration D, a path constraint P and an environment E;
and, for each formula of P, the statements that it stems from, its slice (§4.3). For assignments, allocations
and branches there are two rules. `inline` puts expressions in place of variables; `constrain` makes a fresh
relation for each new value and constrains it. Both encode the same executions.

A branch is executed side by side up to where both sides meet, as in the thesis. If the sides share statements
before that (Fig. 2-5), all that lies between is executed statement by statement instead, each once, under the
condition that it is reached.
"""

from __future__ import annotations

from collections.abc import Mapping

from maymust import relational as logic
from maymust.engines.forge.relations import Declarations, Order
from maymust.engines.forge.rules import Rules
from maymust.engines.forge.state import Case, Constraint, Split, Strategy, SymbolicState
from maymust.engines.forge.translation import Translator
from maymust.fir.dominators import immediate_postdominators, topological
from maymust.fir.graph import Branch, Graph, Node
from maymust.fir.liveness import live_before
from maymust.frozen import frozen


@frozen
class _Open:
    """A branch of which one side is being executed: what it needs to go on."""

    node: Node
    condition: logic.Formula
    before: SymbolicState
    join: int
    stop: int
    then: SymbolicState | None = None


class SymbolicExecution:
    """Executes one graph."""

    def __init__(
        self,
        graph: Graph,
        declarations: Declarations,
        translator: Translator,
        strategy: Strategy,
        orders: Mapping[str, Order],
    ) -> None:
        self._graph = graph
        self._rules = Rules(graph, declarations, translator, strategy, orders)
        self._successors = {number: node.successors for number, node in graph.nodes.items()}
        self._meets = immediate_postdominators(self._successors, graph.exit)
        self._live = live_before(graph)

    def run(self, initial: SymbolicState) -> SymbolicState:
        """The state at the end."""
        number, stop, state = self._graph.entry, self._graph.exit, initial
        open_branches: list[_Open] = []
        while True:
            node = self._graph.nodes[number]
            if number == stop:
                if not open_branches:
                    return state
                branch = open_branches.pop()
                if branch.then is None:
                    rest = _Open(
                        branch.node, branch.condition, branch.before, branch.join, branch.stop, state
                    )
                    open_branches.append(rest)
                    number, state = branch.node.successors[1], branch.before.begun()
                else:
                    state = self._merged(branch, branch.then, state)
                    number, stop = branch.join, branch.stop
            elif not isinstance(node.action, Branch):
                state = self._rules.step(node, state)
                (number,) = node.successors
            elif self._sides_are_apart(node):
                condition = self._rules.condition(node.action, state)
                open_branches.append(_Open(node, condition, state, self._meets[number], stop))
                number, stop, state = node.successors[0], self._meets[number], state.begun()
            else:
                state = self._statement_by_statement(number, state)
                number = self._meets[number]

    # ------------------------------------------------------------------------------------------ side by side
    def _sides_are_apart(self, branch: Node) -> bool:
        join = self._meets[branch.number]
        first, second = (self._before(join, start) for start in branch.successors)
        return first.isdisjoint(second)

    def _before(self, join: int, start: int) -> set[int]:
        """What is reached from the start without passing the join."""
        seen: set[int] = set()
        pending = [start]
        while pending:
            number = pending.pop()
            if number != join and number not in seen:
                seen.add(number)
                pending.extend(self._successors[number])
        return seen

    def _merged(self, branch: _Open, then: SymbolicState, otherwise: SymbolicState) -> SymbolicState:
        """The state where the sides meet."""
        before, own = branch.before, frozenset({branch.node.number})
        cases = [Case(branch.condition, own, then), Case(~branch.condition, own, otherwise)]
        for case in cases:
            before.added.extend(_under(case, case.state.added))
        values = self._rules.met(branch.node.number, cases, self._live[branch.join], before.added)
        before.events.append(Split(branch.condition, then.events, otherwise.events))
        return before.with_values(*values)

    # ------------------------------------------------------------------------------- statement by statement
    def _statement_by_statement(self, first: int, before: SymbolicState) -> SymbolicState:
        """The state where all ways from the branch meet; each statement on the way is executed once."""
        join = self._meets[first]
        arrivals: dict[int, list[Case]] = {first: [Case(logic.TRUE, frozenset(), before.begun())]}
        inside = self._before(join, first)
        following = {number: [each for each in self._successors[number] if each != join] for number in inside}
        for number in topological(following, first):
            node, case = self._graph.nodes[number], self._arrived(number, arrivals.pop(number), before)
            for successor, leaving in self._left(node, case):
                arrivals.setdefault(successor, []).append(leaving)
            before.added.extend(_under(case, case.state.added))
            if case.state.events:
                before.events.append(Split(case.condition, case.state.events, []))
        values = self._rules.met(join, arrivals[join], self._live[join], before.added)
        return before.with_values(*values)

    def _arrived(self, number: int, cases: list[Case], before: SymbolicState) -> Case:
        """When the statement is reached, and the state there."""
        if len(cases) == 1:
            return Case(cases[0].condition, cases[0].slice, cases[0].state.begun())
        condition = logic.disjunction(case.condition for case in cases)
        why = frozenset().union(*(case.slice for case in cases))
        values = self._rules.met(number, cases, self._live[number], before.added)
        return Case(condition, why, SymbolicState(*values))

    def _left(self, node: Node, case: Case) -> list[tuple[int, Case]]:
        """The ways on from a statement."""
        if not isinstance(node.action, Branch):
            return [
                (node.successors[0], Case(case.condition, case.slice, self._rules.step(node, case.state)))
            ]
        condition = self._rules.condition(node.action, case.state)
        why = case.slice | {node.number}
        return [
            (successor, Case(case.condition & each, why, case.state))
            for successor, each in zip(node.successors, (condition, ~condition), strict=True)
        ]


def _under(case: Case, constraints: list[Constraint]) -> list[Constraint]:
    """The constraints, where the case is taken."""
    return [Constraint(case.condition.implies(each.formula), each.slice | case.slice) for each in constraints]
