"""Proofs that annotate cut points only: merged stretches, induction of a depth, exhaustion."""

from __future__ import annotations

import itertools
import random
import time
from typing import TYPE_CHECKING

import msgspec
import pytest

from helpers.programs import (
    P1,
    ProcedureBuilder,
    program,
    var,
)
from helpers.terms import TermMaker
from maymust.certificates.check_proof import Accepted, CheckResult, Refused, Unchecked, check_proof
from maymust.certificates.proof import (
    FORMAT,
    Proof,
    ProofData,
    ProofError,
    ProofFile,
    proof_from_data,
    proof_to_data,
    read_proof_file,
)
from maymust.certificates.states import State, merge
from maymust.ir.program import START, Assign, Assume, Call, Error, Return
from maymust.solvers import Undecided, new_solver
from maymust.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    and_,
    bitvec,
    constant,
    eq,
    is_nonzero,
    less,
    less_equal,
    ne,
    negation,
    or_,
    variable,
)
from maymust.terms.evaluate import evaluate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from maymust.ir.program import Program
    from maymust.solvers import Answer

Annotation = dict[str, tuple[Term, ...]]


class Counting:
    """A solver that counts what it is asked."""

    name = "counting"

    def __init__(self) -> None:
        self.inner = new_solver("bitwuzla")
        self.asked = 0

    def check(self, conjuncts: Sequence[Term], *, seconds: float, core: bool = False) -> Answer:
        self.asked += 1
        return self.inner.check(conjuncts, seconds=seconds, core=core)


def check(
    made: Program, invariants: Mapping[str, tuple[Term, ...]], depth: int = 1, exhaustive: bool = False
) -> CheckResult:
    proof = Proof(P1, dict(invariants), depth, exhaustive)
    return check_proof(made, proof, [new_solver("bitwuzla"), new_solver("z3")], time.monotonic() + 60)


def number(value: int) -> Term:
    return constant(value, 3)


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


# -- depth -------------------------------------------------------------------------------------------------


def register(length: int, first: Sequence[int], before: bool = False) -> tuple[Program, str]:
    """x1 … xn := first; while (1) { assert x1 = 0; x1 := x2; …; xn := xn }. Without an annotation that says
    something this takes depth n + 1. With `before` there is an assertion before the loop, too."""
    start = ProcedureBuilder(START)
    names = [start.local(f"x{i}") for i in range(length)]
    for name, value in zip(names, first, strict=True):
        start.assign(name, number(value))
    if before:
        start.check(eq(names[0], number(0)))
    start.step(Assume(TRUE))
    head = start.at
    assert head is not None
    start.check(eq(names[0], number(0)))
    for target, source in itertools.pairwise(names):
        start.assign(target, source)
    assert start.at is not None
    start.edge(start.at, head, Assume(TRUE))
    start.at = None
    return program(start.build()), f"{START}@{head}"


@pytest.mark.parametrize("length", [1, 2, 3, 7])
def test_a_property_takes_its_depth(length: int) -> None:
    made, head = register(length, [0] * length)
    for depth in range(1, length + 1):
        result = check(made, {head: ()}, depth)
        assert isinstance(result, Refused)
        assert f"{head} can reach the violation" in result.reason
    for depth in (length + 1, length + 2, length + 5):
        assert isinstance(check(made, {head: ()}, depth), Accepted)


def test_an_invariant_is_assumed_at_every_node_that_is_passed() -> None:
    made, head = register(3, [0, 0, 0])
    last = eq(made.procedures[START].locals[2].term, number(0))
    assert isinstance(check(made, {head: (last,)}, 2), Refused)
    assert isinstance(check(made, {head: (last,)}, 3), Accepted)


def test_an_invariant_must_be_inductive_at_every_depth() -> None:
    made, head = register(2, [0, 0])
    first = eq(made.procedures[START].locals[0].term, number(0))
    for depth in (1, 2, 3, 4):
        result = check(made, {head: (first,)}, depth)
        assert isinstance(result, Refused)
        assert "does not follow" in result.reason


@pytest.mark.parametrize("exhaustive", [False, True])
@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_a_violation_is_never_overlooked(place: int, exhaustive: bool) -> None:
    """The assertion fails when `place` annotated nodes have been passed."""
    first = [0, 0, 0]
    first[max(place - 1, 0)] = 1
    made, head = register(3, first, before=place == 0)
    for depth in (*range(1, 8), 20):
        assert isinstance(check(made, {head: ()}, depth, exhaustive), Refused)
        assert isinstance(check(made, {head: (FALSE,)}, depth, exhaustive), Refused)
    reason = check(made, {head: ()}, 20, exhaustive)
    assert isinstance(reason, Refused)
    later = f" after {place} annotated nodes" if place else ""
    assert reason.reason.startswith(f"{START}@0 can reach the violation")
    assert reason.reason.endswith(later)


def test_a_deep_violation_is_refused_at_every_depth() -> None:
    """The violation needs 6 rounds: no depth is enough, no exhaustion either."""
    start = ProcedureBuilder(START)
    x = start.local("x")
    start.assign(x, number(0))
    head = start.at
    assert head is not None
    start.check(ne(x, number(6)))
    assert start.at is not None
    start.edge(start.at, head, Assign(x, add(x, number(1))))
    start.at = None
    made = program(start.build())
    for depth, exhaustive in itertools.product(range(1, 12), (False, True)):
        assert isinstance(check(made, {f"{START}@{head}": ()}, depth, exhaustive), Refused)


# -- exhaustion --------------------------------------------------------------------------------------------


def three_rounds(steps: int = 2) -> tuple[Program, str]:
    """i := 0; j := 0; while (i < 3) { i++; if (nondet) j += 2, else j += steps }; assert j = 6."""
    start = ProcedureBuilder(START)
    i, j, c = start.local("i"), start.local("j"), start.local("c")
    start.assign(i, number(0))
    start.assign(j, number(0))
    head = start.at
    assert head is not None
    inside, outside = start.branch(less(i, number(3), signed=False)) or (0, 0)
    start.at = inside
    start.assign(i, add(i, number(1)))
    start.havoc(c)
    then, otherwise = start.branch(is_nonzero(c)) or (0, 0)
    start.edge(then, head, Assign(j, add(j, number(2))))
    start.edge(otherwise, head, Assign(j, add(j, number(steps))))
    start.at = outside
    start.check(eq(j, number(6)))
    return program(start.build()), f"{START}@{head}"


def test_a_program_that_ends_may_be_exhausted() -> None:
    """The head is passed four times: no fifth."""
    made, head = three_rounds()
    for depth in (1, 2, 3, 4):
        result = check(made, {head: ()}, depth, exhaustive=True)
        assert isinstance(result, Refused)
        assert f"the last leads to {head}" in result.reason
    for depth in (5, 6, 1000):
        assert isinstance(check(made, {head: ()}, depth, exhaustive=True), Accepted)
    wrong, head = three_rounds(steps=3)
    for depth in range(1, 8):
        assert isinstance(check(wrong, {head: ()}, depth, exhaustive=True), Refused)


def test_exhaustion_does_not_forgive_a_wrong_annotation() -> None:
    made, head = three_rounds()
    i = made.procedures[START].locals[0].term
    for wrong in (FALSE, eq(i, number(0)), less(i, number(3), signed=False)):
        result = check(made, {head: (wrong,)}, 5, exhaustive=True)
        assert isinstance(result, Refused)
        assert "does not follow" in result.reason


def test_without_a_cut_point_everything_is_one_stretch() -> None:
    start = ProcedureBuilder(START)
    x = start.local("x")
    start.havoc(x)
    start.check(or_(less(x, number(4), signed=False), less_equal(number(4), x, signed=False)))
    assert isinstance(check(program(start.build()), {}, 1, exhaustive=True), Accepted)


# -- calls -------------------------------------------------------------------------------------------------


def calls() -> tuple[Program, Annotation]:
    """x := 0; while (1) { x := next(x); x := next(x); assert x <= 5 }; next is p < 5 ? p + 1 : p, made by a
    loop in the callee; and the proof, which annotates the three heads."""
    p = var("next::p")
    callee = ProcedureBuilder("next", (p,), returns=(3,))
    left = callee.local("left")
    callee.assign(left, number(1))
    inner = callee.at
    assert inner is not None
    inside, outside = callee.branch(and_(ne(left, number(0)), less(p.term, number(5), signed=False))) or (
        0,
        0,
    )
    callee.at = inside
    callee.assign(left, number(0))
    assert callee.at is not None
    callee.edge(callee.at, inner, Assign(p.term, add(p.term, number(1))))
    callee.at = outside
    callee.step(Return((p.term,)))
    start = ProcedureBuilder(START)
    x = start.local("x")
    start.assign(x, number(0))
    head = start.at
    assert head is not None
    first = start.at
    start.step(Call((x,), "next", (x,)))
    second = start.at
    start.step(Call((x,), "next", (x,)))
    start.check(less_equal(x, number(5), signed=False))
    assert start.at is not None
    start.edge(start.at, head, Assume(TRUE))
    start.at = None
    annotation = {f"{START}@{head}": (less_equal(x, number(5), signed=False),)}
    for place in (first, second):
        instance = variable(f"{place}/next::p", p.term.sort)
        annotation[f"{place}/next@{inner}"] = (less_equal(instance, number(5), signed=False),)
    return program(callee.build(), start.build()), annotation


def test_a_proof_speaks_of_each_activation() -> None:
    made, annotation = calls()
    assert isinstance(check(made, annotation), Accepted)
    for node in annotation:
        assert isinstance(check(made, {**annotation, node: ()}), Refused)
        elsewhere = next(n for n in annotation if n != node)
        assert isinstance(check(made, {**annotation, node: annotation[elsewhere]}), Refused)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_mutants_of_a_proof_are_refused(depth: int) -> None:
    made, annotation = calls()
    assert isinstance(check(made, annotation, depth), Accepted)
    for node, (bound,) in annotation.items():
        (name,) = bound.free
        for mutant in (
            (less_equal(name, number(4), signed=False),),
            (bound, ne(name, number(3))),
            (bound, eq(name, number(0))),
            (negation(bound),),
            (FALSE,),
        ):
            result = check(made, {**annotation, node: mutant}, depth)
            assert isinstance(result, Refused), (node, mutant)
            assert "does not follow" in result.reason


def test_a_weaker_proof_may_need_more_depth() -> None:
    made, annotation = calls()
    for node, (bound,) in annotation.items():
        (name,) = bound.free
        for weaker in ((less_equal(name, number(6), signed=False),), ()):
            assert isinstance(check(made, {**annotation, node: weaker}), Refused)
            nothing = {**dict.fromkeys(annotation, ()), node: weaker}
            assert isinstance(check(made, nothing, 3), Refused)


def test_an_annotation_of_an_unknown_node_is_none() -> None:
    made, annotation = calls()
    for node in annotation:
        without = {n: c for n, c in annotation.items() if n != node}
        assert check(made, {**without, "nowhere@3": annotation[node]}) == check(made, without)
        assert check(made, {**annotation, "nowhere@3": (FALSE,)}) == check(made, annotation)


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


# -- files -------------------------------------------------------------------------------------------------


def written(proof: Proof) -> bytes:
    data = ProofFile(FORMAT, "0", "random.c", "main", "LP64", False, [], [proof_to_data(proof)])
    return msgspec.json.encode(data)


def test_depth_and_exhaustion_survive_the_file() -> None:
    made, head = three_rounds()
    for proof in (Proof(P1, {head: ()}), Proof(P1, {head: ()}, 5, True), Proof(P1, {head: ()}, 1000)):
        assert proof_from_data(read_proof_file(written(proof)).proofs[0], made) == proof


def test_a_file_that_does_not_speak_of_depth_means_one() -> None:
    made, head = three_rounds()
    content = written(Proof(P1, {head: ()})).replace(b',"depth":1,"exhaustive":false', b"")
    assert b"depth" not in content
    assert proof_from_data(read_proof_file(content).proofs[0], made) == Proof(P1, {head: ()}, 1, False)


@pytest.mark.parametrize("wrong", [b"0", b"-1", b"1001", b"1" + b"0" * 40, b"1.5", b'"2"', b"null", b"true"])
def test_a_depth_out_of_range_is_no_proof(wrong: bytes) -> None:
    content = written(Proof(P1, {}, 7))
    assert content.count(b'"depth":7') == 1
    with pytest.raises(ProofError):
        read_proof_file(content.replace(b'"depth":7', b'"depth":' + wrong))


@pytest.mark.parametrize("depth", [0, -1, 1001, 10**40])
def test_a_depth_out_of_range_is_refused(depth: int) -> None:
    made, head = three_rounds()
    for exhaustive in (False, True):
        result = check(made, {head: ()}, depth, exhaustive)
        assert isinstance(result, Refused)
        assert "between 1 and 1000" in result.reason
    data = ProofData(proof_to_data(Proof(P1, {})).property, [], {}, depth, True)
    assert isinstance(check(made, {}, proof_from_data(data, made).depth), Refused)
