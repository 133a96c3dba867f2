"""Contracts: what is known of every call of a procedure that begins as they require.

A contract says, for all values of its ghosts: an execution of the procedure that begins in a state where
`requires` holds can only return in one where `ensures` holds, and reaches nothing that it `excludes`. Whether
it returns at all is left open. `requires` speaks of the globals, the parameters and the ghosts; `ensures` of
the globals as they are then, of what is returned (`result_variable`), and of the ghosts. So a ghost that is
required to be equal to a parameter stands for what that was.

Its reason is an annotation of the procedure's nodes, as a proof has it for the whole program (contexts begin
at the procedure). Calls on the way are unfolded, or contracts stand for them (`uses`). That contracts may use
each other, and themselves, is induction: of the calls of an execution, those that return first use none that
does not return before them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING, Literal, TypeVar

from maymust.frozen import frozen
from maymust.ir.program import Call, Edge, Error, Program, Return, Statement, Unmodelled
from maymust.ir.validate import writes
from maymust.terms import Term

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Excluded = Literal["violation", "unmodelled"]
EVERYTHING: frozenset[Excluded] = frozenset(("violation", "unmodelled"))
Item = TypeVar("Item")


@frozen
class Use:
    """A contract, by its number in the proof, stands for a call. `ghosts` are the values of its ghosts, over
    the variables of the caller before the call."""

    contract: int
    ghosts: tuple[Term, ...] = ()


@frozen
class Contract:
    """See above. `invariants` and `uses` are by node."""

    procedure: str
    ghosts: tuple[Term, ...]
    requires: tuple[Term, ...]
    ensures: tuple[Term, ...]
    excludes: frozenset[Excluded]
    invariants: Mapping[str, tuple[Term, ...]] = field(default_factory=dict)
    uses: Mapping[str, tuple[Use, ...]] = field(default_factory=dict)


def needed(
    uses: Mapping[str, tuple[Use, ...]], contracts: Sequence[Contract]
) -> tuple[dict[str, tuple[Use, ...]], tuple[Contract, ...]]:
    """The contracts that these uses need, numbered anew, and the uses with the new numbers."""
    kept: dict[int, None] = {}
    work = [use.contract for found in uses.values() for use in found]
    while work:
        number = work.pop()
        if number not in kept:
            kept[number] = None
            work += [use.contract for found in contracts[number].uses.values() for use in found]
    new = {number: position for position, number in enumerate(sorted(kept))}
    return renumbered(uses, new), tuple(
        [replace(contracts[n], uses=renumbered(contracts[n].uses, new)) for n in sorted(kept)]
    )


def renumbered(uses: Mapping[str, tuple[Use, ...]], new: Mapping[int, int]) -> dict[str, tuple[Use, ...]]:
    """Uses of contracts that have other numbers now."""
    return {
        node: tuple([Use(new[use.contract], use.ghosts) for use in found]) for node, found in uses.items()
    }


def excluded(statement: Statement, property_id: str) -> Excluded | None:
    """What a statement is that contracts may exclude: what is not modelled matters where it may hide the
    property (`ir.program`)."""
    match statement:
        case Unmodelled() if statement.may_hide(property_id):
            return "unmodelled"
        case Error(violated) if violated == property_id:
            return "violation"
    return None


class Reach:
    """What calls can do, by the graph alone, to the globals and to the property."""

    def __init__(self, program: Program, property_id: str) -> None:
        self._program = program
        self._outgoing: dict[str, dict[int, list[Edge]]] = {}
        self._calls = {
            name: {e.statement.callee for e in p.edges if isinstance(e.statement, Call)}
            for name, p in program.procedures.items()
        }
        known = {v.term for v in program.globals}
        self._changed = self._with_callees(
            {
                name: {v for e in p.edges for v in writes(e.statement) if v in known}
                for name, p in program.procedures.items()
            }
        )
        self._reached = self._with_callees(
            {
                name: {kind for e in p.edges if (kind := excluded(e.statement, property_id))}
                for name, p in program.procedures.items()
            }
        )

    def leaving(self, procedure: str, location: int) -> list[Edge]:
        """The edges that leave a location of a procedure."""
        known = self._outgoing.get(procedure)
        if known is None:
            known = self._outgoing[procedure] = self._program.procedures[procedure].outgoing()
        return known.get(location, [])

    def changed(self, procedure: str) -> set[Term]:
        """The globals that a call may change."""
        return self._changed[procedure]

    def returns(self, procedure: str) -> bool:
        """Whether there is a way to return in the procedure."""
        return any(isinstance(e.statement, Return) for e in self._program.procedures[procedure].edges)

    def reached(self, procedure: str) -> set[Excluded]:
        """What is bad in the procedure, and in what it calls."""
        return self._reached[procedure]

    def _with_callees(self, own: Mapping[str, Iterable[Item]]) -> dict[str, set[Item]]:
        found = {name: set(items) for name, items in own.items()}
        callers: dict[str, list[str]] = {name: [] for name in found}
        for name, callees in self._calls.items():
            for callee in callees:
                callers[callee].append(name)
        work = [name for name, items in found.items() if items]
        while work:
            callee = work.pop()
            for caller in callers[callee]:
                if not found[callee] <= found[caller]:
                    found[caller] |= found[callee]
                    work.append(caller)
        return found
