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

# What is done to a leaf: it moves to other lines; its bound is tightened, widened, broken so that an
# assertion fails; a case is added; it is written anew with a loop, a loop in a loop, a loop over something
# else than the result, a loop in a new function that it calls.
Edit = Literal[
    "none", "moved", "tightened", "widened", "broken", "branched", "looped", "nested", "counted", "delegated"
]


@dataclass(frozen=True)
class _Function:
    """A function's text, and the range of what it returns."""

    name: str
    text: str
    low: int
    high: int


def layered_program(edit: Edit = "none", edited: int = 0, seed: int = 1) -> str:
    """The program, after an edit of one of its leaves. What was known of it still holds unless its bound was
    `widened`, which suffices for all assertions, or `broken`, which violates one if the leaf is the first."""
    choose = random.Random(seed)
    leaves = [_leaf(number, edit if number == edited else "none", choose) for number in range(LEAVES)]
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
    name, device = f"leaf{number}", f"device{choose.randrange(_DEVICES)}"
    if number == 0 or choose.random() < 0.8:
        text = _clamp(name, low, high, edit)
    else:
        text = _driver(name, low, high, device, edit)
    return _Function(name, text, low, high)


def _clamp(name: str, low: int, high: int, edit: Edit) -> str:
    top = high + {"tightened": -3, "widened": 3, "broken": 5000}.get(edit, 0)
    added = f"    if (x == {low + 2}) return {low + 1};\n" if edit == "branched" else ""
    body = _loop(name, low, high, "x > r", edit)
    if body is not None:
        return body
    return f"""int {name}(int x) {{
{added}    if (x < {low}) return {low};
    if (x > {top}) return {top};
    return x;
}}"""


def _driver(name: str, low: int, high: int, device: str, edit: Edit) -> str:
    top = high + {"tightened": -3, "widened": 3, "broken": 5000}.get(edit, 0)
    added = f"    if ({device} == 1 && x < 0) return {low};\n" if edit == "branched" else ""
    body = _loop(name, low, high, f"x > r + {device}", edit)
    if body is not None:
        return body
    return f"""int {name}(int x) {{
{added}    if ({device} == 0 && x > {low}) {{ {device} = 1; return {top}; }}
    if ({device} == 1) {{ {device} = 0; return {low}; }}
    return {low} + 1;
}}"""


def _loop(name: str, low: int, high: int, wanted: str, edit: Edit) -> str | None:
    """A leaf that comes to its result in steps, as long as more is wanted; None for edits without loops."""
    if edit == "looped":
        body = f"while (r < {high} && {wanted}) r++;"
    elif edit == "nested":
        inner = f"while (j < 4 && r < {high}) {{ j++; if ({wanted}) r++; }}"
        body = f"for (int i = 0; i < 3; i++) {{ int j = 0; {inner} }}"
    elif edit == "counted":
        body = f"for (int i = 0; i < 4; i++) if (x > i && r < {high}) r = r + 1;"
    elif edit == "delegated":
        return f"""static int {name}_from(int r, int x) {{
    while (r < {high} && {wanted}) r++;
    return r;
}}
int {name}(int x) {{ return {name}_from({low}, x); }}"""
    else:
        return None
    return f"int {name}(int x) {{\n    int r = {low};\n    {body}\n    return r;\n}}"


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
