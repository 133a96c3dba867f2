"""Random C functions to be run on given arguments; what they compute ends in global variables.

A `Case` stands alone: `t7(…)` is the entry, its parameters are the inputs, and the results are `t7_r0`, … .
All names begin with the case's own, so that many cases fit into one file.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from helpers.c_types import BASIC, DECLARATIONS, TYPES, CType, random_value
from helpers.random_expressions import BINARY, COMPOUND, DIVISIONS, SHIFTS, Expressions, Helper
from helpers.random_statements import Body

WIDE = "unsigned long long"
ROWS = 4
EXPRESSIONS = 3  # in an expression case


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
    """Expressions, one after the other: their values, sizes and signedness, and what they do to variables."""
    parameters = tuple(rng.choice(TYPES) for _ in range(4))
    results = tuple(f"{name}_r{i}" for i in range(2 * EXPRESSIONS + 3))
    makes = Expressions(rng, (Helper(f"{name}_h", 1, (f"{name}_g",)),))
    body = [f"{rng.choice(TYPES).spelling} {v} = {rng.choice('abcd')};" for v in "xyz"]
    for i in range(EXPRESSIONS):
        text = makes.full(["a", "b", "c", "d", "x", "y", "z"])
        body.append(f"{results[2 * i]} = ({WIDE})({text});")
        body.append(f"{results[2 * i + 1]} = sizeof({text}) * 2 + ((__typeof__(({text}) + 0))-1 < 0);")
    body += [
        f"{results[-3]} = ({WIDE})x ^ ({WIDE})y << 8 ^ ({WIDE})z << 16;",
        f"{results[-2]} = ({WIDE})a ^ ({WIDE})b << 8 ^ ({WIDE})c << 16 ^ ({WIDE})d << 24;",
        f"{results[-1]} = ({WIDE}){name}_g;",
    ]
    text = _globals(results) + _helper(name, rng) + _function(f"void {name}({_parameters(parameters)})", body)
    return Case(name, text, parameters, results, _rows(rng, parameters, model), f"{name}_h(" in text)


def statement_case(name: str, rng: random.Random, model: str) -> Case:
    """A function of statements, called twice, so that static variables show."""
    parameters = tuple(rng.choice(TYPES) for _ in range(3))
    results = tuple(f"{name}_r{i}" for i in range(4))
    function, trail = f"{name}_f", f"{name}_t"
    helpers = (Helper(f"{name}_h", 1, (f"{name}_g",)),)
    body = Body(rng, Expressions(rng, helpers), trail).function(["a", "b", "c", f"{name}_g"])
    calls = [
        f"{results[0]} = ({WIDE}){function}(a, b, c);",
        f"{results[1]} = ({WIDE}){function}(b, a, c);",
        f"{results[2]} = {trail};",
        f"{results[3]} = ({WIDE}){name}_g;",
    ]
    head = f"{rng.choice(TYPES).spelling} {function}({_parameters(parameters)})"
    text = _globals((*results, trail)) + _helper(name, rng) + "\n".join((head, *body, ""))
    text += _function(f"void {name}({_parameters(parameters)})", calls)
    return Case(name, text, parameters, results, _rows(rng, parameters, model), stateful=True)


def pair_case(name: str, rng: random.Random, model: str, left: CType, right: CType) -> Case:
    """Every binary operator and compound assignment on one pair of types."""
    parameters = (left, right)
    operators = [(op, "") for op in BINARY] + [(op[:-1], "=") for op in COMPOUND]
    results = tuple(f"{name}_r{i}" for i in range(len(operators)))
    body = [f"{left.spelling} v;"]
    for (op, assigns), result in zip(operators, results, strict=True):
        # Guarded, for one undefined result would hide the others.
        operand = "(b | 1)" if op in DIVISIONS else "(b & 15)" if op in SHIFTS else "b"
        if assigns:
            body += ["v = a;", f"{result} = ({WIDE})(v {op}= {operand});", f"{result} ^= ({WIDE})v << 1;"]
        else:
            body.append(f"{result} = ({WIDE})(a {op} {operand});")
    text = _globals(results) + _function(f"void {name}({_parameters(parameters)})", body)
    return Case(name, text, parameters, results, _rows(rng, parameters, model))


def all_pairs() -> list[tuple[CType, CType]]:
    """Every pair of basic types."""
    return [(left, right) for left in BASIC for right in BASIC]


def _globals(names: Sequence[str]) -> str:
    return "".join(f"{WIDE} {name};\n" for name in names)


def _function(head: str, body: Sequence[str]) -> str:
    return "\n".join([head, "{", *(f"    {line}" for line in body), "}", ""])


def _parameters(types: tuple[CType, ...]) -> str:
    return ", ".join(f"{t.spelling} {name}" for t, name in zip(types, "abcdefgh", strict=False))


def _helper(name: str, rng: random.Random) -> str:
    """A function with a side effect, and its variable."""
    kind, given, returned = (rng.choice(TYPES).spelling for _ in range(3))
    start = rng.choice(("0", "1", "-1", "RED", "3 * 7", "sizeof(int)", "'A'", "1ull << 40", "~0u"))
    change = rng.choice((f"{name}_g += p;", f"{name}_g = p;", f"{name}_g ^= p; {name}_g++;", f"{name}_g--;"))
    value = rng.choice((f"{name}_g", "p", f"{name}_g * p", f"{name}_g < p ? p : {name}_g"))
    body = f"{{ {change} return {value}; }}"
    return f"{kind} {name}_g = {start};\n{returned} {name}_h({given} p) {body}\n"


def _rows(rng: random.Random, types: tuple[CType, ...], model: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(random_value(rng, t, model) for t in types) for _ in range(ROWS))
