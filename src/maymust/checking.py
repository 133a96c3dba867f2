"""From a program to verdicts: engines propose, the certificates' checkers decide."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from functools import partial
from typing import TYPE_CHECKING

from maymust.deciding import Tally, certify, decide, decide_members, decide_vacuity
from maymust.engines.background import Background
from maymust.engines.base import Budget, Engine, EngineResult, FailsClaim, HoldsClaim, Statistics
from maymust.engines.options import with_settings
from maymust.engines.recollection import NO_RECOLLECTION, Recollection
from maymust.engines.registry import DEFAULT_ENGINE, ENGINES
from maymust.errors import InternalError
from maymust.frontends.c.kinds import UNDECIDED
from maymust.frozen import frozen
from maymust.interp.replay import InputValue, Run, Violated, replay
from maymust.ir.program import Program, Property, Unmodelled
from maymust.passes.group_properties import GROUP, groupable, grouped
from maymust.passes.pipeline import Prepared
from maymust.passes.probe import probe_of
from maymust.remembering import Past
from maymust.terms.term import forget_unused
from maymust.verdicts import Fails, Holds, PropertyResult, Unknown, Vacuous, Verdict

if TYPE_CHECKING:
    from maymust.store.database import Store

__all__ = ["CheckOptions", "Observer", "PropertyResult", "certify", "check_program", "find_vacuous"]

_ENGINE_SHARE = 0.9  # of a property's time; the rest is for the check of the evidence
_GROUP_SHARE = 0.6  # of all time, to work on checks together
_ATTEMPT_SHARE = 0.4  # of a group's time, before its halves are worked on
_SMALL_GROUP = 4  # has no halves: what is left of it is worked on one by one
_MANY_TERMS = 500_000  # that were made for the properties before: those that are not needed go
_PROBE_SHARE = 0.1  # of a property's time at most, and so many seconds, to see whether it holds vacuously
_PROBE_SECONDS = 3.0  # nearly all probes end by themselves long before
_PROBE_ITERATIONS = 12
_PROBE_SETTINGS = {"deterministic": "on", "parties": "native=off,spacer=off,may-must=off"}


@frozen
class CheckOptions:
    """The engine and its settings, and the budgets; `seconds` is for all properties together."""

    engine: str = DEFAULT_ENGINE
    settings: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 60.0
    max_iterations: int | None = None


Observer = Callable[[Property, object], None]
Test = tuple[InputValue, ...]


def check_program(
    program: Program,
    options: CheckOptions,
    observe: Observer = lambda *_: None,
    store: Store | None = None,
    tally: Tally | None = None,
) -> Iterator[PropertyResult]:
    """One verdict for each property, in order, as they are reached. Raises OptionError for wrong settings.

    Time that a property does not use is left to the later ones. What the store knows is used, and what is
    found is kept there. The calls of solvers are added to the tally.
    """
    entry = ENGINES[options.engine]
    engine = entry.build(with_settings(entry.options(), options.settings))
    deadline = time.monotonic() + options.seconds
    decided = {p.id: _undecided(p) for p in program.properties if p.kind in UNDECIDED}
    tally = tally or Tally()
    given = Prepared(program)
    past = Past(store, given, options.engine, tally)
    decided |= past.recall([p for p in program.properties if p.id not in decided], options.seconds)
    attempts = _Attempts(program, engine, options, observe, past, tally)
    if options.engine == DEFAULT_ENGINE:  # the others stay as they were
        decided |= attempts.together(groupable(p for p in program.properties if p.id not in decided))
    left = len(program.properties) - len(decided)
    for wanted in program.properties:
        started = time.monotonic()
        share = max(0.0, deadline - started) / max(1, left)
        result, reached = decided.get(wanted.id), None
        if result is None:
            left -= 1
            forget_unused(_MANY_TERMS)
            result = attempts.alone(given, wanted, started + share)
        if _may_be_vacuous(result, options):
            checked = time.monotonic()
            seconds = min(_PROBE_SECONDS, _PROBE_SHARE * share, started + share - checked)
            if 2 * given.seconds < seconds:  # the probe must be prepared, too
                result, reached = _probed(program, result, checked + seconds, tally)
        if result is not decided.get(wanted.id):
            past.keep([wanted], result.verdict, result.statistics.decided_by, reached)
        yield result


def _undecided(wanted: Property) -> PropertyResult:
    return PropertyResult(wanted, Unknown(UNDECIDED[wanted.kind]), Statistics(), 0.0, 0.0)


class _Attempts:
    """Lets an engine work on properties, alone or together."""

    def __init__(
        self,
        program: Program,
        engine: Engine,
        options: CheckOptions,
        observe: Observer,
        past: Past,
        tally: Tally,
    ) -> None:
        self.program = program
        self.engine = engine
        self.options = options
        self.observe = observe
        self.past = past
        self.tally = tally

    def alone(self, given: Prepared, wanted: Property, deadline: float) -> PropertyResult:
        """The verdict on one property."""
        started = time.monotonic()
        result, verdict, check_seconds = self._attempt(given, wanted, [wanted], deadline)
        return PropertyResult(wanted, verdict, result.statistics, time.monotonic() - started, check_seconds)

    def together(self, members: list[Property]) -> dict[str, PropertyResult]:
        """The verdicts on the members that are found by working on them as one property, again without each
        that fails, until what is left holds. Where a test reaches something that hides some members only, the
        others are worked on without these; where all takes too long, halves are worked on by themselves."""
        decided: dict[str, PropertyResult] = {}
        work = [(members, time.monotonic() + _GROUP_SHARE * self.options.seconds)]
        while work:
            group, deadline = work.pop()
            while group and time.monotonic() < deadline:
                started = time.monotonic()
                share = _ATTEMPT_SHARE if len(group) > _SMALL_GROUP else 1.0
                found, hidden = self._group(group, started + share * (deadline - started))
                if not found and not 0 < len(hidden) < len(group):
                    break
                if not found:
                    work.append((hidden, deadline))
                decided |= found
                group = [p for p in group if p.id not in decided and p not in hidden]
            if len(group) > _SMALL_GROUP:
                half, now = len(group) // 2, time.monotonic()
                work.append((group[half:], deadline))
                work.append((group[:half], now + (deadline - now) / 2))
        return decided

    def _group(
        self, group: list[Property], deadline: float
    ) -> tuple[dict[str, PropertyResult], list[Property]]:
        """The verdicts on all members of a group, or on one that fails, or none; then the members that
        something hides which a test has reached, if there is that."""
        started = time.monotonic()
        whole = grouped(self.program, group)
        result, verdict, _ = self._attempt(Prepared(whole), whole.property(GROUP), group, deadline)
        verdicts: dict[str, Verdict] = {}
        hidden: list[Property] = []
        match verdict:
            case Unknown(_, Run() as run):
                hidden = _hidden(self.program, run, group)
            case Holds():
                verdicts = dict(decide_members(self.program, whole, group, verdict))
                self.past.keep(group, verdict, result.statistics.decided_by)
            case Fails(run):
                verdicts = _one_violated(self.program, run, group)
                for p in group:
                    if p.id in verdicts:
                        self.past.keep([p], verdicts[p.id], result.statistics.decided_by)
        seconds = (time.monotonic() - started) / max(1, len(verdicts))
        results = {
            p.id: PropertyResult(p, verdicts[p.id], result.statistics, seconds, 0.0)
            for p in group
            if p.id in verdicts
        }
        return results, hidden

    def _attempt(
        self, given: Prepared, wanted: Property, members: list[Property], deadline: float
    ) -> tuple[EngineResult, Verdict, float]:
        """What the engine claims, the verdict that this deserves, and the seconds of its check. What earlier
        runs have left must not stand in the way: where it leads to nothing, it is left out."""
        recollection, started = self.past.recollection(given.program, wanted.id, members), time.monotonic()
        try:
            found = self._run(given, wanted, members, recollection, deadline)
            is_late = time.monotonic() > (started + deadline) / 2
            if not isinstance(found[1], Unknown) or not recollection.was_used or is_late:
                return found
        except InternalError:
            if not recollection.was_used:
                raise
        return self._run(given, wanted, members, NO_RECOLLECTION, deadline)

    def _run(
        self,
        given: Prepared,
        wanted: Property,
        members: list[Property],
        recollection: Recollection,
        deadline: float,
    ) -> tuple[EngineResult, Verdict, float]:
        started = time.monotonic()
        budget = Budget(started + _ENGINE_SHARE * (deadline - started), self.options.max_iterations)
        try:
            result = self.engine.run(
                given, wanted.id, budget, partial(self.observe, members[0]), recollection
            )
        finally:
            self.past.account(recollection)
        self.tally.prover_calls += result.statistics.prover_calls
        claimed = time.monotonic()
        verdict = decide(given.program, wanted, result.claim, deadline, self.tally)
        return result, verdict, time.monotonic() - claimed


def _one_violated(program: Program, run: Run, members: list[Property]) -> dict[str, Verdict]:
    """The member of a group that the run of its test violates."""
    again = replay(program, [given for _, given in run.inputs], run.step_count + 1)
    if not isinstance(again.end, Violated):
        raise InternalError("the engine's test of a group violates none of its members")
    return {p.id: Fails(again) for p in members if p.id == again.end.property_id}


def _hidden(program: Program, run: Run, members: list[Property]) -> list[Property]:
    """The members of a group that are hidden by what the run reaches."""
    again = replay(program, [given for _, given in run.inputs], run.step_count + 1)
    reached = again.steps[-1].edge.statement if again.steps else None
    return [p for p in members if isinstance(reached, Unmodelled) and reached.may_hide(p.id)]


# -- vacuity -------------------------------------------------------------------------------------------------


def _may_be_vacuous(result: PropertyResult, options: CheckOptions) -> bool:
    """Whether that should be asked: of what `auto` has proved, as the others stay as they were."""
    holds = isinstance(result.verdict, Holds) and options.engine == DEFAULT_ENGINE
    return holds and result.property.kind == "assert" and not result.vacuity_known


def _probed(
    program: Program, result: PropertyResult, deadline: float, tally: Tally
) -> tuple[PropertyResult, Test | str]:
    """The result with what can be said of its vacuity, and a test that reaches the assertion, if there is
    one."""
    assert isinstance(result.verdict, Holds)
    started = time.monotonic()
    found = _probe(program, result.property, deadline, tally)
    seconds = result.seconds + time.monotonic() - started
    verdict = replace(result.verdict, vacuous=found if isinstance(found, Vacuous) else None)
    reached = found if isinstance(found, tuple) else ""
    return replace(result, verdict=verdict, seconds=seconds, vacuity_known=True), reached


def find_vacuous(program: Program, wanted: Property, deadline: float) -> Vacuous | None:
    """The proof that no execution reaches an assertion, if one is found before the deadline and accepted."""
    found = _probe(program, wanted, deadline, Tally())
    return found if isinstance(found, Vacuous) else None


def _probe(program: Program, wanted: Property, deadline: float, tally: Tally) -> Vacuous | Test | None:
    """The proof that nothing reaches an assertion, or a test that is said to. They are sought in a process of
    their own: nothing that happens there may cost the verdict that there is."""
    process = Background(lambda: _vacuous(program, wanted, deadline), deadline - time.monotonic())
    process.finished(wait=math.inf)
    match process.result():
        case (found, Tally(prover_calls, checker_calls)):
            tally.prover_calls += prover_calls
            tally.checker_calls += checker_calls
            return found if isinstance(found, Vacuous | tuple) else None
    return None


def _vacuous(program: Program, wanted: Property, deadline: float) -> tuple[Vacuous | Test | None, Tally]:
    probe = probe_of(program, wanted)
    if probe is None:
        return None, Tally()
    entry = ENGINES["auto"]
    engine = entry.build(with_settings(entry.options(), _PROBE_SETTINGS))
    budget = Budget(deadline, _PROBE_ITERATIONS)
    result = engine.run(Prepared(probe), wanted.id, budget, lambda _: None)
    asked = result.statistics.prover_calls
    match result.claim:
        case FailsClaim(test):
            return test, Tally(asked)
        case HoldsClaim() as claim:
            tally = Tally(asked)
            return decide_vacuity(program, probe, wanted, claim, deadline, tally), tally
    return None, Tally(asked)
