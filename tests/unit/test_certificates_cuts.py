"""Proofs that annotate cut points only: merged stretches, cycles without one, solvers in turn."""

from __future__ import annotations

import itertools
import random
import time
from typing import TYPE_CHECKING

import pytest

from helpers.programs import P1, ProcedureBuilder, program
from helpers.proofs import check, number
from helpers.terms import TermMaker
from maymust.certificates.check_proof import Accepted, Refused, Unchecked, check_proof
from maymust.certificates.proof import Proof
from maymust.certificates.states import State, merge
from maymust.ir.program import START, Assign, Assume, Error
from maymust.solvers import Undecided, new_solver
from maymust.terms import (
    TRUE,
    Term,
    add,
    bitvec,
    constant,
    eq,
    is_nonzero,
    less,
    less_equal,
    ne,
    negation,
    variable,
)
from maymust.terms.evaluate import evaluate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from maymust.ir.program import Program
    from maymust.solvers import Answer


class Counting:
    """A solver that counts what it is asked."""

    name = "counting"

    def __init__(self) -> None:
        self.inner = new_solver("bitwuzla")
        self.asked = 0

    def check(self, conjuncts: Sequence[Term], *, seconds: float, core: bool = False) -> Answer:
        self.asked += 1
        return self.inner.check(conjuncts, seconds=seconds, core=core)


# -- merged stretches --------------------------------------------------------------------------------------

FORTY = 40


def forty_ifs(wide: int = 8) -> tuple[Program, str, Term]:
    """x := 0; loop { 40 times: if (nondet) x := x + 2, else x := x + 4; assert x is even }."""
    start = ProcedureBuilder(START)
    x, c = start.local("x", wide), start.local("c", 1)
    start.assign(x, constant(0, wide))
    head = start.at
    assert head is not None
    for _ in range(FORTY):
        start.havoc(c)
        then, otherwise = start.branch(is_nonzero(c)) or (0, 0)
        start.at = then
        start.assign(x, add(x, constant(2, wide)))
        then = start.at
        start.at = otherwise
        start.assign(x, add(x, constant(4, wide)))
        start.join(then, start.at)
    even = _even(x)
    start.check(even)
    assert start.at is not None
    start.edge(start.at, head, Assume(TRUE))
    start.at = None
    return program(start.build()), f"{START}@{head}", even


def _even(x: Term) -> Term:
    from maymust.terms import make
    from maymust.terms import operators as ops

    return eq(make(ops.EXTRACT, (x,), (0, 0)), constant(0, 1))


def test_many_branches_are_few_obligations() -> None:
    made, head, even = forty_ifs()
    solver = Counting()
    result = check_proof(made, Proof(P1, {head: (even,)}), [solver], time.monotonic() + 60)
    assert isinstance(result, Accepted)
    assert result.obligations <= 4
    assert solver.asked <= 4


def test_a_wrong_invariant_over_many_branches_is_refused_at_its_place() -> None:
    made, head, even = forty_ifs()
    assert check(made, {head: ()}) == Refused(f"{head} can reach the violation at {_violation(made)}")
    result = check(
        made, {head: (even, less(variable(f"{START}::x", bitvec(8)), constant(200, 8), signed=False))}
    )
    assert isinstance(result, Refused)
    assert "does not follow" in result.reason
    assert "200" in result.reason  # the conjunct that breaks is named, not the one that is kept


def _violation(made: Program) -> object:
    (edge,) = (e for e in made.procedures[START].edges if isinstance(e.statement, Error))
    return edge.span


def test_what_several_stretches_reach_is_named_one_by_one() -> None:
    """Two assertions in one stretch: the obligation is one, the refusal names the one that is wrong."""
    for wrong in (0, 1):
        start = ProcedureBuilder(START)
        x = start.local("x")
        start.havoc(x)
        for place in (0, 1):
            start.check(less_equal(x, number(6 if place == wrong else 7), signed=False))
            start.assign(x, number(7) if wrong else x)
        made = program(start.build())
        places = [e.span for e in made.procedures[START].edges if isinstance(e.statement, Error)]
        assert check(made, {}) == Refused(f"{START}@0 can reach the violation at {places[wrong]}")


def test_merged_states_stand_for_exactly_their_sides(size: Callable[[int], int]) -> None:
    """Sides that part by arbitrary conditions: a model of the merged state is one of a side, and back."""
    rng = random.Random(5)
    names = [variable(n, bitvec(1)) for n in "abc"]
    target = variable("t", bitvec(1))
    for _ in range(size(150)):
        maker = TermMaker(rng, names, widths=(1,))
        stem = [maker.term(0, 1) for _ in range(3)]
        sides = []
        for _ in range(rng.randint(1, 5)):
            path = stem[: rng.randint(0, 3)] + [
                rng.choice((maker.term(0, 1), negation(stem[0]), negation(stem[1])))
                for _ in range(rng.randint(0, 3))
            ]
            state = State((), {target: maker.term(1, 1)} if rng.random() < 0.8 else {}).assume(*path)
            if state is not None:
                sides.append(state)
        if not sides:
            continue
        choices: list[Term] = []

        def choose(choices: list[Term] = choices) -> Term:
            choices.append(variable(f"choice{len(choices)}", bitvec(1)))
            return is_nonzero(choices[-1])

        merged = merge(sides, choose)
        assert _meaning([merged], target, names, choices) == _meaning(sides, target, names, [])


def _meaning(
    sides: Sequence[State], target: Term, names: list[Term], inputs: list[Term]
) -> set[tuple[int, ...]]:
    """The values of the names and the target, before and after, that the states stand for."""
    found = set()
    for values in itertools.product((0, 1), repeat=len(names) + 1 + len(inputs)):
        known = dict(zip([*names, target, *inputs], values, strict=True))
        for side in sides:
            if all(evaluate(c, known) for c in side.path):
                after = int(evaluate(side.values.get(target, target), known))
                found.add((*values[: len(names) + 1], after))
    return found


def test_a_branch_leaves_no_trace_in_the_path() -> None:
    g, h, x = (variable(n, bitvec(1)) for n in "ghx")
    base = State((eq(x, g),))
    cases = [
        base.assume(is_nonzero(g)),
        base.assume(negation(is_nonzero(g)), is_nonzero(h)),
        base.assume(negation(is_nonzero(g)), negation(is_nonzero(h))),
    ]
    for order in itertools.permutations(cases):
        assert (
            merge([s for s in order if s is not None], lambda: pytest.fail("no choice is needed")).path
            == base.path
        )


# -- cycles without a cut point ----------------------------------------------------------------------------


def test_cycles_one_after_the_other_may_each_be_gone_round() -> None:
    """Three loops of one round each, none annotated."""
    start = ProcedureBuilder(START)
    x, y = start.local("x"), start.local("y")
    start.havoc(y)
    for _ in range(3):
        start.assign(x, number(1))
        head = start.at
        assert head is not None
        inside, outside = start.branch(ne(x, number(0))) or (0, 0)
        start.edge(inside, head, Assign(x, number(0)))
        start.at = outside
    start.check(eq(x, number(0)))
    assert isinstance(check(program(start.build()), {}), Accepted)


def test_a_cycle_inside_a_cycle_may_be_gone_round() -> None:
    """x := 1; while (x) { y := 1; while (y) y := 0; x := 0 }, and the same with x := 1 at its end."""
    for endless in (False, True):
        start = ProcedureBuilder(START)
        x, y = start.local("x"), start.local("y")
        start.assign(x, number(1))
        outer = start.at
        inside, outside = start.branch(ne(x, number(0))) or (0, 0)
        start.at = inside
        start.assign(y, number(1))
        inner = start.at
        assert outer is not None
        assert inner is not None
        again, left = start.branch(ne(y, number(0))) or (0, 0)
        start.edge(again, inner, Assign(y, number(0)))
        start.edge(left, outer, Assign(x, number(1 if endless else 0)))
        start.at = outside
        start.check(eq(x, number(0)))
        result = check(program(start.build()), {})
        assert isinstance(result, Refused if endless else Accepted)
        if isinstance(result, Refused):
            assert "a cycle through" in result.reason


# -- solvers -----------------------------------------------------------------------------------------------


class Slow:
    """Decides if it is given that many seconds at least."""

    name = "slow"

    def __init__(self, needs: float) -> None:
        self.inner = new_solver("z3")
        self.needs = needs
        self.given: list[float] = []

    def check(self, conjuncts: Sequence[Term], *, seconds: float, core: bool = False) -> Answer:
        self.given.append(seconds)
        if seconds < self.needs:
            return Undecided("slow")
        return self.inner.check(conjuncts, seconds=seconds, core=core)


def test_solvers_are_asked_in_turn_with_growing_limits() -> None:
    made, head, even = forty_ifs()
    proof = Proof(P1, {head: (even,)})
    three = [Slow(1e9), Slow(3.5), Slow(1e9)]
    assert isinstance(check_proof(made, proof, three, time.monotonic() + 100), Accepted)
    asked = len(three[2].given)
    assert asked > 0
    assert three[2].given == [1.0] * asked  # the second decides before the third is asked for longer
    assert three[1].given == [1.0, 4.0] * asked
    assert three[0].given == [1.0, 4.0] * asked
    three = [Slow(1e9), Slow(20), Slow(1e9)]
    assert isinstance(check_proof(made, proof, three, time.monotonic() + 100), Accepted)
    assert max(three[0].given) < 50  # of the 100 seconds that are left each gets its share
    three = [Slow(1e9), Slow(1e9), Slow(1e9)]
    assert isinstance(check_proof(made, proof, three, time.monotonic() + 100), Unchecked)
