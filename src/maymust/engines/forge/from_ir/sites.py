"""Calls that contracts of the callees stand for (`--modular`), found in the IR."""

from __future__ import annotations

from collections.abc import Collection

from maymust.engines.forge.from_ir.kinds import NEXT
from maymust.frontends.c.builtins.allocation import FREES_OTHERS
from maymust.frozen import frozen
from maymust.ir.program import Assign, Call, Edge, Error, Havoc, Program, Unmodelled, function_name
from maymust.ir.source import Span
from maymust.terms import Term


@frozen
class Site:
    """A call: the procedure that it is in, the location that it leaves, the procedure that is called."""

    procedure: str
    location: int
    callee: str
    span: Span

    @property
    def stub(self) -> str:
        """The name of what is called instead."""
        return f"{self.callee}%{self.procedure}.{self.location}"


@frozen
class Followed:
    """What is followed: `procedures` from the start on, up to `sites`. `never` are calls that are not made:
    those in `around`, the procedure that calls the entry, of anything else."""

    procedures: tuple[str, ...]
    sites: tuple[Site, ...]
    never: frozenset[tuple[str, int]]

    def misses(self, program: Program) -> frozenset[str]:
        """The properties that can be violated only where nothing is followed."""
        places: dict[str, set[str]] = {}
        for name, procedure in program.procedures.items():
            for edge in procedure.edges:
                if isinstance(edge.statement, Error):
                    places.setdefault(edge.statement.property_id, set()).add(name)
        return frozenset(each for each, names in places.items() if names.isdisjoint(self.procedures))


def followed(program: Program, specified: Collection[str], around: str, entry: str) -> Followed:
    """What is followed if calls of these functions are not, but for that of the entry in `around`."""
    found, pending = [program.start], [program.start]
    sites: list[Site] = []
    never: set[tuple[str, int]] = set()
    while pending:
        name = pending.pop(0)
        for edge in program.procedures[name].edges:
            if not isinstance(edge.statement, Call):
                continue
            callee = edge.statement.callee
            is_followed = name in (around, program.start) or function_name(callee) not in specified
            if name == around and callee != entry:
                never.add((name, edge.source))
            elif not is_followed:
                sites.append(Site(name, edge.source, callee, edge.span))
            elif callee not in found:
                found.append(callee)
                pending.append(callee)
    return Followed(tuple(found), tuple(sites), frozenset(never))


@frozen
class Written:
    """What executions of a procedure, with all that it calls, may set: `names` are globals and memories.
    `frees_others` is whether it may free what was not allocated, which is not modelled."""

    names: frozenset[str]
    allocates: bool
    frees: bool
    frees_others: bool = False


def written_by(program: Program, procedure: str) -> Written:
    """What the procedure may set."""
    known = {each.name for each in program.globals}
    names: set[str] = set()
    frees = frees_others = False
    for edge in _edges_in_reach(program, procedure):
        for target in _targets(edge):
            names.add(target.name or "")
        match edge.statement:
            case Assign(target, value) if (target.name or "").endswith(".alive"):
                frees |= not _makes_alive(value)
            case Unmodelled(construct):
                frees_others |= construct.startswith(FREES_OTHERS)
    return Written(frozenset((names & known) - {NEXT}), NEXT in names, frees, frees_others)


def _edges_in_reach(program: Program, procedure: str) -> list[Edge]:
    found, pending = {procedure}, [procedure]
    edges: list[Edge] = []
    while pending:
        for edge in program.procedures[pending.pop()].edges:
            edges.append(edge)
            if isinstance(edge.statement, Call) and edge.statement.callee not in found:
                found.add(edge.statement.callee)
                pending.append(edge.statement.callee)
    return edges


def _targets(edge: Edge) -> tuple[Term, ...]:
    match edge.statement:
        case Assign(target) | Havoc(target):
            return (target,)
        case Call(results):
            return results
        case _:
            return ()


def _makes_alive(value: Term) -> bool:
    """Whether the memory of what is alive gets one more object, and no object less."""
    return (
        value.op is not None
        and value.op.name == "store"
        and value.args[0].name is not None
        and value.args[2].value == 1
    )
