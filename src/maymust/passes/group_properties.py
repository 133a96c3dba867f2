"""Many checks as one property, a group: most programs violate none, and then one proof shows it.

    if (p == 0) error null.3.5             if (p == 0) error group
    if (i >= n) error bounds.3.5    becomes    if (i >= n) error group

What is not modelled hides the group if it hides a member. What a proof of the group says of
its members is the business of `certificates.reductions`; what violates it violates one of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from maymust.ir.program import Error, Program, Property, Statement, Unmodelled

GROUP = "group"
_ALONE = frozenset({"assert", "unreach"})


def groupable(properties: Iterable[Property]) -> list[Property]:
    """Those of the properties that are worked on together: the checks, if there are several."""
    found = [p for p in properties if p.kind not in _ALONE]
    return found if len(found) > 1 else []


def grouped(program: Program, members: Collection[Property]) -> Program:
    """The program with one property in the place of the members. Requires that there are some."""
    ids = {p.id for p in members}
    whole = Property(GROUP, GROUP, f"violation of one of {len(ids)} properties", next(iter(members)).span)
    procedures = {}
    for name, procedure in program.procedures.items():
        edges = [replace(edge, statement=_grouped(edge.statement, ids)) for edge in procedure.edges]
        procedures[name] = replace(procedure, edges=tuple(edges))
    others = [p for p in program.properties if p.id not in ids]
    return replace(program, procedures=procedures, properties=(*others, whole))


def _grouped(statement: Statement, ids: set[str]) -> Statement:
    match statement:
        case Error(property_id) if property_id in ids:
            return Error(GROUP)
        case Unmodelled(hides=frozenset() as hides) if hides & ids:
            return replace(statement, hides=hides - ids | {GROUP})
    return statement
