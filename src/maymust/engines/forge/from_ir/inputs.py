"""Inputs: any value that the IR allows a variable to have, as the condition of a specification statement."""

from __future__ import annotations

from maymust.engines.forge.from_ir import expressions as e
from maymust.engines.forge.from_ir import kinds as k
from maymust.engines.forge.from_ir.objects import ObjectDomain
from maymust.engines.forge.from_ir.terms import Terms
from maymust.engines.forge.from_ir.unsupported import Unsupported
from maymust.fir.tree import INTEGER, DomainUse, EmptySet, Expression, Quantified, Variable
from maymust.fir.types import declared
from maymust.ir.source import Span
from maymust.terms import ArraySort, BitVecSort, Term

EACH_INTEGER = "%each"
EACH_OFFSET = "%offset"


class Inputs:
    """Conditions on what variables of one program may be."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms

    def any_value(self, target: Term, span: Span) -> Expression:
        """The variable has some value of its sort."""
        name = target.name or ""
        if isinstance(target.sort, BitVecSort):
            domain = self._terms.domain(k.scalar(name))
            return self.single(e.use(name), domain, target.sort.width)
        if not isinstance(target.sort, ArraySort):
            raise Unsupported("an input that is no number", span)
        return self._function(name, target.sort)

    def single(self, value: Expression, domain: ObjectDomain | None, bits: int) -> Expression:
        """The value is one of so many bits, or one that is known of the domain."""
        if domain is not None:
            return e.conjunction([e.one(value), e.subset(value, domain.known())])
        conditions = [e.one(value)]
        if bits < self._terms.width:
            half = 1 << (bits - 1)
            conditions.append(e.binary("at_least", value, e.number(-half)))
            conditions.append(e.binary("less", value, e.number(half)))
        return e.conjunction(conditions)

    def _function(self, name: str, sort: ArraySort) -> Expression:
        """The array has one value for each index."""
        domain = self._terms.domain(k.index(name))
        held = self._terms.domain(k.element(name))
        in_pairs = name in self._terms.kinds.pairs

        def at(first: Expression) -> Expression:
            found = e.join(first, e.use(name))
            if not in_pairs:
                return self.single(found, held, sort.element)
            inner = self.single(e.join(e.use(EACH_OFFSET), found), held, sort.element)
            return Quantified("all", (EACH_OFFSET,), inner)

        if domain is None:
            return Quantified("all", (EACH_INTEGER,), at(e.use(EACH_INTEGER)))
        each = domain.bound_variable
        return e.conjunction([Quantified("all", (each,), at(e.use(each))), *map(at, domain.literals)])

    def free_object(self, name: str, domain: ObjectDomain) -> Expression:
        """The variable is an object that was not there before."""
        value = e.use(name)
        return e.conjunction(
            [
                e.one(value),
                e.subset(value, DomainUse(domain.name)),
                e.negation(e.subset(value, e.use(domain.outside))),
                e.negation(e.subset(value, e.use(domain.allocated))),
            ]
        )

    def some_value(self, variable: Variable) -> Expression:
        """A value for a variable that nobody looks at."""
        type_ = declared(variable.type)
        assert type_ is not None
        if type_.arity == 1 and (INTEGER,) in type_.products:
            return e.number(0)
        return EmptySet()
