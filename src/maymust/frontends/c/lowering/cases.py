"""Finds the cases of a `switch`, and the values that they are for."""

from __future__ import annotations

from maymust.frontends.c.tree.nodes import Node, children
from maymust.frontends.c.tree.statements import Case, OpaqueStatement, Statement, Switch
from maymust.frontends.c.types import IntType
from maymust.terms import Term, and_, constant, eq, less_equal


def matches(case: Case, chosen: Term, statement: Switch) -> Term:
    """Whether the value of a `switch` is one that a case is for. Requires that this is not `default`."""
    assert case.low is not None and case.high is not None and isinstance(statement.value.type, IntType)
    low, high = constant(case.low, chosen.width), constant(case.high, chosen.width)
    if low is high:
        return eq(chosen, low)
    signed = statement.value.type.signed
    return and_(less_equal(low, chosen, signed=signed), less_equal(chosen, high, signed=signed))


def cases_of(body: Statement) -> tuple[list[Case], bool]:
    """The cases of a switch, without those of switches inside, and whether all are known."""
    found: list[Case] = []
    stack: list[tuple[Node, bool]] = [(body, False)]
    complete = True
    while stack:
        node, hidden = stack.pop()
        if isinstance(node, Case):
            found.append(node)
            complete = complete and not hidden
        elif isinstance(node, OpaqueStatement):
            hidden = True
            complete = complete and not node.construct.startswith("case")
        inner = (node.value,) if isinstance(node, Switch) else children(node)
        stack.extend([(part, hidden) for part in reversed(inner)])
    return found, complete
