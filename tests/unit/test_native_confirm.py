"""Native runs of failing tests: what confirms a violation of each kind, and what does not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from helpers.native_runs import can_show, cannot_show
from maymust.certificates.c import count as c_count
from maymust.certificates.c import native
from maymust.certificates.c import text as c_text
from maymust.certificates.c.emitted_test import exported
from maymust.certificates.c.faults import Fault
from maymust.certificates.c.native import confirm_natively
from maymust.certificates.c.showing import SHOWING, showing
from maymust.checking import CheckOptions, check_program
from maymust.cli.properties import selected
from maymust.frontends.c import COptions, translate
from maymust.frontends.c.kinds import KINDS
from maymust.verdicts import Fails

SECONDS = 60.0
BLOCKS = (Path(__file__).parent / "confirmed_programs.txt").read_text().split("\n//// ")[1:]
PROGRAMS = {
    head.split()[0]: (head.split()[1:], text) for head, _, text in (b.partition("\n") for b in BLOCKS)
}


def confirm(text: str, kind: str = "bounds", fault: Fault | None = None) -> native.NativeRun:
    reason = cannot_show(kind)
    if reason:
        pytest.skip(reason)
    return confirm_natively(f'#line 1 "f.c"\n{text}', "LP64", (), kind, fault)


@pytest.mark.parametrize("model", ["LP64", "ILP32"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_each_violation_is_confirmed(
    name: str, model: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    (kind, *options), text = PROGRAMS[name]
    if model == "ILP32" and list(PROGRAMS).index(name) % 4 and not request.config.getoption("--nightly"):
        pytest.skip("with --nightly only")
    source = tmp_path / f"{name}.c"
    source.write_text(text)
    entry = next((option.removeprefix("entry=") for option in options if "entry=" in option), None)
    asked = selected([kind], with_rules=False)
    told = COptions(entry=entry, data_model=model, properties=asked, malloc_may_fail="mayfail" in options)
    translation = translate(str(source), None, told)
    results = check_program(translation.program, CheckOptions(seconds=SECONDS))
    failing = [(r.property, r.verdict.run) for r in results if isinstance(r.verdict, Fails)]
    assert failing
    for found, run in failing:
        test = exported(translation.source, translation.program, run, found)
        assert test.not_fed == ()
        if not can_show(found.kind, model):
            pytest.skip(cannot_show(found.kind, model) or "")
        shown = confirm_natively(test.text, model, (), found.kind, test.fault)
        assert shown.outcome == "confirmed", f"{found}: {shown.detail}"


def test_every_kind_is_in_the_table() -> None:
    assert KINDS.keys() <= SHOWING.keys()
    assert showing("new kind").tool == "none"
    assert confirm_natively("", "LP64", (), "new kind").outcome == "not possible"


def test_there_are_five_programs_of_each_kind() -> None:
    names = [name.partition("_")[0] for name in PROGRAMS]
    assert all(names.count(kind) >= 5 for kind in KINDS if kind != "assert")  # tests/programs has those


# -- what is not it ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        ("bounds", "#include <stdlib.h>\nint main(void) { abort(); }", "signal 6"),
        (
            "bounds",
            "#include <stdlib.h>\nint main(void) { char *p = malloc(1); free(p); free(p); }",
            "double",
        ),
        ("free", "int main(void) { int *p = 0; return *p; }", "SEGV"),
        ("null", "int main(void) { int *p = (int *)0x7fff00000000; return *p; }", "SEGV"),
        (
            "bounds",
            "int f(int n) { char a[1000]; return f(n + 1) + a[0]; } int main(void) { f(0); }",
            "stack",
        ),
        ("overflow", "int main(void) { int x = 40; return 1 >> x; }", "shift exponent"),
        ("assert", "#include <stdlib.h>\nint main(void) { abort(); }", "signal 6"),
        ("uninit", "int main(void) { int x = 1; return x ? 0 : 1; }", "exit code 0"),
    ],
    ids=["abort", "double free", "null", "wild", "recursion", "shift", "no assertion", "set"],
)
def test_another_fault_does_not_count(kind: str, text: str, said: str) -> None:
    shown = confirm(text, kind)
    assert shown.outcome == "not confirmed"
    assert said in shown.detail


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        ('free(malloc(3)); printf("the buffer of stdout is no leak\\n");', "not confirmed"),
        ("static char *kept; kept = realloc(malloc(3), 1000);", "confirmed"),
        ("void *p = malloc(3); atexit(done); held = p;", "not confirmed"),
        ("malloc(3); maymust_exit(0);", "not confirmed"),
        ("malloc(3); _exit(0);", "confirmed"),
        ("malloc(3); abort();", "not confirmed"),
        ("malloc(3); exit(0);", "confirmed"),
    ],
    ids=["freed", "still pointed to", "freed at exit", "astray", "_exit", "abort", "exit"],
)
def test_what_counts_as_a_leak(body: str, outcome: str) -> None:
    head = "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
    text = f"""{head}{c_text.PRELUDE}{c_text.support([], wrapped=True)}{c_count.COUNTER}
    static void *held;
    static void done(void) {{ free(held); }}
    int main(void) {{ {c_count.START} {body} return 0; }}"""
    shown = confirm(text, "leak")
    assert shown.outcome == outcome, shown.detail


def test_a_violation_elsewhere_does_not_count() -> None:
    text = "int main(void) {\n    char a[3] = {0}, *p = a;\n    return p[3];\n}\n"
    assert confirm(text).outcome == "confirmed"
    assert confirm(text, fault=Fault("f.c", 3, 3)).outcome == "confirmed"
    shown = confirm(text, fault=Fault("f.c", 2, 2))
    assert (shown.outcome, "in line 3, not in line 2" in shown.detail) == ("not confirmed", True)


def test_another_assertion_does_not_count() -> None:
    text = "#include <assert.h>\nint main(int n, char **v) {\n    assert(n > 5);\n    assert(0);\n}\n"
    assert confirm(text, "assert", Fault("f.c", 3, 3)).outcome == "confirmed"
    assert confirm(text, "assert", Fault("f.c", 4, 4)).outcome == "not confirmed"


def test_what_does_not_end_is_not_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "_SECONDS", 2)
    shown = confirm("int main(void) { for (;;); }")
    assert shown == native.NativeRun("not confirmed", "the test did not end within 2 s")


def test_without_valgrind_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if cannot_show("div"):
        pytest.skip("there is no gcc")
    compiler = shutil.which("gcc")
    assert compiler is not None
    (tmp_path / "gcc").symlink_to(compiler)
    monkeypatch.setenv("PATH", str(tmp_path))
    shown = confirm_natively("int main(void) { return 0; }", "LP64", (), "uninit")
    assert shown.outcome == "not possible"
    assert "apt-get install valgrind" in shown.detail
