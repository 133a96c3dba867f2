"""What library functions require of their arguments: programs that give it to them, and such as do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from maymust.checking import CheckOptions, check_program
from maymust.cli.properties import selected
from maymust.frontends.c import COptions, DataModel, translate
from maymust.frontends.c.library.table import Does, find, rows
from maymust.frontends.c.reading.models import modelled
from maymust.verdicts import Fails, Holds

SECONDS = 60.0
FILES = ("library_programs.txt", "format_programs.txt")
BLOCKS = [b for file in FILES for b in (Path(__file__).parent / file).read_text().split("\n//// ")[1:]]
PROGRAMS = {
    head.split()[0]: (head.split()[1:], text) for head, _, text in (b.partition("\n") for b in BLOCKS)
}
HEADERS = ["assert", "dirent", "stdio", "stdlib", "string", "sys/socket", "sys/stat", "time", "unistd"]


def program_text(text: str) -> str:
    """The text of a program, given as a whole or as the body of `main`."""
    if "main(void)" in text:
        return text
    headers = "".join(f"#include <{name}.h>\n" for name in HEADERS)
    start = "int __VERIFIER_nondet_int(void);\nint main(void) { int n = __VERIFIER_nondet_int();"
    return f"{headers}{start}\n{text}\nreturn 0; }}"


@pytest.mark.parametrize("model", ["LP64", "ILP32"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_verdict(name: str, model: DataModel, request: pytest.FixtureRequest) -> None:
    (asked, expected), text = PROGRAMS[name]
    if model == "ILP32" and list(PROGRAMS).index(name) % 4 and not request.config.getoption("--nightly"):
        pytest.skip("with --nightly only")
    options = COptions(data_model=model, properties=selected(asked.split(","), with_rules=False))
    translation = translate("t.c", program_text(text), options)
    results = list(check_program(translation.program, CheckOptions(seconds=SECONDS)))
    failing = {r.property.kind for r in results if isinstance(r.verdict, Fails)}
    if expected == "holds":
        assert all(isinstance(r.verdict, Holds) for r in results), [(r.property, r.verdict) for r in results]
    elif expected == "unknown":
        assert not failing and not all(isinstance(r.verdict, Holds) for r in results)
    else:
        assert failing == set(expected.split(","))
    assert {r.property.span.file for r in results} <= {"t.c"}


def test_each_function_has_one_row_and_its_variants_find_it() -> None:
    for variant, name in {
        "__builtin_puts": "puts", "puts_unlocked": "puts", "__isoc99_scanf": "scanf", "stat64": "stat",
        "fabsf": "fabs", "strtok_r": "strtok_r",
    }.items():  # fmt: skip
        row = find(variant)
        assert row is not None and row.name == name


def test_what_has_a_model_has_a_row() -> None:
    own = {name for name in modelled() if name.startswith("__")}
    missing = {name for name in modelled() - own if find(name) is None}
    assert not missing


def test_positions_of_sizes_are_no_pointers() -> None:
    for row in rows().values():
        needed = {need.at for need in row.needs}
        assert not needed & {at for need in row.needs for at in need.sizes}, row.name
        assert len(needed) == len(row.needs), row.name
        assert row.does is not Does.PRINTS or not row.written, row.name
