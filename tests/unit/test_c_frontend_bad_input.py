"""What is wrong with the input is said in a diagnostic; nothing else comes out."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from maymust.diagnostics import InputError
from maymust.frontends.c import COptions, translate


def refused(text: str | bytes | None, path: str = "t.c", options: COptions | None = None) -> str:
    with pytest.raises(InputError) as caught:
        translate(path, text, options or COptions())
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no function to analyse"),
        ("int x;", "no function to analyse"),
        ("int a(void) {return 0;} int b(void) {return 0;}", "several functions: a, b"),
        ("int main(void) { return x; }", "t.c:1:25: error: use of undeclared identifier 'x'"),
        ("#include <nowhere.h>\nint main(void) {}", "t.c:1:10: error: 'nowhere.h' file not found"),
        (
            'struct __attribute__((scalar_storage_order("big-endian"))) s { int a; }; int main(void) {}',
            "`scalar_storage_order` is not modelled",
        ),
        (
            "#pragma scalar_storage_order big-endian\nstruct s { int a; }; int main(void) {}",
            "`scalar_storage_order` is not modelled",
        ),
        (b"\x7fELF\0\0\0", "is not C source text"),
        (bytes(range(1, 9)) * 50, "is not C source text"),
    ],
)
def test_messages(text: str | bytes, message: str) -> None:
    assert message in refused(text)


def test_many_errors_are_cut() -> None:
    with pytest.raises(InputError) as caught:
        translate("t.c", "".join(f"int f{i}(void) {{ return x{i}; }}\n" for i in range(50)), COptions())
    assert len(caught.value.diagnostics) == 21
    assert caught.value.diagnostics[-1].message == "and 30 more"


def test_files(tmp_path: Path) -> None:
    assert "no such file" in refused(None, str(tmp_path / "none.c"))
    assert "is a directory" in refused(None, str(tmp_path))


def test_own_headers_and_include_paths(tmp_path: Path) -> None:
    (tmp_path / "mine.h").write_text("#define N 3\n")
    headers = '#include <stdint.h>\n#include <limits.h>\n#include <stdlib.h>\n#include "mine.h"\n'
    text = headers + "int64_t f(int x) { return x + N + INT_MAX; }"
    assert translate("t.c", text, COptions(include_paths=(str(tmp_path),))).program.entry == "f"
    (tmp_path / "t.c").write_text(text)
    assert translate(str(tmp_path / "t.c"), None, COptions()).program.entry == "f"


@pytest.mark.parametrize("model", ["ILP32", "LP64"])
def test_every_header_of_ours_is_c(model: str) -> None:
    import maymust.frontends.c as package

    folder = Path(package.__file__).parent / "library" / "include"
    names = sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*.h"))
    text = (
        "".join(f"#include <{name}>\n" for name in names if name != "iso646.h")
        + "int main(void) { return 0; }"
    )
    assert len(names) > 15
    translate("t.c", text, COptions(data_model=model))  # type: ignore[arg-type]


N = 10_000
DEEP = {
    "sum": "int f(void) { return " + "1+" * 500_000 + "1; }",
    "parentheses": "int f(void) { return " + "(" * 500_000 + "1" + ")" * 500_000 + "; }",
    "blocks": "void f(void) {" + "{" * N + "}" * N + "}",
    "ifs": "void f(int x) {" + "if (x) " * N + ";}",
    "if blocks": "void f(int x) {" + "if (x) {" * N + "}" * N + "}",
    "else ifs": "void f(int x) {" + "if (x) ; else " * N + ";}",
    "negations": "int f(int x) { return " + "!" * N + "x; }",
    "choices": "int f(int x) { return " + "x ? x : " * N + "x; }",
    "casts": "int f(int x) { return " + "(int)" * N + "x; }",
    "labels": "void f(void) {" + "".join(f"l{i}:" for i in range(N)) + ";}",
    "commas": "void f(int x) { x" + ", x" * N + "; }",
    "directive": "#if " + "(" * 200_000 + "1" + ")" * 200_000 + "\n#endif\nint f(void) { return 0; }",
}


@pytest.mark.parametrize("name", DEEP)
def test_too_deep(name: str) -> None:
    assert "nest" in refused(DEEP[name])


def test_deep_but_allowed() -> None:
    for text in ("1+" * 1900 + "1", "!" * 1900 + "x", "(" * 900 + "x" + ")" * 900):
        translate("t.c", f"int f(int x) {{ return {text}; }}", COptions())


def test_long() -> None:
    begin = time.monotonic()
    program = translate(
        "t.c", "int f(int x) {\n" + "x = x + 1;\n" * 10_000 + "return x; }", COptions()
    ).program
    assert len(program.procedures["f"].edges) == 10_001
    translate("t.c", "int a[] = {" + "1," * 500_000 + "}; int f(void) { return 0; }", COptions())
    assert time.monotonic() - begin < 60


def test_clang_is_not_imported_before_it_is_needed() -> None:
    code = "import sys, maymust.frontends.c; sys.exit('clang' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
