"""SMT solvers behind one protocol; a solver library is imported by its own backend file and nowhere else."""

from __future__ import annotations

from importlib import import_module

from maymust.solvers.base import Answer, Sat, Solver, Undecided, Unsat

__all__ = ["BACKENDS", "Answer", "Sat", "Solver", "Undecided", "Unsat", "new_solver"]

BACKENDS = {
    "z3": ("maymust.solvers.z3_backend", "Z3Solver"),
    "bitwuzla": ("maymust.solvers.bitwuzla_backend", "BitwuzlaSolver"),
}


def new_solver(name: str) -> Solver:
    """A new solver of the backend called `name`, which is imported now."""
    module, attribute = BACKENDS[name]
    solver: Solver = getattr(import_module(module), attribute)()
    return solver
