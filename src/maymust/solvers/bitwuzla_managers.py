"""Bitwuzla's term managers, which have to outlive their terms.

Each term of the binding holds its manager, but the collector of garbage takes these references away before it
takes the terms of a cycle: then the manager goes first, and the terms' destructors work on memory that is no
longer theirs. So managers are held here until nothing else holds them, and for ever when the process ends.
"""

from __future__ import annotations

import atexit
import ctypes
import sys
from typing import Any

import bitwuzla

_HERE_ONLY = next(sys.getrefcount(each) for each in [object()])  # references to what is in a list only

_managers: list[Any] = []


def new_manager() -> Any:
    """A manager whose terms may be let go in any order."""
    _managers[:] = [each for each in _managers if sys.getrefcount(each) > _HERE_ONLY]
    _managers.append(bitwuzla.TermManager())
    return _managers[-1]


@atexit.register
def _hold_for_ever() -> None:
    """What is left is taken apart in an order that nobody knows."""
    for manager in _managers:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(manager))
