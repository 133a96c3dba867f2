"""The rules of the papers: article Fig. 16, and thesis Fig. 2.1 with its program as it was before the figure
weaves the rule into it."""

from __future__ import annotations

import pytest

from helpers.papers import PROGRAMS
from maymust.checking import CheckOptions, check_program
from maymust.frontends.c import COptions, translate
from maymust.frontends.slic.library import load
from maymust.verdicts import Fails, Holds, Verdict

ENGINES = ("auto", "dash", "smash")


def verdict(name: str, rule: str, engine: str, *defines: str) -> Verdict:
    options = COptions(properties=frozenset(), rules=(load(str(PROGRAMS / rule)),), defines=defines)
    program = translate(str(PROGRAMS / name), None, options).program
    (result,) = check_program(program, CheckOptions(engine=engine, seconds=60))
    return result.verdict


@pytest.mark.parametrize("engine", ENGINES)
def test_article_fig_16_alternation_holds(engine: str) -> None:
    assert isinstance(verdict("article_fig_16.c", "article_fig_16.slic", engine), Holds)


@pytest.mark.parametrize("engine", ENGINES)
def test_article_fig_16_two_acquisitions_in_a_row_fail(engine: str) -> None:
    found = verdict("article_fig_16.c", "article_fig_16.slic", engine, "FORGETS")
    assert isinstance(found, Fails)
    span = found.run.steps[-1].edge.span
    assert (span.file, span.line) == (str(PROGRAMS / "article_fig_16.slic"), 7)


@pytest.mark.parametrize("engine", ["auto", "dash"])
def test_thesis_fig_2_1_the_example_keeps_the_rule(engine: str) -> None:
    assert isinstance(verdict("fig_2_1_program.c", "fig_2_1_lock.slic", engine), Holds)
