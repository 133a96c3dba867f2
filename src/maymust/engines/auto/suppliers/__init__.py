"""Suppliers propose tests and candidate invariants. `base` has the contract, `catalogue` the list."""
