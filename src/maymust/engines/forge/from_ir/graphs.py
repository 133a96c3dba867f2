"""Procedures of the IR as FIR graphs.

Each edge becomes the statements of `_statements`; two assumptions that leave one location become a branch. An
error sets the outcome and goes to the exit, and so does each caller where a call comes back like that.
Before a statement whose numbers may not fit the width, a specification statement lets only those executions
pass in which they do.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from maymust.engines.forge.from_ir import expressions as e
from maymust.engines.forge.from_ir import kinds as k
from maymust.engines.forge.from_ir import outcomes
from maymust.engines.forge.from_ir.inputs import Inputs
from maymust.engines.forge.from_ir.kinds import Kinds
from maymust.engines.forge.from_ir.names import output_name
from maymust.engines.forge.from_ir.terms import Terms
from maymust.engines.forge.from_ir.unsupported import Unsupported
from maymust.errors import InternalError
from maymust.fir import tree
from maymust.fir.graph import Action, Branch, Exit, Graph, Node
from maymust.fir.tree import Expression, Spec, Update
from maymust.frozen import frozen
from maymust.ir.program import (
    Assign,
    Assume,
    Call,
    Edge,
    Error,
    Havoc,
    Procedure,
    Program,
    Return,
    Unmodelled,
)
from maymust.ir.source import NOWHERE, Span
from maymust.terms import ArraySort


@frozen
class Asked:
    """A condition, and the outcome where it is false."""

    condition: Expression
    outcome: str


@frozen
class Around:
    """What is executed before and behind the call of the entry, and at the very start of `%start`."""

    start: tuple[Update, ...] = ()
    before: tuple[Update | Asked, ...] = ()
    behind: tuple[Asked, ...] = ()


class Numbers:
    """Numbers for statements, through the whole program, and the edges that they stem from."""

    def __init__(self) -> None:
        self.last = 0
        self.edges: dict[int, Edge] = {}

    def next(self, edge: Edge | None) -> int:
        """A new one."""
        self.last += 1
        if edge is not None:
            self.edges[self.last] = edge
        return self.last


_NO_STUBS: Mapping[int, str] = {}


class ProcedureGraph:
    """Builds the graph of one procedure."""

    def __init__(
        self,
        program: Program,
        procedure: Procedure,
        terms: Terms,
        variables: dict[str, tree.Variable],
        stopping: frozenset[str],
        numbers: Numbers,
        around: Around,
        stubs: Mapping[int, str] = _NO_STUBS,
    ) -> None:
        """`stubs` are what is called in place of the callee, by the locations that the calls leave; a call
        that is never made has none, but the empty name."""
        self._program, self._procedure, self._terms = program, procedure, terms
        self._stubs = stubs
        self._variables, self._stopping, self._numbers = variables, stopping, numbers
        self._around = around if procedure.name == program.start else Around()
        self._inputs = Inputs(terms)
        self._nodes: dict[int, Node] = {}
        self._entries: dict[int, int] = {}

    def graph(self, header: tree.Procedure) -> Graph:
        """The graph; its variables are shared with the others."""
        outgoing = self._procedure.outgoing()
        self._exit = 0
        firsts = {location: self._numbers.next(None) for location in sorted(self._procedure.locations())}
        self._entries = firsts
        self._exit = firsts[self._procedure.exit]
        for location, first in firsts.items():
            if location == self._procedure.exit:
                continue
            self._location(first, outgoing.get(location, []))
        last = self._numbers.next(None)
        self._add(last, Exit(header.span), ())
        nodes = {number: _redirected(node, self._exit, last) for number, node in self._nodes.items()}
        entry = self._prologue(firsts[self._procedure.entry], nodes, header)
        return Graph(header, nodes, entry, last, self._variables)

    def _prologue(self, first: int, nodes: dict[int, Node], header: tree.Procedure) -> int:
        """What comes before the first location: outputs have some value if an error ends the procedure, or
        nothing that it does gives them one."""
        updates = list(self._around.start)
        if self._procedure.name in self._stopping or not self._may_return():
            values = {name: self._inputs.some_value(self._variables[name]) for name in header.outputs}
            updates += [tree.Assign(name, value, header.span) for name, value in values.items()]
        for update in reversed(updates):
            number = self._numbers.next(None)
            nodes[number] = Node(number, update, (first,), number)
            first = number
        return first

    def _may_return(self) -> bool:
        """Whether a way leads from the first location to where something is returned."""
        outgoing, seen = self._procedure.outgoing(), {self._procedure.entry}
        pending = [self._procedure.entry]
        while pending:
            for edge in outgoing.get(pending.pop(), []):
                if isinstance(edge.statement, Return):
                    return True
                if edge.target not in seen:
                    seen.add(edge.target)
                    pending.append(edge.target)
        return False

    # -------------------------------------------------------------------------------------------- locations
    def _location(self, first: int, edges: list[Edge]) -> None:
        if not edges:
            self._add(first, Spec((), e.FALSE, self._procedure_span()), (self._exit,))
        elif len(edges) == 1:
            edge = edges[0]
            self._numbers.edges[first] = edge
            self._chain(first, edge, list(self._statements(edge)), self._follow(edge))
        else:
            self._choice(first, edges)

    def _procedure_span(self) -> Span:
        return self._procedure.edges[0].span if self._procedure.edges else NOWHERE

    def _choice(self, first: int, edges: list[Edge]) -> None:
        """Exactly one of the conditions holds."""
        for position, edge in enumerate(edges[:-1]):
            if not isinstance(edge.statement, Assume):
                raise InternalError("where several edges leave a location, all are assumptions")
            condition, fits = self._terms.condition(edge.statement.condition, edge.span)
            self._numbers.edges[first] = edge
            is_last = position == len(edges) - 2
            otherwise = (
                self._entries[edges[-1].target] if is_last else self._numbers.next(edges[position + 1])
            )
            if fits != e.TRUE:
                number = self._numbers.next(edge)
                self._add(first, Spec((), fits, edge.span), (number,))
                first = number
            targets = (self._entries[edge.target], otherwise)
            self._add(first, Branch(condition, edge.span), targets)
            first = otherwise

    def _chain(self, first: int, edge: Edge, updates: list[Update | Asked], follow: int) -> None:
        """The updates one after the other, from the number `first` on."""
        updates = updates or [Spec((), e.TRUE, edge.span)]
        number = first
        for update in updates[:-1]:
            following = self._numbers.next(edge)
            self._one(number, update, edge, following)
            number = following
        self._one(number, updates[-1], edge, follow)

    def _one(self, number: int, update: Update | Asked, edge: Edge, follow: int) -> None:
        if not isinstance(update, Asked):
            self._add(number, update, (follow,))
            return
        violated, span = self._numbers.next(edge), update.condition.span
        self._add(number, Branch(update.condition, span), (follow, violated))
        outcome = outcomes.literal(update.outcome)
        self._add(violated, tree.Assign(outcomes.OUTCOME, outcome, span), (self._exit,))

    def _follow(self, edge: Edge) -> int:
        """Where control goes from the edge's statements."""
        match edge.statement:
            case Call(_, callee, _):
                called = self._stubs.get(edge.source, callee)
                return self._after_call(edge, called, self._entries[edge.target])
            case Error() | Unmodelled() | Return():
                return self._exit
            case _:
                return self._entries[edge.target]

    def _after_call(self, edge: Edge, callee: str, target: int) -> int:
        if self._procedure.name == self._program.start:
            for asked in reversed(self._around.behind):
                number = self._numbers.next(edge)
                self._one(number, asked, edge, target)
                target = number
        if callee in self._stopping:
            number = self._numbers.next(edge)
            fine = e.equal(e.use(outcomes.OUTCOME), outcomes.literal(outcomes.FINE))
            self._add(number, Branch(fine, edge.span), (target, self._exit))
            return number
        return target

    def _add(self, number: int, action: Action, successors: tuple[int, ...]) -> None:
        self._nodes[number] = Node(number, action, successors, number)

    # ------------------------------------------------------------------------------------------- statements
    def _statements(self, edge: Edge) -> Iterator[Update | Asked]:
        statement, span = edge.statement, edge.span
        match statement:
            case Assign():
                yield from self._assign(statement, edge)
            case Assume(condition):
                found, fits = self._terms.condition(condition, span)
                yield Spec((), e.conjunction([fits, found]), span)
            case Havoc(target):
                if not self._terms.is_left_out(target):
                    yield Spec((target.name or "",), self._inputs.any_value(target, span), span)
            case Call():
                yield from self._call(statement, edge)
            case Return(values):
                for position, value in enumerate(values):
                    key = k.result(self._procedure.name, position)
                    if self._terms.kinds.of(key).constant is None:
                        found, fits = self._terms.value(value, key, span)
                        yield from _unless_true(fits, edge)
                        yield tree.Assign(output_name(self._procedure.name, position), found, span)
            case Error(property_id):
                outcome = outcomes.literal(outcomes.name_of(property_id))
                yield tree.Assign(outcomes.OUTCOME, outcome, span)
            case Unmodelled():
                outcome = outcomes.literal(outcomes.name_of_gap(statement))
                yield tree.Assign(outcomes.OUTCOME, outcome, span)

    def _assign(self, statement: Assign, edge: Edge) -> Iterator[Update]:
        target, value, span = statement.target, statement.value, edge.span
        name = target.name or ""
        if self._terms.kinds.is_next(value):
            yield from self._allocation(name, edge)
            return
        if self._terms.is_left_out(target):
            kinds = self._terms.kinds
            if kinds.is_next(target) and value.value is None and not _is_increment(edge, kinds):
                raise Unsupported("an unusual allocation", span)
            return
        if isinstance(target.sort, ArraySort):
            found, fits = self._terms.memory(value, name, span)
        else:
            found, fits = self._terms.value(value, k.scalar(name), span)
        yield from _unless_true(fits, edge)
        yield tree.Assign(name, found, span)

    def _allocation(self, name: str, edge: Edge) -> Iterator[Update]:
        """An object that is neither from outside nor allocated; the next statement counts it."""
        following = self._procedure.outgoing().get(edge.target, [])
        domain = self._terms.domain(k.scalar(name))
        if len(following) != 1 or not _is_increment(following[0], self._terms.kinds) or domain is None:
            raise Unsupported("an unusual allocation", edge.span)
        yield Spec((name,), self._inputs.free_object(name, domain), edge.span)
        taken = e.union([e.use(domain.allocated), e.use(name)])
        yield tree.Assign(domain.allocated, taken, edge.span)

    def _call(self, statement: Call, edge: Edge) -> Iterator[Update | Asked]:
        callee = self._program.procedures[statement.callee]
        arguments: list[Expression] = []
        for parameter, argument in zip(callee.parameters, statement.arguments, strict=True):
            if self._terms.is_left_out(parameter.term):
                continue
            if isinstance(parameter.term.sort, ArraySort):
                found, fits = self._terms.memory(argument, parameter.name, edge.span)
            else:
                found, fits = self._terms.value(argument, k.scalar(parameter.name), edge.span)
            yield from _unless_true(fits, edge)
            arguments.append(found)
        if self._procedure.name == self._program.start:
            yield from self._around.before
        targets, called = self._targets(statement, callee), self._stubs.get(edge.source, callee.name)
        if called:
            yield tree.Call(targets, called, tuple(arguments), edge.span)
        else:
            yield Spec(targets, e.FALSE, edge.span)

    def _targets(self, statement: Call, callee: Procedure) -> tuple[str, ...]:
        found = []
        for position in range(len(callee.returns)):
            if self._terms.kinds.of(k.result(callee.name, position)).constant is not None:
                continue
            if statement.results:
                found.append(statement.results[position].name or "")
            else:
                at_start = self._procedure.name == self._program.start
                name = f"%result{position}" if at_start else f"{output_name(callee.name, position)}.unused"
                given = self._variables[output_name(callee.name, position)]
                self._variables[name] = replace(given, name=name)
                found.append(name)
        return tuple(found)


def _unless_true(fits: Expression, edge: Edge) -> Iterator[Update]:
    if fits != e.TRUE:
        yield Spec((), fits, edge.span)


def _is_increment(edge: Edge, kinds: Kinds) -> bool:
    match edge.statement:
        case Assign(target, value) if kinds.is_next(target) and value.op is not None:
            return value.op.name == "add" and {each.value for each in value.args} == {None, 1}
        case _:
            return False


def _redirected(node: Node, old: int, new: int) -> Node:
    return replace(node, successors=tuple(new if each == old else each for each in node.successors))


def stopping_procedures(program: Program, known: Collection[str] = ()) -> frozenset[str]:
    """The procedures that an error, or something that is not modelled, may end; `known` are some of them."""
    found = set(known)
    while True:
        more = found | {name for name, each in program.procedures.items() if _may_stop(each, found)}
        if more == found:
            return frozenset(found)
        found = more


def _may_stop(procedure: Procedure, known: set[str]) -> bool:
    return any(
        isinstance(edge.statement, Error | Unmodelled)
        or (isinstance(edge.statement, Call) and edge.statement.callee in known)
        for edge in procedure.edges
    )
