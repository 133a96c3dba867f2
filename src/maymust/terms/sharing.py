"""Terms as text in which shared and deep parts have names: for compiling to Python and to C."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from maymust.terms.traverse import postorder

if TYPE_CHECKING:
    from maymust.terms.operators import Operator
    from maymust.terms.term import Term

Repeats = Mapping["Operator", tuple[int, ...]]


def repeats_of(templates: Mapping[Operator, str]) -> Repeats:
    """How often each operator's text repeats its arguments: what is repeated must not be long."""
    return {
        row: tuple(template.count(f"{{{i}}}") for i in range(row.arity or 0))
        for row, template in templates.items()
    }


def spell_sharing(
    terms: Sequence[Term],
    repeats: Repeats,
    nesting: int,
    leaf: Callable[[Term], str],
    apply: Callable[[Term, tuple[str, ...]], str],
    name: Callable[[int], str],
) -> tuple[list[tuple[str, Term, str]], list[str]]:
    """The named parts, as (name, part, text) in the order in which they are needed, and the terms' texts.

    `leaf` spells constants and variables, `apply` an application to its arguments' texts, `name` the n-th
    named part. Expressions deeper than `nesting` are broken up.
    """
    order = list(postorder(terms))
    uses: dict[Term, int] = dict.fromkeys(terms, 1)
    for part in order:
        counts = repeats[part.op] if part.op is not None else ()
        for index, argument in enumerate(part.args):
            uses[argument] = uses.get(argument, 0) + (counts[index] if counts else 1)
    texts: dict[Term, str] = {}
    depths: dict[Term, int] = {}
    named: list[tuple[str, Term, str]] = []
    for part in order:
        if part.op is None:
            texts[part], depths[part] = leaf(part), 0
            continue
        text = apply(part, tuple([texts[argument] for argument in part.args]))
        depth = 1 + max(depths[argument] for argument in part.args)
        if uses[part] > 1 or depth > nesting:
            named.append((name(len(named)), part, text))
            text, depth = named[-1][0], 0
        texts[part], depths[part] = text, depth
    return named, [texts[term] for term in terms]
