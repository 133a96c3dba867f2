"""Counts that may wrap around: the number of a set's elements is an integer like others (`#`)."""

from __future__ import annotations

from math import prod

from maymust.engines.forge.bound import Bound
from maymust.fir.expressions import expressions_of
from maymust.fir.graph import Graph
from maymust.fir.printing import show
from maymust.fir.traversal import everything_in
from maymust.fir.tree import BOOLEAN, INTEGER, Program, Spec, Unary
from maymust.fir.type_check import Typing
from maymust.fir.types import Type


def wrapping_counts(program: Program, graph: Graph, specification: Spec | None, bound: Bound) -> list[str]:
    """What to know of counts that integers of the bound's width cannot hold."""
    typing = Typing(graph.variables, program.literals)
    largest = (1 << (bound.width - 1)) - 1
    found: dict[str, None] = {}
    for whole in expressions_of(graph, specification):
        for each in everything_in(whole):
            if isinstance(each, Unary) and each.operator == "cardinality":
                size = _largest(typing.of(each.operand), program, bound)
                if size > largest:
                    bits = size.bit_length() + 1
                    text = f"{show(each)} may be up to {size}, and wraps around above {largest}"
                    found[f"{text}: {bits} bits would do"] = None
    return list(found)


def _largest(type_: Type, program: Program, bound: Bound) -> int:
    """How many tuples a relation of this type may have."""
    return sum(prod(_atoms(name, program, bound) for name in product) for product in type_.products)


def _atoms(domain: str, program: Program, bound: Bound) -> int:
    if domain == BOOLEAN:
        return 2
    if domain == INTEGER:
        return int(2**bound.width)
    return bound.of(domain) + sum(each.domain == domain for each in program.literals.values())
