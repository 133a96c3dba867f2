"""Passes: the text of small systems before and after, and runs that no pass may change."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from helpers.programs import ProcedureBuilder, Shape, program, random_program, var
from helpers.systems import Inputs, end_of_replay, end_of_system, random_inputs, system_to_text
from maymust.interp.machine import Machine
from maymust.interp.replay import OutOfSteps, Stuck, Violated
from maymust.ir.program import START, Assign, Call, Edge, Procedure, Return, Unmodelled
from maymust.ir.source import NOWHERE
from maymust.ir.validate_transitions import validate_transitions
from maymust.passes.cone import cone, cone_again
from maymust.passes.flatten import flatten
from maymust.passes.merge import merge_straight_lines
from maymust.passes.pipeline import for_property, prepare
from maymust.passes.slicing import drop_dead_updates, live_variables, slice_variables
from maymust.terms import TRUE, add, constant, eq, less, ne

if TYPE_CHECKING:
    from collections.abc import Callable

    from maymust.ir.program import Program
    from maymust.ir.transitions import TransitionSystem

ONE = constant(1, 3)


def small() -> Program:
    """x := nondet; log := x; y := inc(x); assert y != 0; assert P2 true."""
    p = var("inc::p")
    inc = ProcedureBuilder("inc", (p,), returns=(3,))
    inc.step(Return((add(p.term, ONE),)))
    start = ProcedureBuilder(START)
    x, y, log = (start.local(name) for name in ("x", "y", "log"))
    start.havoc(x)
    start.assign(log, x)
    start.step(Call((y,), "inc", (x,)))
    start.check(ne(y, constant(0, 3)))
    start.check(ne(log, ONE), "P2")
    return program(inc.build(), start.build())


FLAT = """\
%start@0 -> %start@2 ?%start@0 [] %start::x := ?%start@0
%start@2 -> %start@3 [] %start::log := %start::x
%start@3 -> 3/inc@0 [] 3/inc::p := %start::x
%start@4 -> %start@5 [(not (eq %start::y 0:3))]
%start@4 -> %start@6 [(eq %start::y 0:3)]
%start@6 -> !P1 []
%start@5 -> %start@7 [(not (eq %start::log 1:3))]
%start@5 -> %start@8 [(eq %start::log 1:3)]
%start@8 -> !P2 []
%start@7 -> %start@1 []
3/inc@0 -> %start@4 [] %start::y := (add 3/inc::p 1:3)
"""

CONED = """\
%start@0 -> %start@2 ?%start@0 [] %start::x := ?%start@0
%start@2 -> %start@3 [] %start::log := %start::x
%start@3 -> 3/inc@0 [] 3/inc::p := %start::x
%start@4 -> %start@6 [(eq %start::y 0:3)]
%start@6 -> !P1 []
3/inc@0 -> %start@4 [] %start::y := (add 3/inc::p 1:3)
"""

SLICED = """\
%start@0 -> %start@2 ?%start@0 [] %start::x := ?%start@0
%start@2 -> %start@3 []
%start@3 -> 3/inc@0 [] 3/inc::p := %start::x
%start@4 -> %start@6 [(eq %start::y 0:3)]
%start@6 -> !P1 []
3/inc@0 -> %start@4 [] %start::y := (add 3/inc::p 1:3)
"""

MERGED = """\
%start@0 -> !P1 ?%start@0 [(eq ?%start@0 7:3)] %start::x := ?%start@0, 3/inc::p := ?%start@0, \
%start::y := (add ?%start@0 1:3)
"""

FINAL = """\
%start@0 -> !P1 ?%start@0 [(eq ?%start@0 7:3)]
"""


def test_golden_systems() -> None:
    flat = flatten(small())
    assert system_to_text(flat) == FLAT
    coned = cone(flat, "P1")
    assert system_to_text(coned) == CONED
    sliced = slice_variables(coned)
    assert system_to_text(sliced) == SLICED
    merged = merge_straight_lines(sliced)
    assert system_to_text(merged) == MERGED
    assert system_to_text(slice_variables(merged)) == FINAL
    assert system_to_text(drop_dead_updates(merged)) == FINAL
    assert system_to_text(for_property(prepare(small()), "P1")) == FINAL
    assert [v.name for v in sliced.variables] == ["%start::x", "%start::y", "3/inc::p"]


def counting() -> Program:
    """i := 0; while (i < n) { dead := i; i := i + 1 } assert i != 7."""
    start = ProcedureBuilder(START)
    i, n, dead = (start.local(name) for name in ("i", "n", "dead"))
    start.havoc(n)
    start.assign(i, constant(0, 3))
    head = start.at
    assert head is not None
    inside, outside = start.branch(less(i, n, signed=False)) or (0, 0)
    start.at = inside
    start.assign(dead, i)
    start.assign(dead, add(dead, ONE))
    start.assign(i, add(i, ONE))
    assert start.at is not None
    start.edge(start.at, head, Assign(dead, i))
    start.at = outside
    start.check(ne(i, constant(7, 3)))
    return program(start.build())


LOOP = """\
%start@0 -> %start@3 ?%start@0 [] %start::n := ?%start@0, %start::i := 0:3
%start@3 -> %start@3 [(ult %start::i %start::n)] %start::i := (add %start::i 1:3)
%start@3 -> !P1 [(not (ult %start::i %start::n)) & (eq %start::i 7:3)]
"""


def test_golden_loop() -> None:
    assert sorted(system_to_text(for_property(prepare(counting()), "P1")).splitlines()) == sorted(
        LOOP.splitlines()
    )


def test_dead_updates_go_though_their_variable_is_read_elsewhere() -> None:
    start = ProcedureBuilder(START)
    x, y = start.local("x"), start.local("y")
    start.assign(x, ONE)
    start.assign(y, x)
    start.havoc(x)
    start.check(ne(x, y))
    system = flatten(program(start.build()))
    assert {str(v) for v in live_variables(system)[system.initial]} == set()
    start2 = ProcedureBuilder(START)
    x, y = start2.local("x"), start2.local("y")
    start2.assign(x, ONE)  # overwritten before it is read
    start2.assign(y, ONE)
    start2.havoc(x)
    start2.check(ne(x, y))
    text = system_to_text(drop_dead_updates(flatten(program(start2.build()))))
    assert text.splitlines()[:2] == ["%start@0 -> %start@2 []", "%start@2 -> %start@3 [] %start::y := 1:3"]


def test_recursion_and_size_are_blocked_and_named() -> None:
    f = ProcedureBuilder("f")
    f.step(Call((), "f", ()))
    start = ProcedureBuilder(START)
    start.step(Call((), "f", ()))
    system = flatten(program(f.build(), start.build()))
    assert [b.construct for b in system.blocked.values()] == ["recursive call of `f`"]
    limited = flatten(small(), limit=2)
    assert [b.construct for b in limited.blocked.values()] == [
        "call of `inc`: more than 2 locations after expansion"
    ]
    validate_transitions(limited)


def test_two_unmodelled_constructs_are_two_locations() -> None:
    start = ProcedureBuilder(START)
    x = start.local("x")
    start.havoc(x)
    yes, no = start.branch(eq(x, ONE)) or (0, 0)
    start.edge(yes, 1, Unmodelled("asm"))
    start.edge(no, 1, Unmodelled("asm"))
    start.at = None
    assert len(flatten(program(start.build())).blocked) == 2


def test_an_endless_loop_behind_which_nothing_can_come_is_a_dead_end() -> None:
    """while (1) x++; assert 0 is never reached: the loop goes, but is remembered for the proof."""
    start = ProcedureBuilder(START)
    x = start.local("x")
    start.havoc(x)
    start.assign(x, x)
    head = start.at
    assert head is not None
    inside, outside = start.branch(TRUE) or (0, 0)
    start.edge(inside, head, Assign(x, add(x, ONE)))
    start.at = outside
    start.check(ne(x, ONE))
    flat = prepare(program(start.build()))
    merged = merge_straight_lines(slice_variables(cone(flat, "P1")))
    system = cone_again(merged, "P1")
    assert not system.transitions
    assert len(system.dead_ends) == 1
    assert system.dead_ends[0] in merged.nodes.values()
    assert for_property(flat, "P1").dead_ends == system.dead_ends


def test_a_dead_read_still_counts_where_another_read_of_its_node_lives() -> None:
    """while (n < 7) { x := nondet; y := nondet; if (y) assert x != 5; n++ } assert n != 1.

    Where y is 0 the x is dead, but it has been read, and the next read at its node gets the next value."""
    start = ProcedureBuilder(START)
    x, y, n = start.local("x"), start.local("y"), start.local("n")
    start.assign(n, constant(0, 3))
    head = start.at
    assert head is not None
    inside, outside = start.branch(less(n, constant(7, 3), signed=False)) or (0, 0)
    start.at = inside
    start.havoc(x)
    start.havoc(y)
    yes, no = start.branch(ne(y, constant(0, 3))) or (0, 0)
    start.edge(no, head, Assign(n, add(n, ONE)))
    start.at = yes
    start.check(ne(x, constant(5, 3)))
    assert start.at is not None
    start.edge(start.at, head, Assign(n, add(n, ONE)))
    start.at = outside
    start.check(ne(n, ONE))
    made = program(start.build())
    reads_x, reads_y = f"%start@{inside}", f"%start@{inside + 2}"
    system = prepare(made)
    final = for_property(system, "P1")
    reading = [t for t in final.transitions if t.inputs]
    assert all([i.node for i in t.inputs] == [reads_x, reads_y] for t in reading)
    assert len(reading) == 3  # into the error, and twice round the loop
    inputs = Inputs({reads_x: [3, 5], reads_y: [0, 1]})
    assert end_of_replay(made, inputs, 100) == Violated("P1")
    assert end_of_system(Machine(system), inputs, 100) == Violated("P1")
    assert end_of_system(Machine(final), inputs, 100) == Violated("P1")
    other = Inputs({reads_x: [5, 3], reads_y: [0, 1]})
    assert end_of_replay(made, other, 100) is None
    assert end_of_system(Machine(final), other, 100) is None


# -- runs --------------------------------------------------------------------------------------------------

STAGES: dict[str, Callable[[TransitionSystem], TransitionSystem]] = {
    "cone": lambda s: cone(s, "P1"),
    "slice": slice_variables,
    "dead": drop_dead_updates,
    "merge": merge_straight_lines,
    "merge, dead": lambda s: drop_dead_updates(merge_straight_lines(s)),
    "cone, merge, cone": lambda s: cone_again(merge_straight_lines(cone(s, "P1")), "P1"),
    "merge twice": lambda s: merge_straight_lines(merge_straight_lines(s)),
    "all": lambda s: for_property(s, "P1"),
    "all, not merged": lambda s: for_property(s, "P1", straight_line=False),
}


def test_runs_are_the_same_before_and_after_each_pass(size: Callable[[int], int]) -> None:
    """Random programs with random inputs: the system ends as the program does, after every pass."""
    seen: set[str] = set()
    for seed in range(size(50)):
        rng = random.Random(seed)
        made = random_program(rng, Shape(width=3, unmodelled=0.05))
        flat = prepare(made)
        systems = {"flatten": flat} | {name: stage(flat) for name, stage in STAGES.items()}
        for system in systems.values():
            validate_transitions(system)
        machines = {name: Machine(system) for name, system in systems.items()}
        for _ in range(10):
            inputs = random_inputs(rng, flat)
            expected = end_of_replay(made, inputs, 400)
            if isinstance(expected, OutOfSteps):
                continue
            seen.add(str(expected))
            for name, machine in machines.items():
                end = end_of_system(machine, inputs, 400)
                coned = "cone" in name or name.startswith("all")
                if coned and (expected is None or expected == Violated("P2")):
                    assert end in (None, OutOfSteps()), (seed, name)
                else:
                    assert end == expected, (seed, name)
    assert seen == {"None", str(Violated("P1")), str(Violated("P2")), str(Stuck("asm"))}


def test_merging_never_adds_transitions(size: Callable[[int], int]) -> None:
    smaller = 0
    for seed in range(size(60)):
        flat = prepare(random_program(random.Random(seed)))
        merged = merge_straight_lines(flat)
        assert len(merged.transitions) <= len(flat.transitions)
        smaller += len(merged.transitions) < len(flat.transitions)
    assert smaller > 50


def test_a_program_without_the_property_has_nothing_to_do() -> None:
    start = ProcedureBuilder(START)
    start.assign(start.local("x"), ONE)
    system = for_property(prepare(program(start.build())), "P1")
    assert system.transitions == ()
    assert list(system.nodes.values()) == ["%start@0"]


def test_the_pipeline_validates() -> None:
    from maymust.ir.validate import InvalidProgram

    loop = Procedure(START, (), (), (), 0, 1, (Edge(0, 0, Return(()), NOWHERE),))
    with pytest.raises(InvalidProgram):
        prepare(program(loop))
