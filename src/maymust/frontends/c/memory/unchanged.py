"""Merges variables for memory from outside that the program only reads: what it holds is what it held at the
start.

A region may need to tell what a cell holds from what it held when the program started
(`Memory.initial`). Where nothing ever assigns to the cell, both are one variable, and no proof has to find
out that they are equal.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.ir.program import Assign, Assume, Call, Return
from maymust.ir.validate import writes as ir_writes
from maymust.terms.traverse import substitute

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from maymust.frontends.c.memory.regions import Memory
    from maymust.ir.program import Procedure, Statement
    from maymust.terms import Term


def merge(memory: Memory, bodies: Iterable[Procedure]) -> dict[Term, Term]:
    """Lets go of the variables for the start of cells that none of the procedures changes; what stands for
    each. Requires that all is lowered but the start of the program, which sets variables that last."""
    changed = {term for body in bodies for edge in body.edges for term in ir_writes(edge.statement)}
    merged: dict[Term, Term] = {}
    for region in memory.regions():
        if any(key.is_lasting for key in region.named):
            continue
        for begin in list(region.initial):
            held = region.cells[begin][0].term
            if held not in changed:
                merged[region.initial.pop(begin).term] = held
    return merged


def renamed(body: Procedure, merged: Mapping[Term, Term]) -> Procedure:
    """The procedure with the variables that stand for others."""
    edges = [replace(edge, statement=_renamed(edge.statement, merged)) for edge in body.edges]
    return replace(body, edges=tuple(edges))


def _renamed(statement: Statement, merged: Mapping[Term, Term]) -> Statement:
    match statement:
        case Assign(target=target, value=value):
            return Assign(target, substitute(value, merged))
        case Assume(condition=condition):
            return Assume(substitute(condition, merged))
        case Call(arguments=arguments):
            return replace(statement, arguments=tuple([substitute(a, merged) for a in arguments]))
        case Return(values=values):
            return Return(tuple([substitute(value, merged) for value in values]))
    return statement
