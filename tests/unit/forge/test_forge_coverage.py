"""What the coverage metric promises: a missed statement may do anything to what it sets (thesis §4.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.fir import THESIS
from helpers.fir_brute_force import BruteForce, RandomProcedures
from maymust import relational
from maymust.engines.forge.bound import Bound
from maymust.engines.forge.check_procedure import (
    ForgeOptions,
    HoldsWithin,
    ViolatedWithin,
    check_procedure,
    posed,
    prepare,
)
from maymust.engines.forge.coverage import Coverage
from maymust.fir import read
from maymust.fir.graph import Branch, Exit, Graph, Node
from maymust.fir.traversal import targets_of
from maymust.fir.tree import BooleanLiteral, Create, Program, Spec

COVERAGE = ForgeOptions(coverage=True, hint_seconds=0)
PROGRAMS = Path(__file__).parents[3] / "benchmarks" / "forge" / "programs"


def anything(node: Node) -> Node:
    """A statement that sets the same variables, to any values."""
    assert not isinstance(node.action, Branch | Exit)
    targets = targets_of(node.action)
    if isinstance(node.action, Create):
        targets = (*targets, node.action.domain)
    return replace(node, action=Spec(targets, BooleanLiteral(True)))


def without_missed(graph: Graph, coverage: Coverage) -> Graph:
    nodes = {
        number: node
        if number in coverage.transformed or isinstance(node.action, Branch | Exit)
        else anything(node)
        for number, node in graph.nodes.items()
    }
    return replace(graph, nodes=nodes)


def still_holds(program: Program, name: str, bound: Bound, coverage: Coverage) -> bool:
    prepared = prepare(program, name, bound, COVERAGE)
    graph = without_missed(prepared.transformed, coverage)
    problem = posed(replace(prepared, transformed=graph), bound, COVERAGE)
    solution = relational.solve(problem.formulas(), problem.bounds, relational.Options(width=bound.width))
    return isinstance(solution, relational.Unsatisfiable)


@pytest.mark.parametrize(
    ("file", "name", "bound"),
    [
        ("fig_4_1_a_swap", "swap", Bound()),
        ("fig_4_1_b_register_user", "registerUser", Bound(width=3)),
        ("fig_4_1_c_cube", "cube", Bound(width=4)),
        ("fig_4_1_d_put_cache", "putCache", Bound(width=5)),
        ("fig_4_2_register", "register", Bound(width=3)),
        ("section_4_4_length", "length", Bound(2, {}, 3, 2)),
    ],
)
def test_missed_statements_of_the_thesis_may_do_anything(file: str, name: str, bound: Bound) -> None:
    program, _ = read((THESIS / f"{file}.fir").read_text(encoding="utf-8"))
    verdict = check_procedure(program, name, bound, COVERAGE)
    assert isinstance(verdict, HoldsWithin)
    assert verdict.coverage
    assert still_holds(program, name, bound, verdict.coverage)


def test_covered_statements_may_not() -> None:
    program, _ = read((THESIS / "fig_4_2_register.fir").read_text(encoding="utf-8"))
    bound = Bound(width=3)
    verdict = check_procedure(program, "register", bound, COVERAGE)
    assert isinstance(verdict, HoldsWithin)
    assert verdict.coverage
    for number in (3, 4, 5):
        less = replace(verdict.coverage, transformed=verdict.coverage.transformed - {number})
        assert not still_holds(program, "register", bound, less)


def test_missed_statements_of_random_procedures_may_do_anything(size: Callable[[int], int]) -> None:
    tried = 0
    for seed in range(1000, 1000 + size(60)):
        made = RandomProcedures(seed)
        program, bound = read(made.program())[0], made.bound
        verdict = check_procedure(program, "p", bound, replace(COVERAGE, shrinking_seconds=0))
        if not isinstance(verdict, HoldsWithin):
            continue
        assert verdict.coverage
        assert verdict.coverage.minimal
        assert still_holds(program, "p", bound, verdict.coverage), seed
        prepared = prepare(program, "p", bound, COVERAGE)
        if not verdict.coverage.specification:
            brute_force = BruteForce(program, prepared.transformed, bound)
            ends = (
                brute_force.ends(state, prepared.transformed.entry) for state in brute_force.initial_states()
            )
            assert not any(True for states in ends for _ in states), seed
        tried += 1
    assert tried > size(60) // 6


@pytest.mark.parametrize("path", sorted(PROGRAMS.glob("*.fir")), ids=lambda path: path.stem)
def test_procedures_of_the_benchmark(path: Path) -> None:
    """All hold, and fail if what they ensure is denied."""
    text = path.read_text(encoding="utf-8")
    bound = Bound(scope=2, width=4, unrollings=2)
    for source, expected in ((text, HoldsWithin), (text.replace("ensures ", "ensures ¬", 1), ViolatedWithin)):
        program, _ = read(source)
        (name,) = (name for name, each in program.procedures.items() if each.specification)
        options = ForgeOptions(shrinking_seconds=0)
        assert isinstance(check_procedure(program, name, bound, options), expected)
