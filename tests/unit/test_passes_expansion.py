"""How large a program becomes with its calls expanded."""

from __future__ import annotations

import math

from maymust.frontends.c import COptions, translate
from maymust.ir.program import Program
from maymust.passes.expansion import expanded_size, own_size
from maymust.passes.flatten import flatten


def program(depth: int, bottom: str = "") -> Program:
    lines = ["int x;", "void f0(void) { x++; " + bottom + " }"]
    lines += [f"void f{i}(void) {{ f{i - 1}(); x--; f{i - 1}(); }}" for i in range(1, depth + 1)]
    return translate("t.c", "\n".join([*lines, f"int main(void) {{ f{depth}(); }}"]), COptions()).program


def test_a_call_is_as_large_as_the_callee() -> None:
    for depth in (0, 1, 5):
        made = program(depth)
        assert expanded_size(made) == len(flatten(made).transitions)
    assert expanded_size(program(40)) > 2**40 > own_size(program(40))


def test_recursive_calls_have_no_end() -> None:
    lines = "void g(int n); void h(int n) { g(n); } void g(int n) { if (n) h(n - 1); }"
    made = translate("t.c", f"{lines} int main(void) {{ g(3); h(2); return 0; }}", COptions()).program
    assert math.isinf(expanded_size(made))
