"""Families of generated programs that look like drivers: routines that share helpers, which change a state
that a rule is about. Each holds, or fails where it is `faulty`."""

from __future__ import annotations

from collections.abc import Callable

_HEAD = ["extern void reach_error(void);", "extern int nondet(void);"]


def layers(depth: int, *, faulty: bool = False) -> str:
    """Each function calls the one below twice; at the bottom a lock is taken and given back."""
    lines = [*_HEAD, "int lock, status;"]
    lines += ["void acquire(void) { if (lock) reach_error(); lock = 1; }"]
    lines += ["void release(void) { if (!lock) reach_error(); lock = 0; }"]
    lines += ["void level0(int k) { acquire(); if (k > 3) status = k; release(); }"]
    for i in range(1, depth + 1):
        spoil = "if (k == 77) acquire();" if faulty and i == depth else ""
        lines.append(f"void level{i}(int k) {{ level{i - 1}(k); {spoil} if (k > {i}) level{i - 1}(k - 1); }}")
    lines += [f"int main(void) {{ level{depth}(nondet()); if (lock) reach_error(); return 0; }}"]
    return "\n".join(lines) + "\n"


def dispatch(routines: int, *, faulty: bool = False) -> str:
    """A dispatcher of requests: each routine takes the lock, works, and gives it back on all ways out."""
    lines = [*_HEAD, "int lock, pending, owner;"]
    lines += ["static void acquire(int who) { if (lock) reach_error(); lock = 1; owner = who; }"]
    lines += ["static void release(int who) { if (!lock || owner != who) reach_error(); lock = 0; }"]
    lines += ["static int transfer(int n) { if (n < 0) return -1; pending = pending + 1; return n > 512; }"]
    for i in range(routines):
        leak = "" if not faulty or i != routines - 1 else "if (size == 1234) return 7;"
        lines.append(
            f"static int request{i}(int size) {{ int r; acquire({i + 1}); r = transfer(size - {i}); {leak}"
            f" if (r < 0) {{ release({i + 1}); return r; }}"
            f" r = r + transfer(r); release({i + 1}); return r; }}"
        )
    lines += ["int main(void) {", "    for (int round = 0; round < 2; round++) {"]
    lines += ["        int code = nondet(), size = nondet();", "        switch (code) {"]
    lines += [f"        case {i}: request{i}(size); break;" for i in range(routines)]
    lines += ["        }", "        if (lock) reach_error();", "    }", "    return 0;", "}"]
    return "\n".join(lines) + "\n"


def completion(routines: int, *, faulty: bool = False) -> str:
    """Requests that are completed or passed down exactly once, by helpers that all routines share."""
    lines = [*_HEAD, "int completed, passed;"]
    lines += [
        "static int complete(int s) { if (completed || passed) reach_error(); completed = 1; return s; }"
    ]
    lines += ["static int pass(int s) { if (completed || passed) reach_error(); passed = 1; return s + 1; }"]
    lines += ["static int check(int s) { if (s < 0) return -1; if (s > 100) return 1; return 0; }"]
    lines += ["static int finish(int s) { int c = check(s); if (c < 0) return complete(c); return pass(s); }"]
    for i in range(routines):
        lower = f"handle{i - 1}(s - 1)" if i else "finish(s)"
        again = "if (s == 55) complete(s);" if faulty and i == routines - 1 else ""
        lines.append(
            f"static int handle{i}(int s) {{ int r; if (check(s) > 0) r = finish(s - {i}); else r = {lower};"
            f" {again} return r; }}"
        )
    lines += ["int main(void) {", f"    handle{routines - 1}(nondet());"]
    lines += ["    if (completed + passed != 1) reach_error();", "    return 0;", "}"]
    return "\n".join(lines) + "\n"


def levels(routines: int, *, faulty: bool = False) -> str:
    """The interrupt level: it is raised, and lowered to what it was, by helpers with the level in between."""
    lines = [*_HEAD, "int level;"]
    lines += ["static int raise(int to) { int old = level; if (to < level) reach_error(); level = to;"]
    lines += ["    return old; }"]
    lines += ["static void lower(int to) { if (to > level) reach_error(); level = to; }"]
    lines += ["static int clamp(int n) { if (n < 0) return 0; if (n > 2) return 2; return n; }"]
    for i in range(routines):
        below = f"work{i - 1}(n)" if i else "clamp(n)"
        kept = "" if not faulty or i != routines - 1 else "if (n == 4321) old = 3;"
        lines.append(
            f"static int work{i}(int n) {{ int old = raise(level < 2 ? clamp(n) + level : level);"
            f" int r = {below}; {kept} lower(old); return r; }}"
        )
    lines += ["int main(void) {", f"    level = 0; work{routines - 1}(nondet());"]
    lines += ["    if (level) reach_error();", "    return 0;", "}"]
    return "\n".join(lines) + "\n"


FAMILIES: dict[str, tuple[Callable[..., str], tuple[int, ...]]] = {
    "layers": (layers, (1, 2, 3, 4, 6, 8)),
    "dispatch": (dispatch, (2, 4, 8)),
    "completion": (completion, (1, 2, 3, 4, 6)),
    "levels": (levels, (1, 2, 3, 4)),
}
