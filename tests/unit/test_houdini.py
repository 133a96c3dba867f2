"""Houdini, compared with brute force over every valuation."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING

import pytest

from helpers.explicit_blocks import ExplicitBlocks, random_candidates, small_problems
from helpers.programs import ProcedureBuilder, program
from maymust.engines.auto.houdini import Houdini, _cost_class
from maymust.engines.auto.knowledge import Knowledge
from maymust.engines.auto.problem import Problem, pose
from maymust.engines.slices import Slice
from maymust.ir.program import START, Assign
from maymust.passes.pipeline import prepare
from maymust.solvers import Undecided, new_solver
from maymust.solvers.either import EitherSolver
from maymust.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    and_,
    bitvec,
    conjuncts,
    constant,
    eq,
    less,
    less_equal,
    ne,
    negation,
    variable,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from maymust.solvers.base import Answer, Solver

SOLVERS: dict[str, Callable[[], Solver]] = {
    "z3": lambda: new_solver("z3"),
    "integers": lambda: new_solver("integers"),
    "either": lambda: EitherSolver(new_solver("integers"), new_solver("z3")),
}


def endless() -> Slice:
    return Slice(math.inf)


def parts(candidates: Mapping[int, Iterable[Term]]) -> dict[int, set[Term]]:
    """The conjuncts of the candidates."""
    return {at: {part for term in terms for part in conjuncts(term)} for at, terms in candidates.items()}


def largest_by_class(
    brute_force: ExplicitBlocks, candidates: Mapping[int, set[Term]], facts: Mapping[int, set[Term]]
) -> dict[int, set[Term]]:
    """What is to be kept: of each class in turn the largest subset that is inductive, given what was kept
    before."""
    kept: dict[int, set[Term]] = {at: set() for at in facts}
    for cost in sorted({_cost_class(c) for found in candidates.values() for c in found}):
        members = {at: {c for c in found if _cost_class(c) == cost} for at, found in candidates.items()}
        known = {at: facts[at] | kept[at] for at in facts}
        for at, found in brute_force.largest_inductive(members, known).items():
            kept[at] |= found
    return kept


def facts_of(knowledge: Knowledge) -> dict[int, set[Term]]:
    return {at: set(facts) for at, facts in knowledge.facts.items()}


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("name", SOLVERS)
def test_keeps_the_largest_inductive_subset(name: str, together: bool, size: Callable[[int], int]) -> None:
    """The first candidates without facts, the later ones with what was kept of the earlier; class by class,
    or all together."""
    expected_of = ExplicitBlocks.largest_inductive if together else largest_by_class
    kept = considered = 0
    for seed, _, problem in small_problems(size(60)):
        rng = random.Random(seed)
        knowledge, brute_force = Knowledge(problem), ExplicitBlocks(problem)
        houdini = Houdini(problem, knowledge, SOLVERS[name](), SOLVERS["either"]())
        for _ in range(3):
            before = facts_of(knowledge)
            candidates = random_candidates(rng, problem)
            fresh = {at: found - before[at] for at, found in parts(candidates).items()}
            expected = expected_of(brute_force, fresh, before)
            proved = houdini.prove(
                candidates, "test", endless(), together=together, over_integers=rng.random() < 0.2
            )
            after = facts_of(knowledge)
            if name == "integers":  # there is much that it does not decide
                assert brute_force.largest_inductive(after, {}) == after, seed
            else:
                assert after == {at: before[at] | expected[at] for at in before}, seed
            assert proved.considered == sum(map(len, fresh.values()))
            assert proved.kept == sum(len(after[at] - before[at]) for at in before)
            kept += proved.kept
            considered += proved.considered
            assert set(knowledge.facts) == set(problem.cut_points)
    assert 0.05 * considered < kept < 0.95 * considered


def test_near_misses_are_successors(size: Callable[[int], int]) -> None:
    """Each is where some block leads from somewhere, and violates a candidate."""
    count = 0
    for seed, _, problem in small_problems(size(40)):
        knowledge, brute_force = Knowledge(problem), ExplicitBlocks(problem)
        candidates = random_candidates(random.Random(seed), problem)
        Houdini(problem, knowledge, new_solver("z3")).prove(candidates, "test", endless())
        for at in problem.cut_points:
            live = [problem.layout.slots[v] for v in problem.live[at]]
            after = {
                tuple(state[slot] for slot in live)
                for block, pairs in brute_force.pairs.items()
                if block.target == at
                for _, state in pairs
            }
            holds = [problem.layout.function(c) for c in candidates[at]]
            for state in knowledge.near_misses(at):
                assert tuple(state[slot] for slot in live) in after, seed
                assert not all(candidate(state) for candidate in holds), seed
                count += 1
    assert count > 20


def test_facts_exclude_targets(size: Callable[[int], int]) -> None:
    """`open_targets` are what brute force leaves open, and the facts chosen suffice without the others."""
    closed = fewer = 0
    for seed, _, problem in small_problems(size(150)):
        rng = random.Random(seed)
        knowledge, brute_force = Knowledge(problem), ExplicitBlocks(problem)
        houdini = Houdini(problem, knowledge, SOLVERS[rng.choice(list(SOLVERS))]())
        candidates = random_candidates(rng, problem)
        against = [
            negation(c) for t in problem.blocks.transitions if t.target in problem.targets for c in t.guard
        ]
        for at in problem.cut_points:
            candidates[at] += [*problem.atoms, *map(negation, problem.atoms), *against]
        houdini.prove(candidates, "test", endless())
        is_open = houdini.open_targets(endless())
        assert set(is_open) == set(brute_force.into_targets(knowledge.facts)), seed
        if is_open:
            continue
        assert not brute_force.reaches_target(), seed
        chosen = houdini.facts_against_targets(endless())
        known = facts_of(knowledge)
        assert all(set(facts) <= known[at] for at, facts in chosen.items()), seed
        assert brute_force.largest_inductive(chosen, {}) == {at: set(f) for at, f in chosen.items()}, seed
        assert not brute_force.into_targets(chosen), seed
        closed += any(chosen.values())
        fewer += sum(map(len, chosen.values())) < sum(map(len, known.values()))
    assert closed > 8
    assert fewer > 8


# -- one small loop ------------------------------------------------------------------------------------------


def counting(bound: int = 5) -> Problem:
    """i := 0; x := 0; while (i < 5) { x := i; i++ } y := x; while (y != 7) y++; assert i == 5."""
    start = ProcedureBuilder(START)
    i, x, y = (start.local(name) for name in "ixy")
    start.assign(i, constant(0, 3))
    start.assign(x, constant(0, 3))
    head = start.at
    assert head is not None
    inside, outside = start.branch(less(i, constant(bound, 3), signed=False)) or (0, 0)
    start.at = inside
    start.assign(x, i)
    assert start.at is not None
    start.edge(start.at, head, Assign(i, add(i, constant(1, 3))))
    start.at = outside
    start.assign(y, x)
    head = start.at
    inside, outside = start.branch(ne(y, constant(7, 3))) or (0, 0)
    start.edge(inside, head, Assign(y, add(y, constant(1, 3))))
    start.at = outside
    start.check(eq(i, constant(bound, 3)))
    return pose(prepare(program(start.build())), "P1")


def named(problem: Problem, name: str) -> Term:
    (found,) = [v for v in problem.layout.variables if v.name == f"{START}::{name}"]
    return found


def test_what_is_no_candidate_is_ignored() -> None:
    problem = counting()
    knowledge = Knowledge(problem)
    houdini = Houdini(problem, knowledge, new_solver("z3"))
    first, second = problem.cut_points
    i, x = named(problem, "i"), named(problem, "x")
    foreign = variable("elsewhere::i", bitvec(3))
    wider = variable(i.name or "", bitvec(8))
    nonsense = [
        i,  # no predicate
        constant(1, 3),
        eq(foreign, foreign),
        eq(foreign, constant(0, 3)),
        eq(wider, constant(0, 8)),
        FALSE,
        TRUE,
        variable("b", eq(i, x).sort),
    ]
    initial, ends = problem.blocks.initial, problem.targets
    proposed = dict.fromkeys((first, second, initial, *ends, 9999, -1), nonsense)
    proved = houdini.prove(proposed, "test", endless())
    assert (proved.kept, set(knowledge.facts)) == (0, {first, second})
    assert not any(knowledge.facts.values())


def test_nothing_is_proved_of_dead_variables() -> None:
    """`x` is set once more on the way to the second loop, where nobody reads it: blocks do not know of that,
    so what they say of `x` there is not true of the program."""
    start = ProcedureBuilder(START)
    x, y, n = (start.local(name) for name in "xyn")
    zero = constant(0, 3)
    start.assign(x, zero)
    start.assign(y, zero)
    for value in (x, y):
        head = start.at
        assert head is not None
        start.havoc(n)
        inside, outside = start.branch(ne(n, zero)) or (0, 0)
        start.edge(inside, head, Assign(y, value))
        start.at = outside
        start.assign(x, constant(5, 3))
    start.check(eq(y, zero))
    problem = pose(prepare(program(start.build())), "P1")
    first, second = problem.cut_points
    assert x in problem.live[first]
    assert x not in problem.live[second]
    knowledge = Knowledge(problem)
    houdini = Houdini(problem, knowledge, new_solver("z3"))
    candidates = [eq(x, zero), eq(x, y)]
    houdini.prove({first: candidates, second: candidates}, "liar", endless())
    assert facts_of(knowledge) == {first: set(candidates), second: set()}


def test_conjunctions_are_taken_apart() -> None:
    problem = counting()
    knowledge = Knowledge(problem)
    first, _ = problem.cut_points
    i = named(problem, "i")
    bound, wrong = less_equal(i, constant(5, 3), signed=False), eq(i, constant(0, 3))
    proved = Houdini(problem, knowledge, new_solver("z3")).prove(
        {first: [and_(bound, wrong), bound]}, "test", endless()
    )
    assert (proved.considered, proved.kept) == (2, 1)
    assert knowledge.facts[first] == {bound: "test"}


def test_states_seen_refute_without_a_prover() -> None:
    problem = counting()
    knowledge = Knowledge(problem)
    first, _ = problem.cut_points
    knowledge.observe(first, tuple(2 for _ in problem.layout.variables))
    houdini = Houdini(problem, knowledge, new_solver("z3"))
    proved = houdini.prove({first: [eq(named(problem, "i"), constant(0, 3))]}, "test", endless())
    assert (proved.considered, proved.kept, houdini.prover_calls) == (0, 0, 0)


def test_a_slice_that_ends_keeps_nothing_and_the_next_goes_on() -> None:
    """Slice by slice the result is that of one long slice, and calls are not made twice."""
    problem = counting()
    first, second = problem.cut_points
    i = named(problem, "i")
    numbers = [constant(k, 3) for k in range(8)]
    candidates = [less_equal(i, k, signed=False) for k in numbers] + [ne(i, k) for k in numbers]
    whole = Knowledge(problem)
    Houdini(problem, whole, new_solver("z3")).prove({first: candidates, second: candidates}, "a", endless())
    knowledge = Knowledge(problem)
    houdini = Houdini(problem, knowledge, new_solver("z3"))
    proved = houdini.prove({first: candidates, second: candidates}, "a", Slice(math.inf, calls=0))
    assert (proved.kept, houdini.prover_calls, houdini.is_unfinished("a")) == (0, 0, True)
    assert not any(knowledge.facts.values())
    slices = 1
    while houdini.is_unfinished("a"):
        assert not any(knowledge.facts.values())
        assert not houdini.is_unfinished("b")
        proved = houdini.prove({}, "a", Slice(math.inf, calls=2))
        slices += 1
        assert slices < 50
    assert slices > 2
    assert facts_of(knowledge) == facts_of(whole)
    assert any(knowledge.facts.values())
    assert proved.kept == sum(map(len, knowledge.facts.values()))
    assert set(knowledge.facts[first].values()) == {"a"}


class Fainthearted:
    """Gives up on large queries, or on all."""

    name = "fainthearted"

    def __init__(self, most: int) -> None:
        self.inner = new_solver("z3")
        self.most = most

    def push(self, conjuncts: Sequence[Term]) -> None:
        self.inner.push(conjuncts)

    def pop(self) -> None:
        self.inner.pop()

    def check(self, conjuncts: Sequence[Term], *, seconds: float, core: bool = False) -> Answer:
        if sum(term.size for term in conjuncts) > self.most:
            return Undecided("too large")
        return self.inner.check(conjuncts, seconds=seconds, core=core)


def test_what_the_prover_does_not_decide_is_no_fact(size: Callable[[int], int]) -> None:
    kept = 0
    for seed, _, problem in small_problems(size(30)):
        rng = random.Random(seed)
        knowledge, brute_force = Knowledge(problem), ExplicitBlocks(problem)
        houdini = Houdini(problem, knowledge, Fainthearted(rng.choice((0, 8, 15))))
        houdini.prove(random_candidates(rng, problem), "test", endless())
        facts = facts_of(knowledge)
        assert brute_force.largest_inductive(facts, {}) == facts, seed
        assert set(houdini.open_targets(endless())) >= set(brute_force.into_targets(facts)), seed
        kept += sum(map(len, facts.values()))
    assert kept > 0


def test_a_query_that_the_end_of_the_slice_cut_short_drops_nothing() -> None:
    problem = counting()
    first, _ = problem.cut_points
    knowledge = Knowledge(problem)
    solver = Fainthearted(0)
    houdini = Houdini(problem, knowledge, solver)
    candidate = less_equal(named(problem, "i"), constant(5, 3), signed=False)
    assert houdini.prove({first: [candidate]}, "a", Slice(math.inf, calls=1)).kept == 0
    assert houdini.prover_calls == 1
    solver.most = 10**6
    assert houdini.prove({}, "a", endless()).kept == 1


def test_all_facts_are_taken_where_no_core_is_found() -> None:
    problem = counting()
    knowledge = Knowledge(problem)
    first, second = problem.cut_points
    i = named(problem, "i")
    solver = Fainthearted(10**6)
    houdini = Houdini(problem, knowledge, solver)
    facts = [less_equal(i, constant(5, 3), signed=False), ne(i, constant(7, 3))]
    houdini.prove({first: facts, second: [*facts, eq(i, constant(5, 3))]}, "a", endless())
    assert not houdini.open_targets(endless())
    fewer = houdini.facts_against_targets(endless())
    assert {at: len(found) for at, found in fewer.items()} == {first: 1, second: 1}
    everything = {at: tuple(found) for at, found in knowledge.facts.items()}
    assert houdini.facts_against_targets(Slice(math.inf, calls=0)) == everything
    solver.most = 0
    assert houdini.facts_against_targets(endless()) == everything
