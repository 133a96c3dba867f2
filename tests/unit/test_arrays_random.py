"""Random programs with small arrays, beside brute force: what passes, engines and provers make of them."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from helpers.explicit_blocks import ExplicitBlocks, looping_program, random_candidates, small_problems
from helpers.programs import Shape, TooLarge, brute_force, random_program
from helpers.systems import end_of_replay, end_of_system, random_inputs
from helpers.terms import TermMaker, array_variables, random_array, valuations, values_of, variables
from maymust.certificates.check_proof import Accepted
from maymust.certificates.proof import Proof
from maymust.checking import CheckOptions, certify, check_program
from maymust.engines.auto.houdini import Houdini
from maymust.engines.auto.induction.k_induction import Inductive, KInduction, Reached
from maymust.engines.auto.knowledge import Knowledge
from maymust.engines.auto.problem import pose
from maymust.engines.auto.suppliers.explicit.values import ExplicitValues
from maymust.engines.auto.suppliers.intervals.supplier import Intervals
from maymust.engines.auto.trials import Trials
from maymust.engines.maymust.refining.projection import excluding_cube, project
from maymust.engines.slices import Slice
from maymust.interp.machine import Machine
from maymust.interp.replay import InputValue, OutOfSteps, Violated, replay
from maymust.ir.program import Program
from maymust.ir.text import program_from_text, program_to_text
from maymust.ir.validate import validate
from maymust.passes.pipeline import blocks_for_property, for_property, prepare
from maymust.solvers import new_solver
from maymust.solvers.prover import Prover
from maymust.terms import ArraySort, array_sort, conjunction, negation, substitute
from maymust.terms.evaluate import evaluate
from maymust.terms.literals import simplify_conjunction
from maymust.verdicts import Fails, Holds

TWO_CELLS = (array_sort(1, 2),)
FOUR_CELLS = (array_sort(2, 2),)


def programs(seeds: range, shape: Shape) -> Iterator[tuple[int, random.Random, Program]]:
    for seed in seeds:
        rng = random.Random(seed)
        yield seed, rng, (looping_program if seed % 2 else random_program)(rng, shape)


def test_programs_are_valid_and_survive_as_text(size: Callable[[int], int]) -> None:
    for _, _, made in programs(range(size(60)), Shape(arrays=FOUR_CELLS, recursion=0.2)):
        validate(made)
        assert program_from_text(program_to_text(made)) == made


def test_passes_change_no_run(size: Callable[[int], int]) -> None:
    """The system ends as the program does, whatever the inputs are, and so do its blocks, where there are no
    inputs: blocks may read others than the program does."""
    seen: Counter[str] = Counter()
    for seed, rng, made in programs(range(size(80)), Shape(statements=4, arrays=FOUR_CELLS)):
        flat = prepare(made)
        straight = for_property(flat, "P1")
        machines = [Machine(s) for s in (flat, straight, blocks_for_property(straight, "P1"))]
        for _ in range(8):
            inputs = random_inputs(rng, flat)
            end = end_of_replay(made, inputs, 400)
            if isinstance(end, OutOfSteps):
                continue
            violated = end == Violated("P1")
            seen[str(violated)] += 1
            assert end_of_system(machines[0], inputs, 400) == end, seed
            for machine in machines[1:2] if any(t.inputs for t in flat.transitions) else machines[1:]:
                assert (end_of_system(machine, inputs, 400) == Violated("P1")) == violated, seed
    assert min(seen["True"], seen["False"]) > 50, seen


# -- verdicts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("engine", "settings", "first", "count", "full"),
    [
        ("auto", {"deterministic": "on", "parties": "native=off,spacer=off"}, 0, 16, 25),
        ("dash", {}, 1000, 24, 40),
        ("synergy", {}, 2000, 24, 40),
    ],
)
def test_verdicts_are_those_of_brute_force(
    engine: str, settings: dict[str, str], first: int, count: int, full: int, size: Callable[..., int]
) -> None:
    """Proofs are accepted and tests replayed on the way: `check_program` sees to it."""
    seen: Counter[str] = Counter()
    wanted = size(count, full)
    for seed, _, made in programs(range(first, first + wanted), Shape(statements=4, arrays=FOUR_CELLS)):
        try:
            expected = brute_force(made, "P1", most_states=3000)
        except TooLarge:
            continue
        result = next(iter(check_program(made, CheckOptions(engine, settings, 60.0, 40))))
        match result.verdict:
            case Holds():
                said = "holds"
            case Fails():
                said = "fails"
            case _:
                said = "open"
        seen[said] += 1
        assert said in (expected, "open"), seed
    assert min(seen["holds"], seen["fails"]) > wanted // 8, seen
    assert seen["open"] < wanted // 6, seen


# -- provers -------------------------------------------------------------------------------------------------

SMALL = Shape(width=2, statements=3, depth=1, arrays=TWO_CELLS)


def enough() -> Slice:
    return Slice(math.inf)


def test_houdini_keeps_the_largest_inductive_set(size: Callable[[int], int]) -> None:
    kept = considered = 0
    for seed, _, problem in small_problems(size(40), SMALL):
        knowledge, truth = Knowledge(problem), ExplicitBlocks(problem)
        candidates = random_candidates(random.Random(seed), problem)
        proved = Houdini(problem, knowledge, new_solver("z3")).prove(candidates, "test", enough())
        after = {at: set(facts) for at, facts in knowledge.facts.items()}
        assert truth.largest_inductive(after, {}) == after, seed
        considered += proved.considered
        kept += proved.kept
    assert 0.02 * considered < kept < 0.95 * considered


def test_k_induction_is_right(size: Callable[[int], int]) -> None:
    seen: Counter[str] = Counter()
    for seed, made, problem in small_problems(size(60), SMALL):
        knowledge = Knowledge(problem)
        houdini = Houdini(problem, knowledge, new_solver("z3"))
        houdini.prove(random_candidates(random.Random(seed), problem), "test", enough())
        induction = KInduction(problem, knowledge, new_solver("z3"), new_solver("z3"))
        reached = ExplicitBlocks(problem).reaches_target()
        match induction.work(Slice(math.inf, 60)):
            case Reached(steps):
                assert reached, seed
                trial = Trials(problem, knowledge).test_of_blocks(steps)
                assert trial.end in problem.blocks.errors, seed
                assert replay(made, trial.test).end == Violated("P1"), seed
                seen["reached"] += 1
            case Inductive(depth, exhaustive):
                assert not reached, seed
                used = {at: list(facts) for at, facts in knowledge.facts.items()}
                facts = houdini.supporting({} if exhaustive else used, enough())
                said = {problem.blocks.nodes[at]: facts.get(at, ()) for at in problem.cut_points}
                said |= dict.fromkeys(problem.blocks.dead_ends, ())
                proof = Proof(made.property("P1"), said, depth, exhaustive)
                assert isinstance(certify(made, proof, time.monotonic() + 60), Accepted), seed
                seen["inductive"] += 1
    assert min(seen["reached"], seen["inductive"]) > size(60) // 10, seen


def test_abstract_interpretations_are_right(size: Callable[[int], int]) -> None:
    """What they say of cut points holds in all states that tests show there, and is inductive together."""
    solver, seen = new_solver("z3"), Counter[str]()
    for seed, rng, made in programs(range(size(80)), Shape(statements=4, arrays=FOUR_CELLS)):
        problem = pose(prepare(made), "P1")
        knowledge = Knowledge(problem)
        _run_tests(rng, Trials(problem, knowledge), made)
        for supplier in (Intervals(), ExplicitValues()):
            proposal = supplier.propose(problem, knowledge, Slice(math.inf, calls=3000))
            for at, candidates in proposal.candidates.items():
                holds = problem.layout.function(conjunction(candidates))
                assert all(map(holds, knowledge.states(at))), (seed, supplier.name)
            for block in problem.blocks.transitions:
                assumed = proposal.candidates.get(block.source, ())
                wanted = proposal.candidates.get(block.target, ())
                wrong = negation(conjunction(substitute(c, block.updates) for c in wanted))
                if wanted:
                    answer = solver.check([*assumed, *block.guard, wrong], seconds=60)
                    assert type(answer).__name__ == "Unsat", (seed, supplier.name, block)
                    seen[supplier.name] += 1
    assert min(seen["intervals"], seen["explicit"]) > size(80) // 4, seen


def _run_tests(rng: random.Random, trials: Trials, made: Program) -> None:
    inputs = {i.node: i.variable for t in prepare(made).transitions for i in t.inputs}
    for _ in range(10):
        test = [
            InputValue(
                node,
                random_array(rng, v.sort) if isinstance(v.sort, ArraySort) else rng.randrange(1 << v.width),
            )
            for node, v in inputs.items()
            for _ in range(6)
        ]
        trials.run(test, 200)


# -- quantifiers ---------------------------------------------------------------------------------------------


def test_projection_of_an_array_is_exact(size: Callable[[int], int]) -> None:
    """∃ A . literals, with every array tried; and the cube where that is not found."""
    prover = Prover(new_solver("z3"), lambda: 60.0, 60.0)
    names = [*variables(2, 2), *array_variables(1, 2, 1)]
    (read,) = array_variables(1, 2, 2)[1:]
    states, inputs = list(valuations(names)), list(values_of(read))
    seen: Counter[str] = Counter()
    for seed in range(size(80)):
        rng = random.Random(seed)
        maker = TermMaker(rng, [*names, read], widths=(1, 2))
        literals = simplify_conjunction(maker.term(0, rng.randint(2, 3)) for _ in range(2))
        if not literals or read not in frozenset().union(*[x.free for x in literals]):
            continue
        whole = conjunction(literals)
        possible = [any(evaluate(whole, {**state, read: a}) for a in inputs) for state in states]
        found = project(literals, [read], prover)
        if found is not None:
            assert [bool(evaluate(conjunction(found), state)) for state in states] == possible, seed
            seen["exact"] += 1
        if not all(possible):
            excluded = states[possible.index(False)]
            cube = excluding_cube(literals, excluded, {read}, prover)
            assert cube is not None, seed
            said = [bool(evaluate(conjunction(cube), state)) for state in states]
            assert not said[possible.index(False)], seed
            assert all(b for a, b in zip(possible, said, strict=True) if a), seed
            seen["cube"] += 1
    assert min(seen["exact"], seen["cube"]) > size(80) // 10, seen
