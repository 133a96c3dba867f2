"""The suppliers by name, each a lazy factory, with the seconds of its first slice."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from maymust.frozen import frozen

if TYPE_CHECKING:
    from maymust.engines.auto.suppliers.base import Supplier

_HERE = "maymust.engines.auto.suppliers"


@frozen
class SupplierEntry:
    """A line of the catalogue. `own_process`: it runs beside the other parties where that is allowed."""

    name: str
    summary: str
    seconds: float
    module: str
    attribute: str
    own_process: bool = False

    def build(self, calls: int = 0) -> Supplier:
        """A new supplier. One with its own process is a new one for each call: it is told how many there
        were before."""
        factory = getattr(import_module(f"{_HERE}.{self.module}"), self.attribute)
        supplier: Supplier = factory(calls) if self.own_process else factory()
        return supplier


SUPPLIERS: dict[str, SupplierEntry] = {
    entry.name: entry
    for entry in (
        SupplierEntry("random", "tests in Python, the program's constants among the inputs", 0.25,
                      "testing.random_tests", "RandomTests"),
        SupplierEntry("native", "tests by the million, in code generated from the program", 0.8,
                      "native.supplier", "NativeTests", own_process=True),
        SupplierEntry("intervals", "bounds and strides by abstract interpretation", 0.5,
                      "intervals.supplier", "Intervals"),
        SupplierEntry("explicit", "the values of control variables, followed explicitly", 1.0,
                      "explicit.values", "ExplicitValues"),
        SupplierEntry("unary", "of the states seen: constants, bounds, congruences of a variable", 0.5,
                      "observed", "UnaryFromStates"),
        SupplierEntry("pairs", "of the states seen: order, difference and bounds of pairs", 0.7,
                      "observed", "PairsFromStates"),
        SupplierEntry("affine", "of the states seen: linear and quadratic equalities", 0.7,
                      "observed", "AffineFromStates"),
        SupplierEntry("guards", "of the states seen: the program's own conditions", 0.5,
                      "observed", "GuardsFromStates"),
        SupplierEntry("implications", "of the states seen: what holds where a condition does", 1.0,
                      "observed", "ImplicationsFromStates"),
        SupplierEntry("smaller", "of the states of a smaller program: what the others look for", 0.7,
                      "observed", "FromSmallerProgram"),
        SupplierEntry("elements", "of the states seen: what all elements of arrays have in common", 4.0,
                      "observed", "ElementsFromStates"),
        SupplierEntry("spacer", "invariants by Spacer over integers", 12.0,
                      "spacer", "SpacerInvariants", own_process=True),
        SupplierEntry("store", "what earlier runs have proved, of this program or one like it", 2.0,
                      "remembered", "Remembered"),
    )
}  # fmt: skip
