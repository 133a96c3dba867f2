"""What earlier runs say of a program's properties, checked before it counts; and what this run leaves.

First what was kept of this very program; then, for what is left, old evidence of programs like it: the proof
of an edited program may still be one, as it is or completed (`auto.completion`). What does not stand is no
loss: the engines find the rest as they would without a store, with what they are told as proposals.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from maymust.certificates.check_test import check_test
from maymust.deciding import Tally, certify_contracts, decide, decide_members, decide_vacuity
from maymust.engines.auto.completion import completions
from maymust.engines.base import Claim, FailsClaim, HoldsClaim, Statistics
from maymust.engines.recollection import NO_RECOLLECTION, Recollection
from maymust.errors import InternalError
from maymust.interp.replay import InputValue, Run
from maymust.passes.expansion import explodes
from maymust.passes.group_properties import GROUP, grouped
from maymust.passes.pipeline import Prepared
from maymust.passes.probe import probe_of
from maymust.verdicts import Fails, Holds, PropertyResult, Unknown, Vacuous, Verdict

if TYPE_CHECKING:
    from maymust.ir.program import Program, Property
    from maymust.store.database import Store
    from maymust.store.recollection import Recalled, StoreView

_EXACT_SHARE = 0.3  # of all time, to check what was kept of this program
_ALIKE_SHARE = 0.2  # and of programs like it,
_ALIKE_SECONDS = 6.0  # each


class Past:
    """What there is to know of one program, if there is a store."""

    def __init__(self, store: Store | None, given: Prepared, engine: str, tally: Tally) -> None:
        program = given.program
        self._given = given
        self._program = program
        self._tally = tally
        self._kept: StoreView | None = None
        if store is not None:
            from maymust.store.recollection import StoreView  # SQLite takes a moment

            self._kept = StoreView(store, program, engine, certify_contracts)

    def recall(self, properties: Sequence[Property], seconds: float) -> dict[str, PropertyResult]:
        """The verdicts whose evidence was kept, and stands. Those of this very program know whether they are
        vacuous, if that was asked."""
        decided: dict[str, PropertyResult] = {}
        if self._kept is None:
            return decided
        begun = time.monotonic()
        for exact, share, most in ((True, _EXACT_SHARE, seconds), (False, _ALIKE_SHARE, _ALIKE_SECONDS)):
            until = begun + share * seconds
            left = [p for p in properties if p.id not in decided]
            for found in self._kept.recalled(left, exact=exact):
                members = [p for p in found.members if p.id not in decided]
                started = time.monotonic()
                if members and started < until:
                    deadline = min(until, started + most)
                    decided |= self._decided(replace(found, members=tuple(members)), deadline)
        return decided

    def recollection(self, program: Program, property_id: str, members: Collection[Property]) -> Recollection:
        """What an engine is told that works on these properties as this one of this program."""
        return (
            NO_RECOLLECTION if self._kept is None else self._kept.recollection(program, property_id, members)
        )

    def account(self, recollection: Recollection) -> None:
        """Adds what the checker was asked of by the engine."""
        self._tally.checker_calls += recollection.checker_calls

    def keep(
        self,
        members: Collection[Property],
        verdict: Verdict,
        found_by: str,
        reached: tuple[InputValue, ...] | str | None = None,
    ) -> None:
        """Keeps the evidence of a verdict. Where nothing shows that it is vacuous, `reached` is a test that
        shows that it is not, "" if none was found, None if that was not asked."""
        if self._kept is None:
            return
        match verdict:
            case Holds(proof, _, vacuous):
                self._kept.keep_verdict(
                    members, proof, found_by, reached if vacuous is None else vacuous.proof
                )
            case Fails(run):
                self._kept.keep_verdict(members, tuple([given for _, given in run.inputs]), found_by)
            case Unknown():
                pass

    def _decided(self, found: Recalled, deadline: float) -> dict[str, PropertyResult]:
        """The verdicts on the members, if the evidence stands."""
        started = time.monotonic()
        given, wanted = self._given, found.members[0]
        if len(found.members) > 1:
            given = Prepared(grouped(self._program, found.members))
            wanted = given.program.property(GROUP)
        verdict = self._checked(given, wanted, found, deadline)
        if not isinstance(verdict, Holds | Fails):
            return {}
        seconds = (time.monotonic() - started) / len(found.members)
        if found.exact and self._kept is not None:
            self._kept.renew(found)
        else:
            self.keep(found.members, verdict, found.found_by)
        verdicts: Mapping[str, Verdict] = dict.fromkeys([p.id for p in found.members], verdict)
        if isinstance(verdict, Holds) and len(found.members) > 1:
            verdicts = decide_members(self._program, given.program, found.members, verdict)
        return {p.id: self._of_member(verdicts[p.id], p, found, seconds, deadline) for p in found.members}

    def _of_member(
        self, verdict: Verdict, member: Property, found: Recalled, seconds: float, deadline: float
    ) -> PropertyResult:
        """A member's verdict, with what is known of its vacuity."""
        known = False
        if isinstance(verdict, Holds):
            said = found.vacuous.get(member.id)
            vacuous = self._vacuous(member, said, deadline, exact=found.exact)
            known = vacuous is not None or (said == "" and found.exact)
            verdict = replace(verdict, vacuous=vacuous if isinstance(vacuous, Vacuous) else None)
            if known and not found.exact:
                test = said.test if isinstance(said, FailsClaim) else None
                self.keep([member], verdict, found.found_by, test)
        statistics = Statistics(decided_by=found.found_by)
        return PropertyResult(
            member, verdict, statistics, seconds, seconds, recalled=True, vacuity_known=known
        )

    def _checked(self, given: Prepared, wanted: Property, found: Recalled, deadline: float) -> Verdict | None:
        """What the evidence is worth; None where it does not stand. What was claimed of a program like this
        one may stand when it is completed."""
        claims: Iterable[Claim] = (found.claim,)
        if isinstance(found.claim, HoldsClaim):
            claims = _forms(given, wanted, found.claim, deadline, exact=found.exact)
        for claim in claims:
            try:
                verdict = decide(given.program, wanted, claim, deadline, self._tally)
            except InternalError:
                if found.exact and self._kept is not None:
                    self._kept.forget(found)
                continue
            if not isinstance(verdict, Unknown) or time.monotonic() >= deadline:
                return verdict
        return None

    def _vacuous(
        self, member: Property, said: HoldsClaim | FailsClaim | str | None, deadline: float, *, exact: bool
    ) -> Vacuous | Run | None:
        """The proof that nothing reaches an assertion, or the run of a test that does, if what was kept shows
        that."""
        if said is None or isinstance(said, str):
            return None
        probe = probe_of(self._program, member)
        if probe is None:
            return None
        if isinstance(said, FailsClaim):
            run = check_test(probe, said.test, member.id, deadline)
            return run if isinstance(run, Run) else None
        for claim in _forms(Prepared(probe), member, said, deadline, exact=exact):
            vacuous = decide_vacuity(self._program, probe, member, claim, deadline, self._tally)
            if vacuous is not None:
                return vacuous
        return None


def _forms(
    given: Prepared, wanted: Property, claim: HoldsClaim, deadline: float, *, exact: bool
) -> Iterator[HoldsClaim]:
    """A claim as it was; of a program like this one, also what it may be made into."""
    yield claim
    if not exact and not claim.contracts and not explodes(given.program):
        with suppress(InternalError):
            yield from completions(given, wanted.id, claim, deadline)
