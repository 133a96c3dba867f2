"""`--property`: kinds, groups and property files."""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING

import pytest

from helpers.command import maymust
from maymust.frontends.c.kinds import GROUPS, KINDS

if TYPE_CHECKING:
    from pathlib import Path

TEXT = """
int divide(int x, int y) {
    int a[4] = {1, 2, 3, 4};
    if (y < 0 || y > 4)
        return 0;
    return a[y] / y;
}
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "divide.c"
    path.write_text(TEXT)
    return path


def kinds(out: str) -> list[tuple[str, str]]:
    (file,) = json.loads(out)["files"]
    return [(p["kind"], p["verdict"]) for p in file["properties"]]


def test_kinds_are_chosen_by_name(source: Path) -> None:
    outcome = maymust("check", source, "--property", "bounds,div", "--json")
    assert outcome.code == 1
    assert kinds(outcome.out) == [("bounds", "FAILS"), ("div", "FAILS"), ("div", "HOLDS")]


def test_a_group_stands_for_its_kinds(source: Path) -> None:
    assert kinds(maymust("check", source, "-p", "memory", "--json").out) == [("bounds", "FAILS")]
    assert len(kinds(maymust("check", source, "-p", "all", "--json").out)) == 3


def test_the_message_names_the_expression(source: Path) -> None:
    outcome = maymust("check", source, "-p", "div")
    assert f"{source}:6:12: FAILS  no division by zero: a[y] / y" in outcome.out


def test_without_a_violation_in_reach_there_is_nothing_to_check(source: Path) -> None:
    source.write_text("int next(int x) { return x + 1; }")
    outcome = maymust("check", source, "-p", "free,leak")
    assert outcome.code == 0
    assert "nothing in reach of `next` can violate what is asked for: free, leak" in outcome.err


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )", []),
        ("CHECK( init(main()), LTL(G ! call(reach_error())) )\n", []),
        ("CHECK( init(main()), LTL(G valid-deref) )", ["bounds"]),
        (
            "// memory\nCHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n"
            "CHECK( init(main()), LTL(G valid-memtrack) )\n",
            ["bounds"],
        ),
        ("CHECK( init(main()), LTL(G valid-memcleanup) )", []),  # nothing is allocated, nor hides it
        ("CHECK( init(main()), LTL(G ! overflow) )", ["overflow"]),
    ],
)
def test_property_files_of_sv_comp_are_understood(
    source: Path, tmp_path: Path, content: str, expected: list[str]
) -> None:
    file = tmp_path / "some.prp"
    file.write_text(content)
    assert [kind for kind, _ in kinds(maymust("check", source, "-p", file, "--json").out)] == expected


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("CHECK( init(main()), LTL(F end) )", "asks for `Fend`, which is not supported"),
        ("CHECK( init(f()), LTL(G ! overflow) )", "choose it with --entry"),
        ("rubbish", "is no property file"),
        ("", "asks for nothing"),
    ],
)
def test_other_property_files_are_refused(source: Path, tmp_path: Path, content: str, said: str) -> None:
    file = tmp_path / "some.prp"
    file.write_text(content)
    outcome = maymust("check", source, "-p", file)
    assert outcome.code == 2
    assert said in outcome.err


def test_wrong_names_are_refused_with_a_hint(source: Path) -> None:
    outcome = maymust("check", source, "-p", "overflw")
    assert outcome.code == 2
    assert "no property is called `overflw`; did you mean overflow?" in outcome.err
    assert "cannot be read" in maymust("check", source, "-p", "missing.prp").err
    assert maymust("check", source, "-p", "").code == 2


def test_the_proof_of_a_check_is_certified_again(source: Path, tmp_path: Path) -> None:
    proof = tmp_path / "divide.proof"
    maymust("check", source, "-p", "bounds,div", "--proof", proof)
    certified = maymust("certify", proof, source)
    assert certified.code == 0
    assert "CERTIFIED  no overflow in a signed division: a[y] / y" in certified.out


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc to run the generated test")
def test_sanitizers_confirm_a_check(source: Path, tmp_path: Path) -> None:
    test = tmp_path / "test.c"
    outcome = maymust("check", source, "-p", "div", "--emit-test", test, "--confirm")
    assert "native run confirmed" in outcome.out or "native run not possible" in outcome.out
    assert "-fsanitize=integer-divide-by-zero" in test.read_text()


def test_the_help_names_every_kind_and_group() -> None:
    words = set(re.findall(r"[a-z]+", maymust("check", "--help").out))
    assert {*KINDS, *GROUPS} <= words
