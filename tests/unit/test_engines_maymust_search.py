"""The may-must loop inside another engine: driven in slices, built on facts, refined by interpolants."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from helpers.papers import program as paper_program
from helpers.programs import P1, ProcedureBuilder, Shape, TooLarge, brute_force, program, random_program
from maymust.certificates.check_proof import Accepted, check_proof
from maymust.certificates.check_test import check_test
from maymust.certificates.proof import Proof
from maymust.checking import certify
from maymust.engines.auto.houdini import Houdini
from maymust.engines.auto.knowledge import Knowledge
from maymust.engines.auto.problem import Problem, facts_for_search, pose
from maymust.engines.base import Budget, BudgetExhausted, Claim, FailsClaim, HoldsClaim, NoClaim
from maymust.engines.maymust import search as state_of_searches
from maymust.engines.maymust.calls.asking import Calls
from maymust.engines.maymust.engine import MayMustEngine
from maymust.engines.maymust.events import Refined
from maymust.engines.maymust.loop import MayMustSearch
from maymust.engines.maymust.may.facts import Facts
from maymust.engines.maymust.may.frontier import FrontierEdge
from maymust.engines.maymust.options import MayMustOptions
from maymust.engines.slices import Slice
from maymust.errors import InternalError
from maymust.frontends.c import COptions, translate
from maymust.interp.calls import CallRunner
from maymust.interp.replay import Run
from maymust.ir.program import START, Assume
from maymust.ir.transitions import End
from maymust.passes.modules import make_modules
from maymust.passes.pipeline import Prepared, prepare
from maymust.solvers import Undecided, Unsat, new_solver
from maymust.terms import (
    FALSE,
    TRUE,
    Term,
    add,
    conjunction,
    constant,
    eq,
    less,
    less_equal,
    make,
    ne,
    negation,
    sub,
)
from maymust.terms import operators as ops
from maymust.terms.evaluate import evaluate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from maymust.ir.program import Program

CHECKERS = [new_solver("bitwuzla"), new_solver("z3")]
OPTIONS = replace(MayMustOptions(), steps_of_resumed_tests=2000)
ALL = Slice(math.inf)


def search_of(
    problem: Problem,
    facts: Mapping[int, Iterable[Term]] | None = None,
    iterations: int | None = None,
    observe: Callable[[object], None] = lambda _: None,
    *,
    resource_limit: bool = False,
    **changes: object,
) -> MayMustSearch:
    options = replace(OPTIONS, **changes)  # type: ignore[arg-type]
    budget = Budget(time.monotonic() + 60, iterations)
    return MayMustSearch(problem.system, options, budget, observe, facts, resource_limit=resource_limit)


def claim_of(search: MayMustSearch) -> Claim:
    try:
        claim = search.work(ALL)
        assert claim is not None
    except BudgetExhausted as exhausted:
        return NoClaim(str(exhausted))
    return claim


def verdict(made: Program, claim: Claim) -> str:
    """The claim in brute force's words, its evidence checked."""
    match claim:
        case HoldsClaim(invariants):
            checked = check_proof(made, Proof(P1, invariants), CHECKERS, time.monotonic() + 30)
            assert isinstance(checked, Accepted), checked
            return "holds"
        case FailsClaim(test):
            assert isinstance(check_test(made, test, "P1", math.inf), Run)
            return "fails"
        case NoClaim():
            return "unknown"


def random_programs(seeds: range) -> Iterable[tuple[Program, str]]:
    for seed in seeds:
        made = random_program(random.Random(seed), Shape(statements=4))
        try:
            yield made, brute_force(made, "P1", most_states=3000)
        except TooLarge:
            continue


def sum_of_numbers() -> tuple[Program, Problem, int, Term, Term]:
    """Thesis Fig. 3.15, its loop head, and i and k there."""
    made = paper_program("fig_3_15")
    problem = pose(prepare(made), made.properties[0].id)
    (head,) = problem.cut_points
    by_name = {(v.name or "").split("::")[-1].split("#")[0]: v for v in problem.system.variables}
    return made, problem, head, by_name["i"], by_name["k"]


def number(value: int) -> Term:
    return constant(value, 32)


# -- facts -------------------------------------------------------------------------------------------------


def gauss(i: Term, k: Term) -> tuple[Term, ...]:
    """2k = i(i - 1) and 1 <= i <= 10."""
    product = make(ops.MUL, (i, sub(i, number(1))))
    return (
        eq(add(k, k), product),
        less_equal(number(1), i, signed=True),
        less_equal(i, number(10), signed=True),
    )


def test_fig_3_15_ends_with_the_right_fact() -> None:
    made, problem, head, i, k = sum_of_numbers()
    assert isinstance(claim_of(search_of(problem, iterations=40)), NoClaim)
    facts = {head: gauss(i, k)}
    search = search_of(problem, facts, iterations=40)
    claim = claim_of(search)
    assert isinstance(claim, HoldsClaim)
    annotated = claim.invariants[problem.system.nodes[head]]
    assert set(facts[head]) <= set(annotated)
    proof = Proof(made.properties[0], claim.invariants)
    assert isinstance(certify(made, proof, time.monotonic() + 60), Accepted)
    assert search.final_statistics().iterations < 10


def test_a_fact_may_come_late() -> None:
    made, problem, head, i, k = sum_of_numbers()
    search = search_of(problem, iterations=60)
    assert search.work(Slice(math.inf, calls=40)) is None
    before = search.final_statistics()
    assert before.refinements > 0
    search.learn({head: gauss(i, k)})
    claim = claim_of(search)
    assert isinstance(claim, HoldsClaim)
    proof = Proof(made.properties[0], claim.invariants)
    assert isinstance(certify(made, proof, time.monotonic() + 60), Accepted)
    assert search.final_statistics().tests >= before.tests


def test_a_fact_that_a_test_contradicts_is_refused() -> None:
    _, problem, head, i, _ = sum_of_numbers()
    search = search_of(problem, {head: [TRUE]})
    search.work(Slice(math.inf, calls=10))
    with pytest.raises(InternalError, match="that facts exclude"):
        search.learn({head: [less(i, number(1), signed=True)]})


@pytest.mark.parametrize("facts", [(FALSE,), "contradictory"])
def test_where_nothing_gets_there_are_no_edges(facts: tuple[Term, ...] | str) -> None:
    _, problem, head, i, _ = sum_of_numbers()
    if isinstance(facts, str):
        facts = (less(i, number(1), signed=True), less(number(1), i, signed=True))
    search = search_of(problem, {head: facts})
    (region,) = search.graph.regions_at(head)
    assert not region.predecessors
    assert not region.successors


def test_the_facts_at_a_place() -> None:
    *_, i, k = sum_of_numbers()
    facts = Facts()
    assert not facts.plainly_exclude(5, (eq(i, number(1)),))
    assert facts.add(5, [eq(i, number(1)), ne(k, number(7))])
    assert not facts.add(5, [ne(k, number(7))])
    assert facts.about(5, [eq(k, number(3))]) == (ne(k, number(7)),)
    assert facts.plainly_exclude(5, (eq(i, number(2)),))
    assert facts.plainly_exclude(5, (eq(k, number(7)),))
    assert not facts.plainly_exclude(5, (eq(k, number(8)),))
    assert not facts.plainly_exclude(6, (eq(k, number(7)),))
    assert facts.add(5, [ne(i, number(1))])
    assert facts.of(5) == (FALSE,)
    assert set(facts.said()) == {5}


def test_facts_that_come_in_between_make_proofs(size: Callable[[int], int]) -> None:
    """Houdini proves a few conditions of the program, the search goes on with them, and so on."""
    seen: Counter[str] = Counter()
    for made, truth in random_programs(range(20_000, 20_000 + size(60))):
        problem = pose(prepare(made), "P1")
        knowledge = Knowledge(problem)
        houdini = Houdini(problem, knowledge, new_solver("z3"))
        search = search_of(problem, facts_for_search(problem, knowledge.facts), iterations=60)
        conditions = [c for atom in problem.atoms for c in (atom, negation(atom))]
        claim: Claim | None = None
        try:
            while claim is None:
                claim = search.work(Slice(math.inf, calls=6))
                some, conditions = conditions[:4], conditions[4:]
                candidates = dict.fromkeys(problem.cut_points, some)
                seen["proved"] += houdini.prove(candidates, "conditions", ALL).kept
                search.learn(facts_for_search(problem, knowledge.facts))
        except BudgetExhausted:
            continue
        said = verdict(made, claim)
        assert said == truth
        seen[said] += 1
        seen["with facts"] += said == "holds" and any(knowledge.facts.values())
    assert min(seen["holds"], seen["fails"], seen["proved"]) > size(60) // 10, seen
    assert seen["with facts"] > 0, seen


def test_a_head_that_no_block_leads_to_has_the_fact_that_nothing_gets_there() -> None:
    """A loop behind a condition that is plainly false only after a whole block."""
    start = ProcedureBuilder(START)
    x, y, z = start.local("x"), start.local("y"), start.local("z")
    start.assign(x, constant(0, 3))
    start.havoc(y)
    yes, no = start.branch(eq(y, constant(0, 3))) or (0, 0)
    start.at = yes
    start.assign(z, constant(1, 3))
    one, start.at = start.at, no
    start.assign(z, constant(2, 3))
    start.join(one, start.at)
    inside, outside = start.branch(eq(x, constant(1, 3))) or (0, 0)
    start.at = inside
    head = start.at
    again, after = start.branch(ne(y, constant(3, 3))) or (0, 0)
    start.at = again
    start.havoc(y)
    assert start.at is not None
    start.edge(start.at, head, Assume(TRUE))
    start.at = after
    start.assign(z, y)
    start.join(start.at, outside)
    start.check(ne(z, constant(3, 3)))
    made = program(start.build())
    problem = pose(prepare(made), "P1")
    facts = facts_for_search(problem, {})
    assert facts, "the loop head is in the system, and not in the blocks"
    assert all(said == (FALSE,) for said in facts.values())
    claim = claim_of(search_of(problem, facts))
    assert verdict(made, claim) == "holds"


# -- slices ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("calls", [1, 2])
def test_slices_change_nothing(calls: int, size: Callable[[int], int]) -> None:
    seen: Counter[str] = Counter()
    for made, truth in random_programs(range(30_000, 30_000 + size(100))):
        problem = pose(prepare(made), "P1")
        whole, sliced = search_of(problem, iterations=60), search_of(problem, iterations=60)
        expected = claim_of(whole)
        claim, slices = None, 0
        try:
            while claim is None:
                claim = sliced.work(Slice(math.inf, calls=calls))
                slices += 1
        except BudgetExhausted as exhausted:
            claim = NoClaim(str(exhausted))
        assert claim == expected
        assert sliced.final_statistics().queries == whole.final_statistics().queries
        said = verdict(made, claim)
        assert said in (truth, "unknown")
        seen[said] += 1
        seen["sliced"] += slices > 1
    assert min(seen["holds"], seen["fails"]) > size(100) // 10 and seen["sliced"] > size(100) // 40, seen


def test_a_slice_that_is_over_does_nothing() -> None:
    _, problem, *_ = sum_of_numbers()
    search = search_of(problem)
    assert search.work(Slice(math.inf, calls=0)) is None
    assert search.final_statistics().iterations == 0
    spent = Slice(math.inf, calls=5)
    assert search.work(spent) is None
    assert spent.over()


# -- interpolants ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("predicates", ["interpolants", "both"])
def test_interpolants_agree_with_brute_force(predicates: str, size: Callable[[int], int]) -> None:
    seen: Counter[str] = Counter()
    for made, truth in random_programs(range(40_000, 40_000 + size(60))):
        options = replace(OPTIONS, predicates=predicates)
        budget = Budget(time.monotonic() + 20, max_iterations=60)
        result = MayMustEngine(options).run(Prepared(made), "P1", budget, lambda _: None)
        said = verdict(made, result.claim)
        assert said in (truth, "unknown")
        seen[said] += 1
        assert result.statistics.queries["test generation"] == result.statistics.iterations
    assert min(seen["holds"], seen["fails"]) > size(60) // 10, seen


@pytest.mark.parametrize("predicates", ["interpolants", "both"])
def test_fig_3_15_ends_with_interpolants(predicates: str) -> None:
    made, problem, *_ = sum_of_numbers()
    search = search_of(problem, predicates=predicates)
    claim = claim_of(search)
    assert isinstance(claim, HoldsClaim)
    assert search.refinement.refiners["interpolants"].asked > 0
    proof = Proof(made.properties[0], claim.invariants)
    assert isinstance(certify(made, proof, time.monotonic() + 60), Accepted)


def test_interpolants_are_suitable() -> None:
    """The frontier's state violates the predicate, and no state that violates it crosses."""
    _, problem, *_ = sum_of_numbers()
    seen: list[Refined] = []
    search = search_of(
        problem,
        iterations=30,
        observe=lambda event: seen.append(event) if isinstance(event, Refined) else None,
        predicates="interpolants",
        drop_branch_conditions=False,
    )
    claim_of(search)
    assert seen
    layout = search.machine.layout
    for refined in seen:
        state = refined.frontier.state
        rho = conjunction(refined.predicate)
        assert not evaluate(rho, dict(zip(layout.variables, state.valuation(), strict=True)))
        preimage = search.edges.preimage(refined.frontier.transition, refined.frontier.target)
        crossing = (*preimage.guard, *preimage.target, negation(rho))
        assert isinstance(CHECKERS[1].check(crossing, seconds=30), Unsat)


def test_the_default_has_no_interpolants() -> None:
    _, problem, *_ = sum_of_numbers()
    assert "interpolants" not in search_of(problem).refinement.refiners


# -- edges of abstract error paths ---------------------------------------------------------------------------


def search_behind_a_call(
    bad: str = "(s & 3) == 2", edge_filter: str = "cheap", direction: str = "backward"
) -> MayMustSearch:
    """Squares are never 2 modulo 4, which only the prover sees."""
    text = f"""void assert(int); int input(void);
    int far(int n) {{ while (n > 7) n = n - 8; return n; }}
    int main(void) {{ int r = far(input()); int s = r * r;
        while (input()) s = s; if ({bad}) assert(0); return 0; }}"""
    given = translate("given.c", text, COptions()).program
    modules = make_modules(given, given.properties[0].id)
    options = replace(OPTIONS, calls="ask", edge_filter=edge_filter, search=direction)
    budget = Budget(time.monotonic() + 60, None)
    calls = Calls(modules, CallRunner(modules))
    return MayMustSearch(modules["main"].system, options, budget, lambda _: None, calls=calls)


def edge_to_the_square(search: MayMustSearch) -> FrontierEdge:
    """The edge behind the call that sets the square, into the region where it is 2 modulo 4."""
    system = search.system
    (call,) = {t.source for t in system.transitions if t.call and t.call.callee == "far"}
    (behind,) = {t.target for t in system.transitions if t.source == call and t.call.end is End.RETURN}
    (squared,) = [t for t in system.transitions if t.source == behind and t.updates]
    square = next(v for v in squared.updates if str(v.name).endswith("s"))
    (region,) = search.graph.regions_at(squared.target)
    bad = eq(make(ops.BAND, (square, constant(3, 32))), constant(2, 32))
    _, inside = search.graph.split(region, (bad,))
    (source,) = search.graph.regions_at(behind)
    return source, squared, inside


def test_the_prover_looks_at_the_path_behind_a_call() -> None:
    search = search_behind_a_call()
    source, transition, target = edge_to_the_square(search)
    assert search.edges.passes(source, transition, target)
    assert not search.edges.may_lead_on([(source, transition, target)])
    assert not search.graph.has_edge(source, transition, target)
    (possible,) = {(source, t, r) for t, r in source.successors if t is transition}
    assert search.edges.may_lead_on([possible])
    asked = search.prover.statistics.prover_calls
    assert search.edges.may_lead_on([possible])
    assert search.prover.statistics.prover_calls == asked


@pytest.mark.parametrize("direction", ["backward", "forward"])
def test_no_callee_is_asked_where_the_path_does_not_lead_on(
    monkeypatch: pytest.MonkeyPatch, direction: str
) -> None:
    search = search_behind_a_call("r > 100", direction=direction)
    asked: list[tuple[FrontierEdge, ...]] = []

    def refuse(edges: tuple[FrontierEdge, ...]) -> bool:
        asked.append(edges)
        return False

    monkeypatch.setattr(search.edges, "may_lead_on", refuse)
    while not any(asked):
        assert search.iterate() is None
        assert search.account.statistics.iterations < 20
        asked = [edges for edges in asked if edges]
    assert search.calls is not None
    assert not search.calls.asked
    *_, (_, _, last) = behind = asked[0]
    assert last.location in search.targets
    assert all(one[2] is other[0] for one, other in pairwise(behind))


def test_no_edges_are_looked_at_where_that_is_not_wanted() -> None:
    search = search_behind_a_call(edge_filter="none")
    edge = edge_to_the_square(search)
    assert search.edges.may_lead_on([edge])
    assert search.graph.has_edge(*edge)


# -- without the clock ---------------------------------------------------------------------------------------


class Sloth:
    """A solver that never decides anything, and notes how long it might have taken."""

    name = "sloth"

    def __init__(self) -> None:
        self.seconds: list[float] = []

    def push(self, conjuncts: object) -> None: ...

    def pop(self) -> None: ...

    def check(self, conjuncts: object, *, seconds: float, core: bool = False) -> Undecided:
        del conjuncts, core
        self.seconds.append(seconds)
        return Undecided("too lazy")


def test_with_a_resource_limit_the_clock_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """However little time is left, queries have theirs, and what nobody can decide is tried as often."""
    start = ProcedureBuilder(START)
    x = start.local("x")
    start.havoc(x)
    start.check(ne(make(ops.MUL, (x, x)), constant(5, 3)))
    problem = pose(prepare(program(start.build())), "P1")
    asked = []
    for rest in (1.0, 1e6):
        sloth = Sloth()
        monkeypatch.setattr(state_of_searches, "new_solver", lambda *_, sloth=sloth, **__: sloth)
        monkeypatch.setattr(Budget, "remaining", lambda _, rest=rest: rest)
        search = search_of(problem, predicates="both", iterations=60, resource_limit=True)
        assert "interpolants" not in search.refinement.refiners
        claim = claim_of(search)
        assert isinstance(claim, NoClaim)
        assert "could not decide" in claim.reason
        asked.append(sloth.seconds)
    assert asked[0] == asked[1]
    assert len(set(asked[0])) > 1, "there was a second try, with more time"
    assert min(asked[0]) == OPTIONS.seconds_per_query


def test_with_a_resource_limit_the_same_is_proved(size: Callable[[int], int]) -> None:
    seen: Counter[str] = Counter()
    for made, truth in random_programs(range(60_000, 60_000 + size(20))):
        search = search_of(pose(prepare(made), "P1"), iterations=60, resource_limit=True)
        said = verdict(made, claim_of(search))
        assert said in (truth, "unknown")
        seen[said] += 1
    assert seen["holds"] and seen["fails"], seen
