"""Loop unrolling (Forge thesis §2.2.1).

Before, a loop at statement 1 whose body is 2 and 3:
    1 while c { 2 a; 3 b }; 4 d
After two unrollings:
    1 if c { 2 a; 3 b; 6 if c { 7 a; 8 b; 9 spec(¬c) } }; 4 d

A statement is the head of a loop if an edge from a statement that it leads to comes back to it (Tarjan); what
reaches that edge without passing the head is the body. Outermost loops are unrolled first, then those that
are outermost now. Only the body is copied: what it leaves to (Fig. 2-5: statements 4 and 5) is shared by all
copies.
"""

from __future__ import annotations

from dataclasses import replace

from maymust.diagnostics import Diagnostic, InputError
from maymust.fir.graph import Branch, Exit, Graph, Node, reachable
from maymust.fir.negation import negated
from maymust.fir.numbering import exit_last
from maymust.fir.tree import BooleanLiteral, Expression, Spec
from maymust.frozen import frozen

LARGEST = 50_000  # statements in an unrolled procedure


@frozen
class Loop:
    """A head and the statements, the head among them, that come back to it."""

    head: int
    body: frozenset[int]


def unroll(graph: Graph, unrollings: int) -> Graph:
    """The graph without loops, in which each body can be executed up to `unrollings` times in a row."""
    while loops := outermost_loops(graph):
        for loop in loops:
            graph = _unrolled(graph, loop, unrollings)
        graph = reachable(graph)
    return exit_last(graph)


def outermost_loops(graph: Graph) -> list[Loop]:
    """The loops that are in no other, by their heads."""
    loops = [_natural_loop(graph, head, sources) for head, sources in sorted(_back_edges(graph).items())]
    return [one for one in loops if not any(one.head in other.body for other in loops if other is not one)]


def _back_edges(graph: Graph) -> dict[int, list[int]]:
    """For each head the statements from which an edge comes back to it, in a depth-first search."""
    found: dict[int, list[int]] = {}
    finished: set[int] = set()
    on_path: set[int] = set()
    pending: list[tuple[int, bool]] = [(graph.entry, False)]
    while pending:
        number, leaving = pending.pop()
        if leaving:
            on_path.discard(number)
            finished.add(number)
            continue
        if number in finished or number in on_path:
            continue
        on_path.add(number)
        pending.append((number, True))
        for successor in reversed(graph.nodes[number].successors):
            if successor in on_path:
                found.setdefault(successor, []).append(number)
            elif successor not in finished:
                pending.append((successor, False))
    return found


def _natural_loop(graph: Graph, head: int, sources: list[int]) -> Loop:
    predecessors = graph.predecessors()
    body, pending = {head}, list(sources)
    while pending:
        number = pending.pop()
        if number not in body:
            body.add(number)
            pending.extend(predecessors[number])
    if head != graph.entry and graph.entry in body:
        place = graph.nodes[head].action.span
        message = f"the loop at statement {graph.nodes[head].source} is entered at several places"
        raise InputError(Diagnostic("error", message, place, "only structured loops can be unrolled"))
    return Loop(head, frozenset(body))


def _unrolled(graph: Graph, loop: Loop, unrollings: int) -> Graph:
    nodes = dict(graph.nodes)
    if not _has_guard(graph, loop):
        unrollings += 1  # the way out is behind the head: it is on the way through one more body
    if len(nodes) + len(loop.body) * unrollings > LARGEST:
        message = f"unrolled {unrollings} times, {graph.procedure.name} has more than {LARGEST} statements"
        raise InputError(Diagnostic("error", message, graph.procedure.span, "unroll less"))
    fresh = iter(range(max(nodes) + 1, 1 << 62))
    body = sorted(loop.body)
    copies = [{number: number for number in body}]
    copies += [{number: next(fresh) for number in body} for _ in range(unrollings - 1)]
    end = next(fresh)
    heads = [copy[loop.head] for copy in copies[:unrollings]] + [end]
    for position in range(unrollings):
        copy = copies[position]
        targets = copy | {loop.head: heads[position + 1]}
        for number in body:
            original = graph.nodes[number]
            successors = tuple(targets.get(each, each) for each in original.successors)
            join = None if original.join is None else targets.get(original.join, original.join)
            nodes[copy[number]] = replace(original, number=copy[number], successors=successors, join=join)
    head = graph.nodes[loop.head]
    condition, leaving = _end(graph, loop)
    nodes[end] = Node(end, Spec((), condition, head.action.span), (leaving,), head.source, "loop end")
    entry = graph.entry
    if not unrollings:
        nodes = {number: _redirected(node, loop.head, end) for number, node in nodes.items()}
        entry = end if entry == loop.head else entry
    return Graph(graph.procedure, nodes, entry, graph.exit, graph.variables)


def _has_guard(graph: Graph, loop: Loop) -> bool:
    """Whether the head decides if the loop goes on."""
    head = graph.nodes[loop.head]
    return isinstance(head.action, Branch) and len({each in loop.body for each in head.successors}) == 2


def _end(graph: Graph, loop: Loop) -> tuple[Expression, int]:
    """What holds where the loop has ended, and where it leaves to; without a guard, nothing holds there."""
    head = graph.nodes[loop.head]
    if isinstance(head.action, Branch):
        inside = [successor in loop.body for successor in head.successors]
        if inside == [True, False]:
            return negated(head.action.condition), head.successors[1]
        if inside == [False, True]:
            return head.action.condition, head.successors[0]
    return BooleanLiteral(False), graph.exit


def _redirected(node: Node, old: int, new: int) -> Node:
    if isinstance(node.action, Exit):
        return node
    successors = tuple(new if each == old else each for each in node.successors)
    return replace(node, successors=successors, join=new if node.join == old else node.join)
