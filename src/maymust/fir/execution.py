"""Concrete execution: a procedure from a state, with what it chooses freely given beforehand.

Allocations and specification statements are where FIR chooses. An execution is told the choices, in their
order, and checks each: that an atom is new, that the values are within their types and satisfy the
condition. So a trace can be replayed, through loops and calls, and nothing in it is believed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from maymust.fir.evaluation import Evaluator
from maymust.fir.graph import Branch, Exit, Graph
from maymust.fir.traversal import targets_of
from maymust.fir.tree import Assign, Call, Create, Program, Spec, Variable
from maymust.fir.values import Relation, State, Tuple
from maymust.frozen import frozen

Choice = tuple[Relation, ...]


@frozen
class Step:
    """One statement that was executed: where, in how deep a call, which way a branch went, what has changed.

    `changes` has the new values of variables and, by their names, of domains.
    """

    procedure: str
    statement: int
    depth: int
    taken: bool | None
    changes: Mapping[str, Relation]


@frozen
class Execution:
    """An execution to its end."""

    initial: State
    steps: tuple[Step, ...]
    final: State


@frozen
class Refused:
    """There is no such execution: why, and how far it went."""

    reason: str
    statement: int
    steps: tuple[Step, ...]


class Executor:
    """Executes procedures of a program, whose graphs may have been transformed."""

    def __init__(
        self, program: Program, graphs: Mapping[str, Graph], width: int, most_steps: int = 100_000
    ) -> None:
        self._program = program
        self._graphs = graphs
        self._width = width
        self._most_steps = most_steps

    def run(self, graph: Graph, initial: State, choices: Sequence[Choice]) -> Execution | Refused:
        """The execution of this graph; `initial` has values of the inputs and of the globals."""
        return _Run(self._program, self._graphs, self._width, graph, initial, choices).run(self._most_steps)


@frozen
class _Frame:
    """A call that waits: where it goes on, and the caller's locals."""

    graph: Graph
    number: int
    locals: Mapping[str, Relation]


class _Run:
    def __init__(
        self,
        program: Program,
        graphs: Mapping[str, Graph],
        width: int,
        graph: Graph,
        initial: State,
        choices: Sequence[Choice],
    ) -> None:
        variables: dict[str, Variable] = {}
        for each in (*graphs.values(), graph):
            variables |= each.variables
        self._evaluator = Evaluator(program, width, variables)
        self._program, self._graphs, self._variables = program, graphs, variables
        self._graph, self._number = graph, graph.entry
        self._initial = self._state = initial
        self._choices = iter(choices)
        self._frames: list[_Frame] = []
        self._steps: list[Step] = []

    def run(self, most_steps: int) -> Execution | Refused:
        for _ in range(most_steps):
            node = self._graph.nodes[self._number]
            match node.action:
                case Exit():
                    if not self._frames:
                        return self._finished()
                    self._return()
                case Branch(condition):
                    taken = self._evaluator.truth(condition, self._state)
                    self._record(taken, {})
                    self._number = node.successors[0 if taken else 1]
                case Call():
                    self._call(node.action)
                case update:
                    problem = self._update(update)
                    if problem:
                        return Refused(problem, node.source, tuple(self._steps))
                    self._number = node.successors[0]
        return Refused(f"it has not ended after {most_steps} statements", self._number, tuple(self._steps))

    def _finished(self) -> Execution | Refused:
        if next(self._choices, None) is not None:
            return Refused("it ends before all choices are made", self._number, tuple(self._steps))
        return Execution(self._initial, tuple(self._steps), self._state)

    # ---------------------------------------------------------------------------------------------- updates
    def _update(self, update: Assign | Create | Spec) -> str:
        """Executes the statement; why that is impossible, if it is."""
        before = self._state
        match update:
            case Assign(target, value):
                self._state = before.with_values({target: self._evaluator.value(value, before)})
            case Create(target, domain):
                chosen = next(self._choices, None)
                if chosen is None or len(chosen) != 1 or len(chosen[0]) != 1:
                    return "no atom is given for this allocation"
                if chosen[0] & self._taken(before):
                    return "the atom is no new one"
                extents = {**before.extents, domain: before.extents[domain] | chosen[0]}
                self._state = State({**before.variables, target: chosen[0]}, extents)
            case Spec():
                problem = self._specified(update, before)
                if problem:
                    return problem
        changes = {name: self._state.value(name) for name in targets_of(update)}
        if isinstance(update, Create):
            changes[update.domain] = self._state.extents[update.domain]
        self._record(None, changes)
        return ""

    def _specified(self, spec: Spec, before: State) -> str:
        chosen: Choice | None = next(self._choices, None) if spec.targets else ()
        if chosen is None or len(chosen) != len(spec.targets):
            return "no values are given for this specification"
        new = dict(zip(spec.targets, chosen, strict=True))
        extents = {name: value for name, value in new.items() if name in before.extents}
        for name, extent in extents.items():
            added = extent - before.extents[name]
            if not extent >= before.extents[name] or added & self._taken(before):
                return f"{name} may get new atoms, and lose none"
        variables = {name: value for name, value in new.items() if name not in extents}
        self._state = State({**before.variables, **variables}, {**before.extents, **extents})
        for name, value in variables.items():
            if not value <= self._evaluator.whole(self._variables[name].type, self._state):
                return f"the value of {name} is not within its type"
        if not self._evaluator.truth(spec.condition, self._state, before):
            return "the specification does not hold"
        return ""

    def _taken(self, state: State) -> set[Tuple]:
        """The atoms that are no new ones."""
        allocated = {each for extent in state.extents.values() for each in extent}
        return allocated | {(name,) for name in self._program.literals}

    # ------------------------------------------------------------------------------------------------ calls
    def _call(self, call: Call) -> None:
        callee = self._graphs[call.procedure]
        arguments = [self._evaluator.value(argument, self._state) for argument in call.arguments]
        self._record(None, {})
        values = self._state.variables
        shared = {name: value for name, value in values.items() if self._variables[name].is_global}
        kept = {name: value for name, value in values.items() if name not in shared}
        self._frames.append(_Frame(self._graph, self._number, kept))
        given = dict(zip(callee.procedure.inputs, arguments, strict=True))
        self._state = State({**shared, **given}, self._state.extents)
        self._graph, self._number = callee, callee.entry

    def _return(self) -> None:
        frame, callee, values = self._frames.pop(), self._graph.procedure, self._state.variables
        call = frame.graph.nodes[frame.number].action
        assert isinstance(call, Call)
        shared = {name: value for name, value in values.items() if self._variables[name].is_global}
        results = {target: values[name] for target, name in zip(call.targets, callee.outputs, strict=True)}
        self._state = State({**shared, **frame.locals, **results}, self._state.extents)
        self._graph, self._number = frame.graph, frame.number
        if results:
            self._record(None, results)
        self._number = frame.graph.nodes[frame.number].successors[0]

    def _record(self, taken: bool | None, changes: Mapping[str, Relation]) -> None:
        source = self._graph.nodes[self._number].source
        step = Step(self._graph.procedure.name, source, len(self._frames), taken, changes)
        self._steps.append(step)


def satisfied(program: Program, execution: Execution, specification: Spec, width: int) -> bool:
    """Whether the execution is as specified (§3.2.5): the condition holds, and other globals are unchanged.

    What it may not set, domains too, has its value of the start in the condition.
    """
    first, last = execution.initial, execution.final
    for name, variable in program.variables.items():
        kept = variable.is_global and name not in specification.targets
        if kept and first.variables[name] != last.variables[name]:
            return False
    final = {name: last.variables[name] for name in specification.targets if name in last.variables}
    extents = {
        name: (last if name in specification.targets else first).extents[name] for name in first.extents
    }
    state = State({**first.variables, **final}, extents, last.extents)
    return Evaluator(program, width).truth(specification.condition, state, first)
