"""Small random C functions, and all their executions from small inputs, for bounded verification."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random

from maymust.interp.replay import InputValue, Run, replay
from maymust.ir.memory import Role
from maymust.ir.program import Havoc, Program, node_name
from maymust.terms import ArraySort, ArrayValue, Term, Value, array_value, to_signed

OUTSIDE = 1 << 31
NUMBERS = ["a", "b", "x", "y"]
UNSIGNED = ["u"]
POINTERS = ["p", "q", "t"]


def arithmetic_function(random: Random) -> str:
    """A function `test` over numbers: branches, a loop of up to three rounds, calls, an unsigned number."""
    body = "\n".join(_statement(random, 2) for _ in range(random.randint(2, 4)))
    loop = f"for (int i = 0; i < {random.randint(1, 3)}; i++) {{ {_assignment(random)} {_maybe(random)} }}"
    return f"""
#include <assert.h>
static int g;
static signed char c;
static int helper(int n) {{ if ({_condition(random, ["n", "g"])}) {{ g = {random.randint(-2, 2)}; return n; }}
    return {_expression(random, ["n", "g"])}; }}
void test(int a, int b, unsigned u) {{
    int x = {random.randint(-2, 2)}, y = a;
{body}
    {loop if random.random() < 0.6 else ""}
    assert({_condition(random, [*NUMBERS, "g", "c", "u"])});
    assert({_condition(random, [*NUMBERS, "g"])});
}}
"""


def _maybe(random: Random) -> str:
    return random.choice(["", f"if ({_condition(random, NUMBERS)}) break;", "if (i == x) continue; y = i;"])


def _statement(random: Random, depth: int) -> str:
    kind = random.random()
    if depth and kind < 0.35:
        return f"if ({_condition(random, NUMBERS)}) {{ {_statement(random, depth - 1)} }}" + (
            f" else {{ {_statement(random, depth - 1)} }}" if random.random() < 0.5 else ""
        )
    if kind < 0.5:
        return f"{random.choice(NUMBERS)} = helper({random.choice(NUMBERS)});"
    if kind < 0.6:
        return (
            f"u = {random.choice(['u >> 1', 'u / 2', 'u % 3', '(unsigned)x', 'u & 3', '(unsigned char)a'])};"
        )
    if kind < 0.7:
        return f"c = (signed char)({_expression(random, NUMBERS)});"
    return _assignment(random)


def _assignment(random: Random) -> str:
    return f"{random.choice([*NUMBERS, 'g'])} = {_expression(random, [*NUMBERS, 'g', 'c'])};"


def _expression(random: Random, names: list[str]) -> str:
    left, right = random.choice(names), random.choice([*names, "1", "2", "-1", "3"])
    operator = random.choice(["+", "-", "*", "&", "|", "^", "+", "-", "<<", ">>", "/", "%"])
    if operator in ("<<", ">>", "/", "%"):
        right = random.choice(["1", "2"])
    if operator == "<<":
        left = f"({left} & 3)"
    return random.choice([left, f"{left} {operator} {right}", f"{left} {operator} {right}"])


def _condition(random: Random, names: list[str]) -> str:
    left, right = random.choice(names), random.choice([*names, "0", "1", "-2", "2"])
    one = f"{left} {random.choice(['<', '<=', '==', '!=', '>', '>='])} {right}"
    return (
        one if random.random() < 0.7 else f"{one} {random.choice(['&&', '||'])} {random.choice(names)} != 1"
    )


def heap_function(random: Random) -> str:
    """A function `test` over lists: fields are read and written, nodes allocated, pointers compared."""
    body = "\n".join(f"    {_heap_statement(random)}" for _ in range(random.randint(3, 6)))
    walk = "for (t = p; t; t = t->next) { if (t->value == a) break; if (n++ > 1) break; }"
    last = random.choice(
        ["t != q", "p == q || t == p", "n < 2", "t == 0 || t->next != t", "a == n || p != 0"]
    )
    return f"""
#include <assert.h>
#include <stdlib.h>
struct node {{ int value; struct node *next; }};
static struct node *link(struct node *l, struct node *m) {{ if (l && l != m) l->next = m; return l ? l : m; }}
void test(struct node *p, struct node *q, int a) {{
    struct node *t = p; int n = 0;
{body}
    {walk if random.random() < 0.5 else ""}
    if (p && q) assert({_heap_condition(random)});
    assert({last});
}}
"""


def _heap_statement(random: Random) -> str:
    one, other = random.choice(POINTERS), random.choice(POINTERS)
    return random.choice(
        [
            f"if ({one}) {one}->value = {random.choice(['a', 'n', '1'])};",
            f"if ({one}) {one}->next = {other};",
            f"if ({other}) {one} = {other}->next;",
            f"{one} = {other};",
            f"{one} = malloc(sizeof *{one}); {one}->next = {other}; {one}->value = 2;",
            f"{one} = link({one}, {other});",
            f"if ({one} == {other}) n++;",
            f"if ({one} && {one}->value == a) {one} = 0;",
        ]
    )


def _heap_condition(random: Random) -> str:
    choices = [
        "p->value == q->value",
        "p->next != q",
        "p != q",
        "p->next != p",
        "q->next == 0 || q->next == p",
    ]
    return random.choice(choices)


# ------------------------------------------------------------------------------------------------ executions
def executions(program: Program, numbers: range, objects: int, values: range) -> Iterator[Run]:
    """All runs of the program in which numbers that it is given, and those in memory, are in these ranges,
    and pointers are null or to one of so many objects from outside."""
    start = program.procedures[program.start]
    reads = [edge for edge in start.edges if isinstance(edge.statement, Havoc)]
    choices = [list(_choices(edge.statement.target, numbers, objects, values)) for edge in reads]
    nodes = [node_name("", start.name, edge.source) for edge in reads]
    for chosen in itertools.product(*choices):
        yield replay(program, [InputValue(*each) for each in zip(nodes, chosen, strict=True)], 5_000)


def _choices(target: Term, numbers: range, objects: int, values: range) -> Iterator[Value]:
    name = target.name or ""
    pointers = [0, *range(OUTSIDE, OUTSIDE + objects)]
    if not isinstance(target.sort, ArraySort):
        if name.endswith(".object"):
            yield from pointers
        else:
            mask = (1 << target.width) - 1
            yield from sorted({each & mask for each in numbers} if target.width > 1 else {0, 1})
        return
    is_pointer = ".object" in name
    held = pointers if is_pointer else [each & ((1 << target.sort.element) - 1) for each in values]
    for each in itertools.product(held, repeat=objects):
        default = (1 << 32) - 1 if is_pointer else 0
        yield array_value(
            target.sort.index, default, zip(range(OUTSIDE, OUTSIDE + objects), each, strict=True)
        )


def largest_number(run: Run, program: Program) -> int:
    """The largest magnitude of a number that the run computes."""
    variables = program.variables()
    found = 0
    for step in run.steps:
        for term, value in step.changes:
            if isinstance(value, ArrayValue) or term.name is None or term.width != 32:
                continue
            variable = variables[term.name]
            if variable.role in (Role.VALUE, Role.TEMPORARY) and variable.source_name:
                found = max(found, abs(to_signed(value, 32)))
    return found
