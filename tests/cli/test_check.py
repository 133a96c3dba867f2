"""`maymust check` and `certify`, end to end."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.command import interrupted_maymust, maymust, read_terminal

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
HARD = """
extern void reach_error(void);
int hard(unsigned a, unsigned b) {
    unsigned x = 1, y = 1;
    for (unsigned i = 0; i < 1000000; i++) {
        x = x * a + y; y = y * b + x;
        if (x * x + y * y == 3u * a * b + 7u) x = i;
    }
    if (x * y * a == 4294967291u && a > 1000 && b > 1000) reach_error();
    return 0;
}
"""


def test_abs_fails_at_the_smallest_integer() -> None:
    outcome = maymust("check", EXAMPLES / "abs.c")
    assert outcome.code == 1
    assert f"{EXAMPLES / 'abs.c'}:7:5: FAILS  assert(a >= 0)\n    a = -2147483648\n" in outcome.out
    assert outcome.out.splitlines()[-1].startswith("1 fails in ")


def test_the_trace_shows_lines_and_changes() -> None:
    outcome = maymust("check", EXAMPLES / "abs.c", "--trace")
    assert "    6  a = -a;    → a = -2147483648" in outcome.out


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc to run the generated test")
def test_the_generated_test_is_standalone_and_aborts(tmp_path: Path) -> None:
    test = tmp_path / "test_abs.c"
    outcome = maymust("check", EXAMPLES / "abs.c", "--emit-test", test, "--confirm")
    assert "native run confirmed" in outcome.out
    binary = tmp_path / "test_abs"
    subprocess.run(["gcc", "-w", "-fwrapv", "-o", binary, test], check=True)
    run = subprocess.run([binary], capture_output=True, text=True, check=False)
    assert run.returncode == -signal.SIGABRT
    assert "a >= 0" in run.stderr


def test_a_proof_is_saved_and_certified(tmp_path: Path) -> None:
    proof = tmp_path / "lock.proof"
    outcome = maymust("check", EXAMPLES / "lock.c", "--proof", proof)
    assert outcome.code == 0
    assert outcome.out.count("HOLDS") == 2
    certified = maymust("certify", proof, EXAMPLES / "lock.c")
    assert certified.code == 0
    assert certified.out.count("CERTIFIED") == 2


def test_a_proof_does_not_fit_a_changed_program(tmp_path: Path) -> None:
    proof, changed = tmp_path / "lock.proof", tmp_path / "lock.c"
    maymust("check", EXAMPLES / "lock.c", "--proof", proof)
    text = (EXAMPLES / "lock.c").read_text()
    changed.write_text(text.replace("            release();\n", "", 1))
    refused = maymust("certify", proof, changed)
    assert refused.code == 1
    assert "REFUSED" in refused.out


@pytest.mark.parametrize("content", [b"", b"{}", b"\x00\x01", b'{"format": "other"}'])
def test_rubbish_is_no_proof(tmp_path: Path, content: bytes) -> None:
    proof = tmp_path / "rubbish"
    proof.write_bytes(content)
    outcome = maymust("certify", proof, EXAMPLES / "lock.c")
    assert outcome.code == 2
    assert "error:" in outcome.err


def test_a_missing_proof(tmp_path: Path) -> None:
    assert maymust("certify", tmp_path / "none", EXAMPLES / "lock.c").code == 2


def test_several_files_and_a_total() -> None:
    outcome = maymust("check", EXAMPLES / "abs.c", EXAMPLES / "lock.c")
    assert outcome.code == 1
    assert outcome.out.splitlines()[-1].startswith("1 fails, 2 hold in ")


def test_json_is_the_documented_schema() -> None:
    outcome = maymust("check", EXAMPLES / "abs.c", EXAMPLES / "lock.c", "--json")
    report = json.loads(outcome.out)
    assert report["schema"] == 1
    assert report["exit_code"] == outcome.code == 1
    assert report["total"] == {
        "holds": 2,
        "fails": 1,
        "unknown": 0,
        "rejected_files": 0,
        "crashed_files": 0,
        "skipped_files": 0,
    }
    failing, holding = report["files"][0]["properties"][0], report["files"][1]["properties"][0]
    assert failing["verdict"] == "FAILS"
    assert failing["place"]["line"] == 7
    assert [(i["name"], i["value"]) for i in failing["inputs"]] == [("a", -2147483648)]
    assert "maymust_entry" in failing["test"]
    assert holding["proof"]["invariants"]
    documented = (Path(__file__).parent.parent.parent / "docs" / "JSON.md").read_text()
    for holder in (report, report["files"][0], failing, report["total"]):
        for field in holder:
            assert f"`{field}`" in documented or f"`{field}[]`" in documented, field


def test_json_of_a_rejected_file(tmp_path: Path) -> None:
    outcome = maymust("check", tmp_path / "missing.c", "--json")
    report = json.loads(outcome.out)
    assert report["exit_code"] == outcome.code == 2
    assert report["files"][0]["diagnostics"][0]["severity"] == "error"


def test_unknown_is_exit_code_3_and_says_why(tmp_path: Path) -> None:
    source = tmp_path / "division.c"
    source.write_text("#include <assert.h>\nvoid f(int a, int b) { assert(a / b != 7); }\n")
    assert maymust("check", source).code == 1, "it fails elsewhere than at the division by zero"
    source.write_text("#include <assert.h>\nvoid f(int b) { int q = 5 / b; assert(q <= 5); }\n")
    outcome = maymust("check", source)
    assert outcome.code == 3
    assert f"{source}:2:" in outcome.out
    assert "division by zero" in outcome.out
    assert "b = 0" in outcome.out
    assert "covered:" in outcome.out


def test_the_time_limit_is_kept(tmp_path: Path) -> None:
    """Without one it would take far longer than this test has patience."""
    source = tmp_path / "hard.c"
    source.write_text(HARD)
    outcome = maymust("check", source, "--timeout", "3", timeout=50)
    assert outcome.code == 3
    assert "within the time limit" in outcome.out


def test_iterations_are_bounded(tmp_path: Path) -> None:
    source = tmp_path / "hard.c"
    source.write_text(HARD)
    outcome = maymust("check", source, "--max-iterations", "0")
    assert outcome.code == 3
    assert "within 0 iterations" in outcome.out


def test_memory_is_bounded(tmp_path: Path) -> None:
    source = tmp_path / "hard.c"
    source.write_text(HARD)
    outcome = maymust("check", source, "--memory", "50", "--timeout", "20")
    assert outcome.code == 3
    assert "50 MB" in outcome.out + outcome.err


def test_ctrl_c_gives_the_partial_result(tmp_path: Path) -> None:
    source = tmp_path / "two.c"
    source.write_text(HARD.replace("unsigned x = 1", "if (a == 77) reach_error();\n    unsigned x = 1"))
    outcome = interrupted_maymust("check", "two.c", shown="two.c P2: ", cwd=tmp_path)
    assert "Traceback" not in outcome.err
    assert "FAILS" in outcome.out
    assert "interrupted" in outcome.out
    assert outcome.code == 1


def test_progress_on_a_terminal_only(tmp_path: Path) -> None:
    (tmp_path / "hard.c").write_text(HARD)
    arguments = ("check", "hard.c", "--max-iterations", "1")
    assert maymust(*arguments, cwd=tmp_path).err == ""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "maymust.cli.main", *arguments]
    process = subprocess.Popen(command, stdout=theirs, stderr=theirs, cwd=tmp_path)
    os.close(theirs)
    shown = ""
    while piece := read_terminal(ours):
        shown += piece
    process.wait()
    assert re.search(r"\r\x1b\[Khard\.c P1: \d+\.\d s, \d+ turns, ", shown)
    assert "\x1b[1;33mUNKNOWN" in shown


def test_nothing_to_check_is_said(tmp_path: Path) -> None:
    source = tmp_path / "plain.c"
    source.write_text("int main(void) { return 0; }\n")
    outcome = maymust("check", source)
    assert outcome.code == 0
    assert "no assertion" in outcome.err
    assert outcome.out.startswith("nothing to check")


def test_engines_are_listed_with_their_options() -> None:
    outcome = maymust("engines")
    assert outcome.code == 0
    assert "auto (default)" in outcome.out
    assert outcome.out.count("--set straight_line=on") == 1
    lines = iter(outcome.out.splitlines())
    assert any(line.startswith("synergy: ") for line in lines)
    assert next(lines) == "    the options of dash, but"
    assert [next(lines).split()[1] for _ in range(2)] == ["edge_filter=prover", "drop_branch_conditions=off"]
    assert next(lines).startswith("smash: ")
    assert next(lines) == "    the options of dash, but"
    changed = ["directed_share=0.25", "calls=ask", "must_summaries=on", "not_may_summaries=on"]
    assert [next(lines).split()[1] for _ in range(5)] == [*changed, "search=forward"]
    assert next(lines) == ""


def test_an_internal_error_is_exit_code_4(tmp_path: Path) -> None:
    """A lying engine: the checker refuses its proof, and no verdict is printed."""
    source = tmp_path / "abs.c"
    source.write_text((EXAMPLES / "abs.c").read_text())
    liar = (
        "from maymust.engines.base import *\n"
        "from maymust.engines.auto.engine import AutoEngine\n"
        "AutoEngine.run = lambda *_: EngineResult(HoldsClaim({}), Statistics())\n"
        "from maymust.cli.main import main\n"
        "main()\n"
    )
    command = [sys.executable, "-c", liar, "check", str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 4
    assert "HOLDS" not in done.stdout
    assert "internal error" in done.stderr
    assert "refuses" in done.stderr


def test_readme_shows_what_there_is(tmp_path: Path) -> None:
    """The `$` blocks of README, with times masked, are what the commands print."""
    root = EXAMPLES.parent
    (tmp_path / "examples").symlink_to(EXAMPLES)
    block = [line[4:] for line in (root / "README.md").read_text().splitlines() if line.startswith("    ")]
    commands = [n for n, line in enumerate(block) if line.startswith("$ maymust")]
    assert len(commands) >= 3
    for n in commands:
        end = next((m for m in range(n + 1, len(block)) if block[m].startswith(("$", "make"))), len(block))
        outcome = maymust(*block[n].split()[2:], cwd=tmp_path)
        shown = sorted(_masked(line) for line in block[n + 1 : end] if line)
        assert shown == sorted(_masked(line) for line in (outcome.err + outcome.out).splitlines()), block[n]


def _masked(line: str) -> str:
    return re.sub(r"\d+\.\d\d s", "T s", line)


def test_the_source_is_never_overwritten(tmp_path: Path) -> None:
    source = tmp_path / "abs.c"
    source.write_text((EXAMPLES / "abs.c").read_text())
    for option in ("--emit-test", "--proof"):
        outcome = maymust("check", source, option, source)
        assert outcome.code == 2
        assert "overwrite" in outcome.err
    assert source.read_text() == (EXAMPLES / "abs.c").read_text()


def test_what_cannot_be_printed_is_no_verdict() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("needs /dev/full")
    command = [sys.executable, "-m", "maymust", "check", str(EXAMPLES / "abs.c")]
    with full.open("w") as out:
        done = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert "could not be written" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_globals_of_a_generated_test(tmp_path: Path) -> None:
    """A parameter and a global of one name, and a static local that nothing outside can set."""
    source = tmp_path / "same.c"
    source.write_text(
        "#include <assert.h>\nint n;\n"
        "static int get(void) { static int calls; calls++; return n + 0 * calls; }\n"
        "int f(int n) { assert(!(n == 3 && get() == 4)); return 0; }\n"
    )
    outcome = maymust("check", source, "--entry", "f", "--globals-are-inputs", "--confirm")
    assert outcome.code == 1
    assert outcome.out.count("n = ") == 2
    if shutil.which("gcc"):
        assert "native run confirmed" in outcome.out


def test_a_call_is_shown_with_its_arguments(tmp_path: Path) -> None:
    source = tmp_path / "calls.c"
    source.write_text(
        "#include <assert.h>\nstatic int half(int x) {\n    return x / 2;\n}\n"
        "int f(int a) {\n    int b = half(a);\n    assert(b != 21);\n    return b;\n}\n"
    )
    outcome = maymust("check", source, "--entry", "f", "--trace")
    assert "int b = half(a);    → half(x = 42)" in outcome.out or "→ half(x = 43)" in outcome.out


def test_files_after_an_interruption_are_listed(tmp_path: Path) -> None:
    (tmp_path / "hard.c").write_text(HARD)
    outcome = interrupted_maymust("check", "hard.c", EXAMPLES / "abs.c", shown="hard.c P1: ", cwd=tmp_path)
    assert outcome.code == 3
    assert "abs.c: error: interrupted" in outcome.err
    assert "1 file not checked" in outcome.out
    assert "covered:" in outcome.out
