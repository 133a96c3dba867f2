"""Every integer program of chapters 2, 3 and 6 of the thesis on DASH, with what the thesis says about it.

"As in the thesis" means: one statement an edge, a breadth-first search from the initial region, and no
filter of impossible edges, so that iterations can be counted as the thesis counts them.
"""

from __future__ import annotations

import pytest

from helpers.papers import AS_IN_THESIS, claim, events, verdict
from maymust.engines.base import FailsClaim, HoldsClaim, NoClaim
from maymust.engines.maymust.events import Crossed, EdgeRemoved, Refined
from maymust.terms import substitute
from maymust.terms.pretty import Reading, pretty
from maymust.verdicts import Fails, Holds

ENGINES = ("dash", "synergy")


@pytest.mark.parametrize("engine", ENGINES)
def test_fig_2_1_the_locking_discipline_holds(engine: str) -> None:
    assert [type(v) for v in verdict("fig_2_1_lock", engine=engine)] == [Holds] * 3


@pytest.mark.parametrize("engine", ENGINES)
def test_fig_2_3_the_test_that_random_testing_misses(engine: str) -> None:
    (found,) = verdict("fig_2_3_dart", engine=engine)
    assert isinstance(found, Fails)
    x, y = (given.value for _, given in found.run.inputs)
    assert x == 10
    assert y != 10


def test_fig_3_3_abs_fails_at_the_smallest_integer() -> None:
    (found,) = verdict("fig_3_3_abs")
    assert isinstance(found, Fails)
    assert [given.value for _, given in found.run.inputs] == [2**31]


@pytest.mark.parametrize("search", ["forward", "backward"])
def test_sec_3_7_abs_takes_the_five_iterations_of_the_thesis(search: str) -> None:
    """§3.7.1-5: a test, the split of region 2 by a < 0, the removal of the edge from region 0 into 2:a<0,
    a test into region 1, and the test that reaches the error."""
    result, seen = events("fig_3_3_abs", **AS_IN_THESIS | {"search": search})
    assert isinstance(result.claim, FailsClaim)
    assert result.statistics.iterations == 5
    assert [type(event) for event in seen] == [Crossed, Refined, EdgeRemoved, Crossed, Crossed]
    refined = seen[1]
    assert isinstance(refined, Refined)
    assert [pretty(literal, Reading(lambda _: "a")) for literal in refined.predicate] == ["a < 0"]
    removed, after_a_test, last = seen[2], seen[3], seen[4]
    assert isinstance(removed, EdgeRemoved)
    assert removed.frontier.target.location == refined.frontier.source.location
    assert after_a_test.frontier.source is removed.frontier.source
    assert last.frontier.target is removed.frontier.target


def test_fig_3_8_the_symbolic_map() -> None:
    """After line 4 of the figure the map is {a: a0, q: a0, r: a0 + 1}."""
    (found,) = verdict("fig_3_8_inc")
    assert isinstance(found, Holds)
    _, seen = events("fig_3_8_inc", **AS_IN_THESIS)
    symbolic = max((event.frontier.state.symbolic for event in seen), key=lambda s: len(s.values))
    shown = {v.name.split("::")[1]: pretty(value) for v, value in symbolic.values.items()}
    assert (shown["q"], shown["r"]) == ("in!0", "in!0 + 1")
    assert symbolic.path_constraint() == []


def test_fig_3_9_the_path_constraint() -> None:
    """§3.5.4: the trace ⟨0, 1, 2:a<0⟩ of `abs` has the path constraint a0 < 0 ∧ -a0 < 0."""
    _, seen = events("fig_3_3_abs", **AS_IN_THESIS)
    last = seen[4].frontier
    assert [pretty(c) for c in last.state.symbolic.path_constraint()] == ["in!0 < 0"]
    (literal,) = last.target.literals
    crossed = substitute(substitute(literal, last.transition.updates), last.state.symbolic.values)
    assert pretty(crossed) == "-in!0 < 0"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["fig_3_11", "fig_3_11_thousand"])
def test_fig_3_11_the_trace_need_not_follow_the_path(name: str, engine: str) -> None:
    result = claim(name, engine=engine, **AS_IN_THESIS)
    assert isinstance(result.claim, FailsClaim)
    assert result.statistics.iterations <= 5, "the loop's iterations are run, not refined one by one"


def test_fig_3_12_a_thousand_and_one_states() -> None:
    result = claim("fig_3_12", **AS_IN_THESIS)
    assert isinstance(result.claim, HoldsClaim)
    assert result.statistics.iterations < 30
    (found,) = verdict("fig_3_12")
    assert isinstance(found, Holds)


def test_fig_3_13a_holds_by_the_loop_optimisation() -> None:
    (found,) = verdict("fig_3_13a", **AS_IN_THESIS)
    assert isinstance(found, Holds)
    (found,) = verdict("fig_3_13a")
    assert isinstance(found, Holds)


def test_sec_3_8_8_without_the_loop_optimisation_the_refinement_goes_on() -> None:
    result = claim("fig_3_13a", max_iterations=300, **AS_IN_THESIS | {"drop_branch_conditions": "off"})
    assert isinstance(result.claim, NoClaim)


def test_fig_3_15_weakest_preconditions_find_no_invariant() -> None:
    """The thesis: DASH_int never halts. A proof or no verdict are right, a test would be wrong."""
    result = claim("fig_3_15", max_iterations=200, **AS_IN_THESIS)
    assert not isinstance(result.claim, FailsClaim)


@pytest.mark.parametrize("settings", [AS_IN_THESIS, {}], ids=["as in the thesis", "default"])
def test_fig_3_16_a_frontier_without_any_state(settings: dict[str, str]) -> None:
    (found,) = verdict("fig_3_16", **settings)
    assert isinstance(found, Holds)


def test_sec_3_8_10_the_initial_region_is_never_split() -> None:
    result, seen = events("sec_3_8_10", edge_filter="none")
    assert isinstance(result.claim, HoldsClaim)
    assert result.statistics.refinements == 0
    assert all(isinstance(event, EdgeRemoved) for event in seen)
    assert len(seen) == result.statistics.iterations > 0


@pytest.mark.parametrize("settings", [AS_IN_THESIS, {}], ids=["as in the thesis", "default"])
def test_fig_6_1_an_endless_loop_costs_little(settings: dict[str, str]) -> None:
    (found,) = verdict("fig_6_1", **settings)
    assert isinstance(found, Fails)
    assert [given.value for _, given in found.run.inputs] != [0]


@pytest.mark.parametrize("engine", ENGINES)
def test_fig_4_1_the_sum_of_a_call(engine: str) -> None:
    (found,) = verdict("fig_4_1_sum", entry="test", engine=engine)
    assert isinstance(found, Holds)


@pytest.mark.parametrize("engine", ENGINES)
def test_article_fig_6_two_increments(engine: str) -> None:
    (found,) = verdict("article_fig_6", entry="top", engine=engine)
    assert isinstance(found, Holds)


def test_article_fig_1_locked_iff_x_equals_y() -> None:
    assert [type(v) for v in verdict("article_fig_1_integers")] == [Holds] * 3


@pytest.mark.parametrize(
    "name", ["fig_3_3_abs", "fig_3_11", "fig_3_12", "fig_3_13a", "fig_6_1", "fig_2_3_dart"]
)
@pytest.mark.parametrize("settings", [AS_IN_THESIS, {}], ids=["as in the thesis", "default"])
def test_one_test_generation_query_an_iteration(name: str, settings: dict[str, str]) -> None:
    """Article §1: each iteration of DASH makes one theorem prover call, for test generation."""
    result = claim(name, **settings)
    assert result.statistics.queries["test generation"] == result.statistics.iterations
    assert result.statistics.queries["edge of the abstraction"] == 0
