"""Numbers of transformed graphs: what is new comes behind what was there, `exit` comes last."""

from __future__ import annotations

from dataclasses import replace

from maymust.fir.graph import Graph


def exit_last(graph: Graph) -> Graph:
    """The same graph; what was numbered behind `exit` moves up by one."""
    last = max(graph.nodes)
    if last == graph.exit:
        return graph

    def new(number: int) -> int:
        return last if number == graph.exit else number - 1 if number > graph.exit else number

    nodes = {}
    for number in sorted(graph.nodes, key=new):
        node = graph.nodes[number]
        successors = tuple(map(new, node.successors))
        join = None if node.join is None else new(node.join)
        nodes[new(number)] = replace(node, number=new(number), successors=successors, join=join)
    return Graph(graph.procedure, nodes, new(graph.entry), last, graph.variables)
