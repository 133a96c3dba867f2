"""Proofs as files: an inductive annotation of a program's nodes, with what is needed to check it again.

A proof file names the options that the program was read with, and each property by its identity, kind,
text and place. A node without an annotation is passed over when the proof is checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from maymust.certificates.contracts import Contract, Excluded, Use
from maymust.frozen import frozen
from maymust.terms import BOOL, Term
from maymust.terms.wire import WireError, terms_from_wire, terms_to_wire

if TYPE_CHECKING:
    from collections.abc import Iterable

    from maymust.ir.program import Program, Property

FORMAT = "maymust-proof-2"
DEEPEST = 1000


@frozen
class Proof:
    """The claim that a property holds, with its reason: an inductive annotation of nodes under which nothing
    bad is reached, by induction of this depth or, where it is `exhaustive`, because no execution passes more
    annotated nodes than that (`check_proof` says precisely what this means)."""

    property: Property
    invariants: Mapping[str, tuple[Term, ...]]
    depth: int = 1
    exhaustive: bool = False
    uses: Mapping[str, tuple[Use, ...]] = field(default_factory=dict)
    contracts: tuple[Contract, ...] = ()


class ProofError(ValueError):
    """A file that is no proof."""


class PropertyData(msgspec.Struct, frozen=True):
    """How a property is named in a proof file."""

    id: str
    kind: str
    description: str
    line: int
    column: int


class UseData(msgspec.Struct, frozen=True):
    """How a contract stands for a call."""

    contract: int
    ghosts: list[int] = []


class ContractData(msgspec.Struct, frozen=True):
    """A contract; its terms are numbers in the proof's table."""

    procedure: str
    ghosts: list[int]
    requires: list[int]
    ensures: list[int]
    excludes: list[Excluded]
    invariants: dict[str, list[int]]
    uses: dict[str, list[UseData]]


class ProofData(msgspec.Struct, frozen=True):
    """One proof: a table of terms, and for each annotated node the numbers of its conjuncts in it."""

    property: PropertyData
    terms: list[list[Any]]
    invariants: dict[str, list[int]]
    depth: Annotated[int, msgspec.Meta(ge=1, le=DEEPEST)] = 1
    exhaustive: bool = False
    uses: dict[str, list[UseData]] = {}
    contracts: list[ContractData] = []


class RuleData(msgspec.Struct, frozen=True):
    """A rule that a proof is about: its name, where it was read, and the SHA-256 of its text."""

    name: str
    path: str
    digest: str


class ProofFile(msgspec.Struct, frozen=True):
    """The content of a proof file: how the program was read, and the proofs of its properties."""

    format: str
    maymust: str
    file: str
    entry: str
    data_model: Literal["LP64", "ILP32"]
    globals_are_inputs: bool
    defines: list[str]
    proofs: Annotated[list[ProofData], msgspec.Meta(min_length=1)]
    properties: tuple[str, ...] = ("assert",)  # the kinds that were asked for
    malloc_may_fail: bool = False
    assume_separate: bool = False
    rules: tuple[RuleData, ...] = ()


def proof_to_data(proof: Proof) -> ProofData:
    """The proof as plain data."""
    parts: list[Proof | Contract] = [proof, *proof.contracts]
    roots = [t for part in parts for said in part.invariants.values() for t in said]
    roots += [t for part in parts for uses in part.uses.values() for use in uses for t in use.ghosts]
    roots += [t for c in proof.contracts for t in (*c.ghosts, *c.requires, *c.ensures)]
    roots = list(dict.fromkeys(roots))
    table = terms_to_wire(roots)
    number = dict(zip(roots, table["roots"], strict=True))

    def numbers(terms: Iterable[Term]) -> list[int]:
        return [number[term] for term in terms]

    def said(part: Proof | Contract) -> dict[str, list[int]]:
        return {node: numbers(conjuncts) for node, conjuncts in part.invariants.items()}

    def used(part: Proof | Contract) -> dict[str, list[UseData]]:
        return {
            node: [UseData(use.contract, numbers(use.ghosts)) for use in uses]
            for node, uses in part.uses.items()
        }

    p = proof.property
    return ProofData(
        property=PropertyData(p.id, p.kind, p.description, p.span.line, p.span.column),
        terms=table["nodes"],
        invariants=said(proof),
        depth=proof.depth,
        exhaustive=proof.exhaustive,
        uses=used(proof),
        contracts=[
            ContractData(
                contract.procedure,
                numbers(contract.ghosts),
                numbers(contract.requires),
                numbers(contract.ensures),
                sorted(contract.excludes),
                said(contract),
                used(contract),
            )
            for contract in proof.contracts
        ],
    )


def proof_from_data(data: ProofData, program: Program) -> Proof:
    """The proof in the data, for a program; raises ProofError where the two do not belong together."""
    wanted = data.property
    matching = [
        p
        for p in program.properties
        if (p.id, p.kind, p.description) == (wanted.id, wanted.kind, wanted.description)
    ]
    if not matching:
        raise ProofError(f"the program has no property {wanted.id} ({wanted.description})")
    terms = _terms(data)

    def listed(numbers: Iterable[int]) -> tuple[Term, ...]:
        return tuple([terms[number] for number in numbers])

    def said(part: ProofData | ContractData) -> dict[str, tuple[Term, ...]]:
        return {node: listed(numbers) for node, numbers in part.invariants.items()}

    def used(part: ProofData | ContractData) -> dict[str, tuple[Use, ...]]:
        return {
            node: tuple([Use(use.contract, listed(use.ghosts)) for use in uses])
            for node, uses in part.uses.items()
        }

    parts: list[ProofData | ContractData] = [data, *data.contracts]
    for part in parts:
        if any(term.sort is not BOOL for conjuncts in said(part).values() for term in conjuncts):
            raise ProofError("an invariant is not a truth value")
    contracts = [
        Contract(
            c.procedure,
            listed(c.ghosts),
            listed(c.requires),
            listed(c.ensures),
            frozenset(c.excludes),
            said(c),
            used(c),
        )
        for c in data.contracts
    ]
    return Proof(matching[0], said(data), data.depth, data.exhaustive, used(data), tuple(contracts))


def _terms(data: ProofData) -> dict[int, Term]:
    """The terms that the data speaks of, by their numbers."""
    parts: list[ProofData | ContractData] = [data, *data.contracts]
    mentioned = [n for part in parts for numbers in part.invariants.values() for n in numbers]
    mentioned += [n for part in parts for uses in part.uses.values() for use in uses for n in use.ghosts]
    mentioned += [n for c in data.contracts for n in (*c.ghosts, *c.requires, *c.ensures)]
    numbers = sorted(set(mentioned))
    try:
        return dict(zip(numbers, terms_from_wire({"nodes": data.terms, "roots": numbers}), strict=True))
    except WireError as error:
        raise ProofError(str(error)) from None


def read_proof_file(content: bytes) -> ProofFile:
    """The content of a proof file; raises ProofError where it is none."""
    try:
        data = msgspec.json.decode(content, type=ProofFile)
    except msgspec.MsgspecError as error:
        raise ProofError(f"not a proof: {error}") from None
    if data.format != FORMAT:
        raise ProofError(f"a proof of format {data.format!r}; this version reads {FORMAT!r}")
    return data
