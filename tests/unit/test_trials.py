"""Tests that are run on a problem: what they reach, what they read, what they show."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from helpers.explicit_blocks import looping_program
from helpers.programs import ProcedureBuilder, Shape, program, random_program
from maymust.engines.auto.knowledge import Knowledge
from maymust.engines.auto.problem import Problem, pose
from maymust.engines.auto.trials import Trials
from maymust.interp.replay import Ended, InputValue, Stuck, Violated, replay
from maymust.ir.program import START, Assign, Assume
from maymust.passes.pipeline import prepare
from maymust.terms import TRUE, add, constant, eq, is_nonzero, less, ne

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.ir.program import Program

ONE = constant(1, 3)


def reading_on_one_branch() -> tuple[Program, str, str]:
    """i := 0; do { a := nondet; if (a) b := nondet else b := 1; i := i + b } while (i < 5); assert i != 7.
    Also the nodes that read a and b."""
    start = ProcedureBuilder(START)
    i, a, b = (start.local(name) for name in "iab")
    start.assign(i, constant(0, 3))
    head = start.at
    reads_a = f"{START}@{head}"
    assert head is not None
    start.havoc(a)
    yes, no = start.branch(is_nonzero(a)) or (0, 0)
    start.at = yes
    reads_b = f"{START}@{yes}"
    start.havoc(b)
    read = start.at
    start.at = no
    start.assign(b, ONE)
    start.join(read, start.at)
    start.assign(i, add(i, b))
    again, on = start.branch(less(i, constant(5, 3), signed=False)) or (0, 0)
    start.edge(again, head, Assume(TRUE))
    start.at = on
    start.check(ne(i, constant(7, 3)))
    return program(start.build()), reads_a, reads_b


def posed(made: Program) -> tuple[Problem, Knowledge, Trials]:
    problem = pose(prepare(made), "P1")
    knowledge = Knowledge(problem)
    return problem, knowledge, Trials(problem, knowledge)


def test_the_test_of_blocks_has_what_is_really_read() -> None:
    """Every step gives a value to both nodes, but `b` is read on one branch only; the others' values must
    not be taken for the next read."""
    made, reads_a, reads_b = reading_on_one_branch()
    problem, _, trials = posed(made)
    assert [problem.blocks.nodes[at] for at in problem.cut_points] == [f"{START}@3"]  # between the two reads
    choices = [(1, 6), (0, 3), (2, 6), (7, 3)]
    steps = [{reads_a: a, reads_b: b} for a, b in choices]
    trial = trials.test_of_blocks(steps)
    wanted = [(reads_a, 1), (reads_b, 3), (reads_a, 0), (reads_a, 2), (reads_b, 3)]
    assert [(read.node, read.value) for read in trial.test] == wanted
    assert trial.end in problem.system.errors
    run = replay(made, trial.test)
    assert run.end == Violated("P1")
    assert tuple(value for _, value in run.inputs) == trial.test
    assert trials.run(trial.test, 1000) == trial


def test_steps_that_lead_nowhere_are_a_test_that_ends_there() -> None:
    made, reads_a, reads_b = reading_on_one_branch()
    problem, _, trials = posed(made)
    assert trials.test_of_blocks([]).end is None
    trial = trials.test_of_blocks([{reads_a: 1, reads_b: 1, "nowhere": 5}])
    assert trial.end is None
    assert set(trial.test) <= {InputValue(reads_a, 1), InputValue(reads_b, 1)}
    assert not problem.blocks.blocked


def test_tests_are_robust() -> None:
    """Nodes that do not exist, values that do not fit, too many and too few of them."""
    made, reads_a, reads_b = reading_on_one_branch()
    _, _, trials = posed(made)
    nonsense = [
        InputValue("nowhere", 3),
        InputValue("", -1),
        InputValue(reads_a, -1),  # 7
        InputValue(reads_b, 8 + 5),  # 5
        InputValue(reads_b, 1 << 70),
        *[InputValue(reads_a, 1)] * 50,
    ]
    trial = trials.run(nonsense, 1000)
    assert trial.end is None
    assert trial.test == (InputValue(reads_a, 7), InputValue(reads_b, 5))
    assert tuple(value for _, value in replay(made, nonsense).inputs) == trial.test
    assert trials.run([], 1000).test == (InputValue(reads_a, 0),) * 5


def test_steps_are_limited_and_counted() -> None:
    start = ProcedureBuilder(START)
    x = start.local("x")
    start.havoc(x)
    head = start.at
    assert head is not None
    inside, outside = start.branch(ne(x, constant(7, 3))) or (0, 0)
    start.edge(inside, head, Assign(x, add(x, constant(2, 3))))
    start.at = outside
    start.check(eq(x, constant(0, 3)))
    problem, knowledge, trials = posed(program(start.build()))
    trial = trials.run([], 100)  # x is even for ever
    assert (trial.end, trial.steps) == (None, 100)
    assert (trials.tests, trials.steps) == (1, 100)
    assert trials.run([], 100, deadline=0.0).steps == 0
    (at,) = problem.cut_points
    assert sorted(knowledge.states(at)) == [(0,), (2,), (4,), (6,)]
    assert trials.visited == {problem.system.initial, at}
    assert trials.run([InputValue(f"{START}@0", 1)], 100).end in problem.system.errors
    assert len(trials.visited) == 3


def test_random_tests_of_blocks_replay(size: Callable[[int], int]) -> None:
    """Whatever the steps: the test that comes out does the same in the system and in the program."""
    reached = {"error": 0, "blocked": 0, "neither": 0}
    for seed in range(size(150)):
        rng = random.Random(seed)
        shape = Shape(width=3, statements=4, unmodelled=0.05)
        made = (looping_program if seed % 2 else random_program)(rng, shape)
        problem, _, trials = posed(made)
        nodes = {i.node: i.variable.width for t in problem.system.transitions for i in t.inputs}
        for _ in range(8):
            steps = [{n: rng.randrange(1 << w) for n, w in nodes.items()} for _ in range(rng.randint(1, 8))]
            trial = trials.test_of_blocks(steps)
            again = trials.run(trial.test, 300)
            assert again.test[: len(trial.test)] == trial.test, seed
            if trial.end is None:
                reached["neither"] += 1
                continue
            assert again == trial, seed
            end = replay(made, trial.test).end
            if trial.end in problem.system.errors:
                assert end == Violated("P1"), seed
                reached["error"] += 1
            else:
                assert end == Stuck("asm"), seed
                reached["blocked"] += 1
    assert min(reached.values()) > 20, reached


def test_states_shown_are_states_of_runs(size: Callable[[int], int]) -> None:
    """The live variables at a cut point have, one after the other, the values of a replay."""
    compared = 0
    for seed in range(size(120)):
        rng = random.Random(seed)
        made = looping_program(rng, Shape(width=3, statements=3))
        problem, knowledge, trials = posed(made)
        nodes = {i.node: i.variable.width for t in problem.system.transitions for i in t.inputs}
        test = [InputValue(n, rng.randrange(1 << w)) for n, w in nodes.items() for _ in range(6)]
        trials.run(test, 200)
        run = replay(made, test, 2000)
        if not isinstance(run.end, Ended | Violated):
            continue
        values: dict[str, int] = {}
        passed: dict[str, list[dict[str, int]]] = {}
        for step in run.steps:
            passed.setdefault(f"{START}@{step.edge.source}", []).append(dict(values))
            values |= {v.name or "": value for v, value in step.changes}
        for at in problem.cut_points:
            slots = {v.name or "": problem.layout.slots[v] for v in problem.live[at]}
            replayed = {tuple(known[v] for v in slots) for known in passed.get(problem.blocks.nodes[at], ())}
            for state in knowledge.states(at):
                assert tuple(state[slot] for slot in slots.values()) in replayed, seed
                compared += 1
    assert compared > 50
