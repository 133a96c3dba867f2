"""Recipes: all choices of a program, and the program that comes of them."""

from __future__ import annotations

from dataclasses import dataclass

from .carriers import Carrier
from .contexts import Context
from .kinds import ASKS
from .pattern import Model, Outcome, Pattern
from .sources import Source


@dataclass(frozen=True)
class Asked:
    """How maymust is asked: for a kind or group, of which data model, by which engine."""

    properties: str
    model: Model
    engine: str
    may_fail: bool

    @property
    def kinds(self) -> frozenset[str]:
        return ASKS[self.properties]

    def __str__(self) -> str:
        failing = " --malloc-may-fail" if self.may_fail else ""
        return f"-p {self.properties} --data-model {self.model} --engine {self.engine}{failing}"


@dataclass(frozen=True)
class Run:
    """The inputs of an execution, the allocations that fail as bits, and what it must come to; None if that
    is not stated."""

    inputs: tuple[int, ...]
    failing: int
    outcome: Outcome | None


@dataclass(frozen=True)
class Recipe:
    """All choices of a program. `carriers` are by the number of the marker; what is not there is direct."""

    pattern: Pattern
    selectors: tuple[int, ...]
    source: Source
    carriers: dict[int, Carrier]
    context: Context
    checked: bool
    asked: Asked


@dataclass(frozen=True)
class Program:
    """A program in C whose file-scope names are marked by `@`, and its executions."""

    recipe: Recipe
    marked: str
    runs: tuple[Run, ...]

    @property
    def text(self) -> str:
        return self.marked.replace("@", "")

    @property
    def outcomes(self) -> frozenset[Outcome]:
        """What executions can come to, where it is stated."""
        return frozenset(run.outcome for run in self.runs if run.outcome is not None)

    @property
    def title(self) -> str:
        recipe = self.recipe
        carriers = ", ".join(carrier.name for _, carrier in sorted(recipe.carriers.items())) or "direct"
        return (
            f"{recipe.pattern.name}, k in {list(recipe.selectors)}, {recipe.source.name}, {carriers}, "
            f"{recipe.context.name}; {recipe.asked}"
        )
