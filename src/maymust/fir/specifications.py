"""Specifications of procedures: from `requires`, `modifies`, `ensures` to a requirement and one statement.

Before:
    proc p (x) : (y)  requires R  modifies g  ensures E
After:
    proc p (x) : (y)  requires R  meets y, g := spec(E)
"""

from __future__ import annotations

from typing import Any

from maymust.diagnostics import Diagnostic, InputError
from maymust.fir.tree import Binary, BooleanLiteral, Expression, Procedure, Spec


def from_clauses(header: Procedure, clauses: list[tuple[str, Any]]) -> tuple[Expression | None, Spec | None]:
    """What these clauses, as (keyword, value), require and ensure together."""
    required = [value for keyword, value in clauses if keyword == "requires"]
    given = [value for keyword, value in clauses if keyword == "meets"]
    others = [(keyword, value) for keyword, value in clauses if keyword in ("modifies", "ensures")]
    requirement = _all(required) if required else None
    if not given:
        if not others:
            return requirement, None
        modified = [name for keyword, value in others if keyword == "modifies" for name in value]
        frame = tuple(dict.fromkeys([*header.outputs, *modified]))
        ensured = [value for keyword, value in others if keyword == "ensures"]
        return requirement, Spec(frame, _all(ensured), header.span)
    if others or len(given) > 1:
        message = f"{header.name} has a whole specification (meets) beside another"
        raise InputError(Diagnostic("error", message, header.span, "write one or the other"))
    return requirement, given[0]


def _all(parts: list[Expression]) -> Expression:
    if not parts:
        return BooleanLiteral(True)
    whole = parts[0]
    for part in parts[1:]:
        whole = Binary("and", whole, part, part.span)
    return whole
