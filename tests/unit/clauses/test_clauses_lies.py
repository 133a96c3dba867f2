"""Counterexamples that are none: an engine that is wrong, or lies, is not believed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from helpers.judged_clauses import program_with
from maymust.engines.forge.bound import Bound
from maymust.engines.forge.check_procedure import ForgeOptions, HoldsWithin, UndecidedWithin
from maymust.engines.forge.from_ir import check_bounded
from maymust.engines.forge.from_ir.check_bounded import FailsWithin, ProgramVerdict
from maymust.engines.forge.from_ir.translation import Translated
from maymust.errors import InternalError
from maymust.fir import tree as fir
from maymust.fir.execution import Execution
from maymust.interp.replay import InputValue
from maymust.specifications.acsl.meaning import translation

NODE = "struct node { int value; struct node *next; };\n"
BOUND = Bound(scope=2, width=4, unrollings=2)
NEVER, ALWAYS = fir.BooleanLiteral(False), fir.BooleanLiteral(True)


def verdict(folder: Path, text: str) -> ProgramVerdict:
    """That of the only property."""
    ((_, found),) = program_with(folder, text).check(BOUND, ForgeOptions())
    return found


def says_that_clauses_are(monkeypatch: pytest.MonkeyPatch, what: fir.Expression) -> None:
    monkeypatch.setattr(translation.Translator, "ensured", lambda *_: what)
    monkeypatch.setattr(translation.Translator, "unchanged", lambda *_: what)


@pytest.mark.parametrize(
    "text",
    [
        "/*@ ensures \\result >= x; */ int f(int x) { return x; }",
        "/*@ ensures \\forall int i; 0 <= i < 3 ==> i < 3; */ void f(int x) { }",
        "int g;\n/*@ assigns g; */ void f(int x) { g = x; }",
        f"{NODE}/*@ assigns p->value; */ void f(struct node *p) {{ if (p) p->value = 1; }}",
        f"{NODE}/*@ ensures \\card(\\reach(p, next)) >= 0; */ void f(struct node *p) {{ }}",
    ],
)
def test_what_holds_does_not_fail(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str) -> None:
    says_that_clauses_are(monkeypatch, NEVER)
    found = verdict(tmp_path, text)
    assert isinstance(found, UndecidedWithin)
    assert found.reason.startswith("fails only at bit width 4: in full width, ")


def test_where_there_is_no_number_it_is_a_defect(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    says_that_clauses_are(monkeypatch, NEVER)
    text = f"{NODE}/*@ ensures \\result == p; */ struct node *f(struct node *p) {{ return p; }}"
    with pytest.raises(InternalError, match="the clause holds"):
        verdict(tmp_path, text)


def test_what_is_not_seen_does_not_fail(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    says_that_clauses_are(monkeypatch, NEVER)
    found = verdict(tmp_path, "/*@ ensures \\forall int i; i * 0 == 0; */ void f(int x) { }")
    assert isinstance(found, UndecidedWithin)
    assert "not seen in full width: a quantifier goes over too many numbers" in found.reason


@pytest.mark.parametrize(
    "text",
    [
        "/*@ requires x > 2; ensures \\result > 2; */ int f(int x) { return x; }",
        "#include <assert.h>\n/*@ requires x > 2; */ void f(int x) { assert(x > 2); }",
        f"{NODE}/*@ requires p && p->value == 1; ensures p->value == 1; */ void f(struct node *p) {{ }}",
    ],
)
def test_what_is_required_is_not_forgotten(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str
) -> None:
    monkeypatch.setattr(translation.Translator, "required", lambda *_: ALWAYS)
    found = verdict(tmp_path, text)
    assert isinstance(found, UndecidedWithin)
    assert "it is not called as it has to be: requires" in found.reason


def test_the_test_must_be_the_counterexample(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = "/*@ ensures \\result < 3; */ int f(int x) { return x; }"
    assert isinstance(verdict(tmp_path, text), FailsWithin)
    monkeypatch.setattr(check_bounded, "test_of", lambda *_: [])
    assert isinstance(verdict(tmp_path, text), UndecidedWithin)


def test_clauses_before_are_looked_at(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A clause is judged where those before it hold."""
    text = "/*@ ensures \\result < 3; ensures \\result < 2; */ int f(int x) { return x; }"
    program = program_with(tmp_path, text)
    found = [verdict for _, verdict in program.check(BOUND, ForgeOptions())]
    assert [type(each) for each in found] == [FailsWithin, FailsWithin]
    lies = iter([ALWAYS, NEVER])
    monkeypatch.setattr(translation.Translator, "ensured", lambda *_: next(lies))
    monkeypatch.setattr(check_bounded, "test_of", partial(_with_seven, check_bounded.test_of))
    (_, first), (_, second) = program.check(BOUND, ForgeOptions())
    assert isinstance(first, HoldsWithin)
    assert isinstance(second, UndecidedWithin)
    assert "another clause is violated before: ensures \\result < 3" in second.reason


def _with_seven(
    test_of: Callable[..., list[InputValue]], translated: Translated, execution: Execution
) -> list[InputValue]:
    return [InputValue(each.node, 7) for each in test_of(translated, execution)]


def test_objects_from_outside_must_be_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An object that no pointer leads to is there because the counterexample says so."""
    text = f"{NODE}/*@ ensures \\forall struct node *o; o == p; */ void f(struct node *p) {{ }}"
    assert isinstance(verdict(tmp_path, text), FailsWithin)
    monkeypatch.setattr(check_bounded, "outside_of", lambda *_: {})
    with pytest.raises(InternalError, match="the clause holds"):
        verdict(tmp_path, text)
