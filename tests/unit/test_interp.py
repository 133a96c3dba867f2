"""Concrete execution: replay of programs, machines, and states kept as deltas."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING

import pytest

from helpers.programs import BruteForce, ProcedureBuilder, TooLarge, program, random_program, var
from helpers.systems import random_inputs
from maymust.certificates.check_proof import Refused, Unchecked
from maymust.certificates.check_test import check_test
from maymust.interp.machine import Machine
from maymust.interp.replay import Ended, InputValue, OutOfSteps, Run, Stuck, Violated, replay
from maymust.interp.states import CHECKPOINT, State
from maymust.ir.program import START, Assign, Assume, Call, Return, Unmodelled
from maymust.passes.pipeline import prepare
from maymust.terms import FALSE, TRUE, add, constant, eq, is_nonzero, less, ne, sub

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.ir.program import Program

ONE = constant(1, 3)


def test_calls_parameters_results_and_globals() -> None:
    g, p = var("G"), var("f::p")
    f = ProcedureBuilder("f", (p,), returns=(3,))
    f.assign(g.term, add(g.term, p.term))
    f.assign(p.term, constant(0, 3))  # the caller's variable keeps its value
    f.step(Return((sub(g.term, ONE),)))
    start = ProcedureBuilder(START)
    x, y = start.local("x"), start.local("y")
    start.assign(g.term, constant(2, 3))
    start.havoc(x)
    start.step(Call((y,), "f", (x,)))
    start.step(Call((), "f", (y,)))
    start.check(ne(x, constant(3, 3)))
    made = program(f.build(), start.build(), variables=(g,))
    run = replay(made, [InputValue("%start@2", 3)])
    assert run.end == Violated("P1")
    assert [value for _, value in run.inputs] == [InputValue("%start@2", 3)]
    changes = [(s.procedure, s.depth, tuple((v.name, x) for v, x in s.changes)) for s in run.steps]
    assert changes == [
        (START, 1, (("G", 2),)),
        (START, 1, (("%start::x", 3),)),
        (START, 1, (("f::p", 3),)),
        ("f", 2, (("G", 5),)),
        ("f", 2, (("f::p", 0),)),
        ("f", 2, (("%start::y", 4),)),
        (START, 1, (("f::p", 4),)),
        ("f", 2, (("G", 1),)),
        ("f", 2, (("f::p", 0),)),
        ("f", 2, ()),
        (START, 1, ()),
        (START, 1, ()),
    ]
    assert replay(made, [InputValue("%start@2", 2)]).end == Ended()
    assert replay(made, [InputValue("%start@2", 3 + 8)]).end == Violated(
        "P1"
    )  # inputs are taken modulo their width


def reader() -> Program:
    """Twice x := f(), which reads; assert the second is not 5."""
    f = ProcedureBuilder("f", returns=(3,))
    v = f.local("v")
    f.havoc(v)
    f.step(Return((v,)))
    start = ProcedureBuilder(START)
    x = start.local("x")
    start.step(Call((x,), "f", ()))
    start.step(Call((x,), "f", ()))
    start.check(ne(x, constant(5, 3)))
    return program(f.build(), start.build())


def test_inputs_belong_to_nodes() -> None:
    made = reader()
    assert replay(made, [InputValue("2/f@0", 5)]).end == Violated("P1")
    assert replay(made, [InputValue("0/f@0", 5)]).end == Ended()
    run = replay(made, [InputValue("2/f@0", 5), InputValue("0/f@0", 1), InputValue("elsewhere@9", 7)])
    assert [value for _, value in run.inputs] == [InputValue("0/f@0", 1), InputValue("2/f@0", 5)]


def loop(endless: bool = True) -> Program:
    start = ProcedureBuilder(START)
    x = start.local("x")
    start.assign(x, constant(0, 3))
    head = start.at
    assert head is not None
    start.havoc(x)
    inside, outside = start.branch(TRUE if endless else ne(x, constant(0, 3))) or (0, 0)
    start.edge(inside, head, Assume(TRUE))
    start.at = outside
    start.check(FALSE)
    return program(start.build())


def test_a_node_that_reads_often_takes_its_values_in_order() -> None:
    run = replay(loop(endless=False), [InputValue("%start@2", value) for value in (3, 1, 2)])
    assert run.end == Violated("P1")
    assert [value.value for _, value in run.inputs] == [3, 1, 2, 0]


def test_the_step_budget() -> None:
    run = replay(loop(), [], max_steps=50)
    assert run.end == OutOfSteps()
    assert len(run.steps) == 50
    assert replay(loop(), [], max_steps=0).steps == ()


def test_recursion_runs_as_deep_as_it_likes() -> None:
    """f(n) = n ? f(n - 1) + 1 : 0, on 14 bits: far beyond Python's own stack."""
    p = var("f::p", 14)
    f = ProcedureBuilder("f", (p,), returns=(14,))
    r = f.local("r", 14)
    yes, no = f.branch(is_nonzero(p.term)) or (0, 0)
    f.at = no
    f.step(Return((constant(0, 14),)))
    f.at = yes
    f.step(Call((r,), "f", (sub(p.term, constant(1, 14)),)))
    f.step(Return((add(r, constant(1, 14)),)))
    start = ProcedureBuilder(START)
    x, y = start.local("x", 14), start.local("y", 14)
    start.havoc(x)
    start.step(Call((y,), "f", (x,)))
    start.check(ne(y, constant(5000, 14)))
    made = program(f.build(), start.build())
    assert replay(made, [InputValue("%start@0", 5000)]).end == Violated("P1")
    assert replay(made, [InputValue("%start@0", 4999)]).end == Ended()


def test_ends() -> None:
    start = ProcedureBuilder(START)
    x = start.local("x")
    start.havoc(x)
    yes, no = start.branch(eq(x, ONE)) or (0, 0)
    start.edge(yes, 1, Unmodelled("asm"))
    start.at = no
    start.step(Assume(less(x, constant(4, 3), signed=False)))  # nothing follows where this fails
    start.check(ne(x, constant(2, 3)), "P2")
    made = program(start.build())
    ends = [replay(made, [InputValue("%start@0", value)]).end for value in (0, 1, 2, 5)]
    assert ends == [Ended(), Stuck("asm"), Violated("P2"), Ended()]
    assert isinstance(check_test(made, [InputValue("%start@0", 2)], "P2", math.inf), Run)
    for value, reason in ((2, "violates P2, not P1"), (0, "does not violate P1"), (1, "does not violate P1")):
        refused = check_test(made, [InputValue("%start@0", value)], "P1", math.inf)
        assert refused == Refused(f"it {reason}")


def test_tests_that_do_not_end_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maymust.certificates.check_test.STEP_LIMIT", 100)
    assert check_test(loop(), [], "P1", math.inf) == Unchecked("it did not end within 100 steps")
    assert check_test(loop(), [], "P1", 0.0) == Unchecked("it did not end within 0 steps")


def test_replay_agrees_with_brute_force(size: Callable[[int], int]) -> None:
    """No run of a random test ends where brute force says that none can."""
    violated = 0
    for seed in range(size(60)):
        rng = random.Random(seed)
        made = random_program(rng)
        try:
            ends = BruteForce(made, most_states=2000).ends()
        except TooLarge:
            continue
        flat = prepare(made)
        for _ in range(10):
            end = replay(made, random_inputs(rng, flat).test(), 500).end
            if isinstance(end, Violated):
                violated += 1
                assert ("error", end.property_id) in ends
    assert violated > 50


# -- states -------------------------------------------------------------------------------------------------


def test_states_rebuild_the_whole_valuation(size: Callable[[int], int]) -> None:
    """A chain of deltas equals a full recording, on every variable, for random programs."""
    longest = 0
    for seed in range(size(40)):
        rng = random.Random(seed)
        system = prepare(random_program(rng))
        machine = Machine(system)
        count = len(system.variables)
        values = machine.initial_values()
        state = State(system.initial, None, (), (), (), values)
        recorded = [(state, list(values[:count]), [])]
        given: list[int] = []
        while state.location not in {*system.errors, *system.blocked} and state.depth < 60:
            read = []
            for slot, source in zip(
                machine.input_slots[state.location], machine.inputs_at(state.location), strict=True
            ):
                values[slot] = rng.randrange(2**source.variable.width)
                read.append(values[slot])
            stepped = machine.step(state.location, values)
            if stepped is None:
                break
            given += read
            step, delta = stepped
            state = State(step.transition.target, state, step.slots, delta, tuple(read), values)
            recorded.append((state, list(values[:count]), list(given)))
        longest = max(longest, state.depth)
        assert [s for s, _, _ in recorded] == state.trace()
        for depth, (visited, whole, inputs) in enumerate(recorded):
            assert visited.depth == depth
            assert list(visited.valuation()[:count]) == whole
            assert visited.inputs() == dict(enumerate(inputs))
            assert visited.inputs_before == len(inputs)
        for visited, whole, _ in reversed(recorded):
            visited.forget()
            assert list(visited.valuation()[:count]) == whole
    assert longest > 3 * CHECKPOINT


def test_a_machine_takes_the_one_transition_whose_guard_holds() -> None:
    start = ProcedureBuilder(START)
    x = start.local("x")
    start.havoc(x)
    yes, no = start.branch(eq(x, ONE)) or (0, 0)
    start.edge(yes, 1, Assign(x, constant(7, 3)))
    start.edge(no, 1, Assign(x, constant(6, 3)))
    start.at = None
    system = prepare(program(start.build()))
    machine = Machine(system)
    for given, expected in ((1, 7), (2, 6)):
        values = machine.initial_values()
        location = system.initial
        assert [i.node for i in machine.inputs_at(location)] == ["%start@0"]
        values[machine.input_slots[location][0]] = given
        while (stepped := machine.step(location, values)) is not None:
            location = stepped[0].transition.target
        assert values[machine.layout.slots[x]] == expected
