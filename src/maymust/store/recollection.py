"""What a run on one program keeps in the store, and finds there again.

Rows, by kind:
    verdict     by the key of the program and the property: which evidence there is, and who found it
    evidence    a proof or a test, by its own hash; several verdicts may share one
    facts       invariants that were proved where there was no verdict
    contract    what is proved of a procedure, by its own hash; it names those that it uses
    call        a test of a procedure
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING

from maymust.certificates.check_proof import Accepted
from maymust.certificates.proof import Proof
from maymust.engines.base import Claim, FailsClaim, HoldsClaim
from maymust.frozen import frozen
from maymust.ir.transitions import End
from maymust.store.bodies import (
    VerdictData,
    call_body,
    contract_body,
    decoded,
    encoded,
    facts_body,
    proof_body,
    read_call,
    read_contract,
    read_evidence,
    read_facts,
    test_body,
)
from maymust.store.database import Entry, Store
from maymust.store.keys import Keys, digest

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.certificates.check_proof import CheckResult
    from maymust.certificates.contracts import Contract
    from maymust.engines.recollection import Invariants, KnownCall, KnownContract
    from maymust.interp.replay import InputValue
    from maymust.ir.program import Program, Property

    ContractCheck = Callable[[Program, str, Sequence[Contract], Sequence[int], float], CheckResult]

Vacuity = HoldsClaim | FailsClaim | str
_OLDER = 2  # verdicts of earlier versions of a program that are tried
_CONTRACTS = 64  # of a procedure and an end
_CALLS = 12  # of a procedure
_MOST_FACTS = 2000
_CHECKING = 5.0  # seconds for a contract with all that it uses
_CHECKING_SHARE = 0.25  # of the time, for all of them


@frozen
class Recalled:
    """What was claimed of these properties together: of this very program if it is `exact`, else of one like
    it. `vacuous` tells, by member, the claim that nothing reaches it, or that a test does; "" if there was
    neither."""

    members: tuple[Property, ...]
    claim: Claim
    found_by: str
    exact: bool
    entries: tuple[Entry, ...]
    vacuous: Mapping[str, Vacuity] = field(default_factory=dict)


class StoreView:
    """The store, as seen from one program that is worked on by one engine."""

    def __init__(self, store: Store, program: Program, engine: str, check: ContractCheck) -> None:
        self.store = store
        self.program = program
        self.engine = engine
        self.check = check
        self.trusted: set[tuple[str, tuple[str, ...]]] = set()  # contracts, and properties that they exclude

    @cached_property
    def keys(self) -> Keys:
        """The keys of the program."""
        return Keys(self.program)

    # -- verdicts --------------------------------------------------------------------------------------------

    def recalled(self, properties: Sequence[Property], *, exact: bool) -> Iterator[Recalled]:
        """What was claimed of the properties; those that share a proof come together."""
        shared: dict[str, list[tuple[Property, Entry, VerdictData]]] = {}
        for wanted in properties:
            for entry in self.verdicts(wanted, exact=exact):
                data = decoded(entry.body, VerdictData)
                if data is not None:
                    shared.setdefault(data.evidence, []).append((wanted, entry, data))
        for key, found in shared.items():
            claim = self.claim(key)
            entries = (*[entry for _, entry, _ in found], Entry("evidence", key, "", "", b""))
            if isinstance(claim, HoldsClaim):
                members = tuple([wanted for wanted, _, _ in found])
                asked = {wanted.id: self._vacuous(data) for wanted, _, data in found}
                vacuous = {member: said for member, said in asked.items() if said is not None}
                yield Recalled(members, claim, found[0][2].found_by, exact, entries, vacuous)
            elif isinstance(claim, FailsClaim):
                for wanted, entry, data in found:
                    yield Recalled((wanted,), claim, data.found_by, exact, (entry, entries[-1]))

    def keep_verdict(
        self,
        members: Collection[Property],
        evidence: Proof | tuple[InputValue, ...],
        found_by: str,
        vacuous: Proof | tuple[InputValue, ...] | str | None = None,
    ) -> None:
        """Keeps what decides the properties."""
        key = self._keep_evidence(evidence)
        reached = self._keep_evidence(vacuous) if isinstance(vacuous, Proof | tuple) else vacuous
        body = encoded(VerdictData(key, found_by, reached))
        for wanted in members:
            exact = self.keys.properties((wanted.id,), self.engine)
            name = self.keys.property_name(wanted, self.engine)
            self.store.add(Entry("verdict", digest(exact, name), exact, name, body))

    def forget(self, recalled: Recalled) -> None:
        """What was recalled is wrong, of this very program."""
        for entry in recalled.entries:
            self.store.drop(entry)

    def renew(self, recalled: Recalled) -> None:
        """What was recalled is right: it is worth to be kept longer."""
        self.store.touch(recalled.entries)

    def recollection(
        self, program: Program, property_id: str, members: Collection[Property]
    ) -> StoredRecollection:
        """What an engine may know of the members, which are worked on as this property of this program."""
        return StoredRecollection(self, program, property_id, members)

    def verdicts(self, wanted: Property, *, exact: bool) -> list[Entry]:
        """The rows of a property, of this very program or of those like it."""
        if exact:
            return self.store.in_scope("verdict", self.keys.properties((wanted.id,), self.engine), 1)
        return self.store.about("verdict", self.keys.property_name(wanted, self.engine), _OLDER)

    def claim(self, key: str) -> HoldsClaim | FailsClaim | None:
        """The claim that evidence makes."""
        entry = self.store.get("evidence", key)
        evidence = None if entry is None else read_evidence(entry.body)
        if isinstance(evidence, Proof):
            return HoldsClaim(
                evidence.invariants, evidence.depth, evidence.exhaustive, evidence.uses, evidence.contracts
            )
        return None if evidence is None else FailsClaim(evidence)

    def _vacuous(self, data: VerdictData) -> Vacuity | None:
        return self.claim(data.vacuous) if data.vacuous else data.vacuous

    def _keep_evidence(self, evidence: Proof | tuple[InputValue, ...]) -> str:
        body = proof_body(evidence) if isinstance(evidence, Proof) else test_body(evidence)
        key = digest(body.decode())
        self.store.add(Entry("evidence", key, "", "", body))
        return key


class StoredRecollection:
    """See `engines.recollection.Recollection`. `checker_calls` counts what contracts took."""

    def __init__(
        self, past: StoreView, program: Program, property_id: str, members: Collection[Property]
    ) -> None:
        self._past = past
        self._program = program
        self._property_id = property_id
        self._members = tuple(members)
        self._ids = tuple([p.id for p in self._members])
        self.checker_calls = 0
        self.was_used = False
        self._seconds = 0.0  # that the check of contracts took

    def candidates(self) -> Sequence[Invariants]:
        """What old proofs rested on, and old facts."""
        found: list[Invariants] = [
            claim.invariants for claim in self._claims if isinstance(claim, HoldsClaim)
        ]
        found += [read_facts(entry.body) for entry in self._past.store.about("facts", self._name, _OLDER)]
        self.was_used = self.was_used or any(found)
        return found

    def tests(self) -> Sequence[tuple[InputValue, ...]]:
        """Old failing tests."""
        found = [claim.test for claim in self._claims if isinstance(claim, FailsClaim)]
        self.was_used = self.was_used or bool(found)
        return found

    def contracts(self, procedure: str, end: End) -> Sequence[str]:
        """Keys of contracts of this very procedure, then of what it was before it was edited."""
        store, kind = self._past.store, f"contract {end.name}"
        entries = store.in_scope(kind, self._scope(procedure, end), _CONTRACTS)
        entries += store.about(kind, self._about(procedure, end), _CONTRACTS)
        return list(dict.fromkeys(entry.key for entry in reversed(entries)))

    def contract(self, key: str) -> KnownContract | None:
        """A contract, if its key is its hash."""
        for end in End:
            entry = self._past.store.get(f"contract {end.name}", key)
            if entry is not None and _hash(entry.body) == key:
                known = read_contract(entry.body)
                return known if known is not None and known.end is end else None
        return None

    def accepts(self, contracts: Sequence[Contract], keys: Mapping[int, str], deadline: float) -> bool:
        """Asks the independent checker."""
        started = time.monotonic()
        new = [n for n, key in keys.items() if self._trust(key, contracts[n]) not in self._past.trusted]
        left = _CHECKING_SHARE * (deadline - started + self._seconds) - self._seconds
        if left <= 0:
            return False
        self.was_used = True
        until = started + min(left, _CHECKING)
        checked = self._past.check(self._program, self._property_id, contracts, new, until)
        self.checker_calls += checked.calls
        self._seconds += time.monotonic() - started
        if isinstance(checked, Accepted):
            self._past.trusted |= {self._trust(keys[n], contracts[n]) for n in new}
        return isinstance(checked, Accepted)

    def calls(self, procedure: str) -> Sequence[KnownCall]:
        """Tests of a procedure of this name."""
        entries = self._past.store.about("call", self._past.keys.procedure_name(procedure), _CALLS)
        self.was_used = self.was_used or bool(entries)
        return [call for entry in reversed(entries) if (call := read_call(entry.body)) is not None]

    def key(self, known: KnownContract) -> str:
        """The hash of what a contract says."""
        return _hash(contract_body(known))

    def keep_contract(self, known: KnownContract) -> str:
        """Keeps a contract."""
        body = contract_body(known)
        key, procedure, end = _hash(body), known.contract.procedure, known.end
        scope, about = self._scope(procedure, end), self._about(procedure, end)
        self._past.store.add(Entry(f"contract {end.name}", key, scope, about, body))
        self._past.trusted.add(self._trust(key, known.contract))
        return key

    def keep_call(self, procedure: str, call: KnownCall) -> None:
        """Keeps a test of a procedure."""
        body, name = call_body(call), self._past.keys.procedure_name(procedure)
        self._past.store.add(Entry("call", digest(name, _hash(body)), "", name, body))

    def keep_facts(self, facts: Invariants) -> None:
        """Keeps facts, unless there are too many."""
        count = sum(map(len, facts.values()))
        if 0 < count <= _MOST_FACTS:
            body = facts_body(facts)
            self._past.store.add(Entry("facts", self._name, "", self._name, body))

    @cached_property
    def _name(self) -> str:
        return digest(*[self._past.keys.property_name(p, self._past.engine) for p in self._members])

    @cached_property
    def _claims(self) -> list[HoldsClaim | FailsClaim]:
        """What was claimed of the members, in programs like this."""
        evidence: dict[str, None] = {}
        for wanted in self._members:
            for entry in self._past.verdicts(wanted, exact=False):
                data = decoded(entry.body, VerdictData)
                if data is not None:
                    evidence[data.evidence] = None
        return [claim for key in evidence if (claim := self._past.claim(key)) is not None]

    def _trust(self, key: str, contract: Contract) -> tuple[str, tuple[str, ...]]:
        return key, self._ids if contract.excludes else ()

    def _about(self, procedure: str, end: End) -> str:
        """What a contract of a procedure is called: one about errors, or about what may hide them, is about
        those of a property."""
        name = self._past.keys.procedure_name(procedure)
        return name if end is End.RETURN else digest(name, self._name)

    def _scope(self, procedure: str, end: End) -> str:
        """A contract about returning does not depend on which property is looked at."""
        matters = () if end is End.RETURN else self._ids
        return self._past.keys.procedure(procedure, matters)


def _hash(body: bytes) -> str:
    return digest(body.decode("utf-8", "replace"))
