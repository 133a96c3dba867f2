"""Puts together what lowers expressions and blocks; each kind gets to the others by the methods here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maymust.frontends.c.emitting.lowering import Lowering
from maymust.frontends.c.expressions import discarding, lvalues, values, whole
from maymust.frontends.c.lowering import statements

if TYPE_CHECKING:
    from maymust.frontends.c.memory.targets import Target, Value
    from maymust.frontends.c.tree.expressions import Expression
    from maymust.frontends.c.tree.statements import Compound
    from maymust.terms import Term


class Evaluator(Lowering):
    """One procedure while it is being lowered, with everything that lowers its parts."""

    def value(self, expression: Expression) -> Term:
        """See `values`."""
        return values.value(self, expression)

    def value_of(self, expression: Expression) -> Value | None:
        """See `whole`."""
        return whole.value_of(self, expression)

    def record(self, expression: Expression) -> tuple[Target | None, Value | None]:
        """See `lvalues`."""
        return lvalues.record(self, expression)

    def block_value(self, block: Compound, *, wanted: bool) -> Value | None:
        """See `statements`."""
        return statements.block_value(self, block, wanted=wanted)

    def discard(self, expression: Expression) -> None:
        """See `discarding`."""
        discarding.discard(self, expression)

    def use(self, expression: Expression) -> None:
        """See `discarding`."""
        discarding.use(self, expression)
