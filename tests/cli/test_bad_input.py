"""Wrong input of every kind: a diagnostic that a person understands, exit code 2, no traceback."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from helpers.command import maymust

GOOD = "#include <assert.h>\nvoid f(int a) { assert(a != 3); }\n"


def rejected(path: Path | str, *more: str | Path) -> str:
    outcome = maymust("check", path, *more)
    assert outcome.code == 2, outcome
    assert "error:" in outcome.err
    assert str(path) in outcome.err
    return outcome.err


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "input.c"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_no_such_file(tmp_path: Path) -> None:
    assert "no such file" in rejected(tmp_path / "missing.c")


def test_a_directory(tmp_path: Path) -> None:
    assert "directory" in rejected(tmp_path)


def test_binary_rubbish(tmp_path: Path) -> None:
    rubbish = random.Random(1).randbytes(20_000)
    assert "not C source text" in rejected(written(tmp_path, rubbish))


def test_a_syntax_error_has_its_place(tmp_path: Path) -> None:
    path = written(tmp_path, "int main(void)\n{\n    int x = ;\n    return x;\n}\n")
    assert f"{path}:3:13: error: expected expression" in rejected(path)


def test_an_unknown_entry_lists_what_there_is(tmp_path: Path) -> None:
    message = rejected(written(tmp_path, GOOD), "--entry", "g")
    assert "`g`" in message
    assert "f" in message


def test_several_functions_and_no_main(tmp_path: Path) -> None:
    assert "--entry" in rejected(written(tmp_path, GOOD + "void g(void) { }\n"))


@pytest.mark.parametrize("text", ["", "\n\n", "/* nothing */", "int x;\n"])
def test_an_empty_file(tmp_path: Path, text: str) -> None:
    assert "no function to analyse" in rejected(written(tmp_path, text))


def test_a_megabyte_of_sum(tmp_path: Path) -> None:
    text = "#include <assert.h>\nvoid f(int a) { assert(a == " + "1+" * 500_000 + "1); }\n"
    assert "too deep" in rejected(written(tmp_path, text))


def test_a_megabyte_of_parentheses(tmp_path: Path) -> None:
    text = "int f(int a) { return " + "(" * 500_000 + "a" + ")" * 500_000 + "; }\n"
    rejected(written(tmp_path, text))


def test_ten_thousand_nested_blocks(tmp_path: Path) -> None:
    rejected(written(tmp_path, "int f(int a) " + "{" * 10_000 + "a++;" + "}" * 10_000 + "\n"))


def test_ten_thousand_nested_ifs(tmp_path: Path) -> None:
    text = "int f(int a) { " + "if (a) " * 10_000 + "a++; return a; }\n"
    assert maymust("check", written(tmp_path, text)).code in (0, 2)


def test_a_missing_header(tmp_path: Path) -> None:
    path = written(tmp_path, '#include "nowhere.h"\n' + GOOD)
    message = rejected(path)
    assert f"{path}:1:10" in message
    assert "nowhere.h" in message


def test_many_errors_are_not_all_printed(tmp_path: Path) -> None:
    message = rejected(written(tmp_path, "int f(void) {\n" + "x = 1;\n" * 500 + "return 0; }\n"))
    assert len(message.splitlines()) < 60


def test_an_unknown_engine_and_option(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)
    for arguments in (
        ("--engine", "magic"),
        ("--set", "nothing=1"),
        ("--set", "seed"),
        ("--set", "seed=x"),
        ("--set", "search=sideways"),
        ("--data-model", "LP128"),
        ("--timeout", "-1"),
        ("--no-such-flag",),
    ):
        outcome = maymust("check", path, *arguments)
        assert outcome.code == 2, arguments
        assert outcome.err


def test_one_wrong_file_among_good_ones(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)
    outcome = maymust("check", tmp_path / "missing.c", path)
    assert outcome.code == 2
    assert "FAILS" in outcome.out
    assert "no such file" in outcome.err


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)
    outcome = maymust("check", path, "--emit-test", tmp_path / "no" / "folder" / "t.c")
    assert outcome.code == 2
    assert "error:" in outcome.err
