"""Functions that call themselves: what is modelled of their local variables."""

from __future__ import annotations

import pytest

from maymust.checking import CheckOptions, check_program
from maymust.frontends.c import COptions, translate
from maymust.ir.program import Program
from maymust.verdicts import Fails, Holds, Unknown, Verdict

AGAIN = "which has local variables in memory, calls itself"


def program(text: str) -> Program:
    return translate("t.c", f"void assert(int);\nint input(void);\n{text}", COptions()).program


def verdict(text: str, engine: str = "auto") -> Verdict:
    (result,) = check_program(program(text), CheckOptions(engine, seconds=20))
    return result.verdict


def variables(text: str) -> list[str]:
    return [v.described for v in program(text).globals]


@pytest.mark.parametrize("engine", ["auto", "smash", "dash", "smart"])
@pytest.mark.parametrize(
    "function",
    [
        "int g(int d) { int x = d; int *q = &x; if (d > 0) g(d - 1); return *q; }",
        "int g(int d) { int *q = &d; if (d > 0) g(d - 1); return *q; }",
        "int g(int d) { int *q = (int[]){d}; if (d > 0) g(d - 1); return *q; }",
        "int h(int d); int g(int d) { int x = d; int *q = &x; if (d > 0) h(d); return *q; }"
        "int h(int d) { return g(d - 1); }",
        "int g(int d); int (*h)(int) = g;"
        "int g(int d) { int x = d; int *q = &x; if (d > 0) h(d - 1); return *q; }",
    ],
)
@pytest.mark.parametrize("wrong", ["g(2) == 0", "g(2) == 2"])
def test_variables_in_memory_of_two_calls_are_not_taken_for_one(
    function: str, wrong: str, engine: str
) -> None:
    found = verdict(f"{function} int main(void) {{ assert({wrong}); return 0; }}", engine)
    assert isinstance(found, Unknown), found
    assert AGAIN in found.reason or engine in ("dash", "smart")


@pytest.mark.parametrize("engine", ["auto", "smash"])
def test_one_call_at_a_time_is_modelled(engine: str) -> None:
    text = "int g(int d) {{ int x = d; int *q = &x; if (d > 1) g(d - 1); return *q; }}"
    text += "int main(void) {{ int n = g(0) + g(1); assert(n == {}); return 0; }}"
    assert isinstance(verdict(text.format(1), engine), Holds)
    assert isinstance(verdict(text.format(2), engine), Fails)


def test_only_what_calls_itself_is_watched() -> None:
    plain = "int g(int d) { return d > 0 ? g(d - 1) : 0; }"
    caller = "int main(void) { int x = 1, *p = &x; assert(g(*p) == 0); return 0; }"
    assert not [name for name in variables(plain + caller) if name.endswith(".busy")]
    mixed = "int g(int d) { int x = d, *p = &x; return *p > 0 ? g(d - 1) : 0; }"
    assert [name for name in variables(mixed + caller) if name.endswith(".busy")] == ["g.busy"]
