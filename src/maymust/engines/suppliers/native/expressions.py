"""Terms as C statements and expressions: shared and deep parts become local variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.terms import postorder
from maymust.terms.operators import OPERATORS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from maymust.terms import Term

_NESTING = 20  # deeper expressions become statements

# How often an operator's C text repeats each argument; what is repeated must not be a long expression.
_REPEATS = {row: tuple(row.c.count(f"{{{i}}}") for i in range(row.arity or 0)) for row in OPERATORS.values()}


def statements(terms: Sequence[Term], names: Mapping[Term, str], prefix: str) -> tuple[list[str], list[str]]:
    """The C statements to execute first, and then the expressions of the terms.

    `names` spells the variables, all of type uint64_t; `prefix` begins the names of parts. Requires: no part
    is wider than 64 bits.
    """
    order = list(postorder(terms))
    uses: dict[Term, int] = dict.fromkeys(terms, 1)
    for part in order:
        repeats = _REPEATS[part.op] if part.op is not None else ()
        for index, argument in enumerate(part.args):
            uses[argument] = uses.get(argument, 0) + (repeats[index] if repeats else 1)
    code: dict[Term, str] = {}
    depth: dict[Term, int] = {}
    lines: list[str] = []
    for part in order:
        if part.value is not None:
            code[part] = f"UINT64_C({part.value})" if part.width else str(int(part.value))
        elif part.op is None:
            code[part] = names[part]
        else:
            arguments = tuple([code[argument] for argument in part.args])
            text = part.op.c_code(arguments, (part.args[0].width, part.width), part.indices)
            nesting = 1 + max(depth[argument] for argument in part.args)
            if uses[part] > 1 or nesting > _NESTING:
                name = f"{prefix}{len(lines)}"
                lines.append(f"uint64_t {name} = {text};")
                text, nesting = name, 0
            code[part], depth[part] = text, nesting
            continue
        depth[part] = 0
    return lines, [code[term] for term in terms]
