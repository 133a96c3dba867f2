"""What is called where contracts stand for calls: a procedure for each call.

    requires of the contract: else the outcome is that it is violated
    globals, memories and results := spec(what is ensured, and nothing else has changed)

To see what the callee really does, there is the same with the call instead of the specification.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from maymust.engines.forge.from_ir import expressions as e
from maymust.engines.forge.from_ir import kinds as k
from maymust.engines.forge.from_ir import outcomes
from maymust.engines.forge.from_ir.contract import CalleeContract
from maymust.engines.forge.from_ir.graphs import Numbers
from maymust.engines.forge.from_ir.inputs import Inputs
from maymust.engines.forge.from_ir.names import output_name
from maymust.engines.forge.from_ir.objects import ObjectDomain
from maymust.engines.forge.from_ir.sites import Site
from maymust.engines.forge.from_ir.terms import Terms
from maymust.fir import tree
from maymust.fir.graph import Action, Branch, Exit, Graph, Node
from maymust.fir.tree import DomainUse, Expression, OldUse, Spec
from maymust.ir.program import Procedure, Program, Property
from maymust.terms import BitVecSort


class Stubs:
    """Builds the graphs of one program's stubs."""

    def __init__(
        self,
        program: Program,
        terms: Terms,
        domains: Sequence[ObjectDomain],
        variables: Mapping[str, tree.Variable],
        numbers: Numbers,
    ) -> None:
        self._program, self._terms, self._domains = program, terms, domains
        self._variables, self._numbers = variables, numbers
        self._inputs = Inputs(terms)

    def graph(
        self,
        site: Site,
        header: tree.Procedure,
        required: Sequence[Property],
        contract: CalleeContract,
        *,
        follow: bool,
    ) -> Graph:
        """The stub of a call; `header` is the callee's. With `follow`, the callee is called in the end."""
        header = replace(header, name=site.stub)
        nodes: dict[int, Node] = {}

        def add(action: Action, *successors: int) -> int:
            number = self._numbers.next(None)
            nodes[number] = Node(number, action, successors, number)
            return number

        last = add(Exit(site.span))
        if follow:
            arguments = tuple(e.use(name) for name in header.inputs)
            first = add(tree.Call(header.outputs, site.callee, arguments, site.span), last)
        else:
            first = add(self._specification(site, header, contract), last)
            first = add(Spec((), e.conjunction(contract.fits), site.span), first)
        for wanted, condition in reversed(list(zip(required, contract.requires, strict=True))):
            violated = outcomes.literal(outcomes.name_of(wanted.id))
            end = add(tree.Assign(outcomes.OUTCOME, violated, site.span), last)
            first = add(Branch(condition, site.span), first, end)
        for name in reversed(header.outputs):
            value = self._inputs.some_value(self._variables[name])
            first = add(tree.Assign(name, value, site.span), first)
        return Graph(header, nodes, first, last, self._variables)

    def _specification(self, site: Site, header: tree.Procedure, contract: CalleeContract) -> Spec:
        """Any values that the contract allows."""
        procedure = self._program.procedures[site.callee]
        terms = {each.name: each.term for each in self._program.globals}
        changed = [name for name in contract.changed if not self._terms.is_left_out(terms[name])]
        conditions = [self._inputs.any_value(terms[name], site.span) for name in changed]
        conditions += self._results(procedure)
        grown: list[str] = []
        if contract.allocates:
            grown = [each.allocated for each in self._domains]
            conditions += map(_grown, self._domains)
        targets = (*changed, *grown, *header.outputs)
        return Spec(targets, e.conjunction([*conditions, *contract.assumed]), site.span)

    def _results(self, procedure: Procedure) -> list[Expression]:
        found: list[Expression] = []
        for position, sort in enumerate(procedure.returns):
            key = k.result(procedure.name, position)
            if self._terms.kinds.of(key).constant is None:
                assert isinstance(sort, BitVecSort)  # functions that return arrays are refused before
                name = output_name(procedure.name, position)
                found.append(self._inputs.single(e.use(name), self._terms.domain(key), sort.width))
        return found


def _grown(domain: ObjectDomain) -> Expression:
    """New objects may have been allocated, of those that are neither from outside nor allocated before."""
    allocated = e.use(domain.allocated)
    both = e.binary("intersection", allocated, e.use(domain.outside))
    parts = [e.subset(OldUse(domain.allocated), allocated), e.subset(allocated, DomainUse(domain.name))]
    return e.conjunction([*parts, tree.Unary("no", both)])
