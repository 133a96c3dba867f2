"""Terms as C statements and expressions: shared and deep parts become local variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.terms.operators import OPERATORS
from maymust.terms.sharing import repeats_of, spell_sharing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from maymust.terms import Term

_NESTING = 20  # deeper expressions become statements

_REPEATS = repeats_of({row: row.c for row in OPERATORS.values() if row.c is not None})


def statements(terms: Sequence[Term], names: Mapping[Term, str], prefix: str) -> tuple[list[str], list[str]]:
    """The C statements to execute first, and then the expressions of the terms.

    `names` spells the variables, all of type uint64_t; `prefix` begins the names of parts. Requires: no part
    is an array or wider than 64 bits.
    """
    named, texts = spell_sharing(
        terms,
        _REPEATS,
        _NESTING,
        leaf=lambda part: names[part] if part.value is None else _constant(part),
        apply=_c_code,
        name=lambda n: f"{prefix}{n}",
    )
    return [f"uint64_t {name} = {text};" for name, text in named], texts


def _constant(part: Term) -> str:
    return f"UINT64_C({part.value})" if part.width else str(int(part.value or 0))


def _c_code(part: Term, arguments: tuple[str, ...]) -> str:
    assert part.op is not None
    return part.op.c_code(arguments, (part.args[0].width, part.width), part.indices)
