"""Which translations are worth keeping, and under which key.

The translation of a node depends on the values of its free variables only. It is worth keeping if the node is
used in several places, or if it is visited again while variables change that it does not depend on.
"""

from __future__ import annotations

from collections.abc import Iterable

from maymust.relational.logic import Node, Variable
from maymust.relational.logic.declarations import Comprehension, Quantified, Relation, SumOver
from maymust.relational.logic.nodes import ConstantExpression, ConstantFormula, IntConstant
from maymust.relational.logic.walk import children

_LEAVES = (Variable, Relation, ConstantExpression, ConstantFormula, IntConstant)
_BINDERS = (Quantified, Comprehension, SumOver)


def kept(nodes: Iterable[Node], anyway: Iterable[Node]) -> dict[Node, tuple[Variable, ...]]:
    """For each node whose translation is kept, the variables that it depends on; some are kept anyway."""
    uses: dict[Node, int] = {}
    found: dict[Node, tuple[Variable, ...]] = dict.fromkeys(anyway, ())
    for node in nodes:
        inner = node.free
        if isinstance(node, _BINDERS):
            inner = inner.union(*(declaration.variable.free for declaration in node.declarations))
        for part in children(node):
            uses[part] = uses.get(part, 0) + 1
            if uses[part] > 1 or part.free != inner:
                found[part] = ()
    ordered = {node: tuple(sorted(node.free, key=lambda variable: variable.name)) for node in found}
    return {node: variables for node, variables in ordered.items() if not isinstance(node, _LEAVES)}
