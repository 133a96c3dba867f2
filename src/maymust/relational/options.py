"""How a problem is to be solved."""

from __future__ import annotations

from maymust.frozen import frozen


@frozen
class Options:
    """Options of the model finder; the defaults suit most problems."""

    width: int = 4
    """The bits of an integer, one of them the sign."""

    symmetry: int = 20
    """How many cells a symmetry-breaking predicate compares; 0: symmetries are not broken."""

    skolem_depth: int = 0
    """Below how many universal variables existential quantifiers are Skolemised; -1: nowhere."""

    seconds: float | None = None
    """The time after which the answer is `Unknown`."""

    conflicts: int | None = None
    """The conflicts of the SAT solver after which the answer is `Unknown`."""

    most_gates: int = 4_000_000
    """A circuit with more gates, or a quantifier with more values, is refused as too large."""

    most_cells: int = 10_000_000
    """An operation on matrices that visits more cells is refused as too large."""

    solver: str = "cadical195"
    """The SAT solver, by the name that python-sat has for it."""
