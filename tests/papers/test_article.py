"""The programs with pointers of the article on DASH, with what the article says about them: Figs. 1, 3, 4, 5.

`dash` makes one edge of straight-line code; `BY_STATEMENTS` takes one statement an edge, as the article does.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from helpers.arrays import array_program
from helpers.papers import PROGRAMS
from maymust.checking import CheckOptions, check_program
from maymust.engines.base import Budget, HoldsClaim, Progress
from maymust.engines.maymust.events import EdgeRemoved, Refined
from maymust.engines.options import with_settings
from maymust.engines.registry import ENGINES
from maymust.frontends.c import COptions, translate
from maymust.interp.replay import Violated
from maymust.passes.pipeline import Prepared
from maymust.terms import Sort, array_sort, bitvec, conjunction, postorder
from maymust.terms import operators as ops
from maymust.terms.text import term_from_text
from maymust.verdicts import Fails, Holds, Verdict

if TYPE_CHECKING:
    from maymust.engines.base import EngineResult
    from maymust.ir.program import Program
    from maymust.terms import Term

BY_STATEMENTS = {"straight_line": "off"}
AUTO = {"parties": "native=off,spacer=off"}
HOW = pytest.mark.parametrize(
    ("engine", "settings"),
    [("dash", {}), ("dash", BY_STATEMENTS), ("auto", AUTO)],
    ids=["dash", "dash, by statements", "auto"],
)


def figure(name: str, *changes: tuple[str, str]) -> Program:
    """A program of the article, with changes."""
    text = (PROGRAMS / f"{name}.c").read_text()
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return translate(f"{name}.c", text, COptions(data_model="ILP32")).program


def verdicts(program: Program, engine: str, settings: dict[str, str]) -> list[Verdict]:
    """The checked verdicts: proofs are accepted, tests replayed."""
    return [r.verdict for r in check_program(program, CheckOptions(engine, settings, 60))]


def run(program: Program, property_id: str = "P1", **settings: str) -> tuple[EngineResult, list[object]]:
    """What `dash` claims, and what it did on the way."""
    entry, seen = ENGINES["dash"], list[object]()
    built = entry.build(with_settings(entry.options(), settings))
    result = built.run(Prepared(program), property_id, Budget(time.monotonic() + 60), seen.append)
    return result, [event for event in seen if not isinstance(event, Progress)]


# -- what holds ----------------------------------------------------------------------------------------------


@HOW
def test_fig_1_locks_alternate(engine: str, settings: dict[str, str]) -> None:
    assert [type(v) for v in verdicts(figure("article_fig_1"), engine, settings)] == [Holds] * 4


@HOW
@pytest.mark.parametrize("name", ["article_fig_3", "article_fig_5"])
def test_figs_3_and_5_nothing_aliases_p(name: str, engine: str, settings: dict[str, str]) -> None:
    assert [type(v) for v in verdicts(figure(name), engine, settings)] == [Holds]


def test_fig_1_needs_few_iterations() -> None:
    """Line 17 is "challenging with anything short of path-sensitive alias information" (§2)."""
    program = figure("article_fig_1")
    for written in program.properties:
        result, _ = run(program, written.id)
        assert isinstance(result.claim, HoldsClaim)
        assert result.statistics.iterations < 60
        assert result.statistics.queries["test generation"] == result.statistics.iterations


# -- what fails ----------------------------------------------------------------------------------------------

MUTANTS = {
    "p may be p2": ("article_fig_3", ("if (p == p2)\n        return;", ""), [Fails]),
    "p is p1": ("article_fig_3", ("*p = 1;", "p = p1; *p = 1;"), [Fails]),
    "p may be p4": ("article_fig_5", ("if (p == p4)", "if (p == p3)"), [Fails]),
    "the first is written last": ("article_fig_5", ("*p = 1;", "*p = 1; *p1 = 1;"), [Fails]),
    # The article does not say that pi->y is no lock.
    "y may be a lock": ("article_fig_1", ("__VERIFIER_assume(pi->y", "__VERIFIER_assume(1 || pi->y"),
                        [Holds, Fails, Fails, Holds]),
    "lock1 is not noticed": ("article_fig_1", ("if (pi->lock == lock1)", "if (0)"),
                             [Holds, Fails, Holds, Holds]),
    "unlocked for good": ("article_fig_1", ("*(pi->lock) = 0;\n            }", "}"),
                          [Fails, Holds, Holds, Holds]),
}  # fmt: skip


@pytest.mark.parametrize("mutant", MUTANTS)
@pytest.mark.parametrize(("engine", "settings"), [("dash", {}), ("auto", AUTO)], ids=["dash", "auto"])
def test_mutants_fail_with_a_test(mutant: str, engine: str, settings: dict[str, str]) -> None:
    name, change, expected = MUTANTS[mutant]
    program = figure(name, change)
    found = verdicts(program, engine, settings)
    assert [type(v) for v in found] == expected
    for verdict, written in zip(found, program.properties, strict=True):
        assert not isinstance(verdict, Fails) or verdict.run.end == Violated(written.id)


# -- only the aliases that occur -----------------------------------------------------------------------------


def compared_pointers(terms: list[Term]) -> set[frozenset[str]]:
    """The pairs of pointer variables that terms compare with each other."""
    pairs = [p.args for p in postorder(terms) if p.op is ops.EQ and all(a.name for a in p.args)]
    names = [[str(a.name).rpartition("::")[2] for a in pair] for pair in pairs]
    return {frozenset(n.removesuffix(".object") for n in pair) for pair in names}


def test_fig_3_only_one_alias_combination_occurs() -> None:
    """§2: DASH proves it "while only ever considering the alias combination (p ≠ p1 ∧ p ≠ p2)"."""
    result, seen = run(figure("article_fig_3"), **BY_STATEMENTS)
    assert isinstance(result.claim, HoldsClaim)
    splits = [event for event in seen if isinstance(event, Refined)]
    predicates = [conjunction(event.predicate) for event in splits]
    assert compared_pointers(predicates) == {frozenset({"p", "p1"}), frozenset({"p", "p2"})}
    # A read is of memory as it is, never of memory with something stored.
    assert not any(p.op in (ops.STORE, ops.ITE) for p in postorder(predicates))
    assert len(splits) < 90  # most of them about pointers that point nowhere
    result, _ = run(figure("article_fig_3"))
    assert result.statistics.iterations <= 4


FIG_4 = """
    local M bv8->bv8
    local p bv8
    local p1 bv8
    local p2 bv8
    0 -> 6: havoc M
    6 -> 7: havoc p
    7 -> 8: havoc p1
    8 -> 10: havoc p2
    10 -> 11: assume (not (eq p p1))
    10 -> 1: assume (eq p p1)
    11 -> 12: assume (not (eq p p2))
    11 -> 1: assume (eq p p2)
    12 -> 13: M := (store (store M p1 0:8) p2 0:8)
    13 -> 14: M := (store M p 1:8)
    14 -> 15: assume (or (eq (select M p1) 1:8) (eq (select M p2) 1:8))
    14 -> 1: assume (not (or (eq (select M p1) 1:8) (eq (select M p2) 1:8)))
    15 -> 1: error P1
"""


def test_fig_4_the_four_refinements_of_the_article() -> None:
    """The error path of Fig. 4, one line of Fig. 3 an edge: the regions of lines 4, 3, 2 and 1 are split, by
    the predicates that §2 gives, and the edge from line 0 goes. No alias of p1 and p2 is ever a question."""
    as_in_article = dict.fromkeys(("straight_line", "check_emptiness", "drop_branch_conditions"), "off")
    result, seen = run(array_program(FIG_4), **as_in_article, edge_filter="none")
    assert isinstance(result.claim, HoldsClaim)
    predicates = [conjunction(event.predicate) for event in seen if isinstance(event, Refined)]
    written = "(eq (select M p1) 1:8) (eq (select M p2) 1:8)"
    expected = (
        f"(or {written})",
        f"(or (eq p p1) (eq p p2) {written})",
        "(or (eq p p1) (eq p p2))",
        "(and (eq p p1) (not (eq p p2)))",
    )
    sorts: dict[str, Sort] = {"M": array_sort(8, 8), "p": bitvec(8), "p1": bitvec(8), "p2": bitvec(8)}
    assert predicates == [term_from_text(text, sorts.__getitem__) for text in expected]
    assert isinstance(seen[-1], EdgeRemoved)


def test_without_alpha_every_case_is_there() -> None:
    """The article's comparison: WP with all cases asks about p1 and p2 as well."""
    _, seen = run(figure("article_fig_3"), **BY_STATEMENTS, aliasing="full")
    predicates = [conjunction(event.predicate) for event in seen if isinstance(event, Refined)]
    assert frozenset({"p1", "p2"}) in compared_pointers(predicates)
