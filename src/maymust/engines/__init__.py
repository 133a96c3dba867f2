"""Engines propose verdicts; `certificates` decides. `base` has the contract, `registry` the list."""
