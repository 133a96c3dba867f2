"""`maymust bound FILE.c`: its output, its exit codes, and wrong input."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from helpers.command import maymust

GOLDEN = Path(__file__).parent.parent / "golden" / "bound"
UPDATE = "MAYMUST_UPDATE_GOLDEN" in os.environ


@pytest.mark.parametrize(
    ("name", "arguments", "code"),
    [
        ("list", ["--entry", "reverses"], 1),
        ("list_small", ["--entry", "reverses", "--scope", "1", "--coverage"], 0),
        ("list_unsupported", ["--entry", "widths"], 3),
    ],
)
def test_output(name: str, arguments: list[str], code: int) -> None:
    outcome = maymust("bound", "list.c", *arguments, cwd=GOLDEN)
    assert (outcome.code, outcome.err) == (code, "")
    golden = GOLDEN / f"{name}.txt"
    if UPDATE:
        golden.write_text(outcome.out, encoding="utf-8")
    assert outcome.out == golden.read_text(encoding="utf-8")


def test_json_says_the_same() -> None:
    outcome = maymust("bound", "list.c", "-e", "reverses", "--json", cwd=GOLDEN)
    report = json.loads(outcome.out)
    assert (outcome.code, report["exit_code"]) == (1, 1)
    first, second = report["procedures"]
    assert (first["verdict"], first["claim"], first["procedure"]) == (
        "HOLDS WITHIN",
        "assert(contains(r, value))",
        "reverses",
    )
    assert second["verdict"] == "FAILS"
    assert second["steps"][-1]["place"]["line"] == 39


def test_grow_reports_the_largest_bound() -> None:
    outcome = maymust(
        "bound", "list.c", "-e", "reverses", "--scope", "1", "--unroll", "1", "--grow", cwd=GOLDEN
    )
    assert outcome.code == 1
    assert "FAILS  within scope 2, bit width 4, 2 unrollings" in outcome.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["list.c", "-e", "nothing"], "there is no function `nothing`"),
        (["list.c", "-e", "reverses", "--bitwidth", "13"], "the bit width must be between 1 and 12"),
        (["list.c", "-e", "reverses", "--scope", "Tree=2"], "there is no domain Tree"),
        (["list.c", "-e", "reverses", "--procedure", "push"], "--entry names the function"),
        (["counting.fir", "-e", "main"], "--procedure names what is checked"),
        (["list.txt"], "neither C nor FIR"),
        (["missing.c"], "missing.c"),
        (["list.c", "-e", "reverses", "-p", "wrong"], "wrong"),
        (["list.c", "-e", "reverses", "--data-model", "X"], "--data-model takes"),
    ],
)
def test_wrong_input(arguments: list[str], message: str) -> None:
    outcome = maymust("bound", *arguments, cwd=GOLDEN)
    assert outcome.code == 2
    assert message in outcome.err
    assert "Traceback" not in outcome.err


def test_traces_tell_what_objects_hold_as_c_does(tmp_path: Path) -> None:
    (tmp_path / "f.c").write_text(
        "#include <assert.h>\n"
        "#include <stdlib.h>\n"
        "struct pair { int value; signed char digits[2]; };\n"
        "void f(struct pair *p) {\n"
        "  if (!p) return;\n"
        "  p->value = -2;\n"
        "  p->digits[1] = -3;\n"
        "  int *n = malloc(sizeof *n);\n"
        "  free(n);\n"
        "  assert(0);\n"
        "}\n"
    )
    outcome = maymust("bound", "f.c", "--entry", "f", "--bitwidth", "5", "--scope", "1", cwd=tmp_path)
    assert outcome.code == 1
    assert "→ #1.value = -2" in outcome.out
    assert "→ #1.digits[1] = -3" in outcome.out
    assert "alive" not in outcome.out
