"""What objects hold, of which kind their values are, and what declarations promise: programs beside what is
found out about them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from helpers.native_runs import can_show
from maymust.certificates.c.emitted_test import exported
from maymust.certificates.c.native import confirm_natively
from maymust.checking import CheckOptions, check_program
from maymust.cli.properties import selected
from maymust.frontends.c import COptions, Translation, translate
from maymust.ir.program import Property
from maymust.verdicts import Fails, Holds, Unknown

SECONDS = 60.0
NAMES = {Holds: "holds", Fails: "fails", Unknown: "unknown"}
BLOCKS = (Path(__file__).parent / "object_programs.txt").read_text().split("\n//// ")[1:]
PROGRAMS = {
    head.split()[0]: (head.split()[1:], text) for head, _, text in (b.partition("\n") for b in BLOCKS)
}
HEADERS = "".join(f"#include <{name}.h>\n" for name in ("assert", "stdlib", "string"))


@pytest.mark.parametrize("name", PROGRAMS)
def test_verdicts(name: str, tmp_path: Path) -> None:
    (asked, expected, *options), text = PROGRAMS[name]
    entry = next((option.removeprefix("entry=") for option in options if "entry=" in option), None)
    source = tmp_path / f"{name}.c"
    source.write_text(HEADERS + text)
    told = COptions(entry=entry, properties=selected(asked.split(","), with_rules=False))
    translation = translate(str(source), None, told)
    results = list(check_program(translation.program, CheckOptions(seconds=SECONDS)))
    found = sorted({NAMES[type(r.verdict)] for r in results})
    assert ",".join(found) == ("" if expected == "nothing" else expected), [r.verdict for r in results]
    for result in results:
        if isinstance(result.verdict, Fails) and "unseen" not in options:
            _confirm(translation, result.property, result.verdict)


def _confirm(translation: Translation, found: Property, verdict: Fails) -> None:
    if not shutil.which("gcc") or not can_show(found.kind, "LP64"):
        return
    test = exported(translation.source, translation.program, verdict.run, found)
    shown = confirm_natively(test.text, "LP64", (), found.kind, test.fault)
    assert shown.outcome == "confirmed", f"{found}: {shown.detail}"
