"""Procedures as control-flow graphs, whose statements are numbered as in the thesis.

Numbers go through a program in the order of the text, each procedure's `exit` last (Fig. 2-2); in a
transformed graph what is new comes behind what was there, and before `exit` (Fig. 2-5). A node knows the
statement of the program that it stems from, by number, and in which way.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal as Choice
from typing import TypeAlias

from maymust.errors import InternalError
from maymust.fir.tree import Expression, If, Jump, Procedure, Program, Statement, Update, Variable, While
from maymust.frozen import frozen
from maymust.ir.source import NOWHERE, Span

Role = Choice["itself", "loop end", "argument", "result", "recursion end", "specification"]


@frozen
class Branch:
    """Goes to the first successor if the condition is true, else to the second; `loop` for a loop's guard."""

    condition: Expression
    span: Span = field(default=NOWHERE, compare=False)
    loop: bool = field(default=False, compare=False)


@frozen
class Exit:
    """The end of the procedure."""

    span: Span = field(default=NOWHERE, compare=False)


Action: TypeAlias = Update | Branch | Exit


@frozen
class Node:
    """A statement and where control goes from it.

    `join` is, for a branch, what follows it in the text, if that is known: a hint for printing. `source` is
    the number of the statement that it stems from in the program, `role` what it does there.
    """

    number: int
    action: Action
    successors: tuple[int, ...]
    source: int
    role: Role = "itself"
    join: int | None = None


@frozen
class Graph:
    """A procedure's graph. `variables` are all that occur in it, the renamed ones of inlined calls too."""

    procedure: Procedure
    nodes: Mapping[int, Node]
    entry: int
    exit: int
    variables: Mapping[str, Variable]

    def predecessors(self) -> dict[int, list[int]]:
        """For each node the nodes that lead to it."""
        found: dict[int, list[int]] = {number: [] for number in self.nodes}
        for node in self.nodes.values():
            for successor in node.successors:
                found[successor].append(node.number)
        return found


def graphs_of(program: Program) -> dict[str, Graph]:
    """The graph of each procedure, numbered through."""
    graphs: dict[str, Graph] = {}
    last = 0
    for procedure in program.procedures.values():
        graphs[procedure.name] = _Lowering(program, procedure, last).graph()
        last = graphs[procedure.name].exit
    return graphs


class _Lowering:
    """Numbers the statements of one procedure in the order of the text, then links them from the end."""

    def __init__(self, program: Program, procedure: Procedure, last: int) -> None:
        self._program = program
        self._procedure = procedure
        self._nodes: dict[int, Node] = {}
        self._numbers = iter(range(last + 1, 1 << 62))

    def graph(self) -> Graph:
        numbered = self._numbered(self._procedure.body)
        self._exit = next(self._numbers)
        self._nodes[self._exit] = Node(self._exit, Exit(self._procedure.span), (), self._exit)
        entry = self._link(numbered, self._exit, None)
        reached = _reachable(self._nodes, entry) | {self._exit}
        nodes = {number: self._nodes[number] for number in sorted(reached)}
        return Graph(self._procedure, nodes, entry, self._exit, self._program.variables)

    def _numbered(self, statements: tuple[Statement, ...]) -> list[_Numbered]:
        found = []
        for statement in statements:
            number = 0 if isinstance(statement, Jump) else next(self._numbers)
            match statement:
                case If(then=then, otherwise=otherwise):
                    parts = [self._numbered(then), self._numbered(otherwise)]
                case While(body=body):
                    parts = [self._numbered(body)]
                case _:
                    parts = []
            found.append(_Numbered(number, statement, parts))
        return found

    def _link(self, statements: list[_Numbered], follow: int, loop: tuple[int, int] | None) -> int:
        """Where the sequence begins, if `follow` is behind it; `loop` is where `continue` and `break` go."""
        for numbered in reversed(statements):
            follow = self._link_one(numbered, follow, loop)
        return follow

    def _link_one(self, numbered: _Numbered, follow: int, loop: tuple[int, int] | None) -> int:
        number, statement = numbered.number, numbered.statement
        match statement:
            case Jump("exit"):
                return self._exit
            case Jump(kind):
                if loop is None:
                    raise InternalError(f"{kind} outside of a loop: the program was not checked")
                return loop[0] if kind == "continue" else loop[1]
            case If(condition, span=span):
                sides = tuple(self._link(part, follow, loop) for part in numbered.parts)
                self._add(Node(number, Branch(condition, span), sides, number, join=follow))
            case While(condition, span=span):
                body = self._link(numbered.parts[0], number, (number, follow))
                guard = Branch(condition, span, loop=True)
                self._add(Node(number, guard, (body, follow), number, join=follow))
            case _:
                self._add(Node(number, statement, (follow,), number))
        return number

    def _add(self, node: Node) -> None:
        self._nodes[node.number] = node


@frozen
class _Numbered:
    number: int
    statement: Statement
    parts: list[list[_Numbered]]


def _reachable(nodes: Mapping[int, Node], entry: int) -> set[int]:
    seen, pending = {entry}, [entry]
    while pending:
        for successor in nodes[pending.pop()].successors:
            if successor not in seen:
                seen.add(successor)
                pending.append(successor)
    return seen


def reachable(graph: Graph) -> Graph:
    """The graph without what cannot be reached; `exit` stays."""
    kept = _reachable(graph.nodes, graph.entry) | {graph.exit}
    nodes = {number: node for number, node in graph.nodes.items() if number in kept}
    return Graph(graph.procedure, nodes, graph.entry, graph.exit, graph.variables)
