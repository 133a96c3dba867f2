"""Recursive procedures by induction: what is supposed of a call is proved, or taken back."""

from __future__ import annotations

import time

import pytest

from maymust.certificates.check_proof import Accepted
from maymust.deciding import certify, proof_of
from maymust.engines.base import Budget, EngineResult, FailsClaim, HoldsClaim
from maymust.engines.registry import ENGINES
from maymust.frontends.c import COptions, translate
from maymust.ir.program import Program
from maymust.passes.pipeline import Prepared

PREAMBLE = "void assert(int); int input(void);\n"
KEPT = "int held; void visit(int n) {{ held = 1; held = 0; {} }}"
MAIN = "int main(void) {{ visit(input()); assert({}); return 0; }}"


def run(text: str, seconds: float = 60) -> tuple[Program, EngineResult]:
    program = translate("given.c", PREAMBLE + text, COptions()).program
    (wanted,) = program.properties
    entry = ENGINES["smash"]
    budget = Budget(time.monotonic() + seconds)
    return program, entry.build(entry.options()).run(Prepared(program), wanted.id, budget, lambda _: None)


def proof(text: str) -> HoldsClaim:
    program, result = run(text)
    assert isinstance(result.claim, HoldsClaim), result.claim
    checked = certify(program, proof_of(program.properties[0], result.claim), time.monotonic() + 60)
    assert isinstance(checked, Accepted), checked
    return result.claim


def uses_itself(claim: HoldsClaim) -> bool:
    return any(
        use.contract == number
        for number, contract in enumerate(claim.contracts)
        for uses in contract.uses.values()
        for use in uses
    )


@pytest.mark.parametrize("again", ["if (n > 0) visit(n - 1);", "visit(n - 1); if (input()) visit(n);"])
def test_what_every_call_keeps_up(again: str) -> None:
    assert uses_itself(proof(KEPT.format(again) + MAIN.format("!held")))


def test_what_must_be_required_first() -> None:
    """The assertion is in the procedure: from where `held` is set, it would fail."""
    body = "assert(!held); if (n > 0) { held = 1; held = 0; visit(n - 1); }"
    claim = proof(f"int held; void visit(int n) {{ {body} }} int main(void) {{ visit(input()); return 0; }}")
    assert uses_itself(claim)
    visit = next(c for c in claim.contracts if c.procedure == "visit")
    assert [str(part) for part in visit.requires] == ["(eq held 0:32)"]


def test_procedures_that_call_each_other() -> None:
    text = "int held; void other(int n); void visit(int n) { assert(!held); held = 1; other(n - input()); }"
    text += "void other(int n) { held = 0; if (n > 0) visit(n - 1); }"
    claim = proof(text + "int main(void) { visit(input()); return 0; }")
    assert {c.procedure for c in claim.contracts} >= {"visit", "other"}


def test_what_a_call_returns() -> None:
    text = "int walk(int n) { if (n <= 0) return 0; int r = walk(n - 1); return r > 100 ? r - 1 : r; }"
    assert uses_itself(proof(text + "int main(void) { int r = walk(input()); assert(r < 50); return 0; }"))


@pytest.mark.parametrize(
    "again", ["if (n > 0) visit(n - 1); if (n == 3) held = 1;", "if (n == 77) held = 1; else visit(n - 1);"]
)
def test_what_is_supposed_is_no_proof(again: str) -> None:
    _, result = run(KEPT.format(again) + MAIN.format("!held"))
    assert isinstance(result.claim, FailsClaim)


def test_what_was_proved_with_a_supposition_goes_with_it() -> None:
    """At first `visit` is supposed to keep `held`; what follows of `other` is not so."""
    text = "int held; void other(int n); void visit(int n) { if (n > 1) other(n - 1); if (n == 1) held = 1; }"
    text += "void other(int n) { if (n > 0) visit(n); }"
    _, result = run(text + MAIN.format("!held"))
    assert isinstance(result.claim, FailsClaim)
