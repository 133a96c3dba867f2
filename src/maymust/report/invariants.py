"""The invariants of a proof, for people: by place in the source, in C's notation, with the source's names."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from maymust.ir.program import Assign, Assume, Call, Program, Return, node_place
from maymust.report.places import place_of
from maymust.report.view import InvariantView, Place
from maymust.terms import TRUE, Term, conjuncts, disjunction, negation, postorder
from maymust.terms import operators as ops
from maymust.terms.general import general_variables, is_general
from maymust.terms.pretty import Reading, pretty

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from maymust.certificates.proof import Proof
    from maymust.ir.program import Statement, Variable


def invariant_views(proof: Proof, program: Program) -> list[InvariantView]:
    """One view for each annotated node that has something to say, in the order of the source. What is the
    same in several activations of a function is said once."""
    variables, written = program.variables(), _written(program)
    owners = program.owners()
    places: dict[tuple[str, int], Place] = _places(program)
    found: dict[InvariantView, None] = {}
    for node, annotation in proof.invariants.items():
        said = [c for term in annotation for c in conjuncts(term) if c is not TRUE]
        if said:
            names = _names({v for term in said for v in term.free}, variables, owners)
            reading = Reading(names.__getitem__, lambda v: _signed(v, variables), written)
            place = places.get(node_place(node), Place(program.file, 0, 0))
            texts = tuple(dict.fromkeys(_text(term, reading) for term in said))
            found[InvariantView(place, texts, _calls(node, program, places))] = None
    once = Counter((view.place, view.conjuncts) for view in found)
    views = {
        v if once[v.place, v.conjuncts] == 1 else InvariantView(v.place, v.conjuncts): None for v in found
    }
    return sorted(views, key=lambda view: (view.place.file, view.place.line, view.place.column))


def _text(term: Term, reading: Reading) -> str:
    """A conjunct; one that is about all elements of an array says so."""
    general = general_variables(term)
    if not general:
        return pretty(term, reading)
    cases = term.args if term.op is ops.OR else (term,)
    said = [case for case in cases if any(part.op is ops.SELECT for part in postorder((case,)))]
    where = [pretty(negation(case), reading) for case in cases if case not in said]
    names = ", ".join(reading.name(v) for v in general)
    condition = " with " + " && ".join(where) if where else ""
    return f"(for all {names}{condition}: {pretty(disjunction(said), reading)})"


def _places(program: Program) -> dict[tuple[str, int], Place]:
    """Where locations are: where what leaves them stands, else what enters them."""
    found: dict[tuple[str, int], Place] = {}
    for procedure in program.procedures.values():
        for edge in procedure.edges:
            found.setdefault((procedure.name, edge.source), place_of(edge.span))
        for edge in procedure.edges:
            found.setdefault((procedure.name, edge.target), place_of(edge.span))
    return found


def _calls(node: str, program: Program, places: dict[tuple[str, int], Place]) -> tuple[Place, ...]:
    """The places of the calls that lead from the entry to the node's activation."""
    *calls, _ = node.split("/")
    procedure, found = program.start, []
    for call in map(int, calls):
        found.append(places[procedure, call])
        statements = (e.statement for e in program.procedures[procedure].edges if e.source == call)
        procedure = next(s.callee for s in statements if isinstance(s, Call))
    return tuple(found[1:])  # the first is the call of the entry


def _names(
    used: Iterable[Term], variables: dict[str, Variable], owners: Mapping[str, str]
) -> dict[Term, str]:
    """A name for each variable: the source's, with the procedure's where that is not enough, else the exact
    one."""
    names = {term: list(_possible_names(term, variables, owners)) for term in used}
    for _ in range(2):
        frequency = Counter(possible[0] for possible in names.values())
        for possible in names.values():
            if frequency[possible[0]] > 1 and len(possible) > 1:
                del possible[0]
    return {term: possible[0] for term, possible in names.items()}


def _possible_names(term: Term, variables: dict[str, Variable], owners: Mapping[str, str]) -> Iterator[str]:
    assert term.name is not None
    if is_general(term):
        yield term.name.rpartition("!")[2]
    own = term.name.rpartition("/")[2]
    variable = variables.get(own)
    if variable is not None and variable.source_name:
        yield variable.described
        yield f"{owners.get(own, '')}::{variable.described}"
    yield term.name


def _signed(term: Term, variables: dict[str, Variable]) -> bool:
    variable = variables.get((term.name or "").rpartition("/")[2])
    return variable is None or variable.signed


def _written(program: Program) -> frozenset[int]:
    """The constants in the program, as unsigned readings."""
    edges = [e for procedure in program.procedures.values() for e in procedure.edges]
    terms = [term for edge in edges for term in _terms(edge.statement)]
    return frozenset(part.value for part in postorder(terms) if part.value is not None and part.width)


def _terms(statement: Statement) -> tuple[Term, ...]:
    match statement:
        case Assign(_, value) | Assume(value):
            return (value,)
        case Call(_, _, terms) | Return(terms):
            return terms
        case _:
            return ()
