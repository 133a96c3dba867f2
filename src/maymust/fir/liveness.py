"""Which variables still matter, in graphs without loops."""

from __future__ import annotations

from maymust.fir.dominators import topological
from maymust.fir.graph import Branch, Exit, Graph
from maymust.fir.traversal import read_by, reads, targets_of
from maymust.fir.tree import OldUse, Spec


def live_before(graph: Graph) -> dict[int, set[str]]:
    """For each statement the variables whose values before it matter; at the end, globals and outputs."""
    successors = {number: node.successors for number, node in graph.nodes.items()}
    found: dict[int, set[str]] = {}
    for number in reversed(topological(successors, graph.entry)):
        live: set[str] = set().union(*(found[each] for each in successors[number]))
        match graph.nodes[number].action:
            case Exit():
                live = {name for name, variable in graph.variables.items() if variable.is_global}
                live.update(graph.procedure.outputs)
            case Branch(condition):
                live |= {use.name for use in reads(condition)}
            case Spec(targets, condition):
                live -= set(targets)
                uses = reads(condition)
                live |= {use.name for use in uses if isinstance(use, OldUse) or use.name not in targets}
            case update:
                live -= set(targets_of(update))
                live |= {use.name for expression in read_by(update) for use in reads(expression)}
        found[number] = live
    return found
