"""How an execution ended: a variable of its own says it, for FIR has neither errors nor `abort`."""

from __future__ import annotations

from maymust.fir.tree import DomainUse, Literal, LiteralUse, Variable

OUTCOME = "%outcome"
DOMAIN = "Outcome"
FINE, UNMODELLED = "%fine", "%unmodelled"


def variable() -> Variable:
    """The variable."""
    return Variable(OUTCOME, DomainUse(DOMAIN), is_global=True)


def name_of(property_id: str) -> str:
    """The literal of a violated property."""
    return f"%violated {property_id}"


def literal(name: str) -> LiteralUse:
    """An outcome."""
    return LiteralUse(name)


def literals(property_ids: list[str]) -> dict[str, Literal]:
    """All outcomes."""
    names = [FINE, UNMODELLED, *map(name_of, property_ids)]
    return {name: Literal(name, DOMAIN) for name in names}
