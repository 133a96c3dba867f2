"""Numbers objects, and the states of their lives."""

from __future__ import annotations

from maymust.frontends.c.tree.leaves import OBJECT_WIDTH
from maymust.terms import constant

OUTSIDE = 1 << 31
CODE = OUTSIDE - (1 << 20)
THERE, GONE = constant(1, 2), constant(2, 2)  # the life of a local variable; before that it is 0
UNINITIALISED = (1 << OBJECT_WIDTH) - 1
SMALLEST_ADDRESS = 4096  # of anything: what is below traps, as null does
