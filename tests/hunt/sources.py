"""Sources: where the selector `k` of a pattern comes from, and for which inputs it is what."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Case = tuple[int, int | None]
"""The value of the input, and the selector that it leads to; None if the run ends before."""


@dataclass(frozen=True)
class Source:
    """Statements that define `int k`, or an expression for it; `cases` are all inputs that matter. Without an
    input there is one case."""

    name: str
    before: str
    cases: tuple[Case, ...]
    top: str = ""
    expression: str = "k"
    has_input: bool = True
    recursive: bool = False


Maker = Callable[[random.Random, Sequence[int]], Source | None]


def _literal(_: random.Random, values: Sequence[int]) -> Source | None:
    if len(values) != 1:
        return None
    text = str(values[0]) if values[0] >= 0 else f"({values[0]})"
    return Source("literal", "", ((0, values[0]),), expression=text, has_input=False)


def _constant(_: random.Random, values: Sequence[int]) -> Source | None:
    if len(values) != 1:
        return None
    return Source("constant", f"int k = {values[0]};", ((0, values[0]),), has_input=False)


def _counted(_: random.Random, values: Sequence[int]) -> Source | None:
    """By a loop; the input is no input of C."""
    if len(values) != 1 or not 0 <= values[0] <= 5:
        return None
    text = f"int k = 0;\nfor (int i = 0; i < {values[0]}; i++) {{\nk++;\n}}"
    return Source("counted", text, ((0, values[0]),), has_input=False)


def _recursive(_: random.Random, values: Sequence[int]) -> Source | None:
    if len(values) != 1 or not 0 <= values[0] <= 3:
        return None
    top = "static int @deep(int n)\n{\nreturn n > 0 ? 1 + @deep(n - 1) : 0;\n}"
    before = f"int k = @deep({values[0]});"
    return Source("recursive", before, ((0, values[0]),), top, has_input=False, recursive=True)


def _masked(_: random.Random, values: Sequence[int]) -> Source | None:
    count = len(values)
    if count & count - 1 or list(values) != list(range(values[0], values[0] + count)):
        return None
    text = f"int k = (__VERIFIER_nondet_int() & {count - 1}) + {values[0]};"
    return Source("masked", text, tuple((i, value) for i, value in enumerate(values)))


def _ranged(rng: random.Random, values: Sequence[int]) -> Source | None:
    """By an assumption, or by leaving."""
    low, high = values[0], values[-1]
    if list(values) != list(range(low, high + 1)):
        return None
    guard = rng.choice(
        [
            f"__VERIFIER_assume(k >= {low} && k <= {high});",
            f"__VERIFIER_assume(k > {low - 1});\n__VERIFIER_assume(k < {high + 1});",
            f"if (k < {low} || k > {high})\nreturn 0;",
        ]
    )
    cases = [(value, value) for value in values]
    cases += [(low - 1, None), (high + 1, None), (2**31 - 1, None), (-(2**31), None)]
    return Source("ranged", f"int k = __VERIFIER_nondet_int();\n{guard}", tuple(cases))


def _branch(rng: random.Random, values: Sequence[int]) -> Source | None:
    """Only some inputs lead to one of two."""
    if len(values) != 2:
        return None
    edge = rng.choice([0, 7, -3, 1000000])
    first, second = rng.sample(list(values), 2)
    form = rng.choice(
        [
            "int k = {b};\nif (x > {e}) {{\nk = {a};\n}}",
            "int k = x > {e} ? {a} : {b};",
            "int k;\nif (x > {e})\nk = {a};\nelse\nk = {b};",
        ]
    )
    text = "int x = __VERIFIER_nondet_int();\n" + form.format(a=first, b=second, e=edge)
    cases = ((edge, second), (edge + 1, first), (2**31 - 1, first), (-(2**31), second))
    return Source("branch", text, cases)


def _bool(_: random.Random, values: Sequence[int]) -> Source | None:
    if len(values) != 2:
        return None
    text = f"_Bool x = __VERIFIER_nondet_bool();\nint k = x ? {values[0]} : {values[1]};"
    return Source("bool", text, ((1, values[0]), (0, values[1])))


def _switch(_: random.Random, values: Sequence[int]) -> Source | None:
    if not 1 < len(values) <= 4:
        return None
    arms = "".join(f"case {i}:\nk = {value};\nbreak;\n" for i, value in enumerate(values[:-1]))
    text = f"int k;\nswitch (__VERIFIER_nondet_int() & 3) {{\n{arms}default:\nk = {values[-1]};\n}}"
    return Source("switch", text, tuple((i, values[min(i, len(values) - 1)]) for i in range(4)))


def _table(_: random.Random, values: Sequence[int]) -> Source | None:
    if len(values) not in (2, 4):
        return None
    texts = ", ".join(map(str, values))
    top = f"static const int @table[{len(values)}] = {{{texts}}};"
    text = f"unsigned char x = __VERIFIER_nondet_uchar();\nint k = @table[x & {len(values) - 1}];"
    return Source("table", text, tuple(enumerate(values)), top)


def _called(_: random.Random, values: Sequence[int]) -> Source | None:
    if len(values) != 2:
        return None
    top = f"static int @pick(int x)\n{{\nif (x & 4)\nreturn {values[0]};\nreturn {values[1]};\n}}"
    text = "int k = @pick(__VERIFIER_nondet_int());"
    return Source("called", text, ((4, values[0]), (0, values[1]), (-1, values[0])), top)


_MAKERS: tuple[Maker, ...] = (
    _literal,
    _constant,
    _counted,
    _recursive,
    _masked,
    _ranged,
    _branch,
    _bool,
    _switch,
    _table,
    _called,
)


def source_of(rng: random.Random, values: Sequence[int], *, recursion: bool) -> Source:
    """A source from which all of these values come, and no others."""
    ordered = sorted(set(values))
    made = [made for maker in _MAKERS if (made := maker(rng, ordered)) is not None]
    return rng.choice([source for source in made if recursion or not source.recursive])


def has_source(values: Sequence[int]) -> bool:
    """Whether there is a source of these values."""
    ordered = sorted(set(values))
    return any(maker(random.Random(0), ordered) for maker in _MAKERS)


def plain_source(values: Sequence[int]) -> Source:
    """The simplest one."""
    return next(
        made for maker in _MAKERS if (made := maker(random.Random(0), sorted(set(values)))) is not None
    )
