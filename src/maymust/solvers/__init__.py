"""SMT solvers behind one protocol. Solver libraries are imported in this folder and nowhere else, by the
backends that need them, when a solver is made. `spacer` solves Horn clauses, with a protocol of its own; so
do the interpolants of `bitwuzla_backend`."""

from __future__ import annotations

from importlib import import_module

from maymust.solvers.base import Answer, Sat, Solver, Undecided, Unsat

__all__ = ["BACKENDS", "PARTIAL_BACKENDS", "Answer", "Sat", "Solver", "Undecided", "Unsat", "new_solver"]

BACKENDS = {
    "z3": ("maymust.solvers.z3_backend", "Z3Solver"),
    "bitwuzla": ("maymust.solvers.bitwuzla_backend", "BitwuzlaSolver"),
}
PARTIAL_BACKENDS = {  # there are queries that these never decide, however much time they have
    "integers": ("maymust.solvers.integers", "IntegerSolver"),
}


def new_solver(name: str, **settings: bool) -> Solver:
    """A new solver of the backend called `name`, which is imported now; the backend knows its settings."""
    module, attribute = (BACKENDS | PARTIAL_BACKENDS)[name]
    solver: Solver = getattr(import_module(module), attribute)(**settings)
    return solver
