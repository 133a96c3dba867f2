"""Checks of proofs by hand, of programs with numbers of three bits."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from helpers.programs import P1
from maymust.certificates.check_proof import CheckResult, check_proof
from maymust.certificates.proof import Proof
from maymust.solvers import new_solver
from maymust.terms import Term, constant

if TYPE_CHECKING:
    from collections.abc import Mapping

    from maymust.ir.program import Program


def check(
    made: Program, invariants: Mapping[str, tuple[Term, ...]], depth: int = 1, exhaustive: bool = False
) -> CheckResult:
    proof = Proof(P1, dict(invariants), depth, exhaustive)
    return check_proof(made, proof, [new_solver("bitwuzla"), new_solver("z3")], time.monotonic() + 60)


def number(value: int) -> Term:
    return constant(value, 3)
