"""Terms as C statements and expressions: shared and deep parts become local variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.terms.c_spelling import wide_code, wide_constant
from maymust.terms.operators import OPERATORS, SELECT
from maymust.terms.sharing import repeats_of, spell_sharing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from maymust.terms import Term

_NESTING = 20  # deeper expressions become statements
_READ = "get({0}, {1})"

_REPEATS = repeats_of({row: row.c for row in OPERATORS.values() if row.c is not None} | {SELECT: _READ})


def c_type(width: int) -> str:
    """The type of values of so many bits, 0 for Bool."""
    return "mm_wide" if width > 64 else "uint64_t"


def statements(terms: Sequence[Term], names: Mapping[Term, str], prefix: str) -> tuple[list[str], list[str]]:
    """The C statements to execute first, and then the expressions of the terms.

    `names` spells the variables, arrays as pointers to them; `prefix` begins the names of parts. Requires:
    arrays are nothing but variables that are read; no other part is wider than `c_spelling.WIDEST`.
    """
    named, texts = spell_sharing(
        terms,
        _REPEATS,
        _NESTING,
        leaf=lambda part: names[part] if part.value is None else _constant(part),
        apply=_c_code,
        name=lambda n: f"{prefix}{n}",
    )
    return [f"{c_type(part.width)} {name} = {text};" for name, part, text in named], texts


def _constant(part: Term) -> str:
    if part.width > 64:
        return wide_constant(part.value or 0)
    return f"UINT64_C({part.value})" if part.width else str(int(part.value or 0))


def _c_code(part: Term, arguments: tuple[str, ...]) -> str:
    assert part.op is not None
    if part.op is SELECT:
        return _READ.format(*arguments)
    if max(part.width, *[argument.width for argument in part.args]) > 64:
        return wide_code(part, arguments)
    return part.op.c_code(arguments, (part.args[0].width, part.width), part.indices)
