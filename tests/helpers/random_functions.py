"""Random C functions to be run on given arguments; what they compute ends in global variables.

A `Case` stands alone: `t7(…)` is the entry, its parameters are the inputs, and the results are `t7_r0`, … .
All names begin with the case's own, so that many cases fit into one file.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from helpers.c_types import BASIC, DECLARATIONS, TYPES, CType, random_value
from helpers.random_expressions import COMPOUND, BINARY, DIVISIONS, SHIFTS, Expressions, Helper
from helpers.random_statements import Body

WIDE = "unsigned long long"
ROWS = 5


@dataclass(frozen=True, slots=True)
class Case:
    """A function `name`, and the arguments to try. `stateful`: it changes what it finds at its next call."""

    name: str
    text: str
    parameters: tuple[CType, ...]
    results: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    stateful: bool = False

    @property
    def program(self) -> str:
        """The case as a C file."""
        return DECLARATIONS + self.text


def expression_case(name: str, rng: random.Random, model: str) -> Case:
    """One expression: its value, its size, the signedness of its promoted type, what it does to variables."""
    parameters = tuple(rng.choice(TYPES) for _ in range(4))
    own = [rng.choice(TYPES) for _ in range(3)]
    helpers = (Helper(f"{name}_h", 1, (f"{name}_g",)),)
    variables = ["a", "b", "c", "d", "x", "y", "z"]
    makes = Expressions(rng, helpers)
    text = makes.full(variables)
    results = tuple(f"{name}_r{i}" for i in range(6))
    lines = [
        *(f"{WIDE} {result};" for result in results),
        _helper(name, rng),
        f"void {name}({_parameters(parameters)})",
        "{",
        *(f"    {t.spelling} {v} = {rng.choice('abcd')};" for t, v in zip(own, "xyz", strict=True)),
        f"    {results[0]} = ({WIDE})({text});",
        f"    {results[1]} = sizeof({text}) * 2 + ((__typeof__(({text}) + 0))-1 < 0);",
        f"    {results[2]} = ({WIDE})x;",
        f"    {results[3]} = ({WIDE})y;",
        f"    {results[4]} = ({WIDE})z ^ ({WIDE})a << 5 ^ ({WIDE})b << 10 ^ ({WIDE})c << 15 ^ ({WIDE})d << 20;",
        f"    {results[5]} = ({WIDE}){name}_g;",
        "}",
        "",
    ]
    stateful = f"{name}_h(" in text
    return Case(name, "\n".join(lines), parameters, results, _rows(rng, parameters, model), stateful)


def statement_case(name: str, rng: random.Random, model: str) -> Case:
    """A function of statements, called twice, so that static variables show."""
    parameters = tuple(rng.choice(TYPES) for _ in range(3))
    results = tuple(f"{name}_r{i}" for i in range(4))
    function, trail = f"{name}_f", f"{name}_t"
    helpers = (Helper(f"{name}_h", 1, (f"{name}_g",)),)
    body = Body(rng, Expressions(rng, helpers), trail).function(["a", "b", "c", f"{name}_g"])
    lines = [
        *(f"{WIDE} {result};" for result in (*results, trail)),
        _helper(name, rng),
        f"{rng.choice(TYPES).spelling} {function}({_parameters(parameters)})",
        *body,
        f"void {name}({_parameters(parameters)})",
        "{",
        f"    {results[0]} = ({WIDE}){function}(a, b, c);",
        f"    {results[1]} = ({WIDE}){function}(b, a, c);",
        f"    {results[2]} = {trail};",
        f"    {results[3]} = ({WIDE}){name}_g;",
        "}",
        "",
    ]
    return Case(name, "\n".join(lines), parameters, results, _rows(rng, parameters, model), stateful=True)


def pair_case(name: str, rng: random.Random, model: str, left: CType, right: CType) -> Case:
    """Every binary operator and compound assignment on one pair of types."""
    parameters = (left, right)
    operators = [(op, "") for op in BINARY] + [(op[:-1], "=") for op in COMPOUND]
    results = tuple(f"{name}_r{i}" for i in range(len(operators)))
    lines = [
        *(f"{WIDE} {result};" for result in results),
        f"void {name}({_parameters(parameters)})",
        "{",
        f"    {left.spelling} v;",
    ]
    for (op, assigns), result in zip(operators, results, strict=True):
        # Guarded, for one undefined result would hide the others.
        operand = "(b | 1)" if op in DIVISIONS else "(b & 15)" if op in SHIFTS else "b"
        if assigns:
            lines += ["    v = a;", f"    {result} = ({WIDE})(v {op}= {operand});", f"    {result} ^= ({WIDE})v << 1;"]
        else:
            lines.append(f"    {result} = ({WIDE})(a {op} {operand});")
    lines += ["}", ""]
    return Case(name, "\n".join(lines), parameters, results, _rows(rng, parameters, model))


def all_pairs() -> list[tuple[CType, CType]]:
    """Every pair of basic types."""
    return [(left, right) for left in BASIC for right in BASIC]


def _parameters(types: tuple[CType, ...]) -> str:
    return ", ".join(f"{t.spelling} {name}" for t, name in zip(types, "abcdefgh", strict=False))


def _helper(name: str, rng: random.Random) -> str:
    """A function with a side effect, and its variable."""
    kind, given, returned = (rng.choice(TYPES).spelling for _ in range(3))
    start = rng.choice(("0", "1", "-1", "RED", "3 * 7", "sizeof(int)", "'A'", "1ull << 40", "~0u"))
    change = rng.choice((f"{name}_g += p;", f"{name}_g = p;", f"{name}_g ^= p; {name}_g++;", f"{name}_g--;"))
    value = rng.choice((f"{name}_g", "p", f"{name}_g * p", f"{name}_g < p ? p : {name}_g"))
    body = f"{{ {change} return {value}; }}"
    return f"{kind} {name}_g = {start};\n{returned} {name}_h({given} p) {body}"


def _rows(rng: random.Random, types: tuple[CType, ...], model: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(random_value(rng, t, model) for t in types) for _ in range(ROWS))
