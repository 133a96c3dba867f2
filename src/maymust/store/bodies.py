"""What rows say, as bytes (JSON), and back. What cannot be read is None: nobody vouches for a file.

Evidence is a proof, in the form of proof files, or a test: values of inputs by node. A contract names those
that it uses by their keys, which are hashes of what they say. A call is a test of one procedure: the values
that it begins with, and those that it reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar

import msgspec

from maymust.certificates.proof import (
    Proof,
    ProofData,
    ProofError,
    proof_from_data,
    proof_to_data,
)
from maymust.engines.recollection import KnownCall, KnownContract
from maymust.interp.replay import InputValue
from maymust.ir.program import Program, Property
from maymust.ir.source import NOWHERE
from maymust.ir.transitions import End
from maymust.terms import BOOL, ArrayValue, Term, Value, array_value
from maymust.terms.sorts import MAX_WIDTH
from maymust.terms.wire import WireError, terms_from_wire, terms_to_wire

Read = TypeVar("Read")

_ANY = Property("any", "any", "", NOWHERE)  # which one a proof is of, is said by who asks for it
_NOTHING = Program("", "LP64", "", (), {}, (_ANY,))
_TARGET = "target"
_SMALL = 1 << 53  # larger numbers are written as texts, for JSON's have their limits

EndName = Literal["RETURN", "ERROR", "BLOCKED"]
_NAMES: dict[End, EndName] = {End.RETURN: "RETURN", End.ERROR: "ERROR", End.BLOCKED: "BLOCKED"}


class ArrayData(msgspec.Struct, frozen=True):
    """An array: its index width, what it has almost everywhere, and where it differs."""

    width: int
    default: int | str
    elements: list[tuple[int | str, int | str]]


ValueData = int | str | ArrayData


class VerdictData(msgspec.Struct, frozen=True):
    """Which evidence there is, by its key, and who found it. `vacuous` is the key of a proof that nothing
    reaches the property, or of a test that does; empty if none was found, None if that was not asked."""

    evidence: str
    found_by: str
    vacuous: str | None = None


class EvidenceData(msgspec.Struct, frozen=True):
    """A proof or a test."""

    proof: ProofData | None = None
    test: list[tuple[str, ValueData]] | None = None


class SummaryData(msgspec.Struct, frozen=True):
    """A contract, the only one of a proof that annotates nothing but `_TARGET` with the query's target. Its
    uses are numbers in `used`, which are keys."""

    proof: ProofData
    used: list[str]
    end: EndName


class CallData(msgspec.Struct, frozen=True):
    """A test of a procedure: the globals by name, the arguments, and what it reads."""

    globals: dict[str, ValueData]
    arguments: list[ValueData]
    read: list[ValueData]


class FactsData(msgspec.Struct, frozen=True):
    """Invariants by node."""

    terms: list[list[Any]]
    invariants: dict[str, list[int]]


def encoded(data: msgspec.Struct) -> bytes:
    """Plain data as bytes, the same for the same data."""
    return msgspec.json.encode(data, order="sorted")


def decoded(body: bytes, kind: type[Read]) -> Read | None:
    """Plain data of this kind; None where it is none."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


# -- evidence ------------------------------------------------------------------------------------------------


def proof_body(proof: Proof) -> bytes:
    """A proof, of whatever property."""
    said = Proof(_ANY, proof.invariants, proof.depth, proof.exhaustive, proof.uses, proof.contracts)
    return encoded(EvidenceData(proof=proof_to_data(said)))


def test_body(test: tuple[InputValue, ...]) -> bytes:
    """A test."""
    return encoded(EvidenceData(test=[(given.node, _value_data(given.value)) for given in test]))


def read_evidence(body: bytes) -> Proof | tuple[InputValue, ...] | None:
    """The proof (of a property that is to be put in) or the test."""
    data = decoded(body, EvidenceData)
    if data is None:
        return None
    try:
        if data.proof is not None:
            return proof_from_data(data.proof, _NOTHING)
        if data.test is not None:
            return tuple([InputValue(node, _value(given)) for node, given in data.test])
    except (ProofError, ValueError):
        pass
    return None


def facts_body(facts: Mapping[str, tuple[Term, ...]]) -> bytes:
    """Invariants by node."""
    roots = list(dict.fromkeys(fact for said in facts.values() for fact in said))
    table = terms_to_wire(roots)
    number = dict(zip(roots, table["roots"], strict=True))
    said = {node: [number[fact] for fact in found] for node, found in facts.items()}
    return encoded(FactsData(table["nodes"], said))


def read_facts(body: bytes) -> dict[str, tuple[Term, ...]]:
    """Invariants by node; nothing where the body is none."""
    data = decoded(body, FactsData)
    if data is None:
        return {}
    numbers = [n for said in data.invariants.values() for n in said]
    terms = _terms(data.terms, numbers)
    if terms is None:
        return {}
    return {
        node: tuple([terms[n] for n in said if terms[n].sort is BOOL])
        for node, said in data.invariants.items()
    }


# -- contracts and calls -------------------------------------------------------------------------------------


def contract_body(known: KnownContract) -> bytes:
    """A contract."""
    proof = Proof(_ANY, {_TARGET: known.target}, contracts=(known.contract,))
    return encoded(SummaryData(proof_to_data(proof), list(known.used), _NAMES[known.end]))


def read_contract(body: bytes) -> KnownContract | None:
    """A contract whose uses are within those that are named."""
    data = decoded(body, SummaryData)
    if data is None:
        return None
    try:
        proof = proof_from_data(data.proof, _NOTHING)
    except (ProofError, ValueError):
        return None
    if len(proof.contracts) != 1:
        return None
    (contract,) = proof.contracts
    numbers = [use.contract for uses in contract.uses.values() for use in uses]
    if not all(0 <= number < len(data.used) for number in numbers):
        return None
    return KnownContract(contract, End[data.end], proof.invariants.get(_TARGET, ()), tuple(data.used))


def call_body(call: KnownCall) -> bytes:
    """A test of a procedure."""
    return encoded(
        CallData(
            {name: _value_data(value) for name, value in call.globals.items()},
            [*map(_value_data, call.arguments)],
            [*map(_value_data, call.read)],
        )
    )


def read_call(body: bytes) -> KnownCall | None:
    """A test of a procedure."""
    data = decoded(body, CallData)
    if data is None:
        return None
    try:
        return KnownCall(
            {name: _value(value) for name, value in data.globals.items()},
            tuple([_value(value) for value in data.arguments]),
            tuple([_value(value) for value in data.read]),
        )
    except ValueError:
        return None


# -- values --------------------------------------------------------------------------------------------------


def _value_data(value: Value) -> ValueData:
    if not isinstance(value, ArrayValue):
        return _number_data(value)
    elements = [(_number_data(index), _number_data(element)) for index, element in value.items()]
    return ArrayData(value.index_width, _number_data(value.default), elements)


def _value(data: ValueData) -> Value:
    """Raises ValueError where it is none."""
    if not isinstance(data, ArrayData):
        return _number(data)
    if not 1 <= data.width <= MAX_WIDTH:
        raise ValueError(f"{data.width} is no width")
    elements = {_number(index) & ((1 << data.width) - 1): _number(found) for index, found in data.elements}
    return array_value(data.width, _number(data.default), elements.items())


def _number_data(value: int) -> int | str:
    return int(value) if value < _SMALL else hex(value)


def _number(data: int | str) -> int:
    number = int(data, 16) if isinstance(data, str) else data
    if not 0 <= number < 1 << MAX_WIDTH:
        raise ValueError("no number is so large, or negative")
    return number


def _terms(table: list[list[Any]], numbers: list[int]) -> dict[int, Term] | None:
    try:
        found = terms_from_wire({"nodes": table, "roots": numbers})
    except WireError:
        return None
    return dict(zip(numbers, found, strict=True))
