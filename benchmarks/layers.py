"""A program of a hundred functions, as large systems are built: leaves, layers that share them, and a loop.

Leaves clamp, or keep the state of a device in globals; the layers above combine what they are told, and some
assert what follows from it. So an assertion needs facts about functions that are called.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

LEAVES, LOWER, UPPER, TOPS = 50, 28, 15, 6
_DEVICES = 6
_ASSERTED = 4  # every so many functions of the lower layer assert what they return
EDITED = 0  # the leaf that an edit changes

Edit = Literal["none", "moved", "tightened", "widened", "broken"]


@dataclass(frozen=True)
class _Function:
    """A function's text, and the range of what it returns."""

    name: str
    text: str
    low: int
    high: int


def layered_program(edit: Edit = "none", seed: int = 1) -> str:
    """The program; `moved` has other line numbers, `tightened`, `widened` and `broken` another leaf: what is
    known of it still holds, no longer holds but suffices for all assertions, or violates one."""
    choose = random.Random(seed)
    leaves = [_leaf(number, edit, choose) for number in range(LEAVES)]
    lower = [_layer(f"low{n}", n, leaves, choose, n % _ASSERTED == 0) for n in range(LOWER)]
    upper = [_layer(f"up{n}", n, lower, choose, False) for n in range(UPPER)]
    tops = [_top(n, upper) for n in range(TOPS)]
    globals_ = [f"int device{n} = 0;" for n in range(_DEVICES)]
    head = ["#include <assert.h>", "extern int nondet(void);", *globals_]
    if edit == "moved":
        head[1:1] = ["/* A comment that moves everything. */", ""]
    functions = [f.text for f in (*leaves, *lower, *upper, *tops)]
    return "\n".join([*head, *functions, _main(tops)]) + "\n"


def _leaf(number: int, edit: Edit, choose: random.Random) -> _Function:
    low, high = choose.randrange(0, 50), choose.randrange(60, 100)
    name, device = f"leaf{number}", choose.randrange(_DEVICES)
    if number == EDITED or choose.random() < 0.8:
        changed = {"tightened": high - 3, "widened": high + 3, "broken": high + 5000}
        top = changed.get(edit, high) if number == EDITED else high
        text = f"""int {name}(int x) {{
    if (x < {low}) return {low};
    if (x > {top}) return {top};
    return x;
}}"""
        return _Function(name, text, low, high)
    text = f"""int {name}(int x) {{
    if (device{device} == 0 && x > {low}) {{ device{device} = 1; return {high}; }}
    if (device{device} == 1) {{ device{device} = 0; return {low}; }}
    return {low} + 1;
}}"""
    return _Function(name, text, low, high)


def _layer(name: str, number: int, below: list[_Function], choose: random.Random, asserts: bool) -> _Function:
    """Calls three functions of the layer below, two of which are called by few others. The bound that is
    asserted leaves some room."""
    first, second = below[2 * number % len(below)], below[(2 * number + 1) % len(below)]
    third = below[choose.randrange(len(below))]
    low = min(first.low, second.low)
    high = max(first.high, second.high)
    claim = f"    assert(r <= {high + 20});\n" if asserts else ""
    text = f"""int {name}(int x) {{
    int r = 0;
    if (x > {number * 7}) {{
        r = {first.name}(x);
        {third.name}(x + 1);
    }} else {{
        r = {second.name}(x);
    }}
{claim}    return r;
}}"""
    return _Function(name, text, low, high)


def _top(number: int, below: list[_Function]) -> _Function:
    """Counts, then calls three functions of the layer below."""
    used = [below[(3 * number + k) % len(below)] for k in range(3)]
    rounds = 10 + number
    text = f"""int top{number}(int x) {{
    int n = 0;
    while (nondet() && n < {rounds})
        n++;
    int r = {used[0].name}(x);
    r += n;
    if (r > {used[0].high + rounds - 5})
        x = {used[1].name}(n);
    {used[2].name}(x);
    assert(n <= {rounds});
    return n;
}}"""
    return _Function(f"top{number}", text, 0, rounds)


def _main(tops: list[_Function]) -> str:
    calls = "\n".join(f"    if (k == {n}) last = {top.name}(nondet());" for n, top in enumerate(tops))
    return f"""int main(void) {{
    int k = nondet(), last = 0;
{calls}
    assert(last >= 0);
    return 0;
}}"""
