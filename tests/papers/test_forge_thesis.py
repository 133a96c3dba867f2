"""Chapters 3 and 4 of the Forge thesis: every program, and what is said about it."""

from __future__ import annotations

from itertools import product

import pytest

from helpers.fir import thesis_program
from maymust import relational
from maymust.engines.forge.bound import Bound
from maymust.engines.forge.check_procedure import (
    BoundedVerdict,
    ForgeOptions,
    HoldsWithin,
    ViolatedWithin,
    check_procedure,
    posed,
    prepare,
)
from maymust.engines.forge.coverage import Coverage
from maymust.engines.forge.state import Strategy
from maymust.fir.execution import satisfied
from maymust.fir.tree import Program

STRATEGIES = [Strategy(*rules) for rules in product(("inline", "constrain"), repeat=3)]
COVERAGE = ForgeOptions(coverage=True)


def verdict(program: Program, name: str, bound: Bound, options: ForgeOptions = COVERAGE) -> BoundedVerdict:
    return check_procedure(program, name, bound, options)


def covered(file: str, name: str, bound: Bound) -> Coverage:
    found = verdict(thesis_program(file), name, bound)
    assert isinstance(found, HoldsWithin)
    assert found.coverage
    assert found.coverage.minimal
    return found.coverage


# ------------------------------------------------------------------------------------------------- chapter 3
@pytest.mark.parametrize("strategy", STRATEGIES, ids=str)
def test_3_2_1_befriending_keeps_friendships_symmetric(strategy: Strategy) -> None:
    program = thesis_program("section_3_2_1_befriend")
    assert isinstance(verdict(program, "befriend", Bound(4), ForgeOptions(strategy)), HoldsWithin)


def test_3_2_1_the_initial_and_the_final_state() -> None:
    """The relations, and the formulas of the inline and of the constrain rule, as they are printed."""
    program = thesis_program("section_3_2_1_befriend")
    for strategy, added in (
        (Strategy("inline", "inline", "inline"), []),
        (Strategy(), ["friends_1 = friends_0 + p_0->q_0 + q_0->p_0"]),
    ):
        options = ForgeOptions(strategy)
        problem = posed(prepare(program, "befriend", Bound(), options), Bound(), options)
        assert {str(each) for each in problem.initial.variables.values()} == {"friends_0", "p_0", "q_0"}
        expected = ["friends_0 in Person_0->Person_0", "p_0 in Person_0", "q_0 in Person_0", *added]
        assert [_plain(each.formula) for each in problem.path] == expected
        final = "friends_1" if added else "friends_0 + p_0->q_0 + q_0->p_0"
        assert _plain(problem.final.variables["friends"]) == final


def _plain(node: relational.Formula | relational.Expression) -> str:
    return str(node).replace("(", "").replace(")", "").replace(" -> ", "->")


@pytest.mark.parametrize("strategy", STRATEGIES, ids=str)
@pytest.mark.parametrize("ordered", [True, False])
def test_3_2_6_registering_may_overflow(strategy: Strategy, ordered: bool) -> None:
    program = thesis_program("fig_3_4_register")
    options = ForgeOptions(strategy, ordered_allocation=ordered)
    found = verdict(program, "register", Bound(scope=3, width=3), options)
    assert isinstance(found, ViolatedWithin)
    steps = found.execution.steps
    assert [step.statement for step in steps] == [1, 3, 4, 5, 6]
    assert steps[0].taken is False
    specification = program.procedures["register"].specification
    assert specification
    assert not satisfied(program, found.execution, specification, 3)
    (user,) = found.execution.final.variables["newUser"]
    new = {each for each in found.execution.final.variables["id"] if each[0] == user[0]}
    old = found.execution.initial.variables["id"]
    assert {each[1] for each in new} & {each[1] for each in old}  # an id that somebody has


def test_3_2_6_declarations_of_the_inline_strategy() -> None:
    program = thesis_program("fig_3_4_register")
    options = ForgeOptions(Strategy("inline", "inline", "inline"), ordered_allocation=False)
    problem = posed(prepare(program, "register", Bound(), options), Bound(), options)
    assert {relation.name for relation in problem.bounds.upper} == {
        *("true", "false", "Integer", "Error", "User_0", "String_0", "id_0", "email_0", "newEmail_0"),
        *("newUser_3", "maxId_5"),
    }
    guarded = [each for each in problem.path if each.slice]
    assert sorted(sorted(each.slice) for each in guarded) == [[1, 3], [1, 3], [1, 5], [1, 5]]
    assert set(problem.final.variables) == {"id", "email", "newUser"}


def executions(ordered: bool, symmetry: int) -> int:
    """How many traces `makeTwo` has, in a scope of three marbles."""
    program = thesis_program("section_3_4_1_marbles")
    options = ForgeOptions(ordered_allocation=ordered)
    bound = Bound(scope=3, width=1)
    problem = posed(prepare(program, "makeTwo", bound, options), bound, options)
    formulas = [each.formula for each in problem.path]
    settings = relational.Options(width=1, symmetry=symmetry)
    return sum(1 for _ in relational.solve_all(formulas, problem.bounds, settings))


def test_3_4_1_allocation_orders() -> None:
    """Twelve traces, of which two are left that no renaming of atoms leads to each other."""
    assert executions(ordered=False, symmetry=0) == 12
    assert executions(ordered=True, symmetry=0) == 2
    assert 2 <= executions(ordered=False, symmetry=20) <= 8


# ------------------------------------------------------------------------------------------------- chapter 4
def test_4_3_1_statement_2_of_register_is_missed() -> None:
    coverage = covered("fig_4_2_register", "register", Bound(scope=3, width=3))
    assert coverage.specification
    assert coverage.missed == (2,)


@pytest.mark.parametrize("by_specification", [frozenset(), frozenset({"setUniqueId"})])
def test_fig_2_2_register_with_a_call(by_specification: frozenset[str]) -> None:
    program = thesis_program("fig_2_2_register")
    options = ForgeOptions(coverage=True, by_specification=by_specification)
    found = verdict(program, "register", Bound(scope=3, width=3), options)
    assert isinstance(found, HoldsWithin)
    assert found.coverage
    assert found.coverage.missed == (2,)
    assert isinstance(verdict(program, "setUniqueId", Bound(scope=3, width=3)), HoldsWithin)


@pytest.mark.parametrize(
    ("file", "name", "bound", "missed", "specification"),
    [
        ("fig_4_1_a_swap", "swap", Bound(), (2,), True),
        ("fig_4_1_b_register_user", "registerUser", Bound(width=3), (1,), False),
        ("fig_4_1_c_cube", "cube", Bound(width=4), (2, 4), False),
        ("fig_4_1_d_put_cache", "putCache", Bound(width=5), (3,), True),
    ],
)
def test_fig_4_1_poor_coverage(
    file: str, name: str, bound: Bound, missed: tuple[int, ...], specification: bool
) -> None:
    coverage = covered(file, name, bound)
    assert coverage.missed == missed
    assert coverage.specification == specification


def test_fig_4_1_d_a_larger_bound_finds_the_defect() -> None:
    program = thesis_program("fig_4_1_d_put_cache")
    bound = Bound(scopes={"Key": 4, "Value": 3}, width=5)
    assert isinstance(verdict(program, "putCache", bound, ForgeOptions()), ViolatedWithin)


def test_4_4_coverage_before_unrolling() -> None:
    coverage = covered("section_4_4_length", "length", Bound(scope=2, width=3, unrollings=2))
    fractions = {number: str(each) for number, each in coverage.statements.items()}
    assert fractions == {1: "0/1", 2: "1/1", 3: "1/1", 4: "2/3", 5: "2/2", 6: "1/2"}
    assert coverage.missed == (1,)
    assert coverage.partly == (4, 6)


def test_4_4_a_scope_of_three_is_needed_for_all_unrollings() -> None:
    coverage = covered("section_4_4_length", "length", Bound(scope=3, width=3, unrollings=2))
    fractions = {number: str(each) for number, each in coverage.statements.items()}
    assert fractions == {1: "0/1", 2: "1/1", 3: "1/1", 4: "3/3", 5: "2/2", 6: "2/2"}


def test_2_1_2_a_miracle_satisfies_everything() -> None:
    assert not covered("section_2_1_2_root", "root", Bound(width=4)).specification


# ------------------------------------------------------------------------------------------------- chapter 5
def test_fig_5_2_a_call_is_what_its_specification_says() -> None:
    program = thesis_program("fig_5_2_birthday")
    modular = ForgeOptions(by_specification=frozenset({"checkDay"}))
    relying = verdict(program, "setDay", Bound(), modular)
    assert isinstance(relying, HoldsWithin)
    assert relying.notes == ("if what it calls is as specified: checkDay",)
    assert isinstance(verdict(program, "setDay", Bound(), ForgeOptions()), ViolatedWithin)
    assert isinstance(verdict(program, "checkDay", Bound(), ForgeOptions()), ViolatedWithin)
