"""From a program to verdicts: engines propose, the certificates' checkers decide."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from maymust.certificates.check_proof import Accepted, CheckResult, Refused, Unchecked, check_proof
from maymust.certificates.check_test import check_test
from maymust.certificates.proof import Proof
from maymust.engines.background import Background
from maymust.engines.base import Budget, EngineResult, FailsClaim, HoldsClaim, NoClaim
from maymust.engines.options import with_settings
from maymust.engines.registry import DEFAULT_ENGINE, ENGINES
from maymust.errors import InternalError
from maymust.interp.replay import Run, replay
from maymust.ir.program import Program, Property
from maymust.passes.pipeline import prepare
from maymust.solvers import new_solver
from maymust.vacuity import probe_of
from maymust.verdicts import Fails, Holds, PropertyResult, Unknown, Vacuous, Verdict

CHECKING_SOLVERS = ("bitwuzla", "integers", "z3")  # the engine's prover is z3, so the other one goes first
_ENGINE_SHARE = 0.9  # of a property's time; the rest is for the check of the evidence
_PROBE_SHARE = 0.1  # of a property's time at most, and so many seconds, to see whether it holds vacuously
_PROBE_SECONDS = 1.0
_PROBE_ITERATIONS = 12
_PROBE_SETTINGS = {"deterministic": "on", "parties": "native=off,spacer=off,may-must=off"}


@dataclass(frozen=True, slots=True)
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
    system = prepare(program)
    preparation = time.monotonic() - (deadline - options.seconds)
    for index, wanted in enumerate(program.properties):
        started = time.monotonic()
        share = max(0.0, deadline - started) / (len(program.properties) - index)
        budget = Budget(started + _ENGINE_SHARE * share, options.max_iterations)
        result = engine.run(system, wanted.id, budget, partial(observe, wanted))
        claimed = time.monotonic()
        verdict = decide(program, wanted, result, started + share)
        checked = time.monotonic()
        if isinstance(verdict, Holds) and options.engine == DEFAULT_ENGINE:  # the others stay as they were
            seconds = min(_PROBE_SECONDS, _PROBE_SHARE * share, started + share - checked)
            if 2 * preparation < seconds:  # the probe must be prepared, too
                verdict = replace(verdict, vacuous=find_vacuous(program, wanted, checked + seconds))
        done = time.monotonic()
        yield PropertyResult(wanted, verdict, result.statistics, done - started, checked - claimed)


def decide(program: Program, wanted: Property, result: EngineResult, deadline: float) -> Verdict:
    """The verdict that a claim deserves: its evidence is checked from the program alone.

    Evidence that does not stand is a defect of the engine: InternalError, never a verdict.
    """
    match result.claim:
        case HoldsClaim(invariants, depth, exhaustive):
            proof = Proof(wanted, invariants, depth, exhaustive)
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
            return Unknown(reason, None if test is None else replay(program, test, deadline=deadline))


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
    claim = engine.run(prepare(probe), wanted.id, budget, lambda _: None).claim
    if not isinstance(claim, HoldsClaim):
        return None
    proof = Proof(wanted, claim.invariants, claim.depth, claim.exhaustive)
    check = certify(probe, proof, deadline)
    return Vacuous(proof, check) if isinstance(check, Accepted) else None


def certify(program: Program, proof: Proof, deadline: float) -> CheckResult:
    """The independent check of a proof, with fresh solvers."""
    return check_proof(program, proof, [new_solver(name) for name in CHECKING_SOLVERS], deadline)
