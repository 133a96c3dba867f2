"""How an execution ended: a variable of its own says it, for FIR has neither errors nor `abort`."""

from __future__ import annotations

from maymust.fir.tree import DomainUse, Literal, LiteralUse, Variable
from maymust.ir.program import Program, Unmodelled

OUTCOME = "%outcome"
DOMAIN = "Outcome"
FINE, _UNMODELLED = "%fine", "%unmodelled"


def variable() -> Variable:
    """The variable."""
    return Variable(OUTCOME, DomainUse(DOMAIN), is_global=True)


def name_of(property_id: str) -> str:
    """The literal of a violated property."""
    return f"%violated {property_id}"


def name_of_gap(gap: Unmodelled) -> str:
    """The literal of something that is not modelled: those that hide the same properties are one outcome."""
    return _UNMODELLED if gap.hides is None else " ".join([_UNMODELLED, *sorted(gap.hides)])


def gaps(program: Program) -> dict[str, Unmodelled]:
    """The literals of what is not modelled, each with an example."""
    statements = [edge.statement for each in program.procedures.values() for edge in each.edges]
    return {name_of_gap(each): each for each in statements if isinstance(each, Unmodelled)}


def literal(name: str) -> LiteralUse:
    """An outcome."""
    return LiteralUse(name)


def literals(program: Program, property_ids: list[str]) -> dict[str, Literal]:
    """All outcomes."""
    names = [FINE, *gaps(program), *map(name_of, property_ids)]
    return {name: Literal(name, DOMAIN) for name in names}
