"""Which integer a bit-vector variable should be: its signed or its unsigned reading.

A heuristic: a variable that is read the way it is mostly used needs the fewest case distinctions. Nothing
depends on the choice but speed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.terms import operators as ops

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from maymust.terms import Term

_SIGNED = frozenset((ops.SLT, ops.SDIV, ops.SREM, ops.ASHR, ops.SEXT))
_UNSIGNED = frozenset((ops.ULT, ops.UDIV, ops.UREM, ops.LSHR, ops.ZEXT))
_TRANSPARENT = frozenset((ops.ADD, ops.SUB, ops.MUL, ops.ITE))  # used as their operands are used
_ROUNDS = 5


def signed_variables(parts: Sequence[Term], copies: Iterable[tuple[Term, Term]] = ()) -> dict[Term, bool]:
    """Whether each variable among the parts should be signed, as far as their use tells.

    Requires: arguments stand before the terms that use them. A `copy` is a variable and the term that it is
    assigned: where that is a variable, too, as in an equality, the use of the one tells about the other.
    """
    scores = _scores(parts)
    equal = [part.args for part in parts if part.op is ops.EQ]
    pairs = [(a, b) for a, b in (*equal, *copies) if a.name is not None and b.name is not None]
    for _ in range(_ROUNDS):
        for a, b in pairs:
            for known, other in ((a, b), (b, a)):
                if scores.get(known) and not scores.get(other):
                    scores[other] = scores[known]
    return {term: score >= 0 for term, score in scores.items() if term.name is not None}


def _scores(parts: Sequence[Term]) -> dict[Term, int]:
    """How often each part is used as a signed number, less how often as an unsigned one."""
    scores: dict[Term, int] = {}
    for part in reversed(parts):
        if part.op in _SIGNED:
            vote = 1
        elif part.op in _UNSIGNED:
            vote = -1
        else:
            score = scores.get(part, 0) if part.op in _TRANSPARENT else 0
            vote = (score > 0) - (score < 0)
        if vote:
            for argument in part.args:
                scores[argument] = scores.get(argument, 0) + vote
    return scores
