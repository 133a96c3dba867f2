"""All expressions of a procedure."""

from __future__ import annotations

from maymust.fir.graph import Branch, Exit, Graph
from maymust.fir.traversal import read_by
from maymust.fir.tree import Expression, Spec


def expressions_of(graph: Graph, specification: Spec | None) -> list[Expression]:
    """Those of the statements, of the requirement, and of the specification."""
    found = [specification.condition] if specification else []
    if graph.procedure.requirement is not None:
        found.append(graph.procedure.requirement)
    for node in graph.nodes.values():
        match node.action:
            case Branch(condition):
                found.append(condition)
            case Exit():
                pass
            case update:
                found.extend(read_by(update))
    return found
