"""Proofs as files: an inductive annotation of a program's nodes, with what is needed to check it again.

A proof names the program by its file's text and the options it was read with, and the property by its
identity, kind, text and place. `invariants` gives each annotated node (see `ir.program`) the numbers of
its conjuncts in the table `terms`. A node without an annotation is passed over when the proof is checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from maymust import __version__
from maymust.ir.program import Program, Property
from maymust.terms import BOOL, Term
from maymust.terms.wire import WireError, terms_from_wire, terms_to_wire

FORMAT = "maymust-proof-1"


@dataclass(frozen=True, slots=True)
class Proof:
    """The claim that a property holds, with its reason."""

    property: Property
    invariants: Mapping[str, tuple[Term, ...]]


class ProofError(ValueError):
    """A file that is no proof."""


class _PropertyData(msgspec.Struct, frozen=True):
    id: str
    kind: str
    description: str
    line: int
    column: int


class ProofFile(msgspec.Struct, frozen=True):
    """The content of a proof file."""

    format: str
    maymust: str
    file: str
    entry: str
    data_model: str
    globals_are_inputs: bool
    property: _PropertyData
    terms: list[list[Any]]
    invariants: dict[str, list[int]]


def proof_to_file(proof: Proof, program: Program, *, globals_are_inputs: bool) -> ProofFile:
    """The proof as data."""
    roots = list(dict.fromkeys(c for conjuncts in proof.invariants.values() for c in conjuncts))
    table = terms_to_wire(roots)
    number = dict(zip(roots, table["roots"], strict=True))
    p = proof.property
    return ProofFile(
        format=FORMAT,
        maymust=__version__,
        file=program.file,
        entry=program.entry,
        data_model=program.data_model,
        globals_are_inputs=globals_are_inputs,
        property=_PropertyData(p.id, p.kind, p.description, p.span.line, p.span.column),
        terms=table["nodes"],
        invariants={node: [number[c] for c in conjuncts] for node, conjuncts in proof.invariants.items()},
    )


def read_proof_file(data: bytes) -> ProofFile:
    """The content of a proof file; raises ProofError where it is none."""
    try:
        content = msgspec.json.decode(data, type=ProofFile)
    except msgspec.MsgspecError as error:
        raise ProofError(f"not a proof: {error}") from None
    if content.format != FORMAT:
        raise ProofError(f"a proof of format {content.format!r}; this version reads {FORMAT!r}")
    return content


def proof_of(content: ProofFile, program: Program) -> Proof:
    """The proof in a file, for a program; raises ProofError where the two do not belong together."""
    wanted = content.property
    matching = [p for p in program.properties if (p.id, p.kind, p.description) == (wanted.id, wanted.kind, wanted.description)]
    if not matching:
        raise ProofError(f"the program has no property {wanted.id}: {wanted.description}")
    try:
        numbers = sorted({number for numbers in content.invariants.values() for number in numbers})
        terms = dict(zip(numbers, terms_from_wire({"nodes": content.terms, "roots": numbers}), strict=True))
    except WireError as error:
        raise ProofError(str(error)) from None
    if any(term.sort is not BOOL for term in terms.values()):
        raise ProofError("an invariant is not a truth value")
    invariants = {node: tuple(terms[n] for n in numbers) for node, numbers in content.invariants.items()}
    return Proof(matching[0], invariants)
