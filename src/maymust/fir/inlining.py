"""Calls: inlined (Forge thesis §2.2.2), or replaced by the callee's specification (§2.1.2).

Before:
    width := abs(x - x2)
After:
    x' := x - x2
    if x' < 0 { a' := -x' } else { a' := x' }
    width := a'
or, by a specification `a := spec(E)` of `abs`:
    x' := x - x2
    a' := spec(E')
    width := a'
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from maymust.diagnostics import Diagnostic, InputError
from maymust.fir.graph import Action, Branch, Exit, Graph, Node, Role, reachable
from maymust.fir.numbering import exit_last
from maymust.fir.traversal import names_in, read_by, renamed, renamed_update, targets_of
from maymust.fir.tree import Assign, BooleanLiteral, Call, Create, Procedure, Spec, Variable, VariableUse
from maymust.fir.unrolling import LARGEST


def inline_calls(graphs: Mapping[str, Graph], name: str, recursion: int) -> Graph:
    """The procedure's graph with the bodies of what it calls in place of the calls.

    A procedure that calls itself, directly or not, is inlined into itself up to `recursion` times; no
    execution goes deeper.
    """
    return _Calls(graphs, graphs[name], recursion).replaced()


def calls_by_specification(graph: Graph, graphs: Mapping[str, Graph], names: Collection[str]) -> Graph:
    """The graph with specification statements in place of calls of these procedures."""
    work = _Calls(graphs, graph, 0)
    for node in list(graph.nodes.values()):
        if isinstance(node.action, Call) and node.action.procedure in names:
            work.specify(node, node.action)
    return work.finished()


class _Calls:
    """A graph in which calls are being replaced, one by one."""

    def __init__(self, graphs: Mapping[str, Graph], graph: Graph, recursion: int) -> None:
        self._graphs = graphs
        self._graph = graph
        self._recursion = recursion
        self._nodes = dict(graph.nodes)
        self._variables = dict(graph.variables)
        self._entry = graph.entry
        self._fresh = max(graph.nodes)
        self._stacks: dict[int, tuple[str, ...]] = {}

    def finished(self) -> Graph:
        """The graph as it is now."""
        graph = self._graph
        made = Graph(graph.procedure, self._nodes, self._entry, graph.exit, self._variables)
        return exit_last(reachable(made))

    def replaced(self) -> Graph:
        """The graph without calls; they are replaced in the order of their numbers."""
        pending = sorted(self._nodes, reverse=True)
        root = (self._graph.procedure.name,)
        while pending:
            node = self._nodes[pending.pop()]
            if isinstance(node.action, Call):
                stack = self._stacks.get(node.number, root)
                pending.extend(reversed(self._inline(node, node.action, stack)))
        return self.finished()

    # --------------------------------------------------------------------------------------------- one call
    def _inline(self, node: Node, call: Call, stack: tuple[str, ...]) -> list[int]:
        """Puts the callee's body in the place of the call; the numbers of its statements."""
        if stack.count(call.procedure) > self._recursion and call.procedure in stack:
            end = Spec(call.targets, BooleanLiteral(False), call.span)  # what follows finds them set
            self._nodes[node.number] = replace(node, action=end, role="recursion end")
            return []
        callee = self._graphs[call.procedure]
        if len(self._nodes) + len(callee.nodes) > LARGEST:
            message = f"with calls inlined, {self._graph.procedure.name} has more than {LARGEST} statements"
            raise InputError(Diagnostic("error", message, call.span, "replace calls by specifications"))
        names = self._rename(_locals_of(callee))
        numbers = {number: self._next() for number in sorted(callee.nodes) if number != callee.exit}
        numbers[callee.exit] = self._results(node, call, callee.procedure, names)
        for number, original in callee.nodes.items():
            if number == callee.exit:
                continue
            join = None if original.join is None else numbers.get(original.join)
            self._nodes[numbers[number]] = replace(
                original,
                number=numbers[number],
                action=_renamed_action(original.action, names),
                successors=tuple(numbers[each] for each in original.successors),
                join=join,
            )
            self._stacks[numbers[number]] = (*stack, call.procedure)
        self._enter(node, self._arguments(node, call, callee.procedure, names, numbers[callee.entry]))
        return sorted(numbers[number] for number in callee.nodes if number != callee.exit)

    def specify(self, node: Node, call: Call) -> None:
        """Puts a specification statement in the place of the call."""
        callee = self._graphs[call.procedure]
        specification = callee.procedure.specification
        if specification is None:
            hint = "give it one, or inline the call"
            message = f"{call.procedure} has no specification to replace this call by"
            raise InputError(Diagnostic("error", message, call.span, hint))
        created = created_by(self._graphs, call.procedure)
        if unsaid := created - set(specification.targets):
            listed = ", ".join(sorted(unsaid))
            message = f"{call.procedure} may allocate ({listed}), which its specification does not say"
            hint = f"add `modifies {listed}`, or inline the call"
            raise InputError(Diagnostic("error", message, call.span, hint))
        names = self._rename(_locals_of(callee))
        results = self._results(node, call, callee.procedure, names)
        frame = tuple(dict.fromkeys([*specification.targets, *callee.procedure.outputs]))
        action = renamed_update(Spec(frame, specification.condition, call.span), names)
        number = self._add(action, results, node, "specification")
        if callee.procedure.requirement is not None:
            number = self._unless(callee, names, node, number, results, created)
        self._enter(node, self._arguments(node, call, callee.procedure, names, number))

    def _unless(
        self,
        callee: Graph,
        names: Mapping[str, str],
        node: Node,
        required: int,
        results: int,
        created: set[str],
    ) -> int:
        """A branch: where the requirement does not hold, the callee does anything to globals and results."""
        assert callee.procedure.requirement is not None
        shared = [name for name, variable in self._graph.variables.items() if variable.is_global]
        frame = (*shared, *sorted(created), *(names[name] for name in callee.procedure.outputs))
        anything = Spec(frame, BooleanLiteral(True), node.action.span)
        otherwise = self._add(anything, results, node, "specification")
        number = self._next()
        condition = Branch(renamed(callee.procedure.requirement, names), node.action.span)
        sides = (required, otherwise)
        self._nodes[number] = Node(number, condition, sides, node.source, "specification", results)
        return number

    # ------------------------------------------------------------------------------------------------ pieces
    def _next(self) -> int:
        self._fresh += 1
        return self._fresh

    def _add(self, action: Action, follow: int, call: Node, role: Role) -> int:
        number = self._next()
        self._nodes[number] = Node(number, action, (follow,), call.source, role)
        return number

    def _arguments(
        self, node: Node, call: Call, callee: Procedure, names: Mapping[str, str], follow: int
    ) -> int:
        """Sets the parameters, then goes on to `follow`; where that begins."""
        for name, argument in reversed(list(zip(callee.inputs, call.arguments, strict=True))):
            follow = self._add(Assign(names[name], argument, call.span), follow, node, "argument")
        return follow

    def _results(self, node: Node, call: Call, callee: Procedure, names: Mapping[str, str]) -> int:
        """Sets what the call gives, then goes on behind it; where that begins."""
        (follow,) = node.successors
        for target, name in reversed(list(zip(call.targets, callee.outputs, strict=True))):
            value = VariableUse(names[name], call.span)
            follow = self._add(Assign(target, value, call.span), follow, node, "result")
        return follow

    def _enter(self, node: Node, first: int) -> None:
        """What led to the call leads to its replacement."""

        def new(number: int) -> int:
            return first if number == node.number else number

        del self._nodes[node.number]
        self._entry = new(self._entry)
        for number, other in list(self._nodes.items()):
            if node.number in other.successors or other.join == node.number:
                join = None if other.join is None else new(other.join)
                self._nodes[number] = replace(other, successors=tuple(map(new, other.successors)), join=join)

    def _rename(self, names: Collection[str]) -> dict[str, str]:
        """Fresh variables for these: `x'`, `x''`, and so on."""
        found = {}
        for name in sorted(names):
            copy, new = 1, f"{name}'"
            while new in self._variables:
                copy += 1
                new = name + "'" * copy if copy < 4 else f"{name}_{copy}'"
            old = self._variables[name]
            self._variables[new] = Variable(new, old.type, False, old.span)
            found[name] = new
        return found


def _locals_of(graph: Graph) -> set[str]:
    """The local variables that the procedure, or its specification, uses."""
    procedure = graph.procedure
    used = {*procedure.inputs, *procedure.outputs}
    for node in graph.nodes.values():
        match node.action:
            case Branch(condition):
                used |= names_in(condition)
            case Exit():
                pass
            case update:
                used |= set(targets_of(update)).union(*map(names_in, read_by(update)))
    if procedure.specification:
        used |= names_in(procedure.specification.condition)
    if procedure.requirement:
        used |= names_in(procedure.requirement)
    return {name for name in used if name in graph.variables and not graph.variables[name].is_global}


def _renamed_action(action: Action, names: Mapping[str, str]) -> Action:
    match action:
        case Branch(condition, span, loop):
            return Branch(renamed(condition, names), span, loop)
        case Exit():
            return action
        case _:
            return renamed_update(action, names)


def allocated_in(graph: Graph) -> set[str]:
    """The domains that statements of the graph itself get atoms from: allocations, and specifications that
    set a domain.
    """
    found: set[str] = set()
    for node in graph.nodes.values():
        match node.action:
            case Create(domain=domain):
                found.add(domain)
            case Spec(targets=targets):
                found.update(name for name in targets if name not in graph.variables)
    return found


def created_by(graphs: Mapping[str, Graph], name: str) -> set[str]:
    """The domains that the procedure, or what it calls, allocates from."""
    found: set[str] = set()
    seen, pending = {name}, [name]
    while pending:
        graph = graphs[pending.pop()]
        found |= allocated_in(graph)
        for node in graph.nodes.values():
            if isinstance(node.action, Call) and node.action.procedure not in seen:
                seen.add(node.action.procedure)
                pending.append(node.action.procedure)
    return found


def relied_on(graphs: Mapping[str, Graph], name: str, names: Collection[str]) -> list[str]:
    """The procedures, of these, whose specifications stand for calls of the procedure or of what it calls."""
    found: set[str] = set()
    seen, pending = {name}, [name]
    while pending:
        for node in graphs[pending.pop()].nodes.values():
            if not isinstance(node.action, Call):
                continue
            callee = node.action.procedure
            if callee in names:
                found.add(callee)
            elif callee not in seen:
                seen.add(callee)
                pending.append(callee)
    return sorted(found)
