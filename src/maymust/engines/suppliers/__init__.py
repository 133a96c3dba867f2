"""Suppliers propose tests and candidate invariants. `base` has the contract; a module each, listed in `catalogue`."""
