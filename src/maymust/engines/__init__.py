"""Engines propose verdicts; `certificates` decides. `base` has the contract, `registry` the list.

auto/       the default: suppliers propose, Houdini and provers prove
maymust/    SYNERGY, DASH, SMASH, DART
forge/      search within a bound, of FIR; no engine of `check`, but of `bound`
"""
