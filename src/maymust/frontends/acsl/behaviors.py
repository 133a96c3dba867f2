"""Behaviors as plain clauses, so that nobody else needs to know of them.

behavior b: assumes P; requires Q; ensures R;    becomes    requires P ==> Q;  ensures \\old(P) ==> R;
complete behaviors a, b;                                    at the start: Pa || Pb
disjoint behaviors a, b;                                    at the start: !(Pa && Pb)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from maymust.diagnostics import Diagnostic, InputError
from maymust.frontends.acsl import tree
from maymust.frontends.acsl.printing import clause_text
from maymust.frozen import frozen
from maymust.ir.source import Span


@frozen
class Plain:
    """A clause, and how it is written; if it is of a behavior, of which one, and what that assumes."""

    clause: tree.Requires | tree.Ensures | tree.Assigns
    text: str
    behavior: str = ""
    assumes: tree.Expression | None = None


@frozen
class Start:
    """What is to be true at the start."""

    condition: tree.Expression
    text: str
    span: Span


def plain_clauses(contract: tree.WrittenContract) -> list[Plain | Start]:
    """The clauses of the contract in order. Raises InputError where names of behaviors are wrong."""
    behaviors: dict[str, tree.Expression] = {}
    for each in contract.clauses:
        if isinstance(each, tree.Behavior):
            if each.name in behaviors:
                raise InputError(Diagnostic("error", f"there are two behaviors `{each.name}`", each.span))
            behaviors[each.name] = _assumed(each)
    found: list[Plain | Start] = []
    for clause in contract.clauses:
        match clause:
            case tree.Behavior():
                found += _cases(clause, behaviors[clause.name])
            case tree.Cover():
                found.append(_covered(clause, behaviors))
            case _:
                found.append(Plain(clause, _text(clause)))
    return found


def assumptions(contract: tree.WrittenContract) -> list[tree.Expression]:
    """What the behaviors assume, even if nothing follows from it."""
    return [_assumed(each) for each in contract.clauses if isinstance(each, tree.Behavior)]


def _cases(behavior: tree.Behavior, assumes: tree.Expression) -> list[Plain]:
    return [
        Plain(each, f"{_text(each)} (behavior {behavior.name})", behavior.name, assumes)
        for each in behavior.clauses
        if not isinstance(each, tree.Assumes)
    ]


def _assumed(behavior: tree.Behavior) -> tree.Expression:
    """All that a behavior assumes."""
    conditions = [each.condition for each in behavior.clauses if isinstance(each, tree.Assumes)]
    return _joined("&&", conditions) if conditions else tree.Word("true", behavior.span)


def _covered(cover: tree.Cover, behaviors: dict[str, tree.Expression]) -> Start:
    names = cover.names or tuple(tree.Name(name, cover.span) for name in behaviors)
    for name in names:
        if name.name not in behaviors:
            known = f"there are {', '.join(behaviors)}" if behaviors else "there are none"
            message = f"there is no behavior `{name.name}`"
            raise InputError(Diagnostic("error", message, name.span, known))
    if not names:
        raise InputError(Diagnostic("error", "there are no behaviors", cover.span))
    cases = [behaviors[name.name] for name in names]
    if cover.kind == "complete":
        return Start(_joined("||", cases), _text(cover), cover.span)
    pairs = [tree.Binary("&&", *pair, cover.span) for pair in combinations(cases, 2)]
    apart: list[tree.Expression] = [tree.Unary("!", pair, cover.span) for pair in pairs]
    return Start(_joined("&&", apart or [tree.Word("true", cover.span)]), _text(cover), cover.span)


def _joined(operator: str, parts: Sequence[tree.Expression]) -> tree.Expression:
    found = parts[0]
    for part in parts[1:]:
        found = tree.Binary(operator, found, part, part.span)
    return found


def _text(clause: tree.Clause) -> str:
    return clause_text(clause).removesuffix(";")
