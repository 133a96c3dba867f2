"""What this machine can show natively."""

from __future__ import annotations

import shutil

from helpers.native_batch import compiler_for
from maymust.certificates.c.showing import showing


def cannot_show(kind: str, model: str = "LP64") -> str | None:
    """Why violations of a kind cannot be shown here; None if they can."""
    if compiler_for(model) is None:
        return f"there is no gcc for {model}" + (" (gcc-multilib)" if model == "ILP32" else "")
    if showing(kind).tool == "valgrind" and not shutil.which("valgrind"):
        return "valgrind is not installed"
    return None


def can_show(kind: str, model: str = "LP64") -> bool:
    """Whether violations of a kind can be shown here."""
    return showing(kind).tool != "none" and cannot_show(kind, model) is None
