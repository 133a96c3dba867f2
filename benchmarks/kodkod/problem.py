"""What a problem of the race consists of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from maymust.relational import Bounds, Formula, Options, TupleSet


@dataclass(frozen=True)
class Problem:
    """Formulas within bounds; `count`: all are counted, without symmetry breaking or Skolemisation."""

    formulas: list[Formula]
    bounds: Bounds
    options: Options = Options()  # noqa: RUF009 - immutable
    count: bool = False


PROBLEMS: dict[str, Callable[[], Problem]] = {}


def problem(make: Callable[[], Problem]) -> Callable[[], Problem]:
    """Registers a problem under its function's name, which the Java side knows, too."""
    PROBLEMS[make.__name__] = make
    return make


def names(kind: str, count: int) -> list[str]:
    """So many atoms of a kind."""
    return [f"{kind}{number}" for number in range(count)]


def atoms(bounds: Bounds, kind: str, count: int) -> TupleSet:
    """The set of the atoms of a kind."""
    return bounds.universe.set_of(*names(kind, count))
