"""k-induction on blocks, compared with brute force, and its proofs checked."""

from __future__ import annotations

import math
import random
import time
from typing import TYPE_CHECKING

from helpers.explicit_blocks import ExplicitBlocks, random_candidates, small_problems
from helpers.programs import P1, ProcedureBuilder, brute_force, program
from maymust.certificates.check_proof import Accepted
from maymust.certificates.proof import Proof
from maymust.checking import CheckOptions, certify, check_program
from maymust.engines.auto.houdini import Houdini
from maymust.engines.auto.induction.k_induction import Inductive, KInduction, Reached
from maymust.engines.auto.knowledge import Knowledge
from maymust.engines.auto.problem import Problem, pose
from maymust.engines.auto.suppliers.catalogue import SUPPLIERS
from maymust.engines.auto.trials import Trials
from maymust.engines.base import HoldsClaim
from maymust.engines.slices import Slice
from maymust.interp.replay import Violated, replay
from maymust.ir.program import START, Assign, Assume
from maymust.passes.pipeline import prepare
from maymust.solvers import new_solver
from maymust.terms import TRUE, Term, add, constant, eq, less, ne
from maymust.verdicts import Fails, Holds

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.ir.program import Program
    from maymust.solvers.base import Solver

CALLS = 60  # of the prover, before a search is given up


def enough() -> Slice:
    return Slice(math.inf, 10_000)


def bits() -> Solver:
    return new_solver("z3", resource_limit=True)


def induction(problem: Problem, knowledge: Knowledge) -> KInduction:
    return KInduction(problem, knowledge, bits(), bits())


def claim_of(found: Inductive, problem: Problem, facts: dict[int, tuple[Term, ...]]) -> HoldsClaim:
    """The claim that induction makes, with these facts."""
    nodes = problem.blocks.nodes
    said = {nodes[at]: facts.get(at, ()) for at in problem.cut_points}
    return HoldsClaim(said | dict.fromkeys(problem.blocks.dead_ends, ()), found.depth, found.exhaustive)


def accepted(made: Program, claim: HoldsClaim) -> bool:
    proof = Proof(P1, claim.invariants, claim.depth, claim.exhaustive)
    return isinstance(certify(made, proof, time.monotonic() + 60), Accepted)


def test_agrees_with_brute_force(size: Callable[[int], int]) -> None:
    """With and without facts; a run that is found is a test, a proof is accepted."""
    seen = {"reached": 0, "inductive": 0, "exhaustive": 0, "deep": 0, "with facts": 0, "open": 0}
    for seed, made, problem in small_problems(size(150)):
        rng = random.Random(seed)
        knowledge = Knowledge(problem)
        houdini = Houdini(problem, knowledge, bits())
        if rng.random() < 0.5:
            houdini.prove(random_candidates(rng, problem), "test", enough())
        k_induction = induction(problem, knowledge)
        found = k_induction.work(Slice(math.inf, CALLS))
        reached = ExplicitBlocks(problem).reaches_target()
        match found:
            case Reached(steps):
                assert reached, seed
                assert len(steps) == k_induction.depth + 1
                trial = Trials(problem, knowledge).test_of_blocks(steps)
                assert trial.end in problem.blocks.errors, seed
                assert replay(made, trial.test).end == Violated("P1"), seed
                seen["reached"] += 1
            case Inductive(depth, exhaustive):
                assert not reached, seed
                used = None if exhaustive else k_induction.facts_used(bits(), depth, enough())
                facts = houdini.supporting(used or {}, enough())
                assert accepted(made, claim_of(found, problem, facts)), seed
                seen["exhaustive" if exhaustive else "inductive"] += 1
                seen["deep"] += depth > 2
                seen["with facts"] += any(facts.values())
            case None:
                seen["open"] += 1
    assert min(seen["reached"], seen["inductive"]) > 20, seen
    assert min(seen["exhaustive"], seen["deep"], seen["with facts"]) > 2, seen
    assert seen["open"] < sum(seen.values()) / 10, seen


ALONE = ",".join(f"{name}=off" for name in (*SUPPLIERS, "may-must"))


def test_decides_alone(size: Callable[[int], int]) -> None:
    """Whole programs through the engine, every other party off."""
    decided = 0
    options = CheckOptions("auto", {"parties": ALONE, "deterministic": "on"}, 1.0)
    for seed, made, _ in small_problems(size(40)):
        expected = brute_force(made, "P1")
        result = next(iter(check_program(made, options)))
        if isinstance(result.verdict, Holds | Fails):
            assert isinstance(result.verdict, Holds) == (expected == "holds"), seed
            assert result.statistics.decided_by in ("blocks", "k-induction"), seed
            decided += result.statistics.decided_by == "k-induction"
    assert decided > 15


# -- small examples ------------------------------------------------------------------------------------------


def ring(length: int, *, fails: bool = False) -> Program:
    """i goes round; assert that it never has the value that it would need to be at `length`.

    From 7 one comes to 6, 5 … and so on: for the induction to work it needs many steps."""
    start = ProcedureBuilder(START)
    i, n = start.local("i"), start.local("n")
    start.assign(i, constant(0, 3))
    head = start.at
    assert head is not None
    start.havoc(n)
    yes, no = start.branch(eq(n, constant(0, 3))) or (0, 0)
    start.edge(yes, head, Assume(TRUE))
    start.at = no
    start.check(ne(i, constant(length if not fails else length - 1, 3)))
    again, on = start.branch(eq(i, constant(length - 1, 3))) or (0, 0)
    start.edge(again, head, Assign(i, constant(0, 3)))
    start.edge(on, head, Assign(i, add(i, constant(1, 3))))
    start.at = None
    return program(start.build())


def test_goes_on_from_slice_to_slice() -> None:
    """A failing run of many steps is found in slices of a few prover calls each."""
    made = ring(6, fails=True)
    problem = pose(prepare(made), "P1")
    k_induction = induction(problem, Knowledge(problem))
    slices, found = 0, None
    while found is None:
        found = k_induction.work(Slice(math.inf, 2))
        slices += 1
        assert slices < 50
    assert slices > 3
    assert isinstance(found, Reached)
    assert len(found.steps) == k_induction.depth + 1 == 7
    trial = Trials(problem, Knowledge(problem)).test_of_blocks(found.steps)
    assert replay(made, trial.test).end == Violated("P1")


def test_takes_up_facts_that_come_later() -> None:
    """Without facts the induction goes on for ever: one may wait anywhere. One fact ends it."""
    made = ring(6)
    problem = pose(prepare(made), "P1")
    knowledge = Knowledge(problem)
    k_induction = induction(problem, knowledge)
    assert k_induction.work(Slice(math.inf, 20)) is None
    houdini = Houdini(problem, knowledge, bits())
    (i,) = [v for v in problem.layout.variables if v.name == f"{START}::i"]
    fact = less(i, constant(6, 3), signed=False)
    useless = less(i, constant(7, 3), signed=False)
    houdini.prove({key: [fact, useless] for key in problem.cut_points}, "test", enough())
    found = k_induction.work(Slice(math.inf, 20))
    assert isinstance(found, Inductive)
    used = k_induction.facts_used(bits(), 1, enough())
    assert used == {key: [fact] for key in problem.cut_points}


def test_the_last_rounds_suffice() -> None:
    """x is read, doubled three times and compared: no fact is known, but three rounds back all is said."""
    start = ProcedureBuilder(START)
    x, y, i = (start.local(name) for name in "xyi")
    start.havoc(x)
    start.assign(y, x)
    start.assign(i, constant(0, 3))
    head = start.at
    assert head is not None
    inside, outside = start.branch(less(i, constant(3, 3), signed=False)) or (0, 0)
    start.at = inside
    start.assign(y, add(y, y))
    assert start.at is not None
    start.edge(start.at, head, Assign(i, add(i, constant(1, 3))))
    start.at = outside
    start.check(eq(y, constant(0, 3)))  # 8 x
    made = program(start.build())
    problem = pose(prepare(made), "P1")
    found = induction(problem, Knowledge(problem)).work(Slice(math.inf, CALLS))
    assert found == Inductive(4, exhaustive=False)
    assert accepted(made, claim_of(found, problem, {}))
    assert not accepted(made, claim_of(Inductive(2, exhaustive=False), problem, {}))


def three_rounds(*, endless: bool) -> Program:
    """i := 0; y := 0; while (i != 3) i++; if (n == 1 && endless) while (1) n++; assert y == 0.

    Going back from a wrong y, i may have had seven other values; from the start there are three rounds."""
    start = ProcedureBuilder(START)
    i, y, n = (start.local(name) for name in "iyn")
    start.havoc(n)
    start.assign(i, constant(0, 3))
    start.assign(y, constant(0, 3))
    head = start.at
    assert head is not None
    inside, outside = start.branch(ne(i, constant(3, 3))) or (0, 0)
    start.edge(inside, head, Assign(i, add(i, constant(1, 3))))
    start.at = outside
    if endless:
        stays, goes = start.branch(eq(n, constant(1, 3))) or (0, 0)
        start.at = stays
        inside, never = start.branch(TRUE) or (0, 0)
        start.edge(inside, stays, Assign(n, add(n, constant(1, 3))))
        start.join(goes, never)
    start.check(eq(y, constant(0, 3)))
    return program(start.build())


def test_a_proof_by_exhaustion_needs_every_run_to_end() -> None:
    """An endless loop behind which nothing comes is no part of the blocks, but the checker knows of it."""
    for endless in (False, True):
        made = three_rounds(endless=endless)
        problem = pose(prepare(made), "P1")
        found = induction(problem, Knowledge(problem)).work(Slice(math.inf, CALLS))
        assert isinstance(found, Inductive)
        assert found.exhaustive is not endless
        assert accepted(made, claim_of(found, problem, {}))
        exhausted = claim_of(Inductive(5, exhaustive=True), problem, {})
        assert accepted(made, exhausted) is not endless
