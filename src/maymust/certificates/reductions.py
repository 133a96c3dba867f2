"""What the proof of one program says of another: the two reductions that verdicts rest on.

**Properties together.** Let W be the program P with one property g in the place of some, the members: the
graphs are those of P, but the error of a member is that of g, and what is not modelled hides g if it hides a
member. An execution ends at an error and at what is not modelled, whatever these are called; all else means
the same. So the executions of P are those of W, step by step, and one that reaches the error of a member in
P, or something that hides it, reaches the error of g in W, or something that hides g. If g holds in W, each
member holds in P. The nodes and variables are the same, too, so the annotation that proves g in W proves each
member in P, and a saved proof of a member is checked again without W. (That g fails says nothing of any one
member; the replay of the test on P does.)

**Vacuity.** An execution arrives at an assertion at the locations that some edge within the assertion's text
leaves, its beginnings. Let Q be P with the error of the assertion at each beginning, in the place of what
leaves it; what cannot be reached any more may be missing. Up to its first arrival an execution of P is one of
Q, and there Q's reaches the error. If the assertion holds in Q, none arrives, and none meets what is not
modelled and hides it. That is not enough in three cases, in which Q is no probe:

* No edge is within the text, as for a condition that is constant. Then nothing would be an arrival.
* A beginning is left by the violation itself: then the condition was evaluated elsewhere, as it is after
  preprocessing, and the beginning is where it has failed.
* The assertion has no error in P, as it cannot fail, but something is not modelled that does not hide it.
  Nothing behind that can violate the assertion, but it may arrive there. (Where it has an error, what it may
  be violated behind hides it, and that is what it may arrive behind. The front end says so, as for verdicts.)

Who makes W and Q is not trusted: `proofs_of_members` and `check_probe` compare the two programs.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.errors import InternalError
from maymust.ir.program import Error, Unmodelled

if TYPE_CHECKING:
    from maymust.certificates.proof import Proof
    from maymust.ir.program import Procedure, Program, Property, Statement
    from maymust.ir.source import Span


def proofs_of_members(
    program: Program, whole: Program, members: Collection[Property], proof: Proof
) -> dict[str, Proof]:
    """The proof of a property of `whole`, as a proof of each member in the program, by the member's identity.

    Requires: the proof was accepted. Raises InternalError if `whole` is not the program with that property in
    the place of the members.
    """
    group, ids = proof.property.id, frozenset(p.id for p in members)
    if not ids <= {p.id for p in program.properties}:
        raise InternalError("a group has a member that is no property of the program")
    _check_frames(program, whole)
    for name, procedure in program.procedures.items():
        edges, grouped = procedure.edges, whole.procedures[name].edges
        if len(edges) != len(grouped):
            raise InternalError(f"a group has other edges in {name}")
        for before, after in zip(edges, grouped, strict=True):
            if (before.source, before.target) != (after.source, after.target):
                raise InternalError(f"a group has other edges in {name}")
            if not _stands_for(after.statement, before.statement, group, ids):
                raise InternalError(f"a group has another statement at {before.span}")
    return {p.id: replace(proof, property=p) for p in members}


def _stands_for(statement: Statement, before: Statement, group: str, members: frozenset[str]) -> bool:
    match before:
        case Error(property_id) if property_id in members:
            return statement == Error(group)
        case Unmodelled() if any(before.may_hide(member) for member in members):
            return isinstance(statement, Unmodelled) and statement.may_hide(group)
    return statement is before or statement == before


def check_probe(program: Program, probe: Program, wanted: Property) -> None:
    """Checks that nothing reaches an assertion of the program if it holds in the probe. Raises InternalError
    if that is not certain."""
    _check_frames(program, probe)
    begun = False
    for name, procedure in program.procedures.items():
        beginnings = {edge.source for edge in procedure.edges if _is_within(edge.span, wanted.span)}
        begun = begun or bool(beginnings)
        _check_probed(procedure, probe.procedures[name], beginnings, Error(wanted.id))
    if not begun:
        raise InternalError("an assertion without beginnings has no probe")
    if _may_be_reached_unseen(program, wanted):
        raise InternalError("what is not modelled may hide who arrives at an assertion")


def _check_probed(before: Procedure, after: Procedure, beginnings: set[int], violation: Error) -> None:
    leaving, probed = before.outgoing(), after.outgoing()
    for location in _reached(after):
        edges, statements = probed.get(location, []), [e.statement for e in leaving.get(location, ())]
        if location not in beginnings:
            if edges != leaving.get(location, []):
                raise InternalError(f"a probe differs elsewhere: {before.name}@{location}")
        elif violation in statements:
            raise InternalError(f"the condition of an assertion is not in its text: {before.name}@{location}")
        elif not edges or any(edge.statement != violation for edge in edges):
            raise InternalError(f"a probe does not see who arrives: {before.name}@{location}")


def _may_be_reached_unseen(program: Program, wanted: Property) -> bool:
    """Whether something that is not modelled may come before the assertion, though it does not hide it: where
    the assertion cannot fail, nothing does."""
    statements = [edge.statement for procedure in program.procedures.values() for edge in procedure.edges]
    if Error(wanted.id) in statements:
        return False
    return any(isinstance(s, Unmodelled) and not s.may_hide(wanted.id) for s in statements)


def _is_within(inner: Span, outer: Span) -> bool:
    """Whether a piece of text is part of another."""
    return (
        inner.file == outer.file
        and (outer.line, outer.column) <= (inner.line, inner.column)
        and (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)
    )


def _check_frames(program: Program, other: Program) -> None:
    """All but edges and properties is the same."""
    if (program.start, program.globals) != (other.start, other.globals):
        raise InternalError("a reduction has another start or other globals")
    if program.procedures.keys() != other.procedures.keys():
        raise InternalError("a reduction has other procedures")
    for name, procedure in program.procedures.items():
        if replace(procedure, edges=()) != replace(other.procedures[name], edges=()):
            raise InternalError(f"a reduction has another procedure {name}")


def _reached(procedure: Procedure) -> set[int]:
    outgoing = procedure.outgoing()
    found, work = {procedure.entry}, [procedure.entry]
    while work:
        for edge in outgoing.get(work.pop(), ()):
            if edge.target not in found:
                found.add(edge.target)
                work.append(edge.target)
    return found
