"""A transformed graph as text, with the statements' numbers, in the layout of Fig. 2-5.

A statement that one other leads to stands behind that one. One that several lead to stands where all the ways
to it have parted: in the arm of the branch that leads to it, or behind the branch. An empty arm, and an arm
that ends where its branch does, fall through to what follows; all other ways there are a `goto`.
"""

from __future__ import annotations

from maymust.fir.dominators import immediate_dominators, topological
from maymust.fir.graph import Action, Branch, Exit, Graph
from maymust.fir.printing import Printer


def action_text(action: Action, plain: bool = False) -> str:
    """A statement on one line."""
    printer = Printer(plain)
    match action:
        case Branch(condition):
            return f"{'while' if action.loop else 'if'} {printer.expression(condition)}"
        case Exit():
            return "exit"
        case _:
            return printer.update(action)


def graph_text(graph: Graph, plain: bool = False, numbers: bool = True) -> str:
    """The text; requires that there are no loops."""
    return _Layout(graph, Printer(plain), numbers).text()


class _Layout:
    def __init__(self, graph: Graph, printer: Printer, numbers: bool) -> None:
        self._graph = graph
        self._printer = printer
        self._width = len(str(graph.exit)) if numbers else 0
        successors = {number: node.successors for number, node in graph.nodes.items()}
        self._order = {number: at for at, number in enumerate(topological(successors, graph.entry))}
        self._dominator = immediate_dominators(successors, graph.entry)
        incoming: dict[int, int] = {}
        for node in graph.nodes.values():
            for successor in dict.fromkeys(node.successors):
                incoming[successor] = incoming.get(successor, 0) + 1
        self._merges = {number for number, ways in incoming.items() if ways > 1}
        self._lines: list[str] = []

    def text(self) -> str:
        procedure = self._printer.header(self._graph.procedure)
        self._lines.append(f"{' ' * self._margin}{procedure} {{")
        self._sequence(self._graph.entry, None, None, 1)
        self._lines.append(f"{' ' * self._margin}}}")
        return "\n".join(line.rstrip() for line in self._lines) + "\n"

    @property
    def _margin(self) -> int:
        return self._width + 1 if self._width else 0

    def _line(self, text: str, depth: int, number: int | None = None) -> None:
        shown = "" if number is None else str(number)
        margin = f"{shown:>{self._width}} " if self._width else ""
        self._lines.append(f"{margin}{'  ' * depth}{text}")

    def _sequence(self, start: int, directly: int | None, later: int | None, depth: int) -> None:
        """Writes from `start` on.

        `directly` is what follows the branch whose arm this is; `later` what the text goes on with anyhow.
        """
        pending: list[int] = [start]
        while pending:
            number = pending.pop()
            node = self._graph.nodes[number]
            match node.action:
                case Exit():
                    self._line("exit", depth, number)
                case Branch(condition):
                    pending.extend(reversed(self._behind(number)))
                    own = pending[-1] if pending else None
                    after = own if pending else later
                    self._branch(number, self._printer.expression(condition), own, after, depth)
                case update:
                    self._line(self._printer.update(update), depth, number)
                    (successor,) = node.successors
                    if successor not in self._merges:
                        pending.append(successor)
                    elif successor != (pending[-1] if pending else directly):
                        self._goto(successor, depth)

    def _branch(self, number: int, condition: str, own: int | None, after: int | None, depth: int) -> None:
        self._line(f"if {condition} {{", depth, number)
        then, otherwise = self._graph.nodes[number].successors
        self._arm(number, then, own, after, depth + 1)
        if otherwise != after:
            self._line("} else {", depth)
            self._arm(number, otherwise, own, after, depth + 1)
        self._line("}", depth)

    def _arm(self, branch: int, start: int, own: int | None, after: int | None, depth: int) -> None:
        if start == after:
            return
        if start not in self._merges or self._in_arm(branch, start):
            self._sequence(start, own, after, depth)
        else:
            self._goto(start, depth)

    def _goto(self, number: int, depth: int) -> None:
        self._line("exit" if number == self._graph.exit else f"goto {number}", depth)

    def _in_arm(self, branch: int, number: int) -> bool:
        """Whether this merge stands in an arm of the branch."""
        node = self._graph.nodes[branch]
        return (
            number != self._graph.exit
            and self._dominator.get(number) == branch
            and number in node.successors
            and node.join != number
            and node.successors[0] != node.successors[1]
        )

    def _behind(self, branch: int) -> list[int]:
        """The merges that stand behind the branch, in order."""
        found = [
            number
            for number in self._merges
            if self._dominator.get(number) == branch and not self._in_arm(branch, number)
        ]
        return sorted(found, key=lambda number: self._order[number])
