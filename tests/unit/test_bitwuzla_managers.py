"""Terms of Bitwuzla may be let go in any order, also by the collector of garbage."""

from __future__ import annotations

import subprocess
import sys

# With `bitwuzla.TermManager()` itself this is a segmentation fault: the terms are older than what holds them,
# so the collector clears them first, and their manager is gone when their destructors run.
_GARBAGE = """
import gc
import bitwuzla
from maymust.solvers.bitwuzla_managers import _managers, new_manager

gc.disable()

def make_garbage():
    manager = new_manager()
    sort = manager.mk_bv_sort(32)
    terms = [manager.mk_const(sort, f"x{k}") for k in range(200)]
    terms += [manager.mk_term(bitwuzla.Kind.BV_ADD, [a, b]) for a, b in zip(terms, terms[1:])]
    held = list(terms)
    held.append(held)

for _ in range(20):
    make_garbage()
    gc.collect()
new_manager()
print(len(_managers), "left")
make_garbage()  # is left to the end of the process
"""


def test_managers_outlive_their_terms_and_go_then() -> None:
    done = subprocess.run([sys.executable, "-c", _GARBAGE], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "1 left\n"), done.stderr
