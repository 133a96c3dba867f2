"""From claims to verdicts: the one place where evidence is checked, whoever it comes from."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from maymust.certificates.check_proof import (
    Accepted,
    CheckResult,
    Refused,
    Unchecked,
    check_contracts,
    check_proof,
)
from maymust.certificates.check_test import check_test
from maymust.certificates.proof import Proof
from maymust.certificates.reductions import check_probe, proofs_of_members
from maymust.engines.base import Claim, FailsClaim, HoldsClaim, NoClaim
from maymust.errors import InternalError
from maymust.frontends.c.kinds import UNDECIDED
from maymust.interp.replay import Run, Stuck, replay
from maymust.solvers.late import LateSolver
from maymust.verdicts import Fails, Holds, Unknown, Vacuous, Verdict

if TYPE_CHECKING:
    from maymust.certificates.contracts import Contract
    from maymust.ir.program import Program, Property

CHECKING_SOLVERS = ("bitwuzla", "integers", "z3")  # the engine's prover is z3, so the other one goes first


@dataclass
class Tally:
    """What a run has asked of solvers: in the search for evidence, and in its check."""

    prover_calls: int = 0
    checker_calls: int = 0


def decide(
    program: Program, wanted: Property, claim: Claim, deadline: float, tally: Tally | None = None
) -> Verdict:
    """The verdict that a claim deserves: its evidence is checked from the program alone.

    Evidence that does not stand is a defect of who claims: InternalError, never a verdict.
    """
    match claim:
        case HoldsClaim():
            proof = proof_of(wanted, claim)
            checked = certify(program, proof, deadline)
            if tally is not None:
                tally.checker_calls += checked.calls
            match checked:
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
                    return Unknown(f"there is a failing test, but that is not certain: {reason}")
                case Refused(reason):
                    raise InternalError(f"the engine's test is none: {reason}")
        case NoClaim(reason, test):
            reached = None if test is None else replay(program, test, deadline=deadline)
            if reached is not None and isinstance(reached.end, Stuck):
                at = reached.steps[-1].edge.span
                reason = f"not modelled, and reached by a test: {reached.end.construct} at {at}"
            return Unknown(reason, reached)


def decide_members(
    program: Program, whole: Program, members: Collection[Property], verdict: Holds
) -> dict[str, Holds]:
    """What it says of each member that the property holds which stands for them all in `whole`."""
    proofs = proofs_of_members(program, whole, members, verdict.proof)
    return {member: Holds(proof, verdict.check) for member, proof in proofs.items()}


def decide_vacuity(
    program: Program, probe: Program, wanted: Property, claim: HoldsClaim, deadline: float, tally: Tally
) -> Vacuous | None:
    """What it says of an assertion that it is claimed to hold in its probe, if the claim stands."""
    check_probe(program, probe, wanted)
    proof = proof_of(wanted, claim)
    checked = certify(probe, proof, deadline)
    tally.checker_calls += checked.calls
    return Vacuous(proof, checked) if isinstance(checked, Accepted) else None


def proof_of(wanted: Property, claim: HoldsClaim) -> Proof:
    """The proof that a claim comes with."""
    return Proof(wanted, claim.invariants, claim.depth, claim.exhaustive, claim.uses, claim.contracts)


def certify(program: Program, proof: Proof, deadline: float) -> CheckResult:
    """The independent check of a proof, with fresh solvers."""
    if proof.property.kind in UNDECIDED:
        return Refused(UNDECIDED[proof.property.kind])
    return check_proof(program, proof, _solvers(), deadline)


def certify_contracts(
    program: Program, property_id: str, contracts: Sequence[Contract], numbers: Sequence[int], deadline: float
) -> CheckResult:
    """The independent check of the contracts with these numbers, if the others hold."""
    wanted = program.property(property_id)
    return check_contracts(program, wanted, contracts, numbers, _solvers(), deadline)


def _solvers() -> list[LateSolver]:
    return [LateSolver(name) for name in CHECKING_SOLVERS]
