"""Vacuity: an assertion that no execution reaches holds, but says nothing.

    assume(x > 5);                     assume(x > 5);
    if (x < 3)              becomes    if (x < 3)
        assert(y == 7);                    error
    z = 1;                             z = 1;

The probe of an assertion is the program in which arriving at it is the violation. What a proof of it says is
the business of `certificates.reductions`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.ir.program import Edge, Error, Procedure, Program, Unmodelled
from maymust.ir.validate import validate

if TYPE_CHECKING:
    from maymust.ir.program import Property
    from maymust.ir.source import Span


def probe_of(program: Program, wanted: Property) -> Program | None:
    """The probe of a property, or None where it has none.

    Only assertions have one. One whose condition is a constant has none: `assert(0)` means that nothing gets
    there. Nor has one whose condition stands outside the assertion's own text, as after preprocessing.
    """
    if wanted.kind != "assert":
        return None
    procedures = dict(program.procedures)
    touched = False
    for name, procedure in program.procedures.items():
        begins = {e.source for e in procedure.edges if _within(e.span, wanted.span)}
        if begins:
            probed = _probed(procedure, begins, wanted)
            if probed is None:
                return None
            procedures[name] = probed
            touched = True
    if not touched or _may_be_reached_unseen(program, wanted):
        return None
    probe = replace(program, procedures=procedures)
    validate(probe)
    return probe


def _may_be_reached_unseen(program: Program, wanted: Property) -> bool:
    """Whether something that is not modelled may come before the assertion, though it does not hide it: where
    the assertion cannot fail, nothing does."""
    edges = [edge for procedure in program.procedures.values() for edge in procedure.edges]
    if any(edge.statement == Error(wanted.id) for edge in edges):
        return False
    return any(isinstance(e.statement, Unmodelled) and not e.statement.may_hide(wanted.id) for e in edges)


def _probed(procedure: Procedure, begins: set[int], wanted: Property) -> Procedure | None:
    """The procedure with an error in the place of the assertion: at the locations `begins`, left by edges
    within its text. Those that are met first are where its evaluation begins. If the violation itself is
    among them, what leads to it is elsewhere, and nothing can be said of it."""
    violation = Error(wanted.id)
    outgoing = procedure.outgoing()
    reached = {procedure.entry}
    work = [procedure.entry]
    while work:
        location = work.pop()
        if location in begins:
            if any(e.statement == violation for e in outgoing[location]):
                return None
            continue
        for edge in outgoing.get(location, ()):
            if edge.target not in reached:
                reached.add(edge.target)
                work.append(edge.target)
    arrivals = {location: Edge(location, procedure.exit, violation, wanted.span) for location in begins}
    kept = [arrivals.get(edge.source, edge) for edge in procedure.edges if edge.source in reached]
    return replace(procedure, edges=tuple(dict.fromkeys(kept)))


def _within(inner: Span, outer: Span) -> bool:
    return (
        inner.file == outer.file
        and (outer.line, outer.column) <= (inner.line, inner.column)
        and (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)
    )
