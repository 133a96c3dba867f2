"""The engine `auto` on the command line: its options, and what is told of its work."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from helpers.command import maymust, patient_maymust

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
DOCUMENTED = (EXAMPLES.parent / "docs" / "JSON.md").read_text()
COUNTING = """#include <assert.h>
int nondet(void);
int main(void) {
    int n = nondet();
    if (n < 0 || n > 1000000) return 0;
    int i = 0, sum = 0;
    while (i < n) {
        i++;
        sum = sum + 2;
    }
    assert(sum == 2 * n);
    if (i > n)
        assert(n == 7);
    return 0;
}
"""
HARD = """
extern void reach_error(void);
int hard(unsigned a, unsigned b) {
    unsigned x = 1, y = 1;
    for (unsigned i = 0; i < 1000000; i++) { x = x * a + y; y = y * b + x; }
    if (x * y * a == 4294967291u && a > 1000 && b > 1000) reach_error();
    return 0;
}
"""
AUTO = ("--engine", "auto")


@pytest.fixture(scope="module")
def counting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = tmp_path_factory.mktemp("auto") / "counting.c"
    source.write_text(COUNTING)
    return source


def _properties(*arguments: str | Path) -> list[dict[str, Any]]:
    files = json.loads(patient_maymust("check", *arguments, "--json").out)["files"]
    properties: list[dict[str, Any]] = files[0]["properties"]
    return properties


def test_a_proof_is_told_with_its_invariants_and_who_decided(counting: Path) -> None:
    outcome = patient_maymust("check", counting, *AUTO, "--profile")
    assert outcome.code == 0, outcome.out
    first, second = outcome.out.split(f"{counting}:")[1:]
    assert re.search(r"obligations? in \d+\.\d\d s; decided by [a-z-]+\n", first)
    assert re.search(r"^    line 7: .*\b(i|sum|n)\b", first, re.MULTILINE)
    assert "vacuous" not in first
    assert "vacuous: no execution reaches line 13: since " in second
    assert "always holds at line 7" in second
    assert re.search(
        r"^    party +seconds +calls +tests +candidates +proved +needed +note$", first, re.MULTILINE
    )
    times = [float(t) for t in re.findall(r"^    (?!rest)[a-z-]+ +(\d+\.\d{3}) ", first, re.MULTILINE)]
    assert times == sorted(times, reverse=True)
    assert times


def test_the_json_has_it_all(counting: Path) -> None:
    first, second = _properties(counting, *AUTO)
    (invariant,) = first["invariants"]
    assert invariant["place"]["line"] == 7
    assert all(isinstance(text, str) for text in invariant["conjuncts"])
    assert first["vacuous"] is None
    assert second["vacuous"]["invariants"][0]["place"]["line"] == 7
    statistics = first["statistics"]
    assert statistics["decided_by"] in statistics["shares"]
    share = statistics["shares"][statistics["decided_by"]]
    assert set(share) == {"calls", "tests", "candidates", "proved", "needed", "seconds", "note"}
    for holder in (first, invariant, second["vacuous"], statistics, share):
        for field in holder:
            assert f"`{field}`" in DOCUMENTED or f"`{field}[]`" in DOCUMENTED, field


def test_who_found_a_failing_test() -> None:
    outcome = maymust("check", EXAMPLES / "abs.c", *AUTO)
    assert outcome.code == 1
    assert re.search(r"    a = -2147483648\n    found by [a-z-]+\n", outcome.out)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--supplier", "nobody=1"], "no supplier is called `nobody`; there are: random, "),
        (["--supplier", "native"], "NAME=SECONDS or NAME=off, not `native`"),
        (["--supplier", "native=-1"], "NAME=SECONDS or NAME=off, not `native=-1`"),
        (["--supplier", ""], "NAME=SECONDS or NAME=off, not ``"),
        (["--supplier", "native=off", "--supplier", "spacer=fast"], "not `spacer=fast`"),
        (["--jobs", "0"], "'--jobs'"),
        (["--jobs", "many"], "'--jobs'"),
    ],
)
def test_wrong_values_are_refused_before_any_work(arguments: list[str], message: str) -> None:
    outcome = maymust("check", EXAMPLES / "abs.c", *AUTO, *arguments)
    assert outcome.code == 2
    assert message in outcome.err
    assert outcome.out == ""


@pytest.mark.parametrize("arguments", [["--supplier", "native=off"], ["--jobs", "2"], ["--deterministic"]])
def test_other_engines_have_no_parties(arguments: list[str]) -> None:
    outcome = maymust("check", EXAMPLES / "abs.c", "--engine", "dash", *arguments)
    assert outcome.code == 2
    assert f"{arguments[0]} is an option of the engine auto, not of dash" in outcome.err
    assert outcome.out == ""


def test_a_supplier_that_is_off_does_nothing(counting: Path) -> None:
    on, _ = _properties(counting, *AUTO, "--supplier", "native=off")
    assert "intervals" in on["statistics"]["shares"]
    off, _ = _properties(
        counting, *AUTO, "--supplier", "native=off", "--set", "parties=intervals=off", "--jobs", "1"
    )
    assert not {"native", "intervals"} & set(off["statistics"]["shares"])


def test_deterministic_runs_repeat(counting: Path) -> None:
    def told() -> list[object]:
        return [_without_times(p) for p in _properties(counting, *AUTO, "--deterministic")]

    assert told() == told()


def _without_times(value: object) -> object:
    if isinstance(value, dict):
        return {name: _without_times(v) for name, v in value.items() if "seconds" not in name}
    return [_without_times(v) for v in value] if isinstance(value, list) else value


def test_unknown_tells_of_turns_and_no_regions(tmp_path: Path) -> None:
    source = tmp_path / "hard.c"
    source.write_text(HARD)
    outcome = maymust("check", source, *AUTO, "--max-iterations", "3")
    assert outcome.code == 3
    assert re.search(r"covered: \d+ tests? reached \d+ of \d+ program points?; \d+ turns?", outcome.out)
    assert "region" not in outcome.out


def test_suppliers_and_provers_are_listed() -> None:
    outcome = maymust("engines")
    assert outcome.code == 0
    lines = outcome.out.splitlines()
    assert not any(line.startswith("    blocks ") for line in lines), "it cannot be left out"
    assert "proved in one place, by Houdini" in outcome.out
    for name in ("random", "affine", "spacer", "k-induction", "may-must"):
        (line,) = [line for line in lines if line.startswith(f"    {name} ")]
        assert re.match(rf"    {name} +[\d.]+ s  \w", line), line
    suppliers = [line for line in lines if re.match(r"    [a-z]+ +[\d.]+ s  of the states seen", line)]
    assert len({line.index(" s  ") for line in suppliers}) == 1, "the columns are aligned"
