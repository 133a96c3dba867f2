"""`--rule` and `maymust rules`."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from helpers.command import maymust
from maymust.frontends.slic import library

if TYPE_CHECKING:
    from pathlib import Path

RULE = """// A lock is taken and left in turn.
state {
    enum { Left, Taken } lock = Left;
}
take.entry {
    if (lock == Taken)
        abort "taken twice";
    lock = Taken;
}
leave.entry {
    if (lock == Left)
        abort;
    lock = Left;
}
"""
TEXT = """void take(void);
void leave(void);
int work(void);
int main(void) {
    while (work()) {
        take();
        if (work() == 7)
            %s
        leave();
    }
    return 0;
}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "lock.slic").write_text(RULE)
    (tmp_path / "good.c").write_text(TEXT % ";")
    (tmp_path / "bad.c").write_text(TEXT % "take();")
    return tmp_path


def test_a_violation_is_placed_at_the_call_and_says_what_the_rule_says(folder: Path) -> None:
    outcome = maymust("check", "bad.c", "--rule", "lock.slic", "--trace", cwd=folder)
    assert outcome.code == 1
    lines = outcome.out.splitlines()
    assert lines[0] == "bad.c:8:13: FAILS  rule lock: A lock is taken and left in turn"
    assert lines[1] == "    lock.slic:7:9: abort in the call of take: taken twice"
    assert '        7    abort "taken twice";    (of lock.slic)' in lines


def test_json_has_the_call_and_the_message(folder: Path) -> None:
    outcome = maymust("check", "bad.c", "--rule", "lock.slic", "--json", cwd=folder)
    (found,) = json.loads(outcome.out)["files"][0]["properties"]
    assert (found["id"], found["kind"]) == ("rule.lock", "rule")
    assert found["rule_violation"] == {
        "place": {"file": "bad.c", "line": 8, "column": 13},
        "function": "take",
        "rule_place": {"file": "lock.slic", "line": 7, "column": 9},
        "message": "taken twice",
    }


def test_the_test_aborts_where_the_rule_says(folder: Path) -> None:
    compiler = shutil.which("gcc")
    if compiler is None:
        pytest.skip("needs a C compiler")
    outcome = maymust("check", "bad.c", "--rule", "lock.slic", "--emit-test", "t.c", "--confirm", cwd=folder)
    assert "native run confirmed" in outcome.out
    subprocess.run([compiler, "-w", "-o", "t", "t.c"], cwd=folder, check=True)
    run = subprocess.run([str(folder / "t")], capture_output=True, text=True, check=False)
    assert "rule lock violated: taken twice" in run.stderr


def test_rules_alone_are_checked_unless_more_is_asked_for(folder: Path) -> None:
    text = (folder / "good.c").read_text().replace("return 0;", "reach_error(); return 0;")
    (folder / "good.c").write_text("void reach_error(void);\n" + text)
    assert maymust("check", "good.c", "--rule", "lock.slic", cwd=folder).code == 0
    outcome = maymust("check", "good.c", "--rule", "lock.slic", "-p", "assert", "--json", cwd=folder)
    kinds = {p["kind"]: p["verdict"] for p in json.loads(outcome.out)["files"][0]["properties"]}
    assert kinds == {"rule": "HOLDS", "unreach": "FAILS"}


def test_several_rules(folder: Path) -> None:
    (folder / "never.slic").write_text("leave.entry { abort; }")
    outcome = maymust(
        "check",
        "good.c",
        "--rule",
        "lock.slic",
        "--rule",
        "never.slic",
        "--rule",
        "mutex",
        "--json",
        cwd=folder,
    )
    found = {p["id"]: p["verdict"] for p in json.loads(outcome.out)["files"][0]["properties"]}
    assert found == {"rule.lock": "HOLDS", "rule.never": "FAILS", "rule.mutex": "HOLDS"}


@pytest.mark.parametrize("engine", ["auto", "smash", "dash"])
def test_a_proof_is_of_the_rules_text(folder: Path, engine: str) -> None:
    call = ("check", "good.c", "--rule", "lock.slic", "--engine", engine, "--proof", "p")
    outcome = maymust(*call, cwd=folder)
    assert outcome.code == 0, outcome.out
    again = maymust("certify", "p", "good.c", cwd=folder)
    assert again.code == 0
    assert "CERTIFIED  rule lock: A lock is taken and left in turn" in again.out
    (folder / "lock.slic").write_text(RULE.replace("lock == Taken", "lock == Left"))
    changed = maymust("certify", "p", "good.c", cwd=folder)
    assert changed.code == 2
    assert "the rule lock has changed since the proof was made" in changed.err
    (folder / "lock.slic").unlink()
    assert "say where with --rule" in maymust("certify", "p", "good.c", cwd=folder).err
    (folder / "elsewhere").mkdir()
    (folder / "elsewhere" / "lock.slic").write_text(RULE)
    moved = maymust("certify", "p", "good.c", "--rule", "elsewhere/lock.slic", cwd=folder)
    assert moved.code == 0


def test_a_proof_is_of_the_program(folder: Path) -> None:
    maymust("check", "good.c", "--rule", "lock.slic", "--proof", "p", cwd=folder)
    assert maymust("certify", "p", "bad.c", cwd=folder).code == 1


def test_a_proof_with_a_rule_of_the_package(tmp_path: Path) -> None:
    source = tmp_path / "free.c"
    body = "char *p = malloc(2); free(p); p = malloc(3); free(p); return 0;"
    source.write_text(f"#include <stdlib.h>\nint main(void) {{ {body} }}")
    proof = tmp_path / "p"
    assert maymust("check", source, "--rule", "double_free", "--proof", proof).code == 0
    assert "CERTIFIED  rule double_free" in maymust("certify", proof, source).out


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("take.entry { abort", "--rule: wrong.slic:1:19: here must be `;`, not the end"),
        ("", "--rule: wrong.slic:1:1: a rule needs an event"),
        ("take.entry { if ($1) abort; }", "`$1`, but `take` has 0 parameters"),
        ("take.entry { if (nothing) abort; }", "wrong.slic:1:18: error: use of undeclared identifier"),
    ],
)
def test_wrong_rules_have_a_place(folder: Path, rule: str, said: str) -> None:
    (folder / "wrong.slic").write_text(rule)
    outcome = maymust("check", "good.c", "--rule", "wrong.slic", cwd=folder)
    assert outcome.code == 2
    assert said in outcome.err


def test_a_rule_that_is_not_there(folder: Path) -> None:
    outcome = maymust("check", "good.c", "--rule", "spinlock", cwd=folder)
    assert outcome.code == 2
    assert "did you mean spin_lock?" in outcome.err
    assert maymust("check", "good.c", "--rule", "nowhere.slic", cwd=folder).code == 2
    (folder / "bytes.slic").write_bytes(b"\xff\xfe\x00")
    assert "is not text" in maymust("check", "good.c", "--rule", "bytes.slic", cwd=folder).err
    assert (
        "two rules called `lock`"
        in maymust("check", "good.c", "--rule", "lock.slic", "--rule", str(_copy(folder)), cwd=folder).err
    )


def _copy(folder: Path) -> Path:
    (folder / "other").mkdir()
    path = folder / "other" / "lock.slic"
    path.write_text(RULE + "// another")
    return path


def test_the_rules_are_listed_and_printed() -> None:
    listed = maymust("rules")
    assert listed.code == 0
    assert [line.split()[0] for line in listed.out.splitlines()] == library.names()
    for name in library.names():
        assert maymust("rules", name).out == library.packaged(name).text
    unknown = maymust("rules", "none")
    assert unknown.code == 2
    assert "no rule is called `none`" in unknown.err
