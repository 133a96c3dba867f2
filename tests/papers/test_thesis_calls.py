"""Every program of chapter 4 of the thesis on DASH, and the article's Fig. 6, with what they say about it."""

from __future__ import annotations

import pytest

from helpers.papers import AS_IN_THESIS, claim, verdict
from maymust.engines.base import HoldsClaim
from maymust.verdicts import Fails, Holds

ASKED = [
    pytest.param("dash", {"calls": "ask"}, id="dash"),
    pytest.param("dash", {"calls": "ask", **AS_IN_THESIS}, id="as in the thesis"),
    pytest.param("synergy", {"calls": "ask"}, id="synergy"),
    pytest.param("smash", {}, id="smash"),
]
HOW = pytest.mark.parametrize(("engine", "settings"), ASKED)


@HOW
@pytest.mark.parametrize("name", ["fig_4_1_sum", "fig_4_9", "fig_4_10b", "fig_4_11", "fig_4_12b"])
def test_what_holds(name: str, engine: str, settings: dict[str, str]) -> None:
    (found,) = verdict(name, entry="test", engine=engine, **settings)
    assert isinstance(found, Holds)
    assert found.proof.contracts


@HOW
@pytest.mark.parametrize(
    ("name", "inputs"), [("fig_4_10a", [(2**31, 1)]), ("fig_4_12a", [(2,)]), ("fig_4_8", [])]
)
def test_what_fails(name: str, inputs: list[tuple[int, ...]], engine: str, settings: dict[str, str]) -> None:
    (found,) = verdict(name, entry="test", engine=engine, **settings)
    assert isinstance(found, Fails)
    given = tuple([value.value for _, value in found.run.inputs])
    assert not inputs or given in inputs


@HOW
def test_article_fig_6_two_increments(engine: str, settings: dict[str, str]) -> None:
    (found,) = verdict("article_fig_6", entry="top", engine=engine, **settings)
    assert isinstance(found, Holds)


def test_what_a_callee_cannot_change_is_not_asked_of_it() -> None:
    """Fig. 4.12b: that x is 0 behind the recursive calls, which leave it alone, is enough."""
    result = claim("fig_4_12b", entry="test", engine="smash")
    assert isinstance(result.claim, HoldsClaim)
    assert {contract.procedure for contract in result.claim.contracts} == {"test", "fib"}
    assert len(result.claim.contracts) == 2
