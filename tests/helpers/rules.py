"""Which rules of simplification fire."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.terms import make

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pytest

    from maymust.terms import Term
    from maymust.terms.operators import Operator, Simplification

Rule = tuple[str, str]  # an operator and a rule of it
Combination = tuple["Operator", tuple["Term", ...], tuple[int, ...]]


def rules_of(operators: Iterable[Operator]) -> set[Rule]:
    return {(op.name, rule.__name__) for op in operators for rule in op.simplifications}


def fired_rules(
    monkeypatch: pytest.MonkeyPatch, operators: Iterable[Operator], combinations: Iterable[Combination]
) -> set[Rule]:
    """The rules that change something where terms are made of the combinations."""
    fired: set[Rule] = set()

    def spying(op: Operator, rule: Simplification) -> Simplification:
        def spy(args: tuple[Term, ...], indices: tuple[int, ...]) -> Term | None:
            result = rule(args, indices)
            if result is not None:
                fired.add((op.name, rule.__name__))
            return result

        return spy

    for op in operators:
        monkeypatch.setattr(op, "simplifications", [spying(op, rule) for rule in op.simplifications])
    for op, args, indices in combinations:
        make(op, args, indices)
    return fired
