"""Addresses that no object has, and the states of the lives of local variables."""

from __future__ import annotations

from maymust.terms import constant

THERE, GONE = constant(1, 2), constant(2, 2)  # the life of a local variable; before that it is 0
SMALLEST_ADDRESS = 4096  # of anything: what is below traps, as null does
