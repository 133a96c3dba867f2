"""Proofs that use contracts of procedures: what the checker accepts, and what it refuses."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from maymust.certificates.check_proof import Accepted, CheckResult, Refused, check_proof
from maymust.certificates.contracts import EVERYTHING, Contract, Use
from maymust.certificates.proof import Proof
from maymust.frontends.c import COptions, translate
from maymust.ir.modules import GHOST, result_variable
from maymust.ir.program import Call, Program, inner_context, node_name
from maymust.solvers import new_solver
from maymust.terms import Term, bitvec, constant, eq, less_equal, sub, variable

RECURSIVE = """
#include <assert.h>
int nondet(void);
int calls;
int count(int n) { calls++; if (n <= 0) return 0; return 1 + count(n - 1); }
int main(void) { int x = nondet(); if (x < 0) return 0; int r = count(x); assert(r == x); return 0; }
"""
INT = bitvec(32)
G = variable(GHOST + "n", INT)
RESULT = result_variable("count", 0, INT)
ZERO = constant(0, 32)


def program_of(text: str) -> Program:
    return translate("t.c", text, COptions()).program


def call_node(program: Program, procedure: str, callee: str, context: str = "") -> str:
    """The node at which a procedure calls another one."""
    edges = [e for e in program.procedures[procedure].edges if isinstance(e.statement, Call)]
    (source,) = [e.source for e in edges if e.statement.callee == callee]  # type: ignore[union-attr]
    return node_name(context, procedure, source)


def in_main(program: Program) -> str:
    (entered,) = [e for e in program.procedures[program.start].edges if isinstance(e.statement, Call)]
    return inner_context("", entered)


def counting(program: Program) -> tuple[Contract, Term]:
    """The contract that `count` returns its argument, and the argument in `main`."""
    count = program.procedures["count"]
    n = count.parameters[0].term
    inner = call_node(program, "count", "count")
    requires = (eq(G, n), less_equal(ZERO, n, signed=True))
    used = {inner: (Use(0, (sub(n, constant(1, 32)),)),)}
    made = Contract("count", (G,), requires, (eq(RESULT, G),), EVERYTHING, uses=used)
    (given,) = [
        e.statement.arguments[0] for e in program.procedures["main"].edges if isinstance(e.statement, Call)
    ]
    return made, given


def checked(program: Program, proof: Proof) -> CheckResult:
    solvers = [new_solver(name) for name in ("bitwuzla", "z3")]
    return check_proof(program, proof, solvers, time.monotonic() + 60)


def proof_of(program: Program, contract: Contract, given: Term) -> Proof:
    use = Use(0, (given,))
    node = call_node(program, "main", "count", in_main(program))
    return Proof(program.properties[0], {}, uses={node: (use,)}, contracts=(contract,))


def test_a_recursive_contract_is_accepted() -> None:
    program = program_of(RECURSIVE)
    assert isinstance(checked(program, proof_of(program, *counting(program))), Accepted)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"ensures": (eq(RESULT, ZERO),)}, "an end where the contract does not hold"),
        ({"requires": ()}, "an end where the contract does not hold"),
        ({"uses": {}}, "recursive call"),
        ({"ghosts": ()}, "cannot speak of"),
        ({"uses": {"count@0": (Use(0, (ZERO,)),)}}, "there is no contract for count@0"),
        ({"procedure": "main"}, "main"),
        ({"procedure": "nothing"}, "there is no procedure"),
        ({"ghosts": (variable("x", INT),)}, "is none"),
        ({"ensures": (eq(RESULT, variable("strange", INT)),)}, "cannot speak of"),
    ],
)
def test_a_wrong_contract_is_refused(change: dict[str, object], reason: str) -> None:
    program = program_of(RECURSIVE)
    contract, given = counting(program)
    wrong = replace(contract, **change)  # type: ignore[arg-type]
    result = checked(program, proof_of(program, wrong, given))
    assert isinstance(result, Refused) and reason in result.reason


def test_what_a_call_may_change_is_forgotten() -> None:
    text = RECURSIVE.replace("assert(r == x)", "assert(calls == 0)")
    program = program_of(text)
    result = checked(program, proof_of(program, *counting(program)))
    assert isinstance(result, Refused) and "the violation" in result.reason


def test_what_no_call_changes_is_kept() -> None:
    text = RECURSIVE.replace("int calls;", "int calls, other;").replace("r == x", "other == 0")
    program = program_of(text)
    assert isinstance(checked(program, proof_of(program, *counting(program))), Accepted)


BAD = RECURSIVE.replace("if (n <= 0)", "assert(n >= 0); if (n <= 0)").replace("assert(r == x)", "")


@pytest.mark.parametrize(
    ("safe", "requires", "accepted"), [(True, True, True), (False, True, False), (True, False, False)]
)
def test_only_a_safe_contract_excludes_what_is_bad_below(safe: bool, requires: bool, accepted: bool) -> None:
    program = program_of(BAD)
    contract, given = counting(program)
    kept = contract.requires if requires else contract.requires[:1]
    changed = replace(contract, excludes=EVERYTHING if safe else frozenset(), ensures=(), requires=kept)
    assert isinstance(checked(program, proof_of(program, changed, given)), Accepted) is accepted


def test_a_call_without_a_contract_may_do_anything() -> None:
    program = program_of(RECURSIVE)
    node = call_node(program, "main", "count", in_main(program))
    proof = Proof(program.properties[0], {}, uses={node: ()})
    assert isinstance(checked(program, proof), Refused)
