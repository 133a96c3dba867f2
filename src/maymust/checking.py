"""From a program to verdicts: engines propose, the certificates' checkers decide."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from functools import partial

from maymust.certificates.check_proof import Accepted, CheckResult, Refused, Unchecked, check_proof
from maymust.certificates.check_test import check_test
from maymust.certificates.proof import Proof
from maymust.engines.background import Background
from maymust.engines.base import (
    Budget,
    Engine,
    EngineResult,
    FailsClaim,
    HoldsClaim,
    NoClaim,
    Statistics,
)
from maymust.engines.options import with_settings
from maymust.engines.registry import DEFAULT_ENGINE, ENGINES
from maymust.errors import InternalError
from maymust.frontends.c.kinds import UNDECIDED
from maymust.frozen import frozen
from maymust.grouping import GROUP, groupable, grouped
from maymust.interp.replay import Run, Stuck, Violated, replay
from maymust.ir.program import Program, Property
from maymust.passes.pipeline import Prepared
from maymust.solvers.late import LateSolver
from maymust.vacuity import probe_of
from maymust.verdicts import Fails, Holds, PropertyResult, Unknown, Vacuous, Verdict

CHECKING_SOLVERS = ("bitwuzla", "integers", "z3")  # the engine's prover is z3, so the other one goes first
_ENGINE_SHARE = 0.9  # of a property's time; the rest is for the check of the evidence
_GROUP_SHARE = 0.6  # of all time, to work on checks together
_ATTEMPT_SHARE = 0.4  # of a group's time, before its halves are worked on
_SMALL_GROUP = 4  # has no halves: what is left of it is worked on one by one
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


def check_program(
    program: Program, options: CheckOptions, observe: Observer = lambda *_: None
) -> Iterator[PropertyResult]:
    """One verdict for each property, in order, as they are reached. Raises OptionError for wrong settings.

    Time that a property does not use is left to the later ones.
    """
    entry = ENGINES[options.engine]
    engine = entry.build(with_settings(entry.options(), options.settings))
    deadline = time.monotonic() + options.seconds
    decided = {p.id: _undecided(p) for p in program.properties if p.kind in UNDECIDED}
    if options.engine == DEFAULT_ENGINE:  # the others stay as they were
        members = groupable(p for p in program.properties if p.id not in decided)
        decided |= _check_together(program, members, engine, options, observe)
    given = Prepared(program)
    left = len(program.properties) - len(decided)
    for wanted in program.properties:
        if wanted.id in decided:
            yield decided[wanted.id]
            continue
        started = time.monotonic()
        share = max(0.0, deadline - started) / left
        left -= 1
        budget = Budget(started + _ENGINE_SHARE * share, options.max_iterations)
        result = engine.run(given, wanted.id, budget, partial(observe, wanted))
        claimed = time.monotonic()
        verdict = decide(program, wanted, result, started + share)
        checked = time.monotonic()
        if isinstance(verdict, Holds) and options.engine == DEFAULT_ENGINE:  # the others stay as they were
            seconds = min(_PROBE_SECONDS, _PROBE_SHARE * share, started + share - checked)
            if 2 * given.seconds < seconds:  # the probe must be prepared, too
                verdict = replace(verdict, vacuous=find_vacuous(program, wanted, checked + seconds))
        done = time.monotonic()
        yield PropertyResult(wanted, verdict, result.statistics, done - started, checked - claimed)


def _undecided(wanted: Property) -> PropertyResult:
    return PropertyResult(wanted, Unknown(UNDECIDED[wanted.kind]), Statistics(), 0.0, 0.0)


def _check_together(
    program: Program, members: list[Property], engine: Engine, options: CheckOptions, observe: Observer
) -> dict[str, PropertyResult]:
    """The verdicts on the members that are found by working on them as one property, again without each that
    fails, until what is left holds. Where that takes too long, halves are worked on by themselves."""
    decided: dict[str, PropertyResult] = {}
    work = [(members, time.monotonic() + _GROUP_SHARE * options.seconds)]
    while work:
        group, deadline = work.pop()
        while group and time.monotonic() < deadline:
            started = time.monotonic()
            share = _ATTEMPT_SHARE if len(group) > _SMALL_GROUP else 1.0
            until = started + share * (deadline - started)
            found = _check_group(program, group, engine, options, observe, until)
            if not found:
                break
            decided |= found
            group = [p for p in group if p.id not in decided]
        if len(group) > _SMALL_GROUP:
            half, now = len(group) // 2, time.monotonic()
            work.append((group[half:], deadline))
            work.append((group[:half], now + (deadline - now) / 2))
    return decided


def _check_group(
    program: Program,
    group: list[Property],
    engine: Engine,
    options: CheckOptions,
    observe: Observer,
    deadline: float,
) -> dict[str, PropertyResult]:
    """The verdicts on all members of a group, or on one that fails, or none."""
    started = time.monotonic()
    whole = grouped(program, group)
    budget = Budget(started + _ENGINE_SHARE * (deadline - started), options.max_iterations)
    result = engine.run(Prepared(whole), GROUP, budget, partial(observe, group[0]))
    verdicts: dict[str, Verdict] = {}
    match decide(whole, whole.property(GROUP), result, deadline):
        case Holds(proof, check):
            verdicts = {p.id: Holds(replace(proof, property=p), check) for p in group}
        case Fails(run):
            verdicts = _one_violated(program, run, group)
    seconds = (time.monotonic() - started) / max(1, len(verdicts))
    return {
        p.id: PropertyResult(p, verdicts[p.id], result.statistics, seconds, 0.0)
        for p in group
        if p.id in verdicts
    }


def _one_violated(program: Program, run: Run, members: list[Property]) -> dict[str, Verdict]:
    """The member of a group that the run of its test violates."""
    again = replay(program, [given for _, given in run.inputs], run.step_count + 1)
    if not isinstance(again.end, Violated):
        raise InternalError("the engine's test of a group violates none of its members")
    return {p.id: Fails(again) for p in members if p.id == again.end.property_id}


def decide(program: Program, wanted: Property, result: EngineResult, deadline: float) -> Verdict:
    """The verdict that a claim deserves: its evidence is checked from the program alone.

    Evidence that does not stand is a defect of the engine: InternalError, never a verdict.
    """
    match result.claim:
        case HoldsClaim() as claim:
            proof = proof_of(wanted, claim)
            match certify(program, proof, deadline):
                case Accepted() as accepted:
                    return Holds(proof, accepted)
                case Unchecked(reason):
                    return Unknown(f"there is a proof, but its check did not end: {reason}")
                case Refused(reason):
                    raise InternalError(f"the checker refuses the engine's proof: {reason}")
        case FailsClaim(test):
            match check_test(program, test, wanted.id, deadline):
                case Run() as run:
                    return Fails(run)
                case Unchecked(reason):
                    return Unknown(f"there is a failing test, but its replay did not end: {reason}")
                case Refused(reason):
                    raise InternalError(f"the engine's test is none: {reason}")
        case NoClaim(reason, test):
            reached = None if test is None else replay(program, test, deadline=deadline)
            if reached is not None and isinstance(reached.end, Stuck):
                at = reached.steps[-1].edge.span
                reason = f"not modelled, and reached by a test: {reached.end.construct} at {at}"
            return Unknown(reason, reached)


def proof_of(wanted: Property, claim: HoldsClaim) -> Proof:
    """The proof that a claim comes with."""
    return Proof(wanted, claim.invariants, claim.depth, claim.exhaustive, claim.uses, claim.contracts)


def find_vacuous(program: Program, wanted: Property, deadline: float) -> Vacuous | None:
    """The proof that no execution reaches an assertion, if one is found before the deadline and accepted. It
    is sought in a process of its own: nothing that happens there may cost the verdict that there is."""
    process = Background(lambda: _vacuous(program, wanted, deadline), deadline - time.monotonic())
    process.finished(wait=math.inf)
    found = process.result()
    return found if isinstance(found, Vacuous) else None


def _vacuous(program: Program, wanted: Property, deadline: float) -> Vacuous | None:
    probe = probe_of(program, wanted)
    if probe is None:
        return None
    entry = ENGINES["auto"]
    engine = entry.build(with_settings(entry.options(), _PROBE_SETTINGS))
    budget = Budget(deadline, _PROBE_ITERATIONS)
    claim = engine.run(Prepared(probe), wanted.id, budget, lambda _: None).claim
    if not isinstance(claim, HoldsClaim):
        return None
    proof = proof_of(wanted, claim)
    check = certify(probe, proof, deadline)
    return Vacuous(proof, check) if isinstance(check, Accepted) else None


def certify(program: Program, proof: Proof, deadline: float) -> CheckResult:
    """The independent check of a proof, with fresh solvers."""
    if proof.property.kind in UNDECIDED:
        return Refused(UNDECIDED[proof.property.kind])
    return check_proof(program, proof, [LateSolver(name) for name in CHECKING_SOLVERS], deadline)
