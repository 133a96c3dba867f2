"""Families of generated programs that consist of functions, as drivers do: what they have in common is
called from many places."""

from __future__ import annotations

_HEAD = ["extern void reach_error(void);", "extern int nondet(void);"]


def driver(routines: int, *, faulty: bool = False) -> str:
    """A driver that serves requests by `routines` routines, all of which take a lock, do something, keep
    books that do not matter, and give the lock back; if `faulty`, the last one returns early in one case."""
    lines = [*_HEAD, "int locked, pending, books;"]
    lines += [
        "void acquire(void) { if (locked) reach_error(); locked = 1; }",
        "void release(void) { if (!locked) reach_error(); locked = 0; }",
        "void note(int what) { if (what > 10) books = books + what; else books = books - 1; }",
        "int start(int code) { if (code > 3) { pending = pending + 1; return 1; } return 0; }",
    ]
    for i in range(routines):
        leave = " if (code == 77) return;" if faulty and i == routines - 1 else ""
        lines += [
            f"void routine{i}(int code) {{",
            "    int status = 0;",
            "    acquire();",
            f"    if (code > {i}) status = start(code);",
            f"    note(code);{leave}",
            "    release();",
            "    if (status) note(status);",
            "}",
        ]
    lines += [
        "int main(void) {",
        "    while (nondet()) {",
        "        int request = nondet(), code = nondet();",
    ]
    lines += [f"        if (request == {i}) routine{i}(code);" for i in range(routines)]
    return "\n".join([*lines, "    }", "    return 0;", "}"]) + "\n"


def clamps(count: int, *, faulty: bool = False) -> str:
    """`count` inputs that one function brings into a range; if `faulty`, the last range is too large."""
    lines = [*_HEAD, "int clamp(int x, int low, int high) {"]
    lines += ["    if (x < low) return low;", "    if (x > high) return high;", "    return x;", "}"]
    lines += ["int main(void) {"]
    for i in range(count):
        high = 11 + i if faulty and i == count - 1 else 10 + i
        lines.append(f"    int a{i} = nondet(), b{i} = clamp(a{i}, 0, {high});")
    lines += [f"    if (b{i} < 0 || b{i} > {10 + i}) reach_error();" for i in range(count)]
    return "\n".join([*lines, "    return 0;", "}"]) + "\n"


def layers(depth: int, *, faulty: bool = False) -> str:
    """A function that calls the next twice, and so on; the last changes what is checked in the end, in a way
    that does not matter, or does, if `faulty`. What the first is given decides about the way down."""
    lines = [*_HEAD, "int state, count;"]
    wrong = " if (x == 5) state = 2;" if faulty else ""
    lines.append(f"void layer0(int x) {{ if (x > 3) count = count + 1;{wrong} }}")
    lines += [
        f"void layer{i}(int x) {{ layer{i - 1}(x); if (x > {i}) layer{i - 1}(x + 1); }}"
        for i in range(1, depth)
    ]
    lines += ["int main(void) {", "    int x = nondet();", "    state = 1;", f"    layer{depth - 1}(x);"]
    return "\n".join([*lines, "    if (state != 1) reach_error();", "    return 0;", "}"]) + "\n"


def side_shows(count: int, *, faulty: bool = False) -> str:
    """`count` branches and a loop, of which the check in the end is independent but for one variable that
    each leaves as it is; if `faulty`, the last does not."""
    lines = [
        *_HEAD,
        "int state, busy;",
        "void work(int x) { if (x > 0) busy = busy + x; }",
        "int main(void) {",
    ]
    lines += ["    int i, n = nondet();", "    state = 1;"]
    for i in range(count):
        wrong = " state = 0;" if faulty and i == count - 1 else ""
        lines.append(f"    if (nondet() > {i}) {{ work({i});{wrong} }} else busy = {i};")
    lines += ["    for (i = 0; i < n; i++) if (busy > i) busy = busy - 1;"]
    return "\n".join([*lines, "    if (state != 1) reach_error();", "    return 0;", "}"]) + "\n"


def keys(count: int, *, faulty: bool = False) -> str:
    """`count` inputs are looked at by one function that few of them pass; if `faulty`, that all do is an
    error, else that more do."""
    lines = [*_HEAD, "int key(int x) {", "    if (x < 1000) return 0;", "    if (x > 9000) return 0;"]
    lines += ["    if ((x & 15) != 9) return 0;", "    if ((x ^ 3) == 5) return 0;", "    return 1;", "}"]
    lines += ["int main(void) {", "    int passed = 0;"]
    lines += ["    if (key(nondet())) passed = passed + 1;" for _ in range(count)]
    wrong = f"passed == {count}" if faulty else f"passed > {count}"
    return "\n".join([*lines, f"    if ({wrong}) reach_error();", "    return 0;", "}"]) + "\n"


def configured(count: int, *, faulty: bool = False) -> str:
    """`count` settings from outside, each checked in the beginning; then a function is called that uses one
    of them, and another that uses none."""
    lines = [*_HEAD, f"int {', '.join(f'set{i}' for i in range(count))}, mode;"]
    lines += ["int next(int x) { if (x > 5) mode = 1; else mode = 2; return x + 1; }"]
    lines += [f"int use(int x) {{ if (x > set{count - 1}) return set{count - 1}; return x; }}"]
    lines += ["int main(void) {", "    int x = nondet(), y, z;"]
    for i in range(count):
        lines += [f"    set{i} = nondet();", f"    if (set{i} < {i} || set{i} > {100 + i}) return 0;"]
    limit = 50 if faulty else 100 + count
    lines += ["    y = use(x);", "    z = use(y);", "    next(z);"]
    lines += [f"    if (z > {limit}) reach_error();", "    if (mode == 0) reach_error();"]
    return "\n".join([*lines, "    return 0;", "}"]) + "\n"
