"""Suppliers that guess invariants from states that tests have shown: "proofs from tests", taken at its word.

A module for each family of guesses, a pure function from a `sample.Sample` to terms, the most promising
first; `families` makes suppliers of them.
"""

from maymust.engines.auto.suppliers.observed.elements import ElementsFromStates
from maymust.engines.auto.suppliers.observed.families import (
    AffineFromStates,
    GuardsFromStates,
    ImplicationsFromStates,
    PairsFromStates,
    UnaryFromStates,
)
from maymust.engines.auto.suppliers.observed.smaller import FromSmallerProgram

__all__ = [
    "AffineFromStates",
    "ElementsFromStates",
    "FromSmallerProgram",
    "GuardsFromStates",
    "ImplicationsFromStates",
    "PairsFromStates",
    "UnaryFromStates",
]
