"""Terms for people: infix, with the names a person gave, constants in the reading that suits.

The text is for eyes only; `terms.text` is the exact form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.terms import operators as ops
from maymust.terms.sorts import to_signed
from maymust.terms.term import TRUE, Term
from maymust.terms.traverse import postorder

if TYPE_CHECKING:
    from collections.abc import Callable

_NEGATED = {ops.EQ: "!=", ops.SLT: ">=", ops.ULT: ">=u"}
_UNSIGNED = (ops.ULT, ops.UDIV, ops.UREM, ops.LSHR)


def pretty(term: Term, name_of: Callable[[Term], str] | None = None, limit: int = 2000) -> str:
    """`term` in infix notation. Text longer than `limit` ends in an ellipsis."""
    texts: dict[Term, str] = {}
    for part in postorder((term,)):
        texts[part] = _one(part, texts, name_of)[: limit + 1]
    text = texts[term]
    if text.startswith("(") and text.endswith(")") and _matches(text):
        text = text[1:-1]
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _one(term: Term, texts: dict[Term, str], name_of: Callable[[Term], str] | None) -> str:
    if term.value is not None:
        if term.width == 0:
            return "true" if term is TRUE else "false"
        return str(to_signed(term.value, term.width))
    op = term.op
    if op is None:
        return name_of(term) if name_of else str(term.name)
    if op is ops.NOT:
        inner = term.args[0]
        sign = _NEGATED.get(inner.op) if inner.op else None
        if sign is None:
            return "!" + texts[inner]
        return _infix(sign, inner, texts)
    if op.infix is not None:
        return _infix(op.infix, term, texts)
    arguments = [texts[a] for a in term.args]
    if op is ops.ITE:
        return "({} ? {} : {})".format(*arguments)
    if op is ops.EXTRACT:
        return f"{arguments[0]}[{term.indices[0]}:{term.indices[1]}]"
    return f"{op.name}{term.width}({', '.join(arguments)})"


def _infix(sign: str, term: Term, texts: dict[Term, str]) -> str:
    unsigned = term.op in _UNSIGNED
    shown = [str(a.value) if unsigned and a.value is not None else texts[a] for a in term.args]
    return "(" + f" {sign} ".join(shown) + ")"


def _matches(text: str) -> bool:
    """Whether the first parenthesis closes only at the end."""
    depth = 0
    for position, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return position == len(text) - 1
    return False
