"""Each invariant of the IR has a program that breaks it, and nothing else."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from helpers.programs import P1, Shape, program, random_program, var
from maymust.ir.program import (
    START,
    Assign,
    Assume,
    Call,
    Edge,
    Error,
    Havoc,
    Procedure,
    Program,
    Return,
    Statement,
    Unmodelled,
    Variable,
)
from maymust.ir.source import NOWHERE
from maymust.ir.transitions import Blocked, Input, Transition, TransitionSystem
from maymust.ir.validate import InvalidProgram, validate
from maymust.ir.validate_transitions import validate_transitions
from maymust.terms import BOOL, TRUE, Term, bitvec, constant, eq, negation, resize, variable

if TYPE_CHECKING:
    from collections.abc import Callable

G, X, A, R = var("G"), var("main::x"), var("main::a"), var("main::r")
WIDE = var("main::w", 8)
ZERO = constant(0, 3)
COND = eq(X.term, ZERO)


def edges(*steps: tuple[int, int, Statement]) -> tuple[Edge, ...]:
    return tuple(Edge(source, target, statement, NOWHERE) for source, target, statement in steps)


MAIN = edges(
    (0, 2, Assign(X.term, A.term)),
    (2, 3, Assume(COND)),
    (2, 4, Assume(negation(COND))),
    (3, 1, Error("P1")),
    (4, 5, Havoc(G.term, "nondet", "call")),
    (5, 1, Return((X.term,))),
)
STARTING = edges(
    (0, 2, Assign(G.term, ZERO)),
    (2, 3, Call((), "main", (G.term,))),
    (3, 1, Return(())),
)


PAIR = Procedure("main", (), (), (bitvec(3), bitvec(3)), 0, 1, edges((0, 1, Return((ZERO, ZERO)))))
TWICE = edges((0, 2, Assign(G.term, ZERO)), (2, 3, Call((X.term, X.term), "main", ())), (3, 1, Return(())))
TOO_FEW = edges((0, 2, Assign(G.term, ZERO)), (2, 3, Call((X.term,), "main", ())), (3, 1, Return(())))


def main_with(*steps: Edge) -> Procedure:
    return Procedure("main", (A,), (X, R, WIDE), (bitvec(3),), 0, 1, steps)


def with_main(*steps: Edge) -> Program:
    return good(main=main_with(*steps))


def good(main: Procedure | None = None, start: Procedure | None = None) -> Program:
    return program(
        main or main_with(*MAIN), start or Procedure(START, (), (), (), 0, 1, STARTING), variables=(G,)
    )


def with_start(*steps: tuple[int, int, Statement]) -> Program:
    return good(start=Procedure(START, (), (), (), 0, 1, edges(*steps)))


def test_the_good_program_is_good() -> None:
    validate(good())


def test_random_programs_are_good(size: Callable[[int], int]) -> None:
    for seed in range(size(100)):
        validate(random_program(random.Random(seed), Shape(unmodelled=0.1, recursion=0.3)))


def after(*steps: tuple[int, int, Statement]) -> Program:
    """The good program with a tail in place of the last two edges of main."""
    return with_main(*MAIN[:4], *edges(*steps))


BROKEN: dict[str, tuple[Program, str]] = {
    "no start": (replace(good(), start="nowhere"), "no procedure nowhere"),
    "start with parameters": (
        good(start=Procedure(START, (var("%start::p"),), (), (), 0, 1, STARTING)),
        "has parameters",
    ),
    "declared twice": (replace(good(), globals=(G, G)), "G is declared twice"),
    "declared in two procedures": (replace(good(), globals=(G, X)), "declared twice"),
    "a truth variable": (
        replace(good(), globals=(G, Variable(variable("B", BOOL), "B", signed=False))),
        "neither a bit",
    ),
    "a variable that looks like an instance": (replace(good(), globals=(G, var("2/main::x"))), "character"),
    "a variable that looks like a symbol": (replace(good(), globals=(G, var("fresh!1"))), "character"),
    "a variable that looks like an input": (replace(good(), globals=(G, var("?G"))), "character"),
    "a property that looks like a node": (
        replace(good(), properties=(P1, replace(P1, id="a@1"))),
        "character",
    ),
    "a procedure that looks like a node": (
        replace(
            good(),
            procedures={
                **good().procedures,
                "a/b": replace(main_with(), name="a/b", parameters=(), locals=()),
            },
        ),
        "character",
    ),
    "filed under another name": (
        replace(
            good(),
            procedures={
                "main": good().procedures["main"],
                START: replace(main_with(), name="other", parameters=(), locals=()),
            },
        ),
        "is filed as",
    ),
    "two properties": (replace(good(), properties=(P1, P1)), "same identity"),
    "into the start": (
        with_start((0, 2, Assign(G.term, ZERO)), (2, 0, Assign(G.term, ZERO))),
        "enters the entry",
    ),
    "a return that goes on": (after((4, 5, Return((X.term,)))), "does not go to the exit"),
    "an error that goes on": (after((4, 5, Error("P1"))), "does not go to the exit"),
    "an unmodelled that goes on": (after((4, 5, Unmodelled("asm"))), "does not go to the exit"),
    "undeclared read": (after((4, 5, Assign(X.term, var("main::z").term))), "main::z is not declared"),
    "undeclared write": (after((4, 5, Assign(var("main::z").term, ZERO))), "main::z is not declared"),
    "undeclared input": (after((4, 5, Havoc(var("main::z").term, "n", "call"))), "main::z is not declared"),
    "undeclared result": (
        after((4, 5, Call((var("main::z").term,), "main", (ZERO,)))),
        "main::z is not declared",
    ),
    "another's variable": (
        with_start((0, 2, Assign(G.term, ZERO)), (2, 3, Assign(X.term, ZERO))),
        "main::x is not declared",
    ),
    "the same name of another width": (
        after((4, 5, Assign(variable("main::x", bitvec(8)), constant(0, 8)))),
        "main::x is not declared",
    ),
    "an expression as a target": (
        after((4, 5, Assign(resize(WIDE.term, 3, signed=False), ZERO))),
        "not declared",
    ),
    "an assignment of another width": (
        after((4, 5, Assign(X.term, constant(0, 8)))),
        "is assigned a value of sort",
    ),
    "an assumption of a number": (after((4, 5, Assume(X.term))), "not Bool"),
    "a call of nothing": (after((4, 5, Call((), "nothing", ()))), "has no procedure"),
    "too few arguments": (after((4, 5, Call((), "main", ()))), "do not fit the parameters"),
    "a wide argument": (after((4, 5, Call((), "main", (constant(0, 8),)))), "do not fit the parameters"),
    "a wide result": (after((4, 5, Call((WIDE.term,), "main", (ZERO,)))), "does not fit"),
    "a result of void": (after((4, 5, Call((X.term,), START, ()))), "does not fit"),
    "a result twice": (
        good(start=Procedure(START, (), (X,), (), 0, 1, TWICE), main=PAIR),
        "sets a variable twice",
    ),
    "too few results": (good(start=Procedure(START, (), (X,), (), 0, 1, TOO_FEW), main=PAIR), "does not fit"),
    "a return of nothing": (after((4, 1, Return(()))), "is returned"),
    "a wide return": (after((4, 1, Return((constant(0, 8),)))), "is returned"),
    "a return from void": (with_start((0, 2, Assign(G.term, ZERO)), (2, 1, Return((ZERO,)))), "is returned"),
    "an unknown property": (after((4, 1, Error("P9"))), "P9 is not declared"),
    "out of the exit": (after((1, 4, Assign(X.term, ZERO))), "leaves the exit"),
    "two ways without conditions": (
        after((4, 5, Assign(X.term, ZERO)), (4, 6, Assign(X.term, A.term))),
        "two exclusive assumptions",
    ),
    "two conditions that overlap": (after((4, 5, Assume(COND)), (4, 6, Assume(TRUE))), "two exclusive"),
    "one condition twice": (after((4, 5, Assume(COND)), (4, 6, Assume(COND))), "two exclusive"),
    "three ways": (
        after((4, 5, Assume(COND)), (4, 6, Assume(negation(COND))), (4, 5, Assume(COND))),
        "two exclusive",
    ),
    "read before it is set": (after((4, 5, Assign(X.term, R.term))), "main::r is read before"),
    "read before it is set on one way": (
        with_main(
            *MAIN[:3], *edges((3, 6, Assign(R.term, ZERO)), (4, 6, Assume(TRUE)), (6, 1, Return((R.term,))))
        ),
        "main::r is read before",
    ),
    "a global read before it is set": (with_start((0, 2, Assume(eq(G.term, ZERO)))), "G is read before"),
    "a call before globals are set": (with_start((0, 2, Call((), "main", (ZERO,)))), "before every global"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_broken_invariants_are_refused(case: str) -> None:
    broken, message = BROKEN[case]
    with pytest.raises(InvalidProgram, match=message):
        validate(broken)


def test_what_is_set_in_a_loop_may_be_read_there() -> None:
    validate(
        with_main(
            *edges(
                (0, 2, Assign(X.term, ZERO)),
                (2, 3, Assign(R.term, X.term)),
                (3, 4, Assume(COND)),
                (4, 2, Assign(X.term, R.term)),
                (3, 5, Assume(negation(COND))),
                (5, 1, Return((R.term,))),
            )
        )
    )


# -- transition systems -------------------------------------------------------------------------------------

V, IN = var("v").term, var("?n").term


def transition(
    number: int = 0,
    source: int = 0,
    target: int = 1,
    guard: tuple[Term, ...] = (),
    updates: dict[Term, Term] | None = None,
    inputs: tuple[Input, ...] = (),
) -> Transition:
    return Transition(number, source, target, guard, updates or {}, inputs)


def system(*transitions: Transition) -> TransitionSystem:
    return TransitionSystem(
        initial=0,
        errors={2: "P1"},
        blocked={3: Blocked("asm", NOWHERE)},
        transitions=transitions,
        variables=(V,),
        nodes={0: "a@0", 1: "a@1", 2: "!P1", 3: "!asm"},
    )


def test_a_good_system_is_good() -> None:
    reading = transition(0, 0, 1, (eq(V, IN),), {V: IN}, (Input(IN, "a@0"),))
    validate_transitions(system(reading, transition(1, 1, 2), transition(2, 1, 3)))


@pytest.mark.parametrize(
    ("transitions", "message"),
    [
        ([transition(0), transition(0)], "two transitions"),
        ([transition(0, 2, 1)], "leaves an end"),
        ([transition(0, 3, 1)], "leaves an end"),
        ([transition(0, 1, 0)], "enters the initial"),
        ([transition(0, 0, 7)], "has no node"),
        ([transition(0, inputs=(Input(V, "a@0"),))], "an input is a variable"),
        ([transition(0, guard=(eq(V, IN),))], "not closed"),
        ([transition(0, guard=(V,))], "not Bool"),
        ([transition(0, updates={IN: V})], "does not fit"),
        ([transition(0, updates={V: IN})], "does not fit"),
        ([transition(0, updates={V: constant(0, 8)})], "does not fit"),
    ],
)
def test_broken_systems_are_refused(transitions: list[Transition], message: str) -> None:
    with pytest.raises(InvalidProgram, match=message):
        validate_transitions(system(*transitions))
