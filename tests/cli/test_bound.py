"""`maymust bound`: its output, its exit codes, and wrong input of every kind."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from helpers.command import interrupted_maymust, maymust
from helpers.fir import THESIS

GOLDEN = Path(__file__).parent.parent / "golden" / "bound"
UPDATE = "MAYMUST_UPDATE_GOLDEN" in os.environ

SLOW = """
domain A
global f: A→A, global g: A→A
local x: A, local y: A
proc p () : ()
  requires ∀ x, y | (lone x.f ∧ one x.g)
  ensures (f.g = g.f ∧ f.f.f = g.g.g) ⇒ #f.g.f.g = #g.f.g.f
{ }
"""


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("fig_4_1_c_cube", ["--coverage"], 0),
        ("fig_4_1_d_put_cache", ["--coverage", "--bitwidth", "5"], 0),
        ("section_4_4_length", ["--fine", "--scope", "2", "--bitwidth", "3", "--unroll", "2"], 0),
        ("fig_5_2_birthday", ["--procedure", "setDay", "--modular"], 0),
    ],
)
def test_output(name: str, arguments: list[str], code: int) -> None:
    outcome = maymust("bound", f"{name}.fir", *arguments, cwd=THESIS)
    assert (outcome.code, outcome.err) == (code, "")
    golden = GOLDEN / f"{name}.txt"
    if UPDATE:
        golden.write_text(outcome.out, encoding="utf-8")
    assert outcome.out == golden.read_text(encoding="utf-8")


def test_a_trace() -> None:
    outcome = maymust("bound", "counting.fir", cwd=GOLDEN)
    assert (outcome.code, outcome.err) == (1, "")
    if UPDATE:
        (GOLDEN / "counting.txt").write_text(outcome.out, encoding="utf-8")
    assert outcome.out == (GOLDEN / "counting.txt").read_text(encoding="utf-8")


def test_json_says_the_same() -> None:
    outcome = maymust("bound", "section_4_4_length.fir", "--coverage", "--json", cwd=THESIS)
    report = json.loads(outcome.out)
    assert (report["schema"], report["exit_code"]) == ("maymust-bounded-1", 0)
    (procedure,) = report["procedures"]
    assert procedure["verdict"] == "HOLDS WITHIN"
    assert procedure["bound"]["text"] == "scope 3, bit width 4, 3 unrollings"
    assert procedure["coverage"]["statements"][0]["cause"] == "specification"


@pytest.mark.parametrize("strategy", ["III", "CIC"])
def test_strategies(strategy: str) -> None:
    assert maymust("bound", THESIS / "fig_3_4_register.fir", "--strategy", strategy).code == 1


def test_growing_stops_where_it_fails() -> None:
    outcome = maymust(
        "bound", "fig_4_1_d_put_cache.fir", "--bitwidth", "5", "--scope", "1", "--grow", cwd=THESIS
    )
    assert outcome.code == 1
    assert "FAILS  within scope 4, bit width 5, 6 unrollings: putCache" in outcome.out


def test_growing_ends_with_the_time(tmp_path: Path) -> None:
    path = tmp_path / "slow.fir"
    path.write_text(SLOW, encoding="utf-8")
    outcome = maymust("bound", path, "--grow", "--scope", "1", "--bitwidth", "6", "--timeout", "3")
    assert outcome.code == 0
    assert "HOLDS WITHIN  scope " in outcome.out
    assert "not finished in time: scope" in outcome.out or "too large" in outcome.out


def test_control_c_keeps_the_largest_bound_that_was_finished(tmp_path: Path) -> None:
    (tmp_path / "slow.fir").write_text(SLOW, encoding="utf-8")
    outcome = interrupted_maymust(
        *("bound", "slow.fir", "--grow", "--scope", "1", "--bitwidth", "6"), shown="scope 6", cwd=tmp_path
    )
    assert outcome.code == 0
    assert "HOLDS WITHIN  scope " in outcome.out
    assert "interrupted: scope" in outcome.out


def test_control_c_without_a_verdict(tmp_path: Path) -> None:
    (tmp_path / "slow.fir").write_text(SLOW, encoding="utf-8")
    outcome = interrupted_maymust(
        *("bound", "slow.fir", "--scope", "12", "--bitwidth", "9"), shown="scope 12", cwd=tmp_path
    )
    assert outcome.code == 3
    assert "UNKNOWN" in outcome.out
    assert "interrupted" in outcome.out


# ---------------------------------------------------------------------------------------------- wrong input
def rejected(path: Path | str, *more: str) -> str:
    outcome = maymust("bound", path, *more)
    assert outcome.code == 2, outcome
    assert "error:" in outcome.err
    assert not outcome.out
    return outcome.err


GOOD = "domain A local a: A proc p (a) : () ensures a = a { }"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no procedure has a specification"),
        ("domain", "1:7: error: the text ends too early"),
        ("domain A\nlocal a: A\nproc p (a) : () ensures a { }", "3:25: error: a is of type A, but Boolean"),
        ("proc p () : () { }", "no procedure has a specification"),
        ("proc p () : () ensures true { q() }", "there is no procedure q"),
        ("proc p () : () ensures 9 > 8 { }", "8 does not fit into 4 bits"),
        ("(" * 5000, "'(' cannot come here"),
        ("proc p () : () ensures " + "(" * 5000, "the text ends too early"),
        ("proc p () : () ensures " + "(" * 500 + "true" + ")" * 500 + "{ }", ""),
    ],
)
def test_bad_programs(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.fir"
    path.write_text(text, encoding="utf-8")
    if not message:
        assert maymust("bound", path).code == 0
    else:
        assert message in rejected(path)


def test_a_byte_order_mark_is_no_part_of_the_program(tmp_path: Path) -> None:
    path = tmp_path / "marked.fir"
    path.write_text(GOOD, encoding="utf-8-sig")
    assert maymust("bound", path).code == 0


def test_files_that_are_none(tmp_path: Path) -> None:
    assert "no such file" in rejected(tmp_path / "none.fir")
    folder = tmp_path / "folder.fir"
    folder.mkdir()
    assert "directory" in rejected(folder)
    rubbish = tmp_path / "rubbish.fir"
    rubbish.write_bytes(bytes(range(256)))
    assert "not UTF-8" in rejected(rubbish)
    other = tmp_path / "program.txt"
    other.write_text(GOOD, encoding="utf-8")
    assert "end in .c, .i or .fir" in rejected(other)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--scope", "x"], "--scope takes a number"),
        (["--scope", "A="], "--scope takes a number"),
        (["--scope", "-1"], "--scope takes a number"),
        (["--scope", "B=3"], "there is no domain B"),
        (["--scope", "A=1,A=2"], "--scope is given twice for A"),
        (["--scope", "1,2"], "--scope is given twice for all domains"),
        (["--property", "null"], "say nothing of FIR programs"),
        (["--malloc-may-fail"], "say nothing of FIR programs"),
        (["--scope", "1000000"], "too many"),
        (["--bitwidth", "0"], "between 1 and 12"),
        (["--bitwidth", "64"], "between 1 and 12"),
        (["--unroll", "-1"], "cannot be negative"),
        (["--strategy", "IX"], "--strategy takes three letters"),
        (["--procedure", "q"], "there is no procedure q"),
    ],
)
def test_bad_options(tmp_path: Path, arguments: list[str], message: str) -> None:
    path = tmp_path / "good.fir"
    path.write_text(GOOD, encoding="utf-8")
    assert maymust("bound", path).code == 0
    assert message in rejected(path, *arguments)


def test_a_scope_of_nothing_and_one_of_a_thousand(tmp_path: Path) -> None:
    path = tmp_path / "large.fir"
    path.write_text(
        "domain A global f: A→A proc p () : () modifies f ensures f ⊆ ^f { f := ^f f := ~f }",
        encoding="utf-8",
    )
    assert "HOLDS WITHIN  scope 0" in maymust("bound", path, "--scope", "0").out
    assert "too large" in rejected(path, "--scope", "1000")


def test_the_page_on_contracts_shows_what_there_is(tmp_path: Path) -> None:
    """The `$` blocks of docs/CONTRACTS.md are what the commands print; `…` stands for what is left out."""
    root = Path(__file__).parents[2]
    (tmp_path / "examples").symlink_to(root / "examples")
    blocks = (root / "docs" / "CONTRACTS.md").read_text(encoding="utf-8").split("    $ maymust ")[1:]
    assert len(blocks) == 3
    for block in blocks:
        command, *lines = block.split("\n\n")[0].splitlines()
        printed = maymust(*command.split(), cwd=tmp_path).out
        shown = "".join(f"{line.removeprefix('    ')}\n" for line in lines)
        assert re.fullmatch(re.escape(shown).replace("…\\\n", "(.*\n)*"), printed)


def test_calls_by_contracts(tmp_path: Path) -> None:
    source = tmp_path / "f.c"
    source.write_text(
        "#include <assert.h>\n/*@ requires x > 0; ensures \\result >= x; */\n"
        "int g(int x) {\n  assert(x);\n  return x;\n}\nint f(int x) {\n  return g(x);\n}\n"
    )
    outcome = maymust("bound", "f.c", "--entry", "f", "--modular", cwd=tmp_path)
    assert outcome.code == 1
    assert "f.c:4:3: warning: what may go wrong inside of g is not looked at" in outcome.err
    assert outcome.out.splitlines() == [
        "f.c:8:10: FAILS  within scope 3, bit width 4, 3 unrollings: requires x > 0 of g",
        "    x = -8",
        "        8  return g(x);",
    ]
    source.write_text(source.read_text().replace("return g(x)", "return x < 1 || x > 5 ? 0 : g(x + 1)"))
    outcome = maymust("bound", "f.c", "--entry", "f", "--modular", "--json", cwd=tmp_path)
    (found,) = json.loads(outcome.out)["procedures"]
    assert (found["verdict"], outcome.code) == ("HOLDS WITHIN", 0)
    assert "rests on the contract of g" in found["notes"]


def test_contracts_that_are_none(tmp_path: Path) -> None:
    source = tmp_path / "f.c"
    source.write_text("/*@ requires y > 0;\n    ensures \\old(x) == ; */\nint f(int x) { return x; }\n")
    outcome = maymust("bound", "f.c", "--entry", "f", cwd=tmp_path)
    assert outcome.code == 2
    assert "f.c:2:24: error: here must be an expression, not `;`" in outcome.err
    source.write_text("/*@ requires y > 0;\n    ensures \\old(x) == z; */\nint f(int x) { return x; }\n")
    outcome = maymust("bound", "f.c", "--entry", "f", cwd=tmp_path)
    assert outcome.code == 2
    assert "f.c:1:14: error: `y` is no parameter of `f`" in outcome.err
    assert "f.c:2:24: error: `z` is no parameter of `f`" in outcome.err


def test_annotations_in_bodies_are_not_ignored_silently(tmp_path: Path) -> None:
    source = tmp_path / "f.c"
    source.write_text("/*@ ensures \\result == x; */\nint f(int x) {\n  //@ assert x > 0;\n  return x;\n}\n")
    outcome = maymust("bound", "f.c", cwd=tmp_path)
    assert outcome.code == 0
    assert "f.c:3:3: warning: this assertion in `f` is not checked" in outcome.err
