"""Symbolic states, and what is recorded on the way (Forge thesis §3.2 and §4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal as Choice

from maymust import relational as logic
from maymust.engines.forge.translation import Environment
from maymust.frozen import frozen

Rule = Choice["inline", "constrain"]


@frozen
class Strategy:
    """The rule for each kind of statement. Coverage needs `constrain` for all (§4.3.2), as they are here."""

    assign: Rule = "constrain"
    create: Rule = "constrain"
    branch: Rule = "constrain"

    def __str__(self) -> str:
        return "".join("IC"[rule == "constrain"] for rule in (self.assign, self.create, self.branch))


@frozen
class Constraint:
    """A formula of the path constraint, and its slice: the numbers of the statements that it stems from."""

    formula: logic.Formula
    slice: frozenset[int]


@frozen
class Chosen:
    """An allocation, or a specification, was executed: the values that it has chosen."""

    number: int
    values: tuple[logic.Expression, ...]


@frozen
class Split:
    """What was executed where the condition holds, and what where it does not."""

    condition: logic.Formula
    then: list[Event]
    otherwise: list[Event]


Event = Chosen | Split


@frozen
class SymbolicState:
    """Values of variables and domains; what was added to P, and executed, since a part of the graph began."""

    variables: Mapping[str, logic.Expression]
    domains: Mapping[str, logic.Expression]
    added: list[Constraint] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def environment(self, old: SymbolicState) -> Environment:
        """What expressions are translated in."""
        return Environment(self.variables, self.domains, old.values, self.domains)

    @property
    def values(self) -> Mapping[str, logic.Expression]:
        """Of variables and of domains."""
        return {**self.variables, **self.domains}

    def begun(self) -> SymbolicState:
        """The same values, where a part of the graph begins."""
        return SymbolicState(self.variables, self.domains)

    def with_values(
        self, variables: Mapping[str, logic.Expression], domains: Mapping[str, logic.Expression] | None = None
    ) -> SymbolicState:
        """Other values, in the same part of the graph."""
        return SymbolicState(variables, domains or self.domains, self.added, self.events)


@frozen
class Case:
    """One of the ways that meet somewhere: when it is taken, why that is so, and the state that it brings."""

    condition: logic.Formula
    slice: frozenset[int]
    state: SymbolicState
