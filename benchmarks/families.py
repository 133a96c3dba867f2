"""Families of generated programs, for growth."""

from __future__ import annotations


def locks(count: int, *, faulty: bool = False) -> str:
    """A loop that takes and gives back `count` locks, each under its own condition; if `faulty`, the last is
    given back under another condition than it was taken."""
    lines = ["extern void reach_error(void);", "extern int nondet(void);", "int main(void) {"]
    lines += [f"    int use{i} = nondet(), held{i};" for i in range(count)]
    lines += ["    while (nondet()) {"]
    lines += [f"        held{i} = 0;" for i in range(count)]
    lines += [f"        if (use{i}) held{i} = 1;" for i in range(count)]
    for i in range(count):
        condition = f"use{i - 1}" if faulty and i == count - 1 else f"use{i}"
        lines.append(f"        if ({condition}) {{ if (held{i} != 1) reach_error(); held{i} = 0; }}")
    lines += ["    }", "    return 0;", "}"]
    return "\n".join(lines) + "\n"


def state_machine(states: int) -> str:
    """A protocol of `states` states in a ring, driven by inputs; a counter of rounds must stay in step."""
    lines = ["extern void reach_error(void);", "extern int nondet(void);", "int main(void) {"]
    lines += [
        "    int state = 0, open = 0;",
        "    for (;;) {",
        "        int event = nondet();",
        "        switch (state) {",
    ]
    for i in range(states):
        effect = "open = 1;" if i == 0 else "if (!open) reach_error(); open = 0;" if i == states - 1 else ""
        lines.append(
            f"        case {i}: if (event == {i + 10}) {{ {effect} state = {(i + 1) % states}; }} break;"
        )
    lines += ["        default: reach_error();", "        }", "    }", "}"]
    return "\n".join(lines) + "\n"
