"""Proofs as files: an inductive annotation of a program's nodes, with what is needed to check it again.

A proof file names the options that the program was read with, and each property by its identity, kind,
text and place. A node without an annotation is passed over when the proof is checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from maymust.certificates.contracts import Contract, Use
from maymust.frozen import frozen
from maymust.terms import BOOL, Term
from maymust.terms.wire import WireError, terms_from_wire, terms_to_wire

if TYPE_CHECKING:
    from maymust.ir.program import Program, Property

FORMAT = "maymust-proof-1"
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


class ProofData(msgspec.Struct, frozen=True):
    """One proof: a table of terms, and for each annotated node the numbers of its conjuncts in it."""

    property: PropertyData
    terms: list[list[Any]]
    invariants: dict[str, list[int]]
    depth: Annotated[int, msgspec.Meta(ge=1, le=DEEPEST)] = 1
    exhaustive: bool = False


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


def proof_to_data(proof: Proof) -> ProofData:
    """The proof as plain data."""
    roots = list(dict.fromkeys(c for conjuncts in proof.invariants.values() for c in conjuncts))
    table = terms_to_wire(roots)
    number = dict(zip(roots, table["roots"], strict=True))
    p = proof.property
    return ProofData(
        property=PropertyData(p.id, p.kind, p.description, p.span.line, p.span.column),
        terms=table["nodes"],
        invariants={node: [number[c] for c in conjuncts] for node, conjuncts in proof.invariants.items()},
        depth=proof.depth,
        exhaustive=proof.exhaustive,
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
    try:
        numbers = sorted({number for numbers in data.invariants.values() for number in numbers})
        terms = dict(zip(numbers, terms_from_wire({"nodes": data.terms, "roots": numbers}), strict=True))
    except WireError as error:
        raise ProofError(str(error)) from None
    if any(term.sort is not BOOL for term in terms.values()):
        raise ProofError("an invariant is not a truth value")
    invariants = {node: tuple(terms[n] for n in numbers) for node, numbers in data.invariants.items()}
    return Proof(matching[0], invariants, data.depth, data.exhaustive)


def read_proof_file(content: bytes) -> ProofFile:
    """The content of a proof file; raises ProofError where it is none."""
    try:
        data = msgspec.json.decode(content, type=ProofFile)
    except msgspec.MsgspecError as error:
        raise ProofError(f"not a proof: {error}") from None
    if data.format != FORMAT:
        raise ProofError(f"a proof of format {data.format!r}; this version reads {FORMAT!r}")
    return data
