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


def aliases(count: int) -> str:
    """Fig. 5 of the article on DASH: a pointer that is none of `count` others where it is written through."""
    names = [f"p{i}" for i in range(1, count + 1)]
    lines = [
        "extern void reach_error(void);",
        f"void foo(int *p, {', '.join(f'int *{q}' for q in names)}) {{",
    ]
    lines += [f"    if (p == {q}) return;" for q in names]
    lines += [f"    *{q} = 0;" for q in names]
    lines += ["    *p = 1;", f"    if ({' || '.join(f'*{q} == 1' for q in names)}) reach_error();"]
    lines += [f"    p = {q};" for q in names]
    return "\n".join([*lines, "}"]) + "\n"


def aliases_by_lines(count: int) -> str:
    """The same as the article has it: one assignment or condition an edge, and no pointer points nowhere."""
    names = [f"p{i}" for i in range(1, count + 1)]
    written = f"(or false {' '.join(f'(eq (select M {q}) 1:32)' for q in names)})"
    steps = [f'havoc {v} uninitialised "{v}"' for v in ("M", "p", *names)]
    steps += [f"assume (not (eq p {q}))" for q in names]
    steps += [f"M := (store M {q} 0:32)" for q in names]
    steps += ["M := (store M p 1:32)", f"assume {written}"]
    at = [0, *range(2, len(steps) + 2)]
    lines = ['program "foo.c" LP64 entry foo', 'property P1 assert "nothing is 1" @ 1:1-1:2']
    lines += ["procedure %start entry 0 exit 1", 'local M bv32->bv32 unsigned "M"']
    lines += [f'local {v} bv32 unsigned "{v}"' for v in ("p", *names)]
    for i, step in enumerate(steps):
        lines.append(f"{at[i]} -> {at[i + 1]}: {step} @ 1:1-1:2")
        if step.startswith("assume"):
            lines.append(f"{at[i]} -> 1: assume (not {step.removeprefix('assume ')}) @ 1:1-1:2")
    return "\n".join([*lines, f"{at[-1]} -> 1: error P1 @ 1:1-1:2", "end"]) + "\n"
