"""WP_α: the article's examples, and the two conditions of its Theorem 3 beside brute force and a solver."""

from __future__ import annotations

import contextlib
import itertools
import math
import random
import time
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from helpers.explicit_blocks import looping_program
from helpers.programs import Shape, random_program
from helpers.terms import TermMaker, array_variables, random_valuation, values_of, variables
from maymust.engines.base import Budget, BudgetExhausted
from maymust.engines.maymust.events import Refined
from maymust.engines.maymust.loop import MayMustSearch
from maymust.engines.maymust.may.questions import decide_reads
from maymust.engines.maymust.refining.aliasing import Specialised, all_cases, specialise
from maymust.engines.registry import ENGINES
from maymust.engines.slices import Slice
from maymust.passes.pipeline import for_property, prepare
from maymust.solvers import new_solver
from maymust.solvers.base import Unsat
from maymust.terms import (
    FALSE,
    ArraySort,
    Term,
    Value,
    add,
    array_sort,
    conjunction,
    constant,
    disjunction,
    eq,
    ite,
    less,
    ne,
    negation,
    postorder,
    select,
    store,
    substitute,
    variable,
)
from maymust.terms import operators as ops
from maymust.terms.array_value import array_value
from maymust.terms.evaluate import Layout, evaluate
from maymust.terms.sorts import bitvec

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from maymust.engines.maymust.options import MayMustOptions

M, NEXT = (variable(name, array_sort(8, 8)) for name in ("M", "next"))
P, Q, X, Y = (variable(name, bitvec(8)) for name in "pqxy")
DASH: MayMustOptions = ENGINES["dash"].options()


def number(value: int) -> Term:
    return constant(value, 8)


def state(memory: Mapping[int, int] | None = None, **values: int) -> dict[Term, Value]:
    """Values of p, q, x, y, and memories that hold the same."""
    filled = array_value(8, 0, (memory or {}).items())
    return {M: filled, NEXT: filled, **{v: values.get(v.name or "", 0) for v in (P, Q, X, Y)}}


def special(literal: Term, at: Mapping[Term, Value], inputs: frozenset[Term] = frozenset()) -> Specialised:
    return specialise((literal,), at, inputs)


def has_questions(term: Term) -> bool:
    return any(p.op is ops.SELECT and p.args[0].op in (ops.STORE, ops.ITE) for p in postorder((term,)))


# -- the article's examples ----------------------------------------------------------------------------------


def test_the_example_of_section_4_2_1() -> None:
    """WP(x = x + 1, *p + *q < 1) where &x ≠ p and &x = q is *p + x < 0, or here *p + (x + 1) < 1."""
    written = store(M, X, add(select(M, X), number(1)))
    literal = less(add(select(written, P), select(written, Q)), number(1), signed=True)
    found = special(literal, state({1: 5, 2: 5}, x=1, p=2, q=1))
    assert set(found.alpha) == {ne(X, P), eq(X, Q)}
    expected = less(add(select(M, P), add(select(M, X), number(1))), number(1), signed=True)
    assert found.literals == (expected,)
    (rho,) = found.unless_otherwise(found.literals)
    assert set(rho.args) == {eq(X, P), ne(X, Q), expected}


def test_all_four_cases_of_the_example() -> None:
    written = store(M, X, add(select(M, X), number(1)))
    literal = less(add(select(written, P), select(written, Q)), number(1), signed=True)
    (cases,) = all_cases((literal,), frozenset())
    assert cases.op is ops.OR
    assert len(cases.args) == 4
    assert not has_questions(cases)


def test_an_alias_that_would_make_it_false_is_no_question() -> None:
    """*q = 1 before *p = 0: where p = q the atom is false, so it is *q = 1 whatever the aliases are."""
    literal = eq(select(store(M, P, number(0)), Q), number(1))
    for at in (state(p=1, q=2), state(p=1, q=1)):
        assert special(literal, at) == Specialised((), (eq(select(M, Q), number(1)),))


def test_an_alias_that_the_state_needs_is_a_question() -> None:
    """The same, but the state has 1 there: only the alias tells why it violates the atom."""
    literal = eq(select(store(M, P, number(0)), Q), number(1))
    assert special(literal, state({1: 1}, p=1, q=1)) == Specialised((eq(P, Q),), (FALSE,))


def test_one_combination_of_fig_3() -> None:
    """*p1 = 1 or *p2 = 1 before *p = 1, where p is neither: one alias combination, not four."""
    written = store(M, P, number(1))
    literal = negation(conjunction([ne(select(written, Q), number(1)), ne(select(written, X), number(1))]))
    found = special(literal, state(p=1, q=2, x=3))
    assert set(found.alpha) == {ne(P, Q), ne(P, X)}
    assert found.literals == (
        negation(conjunction([ne(select(M, Q), number(1)), ne(select(M, X), number(1))])),
    )


# -- addresses -----------------------------------------------------------------------------------------------


def test_inner_addresses_are_decided_first() -> None:
    """p->next->next = x after p->next = y: the outer read's address is what was stored."""
    written = store(NEXT, P, Y)
    literal = eq(select(written, select(written, P)), X)
    found = special(literal, state({7: 5}, p=1, y=7, x=9))
    assert found == Specialised((ne(P, Y),), (eq(select(NEXT, Y), X),))
    found = special(literal, state(p=1, y=1, x=9))
    assert found == Specialised((eq(P, Y),), (eq(Y, X),))


def test_an_address_behind_a_store_that_may_be_its_own() -> None:
    """q->next->next after p->next = y, where nothing is known of p and q."""
    written = store(NEXT, P, Y)
    literal = eq(select(written, select(written, Q)), X)
    found = special(literal, state({2: 3, 3: 4}, p=1, q=2, y=7, x=9))
    inner = select(NEXT, Q)
    assert set(found.alpha) == {ne(P, Q), ne(P, inner)}
    assert found.literals == (eq(select(NEXT, inner), X),)


def test_choices_of_addresses_are_questions() -> None:
    condition = less(X, Y, signed=False)
    literal = eq(select(M, ite(condition, P, Q)), number(3))
    assert special(literal, state(x=1, y=2)) == Specialised((condition,), (eq(select(M, P), number(3)),))
    chosen = ite(condition, store(M, P, number(3)), M)
    found = special(eq(select(chosen, Q), number(3)), state(x=2, y=1))
    assert found == Specialised((negation(condition),), (eq(select(M, Q), number(3)),))


def test_choices_of_values_stay() -> None:
    literal = eq(ite(less(X, Y, signed=False), select(M, P), Q), number(3))
    assert special(literal, state()) == Specialised((), (literal,))


def test_what_is_stored_elsewhere_is_not_asked_about() -> None:
    """The stored element has a question of its own, which does not matter where it is not read."""
    inner = select(store(NEXT, X, Y), P)
    literal = eq(select(store(M, P, inner), Q), X)
    assert special(literal, state(p=1, q=2)).alpha == (ne(P, Q),)
    assert special(literal, state(p=1, q=1, x=1, y=9)).alpha == (eq(P, Q), eq(P, X))


def test_no_state_knows_the_inputs_that_come_next() -> None:
    literal = eq(select(store(M, Y, number(1)), Q), X)
    assert special(literal, state(), frozenset({Y})) == Specialised((), (literal,))
    compared = less(Y, select(store(M, P, number(0)), Q), signed=False)  # false where p = q
    at = state({1: 5}, p=1, q=1, y=9)
    assert special(compared, at, frozenset({Y})) == Specialised((eq(P, Q),), (FALSE,))
    behind = eq(select(store(store(M, Y, number(1)), P, number(2)), Q), X)
    found = special(behind, state(p=1, q=2), frozenset({Y}))
    assert found == Specialised((ne(P, Q),), (literal,))


def test_predicates_stay_linear() -> None:
    """Fig. 5: n pointers, each stored to; the aliases that the state shows are asked about once each."""
    n = 30
    pointers = [variable(f"p{i}", bitvec(8)) for i in range(n)]
    written = store(M, P, number(1))
    literal = negation(conjunction(ne(select(written, p), number(1)) for p in pointers))
    at = {**state(p=200), **{p: i for i, p in enumerate(pointers)}}
    for p in reversed(pointers):
        found = special(literal, at)
        assert len(found.alpha) <= n
        (literal,) = found.unless_otherwise(found.literals)
        assert len(literal.args) <= 2 * n
        literal = substitute(literal, {M: store(M, p, number(0))})
    assert literal is negation(conjunction(ne(P, p) for p in pointers))


# -- Theorem 3 -----------------------------------------------------------------------------------------------

NAMES = [*variables(2, 2), *array_variables(2, 2, 1)]


def somewhere(term: Term) -> bool:
    """Whether the term is true for some values of NAMES."""
    holds = Layout(NAMES).function(term)
    return any(map(holds, itertools.product(*map(values_of, NAMES))))


def random_literals(rng: random.Random, names: Sequence[Term]) -> tuple[Term, ...]:
    maker = TermMaker(rng, names, widths=(2,))
    return tuple([maker.term(0, rng.randint(3, 4)) for _ in range(rng.randint(1, 3))])


def test_specialised_conjunctions_are_right(size: Callable[[int], int]) -> None:
    """(1) The state satisfies α, and the specialised literals just if it satisfies the conjunction. (2) α and
    the conjunction imply them, whatever the variables are. And no question is left."""
    seen: Counter[str] = Counter()
    for seed in range(size(150)):
        rng = random.Random(seed)
        literals = random_literals(rng, NAMES)
        at = random_valuation(rng, NAMES)
        found = specialise(literals, at, frozenset())
        whole, after = conjunction(literals), conjunction(found.literals)
        seen["asked"] += bool(found.alpha)
        seen["changed"] += after is not whole
        assert evaluate(conjunction(found.alpha), at), seed
        assert evaluate(whole, at) == evaluate(after, at), seed
        assert not has_questions(after), seed
        assert not somewhere(conjunction((whole, *found.alpha, negation(after)))), seed
    assert min(seen.values()) > size(150) // 8, seen


def test_inputs_may_be_anything(size: Callable[[int], int]) -> None:
    """What is asked does not speak of inputs, and the rest holds for each of their values."""
    (read,) = variables(2, 1, "in")
    names = [*NAMES, read]
    seen: Counter[str] = Counter()
    for seed in range(size(60)):
        rng = random.Random(seed)
        literals = random_literals(rng, names)
        at = random_valuation(rng, NAMES)
        found = specialise(literals, at, {read})
        whole, after = conjunction(literals), conjunction(found.literals)
        seen["asked"] += bool(found.alpha)
        seen["open"] += has_questions(after)
        assert all(read not in literal.free for literal in found.alpha), seed
        for value in values_of(read):
            both = {**at, read: value}
            assert evaluate(conjunction(found.alpha), both), seed
            if evaluate(whole, both):
                assert evaluate(after, both), seed
        answer = new_solver("z3").check([whole, *found.alpha, negation(after)], seconds=60)
        assert isinstance(answer, Unsat), seed
    assert min(seen.values()) > size(60) // 10, seen


def test_all_cases_say_the_same(size: Callable[[int], int]) -> None:
    expanded = 0
    for seed in range(size(80)):
        rng = random.Random(seed)
        maker = TermMaker(rng, NAMES, widths=(2,))
        literals = (maker.term(0, 3), eq(maker.term(2, 3), maker.term(2, 2)))
        whole, after = conjunction(literals), conjunction(all_cases(literals, frozenset()))
        expanded += after is not whole
        assert not has_questions(after), seed
        assert not somewhere(ne(whole, after)), seed
    assert expanded > size(80) // 10


def test_decided_reads_say_the_same(size: Callable[[int], int]) -> None:
    seen: Counter[str] = Counter()
    done: dict[Term, Term] = {}
    for seed in range(size(120)):
        rng = random.Random(seed)
        maker = TermMaker(rng, NAMES, widths=(2,))
        array = NAMES[-1]
        for _ in range(rng.randint(1, 4)):
            element = maker.term(2, 1) if rng.random() < 0.2 else constant(rng.randrange(4), 2)
            array = store(array, maker.term(2, rng.randint(0, 2)), element)
        term = eq(select(array, maker.term(2, 1)), constant(rng.randrange(4), 2))
        whole = negation(term) if seed % 2 else conjunction((term, maker.term(0, 2)))
        after = decide_reads(whole, done)
        seen["changed"] += after is not whole
        seen["without questions"] += after is not whole and not has_questions(after)
        assert not somewhere(ne(whole, after)), seed
    assert min(seen.values()) > size(120) // 10, seen


def test_reads_after_constants_were_stored_are_decided() -> None:
    """*q = 1 after *p = 0, *x = 1, *y = 0."""
    written = store(store(store(M, P, number(0)), X, number(1)), Y, number(0))
    before = conjunction((ne(P, Q), eq(select(M, Q), number(1))))
    expected = conjunction((ne(Y, Q), disjunction((eq(X, Q), before))))
    assert decide_reads(eq(select(written, Q), number(1)), {}) is expected


VARIANTS = {
    "dash": DASH,
    "statement by statement": replace(DASH, straight_line=False, edge_filter="none"),
    "no emptiness checks": replace(DASH, check_emptiness=False, edge_filter="none"),
    "exact predicates": replace(DASH, drop_branch_conditions=False, check_emptiness=False),
    "full": replace(DASH, aliasing="full", check_emptiness=False, straight_line=False),
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_refinements_are_suitable(variant: str, size: Callable[[int], int]) -> None:
    """Definition 1 for every split of a run: the frontier's state is outside ρ, and no state of the region
    outside ρ crosses into the target, as a solver says, and brute force where there are few states."""
    seen: Counter[str] = Counter()
    options = replace(VARIANTS[variant], steps_of_resumed_tests=500, steps_after_frontier=200)
    for seed in range(size(60)):
        rng = random.Random(seed)
        shape = Shape(width=2, statements=4, arrays=(array_sort(2, 2),))
        made = (looping_program if seed % 2 else random_program)(rng, shape)
        system = for_property(prepare(made), "P1", straight_line=options.straight_line)
        events: list[object] = []
        budget = Budget(time.monotonic() + 60, max_iterations=25)
        search = MayMustSearch(system, options, budget, events.append)
        with contextlib.suppress(BudgetExhausted):
            search.work(Slice(math.inf))
        for event in events:
            if isinstance(event, Refined):
                check_suitable(event, search.machine.layout, seen)
    assert min(seen["splits"], seen["by brute force"], seen["with memory"]) > size(60) // 8, seen


def check_suitable(event: Refined, layout: Layout, seen: Counter[str]) -> None:
    frontier, rho = event.frontier, conjunction(event.predicate)
    assert not layout.function(rho)(frontier.state.valuation()), event
    transition = frontier.transition
    preimage = [substitute(literal, transition.updates) for literal in frontier.target.literals]
    wrong = conjunction((*frontier.source.literals, negation(rho), *transition.guard, *preimage))
    assert isinstance(new_solver("z3").check([wrong], seconds=60), Unsat), event
    seen["splits"] += 1
    seen["with memory"] += any(isinstance(v.sort, ArraySort) for v in rho.free)
    names = sorted(wrong.free)
    if math.prod(len(values_of(v)) for v in names) <= 4096:
        holds = Layout(names).function(wrong)
        assert not any(map(holds, itertools.product(*map(values_of, names)))), event
        seen["by brute force"] += 1
