"""Verdicts: what maymust says of a property once the evidence has been checked."""

from __future__ import annotations

from maymust.certificates.check_proof import Accepted
from maymust.certificates.proof import Proof
from maymust.engines.base import Statistics
from maymust.frozen import frozen
from maymust.interp.replay import Run
from maymust.ir.program import Property


@frozen
class Vacuous:
    """No execution reaches the assertion at all: this proof of its probe was accepted as well, and that it is
    one (`certificates.reductions`)."""

    proof: Proof
    check: Accepted


@frozen
class Holds:
    """No execution violates the property: the proof was accepted by the independent checker. `vacuous` is
    None where executions reach what is asserted, or where that is not known."""

    proof: Proof
    check: Accepted
    vacuous: Vacuous | None = None


@frozen
class Fails:
    """The run violates the property: it was replayed statement by statement."""

    run: Run


@frozen
class Unknown:
    """No verdict, and why. `run`, where there is one, reaches what stood in the way."""

    reason: str
    run: Run | None = None


Verdict = Holds | Fails | Unknown


@frozen
class PropertyResult:
    """The verdict on one property and what it took; `seconds` includes the check of the evidence. It is
    `recalled` if the evidence was kept from an earlier run; `vacuity_known` if whether it is vacuous was."""

    property: Property
    verdict: Verdict
    statistics: Statistics
    seconds: float
    check_seconds: float
    recalled: bool = False
    vacuity_known: bool = False
